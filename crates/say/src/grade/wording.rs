//! `Say` for the types of the grader.
//!
//! What is wrong with a case is one sentence here, fit for a table. [`super::explain`] explains a search in the wrong order
//! at length.

use std::io;

use hueco_grade::cases::{CasesError, Part, Topic};
use hueco_grade::cause::{Layout, PathFault, Side};
use hueco_grade::common::What;
use hueco_grade::path_search::{ParityMistake, SearchMistake};
use hueco_grade::run::{FileKind, Operation, signal_name};
use hueco_grade::{Cause, CommonCause, Ending, ExamError, Limits, ProgramError, RunError, Verdict};
use hueco_jobs::{Captioned, Passage};

use super::{Block, Column, explain, faults, mistakes};
use crate::{Lang, Say, usage};

impl Say for Topic {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::Given => super::case_given,
            Self::NoBoard => super::case_no_board,
            Self::Repeated => super::case_repeated,
            Self::Whitespace => super::case_whitespace,
            Self::AfterFive => super::case_after_five,
            Self::TiesOfG => super::case_ties_of_g,
            Self::TiesOfH => super::case_ties_of_h,
            Self::TiesOfF => super::case_ties_of_f,
            Self::TiesOfD => super::case_ties_of_d,
            Self::DeadEnds => super::case_dead_ends,
            Self::LongRuns => super::case_long_runs,
            Self::NoFive => super::case_no_five,
            Self::Unsolvable => super::case_unsolvable,
            Self::AlreadySolved => super::case_already_solved,
            Self::Short => super::case_short,
            Self::Long => super::case_long,
            Self::Tricky => super::case_tricky,
            Self::Small => super::case_small,
            Self::Large => super::case_large,
            Self::Example => super::case_example,
            Self::Output => super::part_whole,
        };
        words(lang).to_owned()
    }
}

impl Say for Part {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::Whole => super::part_whole,
            Self::Created => super::part_created,
            Self::Examined => super::part_examined,
            Self::Solution => super::part_solution,
            Self::Route => super::part_route,
            Self::Drawing => super::part_drawing,
        };
        words(lang).to_owned()
    }
}

/// How a program ended, in a few words for a table.
pub fn short_ending(ending: &Ending, lang: Lang) -> String {
    let words = match ending {
        Ending::Exited { code } => return faults::ended_with_status(lang, code),
        Ending::Signalled { signal } => {
            return match signal_name(*signal) {
                Some(name) => faults::ended_by_named_signal(lang, signal, name),
                None => faults::ended_by_signal(lang, signal),
            };
        }
        Ending::TimedOut => faults::ended_by_time,
        Ending::TooMuchOutput => faults::ended_by_output,
        Ending::TooMuchMemory => faults::ended_by_memory,
        Ending::TooManyProcesses => faults::ended_by_processes,
        Ending::TooManyFiles => faults::ended_by_files,
        Ending::NotStarted { .. } => faults::ended_not_started,
        Ending::Interrupted => faults::ended_interrupted,
        Ending::GivenUp => faults::ended_given_up,
    };
    words(lang).to_owned()
}

/// Why a program that ended this way did not finish; `None` if it ended successfully.
pub fn stopped(ending: &Ending, limits: &Limits, lang: Lang) -> Option<String> {
    Some(match ending {
        Ending::Exited { code: 0 } => return None,
        Ending::Exited { code } => faults::ended_itself(lang, code),
        Ending::Signalled { .. } => faults::crashed(lang, short_ending(ending, lang)),
        Ending::TimedOut => faults::stopped_time(lang, lang.limit(limits.timeout)),
        Ending::TooMuchOutput => faults::stopped_output(lang, lang.bytes(limits.output)),
        Ending::TooMuchMemory => faults::stopped_memory(lang, lang.bytes(limits.memory)),
        Ending::TooManyProcesses => faults::stopped_processes(lang, limits.processes),
        Ending::TooManyFiles => faults::stopped_files(lang, limits.files),
        Ending::NotStarted { message, kind } => faults::not_started(lang, refusal(message, *kind, lang)),
        Ending::Interrupted => short_ending(ending, lang),
        Ending::GivenUp => faults::stopped_given_up(lang).to_owned(),
    })
}

