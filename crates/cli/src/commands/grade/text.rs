//! The marks of one program for people: one line per case as it is judged, then what is wrong in each failed case, then the
//! score.

use std::time::Duration;

use hueco_grade::cases::{Part, Topic};
use hueco_grade::cause::{Difference, Side};
use hueco_grade::{Cause, Exam, Failure, Marks, Verdict};
use hueco_say::grade::{self as said, Block, Column, faults};
use hueco_say::{Lang, Say, bench as runs};

use super::Request;
use crate::answer::{PROSE_WIDTH, wrapped};
use crate::context::is_coloured;
use crate::table::{Align, Table};

/// The table of cases.
pub(super) struct Cases {
    table: Table,
    lang: Lang,
    coloured: bool,
}

impl Cases {
    pub(super) fn new(exam: &Exam, lang: Lang) -> Self {
        let cases = || exam.questions().iter().map(|(case, _)| case);
        let widest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
        let name = widest(&mut cases().map(|case| case.name.chars().count()));
        let subject = widest(&mut cases().map(|case| about(case.about, case.part, lang).chars().count()));
        let result = said::result_passed(lang).len().max(said::result_failed(lang).len());
        let table = Table::new(vec![
            (said::column_case(lang), name, Align::Left),
            (said::column_about(lang), subject, Align::Left),
            (said::column_result(lang), result, Align::Left),
            (runs::column_time(lang), 9, Align::Right),
            (said::column_ending(lang), 0, Align::Left),
        ]);
        Self { table, lang, coloured: is_coloured(&std::io::stdout()) }
    }

    pub(super) fn header(&self) -> String {
        self.table.header()
    }

    pub(super) fn row(&self, verdict: &Verdict) -> String {
        let lang = self.lang;
        let row = self.table.row(&[
            printable(&verdict.case),
            about(verdict.about, verdict.part, lang),
            if verdict.passed { said::result_passed(lang) } else { said::result_failed(lang) }.to_owned(),
            lang.time(Duration::from_secs_f64(verdict.seconds.max(0.0))),
            said::short_ending(&verdict.ending, lang),
        ]);
        if self.coloured && !verdict.passed { format!("\x1b[31m{row}\x1b[0m") } else { row }
    }
}

/// What a case is about; a case of `sums` is about a part of its output.
pub(super) fn about(about: Topic, part: Part, lang: Lang) -> String {
    match about {
        Topic::Output => part.say(lang),
        about => about.say(lang),
    }
}

/// A text with everything escaped that a terminal or a reader would not see as it is: control characters, and those that
/// are invisible or turn the direction of writing.
pub(super) fn printable(name: &str) -> String {
    let is_hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
    };
    name.chars().flat_map(|c| if is_hidden(c) { c.escape_default().collect() } else { vec![c] }).collect()
}

/// Everything after the table of cases.
pub(super) fn details(marks: &Marks, request: &Request, lang: Lang) -> Vec<String> {
    let mut page = Page::default();
    for verdict in &marks.verdicts {
        if let Some(failure) = &verdict.failure {
            case(&mut page, verdict, failure, request, lang);
        }
    }
    page.gap();
    if let Some(cause) = marks.cause.as_ref().filter(|cause| cause.failed > 1) {
        page.sentence(0, &printable(&said::common_cause(cause, &request.limits, lang)));
    }
    if marks.interrupted {
        page.sentence(0, &said::score_interrupted(lang, marks.verdicts.len(), marks.count));
    }
    page.lines.push(said::score_line(lang, score(marks.score, lang), marks.passed, marks.count));
    page.lines
}

/// A score without trailing zeros: `7`, `8.33`.
pub(super) fn score(score: f64, lang: Lang) -> String {
    let text = format!("{score:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match lang {
        Lang::En => text.to_owned(),
        Lang::Es => text.replace('.', ","),
    }
}

fn case(page: &mut Page, verdict: &Verdict, failure: &Failure, request: &Request, lang: Lang) {
    page.gap();
    page.lines.push(said::case_heading(lang, printable(&verdict.case), about(verdict.about, verdict.part, lang)));
    if let Some(stopped) = said::stopped(&verdict.ending, &request.limits, lang) {
        page.sentence(2, &sentence(&stopped));
    }
    if let Some(line) = verdict.last_words.as_ref() {
        page.lines.push(format!("  {}", faults::last_words(lang, line)));
    }
    if verdict.left_behind > 0 {
        page.sentence(2, &faults::left_behind(lang, verdict.left_behind));
    }
    if let Some(difference) = &failure.difference {
        page.difference(difference, lang);
    }
    match &failure.cause {
        Cause::Order(divergence) => page.blocks(&said::explain(divergence, lang)),
        Cause::Stopped => {}
        cause => page.sentence(2, &sentence(&printable(&cause.say(lang)))),
    }
}

