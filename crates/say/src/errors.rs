//! The typed errors of the libraries, worded.
//!
//! Libraries count cells from 0; people count from 1, row by row. A position includes its line only where the text has
//! more than one: a board on the command line has columns alone.

use std::io;

use hueco_search::Limit;
use hueco_tiles::board::{BoardError, Shape, ShapeError};
use hueco_tiles::heuristic::{Expected, HEURISTICS, HeuristicError, TableTooLarge};
use hueco_tiles::instances::{InstanceError, InstanceFault};
use hueco_tiles::lists::ListError;
use hueco_tiles::moves::MovesError;
use hueco_tiles::parity::Why;
use hueco_tiles::parse::{ExpectedJson, Fault, GOALS, ParseError, ParseShapeError, Position};
use hueco_tiles::problem::ShapeMismatch;
use hueco_tiles::solve::{Algorithm, PlanError};

use crate::{Lang, answers, boards, explore, limits, nearest, tables, usage};

/// Something that has words in both languages.
pub trait Say {
    /// It, in words.
    fn say(&self, lang: Lang) -> String;
}

/// A message about a word that is none of `names`, with the one that was probably meant.
pub fn suggested<'a>(message: String, typed: &str, names: impl IntoIterator<Item = &'a str>, lang: Lang) -> String {
    match nearest(typed, names) {
        Some(name) => format!("{message}. {}", usage::did_you_mean(lang, name)),
        None => message,
    }
}

/// What is said of a name that [`Algorithm::parse`] does not know.
pub fn unknown_algorithm(typed: &str, lang: Lang) -> String {
    let names = Algorithm::ALL.map(|(name, _)| name);
    let message = usage::algorithm_unknown(lang, shown(typed), names.join(", "));
    suggested(message, &typed.replace('*', "star"), names, lang)
}

/// What is wrong with a goal: a misspelt name, or a fault in a board.
pub fn fault_in_goal(typed: &str, error: &ParseError, lang: Lang) -> String {
    let typed = typed.trim();
    if !typed.starts_with(char::is_alphabetic) {
        return usage::in_goal(lang, error.say(lang));
    }
    suggested(usage::goal_unknown(lang, shown(typed), GOALS.join(", ")), typed, GOALS, lang)
}

/// The beginning of a word that is quoted, without characters that would upset a terminal.
fn shown(typed: &str) -> String {
    const LONGEST: usize = 40;
    let mut text: String = typed.chars().take(LONGEST).filter(|c| !c.is_control()).collect();
    if typed.chars().nth(LONGEST).is_some() {
        text.push('…');
    }
    text
}

impl Say for ShapeError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::TooSmall { rows, cols } => boards::shape_too_small(lang, rows, cols),
            Self::TooLarge { rows, cols } => boards::shape_too_large(lang, rows, cols, Shape::MAX_CELLS),
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
            Self::RowLength { row, expected, found } => boards::fault_row_length(lang, row, found, expected),
            Self::RowCount { expected, found } => boards::fault_row_count(lang, found, expected),
            Self::Count { shape, found } => boards::board_count(lang, shape, shape.cells(), found),
            Self::OtherSize { given, found } => boards::fault_other_size(lang, given, found),
            Self::NoShape { count } => boards::fault_no_shape(lang, count),
            Self::TooSmall => boards::fault_too_small(lang).to_owned(),
            Self::TooLarge => boards::fault_too_large(lang, Shape::MAX_CELLS),
            Self::OutOfRange { number, largest } => boards::fault_out_of_range(lang, number, largest),
            Self::Twice { number, first } => boards::fault_twice(lang, number, first.say(lang)),
            Self::NoBlank => boards::fault_no_blank(lang).to_owned(),
            Self::LineTooLong { limit } => boards::fault_line_too_long(lang, limit),
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
            Self::RowLength { row, expected, found } => boards::fault_row_length(lang, row, found, expected),
            Self::OtherSize { given, found } => boards::fault_other_size(lang, given, found),
            Self::Shape(error) => error.say(lang),
            Self::Board(error) => error.say(lang),
        }
    }
}

