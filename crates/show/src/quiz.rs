//! Questions about a search: which state is examined next, and what is its f?
//!
//! Each question comes from a search that really ran, as its trace holds it: at some moment a handful of states are in the
//! frontier, and the search itself says which it takes. Boards come from a seed, so that a class has the same questions. A
//! question is data; the terminal or the page that asks it has the words.

use hueco_search::{EventKind, NodeId, OwnedShown, Ties};
use hueco_tiles::heuristic::Named;
use hueco_tiles::solve::{Algorithm, Plan, solve_watched};
use hueco_tiles::{Board, RandomBoards, Shape, Workbench};

use crate::trace::{Collector, Domain, End, Header, Trace};

/// The methods that are asked about, by turns.
const METHODS: [(Algorithm, Option<Named>); 4] = [
    (Algorithm::Astar, Some(Named::Manhattan)),
    (Algorithm::Greedy, Some(Named::Manhattan)),
    (Algorithm::Astar, Some(Named::Misplaced)),
    (Algorithm::Ucs, None),
];

/// The size of the frontier when a question is asked.
const FEWEST: usize = 3;
const MOST: usize = 6;
/// Nodes within which such a moment comes.
pub const NODES: u64 = 60;
/// Searches per question: some have no such moment.
pub const TRIES: usize = 50;

/// A state in the frontier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The state.
    pub state: OwnedShown,
    /// Cost from the start.
    pub g: u64,
    /// Estimate to the goal; none of a blind search.
    pub h: Option<u64>,
}

/// What a method takes states by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// g + h.
    F,
    /// h alone.
    H,
    /// g alone.
    G,
}

impl By {
    /// What the method of a trace takes states by, if it is one that can be asked about.
    fn method(header: &Header) -> Option<Self> {
        match (Algorithm::parse(header.algorithm.as_deref()?)?, header.has_estimate()) {
            (Algorithm::Astar, true) => Some(Self::F),
            (Algorithm::Greedy, true) => Some(Self::H),
            (Algorithm::Ucs, _) => Some(Self::G),
            _ => None,
        }
    }

    fn value(self, candidate: &Candidate) -> u64 {
        let h = candidate.h.unwrap_or(0);
        match self {
            Self::F => candidate.g.saturating_add(h),
            Self::H => h,
            Self::G => candidate.g,
        }
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Which of them is examined next.
    Next {
        /// The right one.
        right: usize,
    },
    /// What f is of this one.
    Value {
        /// Which.
        of: usize,
        /// Its f.
        f: u64,
    },
}

/// A question. Of equals, the state that came first is examined first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The method.
    pub algorithm: String,
    /// Its heuristic.
    pub heuristic: Option<String>,
    /// What the method goes by.
    pub by: By,
    /// The kind of problem.
    pub domain: Domain,
    /// The goal, where it is one state.
    pub goal: Option<OwnedShown>,
    /// The states in the frontier, in the order in which they came.
    pub frontier: Vec<Candidate>,
    /// What is asked.
    pub asked: Asked,
}

/// Why an answer is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// Its value is the lowest.
    Lowest {
        /// What the method goes by.
        by: By,
        /// The value.
        value: u64,
        /// How many have it; of several, the first came first.
        tied: usize,
    },
    /// f is g + h.
    Sum {
        /// Cost from the start.
        g: u64,
        /// Estimate to the goal.
        h: u64,
        /// Their sum.
        f: u64,
    },
}

impl Question {
    /// The right answer as it is typed: a letter, or a number.
    pub fn answer(&self) -> String {
        match self.asked {
            Asked::Next { right } => letter(right).to_string(),
            Asked::Value { f, .. } => f.to_string(),
        }
    }

    /// Whether an answer is right. Spaces, brackets and the case of letters do not count.
    pub fn is_right(&self, answer: &str) -> bool {
        let answer: String = answer.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        answer == self.answer()
    }

    /// Why the right answer is right.
    pub fn because(&self) -> Because {
        match self.asked {
            Asked::Next { right } => {
                let value = self.value(right);
                let tied = (0..self.frontier.len()).filter(|&other| self.value(other) == value).count();
                Because::Lowest { by: self.by, value, tied }
            }
            Asked::Value { of, f } => Because::Sum { g: self.frontier[of].g, h: self.frontier[of].h.unwrap_or(0), f },
        }
    }

    /// What the method takes this state by.
    pub fn value(&self, candidate: usize) -> u64 {
        self.by.value(&self.frontier[candidate])
    }
}

/// The letter of a place: `a`, `b`, `c`…
pub fn letter(place: usize) -> char {
    char::from(b'a' + (place % 26) as u8)
}

