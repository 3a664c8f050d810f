//! What cargo-mutants would change.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::tree::Tree;
use crate::weave;
use crate::{Asked, Fault};

/// One change of one place.
pub(crate) struct Mutant {
    /// From 1; 0 is the program as it is.
    pub(crate) number: usize,
    /// As cargo-mutants calls it: the place and the change.
    pub(crate) name: String,
    pub(crate) file: PathBuf,
    /// The bytes of the file that are replaced.
    pub(crate) place: Range<usize>,
    pub(crate) replacement: String,
    /// The outermost function around it, if it can choose between bodies when the program runs.
    pub(crate) function: Option<Function>,
}

/// A function with mutants.
#[derive(Clone)]
pub(crate) struct Function {
    /// Different for all functions of a run.
    pub(crate) number: usize,
    /// Its body in the file, braces included.
    pub(crate) body: Range<usize>,
}

impl Mutant {
    /// The file with this change.
    pub(crate) fn applied(&self, text: &str) -> String {
        self.body(text, &(0..text.len()))
    }

    /// A part of the file with this change.
    pub(crate) fn body(&self, text: &str, part: &Range<usize>) -> String {
        [&text[part.start..self.place.start], &self.replacement, &text[self.place.end..part.end]].concat()
    }
}

#[derive(Deserialize)]
struct Listed {
    name: String,
    file: PathBuf,
    replacement: String,
    span: Span,
}

#[derive(Deserialize)]
struct Span {
    start: Position,
    end: Position,
}

/// Lines and columns from 1, columns in characters.
#[derive(Deserialize)]
struct Position {
    line: usize,
    column: usize,
}

/// The mutants that were asked for, file by file.
pub(crate) fn mutants(asked: &Asked, tree: &Tree) -> Result<Vec<Mutant>, Fault> {
    let Asked { package, every, files } = asked;
    let mut command = Command::new("cargo");
    command.args(["mutants", "--list", "--json", "--package", package]).current_dir(tree.root());
    let output = command.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let listed: Vec<Listed> = serde_json::from_slice(&output.stdout)?;
    if let Some(file) = files.iter().find(|file| !listed.iter().any(|mutant| mutant.file.ends_with(file))) {
        return Err(format!("no mutant of {package} is in a file {file}").into());
    }
    let wanted = |path: &Path| files.is_empty() || files.iter().any(|file| path.ends_with(file));
    let mut mutants: Vec<Mutant> = Vec::new();
    let mut functions = 0;
    let mut known: Option<(PathBuf, String, Vec<Function>)> = None;
    for one in listed.into_iter().filter(|one| wanted(&one.file)).step_by(*every) {
        if known.as_ref().is_none_or(|(file, ..)| *file != one.file) {
            let text = tree.original(&one.file)?;
            let bodies = weave::bodies(&text)?;
            let numbered = (functions..).zip(bodies).map(|(number, body)| Function { number, body });
            let numbered: Vec<Function> = numbered.collect();
            functions += numbered.len();
            known = Some((one.file.clone(), text, numbered));
        }
        let (_, text, in_file) = known.as_ref().expect("set above");
        let place = offset(text, one.span.start.line, one.span.start.column - 1)
            ..offset(text, one.span.end.line, one.span.end.column - 1);
        let around = |function: &&Function| function.body.start <= place.start && place.end <= function.body.end;
        let function = in_file.iter().find(around).cloned();
        let number = mutants.len() + 1;
        mutants.push(Mutant { number, name: one.name, file: one.file, place, replacement: one.replacement, function });
    }
    Ok(mutants)
}

/// Runs of mutants, each with whole files as long as they fit.
pub(crate) fn groups(mutants: &[Mutant], size: usize) -> Vec<&[Mutant]> {
    let mut groups = Vec::new();
    let mut rest = mutants;
    while !rest.is_empty() {
        let mut end = rest.len().min(size);
        if end < rest.len() {
            let last = &rest[end - 1].file;
            let whole = rest[..end].iter().position(|mutant| mutant.file == *last).expect("the last is one of them");
            end = if *last != rest[end].file || whole == 0 { end } else { whole };
        }
        let (group, others) = rest.split_at(end);
        groups.push(group);
        rest = others;
    }
    groups
}

/// The byte of a text at a line, from 1, and a column, from 0 and in characters.
pub(crate) fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    start + text[start..].chars().take(column).map(char::len_utf8).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutants(files: &[&str]) -> Vec<Mutant> {
        let of = |(number, file): (usize, &&str)| Mutant {
            number: number + 1,
            name: String::new(),
            file: PathBuf::from(file),
            place: 0..0,
            replacement: String::new(),
            function: None,
        };
        files.iter().enumerate().map(of).collect()
    }

    #[test]
    fn positions_are_lines_and_characters() {
        let text = "uno\ndós tres\n";
        assert_eq!(offset(text, 1, 0), 0);
        assert_eq!(&text[offset(text, 2, 4)..], "tres\n");
    }

    #[test]
    fn groups_keep_files_whole_where_they_fit() {
        let list = mutants(&["a", "a", "b", "b", "b", "c"]);
        let sizes = |size| groups(&list, size).iter().map(|group| group.len()).collect::<Vec<_>>();
        assert_eq!(sizes(4), [2, 4]);
        assert_eq!(sizes(3), [2, 3, 1]);
        assert_eq!(sizes(2), [2, 2, 2]);
        assert_eq!(sizes(10), [6]);
    }

    #[test]
    fn a_change_replaces_its_place_alone() {
        let mut mutant = mutants(&["a"]).remove(0);
        (mutant.place, mutant.replacement) = (9..10, "-".to_owned());
        assert_eq!(mutant.applied("fn f() {1+2}"), "fn f() {1-2}");
        assert_eq!(mutant.body("fn f() {1+2}", &(7..12)), "{1-2}");
    }
}
