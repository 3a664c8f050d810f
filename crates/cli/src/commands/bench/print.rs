//! How runs and totals are printed: a table for people, CSV and JSON for programs.

use std::time::Duration;

use clap::ArgMatches;
use hueco_say::{Lang, bench as said};
use hueco_tiles::Instance;
use hueco_tiles::solve::{Answer, Outcome};
use serde::Serialize;

use crate::answer::{self, VERSION};
use crate::context::{Context, Out};
use crate::failure::Result;
use crate::options;
use crate::table::{Align, Table, csv_field};

/// The sums of one method.
pub(super) struct Total {
    method: String,
    runs: usize,
    solved: usize,
    length: u64,
    generated: u64,
    expanded: u64,
    time: Duration,
}

impl Total {
    pub(super) fn new(method: String) -> Self {
        Self { method, runs: 0, solved: 0, length: 0, generated: 0, expanded: 0, time: Duration::ZERO }
    }

    /// Adds one run.
    pub(super) fn add(&mut self, answer: &Answer) {
        self.runs += 1;
        self.solved += usize::from(answer.outcome == Outcome::Solved);
        self.length += answer.moves.as_ref().map_or(0, Vec::len) as u64;
        self.generated += answer.stats.generated;
        self.expanded += answer.stats.expanded;
        self.time += answer.time;
    }

    fn rate(&self) -> u64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { (self.generated as f64 / seconds) as u64 } else { 0 }
    }
}

/// One run as a line of JSON or CSV.
#[derive(Serialize)]
struct Row<'a> {
    version: u32,
    id: &'a str,
    method: &'a str,
    algorithm: &'a str,
    heuristic: Option<&'a str>,
    expected: Option<u32>,
    outcome: &'static str,
    optimal: bool,
    length: Option<usize>,
    lower_bound: u32,
    stopped_by: Option<&'static str>,
    generated: u64,
    expanded: u64,
    examined: u64,
    reopened: u64,
    evaluated: u64,
    peak_bytes: u64,
    table_bytes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct TotalRow<'a> {
    version: u32,
    total: &'a str,
    runs: usize,
    solved: usize,
    length: u64,
    generated: u64,
    expanded: u64,
    seconds: f64,
    nodes_per_second: u64,
}

const CSV_HEADER: &str = "id,method,algorithm,heuristic,expected,outcome,optimal,length,lower_bound,stopped_by,generated,\
                          expanded,examined,reopened,evaluated,peak_bytes,table_bytes,seconds";

impl Row<'_> {
    fn csv(&self) -> String {
        let number = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
        [
            csv_field(self.id),
            csv_field(self.method),
            csv_field(self.algorithm),
            csv_field(self.heuristic.unwrap_or_default()),
            number(self.expected.map(u64::from)),
            self.outcome.to_owned(),
            self.optimal.to_string(),
            number(self.length.map(|n| n as u64)),
            self.lower_bound.to_string(),
            self.stopped_by.unwrap_or_default().to_owned(),
            self.generated.to_string(),
            self.expanded.to_string(),
            self.examined.to_string(),
            self.reopened.to_string(),
            self.evaluated.to_string(),
            self.peak_bytes.to_string(),
            self.table_bytes.to_string(),
            self.seconds.to_string(),
        ]
        .join(",")
    }
}

/// Prints rows as they come, and the totals at the end.
pub(super) struct Printer<'a> {
    out: Out,
    lang: Lang,
    format: &'a str,
    table: Table,
}

impl<'a> Printer<'a> {
    pub(super) fn new(
        matches: &'a ArgMatches,
        context: &Context,
        instances: &[Instance],
        methods: &[String],
    ) -> Result<Self> {
        let lang = context.lang;
        let longest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let ids = longest(&mut instances.iter().map(|instance| instance.id.chars().count()));
        let names = longest(&mut methods.iter().map(|method| method.chars().count()));
        let table = Table::new(vec![
            (said::column_id(lang), ids, Align::Right),
            (said::column_method(lang), names, Align::Left),
            (said::column_optimal(lang), 3, Align::Right),
            (said::column_length(lang), 3, Align::Right),
            (said::column_outcome(lang), 12, Align::Left),
            (said::column_generated(lang), 15, Align::Right),
            (said::column_expanded(lang), 15, Align::Right),
            (said::column_memory(lang), 10, Align::Right),
            (said::column_seconds(lang), 10, Align::Right),
        ]);
        let mut printer = Self { out: context.out(), lang, format: options::text(matches, "format"), table };
        match printer.format {
            "csv" => printer.out.line(CSV_HEADER)?,
            "json" => {}
            _ => printer.out.line(&printer.table.header())?,
        }
        printer.out.flush()?;
        Ok(printer)
    }

    /// One run.
    pub(super) fn row(&mut self, instance: &Instance, method: &str, answer: &Answer) -> Result<()> {
        let stats = answer.stats;
        let row = Row {
            version: VERSION,
            id: &instance.id,
            method,
            algorithm: answer.algorithm,
            heuristic: answer.heuristic.as_deref(),
            expected: instance.optimal,
            outcome: answer::outcome_name(answer.outcome),
            optimal: answer.optimal,
            length: answer.moves.as_ref().map(Vec::len),
            lower_bound: answer.lower_bound,
            stopped_by: answer::stopped_by(answer.outcome),
            generated: stats.generated,
            expanded: stats.expanded,
            examined: stats.examined,
            reopened: stats.reopened,
            evaluated: stats.evaluated,
            peak_bytes: stats.peak_bytes,
            table_bytes: answer.table_bytes,
            seconds: answer::microseconds(answer.time.as_secs_f64()),
        };
        let line = match self.format {
            "csv" => row.csv(),
            "json" => answer::one_line(&row),
            _ => self.words(&row, answer.outcome),
        };
        self.out.line(&line)?;
        self.out.flush()
    }

    fn words(&self, row: &Row, outcome: Outcome) -> String {
        let lang = self.lang;
        let number = |n: Option<u64>| n.map_or("-".to_owned(), |n| n.to_string());
        self.table.row(&[
            row.id.to_owned(),
            row.method.to_owned(),
            number(row.expected.map(u64::from)),
            number(row.length.map(|n| n as u64)),
            answer::outcome_word(outcome, row.optimal, lang).to_owned(),
            lang.number(row.generated),
            lang.number(row.expanded),
            lang.bytes(row.peak_bytes),
            lang.decimal(row.seconds, 3),
        ])
    }

    /// The sums.
    pub(super) fn totals(&mut self, totals: &[Total]) -> Result<()> {
        for total in totals {
            let seconds = total.time.as_secs_f64();
            let line = match self.format {
                "csv" => continue,
                "json" => answer::one_line(&TotalRow {
                    version: VERSION,
                    total: &total.method,
                    runs: total.runs,
                    solved: total.solved,
                    length: total.length,
                    generated: total.generated,
                    expanded: total.expanded,
                    seconds: answer::microseconds(seconds),
                    nodes_per_second: total.rate(),
                }),
                _ => said::bench_total(
                    self.lang,
                    &total.method,
                    total.solved,
                    total.runs,
                    total.length,
                    self.lang.number(total.generated),
                    self.lang.number(total.expanded),
                    self.lang.decimal(seconds, 3),
                    self.lang.number(total.rate()),
                ),
            };
            self.out.line(&line)?;
        }
        self.out.flush()
    }
}
