//! A puzzle file, read whole; what is wrong with it is reported as compilers do: place, reason, the line, a mark under it.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use hueco_jobs::PuzzleSource;
use hueco_say::{Lang, Say, sums as said, usage};
use hueco_sums::{Counted, Fault, MAX_BYTES};

use crate::failure::{Failure, Result};

/// How much of a long line is shown, and how much of that stands before the mark.
const SHOWN: usize = 72;
const BEFORE: usize = 48;

/// Reads a puzzle from a file, or from standard input where it is `-`.
pub(crate) fn read(file: &Path, lang: Lang) -> Result<PuzzleSource> {
    let standard_input = file == Path::new("-");
    let name = if standard_input { usage::standard_input(lang).to_owned() } else { file.display().to_string() };
    let bytes = if standard_input { bytes(io::stdin().lock()) } else { File::open(file).and_then(bytes) };
    let bytes = bytes.map_err(|error| Failure::reading(lang, &name, &error))?;
    if bytes.len() > MAX_BYTES {
        let fault = Fault::TooMany { what: Counted::Bytes, limit: MAX_BYTES };
        return Err(Failure::input(format!("{name}: {}", fault.say(lang))));
    }
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = valid.matches('\n').count() + 1;
        let column = valid.rsplit('\n').next().map_or(0, |rest| rest.chars().count()) + 1;
        Failure::input(format!("{name}:{line}:{column}: {}", said::sums_not_utf8(lang)))
    })?;
    PuzzleSource::parse(text).map_err(|error| {
        let (line, column) = (error.line, error.column);
        let place = excerpt(text, line as usize, column as usize);
        Failure::input(format!("{name}:{line}:{column}: {}{place}", error.fault.say(lang)))
    })
}

/// All there is to read, and no more than one byte beyond what a puzzle may have.
fn bytes(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The line and a mark under the column, both counted from 1; nothing where the line is empty.
fn excerpt(text: &str, line: usize, column: usize) -> String {
    let characters: Vec<char> = text.lines().nth(line - 1).unwrap_or_default().chars().collect();
    if characters.iter().all(|c| c.is_whitespace()) {
        return String::new();
    }
    let column = column.clamp(1, characters.len() + 1) - 1;
    let first = if characters.len() <= SHOWN { 0 } else { column.saturating_sub(BEFORE) };
    let end = characters.len().min(first + SHOWN);
    // One character is one column here, whatever it is: the mark must stand under its own.
    let printable = |&c: &char| if c.is_control() || c.is_whitespace() { ' ' } else { c };
    let mut shown: String = characters[first..end].iter().map(printable).collect();
    let mut before = column - first;
    if first > 0 {
        shown.insert(0, '…');
        before += 1;
    }
    if end < characters.len() {
        shown.push('…');
    }
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    format!("\n  {number} | {}\n  {margin} | {}^", shown.trim_end(), " ".repeat(before))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_mark_stands_under_the_place() {
        assert_eq!(excerpt("a\nrow:\tB + X = 9\n", 2, 10), "\n  2 | row: B + X = 9\n    |          ^");
        assert_eq!(excerpt("A +", 1, 4), "\n  1 | A +\n    |    ^");
        assert_eq!(excerpt("", 1, 1), "");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("{}X{}", "é".repeat(500), "ñ".repeat(500));
        let lines: Vec<String> = excerpt(&text, 1, 501).lines().map(str::to_owned).collect();
        assert!(lines.iter().all(|line| line.chars().count() <= 80), "{lines:?}");
        let mark = lines[2].chars().position(|c| c == '^');
        assert_eq!(mark, lines[1].chars().position(|c| c == 'X'));
    }

    proptest! {
        #[test]
        fn any_place_can_be_shown(text in "\\PC{0,200}", line in 1_usize..4, column in 1_usize..300) {
            let lines = excerpt(&text, line, column);
            prop_assert!(lines.lines().all(|line| line.chars().count() <= 90));
        }
    }
}