/// Questions on boards of this shape, the same for the same seed, each made when it is taken. There are at most `count`, and
/// fewer only on boards that have too few states to ask about.
pub fn questions(shape: Shape, seed: u64, count: usize) -> impl Iterator<Item = Question> {
    let goal = Board::blank_last(shape);
    let boards = RandomBoards::new(&goal, seed).take(count.saturating_mul(TRIES));
    let mut found = 0;
    // A board near the goal may be solved before the frontier is large enough: it is skipped.
    let questions = boards.filter_map(move |board| {
        let kind = found % METHODS.len();
        let (algorithm, heuristic) = METHODS[kind];
        let plan = Plan {
            algorithm,
            heuristic: heuristic.map(Into::into),
            ties: Ties::Fifo,
            max_nodes: Some(NODES),
            ..Plan::new(board, goal.clone())
        };
        let mut collector = Collector::new(Header::tiles(&plan), u64::MAX);
        // No search of the quiz uses a table.
        let answer = solve_watched(&plan, &Workbench::default(), &mut |_| (), &mut collector).ok()?;
        let question = question(&collector.finish(End::tiles(&answer)), kind == 2)?;
        found += 1;
        Some(question)
    });
    questions.take(count)
}

/// A question about a recorded search, of any problem: which state is examined next, or what is its f. None if the trace
/// has no moment at which one can be asked, or its method is not A*, greedy or uniform-cost search.
pub fn question(trace: &Trace, ask_value: bool) -> Option<Question> {
    let by = By::method(&trace.header)?;
    let (frontier, right) = last_moment(trace, by)?;
    let asked = if ask_value {
        let Candidate { g, h, .. } = &frontier[right];
        Asked::Value { of: right, f: g.saturating_add((*h)?) }
    } else {
        Asked::Next { right }
    };
    let Header { algorithm, heuristic, domain, goal, .. } = trace.header.clone();
    Some(Question { algorithm: algorithm?, heuristic, by, domain, goal, frontier, asked })
}

/// The frontier at the last moment of the beginning at which it holds a handful of states, and which of them is taken.
fn last_moment(trace: &Trace, by: By) -> Option<(Vec<Candidate>, usize)> {
    let mut frontier: Vec<(NodeId, Candidate)> = Vec::new();
    let mut moment = None;
    for event in &trace.events {
        match (&event.kind, event.node) {
            (EventKind::Created, Some(node)) => {
                frontier.push((node, Candidate { state: event.state.clone()?, g: event.g?, h: event.h }));
            }
            (EventKind::Examined, Some(node)) => {
                let Some(taken) = frontier.iter().position(|(other, _)| *other == node) else { continue };
                // A search that breaks ties in another way may take one that this rule does not.
                let lowest = (0..frontier.len()).min_by_key(|&at| by.value(&frontier[at].1));
                if (FEWEST..=MOST).contains(&frontier.len()) && lowest == Some(taken) {
                    moment = Some((frontier.iter().map(|(_, candidate)| candidate.clone()).collect(), taken));
                }
                frontier.remove(taken);
                if frontier.len() > MOST {
                    break;
                }
            }
            // A cheaper path would change the order in which states came.
            (EventKind::Improved { .. }, _) => break,
            _ => {}
        }
    }
    moment
}

#[cfg(test)]
mod tests {
    use hueco_tiles::parse_shape;

    use super::*;

    #[test]
    fn the_rule_gives_the_right_answer() {
        for seed in 0..40 {
            let asked: Vec<_> = questions(parse_shape("3x3").expect("a shape"), seed, 12).collect();
            assert_eq!(asked.len(), 12);
            for question in &asked {
                let lowest = (0..question.frontier.len()).map(|at| question.value(at)).min();
                let first = (0..question.frontier.len()).find(|&at| Some(question.value(at)) == lowest);
                match question.asked {
                    Asked::Next { right } => assert_eq!(Some(right), first, "{question:?}"),
                    Asked::Value { of, f } => assert_eq!(question.value(of), f),
                }
                assert!(question.is_right(&format!(" {}) ", question.answer().to_uppercase())));
                assert!(!question.is_right("zz"));
            }
        }
    }

    #[test]
    fn a_seed_gives_the_same_questions() {
        let shape = parse_shape("3x3").expect("a shape");
        let questions = |seed, count| questions(shape, seed, count).collect::<Vec<_>>();
        assert_eq!(questions(7, 5), questions(7, 9)[..5]);
        assert_ne!(questions(7, 5), questions(8, 5));
    }
}