/// A fragment as a sentence.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if text.ends_with(['.', ':']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// A space at which no line is broken.
const NO_BREAK: char = '\u{a0}';

/// The text with unbroken boards: `1 2 3 / 4 0 5 / 6 7 8` stays on one line.
fn with_unbroken_boards(text: &str) -> String {
    let of_board = |word: &str| matches!(word.trim_end_matches([',', '.', ';', ')']).as_bytes(), [b'/' | b'0'..=b'8']);
    let mut words = text.split(' ');
    let mut before = words.next().unwrap_or_default();
    let mut whole = before.to_owned();
    for word in words {
        whole.push(if of_board(before) && of_board(word) { NO_BREAK } else { ' ' });
        whole.push_str(word);
        before = word;
    }
    whole
}

/// Lines of text.
#[derive(Default)]
struct Page {
    lines: Vec<String>,
}

impl Page {
    /// An empty line.
    fn gap(&mut self) {
        self.lines.push(String::new());
    }

    /// A sentence, wrapped if it is too long.
    fn sentence(&mut self, indent: usize, text: &str) {
        let margin = " ".repeat(indent);
        let text = wrapped(&with_unbroken_boards(text), PROSE_WIDTH - indent);
        self.lines.extend(text.lines().map(|line| format!("{margin}{}", line.replace(NO_BREAK, " "))));
    }

    fn difference(&mut self, difference: &Difference, lang: Lang) {
        self.sentence(2, &faults::difference_line(lang, difference.line));
        let names = [faults::difference_expected(lang), faults::difference_found(lang)];
        let width = names.map(|name| name.chars().count()).into_iter().max().unwrap_or(0);
        for (name, side) in names.into_iter().zip([&difference.expected, &difference.found]) {
            if *side != Side::Open {
                self.lines.push(format!("    {name:<width$}  {}", side.say(lang)));
            }
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Sentence(text) => self.sentence(2, text),
                Block::Boards(right, wrong) => self.boards(right, wrong),
                Block::Children(rows) => self.children(rows),
            }
        }
    }

    fn boards(&mut self, right: &Column, wrong: &Column) {
        let cells = |column: &Column| -> Vec<String> {
            let all = std::iter::once(&column.caption).chain(&column.rows).chain([&column.values]);
            all.filter(|cell| !cell.is_empty()).cloned().collect()
        };
        let (left, right) = (cells(right), cells(wrong));
        let width = left.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
        for at in 0..left.len().max(right.len()) {
            let cell = |cells: &[String]| cells.get(at).cloned().unwrap_or_default();
            let line = format!("    {:<width$}    {}", cell(&left), cell(&right));
            self.lines.push(line.trim_end().to_owned());
        }
    }

    fn children(&mut self, rows: &[[String; 3]]) {
        let width = rows.iter().map(|row| row[1].chars().count()).max().unwrap_or(0);
        for (at, [board, values, mark]) in rows.iter().enumerate() {
            let arrow = if mark.is_empty() { "" } else { "<- " };
            let line = format!("    {}. {board}  {values:<width$}  {arrow}{mark}", at + 1);
            self.lines.push(line.trim_end().to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_have_no_trailing_zeros() {
        assert_eq!(score(10.0, Lang::En), "10");
        assert_eq!(score(8.33, Lang::Es), "8,33");
        assert_eq!(score(0.5, Lang::En), "0.5");
        assert_eq!(score(0.0, Lang::En), "0");
    }

    #[test]
    fn boards_are_not_wrapped() {
        let mut page = Page::default();
        page.sentence(2, &"from 1 2 3 / 4 0 5 / 6 7 8, ".repeat(9));
        assert!(page.lines.len() > 2 && page.lines.iter().all(|line| line.matches('/').count() % 2 == 0));
        assert!(page.lines.iter().all(|line| line.chars().count() <= PROSE_WIDTH && !line.contains(NO_BREAK)));
    }

    #[test]
    fn control_characters_of_names_are_escaped() {
        assert_eq!(printable("ana\x1b[2J\n"), "ana\\u{1b}[2J\\n");
    }
}
