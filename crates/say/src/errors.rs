//! The typed errors of the libraries, worded.
//!
//! Libraries count cells from 0; people count from 1, row by row. A position is told with its line only where the text has
//! more than one: a board on the command line has columns alone.

use std::io;

use hueco_search::Limit;
use hueco_tiles::board::{BoardError, Shape, ShapeError};
use hueco_tiles::heuristic::{Expected, HEURISTICS, HeuristicError, TableTooLarge};
use hueco_tiles::instances::{InstanceError, InstanceFault};
use hueco_tiles::lists::ListError;
use hueco_tiles::moves::MovesError;
use hueco_tiles::parity::Why;
use hueco_tiles::parse::{ExpectedJson, Fault, ParseError, ParseShapeError, Position};
use hueco_tiles::problem::ShapeMismatch;
use hueco_tiles::solve::PlanError;

use crate::{Lang, answers, boards, explore, limits, tables, usage};

/// Something that can be told to a person.
pub trait Say {
    /// It, in words.
    fn say(&self, lang: Lang) -> String;
}

impl Say for ShapeError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::TooSmall { rows, cols } => boards::shape_too_small(lang, rows, cols),
            Self::TooLarge { rows, cols } => boards::shape_too_large(lang, rows, cols, most_cells(lang)),
        }
    }
}

impl Say for ParseShapeError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Form { found } => boards::shape_form(lang, found),
            Self::Shape(error) => error.say(lang),
        }
    }
}

impl Say for BoardError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Count { shape, found } => boards::board_count(lang, shape, shape.cells(), found),
            Self::OutOfRange { cell, number, largest } => boards::board_out_of_range(lang, cell + 1, number, largest),
            Self::Twice { number, first, again } => boards::board_twice(lang, number, first + 1, again + 1),
        }
    }
}

impl Say for ShapeMismatch {
    fn say(&self, lang: Lang) -> String {
        boards::shape_mismatch(lang, self.board, self.goal)
    }
}

impl Say for Position {
    fn say(&self, lang: Lang) -> String {
        match self.line {
            1 => boards::position_column(lang, self.column),
            line => boards::position(lang, line, self.column),
        }
    }
}

impl Say for ParseError {
    fn say(&self, lang: Lang) -> String {
        at(self.at, &self.what.say(lang), lang)
    }
}

impl Say for Fault {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Empty => boards::fault_empty(lang).to_owned(),
            Self::Unexpected { found } => boards::fault_unexpected(lang, found),
            Self::Hyphen { found } => boards::fault_hyphen(lang, found),
            Self::NumberTooLarge { found } => {
                boards::fault_number_too_large(lang, found, lang.number(Shape::MAX_CELLS as u64 - 1))
            }
            Self::Json { found: Some(found), expected } => boards::fault_json(lang, found, json(*expected, lang)),
            Self::Json { found: None, expected } => boards::fault_json_end(lang, json(*expected, lang)),
            Self::EmptyRow => boards::fault_empty_row(lang).to_owned(),
            Self::RowLength { row, expected, found } => boards::fault_row_length(lang, row, expected, found),
            Self::RowCount { expected, found } => boards::fault_row_count(lang, expected, found),
            Self::Count { shape, found } => boards::fault_count(lang, shape, shape.cells(), found),
            Self::OtherSize { given, found } => boards::fault_other_size(lang, given, found),
            Self::NoShape { count } => boards::fault_no_shape(lang, count),
            Self::TooSmall => boards::fault_too_small(lang).to_owned(),
            Self::TooLarge => boards::fault_too_large(lang, most_cells(lang)),
            Self::OutOfRange { number, largest } => boards::fault_out_of_range(lang, number, largest),
            Self::Twice { number, first } => boards::fault_twice(lang, number, first.say(lang)),
            Self::NoBlank => boards::fault_no_blank(lang).to_owned(),
            Self::LineTooLong { limit } => boards::fault_line_too_long(lang, lang.number(*limit as u64)),
            Self::NotUtf8 => boards::fault_not_utf8(lang).to_owned(),
            Self::Read(kind) => boards::fault_read(lang, kind.say(lang)),
        }
    }
}

/// What may stand at a place of a board in JSON form.
fn json(expected: ExpectedJson, lang: Lang) -> &'static str {
    let words = match expected {
        ExpectedJson::NumberOrRow => boards::json_number_or_row,
        ExpectedJson::Number => boards::json_number,
        ExpectedJson::CommaOrEnd => boards::json_comma_or_end,
        ExpectedJson::Row => boards::json_row,
        ExpectedJson::Nothing => boards::json_nothing,
    };
    words(lang)
}

impl Say for ListError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::NoShape { count } => boards::list_no_shape(lang, count),
            Self::RowLength { row, expected, found } => boards::fault_row_length(lang, row, expected, found),
            Self::OtherSize { given, found } => boards::fault_other_size(lang, given, found),
            Self::Shape(error) => error.say(lang),
            Self::Board(error) => error.say(lang),
        }
    }
}

