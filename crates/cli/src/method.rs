//! Methods: an algorithm and a heuristic, by name, one or many.

use hueco_say::{Lang, Say};
use hueco_script::HeuristicSpec as FileHeuristic;
use hueco_search::algorithm::Algorithm;
use hueco_tiles::heuristic::{HeuristicError, HeuristicSpec};

pub(crate) use hueco_show::compare::Method;

use crate::failure::Result;
use crate::options::{self, TypedHeuristic};

/// The parts of a list: commas inside parentheses belong to a part.
pub(crate) fn listed(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let outside = move |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    };
    text.split(outside).map(str::trim)
}

/// Reads a heuristic that is a part of `text`; what is wrong is said of its place in the whole.
fn read_heuristic(part: &str, text: &str, lang: Lang) -> std::result::Result<HeuristicSpec, String> {
    let before = part.as_ptr() as usize - text.as_ptr() as usize;
    let before = text.get(..before).map_or(0, |before| before.chars().count());
    part.parse().map_err(|error| {
        let error = match error {
            HeuristicError::Unknown { position, name } => HeuristicError::Unknown { position: position + before, name },
            HeuristicError::Expected { position, expected } => {
                HeuristicError::Expected { position: position + before, expected }
            }
            other => other,
        };
        error.say(lang)
    })
}

/// The same where it may be a problem file's.
pub(crate) fn typed_heuristic(part: &str, text: &str, lang: Lang) -> std::result::Result<TypedHeuristic, String> {
    match FileHeuristic::parse(part).filter(FileHeuristic::names_functions) {
        Some(spec) => Ok(TypedHeuristic::OfFile(spec)),
        None => read_heuristic(part, text, lang).map(TypedHeuristic::OfBoards),
    }
}

/// A method as it was typed, on boards or on a problem file.
#[derive(Clone, Debug)]
pub(crate) struct TypedMethod {
    pub(crate) algorithm: Algorithm,
    pub(crate) heuristic: Option<TypedHeuristic>,
}

impl TypedMethod {
    /// What it is for boards.
    pub(crate) fn of_boards(&self, lang: Lang) -> Result<Method> {
        let heuristic = self.heuristic.as_ref().map(|heuristic| heuristic.of_boards(lang)).transpose()?;
        Ok(Method { algorithm: self.algorithm, heuristic })
    }
}

/// Reads `idastar+manhattan,astar+max(a,b)`.
pub(crate) fn methods(text: &str, lang: Lang) -> std::result::Result<Vec<TypedMethod>, String> {
    let method = |name: &str| {
        let (algorithm, heuristic) = match name.split_once('+') {
            Some((algorithm, heuristic)) => (algorithm, Some(heuristic)),
            None => (name, None),
        };
        let algorithm = options::read_algorithm(algorithm.trim(), lang)?;
        let heuristic = heuristic.map(|heuristic| typed_heuristic(heuristic, text, lang)).transpose()?;
        Ok(TypedMethod { algorithm, heuristic })
    };
    listed(text).map(method).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_part_of_a_list_is_recognized() {
        let wrong = |text: &str| methods(text, Lang::En).map(|_| ()).unwrap_err();
        assert!(wrong("bfs, idatsar+manhattan").ends_with("Did you mean `idastar`?"));
        assert!(wrong("bfs,astar+manhatan").ends_with("Did you mean `manhattan`?"));
        let inside = wrong("bfs,astar+max(blind,manhatan)");
        assert!(inside.starts_with("character 21: ") && inside.ends_with("Did you mean `manhattan`?"), "{inside}");
    }

    #[test]
    fn commas_inside_parentheses_belong_to_the_heuristic() {
        let read = methods("idastar+manhattan, astar+max(inversion,walking-distance),bfs", Lang::En).unwrap();
        let names: Vec<String> = read.iter().map(|method| method.of_boards(Lang::En).unwrap().name()).collect();
        assert_eq!(names, ["idastar+manhattan", "astar+max(inversion,walking-distance)", "bfs"]);
        for bad in ["", "idastar,", "nothing", "+manhattan", "astar)),"] {
            assert!(methods(bad, Lang::En).is_err(), "{bad}");
        }
    }
}
