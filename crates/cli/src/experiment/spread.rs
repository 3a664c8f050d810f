//! What repeats and seeds come to, method by method.

use std::time::Duration;

use hueco_say::{Lang, bench as columns, experiment as said};
use hueco_show::compare::{Run, Spread, SpreadRow, spreads, varied};

use crate::context::{Context, Out};
use crate::failure::Result;
use crate::format::Format;
use crate::table::{Align, fitted};

/// Prints the spreads of all methods: a table for people, lines of JSON; CSV has all runs already. `seeds` has the seed of each
/// board.
pub(crate) fn print_spreads(
    methods: &[String],
    runs: &[Run],
    repeats: usize,
    seeds: &[u64],
    (format, lang): (Format, Lang),
    out: &mut Out,
) -> Result<()> {
    let of_method = |(index, name): (usize, &String)| {
        let spreads = spreads(index, runs, repeats, seeds);
        spreads.into_iter().map(|spread| (name.clone(), spread)).collect::<Vec<_>>()
    };
    let all: Vec<(String, Spread)> = methods.iter().enumerate().flat_map(of_method).collect();
    if format == Format::Json {
        return all.iter().try_for_each(|(name, spread)| out.json(&SpreadRow::new(name, *spread)));
    }
    if format == Format::Csv || all.is_empty() {
        return Ok(());
    }
    let row = |(name, spread): &(String, Spread)| {
        let value = |value: f64| match spread.of {
            "seconds" => lang.time(Duration::from_secs_f64(value)),
            _ => lang.number(value.round() as u64),
        };
        let what = match (spread.over, spread.of) {
            ("repeats", _) => said::spread_time_of_repeats(lang, spread.count),
            (_, "seconds") => said::spread_time_of_seeds(lang, spread.count),
            _ => said::spread_nodes_of_seeds(lang, spread.count),
        };
        let q = spread.quartiles;
        [name.clone(), what].into_iter().chain([q.min, q.q1, q.median, q.q3, q.max].map(value)).collect()
    };
    let heads = [
        (columns::column_method(lang), 0, Align::Left),
        (said::column_spread(lang), 0, Align::Left),
        (said::column_spread_least(lang), 9, Align::Right),
        (said::column_first_quartile(lang), 9, Align::Right),
        (said::column_median(lang), 9, Align::Right),
        (said::column_third_quartile(lang), 9, Align::Right),
        (said::column_spread_largest(lang), 9, Align::Right),
    ];
    out.line("")?;
    fitted(&heads, &all.iter().map(row).collect::<Vec<_>>()).iter().try_for_each(|line| out.line(line))
}

/// Notes methods that did not count the same in every repeat: `hdastar` on several threads, or a limit of time.
pub(crate) fn note_varied(methods: &[String], runs: &[Run], context: &Context) {
    for (index, name) in methods.iter().enumerate() {
        let boards = varied(index, runs);
        if boards > 0 {
            context.note(&said::counts_varied(context.lang, name, boards));
        }
    }
}
