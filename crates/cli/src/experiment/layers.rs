//! Nodes by layer of each run. One row is one layer of one run, with what is needed to group and to filter.

use hueco_say::{Lang, bench as columns, experiment as said};
use hueco_show::layers::{Layers, LayersBy};
use serde::Serialize;

use crate::answer::VERSION;
use crate::context::Out;
use crate::failure::Result;
use crate::format::Format;
use crate::table::{Align, csv_field, fitted};

/// The columns of CSV; JSON has the same keys.
const CSV_HEADER: &str = "id,seed,method,algorithm,heuristic,outcome,optimal,length,by,layer,generated,expanded";

/// A run whose layers were counted.
pub(crate) struct Layered<'a> {
    pub(crate) id: &'a str,
    pub(crate) seed: Option<u64>,
    pub(crate) method: &'a str,
    pub(crate) algorithm: &'a str,
    pub(crate) heuristic: Option<&'a str>,
    pub(crate) outcome: &'static str,
    pub(crate) optimal: bool,
    pub(crate) length: Option<u64>,
    pub(crate) layers: &'a Layers,
}

/// One layer of one run. The order of the keys is part of the contract.
#[derive(Serialize)]
struct Row<'a> {
    version: u32,
    kind: &'static str,
    id: &'a str,
    seed: Option<u64>,
    method: &'a str,
    algorithm: &'a str,
    heuristic: Option<&'a str>,
    outcome: &'static str,
    optimal: bool,
    length: Option<u64>,
    by: &'static str,
    layer: u64,
    generated: u64,
    expanded: u64,
}

impl Row<'_> {
    fn csv(&self) -> String {
        let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
        [
            csv_field(self.id),
            number(self.seed),
            csv_field(self.method),
            csv_field(self.algorithm),
            csv_field(self.heuristic.unwrap_or_default()),
            self.outcome.to_owned(),
            self.optimal.to_string(),
            number(self.length),
            self.by.to_owned(),
            self.layer.to_string(),
            self.generated.to_string(),
            self.expanded.to_string(),
        ]
        .join(",")
    }
}

/// Prints layers: at once for programs, as a table at the end for people.
pub(crate) struct LayersTable {
    format: Format,
    lang: Lang,
    rows: Vec<Vec<String>>,
}

impl LayersTable {
    pub(crate) fn new(format: Format, lang: Lang) -> Self {
        Self { format, lang, rows: Vec::new() }
    }

    /// The names of the columns of CSV.
    pub(crate) const fn csv_header() -> &'static str {
        CSV_HEADER
    }

    /// The layers of one run.
    pub(crate) fn add(&mut self, run: &Layered<'_>, out: &mut Out) -> Result<()> {
        let mut before = None;
        for layer in &run.layers.layers {
            let row = Row {
                version: VERSION,
                kind: "layer",
                id: run.id,
                seed: run.seed,
                method: run.method,
                algorithm: run.algorithm,
                heuristic: run.heuristic,
                outcome: run.outcome,
                optimal: run.optimal,
                length: run.length,
                by: run.layers.by.name(),
                layer: layer.value,
                generated: layer.generated,
                expanded: layer.expanded,
            };
            match self.format {
                Format::Csv => out.line(&row.csv())?,
                Format::Json => out.json(&row)?,
                Format::Text => self.rows.push(self.words(run, &row, before)),
            }
            before = Some(layer.generated).filter(|&generated| generated > 0);
        }
        out.flush()
    }

    /// A row for people: the last cell is how many times the nodes of the layer before.
    fn words(&self, run: &Layered<'_>, row: &Row<'_>, before: Option<u64>) -> Vec<String> {
        let lang = self.lang;
        let growth = before.map(|before| row.generated as f64 / before as f64);
        vec![
            run.id.to_owned(),
            run.method.to_owned(),
            match run.layers.by {
                LayersBy::Bound => said::layer_bound(lang, row.layer),
                LayersBy::F => said::layer_f(lang, row.layer),
            },
            lang.number(row.generated),
            lang.number(row.expanded),
            growth.map_or_else(|| "-".to_owned(), |growth| lang.decimal(growth, 2)),
        ]
    }

    /// The table for people.
    pub(crate) fn end(&mut self, out: &mut Out) -> Result<()> {
        if self.format != Format::Text || self.rows.is_empty() {
            return Ok(());
        }
        let lang = self.lang;
        let heads = [
            (columns::column_id(lang), 0, Align::Right),
            (columns::column_method(lang), 0, Align::Left),
            (said::column_layer(lang), 0, Align::Right),
            (columns::column_generated(lang), 0, Align::Right),
            (columns::column_expanded(lang), 0, Align::Right),
            (said::column_growth(lang), 0, Align::Right),
        ];
        out.line("")?;
        fitted(&heads, &self.rows).iter().try_for_each(|line| out.line(line))
    }
}
