//! The laws hold for problems that keep them, and each lie is found out.

use crate::common::graph::{Table, oddities};
use crate::common::pancakes::{Gap, LAYERS, Pancakes};
use hueco_search::laws::{self, Violation};
use hueco_search::{
    Backward, BestFirst, Bidirectional, Blind, Budget, Cost, Heuristic, Max, Problem, Quality, Reversible, Search, Ties,
};

#[test]
fn pancakes_and_gaps_keep_all_laws() {
    let problem = Pancakes::<6>::number(77);
    let states = laws::reachable(&problem, 1000).expect("720 stacks");
    assert_eq!(states.len(), 720);
    assert_eq!(laws::actions_are_lawful(&problem, &states), Ok(()));
    assert_eq!(laws::inverse_undoes(&problem, &states), Ok(()));
    assert_eq!(laws::steps_back_lead_forward(&problem, &states), Ok(()));
    assert_eq!(laws::last_keeps_cheapest_paths(&problem, 1000), Ok(()));
    assert_eq!(laws::memo_is_incremental(&problem, &Gap, 20, 50, 1), Ok(()));
    let distances = laws::true_distances(&problem, usize::MAX);
    assert!(distances.is_whole() && !distances.is_empty());
    assert_eq!((distances.len(), distances.radius() as usize), (720, LAYERS[3].len() - 1));
    assert_eq!(laws::keeps_its_word(&problem, &Gap, &distances), Ok(()));
    assert_eq!(laws::keeps_its_word(&problem, &Max(Gap, Blind), &distances), Ok(()));
}

#[test]
fn large_spaces_are_sampled() {
    let problem = Pancakes::<12>::number(123_456_789);
    assert_eq!(laws::reachable(&problem, 5000), Err(Violation::TooLarge { limit: 5000 }));
    assert_eq!(laws::last_keeps_cheapest_paths(&problem, 5000), Err(Violation::TooLarge { limit: 5000 }));
    let states = laws::walks(&problem, 30, 40, 7);
    assert_eq!(states.len(), 30 * 41);
    assert_eq!(states, laws::walks(&problem, 30, 40, 7));
    assert_ne!(states, laws::walks(&problem, 30, 40, 8));
    assert_eq!(laws::inverse_undoes(&problem, &states), Ok(()));
    assert_eq!(laws::is_consistent(&problem, &Gap, &states), Ok(()));
    let nearest = laws::true_distances(&problem, 5000);
    assert!(!nearest.is_whole());
    assert_eq!(nearest.len(), 5000);
    assert_eq!(laws::keeps_its_word(&problem, &Gap, &nearest), Ok(()));
}

#[test]
fn graphs_keep_the_laws_of_problems() {
    for case in oddities() {
        let states = laws::reachable(&case.graph, 100).expect("small");
        assert_eq!(laws::actions_are_lawful(&case.graph, &states), Ok(()), "{}", case.name);
        assert_eq!(laws::inverse_undoes(&case.graph, &states), Ok(()), "{}", case.name);
        assert_eq!(laws::last_keeps_cheapest_paths(&case.graph, 100), Ok(()), "{}", case.name);
        let distances = laws::true_distances(&case.graph, 100);
        assert_eq!(laws::keeps_its_word(&case.graph, &case.to_goal, &distances), Ok(()), "{}", case.name);
        let plain = case.graph.distances(case.graph.goal);
        let found: Vec<_> = (0..case.graph.nodes).map(|node| distances.get(&node)).collect();
        assert_eq!(found, plain, "{}", case.name);
    }
}

#[test]
fn estimates_that_lie_are_found_out() {
    let cases = oddities();
    let case = |name: &str| cases.iter().find(|case| case.name == name).expect("there is such a case");
    let misled = case("inadmissible");
    let distances = laws::true_distances(&misled.graph, 100);
    let found = laws::is_admissible(&misled.graph, &misled.to_goal, &distances);
    assert!(matches!(found, Err(Violation::Overestimated { estimate: Some(h), distance, .. }) if h > distance));
    // Admissible, not consistent: found out only if it claims to be.
    let hidden = case("inconsistent");
    let distances = laws::true_distances(&hidden.graph, 100);
    assert_eq!(laws::keeps_its_word(&hidden.graph, &hidden.to_goal, &distances), Ok(()));
    let boast = Table { quality: Quality::Consistent, ..hidden.to_goal.clone() };
    let found = laws::keeps_its_word(&hidden.graph, &boast, &distances);
    assert!(matches!(found, Err(Violation::Inconsistent { state: 1, cost: 1, before: Some(11), .. })), "{found:?}");
    // A path that is declared hopeless, and a goal that is not free.
    let mut hopeless = hidden.to_goal.clone();
    hopeless.estimates[3] = None;
    let found = laws::is_admissible(&hidden.graph, &hopeless, &distances);
    assert_eq!(found, Err(Violation::Overestimated { state: 3, estimate: None, distance: 9 }));
    hopeless.estimates[5] = Some(1);
    let found = laws::is_consistent(&hidden.graph, &hopeless, &[5]);
    assert_eq!(found, Err(Violation::Overestimated { state: 5, estimate: Some(1), distance: 0 }));
}

