//! The `sums` course: five parts of one output, each a case of its own.
//!
//! The document requires the order in which states are created, the order in which they are examined, the solution, the
//! route and a drawing. Each part is found by its heading and compared line by line; spaces within a line do not matter
//! unless strict. A program may detect duplicate states or keep them (the tree of the document), as long as it does so
//! throughout.

use super::{Answer, compare_text, displayable};
use crate::cases::Part;
use crate::cause::{Cause, Difference, Failure, Side};

const HEADINGS: [&str; 4] = [
    "Iniciando creación del árbol",
    "Aplicando operadores y realizando bitácora de desarrollo:",
    "Buscando ruta solución:",
    "SOLUCIÓN ENCONTRADA, DETENIENDO PROCESO:",
];
const ROUTE: &str = "Colocar ";

/// Judges one part of an output.
pub(super) fn judge(part: Part, answer: &Answer, found: &[u8], strict: bool) -> Option<Failure> {
    if answer.also.iter().any(|also| also == found) {
        return None;
    }
    let Ok(text) = std::str::from_utf8(found) else { return compare_text(&answer.text, found) };
    if part == Part::Whole || text.trim().is_empty() {
        return compare_text(&answer.text, found);
    }
    let lines = lines_of_part(text, part);
    let heading = has_heading(text, part);
    let failure = compare(&answer.text, part, &lines, heading, strict)?;
    let is_also_right = answer.also.iter().any(|also| compare(also, part, &lines, heading, strict).is_none());
    (!is_also_right).then_some(failure)
}

/// Whether the heading under which a part stands is there.
fn has_heading(text: &str, part: Part) -> bool {
    let heading = match part {
        Part::Created => HEADINGS[1],
        Part::Examined => HEADINGS[2],
        _ => HEADINGS[3],
    };
    text.lines().any(|line| line.trim() == heading)
}

fn compare(right: &[u8], part: Part, found: &[(usize, &str)], heading: bool, strict: bool) -> Option<Failure> {
    let right = String::from_utf8_lossy(right);
    let right = lines_of_part(&right, part);
    let same = |a: &str, b: &str| if strict { a == b } else { without_spaces(a) == without_spaces(b) };
    let equal = right.iter().zip(found).take_while(|(a, b)| same(a.1, b.1)).count();
    if equal == right.len() && equal == found.len() {
        return None;
    }
    let side =
        |lines: &[(usize, &str)]| lines.get(equal).map_or(Side::End, |l| Side::Line(displayable(l.1.as_bytes())));
    let line = found.get(equal).map(|l| l.0).or(found.last().map(|l| l.0 + 1)).unwrap_or(1);
    Some(Failure {
        difference: Some(Difference { line, expected: side(&right), found: side(found) }),
        cause: Cause::Entry { position: equal + 1, expected: right.len(), found: found.len(), heading },
    })
}

fn without_spaces(line: &str) -> String {
    line.chars().filter(|c| !c.is_whitespace()).collect()
}

/// The lines of one part that are not empty, with their numbers from 1.
fn lines_of_part(text: &str, part: Part) -> Vec<(usize, &str)> {
    let mut section = 0;
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if let Some(heading) = HEADINGS.iter().position(|h| *h == line.trim()) {
            section = heading + 1;
            continue;
        }
        if section == 4 && line.starts_with(ROUTE) {
            section = 5;
        } else if section == 5 && !line.starts_with(ROUTE) {
            section = 6;
        }
        let line_part = match section {
            2 => Part::Created,
            3 => Part::Examined,
            4 => Part::Solution,
            5 => Part::Route,
            6 => Part::Drawing,
            _ => continue,
        };
        if line_part == part && !line.is_empty() {
            lines.push((number + 1, line));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGHT: &str = "Iniciando creación del árbol\nAplicando operadores y realizando bitácora de desarrollo:\nNode Value [0, 0]\nNode Value [1, 0]\nBuscando ruta solución:\nNode Value [0, 0]\nSOLUCIÓN ENCONTRADA, DETENIENDO PROCESO:\n[1, 2]\nColocar 1 En la casilla 0\nColocar 2 En la casilla 1\n    2\n1   3   5\n    4\n";

    #[test]
    fn each_part_is_judged_separately() {
        let answer = Answer::from(RIGHT.as_bytes().to_vec());
        let wrong = RIGHT.replace("Node Value [1, 0]", "Node Value [0, 1]").replace("[1, 2]", "[1,2]");
        let judge = |part, strict| judge(part, &answer, wrong.as_bytes(), strict);
        let failure = judge(Part::Created, false).unwrap();
        assert_eq!(failure.cause, Cause::Entry { position: 2, expected: 2, found: 2, heading: true });
        assert_eq!(failure.difference.unwrap().line, 4);
        for part in [Part::Examined, Part::Solution, Part::Route, Part::Drawing] {
            assert_eq!(judge(part, false), None, "{part:?}");
        }
        assert!(judge(Part::Solution, true).is_some());
        assert_eq!(judge(Part::Whole, true).unwrap().cause, Cause::Text);
    }

    #[test]
    fn missing_states_are_not_a_missing_heading() {
        let answer = Answer::from(RIGHT.as_bytes().to_vec());
        let cause = |text: &str| judge(Part::Created, &answer, text.as_bytes(), false).unwrap().cause;
        let none = RIGHT.replace("Node Value [0, 0]\nNode Value [1, 0]\nBuscando", "Buscando");
        assert_eq!(cause(&none), Cause::Entry { position: 1, expected: 2, found: 0, heading: true });
        let unheaded = RIGHT.replace(HEADINGS[1], "Log:");
        assert_eq!(cause(&unheaded), Cause::Entry { position: 1, expected: 2, found: 0, heading: false });
    }

    #[test]
    fn other_right_outputs_are_accepted() {
        let tree = RIGHT.replace("Node Value [1, 0]\n", "Node Value [1, 0]\nNode Value [1, 0]\n");
        let mut answer = Answer::from(RIGHT.as_bytes().to_vec());
        assert!(judge(Part::Created, &answer, tree.as_bytes(), false).is_some());
        answer.also.push(tree.clone().into_bytes());
        assert_eq!(judge(Part::Created, &answer, tree.as_bytes(), false), None);
        assert_eq!(judge(Part::Whole, &answer, tree.as_bytes(), true), None);
    }
}
