//! A proven optimum for boards of 17 to 32 cells, where the plan insists on one.
//!
//! 1. Near-optimal first: a solution at once, and better ones for a moment ([`crate::anytime`]).
//! 2. Rounds of iterative deepening with pattern databases ([`crate::optimal`]). Each raises what is proved by two moves, and when
//!    that meets the solution, the solution is optimal and the longest round is saved.
//! 3. Before a round that will take much longer than everything so far, the near-optimal part gets a share of what it will
//!    take: it is cheap, and a shorter solution may save the round.
//!
//! Which tables: the first ones, and all that the memory allows once a round is so long that laying them out pays, or building them
//! where the user's folder lacks one. Nothing of this depends on a clock, so on one thread a board always takes the same
//! nodes; a run that is resumed from a checkpoint counts as one that was never interrupted.

use std::sync::Arc;
use std::time::Duration;

use hueco_search::clock::Instant;
use hueco_search::{Budget, Cost, Limit, Stats};

use super::checkpoint::{self, Saved};
use super::{Answer, Method, Notice, Outcome, PlanError, Progress, RoundProgress, Run, auto};
use crate::anytime::{self, Finder, Task};
use crate::board::Direction;
use crate::cells::Wide;
use crate::heuristic::HeuristicSpec;
use crate::optimal::{Deepening, LEAST_SLACK, Prover, Share, Step, table_bytes};
use crate::pattern::{Partition, PartitionSpec};
use crate::problem::Tiles;

/// Memory of a plan without a limit.
const DEFAULT_BYTES: u64 = 4 << 30;
/// One part in this many of the memory is for what is neither a table nor a visited state: beams, the frontier, a table being built.
const OTHER_PART: u64 = 8;
/// Nodes of the near-optimal part before the first round, and the part of a long round's nodes that it gets before that: less on
/// boards of few cells, where what it finds at first is nearly always optimal.
const FIRST_BEAM: u64 = 2_000_000;
const BEAM_PART: u64 = 8;
const BEAM_PART_OF_FEW_CELLS: u64 = 32;
const FEW_CELLS: usize = 20;
/// A round with an expected node for this many bytes of further tables is worth building them, and laying them out where the folder
/// has them: a billion nodes and 150 million for all partitions of 5x5.
const BYTES_WORTH_BUILDING: u64 = 2;
const BYTES_WORTH_LAYING_OUT: u64 = 13;
/// Nodes between two checkpoints: a quarter of a minute or so.
const BETWEEN_CHECKPOINTS: u64 = 400_000_000;

/// A proof under way.
struct Proof<'r, 'a> {
    run: &'r mut Run<'a>,
    best: Option<(Vec<Direction>, Finder)>,
    lower_bound: Cost,
    /// Of the near-optimal part.
    beam_stats: Stats,
    /// Nodes that the near-optimal part got last.
    beam_nodes: u64,
    limit: Option<Limit>,
    cannot_save: bool,
}

/// Solves the plan's board.
pub(super) fn proven(tiles: &Tiles<Wide>, run: &mut Run<'_>) -> Result<Answer, PlanError> {
    let plan = run.plan;
    let saved = match &plan.checkpoint {
        Some(path) => checkpoint::read(path, &plan.board, &plan.goal).map_err(PlanError::Checkpoint)?,
        None => None,
    };
    let lower_bound = auto::first_bound(tiles, run.workbench);
    let mut proof = Proof {
        run,
        best: None,
        lower_bound,
        beam_stats: Stats::default(),
        beam_nodes: 0,
        limit: None,
        cannot_save: false,
    };
    let mut rounds_stats = Stats::default();
    let mut bytes = 0;
    match &saved {
        Some(saved) => proof.restore(saved),
        None => proof.beam(FIRST_BEAM),
    }
    if !proof.is_over() {
        match proof.rounds(tiles, saved.as_ref()) {
            Ok((stats, tables)) => (rounds_stats, bytes) = (stats, tables),
            Err(PlanError::Build(crate::pattern::BuildError::Stopped(limit))) => proof.limit = Some(limit),
            Err(error) => return Err(error),
        }
    }
    Ok(proof.answer(rounds_stats, bytes))
}

impl Proof<'_, '_> {
    fn is_optimal(&self) -> bool {
        self.best.as_ref().is_some_and(|(moves, _)| moves.len() as Cost <= self.lower_bound)
    }

    fn is_over(&self) -> bool {
        self.limit.is_some() || self.is_optimal()
    }