/// What is wrong with a board in a line whose number is reported apart.
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
            InstanceFault::NoBoard { found, size: None } => boards::instances_no_board(lang, *found),
            InstanceFault::NoBoard { found, size: Some(size) } => {
                boards::instances_no_sized_board(lang, *found, size.cells(), size)
            }
            InstanceFault::NoTiles { found } => boards::instances_no_tiles(lang, found),
            InstanceFault::NoShape { cells } => boards::instances_no_shape(lang, cells),
            InstanceFault::OtherSize { given, found } => boards::instances_other_size(lang, given, found),
            InstanceFault::ColumnTwice { name } => boards::instances_column_twice(lang, name),
            InstanceFault::Words { expected, found } => boards::instances_words(lang, found, expected),
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
            Self::Unknown { position, name } => {
                let message = boards::heuristic_unknown(lang, shown(name), names);
                let message = suggested(message, name, HEURISTICS, lang);
                // Of a name that stands alone everybody sees where it is.
                if *position == 0 { message } else { boards::at_character(lang, position + 1, message) }
            }
            Self::Expected { position, expected } => {
                let fault = match expected {
                    Expected::Name => boards::heuristic_expected_name(lang, names),
                    Expected::Opening => boards::heuristic_expected_opening(lang).to_owned(),
                    Expected::CommaOrClosing => boards::heuristic_expected_comma(lang).to_owned(),
                    Expected::End => boards::heuristic_expected_end(lang).to_owned(),
                };
                boards::at_character(lang, position + 1, fault)
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
        boards::walking_distance_too_large(lang, self.shape, self.states_limit)
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
            Self::WrongTable => explore::table_wrong(lang).to_owned(),
            Self::Checkpoint(fault) => tables::checkpoint_fault(lang, fault.say(lang)),
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

#[cfg(test)]
mod tests {
    use hueco_tiles::heuristic::HeuristicSpec;
    use hueco_tiles::parse::{parse_goal, parse_shape};

    use super::*;

    #[test]
    fn a_misspelt_heuristic_is_recognized_also_inside_max() {
        let said = |name: &str, lang| name.parse::<HeuristicSpec>().unwrap_err().say(lang);
        assert!(said("manhatan", Lang::En).ends_with("or max(a,b,…). Did you mean `manhattan`?"));
        let inside = said("max(inversion, linear-conflits)", Lang::Es);
        assert!(inside.starts_with("carácter 16: heurística desconocida: `linear-conflits`;"), "{inside}");
        assert!(inside.ends_with("¿Quiso decir `linear-conflict`?"), "{inside}");
        assert!(said("walking", Lang::En).ends_with("Did you mean `walking-distance`?"));
        assert!(!said("octopus", Lang::En).contains("Did you mean"));
    }

    #[test]
    fn a_misspelt_goal_is_recognized_and_a_bad_board_is_not_taken_for_one() {
        let shape = parse_shape("2x2").unwrap();
        let said = |text: &str, lang| fault_in_goal(text, &parse_goal(text, shape).unwrap_err(), lang);
        assert_eq!(
            said("blank-fist", Lang::En),
            "unknown goal `blank-fist`; expected one of: blank-last, blank-first, or a board. Did you mean `blank-first`?"
        );
        assert!(said("Blank-Last", Lang::Es).ends_with("¿Quiso decir `blank-last`?"));
        assert_eq!(said("1 2 / 3 3", Lang::En), "in the goal, column 9: duplicate 3; first at column 7");
    }

    #[test]
    fn a_misspelt_algorithm_is_recognized_with_its_star() {
        assert!(unknown_algorithm("IAD*", Lang::En).ends_with("Did you mean `idastar`?"));
        assert!(unknown_algorithm("bsf", Lang::Es).ends_with("¿Quiso decir `bfs`?"));
        assert!(!unknown_algorithm(&"\u{1b}".repeat(1_000_000), Lang::En).contains('\u{1b}'));
    }
}
