//! Algorithms by name: chosen at run time, for any problem.
//!
//! [`Algorithm`] names what this crate has; [`Settings`] is what some of them need beside a heuristic. [`run`] runs one of
//! them on any [`Problem`], [`run_from_both_ends`] one that also needs predecessors. A program that knows its algorithm
//! when it is compiled needs neither.
//!
//! ```
//! use hueco_search::algorithm::{Algorithm, Settings, run};
//! use hueco_search::{Blind, Budget, Cost, Problem};
//!
//! /// From 0 to 3, one to the left or to the right.
//! struct Line;
//!
//! impl Problem for Line {
//!     type State = i32;
//!     type Action = i32;
//!     type Actions = std::vec::IntoIter<(i32, Cost)>;
//!     fn start(&self) -> i32 { 0 }
//!     fn is_goal(&self, place: &i32) -> bool { *place == 3 }
//!     fn actions(&self, _: &i32, _: Option<i32>) -> Self::Actions { vec![(-1, 1), (1, 1)].into_iter() }
//!     fn apply(&self, place: &mut i32, step: i32) { *place += step; }
//! }
//!
//! let algorithm = Algorithm::parse("IDA*").unwrap();
//! let settings = Settings::default();
//! let report = run(algorithm, &settings, &Line, &Blind, &mut (), &mut Budget::unlimited()).unwrap();
//! assert_eq!(report.cost(), Some(3));
//! ```

use std::fmt;
use std::str::FromStr;

use crate::anytime::Anytime;
use crate::beam::Beam;
use crate::best_first::BestFirst;
use crate::bfhs::Bfhs;
use crate::bidirectional::Bidirectional;
use crate::budget::Budget;
use crate::depth_first::DepthFirst;
use crate::heuristic::Heuristic;
use crate::ibex::Ibex;
use crate::ida_star::IdaStar;
use crate::observer::Observer;
use crate::problem::{Backward, Cost, Problem};
use crate::rbfs::Rbfs;
use crate::report::{Report, Ties};
use crate::search::Search;
use crate::sma_star::SmaStar;
use crate::stack::StackSearch;

/// A search algorithm, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Whatever suits the problem: its domain chooses. [`run`] takes A*.
    Auto,
    /// Breadth-first.
    Bfs,
    /// Depth-first, every state once.
    Dfs,
    /// Depth-first down to a limit.
    Dls,
    /// Depth-limited with a rising limit.
    Iddfs,
    /// Uniform cost.
    Ucs,
    /// Greedy best-first.
    Greedy,
    /// A*.
    Astar,
    /// Weighted A*.
    Wastar,
    /// IDA*.
    Idastar,
    /// Breadth-first from both ends.
    Bidirectional,
    /// NBS: from both ends, with expansions near the fewest that could do. Its solutions are optimal.
    Nbs,
    /// Beam search.
    Beam,
    /// The stack search of the `menu` course.
    Stack,
    /// Recursive best-first search.
    Rbfs,
    /// SMA*: A* in bounded memory.
    Smastar,
    /// Breadth-first heuristic search: A* in the memory of a few layers.
    Bfhs,
    /// Budgeted tree search: IDA* whose rounds grow by nodes.
    Ibex,
    /// Dynamic potential search: a solution within the weight.
    Dps,
    /// ARA*: better and better solutions, by rounds of a falling weight.
    Arastar,
    /// Anytime weighted A*: better and better solutions.
    Awastar,
    /// Hash-distributed A*, on several threads ([`hda_star`](crate::hda_star())). On one thread, as here, it is A*.
    Hdastar,
    /// DVCBS: from both ends, one side of every pair of levels, that with fewer nodes. Its solutions are optimal.
    Dvcbs,
}