fn refusal(message: &str, kind: io::ErrorKind, lang: Lang) -> String {
    match kind {
        io::ErrorKind::NotFound => faults::not_started_missing(lang).to_owned(),
        io::ErrorKind::PermissionDenied => faults::not_started_forbidden(lang).to_owned(),
        _ => message.to_owned(),
    }
}

impl Say for Side {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Line(text) if text.is_empty() => faults::side_empty(lang).to_owned(),
            Self::Line(text) => format!("\"{text}\""),
            Self::End => faults::side_end(lang).to_owned(),
            Self::Open => String::new(),
        }
    }
}

impl Say for Layout {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::CarriageReturns => faults::layout_carriage_returns,
            Self::ByteOrderMark => faults::layout_byte_order_mark,
            Self::TrailingSpaces => faults::layout_trailing_spaces,
            Self::Spacing => faults::layout_spacing,
            Self::BreaksMissingAtEnd => faults::layout_breaks_missing,
            Self::BreaksTooManyAtEnd => faults::layout_breaks_too_many,
            Self::EmptyLines => faults::layout_empty_lines,
            Self::AfterMinusOne => faults::layout_after_minus_one,
        };
        faults::layout_all_right_but(lang, words(lang))
    }
}

impl Say for PathFault {
    fn say(&self, lang: Lang) -> String {
        let words = match *self {
            Self::IllegalMove { board } => return faults::path_illegal_move(lang, board, board.saturating_sub(1)),
            Self::TooLong { moves, shortest } => return faults::path_too_long(lang, moves, shortest),
            Self::WrongNumber { printed: Some(printed), made } => {
                return faults::path_wrong_number(lang, printed, made);
            }
            Self::WrongNumber { printed: None, made } => return faults::path_no_number(lang, made),
            Self::WrongDirection { position } => return faults::path_wrong_direction(lang, position),
            Self::Enqueued { printed: Some(printed), expected } => {
                return faults::path_enqueued(lang, printed, expected);
            }
            Self::Enqueued { printed: None, expected } => return faults::path_no_enqueued(lang, expected),
            Self::CountsBoards { printed } => return faults::path_counts_boards(lang, printed),
            Self::Wraps { board } => return faults::path_wraps(lang, board),
            Self::TileDirections => faults::path_tile_directions,
            Self::OtherGoal => faults::path_other_goal,
            Self::Prompt => faults::path_prompt,
            Self::NotARow => faults::path_not_a_row,
            Self::NoEmptyLine => faults::path_no_empty_line,
            Self::WrongStart => faults::path_wrong_start,
            Self::NotAtGoal => faults::path_not_at_goal,
            Self::SaysUnsolvable => faults::path_says_unsolvable,
            Self::DoesNotSayUnsolvable => faults::path_does_not_say_unsolvable,
            Self::Words => faults::path_words,
            Self::Extra => faults::path_extra,
        };
        words(lang).to_owned()
    }
}

impl Say for FileKind {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::Link => faults::kind_link,
            Self::Folder => faults::kind_folder,
            Self::Pipe => faults::kind_pipe,
            Self::Special => faults::kind_special,
        };
        words(lang).to_owned()
    }
}

