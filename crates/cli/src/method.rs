//! Methods: an algorithm and a heuristic, by name, one or many.

use hueco_say::{Lang, Say, bench as said};
use hueco_tiles::heuristic::HeuristicError;
use hueco_tiles::solve::Algorithm;

pub(crate) use hueco_show::compare::{Method, combined};

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
        let heuristic = heuristic.map(str::parse).transpose().map_err(|error: HeuristicError| error.say(lang))?;
        Ok(Method { algorithm, heuristic })
    };
    listed(text).map(method).collect()
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
}