    /// The near-optimal part with this many nodes.
    fn beam(&mut self, nodes: u64) {
        let plan = self.run.plan;
        let nodes = plan.max_nodes.map_or(nodes, |most| nodes.min(most / 4));
        self.beam_nodes = nodes;
        let bytes = plan.max_bytes.unwrap_or(DEFAULT_BYTES);
        let task = Task {
            board: &plan.board,
            goal: &plan.goal,
            threads: self.run.threads(),
            // The rest is for tables and visited states.
            budget: self.run.whole_budget().clone().max_bytes(bytes / OTHER_PART),
            max_nodes: Some(nodes),
            fast: false,
            workbench: self.run.workbench,
        };
        let (started, progress) = (self.run.started, &mut *self.run.progress);
        let known = self.best.as_ref().map(|(moves, _)| Arc::<[Direction]>::from(&moves[..]));
        let bound = self.lower_bound;
        let mut report = |best: Option<&[Direction]>, lower_bound: Cost, stats: &Stats| {
            let shorter = best.filter(|best| known.as_ref().is_none_or(|known| best.len() < known.len()));
            let moves = shorter.map(Arc::from).or_else(|| known.clone());
            progress(&Progress {
                elapsed: started.elapsed(),
                generated: stats.generated,
                best: moves.as_ref().map(|moves| moves.len() as Cost),
                moves,
                lower_bound: lower_bound.max(bound),
                building: None,
                round: None,
            });
        };
        let improved = anytime::solve(&task, bound, &mut report);
        self.beam_stats += improved.stats;
        let spent = improved.stats.generated;
        self.lower_bound = self.lower_bound.max(improved.lower_bound);
        // Its own limit on nodes is no limit of the plan.
        self.limit = improved.limit.filter(|&limit| limit != Limit::Nodes);
        if let Some((moves, finder)) = improved.best
            && self.best.as_ref().is_none_or(|(best, _)| moves.len() < best.len())
        {
            self.best = Some((moves, finder));
        }
        if plan.max_nodes.is_some() {
            let left = self.run.budget.nodes_left().saturating_sub(spent);
            self.run.budget = std::mem::take(&mut self.run.budget).max_nodes(left);
        }
    }

    /// Rounds until the proof is complete or a limit comes. What they counted, and the bytes of the tables.
    fn rounds(&mut self, tiles: &Tiles<Wide>, saved: Option<&Saved>) -> Result<(Stats, u64), PlanError> {
        let plan = self.run.plan;
        let labels = tiles.frame().labels(&plan.board);
        let bytes = plan.max_bytes.unwrap_or(DEFAULT_BYTES);
        let (few, many) = self.sets(bytes)?;
        let mut prover = match saved {
            Some(saved) if saved.partitions > few.len() => self.run.prover(&many, None)?,
            _ => self.run.prover(&few, None)?,
        };
        let bytes_per_node = if self.has_all(&many) { BYTES_WORTH_LAYING_OUT } else { BYTES_WORTH_BUILDING };
        let worth_more = table_bytes(&many).saturating_sub(table_bytes(&few)) / bytes_per_node;
        let mut deepening = Deepening::new(&prover, &labels, self.lower_bound);
        if let Some(saved) = saved {
            saved.restore(&mut deepening).map_err(PlanError::Checkpoint)?;
        }
        let share = Share {
            threads: self.run.threads(),
            least_slack: LEAST_SLACK,
            visited_bytes: bytes.saturating_sub(table_bytes(&many) + bytes / OTHER_PART),
            most_nodes: plan.checkpoint.as_ref().map(|_| BETWEEN_CHECKPOINTS),
        };
        let has_few_cells = plan.goal.shape().cells() <= FEW_CELLS;
        let beam_part = if has_few_cells { BEAM_PART_OF_FEW_CELLS } else { BEAM_PART };
        let spare = self.run.workbench.take_visited();
        deepening.reuse(spare.filter(|visited| visited.room_bytes() <= share.visited_bytes));
        loop {
            self.prove(deepening.bound);
            if self.is_over() {
                break;
            }
            // Between two rounds, and nowhere else, the method may change.
            if deepening.from == 0 {
                if prover.sets().len() < many.len() && deepening.expected() >= worth_more {
                    // Tables are built in the memory that visited states had.
                    if !self.run.workbench.holds_prover(&many) {
                        deepening.forget_visited();
                    }
                    prover = self.run.prover(&many, Some(&prover))?;
                    deepening.raise_to(prover.estimate(&labels));
                }
                // Again only where it would get twice as much as before.
                let granted = deepening.expected() / beam_part;
                if granted >= 2 * self.beam_nodes {
                    self.beam(granted);
                    if self.is_over() {
                        break;
                    }
                }
            }
            self.save(&deepening, prover.sets().len());
            match self.step(&prover, &mut deepening, share) {
                Step::Paused | Step::Raised => {}
                Step::Solved(moves) => {
                    self.lower_bound = moves.len() as Cost;
                    self.best = Some((moves, Finder::Proof(pattern_spec(prover.sets()))));
                }
                Step::Stopped(limit) => self.limit = Some(limit),
            }
        }
        if self.is_optimal() {
            if let Some((_, finder)) = &mut self.best {
                *finder = Finder::Proof(pattern_spec(prover.sets()));
            }
            self.remove_checkpoint();
        }
        let stats = deepening.stats;
        if let Some(visited) = deepening.into_visited() {
            self.run.workbench.keep_visited(visited);
        }
        Ok((stats, prover.bytes()))
    }