/// What a ring of tokens can lie about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    None,
    /// An inverse that does not undo.
    Inverse,
    /// A least cost that is not the least.
    LeastCost,
    /// Two goals.
    Goal,
    /// An action after `last` that is not there without it.
    Invention,
    /// Left out after `last`: the only continuation.
    Omission,
    /// Other actions each time.
    Whim,
}

/// Tokens in a bowl that holds 29. One more or one less is free from an even number; seven more or less, round the edge,
/// costs a million.
struct Tokens {
    lie: Lie,
    asked: std::cell::Cell<u32>,
}

impl Tokens {
    fn new(lie: Lie) -> Self {
        Self { lie, asked: std::cell::Cell::new(0) }
    }
}

const BOWL: i8 = 30;

impl Problem for Tokens {
    type State = i8;
    type Action = i8;
    type Actions = std::vec::IntoIter<(i8, Cost)>;

    fn start(&self) -> i8 {
        11
    }

    fn is_goal(&self, tokens: &i8) -> bool {
        *tokens == 0 || (self.lie == Lie::Goal && *tokens == 9)
    }

    fn actions(&self, tokens: &i8, last: Option<i8>) -> Self::Actions {
        self.asked.set(self.asked.get() + 1);
        let lower = |step: i8| if step > 0 { *tokens } else { *tokens + step };
        let price = |step: i8| if step.abs() == 7 { 1_000_000 } else { Cost::from(lower(step) % 2 != 0) };
        let fits = |step: &i8| step.abs() == 7 || (0..BOWL).contains(&(*tokens + step));
        let mut steps: Vec<_> = [1, -1, 7, -7].into_iter().filter(fits).map(|step| (step, price(step))).collect();
        if let Some(last) = last {
            steps.retain(|&(step, _)| step != -last);
            match self.lie {
                Lie::Invention if *tokens == 20 => steps.push((3, 5)),
                Lie::Omission if *tokens == 15 => steps.clear(),
                _ => {}
            }
        }
        if self.lie == Lie::Whim && self.asked.get().is_multiple_of(2) {
            steps.reverse();
        }
        steps.into_iter()
    }

    fn apply(&self, tokens: &mut i8, step: i8) {
        *tokens = (*tokens + step).rem_euclid(BOWL);
    }
}

impl Reversible for Tokens {
    fn goal(&self) -> i8 {
        0
    }

    fn inverse(&self, step: i8) -> i8 {
        if self.lie == Lie::Inverse && step == 7 { 7 } else { -step }
    }

    fn least_cost(&self) -> Cost {
        Cost::from(self.lie == Lie::LeastCost)
    }
}

/// The first law broken, in the order of the table in the module.
fn first_violation(lie: Lie) -> Result<(), Violation<i8, i8>> {
    let problem = Tokens::new(lie);
    let states = laws::reachable(&problem, 100)?;
    laws::actions_are_lawful(&problem, &states)?;
    laws::last_keeps_cheapest_paths(&problem, 100)?;
    laws::inverse_undoes(&problem, &states)
}

#[test]
fn problems_that_lie_are_found_out() {
    assert_eq!(first_violation(Lie::None), Ok(()));
    assert!(matches!(first_violation(Lie::Inverse), Err(Violation::NotUndone { action: 7, .. })));
    assert!(matches!(first_violation(Lie::LeastCost), Err(Violation::TooCheap { cost: 0, .. })));
    assert_eq!(first_violation(Lie::Goal), Err(Violation::WrongGoal { state: 9 }));
    assert!(matches!(first_violation(Lie::Invention), Err(Violation::Invented { state: 20, action: 3, .. })));
    assert_eq!(first_violation(Lie::Omission), Err(Violation::PathLost { state: 16, distance: 3 }));
    assert!(matches!(first_violation(Lie::Whim), Err(Violation::Unsteady { .. })));
}

