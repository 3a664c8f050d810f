//! How runs and totals are printed: a table for people, CSV and JSON for programs.

use clap::ArgMatches;
use hueco_say::{Lang, bench as said};
use hueco_search::Stats;
use hueco_show::answer::Counters;
use hueco_tiles::solve::{Answer, Outcome};
use hueco_tiles::{Instance, Set};
use serde::Serialize;

use crate::answer::{self, PROSE_WIDTH, VERSION};
use crate::context::{Context, Out};
use crate::failure::Result;
use crate::format::Format;
use crate::table::{Align, Table, csv_field};

/// The sums of one method.
pub(super) struct Total {
    method: String,
    boards: usize,
    solved: usize,
    proved: usize,
    length: u64,
    stats: Counters,
}

impl Total {
    pub(super) fn new(method: String) -> Self {
        Self { method, boards: 0, solved: 0, proved: 0, length: 0, stats: Counters::default() }
    }

    /// Adds one run.
    pub(super) fn add(&mut self, answer: &Answer) {
        self.boards += 1;
        self.solved += usize::from(answer.outcome == Outcome::Solved);
        self.proved += usize::from(answer.optimal);
        self.length += answer.moves.as_ref().map_or(0, Vec::len) as u64;
        self.stats.add(&Counters::of(answer));
    }

    fn rate(&self) -> u64 {
        let Counters { search: Stats { generated, .. }, seconds, .. } = self.stats;
        if seconds > 0.0 { (generated as f64 / seconds) as u64 } else { 0 }
    }
}

/// What was published about a board.
#[derive(Serialize)]
struct Published {
    optimal: Option<u32>,
    reached: Option<u32>,
    nodes: Option<u64>,
    source: Option<&'static str>,
}

/// One run as a line of JSON or CSV. The order of the keys is part of the contract.
#[derive(Serialize)]
struct Row<'a> {
    version: u32,
    kind: &'static str,
    id: &'a str,
    method: &'a str,
    outcome: &'static str,
    optimal: bool,
    length: Option<usize>,
    lower_bound: u32,
    stopped_by: Option<&'static str>,
    algorithm: &'a str,
    heuristic: Option<String>,
    published: Published,
    contradicts: bool,
    stats: Counters,
}

/// One method over all its runs.
#[derive(Serialize)]
struct TotalRow<'a> {
    version: u32,
    kind: &'static str,
    method: &'a str,
    boards: usize,
    solved: usize,
    proved: usize,
    length: u64,
    nodes_per_second: u64,
    stats: Counters,
}

const CSV_HEADER: &str = "id,method,algorithm,heuristic,outcome,optimal,length,lower_bound,stopped_by,published_optimal,\
                          published_reached,published_nodes,contradicts,generated,expanded,examined,reopened,evaluated,\
                          peak_bytes,table_bytes,seconds";

impl Row<'_> {
    fn csv(&self) -> String {
        let number = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
        [
            csv_field(self.id),
            csv_field(self.method),
            csv_field(self.algorithm),
            csv_field(self.heuristic.as_deref().unwrap_or_default()),
            self.outcome.to_owned(),
            self.optimal.to_string(),
            number(self.length.map(|n| n as u64)),
            self.lower_bound.to_string(),
            self.stopped_by.unwrap_or_default().to_owned(),
            number(self.published.optimal.map(u64::from)),
            number(self.published.reached.map(u64::from)),
            number(self.published.nodes),
            self.contradicts.to_string(),
            answer::csv::counters(&self.stats),
        ]
        .join(",")
    }
}

/// A column of the table for people.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Id,
    Method,
    Optimum,
    Reached,
    Length,
    Outcome,
    Generated,
    Published,
    Expanded,
    Memory,
    Seconds,
}

/// Columns that have something to show. Published counts take the place of our counts of less interest: the table
/// should fit a terminal, and the other formats have everything.
fn columns(instances: &[Instance], methods: &[String]) -> Vec<Column> {
    use Column::{Expanded, Generated, Id, Length, Memory, Method, Optimum, Outcome, Published, Reached, Seconds};
    let has_nodes = instances.iter().any(|instance| instance.nodes.is_some());
    let all = [Id, Method, Optimum, Reached, Length, Outcome, Generated, Published, Expanded, Memory, Seconds];
    let is_shown = |column: &Column| match column {
        Method => methods.len() > 1,
        Optimum => instances.iter().any(|instance| instance.optimal.is_some()),
        Reached => instances.iter().any(|instance| instance.reached.is_some()),
        Published => has_nodes,
        Expanded | Memory => !has_nodes,
        _ => true,
    };
    all.into_iter().filter(is_shown).collect()
}