/// One sentence; [`super::explain`] says more about a search in the wrong order.
impl Say for Cause {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::NoFile { name, instead, on_stdout } => {
                let mut text = faults::cause_no_file(lang, name);
                if !instead.is_empty() {
                    text = format!("{text}; {}", faults::cause_no_file_but(lang, instead.join(", ")));
                }
                if *on_stdout { format!("{text}; {}", faults::cause_stdout_instead(lang)) } else { text }
            }
            Self::NotAFile { kind } => faults::cause_not_a_file(lang, kind.say(lang)),
            Self::Empty { on_stdout: true } => {
                format!("{}; {}", faults::cause_empty_file(lang), faults::cause_stdout_instead(lang))
            }
            Self::Empty { on_stdout: false } => faults::cause_empty(lang).to_owned(),
            Self::NotText => faults::cause_not_text(lang).to_owned(),
            Self::Layout { layout } => layout.say(lang),
            Self::Title { heuristic } => faults::cause_title(lang, heuristic.option(), heuristic.title()),
            Self::NoBoardYet { heuristic } => faults::cause_no_board_yet(lang, heuristic.option()),
            Self::Unsolvable { board } => faults::cause_unsolvable(lang, board),
            Self::MinusOne { heuristic, board } => faults::cause_minus_one(lang, heuristic.option(), board),
            Self::TitleBeforeMinusOne { heuristic } => faults::cause_title_before_minus_one(lang, heuristic.title()),
            Self::OldBoard { current, used } => faults::cause_old_board(lang, used, current),
            Self::RanAfterFive => faults::cause_ran_after_five(lang).to_owned(),
            Self::MissingRuns { found, expected } => faults::cause_missing_runs(lang, found, expected),
            Self::Extra => faults::cause_extra(lang).to_owned(),
            Self::StepCount { printed: Some(printed), expected } => faults::cause_step_count(lang, expected, printed),
            Self::StepCount { printed: None, expected } => faults::cause_step_count_missing(lang, expected),
            Self::Order(divergence) => match (divergence.mistake, divergence.and) {
                (Some(mistake), Some(and)) => mistakes::both(lang, mistake.say(lang), and.say(lang)),
                (Some(mistake), None) => mistake.say(lang),
                (None, _) => mistakes::order_brief(lang, divergence.heuristic.option(), divergence.step),
            },
            Self::Path(fault) => fault.say(lang),
            Self::Entry { found: 0, heading: false, .. } => faults::cause_part_missing(lang).to_owned(),
            Self::Entry { found: 0, expected, .. } => faults::cause_part_empty(lang, expected),
            Self::Entry { position, expected, found, .. } if position > found => {
                faults::cause_entry_missing(lang, found, expected)
            }
            Self::Entry { position, expected, found, .. } if position > expected => {
                faults::cause_entry_too_many(lang, found, expected)
            }
            Self::Entry { position, expected, .. } => faults::cause_entry_wrong(lang, position, expected),
            Self::Stopped | Self::Text => faults::cause_text(lang).to_owned(),
        }
    }
}

/// Why an output is wrong, for a page: a search in the wrong order is explained at length.
pub fn passages(cause: &Cause, lang: Lang) -> Vec<Passage> {
    let Cause::Order(divergence) = cause else { return vec![Passage::Sentence { text: cause.say(lang) }] };
    let captioned = |Column { caption, rows, values }| Captioned { caption, rows, values };
    let passage = |block| match block {
        Block::Sentence(text) => Passage::Sentence { text },
        Block::Boards(right, own) => Passage::Boards { right: captioned(right), own: captioned(own) },
        Block::Children(rows) => Passage::Children { rows },
    };
    explain(divergence, lang).into_iter().map(passage).collect()
}

impl Say for SearchMistake {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::Weighted => mistakes::search_weighted,
            Self::Greedy => mistakes::search_greedy,
            Self::NeverImproves => mistakes::search_never_improves,
            Self::BlankCounted => mistakes::search_blank_counted,
        };
        words(lang).to_owned()
    }
}

impl Say for ParityMistake {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::NoRow => mistakes::parity_no_row,
            Self::RowAlways => mistakes::parity_row_always,
            Self::RowOffByOne => mistakes::parity_row_off_by_one,
            Self::CountsBlank => mistakes::parity_counts_blank,
            Self::NoGoal => mistakes::parity_no_goal,
        };
        words(lang).to_owned()
    }
}

