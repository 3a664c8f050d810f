//! Questions about a search: which state is examined next, and what is its f?
//!
//! Each question comes from a search that really ran: a random board is searched until a handful of states wait, and the search
//! itself says which it takes. The boards come from a seed, so that a class has the same questions. A question is data; whoever asks
//! it, in a terminal or on a page, has the words.

use std::ops::ControlFlow;

use hueco_search::{NodeId, Stop, Ties, Told, Watch, What};
use hueco_tiles::heuristic::Named;
use hueco_tiles::solve::{Algorithm, Plan, solve_watched};
use hueco_tiles::{Board, Direction, RandomBoards, Shape, Workbench};

/// The methods that are asked about, by turns.
const METHODS: [(Algorithm, Option<Named>); 4] = [
    (Algorithm::Astar, Some(Named::Manhattan)),
    (Algorithm::Greedy, Some(Named::Manhattan)),
    (Algorithm::Astar, Some(Named::Misplaced)),
    (Algorithm::Ucs, None),
];

/// So many states wait when a question is asked.
const FEWEST: usize = 3;
const MOST: usize = 6;
/// Nodes within which such a moment comes.
const NODES: u64 = 60;

/// A state that waits, in the order in which they came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its board.
    pub board: Board,
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
    pub algorithm: Algorithm,
    /// Its heuristic.
    pub heuristic: Option<Named>,
    /// The goal.
    pub goal: Board,
    /// The states that wait.
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
    /// What the method goes by.
    pub fn by(&self) -> By {
        match self.algorithm {
            Algorithm::Greedy => By::H,
            Algorithm::Ucs => By::G,
            _ => By::F,
        }
    }

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
                Because::Lowest { by: self.by(), value, tied }
            }
            Asked::Value { of, f } => Because::Sum { g: self.frontier[of].g, h: self.frontier[of].h.unwrap_or(0), f },
        }
    }

    /// What the method takes this state by.
    pub fn value(&self, candidate: usize) -> u64 {
        let Candidate { g, h, .. } = &self.frontier[candidate];
        match self.by() {
            By::F => g + h.unwrap_or(0),
            By::H => h.unwrap_or(0),
            By::G => *g,
        }
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
    let boards = RandomBoards::new(&goal, seed).take(count.saturating_mul(50));
    let mut found = 0;
    // A board near the goal may be solved before enough states wait: it is skipped.
    let asked = boards.filter_map(move |board| {
        let (algorithm, heuristic) = METHODS[found % METHODS.len()];
        let question = question(board, &goal, algorithm, heuristic, found % METHODS.len() == 2)?;
        found += 1;
        Some(question)
    });
    asked.take(count)
}

/// Boards that have questions of each kind have as many as anybody wants: so many first questions show it.
pub const KINDS: usize = METHODS.len();

fn question(
    board: Board,
    goal: &Board,
    algorithm: Algorithm,
    heuristic: Option<Named>,
    ask_value: bool,
) -> Option<Question> {
    let mut watching = Watching { shape: goal.shape(), frontier: Vec::new(), moment: None };
    let plan = Plan {
        algorithm,
        heuristic: heuristic.map(Into::into),
        ties: Ties::Fifo,
        max_nodes: Some(NODES),
        ..Plan::new(board, goal.clone())
    };
    // No search of the quiz uses a table.
    solve_watched(&plan, &Workbench::default(), &mut |_| (), &mut watching).ok()?;
    let (mut frontier, right) = watching.moment?;
    if heuristic.is_none() {
        for candidate in &mut frontier {
            candidate.h = None;
        }
    }
    let asked = if ask_value {
        Asked::Value { of: right, f: frontier[right].g + frontier[right].h? }
    } else {
        Asked::Next { right }
    };
    Some(Question { algorithm, heuristic, goal: goal.clone(), frontier, asked })
}

/// Waits for the last moment at which a handful of states wait.
struct Watching {
    shape: Shape,
    frontier: Vec<(NodeId, Candidate)>,
    moment: Option<(Vec<Candidate>, usize)>,
}

impl Watch<Direction, [u16]> for Watching {
    fn told(&mut self, told: Told<Direction>, board: Option<&[u16]>) -> ControlFlow<Stop> {
        match (told.what, told.id, board) {
            (What::Created, Some(id), Some(board)) => {
                let numbers: Vec<u64> = board.iter().map(|&tile| tile.into()).collect();
                if let Ok(board) = Board::new(self.shape, &numbers) {
                    let candidate = Candidate { board, g: told.g.into(), h: told.h.map(Into::into) };
                    self.frontier.push((id, candidate));
                }
            }
            (What::Examined, Some(id), _) => {
                let Some(taken) = self.frontier.iter().position(|(other, _)| *other == id) else {
                    return ControlFlow::Continue(());
                };
                if (FEWEST..=MOST).contains(&self.frontier.len()) {
                    let waiting = self.frontier.iter().map(|(_, candidate)| candidate.clone()).collect();
                    self.moment = Some((waiting, taken));
                }
                self.frontier.remove(taken);
                if self.frontier.len() > MOST {
                    return ControlFlow::Break(Stop);
                }
            }
            // A cheaper way would change the order in which states came.
            (What::Improved { .. }, ..) => return ControlFlow::Break(Stop),
            _ => {}
        }
        ControlFlow::Continue(())
    }
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