    /// The first partitions, and as many as the memory allows beside the visited states.
    fn sets(&self, bytes: u64) -> Result<(Vec<Partition>, Vec<Partition>), PlanError> {
        let (shape, blank) = (self.run.plan.goal.shape(), self.run.plan.goal.blank());
        let of_tables = bytes / 8 * 5;
        let few = Prover::first_partitions(shape, blank, of_tables)?;
        let many = Prover::partitions(shape, blank, of_tables)?;
        Ok(if many.len() > few.len() { (few, many) } else { (many.clone(), many) })
    }

    /// Whether the user's folder has every table of these partitions, or the workbench what is made of them.
    fn has_all(&self, partitions: &[Partition]) -> bool {
        let store = self.run.plan.store.as_ref();
        store.is_some_and(|store| partitions.iter().all(|partition| store.has_all(partition)))
    }

    /// Takes in what is proved.
    fn prove(&mut self, bound: Cost) {
        let most = self.best.as_ref().map_or(Cost::MAX, |(moves, _)| moves.len() as Cost);
        self.lower_bound = self.lower_bound.max(bound.min(most));
        self.run.budget.prove(self.lower_bound);
    }

    fn step(&mut self, prover: &Prover, deepening: &mut Deepening, share: Share) -> Step {
        let (started, lower_bound) = (self.run.started, self.lower_bound);
        let earlier = self.beam_stats.generated + deepening.stats.generated;
        let moves = self.best.as_ref().map(|(moves, _)| Arc::<[Direction]>::from(&moves[..]));
        let begun = Instant::now();
        let mut budget: Budget = self.run.whole_budget().clone();
        let progress = &mut *self.run.progress;
        let mut report = |nodes: u64, done: f64| {
            let left = (done > 0.01).then(|| begun.elapsed().mul_f64((1.0 - done) / done));
            progress(&Progress {
                elapsed: started.elapsed(),
                generated: earlier + nodes,
                best: moves.as_ref().map(|moves| moves.len() as Cost),
                moves: moves.clone(),
                lower_bound,
                building: None,
                round: Some(RoundProgress { done, left: left.unwrap_or(Duration::MAX) }),
            });
        };
        let step = deepening.step(prover, share, &mut budget, &mut report);
        self.run.budget = budget;
        step
    }

    fn restore(&mut self, saved: &Saved) {
        self.lower_bound = self.lower_bound.max(saved.bound);
        self.best = saved.best.clone().map(|moves| {
            let ordering = anytime::ordering_kind(self.run.plan.board.shape());
            (moves, Finder::Beam(ordering))
        });
        self.beam_nodes = saved.beam_nodes;
        self.beam_stats = Stats { generated: saved.beam_generated, ..Stats::default() };
    }

    fn save(&mut self, deepening: &Deepening, partitions: usize) {
        let plan = self.run.plan;
        let Some(path) = &plan.checkpoint else { return };
        let saved = Saved {
            bound: deepening.bound,
            from: deepening.from,
            stats: deepening.stats,
            nodes: deepening.nodes,
            nodes_before: deepening.nodes_before,
            beam_nodes: self.beam_nodes,
            beam_generated: self.beam_stats.generated,
            partitions,
            best: self.best.as_ref().map(|(moves, _)| moves.clone()),
        };
        if let Err(error) = checkpoint::write(path, &plan.board, &plan.goal, &saved)
            && !std::mem::replace(&mut self.cannot_save, true)
        {
            self.run.notices.push(Notice::NotSaved(error));
        }
    }

    /// A proof that is complete has nothing to be resumed.
    fn remove_checkpoint(&mut self) {
        if let Some(path) = &self.run.plan.checkpoint {
            let _ = std::fs::remove_file(path);
        }
    }

    fn answer(self, rounds: Stats, table_bytes: u64) -> Answer {
        let optimal = self.is_optimal();
        let limit = self.limit.unwrap_or(Limit::Nodes);
        let (moves, method) = match self.best {
            Some((moves, finder)) => (Some(moves), finder.into()),
            None => (None, Method::Construction),
        };
        Answer {
            outcome: if optimal { Outcome::Solved } else { Outcome::Stopped(limit) },
            optimal,
            moves,
            slides: None,
            every: None,
            lower_bound: self.lower_bound,
            method,
            within: None,
            stats: self.beam_stats + rounds,
            table_bytes,
            time: Duration::ZERO,
            notices: Vec::new(),
        }
    }
}

/// The heuristic as it can be asked for: the sizes of the groups.
fn pattern_spec(partitions: &[Partition]) -> HeuristicSpec {
    let sizes = partitions[0].patterns().map(|pattern| pattern.tiles()).collect();
    HeuristicSpec::Pattern(Some(PartitionSpec::Sizes(sizes)))
}
