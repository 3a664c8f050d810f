//! All cheapest paths, with the signatures of `pathfinding`'s `astar_bag`.
//!
//! A* runs until it has examined everything that is no dearer than its first solution. An observer notes, from the events, every
//! parent by which a state is reached at its least cost; the paths lead back over them from the goals to the start.

use std::hash::Hash;
use std::ops::ControlFlow;

use super::closures::{Closures, Estimates};
use super::cost::PathCost;
use super::functions::cost_of;
use crate::best_first::BestFirst;
use crate::budget::Budget;
use crate::observer::{Event, NodeId, Observer, Pruned, Stop};
use crate::problem::{Cost, Problem};
use crate::report::Ties;

/// All cheapest paths from `start` to states of which `success` is true, with their cost, by A*. `heuristic` must not exceed
/// the true distance. Paths in which a state comes twice (over steps that cost nothing) are left out.
///
/// ```
/// use hueco_search::paths::astar_bag;
///
/// // From one corner of a square to the other, along its lines.
/// let steps = |&(x, y): &(u8, u8)| [((x + 1, y), 1), ((x, y + 1), 1)].into_iter().filter(|&((x, y), _)| x < 4 && y < 4);
/// let (paths, cost) = astar_bag(&(0, 0), steps, |&(x, y)| 6 - x - y, |&at| at == (3, 3)).unwrap();
/// assert_eq!((paths.count(), cost), (20, 6));
/// ```
///
/// # Panics
///
/// If a cost cannot be counted; see [`astar`](super::astar).
pub fn astar_bag<N, C, FN, IN, FH, FS>(
    start: &N,
    successors: FN,
    heuristic: FH,
    success: FS,
) -> Option<(CheapestPaths<N>, C)>
where
    N: Clone + Eq + Hash,
    C: PathCost,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FH: FnMut(&N) -> C,
    FS: FnMut(&N) -> bool,
{
    let problem = Closures::new(start.clone(), successors, success);
    let estimates = Estimates::new(heuristic);
    let mut search = BestFirst::a_star(&problem, &estimates, Ties::LowH);
    let mut parents = Parents::default();
    while let Ok(Some(_)) = search.next_solution(&mut parents, &mut Budget::unlimited()) {
        if problem.fault().is_some() {
            break;
        }
    }
    if let Some(error) = problem.fault() {
        panic!("{error}");
    }
    let best = parents.best?;
    let cost = cost_of(best).unwrap_or_else(|error| panic!("{error}"));
    parents.goals.retain(|&goal| parents.nodes[goal.index()].g == best);
    Some((CheapestPaths::new(&parents, |id| search.reached.state(id).clone()), cost))
}

/// The same, all paths in a list.
///
/// # Panics
///
/// If a cost cannot be counted; see [`astar`](super::astar).
pub fn astar_bag_collect<N, C, FN, IN, FH, FS>(
    start: &N,
    successors: FN,
    heuristic: FH,
    success: FS,
) -> Option<(Vec<Vec<N>>, C)>
where
    N: Clone + Eq + Hash,
    C: PathCost,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FH: FnMut(&N) -> C,
    FS: FnMut(&N) -> bool,
{
    astar_bag(start, successors, heuristic, success).map(|(paths, cost)| (paths.collect(), cost))
}

/// No link.
const NONE: u32 = u32::MAX;

/// A node: its g, and the first of the links to parents by which it is reached at that g.
struct Noted {
    g: Cost,
    first: u32,
}

/// Every parent of every node, from the events.
#[derive(Default)]
struct Parents {
    nodes: Vec<Noted>,
    /// A parent, and the next link of the same node.
    links: Vec<(NodeId, u32)>,
    goals: Vec<NodeId>,
    /// The cost of the cheapest goal so far.
    best: Option<Cost>,
}

impl Parents {
    fn link(&mut self, parent: NodeId, next: u32) -> u32 {
        let number = u32::try_from(self.links.len()).ok().filter(|&number| number != NONE);
        self.links.push((parent, next));
        number.expect("fewer than 2^32 links between nodes")
    }

