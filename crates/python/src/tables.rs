//! Pattern databases of the folder: listed, built.

use hueco_jobs::{Allowance, Request};
use hueco_say::{Lang, Say, tables as said, usage};
use hueco_tiles::Frame;
use hueco_tiles::pattern::{Partition, PartitionSpec, Store, Table};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

use crate::detach::detached;
use crate::errors::{exception, refused};
use crate::fields::{fields, text};
use crate::source::{asked, budget};
use crate::workbench::cores;

/// A file as `hueco tables list --format json` writes it.
#[derive(Serialize)]
struct Listed {
    name: String,
    bytes: u64,
    usable: bool,
    rows: Option<usize>,
    cols: Option<usize>,
    homes: Option<Vec<usize>>,
    fault: Option<String>,
}

fn refuse(py: Python<'_>, message: String) -> PyErr {
    exception(py, "HuecoError", message, ("bad_table", None, None))
}

/// The files of the folder as JSON.
pub(crate) fn list(py: Python<'_>, store: Option<&Store>, lang: Lang) -> PyResult<String> {
    let Some(store) = store else { return Ok("[]".to_owned()) };
    let files = store
        .list()
        .map_err(|fault| refuse(py, usage::cannot_read(lang, store.folder().display().to_string(), fault.say(lang))))?;
    let listed: Vec<Listed> = files
        .iter()
        .map(|file| {
            let header = file.header.as_ref().ok();
            Listed {
                name: file.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
                bytes: file.bytes,
                usable: header.is_some(),
                rows: header.map(|header| header.pattern.shape().rows()),
                cols: header.map(|header| header.pattern.shape().cols()),
                homes: header.map(|header| header.pattern.cells().collect()),
                fault: file.header.as_ref().err().map(|fault| fault.say(lang)),
            }
        })
        .collect();
    Ok(hueco_show::answer::one_line(&listed))
}

/// Builds the databases of a partition that the folder does not have; `size` and `goal` say of which boards.
pub(crate) fn build(
    py: Python<'_>,
    store: Option<&Store>,
    arguments: &Bound<'_, PyDict>,
    pattern: &str,
    lang: Lang,
) -> PyResult<Vec<String>> {
    let store = store.ok_or_else(|| refuse(py, said::no_folder(lang).to_owned()))?.clone();
    let mut map = fields(arguments, lang)?;
    let boards = ["size", "goal"].into_iter().filter_map(|name| Some((name.to_owned(), map.remove(name)?)));
    let random = Request::read_kind("random", &text(boards.collect()), &Allowance::unlimited());
    let Request::Random(boards) = random.map_err(|error| refused(py, error, lang))? else { unreachable!("its kind") };
    let rest = arguments.copy()?;
    for name in ["size", "goal"] {
        if rest.contains(name)? {
            rest.del_item(name)?;
        }
    }
    let asked = asked(py, &rest, lang)?;
    let spec: PartitionSpec =
        pattern.parse().map_err(|error: <PartitionSpec as std::str::FromStr>::Err| refuse(py, error.say(lang)))?;
    let frame = Frame::new(&boards.goal);
    let home_of = |tile| Some(frame.home()[frame.label(tile)? as usize] as usize);
    let partition =
        Partition::of(&spec, boards.size, boards.goal.blank(), home_of).map_err(|error| refuse(py, error.say(lang)))?;
    let done = detached(py, move |cancel| {
        let budget = budget(&asked, Some(cancel));
        let mut names = Vec::new();
        for pattern in partition.canonical_patterns() {
            if store.open(&pattern).is_err() {
                let table = Table::build(pattern, cores(), &budget, &mut |_| ()).map_err(|error| error.say(lang))?;
                store
                    .save(&table)
                    .map_err(|error| said::table_not_saved(lang, pattern, store.folder().display(), error.say(lang)))?;
            }
            names.push(pattern.to_string());
        }
        Ok(names)
    })?;
    done.map_err(|message| refuse(py, message))
}