impl Algorithm {
    /// Every algorithm with its name.
    pub const ALL: [(&'static str, Self); 23] = [
        ("auto", Self::Auto),
        ("bfs", Self::Bfs),
        ("dfs", Self::Dfs),
        ("dls", Self::Dls),
        ("iddfs", Self::Iddfs),
        ("ucs", Self::Ucs),
        ("greedy", Self::Greedy),
        ("astar", Self::Astar),
        ("wastar", Self::Wastar),
        ("idastar", Self::Idastar),
        ("bidirectional", Self::Bidirectional),
        ("nbs", Self::Nbs),
        ("beam", Self::Beam),
        ("stack", Self::Stack),
        ("rbfs", Self::Rbfs),
        ("smastar", Self::Smastar),
        ("bfhs", Self::Bfhs),
        ("ibex", Self::Ibex),
        ("dps", Self::Dps),
        ("arastar", Self::Arastar),
        ("awastar", Self::Awastar),
        ("hdastar", Self::Hdastar),
        ("dvcbs", Self::Dvcbs),
    ];

    /// The algorithm of a name, in capitals or not, with `*` for `star`: `idastar`, `IDA*`, `IDAstar`.
    pub fn parse(name: &str) -> Option<Self> {
        let name = name.replace('*', "star");
        Self::ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(&name)).map(|&(_, algorithm)| algorithm)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Whether it is led by a heuristic.
    pub fn uses_heuristic(self) -> bool {
        use Algorithm::{Auto, Bfs, Bidirectional, Dfs, Dls, Iddfs, Ucs};
        !matches!(self, Auto | Bfs | Dfs | Dls | Iddfs | Ucs | Bidirectional)
    }

    /// Whether it counts h by a weight.
    pub fn uses_weight(self) -> bool {
        self.is_bounded() || self.is_anytime()
    }

    /// Whether ties among its nodes are broken as declared.
    pub fn has_ties(self) -> bool {
        matches!(self, Self::Ucs | Self::Greedy | Self::Astar | Self::Hdastar) || self.uses_weight()
    }

    /// Whether its solution costs at most the weight times the cheapest.
    pub fn is_bounded(self) -> bool {
        matches!(self, Self::Wastar | Self::Dps)
    }

    /// Whether it improves its solution while it runs, so that a limit leaves the best so far.
    pub fn is_anytime(self) -> bool {
        matches!(self, Self::Arastar | Self::Awastar)
    }

    /// Whether it is led by two heuristics, one from each end.
    pub fn estimates_both_ways(self) -> bool {
        matches!(self, Self::Nbs | Self::Dvcbs)
    }

    /// Whether it searches from both ends, and so needs predecessors.
    pub fn needs_predecessors(self) -> bool {
        matches!(self, Self::Bidirectional | Self::Nbs | Self::Dvcbs)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Self::parse(text).ok_or_else(|| UnknownName::among(text, &Self::ALL))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Algorithm {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Algorithm {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A text that names nothing of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The text.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl UnknownName {
    /// `found` where one of some names was expected.
    ///
    /// Not `join`: with a list of twenty names that is known at compile time, the optimizer unrolls it and takes minutes.
    pub fn among<T>(found: &str, known: &[(&str, T)]) -> Self {
        let mut expected = "one of: ".to_owned();
        for (number, (name, _)) in known.iter().enumerate() {
            expected += if number == 0 { "" } else { ", " };
            expected += name;
        }
        Self { found: found.to_owned(), expected }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {:?}; expected {}", self.found, self.expected)
    }
}

impl std::error::Error for UnknownName {}

/// What some algorithms need beside a heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Weighted A*, DPS, ARA*, anytime weighted A*: the weight in thousandths (1500 is 1.5).
    pub weight: u32,
    /// Beam search: states kept in a layer.
    pub width: usize,
    /// Depth-limited search: the limit.
    pub depth: Cost,
    /// Which of equal nodes comes first.
    pub ties: Ties,
}

impl Default for Settings {
    fn default() -> Self {
        Self { weight: 1500, width: 1000, depth: 30, ties: Ties::default() }
    }
}

/// The algorithm searches from both ends: [`run_from_both_ends`] runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeedsPredecessors;

impl fmt::Display for NeedsPredecessors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a search from both ends needs predecessors and a goal state")
    }
}

impl std::error::Error for NeedsPredecessors {}

/// Something to do with a search, whatever its type.
pub trait Task<P: Problem> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn perform<S: Search<P>>(self, search: S) -> Self::Output;
}

/// To run it to its end or to a limit.
struct Run<'a, O> {
    observer: &'a mut O,
    budget: &'a mut Budget,
}

impl<P: Problem, O: Observer<P>> Task<P> for Run<'_, O> {
    type Output = Report<P::Action>;

    fn perform<S: Search<P>>(self, mut search: S) -> Report<P::Action> {
        search.run(self.observer, self.budget)
    }
}