impl Column {
    /// Its title, its width before any row is known, and the side it keeps to.
    fn head(self, instances: &[Instance], methods: &[String], lang: Lang) -> (&'static str, usize, Align) {
        let longest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let published = || longest(&mut instances.iter().filter_map(|i| Some(lang.number(i.nodes?).len())));
        let counts = if methods.len() > 1 { 10 } else { 13 };
        match self {
            Self::Id => {
                let ids = longest(&mut instances.iter().map(|instance| instance.id.chars().count()));
                (said::column_id(lang), ids, Align::Right)
            }
            Self::Method => {
                let names = longest(&mut methods.iter().map(|method| method.chars().count()));
                (said::column_method(lang), names, Align::Left)
            }
            Self::Optimum => (said::column_optimum(lang), 3, Align::Right),
            Self::Reached => (said::column_reached(lang), 3, Align::Right),
            Self::Length => (said::column_length(lang), 3, Align::Right),
            Self::Outcome => (said::column_outcome(lang), 12, Align::Left),
            Self::Generated => (said::column_generated(lang), counts.max(published()), Align::Right),
            Self::Published => (said::column_published(lang), published(), Align::Right),
            Self::Expanded => (said::column_expanded(lang), counts, Align::Right),
            Self::Memory => (said::column_memory(lang), 9, Align::Right),
            Self::Seconds => (said::column_seconds(lang), 8, Align::Right),
        }
    }

    fn cell(self, row: &Row, outcome: Outcome, lang: Lang) -> String {
        let dash = || "-".to_owned();
        let length = |n: Option<u32>| n.map_or_else(dash, |n| n.to_string());
        match self {
            Self::Id => row.id.to_owned(),
            Self::Method => row.method.to_owned(),
            Self::Optimum => length(row.published.optimal),
            Self::Reached => length(row.published.reached),
            // An exclamation mark where it contradicts the optimum.
            Self::Length if row.contradicts => format!("!{}", length(row.length.map(|n| n as u32))),
            Self::Length => length(row.length.map(|n| n as u32)),
            Self::Outcome => answer::outcome_word(outcome, row.optimal, lang).to_owned(),
            Self::Generated => lang.number(row.stats.search.generated),
            Self::Published => row.published.nodes.map_or_else(dash, |nodes| lang.number(nodes)),
            Self::Expanded => lang.number(row.stats.search.expanded),
            Self::Memory => lang.bytes(row.stats.search.peak_bytes),
            Self::Seconds => lang.decimal(row.stats.seconds, 3),
        }
    }
}

/// Prints rows as they come, and the totals at the end.
pub(super) struct Printer {
    out: Out,
    lang: Lang,
    format: Format,
    set: Option<Set>,
    columns: Vec<Column>,
    table: Table,
}

impl Printer {
    pub(super) fn new(
        matches: &ArgMatches,
        context: &Context,
        set: Option<Set>,
        instances: &[Instance],
        methods: &[String],
    ) -> Result<Self> {
        let lang = context.lang;
        let columns = columns(instances, methods);
        let table = Table::new(columns.iter().map(|column| column.head(instances, methods, lang)).collect());
        let mut printer = Self { out: context.out(), lang, format: Format::read(matches), set, columns, table };
        match printer.format {
            Format::Csv => printer.out.line(CSV_HEADER)?,
            Format::Json => {}
            Format::Text => printer.out.line(&printer.table.header())?,
        }
        printer.out.flush()?;
        Ok(printer)
    }

    /// One run.
    pub(super) fn row(&mut self, instance: &Instance, method: &str, answer: &Answer, contradicts: bool) -> Result<()> {
        let row = Row {
            version: VERSION,
            kind: "board",
            id: &instance.id,
            method,
            outcome: answer::outcome_name(answer.outcome),
            optimal: answer.optimal,
            length: answer.moves.as_ref().map(Vec::len),
            lower_bound: answer.lower_bound,
            stopped_by: answer::stopped_by(answer.outcome),
            algorithm: answer.method.algorithm(),
            heuristic: answer.method.heuristic(),
            published: Published {
                optimal: instance.optimal,
                reached: instance.reached,
                nodes: instance.nodes,
                source: self.set.map(Set::source),
            },
            contradicts,
            stats: Counters::of(answer),
        };
        let line = match self.format {
            Format::Csv => row.csv(),
            Format::Json => answer::one_line(&row),
            Format::Text => {
                let cells = self.columns.iter().map(|column| column.cell(&row, answer.outcome, self.lang));
                self.table.row(&cells.collect::<Vec<_>>())
            }
        };
        self.out.line(&line)?;
        self.out.flush()
    }

    /// The sums, and for people what the published columns are.
    pub(super) fn end(&mut self, totals: &[Total]) -> Result<()> {
        for total in totals {
            let line = match self.format {
                Format::Csv => continue,
                Format::Json => answer::one_line(&TotalRow {
                    version: VERSION,
                    kind: "total",
                    method: &total.method,
                    boards: total.boards,
                    solved: total.solved,
                    proved: total.proved,
                    length: total.length,
                    nodes_per_second: total.rate(),
                    stats: total.stats,
                }),
                Format::Text => said::bench_total(
                    self.lang,
                    &total.method,
                    total.solved,
                    total.boards,
                    total.length,
                    self.lang.number(total.stats.search.generated),
                    self.lang.number(total.stats.search.expanded),
                    self.lang.decimal(total.stats.seconds, 3),
                    self.lang.number(total.rate()),
                ),
            };
            self.out.line(&line)?;
        }
        if let (Format::Text, Some(set)) = (self.format, self.set) {
            self.out.line(&answer::wrapped(said::set_published(set, self.lang), PROSE_WIDTH))?;
        }
        self.out.flush()
    }
}
