//! The answer key: the course programs, run on the input and arguments of a case.
//!
//! Arguments are those of `hueco course`, as far as they change the output. For other arguments, or an input that a course
//! program refuses, the teacher must provide the right output.

use hueco_courses::{CourseError, Ending, astar, menu, solver, sums};
use hueco_grade::{Answer, AnswerKey, Case, Course};
use hueco_say::grade::faults as said;
use hueco_say::{Lang, Say};
use hueco_search::Budget;

use crate::context::Context;
use crate::memory;

/// The course programs, within the free memory and until Ctrl-C.
pub(super) struct CoursePrograms<'a> {
    pub(super) context: &'a Context,
}

impl AnswerKey for CoursePrograms<'_> {
    fn answer(&self, course: Course, case: &Case) -> Result<Answer, String> {
        let lang = self.context.lang;
        match course {
            Course::Menu => {
                expect_no_more(&Arguments::read(case, lang)?, lang)?;
                self.run(|output, _| menu::run(&case.stdin[..], output, None, &mut |_| {}))
            }
            Course::Solver => {
                let mut arguments = Arguments::read(case, lang)?;
                let priority = match arguments.take_value("--priority")?.as_deref() {
                    None | Some("manhattan") => solver::Priority::Manhattan,
                    Some("hamming") => solver::Priority::Hamming,
                    Some(other) => return Err(said::answer_bad_arguments(lang, other)),
                };
                expect_no_more(&arguments, lang)?;
                let options = solver::Options { priority, ..solver::Options::default() };
                self.run(|output, budget| {
                    let board = solver::read(&case.stdin[..], true, &mut |_| {})?;
                    solver::run(&board, options, output, budget, &mut |_| {})
                })
            }
            Course::Astar => {
                let mut arguments = Arguments::read(case, lang)?;
                let estimate = match arguments.take_value("--heuristic")? {
                    None => astar::Estimate::default(),
                    Some(name) => {
                        astar::Estimate::parse(&name).ok_or_else(|| said::answer_bad_arguments(lang, &name))?
                    }
                };
                let options =
                    astar::Options { estimate, trace: arguments.take("--trace"), ..astar::Options::default() };
                expect_no_more(&arguments, lang)?;
                self.run(|output, budget| {
                    let (initial, goal) = astar::read(&case.stdin[..])?;
                    astar::run(&initial, &goal, options, output, budget)
                })
            }
            Course::Sums => {
                let mut arguments = Arguments::read(case, lang)?;
                let only_tree = arguments.take("--tree");
                expect_no_more(&arguments, lang)?;
                let output = |tree| {
                    let options = sums::Options { tree, ..sums::Options::default() };
                    self.run(|output, budget| sums::run(&sums::cross(), options, output, budget, &mut |_| {}))
                };
                let tree = output(true)?;
                if only_tree { Ok(tree) } else { Ok(Answer { also: vec![tree.text], ..output(false)? }) }
            }
        }
    }
}

impl CoursePrograms<'_> {
    fn run(
        &self,
        program: impl FnOnce(&mut Vec<u8>, &mut Budget) -> Result<Ending, CourseError>,
    ) -> Result<Answer, String> {
        let lang = self.context.lang;
        let mut budget = Budget::unlimited().cancel(self.context.cancel.clone());
        if let Some(bytes) = memory::default_limit() {
            budget = budget.max_bytes(bytes);
        }
        let mut output = Vec::new();
        match program(&mut output, &mut budget) {
            Ok(Ending::Stopped(limit)) => Err(said::answer_stopped(lang, limit.say(lang))),
            Ok(Ending::Done | Ending::Unsolvable) => Ok(Answer::from(output)),
            Err(CourseError::Input(error)) => Err(said::answer_bad_input(lang, error.at.line, error.at.column)),
            Err(error) => Err(said::answer_failed(lang, error)),
        }
    }
}

/// The arguments of a case that are not parsed yet.
struct Arguments {
    words: Vec<String>,
    lang: Lang,
}

impl Arguments {
    fn read(case: &Case, lang: Lang) -> Result<Self, String> {
        let word = |word: &std::ffi::OsString| {
            word.to_str().map(str::to_owned).ok_or_else(|| said::answer_bad_arguments(lang, word.to_string_lossy()))
        };
        Ok(Self { words: case.args.iter().map(word).collect::<Result<_, _>>()?, lang })
    }

    fn take(&mut self, name: &str) -> bool {
        let at = self.words.iter().position(|word| word == name);
        at.map(|at| self.words.remove(at)).is_some()
    }

    /// The value of `NAME VALUE` or `NAME=VALUE`.
    fn take_value(&mut self, name: &str) -> Result<Option<String>, String> {
        if let Some(at) = self.words.iter().position(|word| word == name) {
            if at + 1 == self.words.len() {
                return Err(said::answer_bad_arguments(self.lang, name));
            }
            return Ok(self.words.drain(at..at + 2).nth(1));
        }
        let joined = |word: &String| word.strip_prefix(name).and_then(|rest| rest.strip_prefix('=')).map(str::to_owned);
        let at = self.words.iter().position(|word| joined(word).is_some());
        Ok(at.and_then(|at| joined(&self.words.remove(at))))
    }
}

/// Checks that no argument is left.
fn expect_no_more(arguments: &Arguments, lang: Lang) -> Result<(), String> {
    arguments.words.first().map_or(Ok(()), |word| Err(said::answer_bad_arguments(lang, word)))
}
