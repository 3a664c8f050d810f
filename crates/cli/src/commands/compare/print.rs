//! A comparison as a table for people, and as CSV and JSON lines for programs.

use clap::ArgMatches;
use hueco_jobs::Compare;
use hueco_say::{Lang, bench as columns, compare as said};
use hueco_show::compare::{Limits, Run, RunRow, Total, TotalRow, medians};
use hueco_show::layers::Layers;
use hueco_tiles::Board;
use hueco_tiles::solve::{Answer, Outcome};
use serde::Serialize;

use crate::answer::{self, limit_word};
use crate::context::{Context, Out};
use crate::experiment::{self, Header, Layered, LayersTable, print_spreads};
use crate::failure::Result;
use crate::format::Format;
use crate::method::Method;
use crate::table::{Align, csv_field, fitted};

const CSV_HEADER: &str = "number,board,method,algorithm,heuristic,outcome,optimal,length,lower_bound,stopped_by,generated,\
                          expanded,examined,reopened,evaluated,peak_bytes,table_bytes,branching,seconds,seed,repeat";

/// The least width of the columns whose contents differ from run to run: the layout of the table stays the same.
pub(super) const MEMORY: usize = 9;
pub(super) const TIME: usize = 9;

/// A run as a line of JSON: the same as over HTTP, and what makes it part of an experiment.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    row: RunRow<'a>,
    /// Of a random board.
    seed: Option<u64>,
    /// Which repeat of the same, from 1.
    repeat: usize,
}

/// A run as a line of CSV.
fn csv(Line { row, seed, repeat }: &Line<'_>, board: &Board) -> String {
    let number = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
    [
        row.number.to_string(),
        csv_field(&board.to_string()),
        csv_field(&row.method),
        csv_field(row.algorithm),
        csv_field(row.heuristic.as_deref().unwrap_or_default()),
        row.outcome.to_owned(),
        row.optimal.to_string(),
        number(row.length.map(u64::from)),
        row.lower_bound.to_string(),
        row.stopped_by.unwrap_or_default().to_owned(),
        row.stats.generated.to_string(),
        row.stats.expanded.to_string(),
        row.stats.examined.to_string(),
        row.stats.reopened.to_string(),
        row.stats.evaluated.to_string(),
        row.stats.peak_bytes.to_string(),
        row.table_bytes.to_string(),
        row.branching.map(|b| b.to_string()).unwrap_or_default(),
        row.seconds.to_string(),
        number(*seed),
        repeat.to_string(),
    ]
    .join(",")
}

/// Prints runs as they come, and the table at the end.
pub(super) struct Printer {
    out: Out,
    lang: Lang,
    format: Format,
    /// The seed of each board, where they are random.
    seeds: Vec<u64>,
    layers: Option<LayersTable>,
}

impl Printer {
    pub(super) fn new(matches: &ArgMatches, context: &Context, seeds: Vec<u64>, header: &Header) -> Result<Self> {
        let (lang, format) = (context.lang, Format::read(matches));
        let layers = experiment::layers(matches).then(|| LayersTable::new(format, lang));
        let mut printer = Self { out: context.out(), lang, format, seeds, layers };
        header.print(format, &mut printer.out)?;
        if format == Format::Csv {
            printer.out.line(if printer.layers.is_some() { LayersTable::csv_header() } else { CSV_HEADER })?;
        }
        Ok(printer)
    }

    /// One run: a line for programs, nothing yet for people.
    pub(super) fn run(
        &mut self,
        board: &Board,
        method: &Method,
        answer: &Answer,
        run: &Run,
        layers: Option<&Layers>,
    ) -> Result<()> {
        let row = RunRow::new(board, method, answer, run);
        let line = Line { row, seed: self.seeds.get(run.board).copied(), repeat: run.repeat + 1 };
        match self.format {
            Format::Csv if self.layers.is_none() => self.out.line(&csv(&line, board))?,
            Format::Json => self.out.json(&line)?,
            Format::Csv | Format::Text => {}
        }
        if let (Some(table), Some(layers)) = (&mut self.layers, layers) {
            let Line { row, seed, .. } = &line;
            let run = Layered {
                id: &row.number.to_string(),
                seed: *seed,
                method: &row.method,
                algorithm: row.algorithm,
                heuristic: row.heuristic.as_deref(),
                outcome: row.outcome,
                optimal: row.optimal,
                length: row.length.map(u64::from),
                layers,
            };
            table.add(&run, &mut self.out)?;
        }
        self.out.flush()
    }