/// What is wrong with a program, without how sure that is.
pub fn what(what: &What, limits: &Limits, lang: Lang) -> String {
    match what {
        What::Order { mistakes } => match &mistakes[..] {
            [first, second, ..] => mistakes::both(lang, first.say(lang), second.say(lang)),
            [only] => only.say(lang),
            [] => faults::cause_text(lang).to_owned(),
        },
        What::Search { mistake } => mistake.say(lang),
        What::Parity { mistake } => mistake.say(lang),
        What::DepthLimit { found, missed } => mistakes::depth_limit(lang, found, missed),
        What::Fault { cause } => cause.say(lang),
        What::Ended { ending } => stopped(ending, limits, lang).unwrap_or_else(|| short_ending(ending, lang)),
    }
}

/// The common cause of a program's failed cases, as one sentence.
pub fn common_cause(cause: &CommonCause, limits: &Limits, lang: Lang) -> String {
    let mut named = what(&cause.what, limits, lang);
    for other in cause.or.iter().take(2) {
        named = format!("{named}; {}", mistakes::or_else(lang, what(other, limits, lang)));
    }
    if cause.sure {
        mistakes::common_cause(lang, named, cause.explained, cause.failed)
    } else {
        mistakes::common_cause_unsure(lang, named, cause.explained, cause.failed)
    }
}

/// Why a case failed, in one line; `None` if it passed.
pub fn reason(verdict: &Verdict, limits: &Limits, lang: Lang) -> Option<String> {
    let failure = verdict.failure.as_ref()?;
    let is_wrong_order = matches!(failure.cause, Cause::Order(_));
    let ending = stopped(&verdict.ending, limits, lang).filter(|_| !is_wrong_order);
    Some(match (ending, &verdict.last_words) {
        (Some(ending), Some(last)) if verdict.ending.by_itself() => format!("{ending}: {last}"),
        (Some(ending), _) => ending,
        (None, _) => failure.cause.say(lang),
    })
}

impl Say for ProgramError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Empty => faults::program_empty(lang).to_owned(),
            Self::NotFound { name, here: false } => faults::program_not_found(lang, name),
            Self::NotFound { name, here: true } => faults::program_not_found_here(lang, name),
            Self::UnknownKind { name } => faults::program_unknown_kind(lang, name),
            Self::NothingInFolder { name } => faults::program_nothing_in_folder(lang, name),
            Self::NoInterpreter { name, interpreter } => faults::program_no_interpreter(lang, name, interpreter),
            Self::DoesNotCompile { name, compiler, message } => {
                faults::program_does_not_compile(lang, name, compiler, message)
            }
            Self::CompilerStopped { name, compiler } => faults::program_compiler_stopped(lang, name, compiler),
            Self::NotCopied { name, message } => faults::program_not_copied(lang, name, message),
        }
    }
}

impl Say for CasesError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Unreadable { path, source } => usage::cannot_read(lang, path, source.kind().say(lang)),
            Self::TooLarge { path, max } => faults::cases_too_large(lang, path, lang.bytes(*max)),
            Self::NoCases { path } => faults::cases_none_in_folder(lang, path),
        }
    }
}

impl Say for ExamError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::NoCases => faults::exam_no_cases(lang).to_owned(),
            Self::FileName { name } => faults::exam_file_name(lang, name),
            Self::NoAnswer { case, message } => faults::exam_no_answer(lang, case, message),
            Self::Unreadable { path, source } => usage::cannot_read(lang, path, source.kind().say(lang)),
            Self::Run(error) => error.say(lang),
        }
    }
}

impl Say for RunError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Unsupported => faults::run_unsupported(lang).to_owned(),
            Self::System { operation, source } => {
                faults::run_failed(lang, operation.say(lang), source.kind().say(lang))
            }
        }
    }
}

impl Say for Operation {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::CreateFolder => faults::operation_create_folder,
            Self::CreateFile => faults::operation_create_file,
            Self::WriteInput => faults::operation_write_input,
            Self::ShareFile => faults::operation_share_file,
            Self::Isolate => faults::operation_isolate,
            Self::Monitor => faults::operation_monitor,
            Self::Wait => faults::operation_wait,
            Self::ReadOutput => faults::operation_read_output,
        };
        words(lang).to_owned()
    }
}