    fn of(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let link = |at: u32| self.links.get(at as usize);
        std::iter::successors(link(self.nodes[id.index()].first), move |(_, next)| link(*next))
            .map(|&(parent, _)| parent)
    }
}

impl<P: Problem> Observer<P> for Parents {
    fn event(&mut self, event: Event<'_, P>) -> ControlFlow<Stop> {
        match event {
            Event::Created { origin, g, .. } => {
                let first = origin.map_or(NONE, |origin| self.link(origin.parent, NONE));
                self.nodes.push(Noted { g, first });
            }
            Event::Improved { id, origin, g, .. } => {
                let first = self.link(origin.parent, NONE);
                self.nodes[id.index()] = Noted { g, first };
            }
            Event::Pruned { origin, g, reason: Pruned::Duplicate(id), .. }
                if g == self.nodes[id.index()].g && self.of(id).all(|parent| parent != origin.parent) =>
            {
                self.nodes[id.index()].first = self.link(origin.parent, self.nodes[id.index()].first);
            }
            Event::Examined { g, h, .. } if self.best.is_some_and(|best| g.saturating_add(h) > best) => {
                return ControlFlow::Break(Stop);
            }
            Event::Solved { id, cost } => {
                self.goals.push(id);
                self.best = Some(self.best.map_or(cost, |best| best.min(cost)));
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

/// All cheapest paths, one after the other.
#[derive(Clone, Debug)]
pub struct CheapestPaths<N> {
    /// The states on them, and the states before each, by place in this list.
    states: Vec<(N, Vec<usize>)>,
    start: usize,
    /// The goals still to be walked back from.
    goals: Vec<usize>,
    /// The current walk back from a goal, with the number of parents that were tried at each state.
    walk: Vec<(usize, usize)>,
}

impl<N> CheapestPaths<N> {
    /// `state` returns the state of a node. Nodes that are on no path back from a goal are left out.
    fn new(parents: &Parents, state: impl Fn(NodeId) -> N) -> Self {
        let mut places = vec![usize::MAX; parents.nodes.len()];
        let mut needed: Vec<NodeId> = Vec::new();
        let mut place_of = |id: NodeId, needed: &mut Vec<NodeId>| {
            if places[id.index()] == usize::MAX {
                places[id.index()] = needed.len();
                needed.push(id);
            }
            places[id.index()]
        };
        let goals = parents.goals.iter().rev().map(|&goal| place_of(goal, &mut needed)).collect();
        let mut states = Vec::new();
        while let Some(&id) = needed.get(states.len()) {
            // A free step may lead back to the start: every path ends there.
            let before = parents.of(id).filter(|_| id != NodeId(0));
            let before = before.map(|parent| place_of(parent, &mut needed)).collect();
            states.push((state(id), before));
        }
        let start = needed.iter().position(|&id| id == NodeId(0)).unwrap_or(usize::MAX);
        Self { states, start, goals, walk: Vec::new() }
    }
}

impl<N: Clone> Iterator for CheapestPaths<N> {
    type Item = Vec<N>;

    fn next(&mut self) -> Option<Vec<N>> {
        loop {
            let Some((at, tried)) = self.walk.last_mut() else {
                self.walk.push((self.goals.pop()?, 0));
                continue;
            };
            let (here, parent) = (*at, self.states[*at].1.get(*tried).copied());
            *tried += 1;
            match parent {
                Some(parent) if self.walk.iter().all(|&(on, _)| on != parent) => self.walk.push((parent, 0)),
                Some(_) => {}
                None => {
                    let path = self.walk.iter().rev().map(|&(at, _)| self.states[at].0.clone());
                    let path = (here == self.start).then(|| path.collect());
                    self.walk.pop();
                    if path.is_some() {
                        return path;
                    }
                }
            }
        }
    }
}

impl<N: Clone> std::iter::FusedIterator for CheapestPaths<N> {}
