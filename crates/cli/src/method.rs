//! Methods: an algorithm and a heuristic, by name, one or many.

use hueco_say::{Lang, Say, bench as said};
use hueco_tiles::solve::Algorithm;

use crate::options;

/// An algorithm and, where it is given, a heuristic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Method {
    pub(crate) algorithm: Algorithm,
    pub(crate) heuristic: Option<String>,
}

impl Method {
    /// `astar+manhattan`, or `bfs`.
    pub(crate) fn name(&self) -> String {
        match &self.heuristic {
            Some(heuristic) => format!("{}+{heuristic}", self.algorithm.name()),
            None => self.algorithm.name().to_owned(),
        }
    }
}

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

/// Reads `idastar+manhattan,astar+max(a,b)`.
pub(crate) fn methods(text: &str, lang: Lang) -> std::result::Result<Vec<Method>, String> {
    let method = |name: &str| {
        let (algorithm, heuristic) = match name.split_once('+') {
            Some((algorithm, heuristic)) => (algorithm, Some(heuristic)),
            None => (name, None),
        };
        let algorithm = Algorithm::parse(algorithm).ok_or_else(|| said::method_expected(lang).to_owned())?;
        let heuristic = heuristic.map(options::read_heuristic).transpose().map_err(|error| error.say(lang))?;
        Ok(Method { algorithm, heuristic })
    };
    listed(text).map(method).collect()
}

/// Every algorithm with every heuristic; one that is led by none stands alone.
pub(crate) fn combined(algorithms: &[Algorithm], heuristics: &[String]) -> Vec<Method> {
    let mut methods = Vec::new();
    for &algorithm in algorithms {
        if algorithm.uses_heuristic() {
            let with = |heuristic: &String| Method { algorithm, heuristic: Some(heuristic.clone()) };
            methods.extend(heuristics.iter().map(with));
        } else {
            methods.push(Method { algorithm, heuristic: None });
        }
    }
    methods
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_inside_parentheses_belong_to_the_heuristic() {
        let read = methods("idastar+manhattan, astar+max(inversion,walking-distance),bfs", Lang::En).unwrap();
        let names: Vec<String> = read.iter().map(Method::name).collect();
        assert_eq!(names, ["idastar+manhattan", "astar+max(inversion,walking-distance)", "bfs"]);
        for bad in ["", "idastar,", "nothing", "+manhattan", "astar)),"] {
            assert!(methods(bad, Lang::En).is_err(), "{bad}");
        }
    }

    #[test]
    fn blind_algorithms_are_not_multiplied() {
        let heuristics = ["manhattan".to_owned(), "max(a,b)".to_owned()];
        let methods = combined(&[Algorithm::Bfs, Algorithm::Astar], &heuristics);
        let names: Vec<String> = methods.iter().map(Method::name).collect();
        assert_eq!(names, ["bfs", "astar+manhattan", "astar+max(a,b)"]);
    }
}