    /// What it all comes to.
    pub(super) fn end(&mut self, compare: &Compare, methods: &[String], runs: &[Run]) -> Result<()> {
        let medians = medians(runs);
        let total = |index| Total::of(medians.iter().filter(|run| run.method == index));
        let totals: Vec<Total> = (0..methods.len()).map(total).collect();
        let limits = compare.run_limits();
        match self.format {
            Format::Csv => {}
            Format::Json => {
                for (method, total) in methods.iter().zip(&totals) {
                    self.out.json(&TotalRow::new(method, total, limits))?;
                }
            }
            Format::Text => {
                let all = compare.boards.len() * methods.len() * compare.repeats;
                let missing = (runs.len() < all).then_some((runs.len(), all));
                self.words((&compare.boards, &compare.goals), methods, &medians, &totals, limits, missing)?;
            }
        }
        if let Some(layers) = &mut self.layers {
            layers.end(&mut self.out)?;
        }
        let style = (self.format, self.lang);
        print_spreads(methods, runs, compare.repeats, &self.seeds, style, &mut self.out)?;
        self.out.flush()
    }

    fn words(
        &mut self,
        (boards, goals): (&[Board], &[Board]),
        methods: &[String],
        runs: &[Run],
        totals: &[Total],
        limits: Limits,
        missing: Option<(usize, usize)>,
    ) -> Result<()> {
        let lang = self.lang;
        self.out.line(&match (boards, goals) {
            ([board], [goal]) => said::compare_one(lang, board, goal),
            _ => said::compare_many(lang, boards.len()),
        })?;
        let (nodes, memory) = (limits.nodes, lang.bytes(limits.bytes));
        self.out.line(&match limits.time {
            Some(time) => said::compare_limits_time(lang, nodes, memory, lang.limit(time)),
            None => said::compare_limits(lang, nodes, memory),
        })?;
        if let Some((made, all)) = missing {
            self.out.line(&said::compare_interrupted(lang, made, all))?;
        }
        self.out.line("")?;
        let rows = if boards.len() == 1 { one_board(methods, runs, lang) } else { many_boards(methods, totals, lang) };
        for row in rows {
            self.out.line(&row)?;
        }
        self.out.line("")?;
        self.out.line(said::compare_branching(lang))?;
        if boards.len() > 1 {
            self.out.line(&answer::wrapped(said::compare_means(lang), answer::PROSE_WIDTH))?;
        }
        Ok(())
    }
}

/// A row for each method.
fn one_board(methods: &[String], runs: &[Run], lang: Lang) -> Vec<String> {
    let dash = || "-".to_owned();
    let row = |run: &Run| {
        let outcome = match run.outcome {
            Outcome::Stopped(limit) => said::compare_stopped(lang, limit_word(limit, lang)),
            outcome => answer::outcome_word(outcome, run.optimal, lang).to_owned(),
        };
        vec![
            methods[run.method].clone(),
            run.length.map_or_else(dash, |length| length.to_string()),
            outcome,
            lang.number(run.generated),
            lang.number(run.expanded),
            lang.bytes(run.bytes),
            lang.time(run.time),
            run.branching().map_or_else(dash, |b| lang.decimal(b, 3)),
        ]
    };
    fitted(
        &[
            (columns::column_method(lang), 0, Align::Left),
            (columns::column_length(lang), 0, Align::Right),
            (columns::column_outcome(lang), 0, Align::Left),
            (columns::column_generated(lang), 0, Align::Right),
            (columns::column_expanded(lang), 0, Align::Right),
            (columns::column_memory(lang), MEMORY, Align::Right),
            (columns::column_time(lang), TIME, Align::Right),
            ("b*", 0, Align::Right),
        ],
        &runs.iter().map(row).collect::<Vec<_>>(),
    )
}

/// A row for each method, over all boards.
fn many_boards(methods: &[String], totals: &[Total], lang: Lang) -> Vec<String> {
    let decimal = |value: Option<f64>, places| value.map_or("-".to_owned(), |value| lang.decimal(value, places));
    let row = |(method, total): (&String, &Total)| {
        let stopped = total.stopped.iter().map(|&(limit, count)| format!("{} {count}", limit_word(limit, lang)));
        let stopped = stopped.collect::<Vec<_>>().join(", ");
        vec![
            method.clone(),
            format!("{}/{}", total.solved, total.runs),
            if stopped.is_empty() { "-".to_owned() } else { stopped },
            total.optimal.to_string(),
            decimal(total.mean_length, 2),
            total.mean_generated.map_or("-".to_owned(), |mean| lang.number(mean.round() as u64)),
            lang.number(total.generated),
            lang.number(total.expanded),
            lang.bytes(total.bytes),
            lang.time(total.time),
            decimal(total.mean_branching, 3),
        ]
    };
    fitted(
        &[
            (columns::column_method(lang), 0, Align::Left),
            (said::column_solved(lang), 0, Align::Right),
            (said::column_stopped(lang), 0, Align::Left),
            (said::column_proved(lang), 0, Align::Right),
            (columns::column_length(lang), 0, Align::Right),
            (said::column_mean_nodes(lang), 0, Align::Right),
            (columns::column_generated(lang), 0, Align::Right),
            (columns::column_expanded(lang), 0, Align::Right),
            (columns::column_memory(lang), MEMORY, Align::Right),
            (columns::column_time(lang), TIME, Align::Right),
            ("b*", 0, Align::Right),
        ],
        &methods.iter().zip(totals).map(row).collect::<Vec<_>>(),
    )
}
