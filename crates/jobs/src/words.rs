//! What of a result is words: sentences and charts. This crate has none; `hueco_say::Lang` implements this trait in both languages.

use hueco_courses::Note;
use hueco_grade::Failure;
use hueco_search::Limit;
use hueco_show::compare::Run;
use hueco_show::quiz::Question;
use hueco_tiles::check::Check;
use hueco_tiles::{Board, Why};

use crate::judged::Passage;

/// Words for results, in the reader's language.
pub trait Words: hueco_show::tree::Words {
    /// The chart of a comparison, as SVG.
    fn comparison_chart(&self, boards: &[Board], methods: &[String], runs: &[Run]) -> String;
    /// The chart of a checked heuristic, as SVG.
    fn check_chart(&self, check: &Check) -> String;
    /// What a quiz asks.
    fn question(&self, question: &Question) -> String;
    /// Why its answer is right.
    fn because(&self, question: &Question) -> String;
    /// A remark of a course program.
    fn course_note(&self, note: &Note) -> String;
    /// That a limit ended a course program.
    fn course_stopped(&self, limit: Limit) -> String;
    /// Why the output of another program is wrong.
    fn course_failure(&self, failure: &Failure) -> Vec<Passage>;
    /// Why a board cannot reach its goal.
    fn unsolvable(&self, why: &Why) -> String;
}