/// Counts tokens; its memo forgets one each time it is advanced by seven.
struct Forgetful;

impl Heuristic<Tokens> for Forgetful {
    type Memo = i8;

    fn memo(&self, _: &Tokens, tokens: &i8) -> i8 {
        *tokens
    }

    fn advance(&self, problem: &Tokens, memo: &i8, _: &i8, step: i8) -> i8 {
        let mut after = *memo;
        problem.apply(&mut after, step);
        if step == 7 { (after - 1).max(0) } else { after }
    }

    fn estimate(&self, memo: &i8, _: Cost) -> Option<Cost> {
        Some(*memo as Cost)
    }

    fn quality(&self) -> Quality {
        Quality::Inadmissible
    }
}

#[test]
fn a_memo_that_drifts_is_found_out() {
    let found = laws::memo_is_incremental(&Tokens::new(Lie::None), &Forgetful, 5, 20, 3);
    let Err(violation @ Violation::Drifted { action: 7, advanced: Some(_), from_scratch: Some(_), .. }) = found else {
        panic!("{found:?}");
    };
    assert!(violation.to_string().contains("from scratch"));
}

/// Arrows with costs, one way only: what leads to a node is looked up, and no action undoes another.
struct Arrows {
    /// From, to, cost.
    arrows: Vec<(u8, u8, Cost)>,
    /// Leaves out the last arrow going back.
    forgetful: bool,
}

impl Problem for Arrows {
    type State = u8;
    type Action = usize;
    type Actions = std::vec::IntoIter<(usize, Cost)>;

    fn start(&self) -> u8 {
        0
    }

    fn is_goal(&self, node: &u8) -> bool {
        *node == 7
    }

    fn actions(&self, node: &u8, _: Option<usize>) -> Self::Actions {
        let leaving = self.arrows.iter().filter(|arrow| arrow.0 == *node);
        leaving.enumerate().map(|(at, arrow)| (at, arrow.2)).collect::<Vec<_>>().into_iter()
    }

    fn apply(&self, node: &mut u8, action: usize) {
        *node = self.arrows.iter().filter(|arrow| arrow.0 == *node).nth(action).expect("a legal action").1;
    }
}

impl Backward for Arrows {
    type Predecessors = std::vec::IntoIter<(usize, Cost)>;

    fn goal_state(&self) -> u8 {
        7
    }

    fn predecessors(&self, node: &u8, _: Option<usize>) -> Self::Predecessors {
        let known = self.arrows.len() - usize::from(self.forgetful);
        let arrows = self.arrows[..known].iter().enumerate();
        arrows.filter(|(_, arrow)| arrow.1 == *node).map(|(at, arrow)| (at, arrow.2)).collect::<Vec<_>>().into_iter()
    }

    fn apply_back(&self, node: &mut u8, step: usize) {
        *node = self.arrows[step].0;
    }

    fn forward_action(&self, _: &u8, step: usize) -> usize {
        self.arrows[..step].iter().filter(|arrow| arrow.0 == self.arrows[step].0).count()
    }
}

#[test]
fn arrows_are_searched_from_both_ends() {
    for seed in 0..200_u64 {
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = |below: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random % below
        };
        let arrows = (0..14).map(|_| (next(8) as u8, next(8) as u8, 1 + next(5) as Cost)).collect();
        let mut problem = Arrows { arrows, forgetful: false };
        let states = laws::reachable(&problem, 100).expect("eight nodes");
        assert_eq!(laws::steps_back_lead_forward(&problem, &states), Ok(()));
        let cheapest = BestFirst::uniform_cost(&problem, Ties::Fifo).run(&mut (), &mut Budget::unlimited());
        let from_both = Bidirectional::breadth_first(&problem).run(&mut (), &mut Budget::unlimited());
        assert_eq!((cheapest.ending, cheapest.cost()), (from_both.ending, from_both.cost()), "seed {seed}");
        assert_eq!(laws::true_distances(&problem, 100).get(&0), cheapest.cost(), "seed {seed}");
        if let Some(solution) = from_both.solution {
            let mut node = problem.start();
            solution.actions.iter().for_each(|&action| problem.apply(&mut node, action));
            assert_eq!(node, 7);
        }
        problem.forgetful = true;
        let (from, to, cost) = problem.arrows[13];
        let twice = problem.arrows[..13].contains(&(from, to, cost));
        let found = laws::steps_back_lead_forward(&problem, &states).is_err();
        assert_eq!(found, !twice && states.contains(&from), "seed {seed}");
    }
}