/// What is wrong with a board in a line whose number is told apart.
pub fn fault_in_line(error: &ParseError, lang: Lang) -> String {
    match error.what {
        Fault::Read(_) | Fault::LineTooLong { .. } => error.what.say(lang),
        _ => boards::at_column(lang, error.at.column, error.what.say(lang)),
    }
}

/// The usual reasons in the user's language, the others in the system's words.
impl Say for io::ErrorKind {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::NotFound => usage::file_not_found,
            Self::PermissionDenied => usage::file_forbidden,
            Self::IsADirectory => usage::file_is_folder,
            Self::InvalidData => usage::file_not_text,
            Self::StorageFull => usage::disk_full,
            other => return other.to_string(),
        };
        words(lang).to_owned()
    }
}

impl Say for InstanceError {
    fn say(&self, lang: Lang) -> String {
        let fault = match &self.what {
            InstanceFault::NoColumns => boards::instances_no_columns(lang).to_owned(),
            InstanceFault::NoTiles { found } => boards::instances_no_tiles(lang, found),
            InstanceFault::NoShape { cells } => boards::instances_no_shape(lang, cells),
            InstanceFault::OtherSize { given, found } => boards::instances_other_size(lang, given, found),
            InstanceFault::ColumnTwice { name } => boards::instances_column_twice(lang, name),
            InstanceFault::Words { expected, found } => boards::instances_words(lang, expected, found),
            InstanceFault::NotALength { found } => boards::instances_not_a_length(lang, found),
            InstanceFault::Board(fault) => fault.say(lang),
        };
        boards::at_position(lang, self.at.line, self.at.column, fault)
    }
}

impl Say for MovesError {
    fn say(&self, lang: Lang) -> String {
        boards::moves_unexpected(lang, self.column, self.index, self.found)
    }
}

impl Say for HeuristicError {
    fn say(&self, lang: Lang) -> String {
        let names = HEURISTICS.join(", ");
        match self {
            Self::Unknown { position, name } => boards::heuristic_unknown(lang, position + 1, name, names),
            Self::Expected { position, expected } => {
                let position = position + 1;
                match expected {
                    Expected::Name => boards::heuristic_expected_name(lang, position, names),
                    Expected::Opening => boards::heuristic_expected_opening(lang, position),
                    Expected::CommaOrClosing => boards::heuristic_expected_comma(lang, position),
                    Expected::End => boards::heuristic_expected_end(lang, position),
                }
            }
            Self::TooManyParts { needed, limit } => boards::heuristic_too_many(lang, needed, limit),
            Self::Table(error) => error.say(lang),
            Self::NoPatterns => tables::patterns_not_here(lang).to_owned(),
            Self::Formula(error) => error.say(lang),
            Self::Partition { position, error } => boards::heuristic_partition(lang, position + 1, error.say(lang)),
            Self::SecondPartition { position } => boards::heuristic_second_partition(lang, position + 1),
        }
    }
}

impl Say for TableTooLarge {
    fn say(&self, lang: Lang) -> String {
        boards::walking_distance_too_large(lang, self.shape, lang.number(self.states_limit as u64))
    }
}

impl Say for PlanError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Shape(error) => error.say(lang),
            Self::Heuristic(error) => error.say(lang),
            Self::Partition(error) => error.say(lang),
            Self::Build(error) => error.say(lang),
            Self::OnlyAuto => tables::only_auto(lang).to_owned(),
            Self::OtherTable { shape, blank } => explore::table_other(lang, shape, blank),
            Self::TableBothEnds => explore::table_both_ends(lang).to_owned(),
        }
    }
}

/// Why a board cannot reach a goal: the paragraph below a verdict, which starts with "Why:".
pub fn why_unsolvable(why: &Why, lang: Lang) -> String {
    match *why {
        Why::Parity { swaps, blank_distance, .. } => answers::unsolvable_parity(lang, swaps, blank_distance),
        Why::Order { found, expected, place } => answers::unsolvable_line(lang, place, found, expected),
    }
}

/// What stopped a search: "the limit on time (--timeout)".
impl Say for Limit {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::Nodes => limits::stopped_by_nodes,
            Self::Time => limits::stopped_by_time,
            Self::Memory => limits::stopped_by_memory,
            Self::Depth => limits::stopped_by_depth,
            Self::Width => limits::stopped_by_width,
            Self::Interrupt => limits::stopped_by_interrupt,
        };
        words(lang).to_owned()
    }
}

fn at(position: Position, fault: &str, lang: Lang) -> String {
    match position.line {
        1 => boards::at_column(lang, position.column, fault),
        line => boards::at_position(lang, line, position.column, fault),
    }
}

fn most_cells(lang: Lang) -> String {
    lang.number(Shape::MAX_CELLS as u64)
}