/// Makes the search of an algorithm, and does something with it.
pub fn with_search<P: Problem, H: Heuristic<P>, T: Task<P>>(
    algorithm: Algorithm,
    settings: &Settings,
    problem: &P,
    heuristic: &H,
    task: T,
) -> Result<T::Output, NeedsPredecessors> {
    let &Settings { weight, width, depth, ties } = settings;
    Ok(match algorithm {
        Algorithm::Bfs => task.perform(BestFirst::breadth_first(problem)),
        Algorithm::Dfs => task.perform(DepthFirst::plain(problem)),
        Algorithm::Dls => task.perform(DepthFirst::depth_limited(problem, depth)),
        Algorithm::Iddfs => task.perform(DepthFirst::iterative_deepening(problem)),
        Algorithm::Ucs => task.perform(BestFirst::uniform_cost(problem, ties)),
        Algorithm::Greedy => task.perform(BestFirst::greedy(problem, heuristic, ties)),
        Algorithm::Astar | Algorithm::Auto | Algorithm::Hdastar => {
            task.perform(BestFirst::a_star(problem, heuristic, ties))
        }
        Algorithm::Wastar => task.perform(BestFirst::weighted_a_star(problem, heuristic, weight, ties)),
        Algorithm::Idastar => task.perform(IdaStar::ida_star(problem, heuristic)),
        Algorithm::Beam => task.perform(Beam::new(problem, heuristic, width)),
        Algorithm::Stack => task.perform(StackSearch::by_estimate(problem, heuristic)),
        Algorithm::Rbfs => task.perform(Rbfs::new(problem, heuristic)),
        Algorithm::Smastar => task.perform(SmaStar::new(problem, heuristic)),
        Algorithm::Bfhs => task.perform(Bfhs::new(problem, heuristic)),
        Algorithm::Ibex => task.perform(Ibex::new(problem, heuristic)),
        Algorithm::Dps => task.perform(Anytime::dps(problem, heuristic, weight, ties)),
        Algorithm::Arastar => task.perform(Anytime::ara_star(problem, heuristic, weight, ties)),
        Algorithm::Awastar => task.perform(Anytime::awa_star(problem, heuristic, weight, ties)),
        Algorithm::Bidirectional | Algorithm::Nbs | Algorithm::Dvcbs => return Err(NeedsPredecessors),
    })
}

/// Runs an algorithm on a problem, to its end or to a limit.
pub fn run<P: Problem, H: Heuristic<P>, O: Observer<P>>(
    algorithm: Algorithm,
    settings: &Settings,
    problem: &P,
    heuristic: &H,
    observer: &mut O,
    budget: &mut Budget,
) -> Result<Report<P::Action>, NeedsPredecessors> {
    with_search(algorithm, settings, problem, heuristic, Run { observer, budget })
}

/// Runs any algorithm on a problem whose predecessors are known. `to_start` estimates the distance from the start, for
/// those that search from both ends.
pub fn run_from_both_ends<P: Backward, H: Heuristic<P>, B: Heuristic<P>, O: Observer<P>>(
    algorithm: Algorithm,
    settings: &Settings,
    problem: &P,
    (heuristic, to_start): (&H, &B),
    observer: &mut O,
    budget: &mut Budget,
) -> Report<P::Action> {
    run(algorithm, settings, problem, heuristic, observer, budget).unwrap_or_else(|NeedsPredecessors| match algorithm {
        Algorithm::Nbs => Bidirectional::nbs(problem, heuristic, to_start).run(observer, budget),
        Algorithm::Dvcbs => Bidirectional::dvcbs(problem, heuristic, to_start).run(observer, budget),
        _ => Bidirectional::breadth_first(problem).run(observer, budget),
    })
}

#[cfg(test)]
mod tests {
    use super::Algorithm;

    #[test]
    fn names_are_read_back_in_every_spelling() {
        for (name, algorithm) in Algorithm::ALL {
            assert_eq!(algorithm.name(), name);
            for spelling in [name.to_owned(), name.to_uppercase(), name.replace("star", "*")] {
                assert_eq!(Algorithm::parse(&spelling), Some(algorithm), "{spelling}");
            }
        }
        for (spelling, algorithm) in
            [("A*", Algorithm::Astar), ("WA*", Algorithm::Wastar), ("IDAstar", Algorithm::Idastar)]
        {
            assert_eq!(spelling.parse(), Ok(algorithm));
        }
        for wrong in ["", "*", "A**", "A *", "astarstar", "asta"] {
            assert_eq!(Algorithm::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_each_takes_is_known() {
        let those = |pick: fn(Algorithm) -> bool| {
            let picked = Algorithm::ALL.into_iter().filter(|&(_, algorithm)| pick(algorithm));
            picked.map(|(name, _)| name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(those(Algorithm::is_bounded), "wastar dps");
        assert_eq!(those(Algorithm::is_anytime), "arastar awastar");
        assert_eq!(those(Algorithm::uses_weight), "wastar dps arastar awastar");
        assert_eq!(those(Algorithm::has_ties), "ucs greedy astar wastar dps arastar awastar hdastar");
        assert_eq!(those(Algorithm::needs_predecessors), "bidirectional nbs dvcbs");
        assert_eq!(those(Algorithm::estimates_both_ways), "nbs dvcbs");
        assert_eq!(those(|algorithm| !algorithm.uses_heuristic()), "auto bfs dfs dls iddfs ucs bidirectional");
    }

    #[test]
    fn a_wrong_name_is_answered_with_all_right_ones() {
        let wrong = "asta".parse::<Algorithm>().unwrap_err().to_string();
        assert!(wrong.starts_with("unknown \"asta\"; expected one of: auto, bfs, dfs,"), "{wrong}");
        assert!(super::NeedsPredecessors.to_string().contains("predecessors"));
    }
}
