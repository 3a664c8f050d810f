//! Words for results, each the same mark.

use hueco_courses::Note;
use hueco_grade::Failure;
use hueco_jobs::{Passage, Words};
use hueco_search::Limit;
use hueco_show::compare::Run;
use hueco_show::quiz::Question;
use hueco_tiles::check::Check;
use hueco_tiles::{Board, Why};

/// Marks where words go.
pub(crate) struct Marked;

pub(crate) const MARK: &str = "words";

impl hueco_show::tree::Words for Marked {
    fn say(&self, _: hueco_show::tree::Phrase<'_>) -> String {
        MARK.to_owned()
    }
}

impl Words for Marked {
    fn comparison_chart(&self, _: &[Board], _: &[String], _: &[Run]) -> String {
        MARK.to_owned()
    }
    fn check_chart(&self, _: &Check) -> String {
        MARK.to_owned()
    }
    fn question(&self, _: &Question) -> String {
        MARK.to_owned()
    }
    fn because(&self, _: &Question) -> String {
        MARK.to_owned()
    }
    fn course_note(&self, _: &Note) -> String {
        MARK.to_owned()
    }
    fn course_stopped(&self, _: Limit) -> String {
        MARK.to_owned()
    }
    fn course_failure(&self, _: &Failure) -> Vec<Passage> {
        vec![Passage::Sentence { text: MARK.to_owned() }]
    }
    fn unsolvable(&self, _: &Why) -> String {
        MARK.to_owned()
    }
}
