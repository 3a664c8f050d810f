//! Which partitions of the 24-puzzle prune most beside those that are there: random ones, tried on the states where a proof spends its
//! time.
//!
//! `optimal_partitions <folder of tables> <korf24 ids> <count> <seed> [drawing…]`. The states are those that random walks come to which
//! stay within the last bound below the optimum by the first pair of partitions. Each candidate is used with its transposition
//! too. Printed: the share of the states that it prunes by itself, and then a greedy choice, each time the one that prunes most of
//! what is left. Tables are built and kept in the folder.

use std::collections::VecDeque;
use std::sync::Arc;

use hueco_search::Budget;
use hueco_tiles::optimal::Prover;
use hueco_tiles::pattern::{BuildError, Partition, Pattern, Store, Symmetry, Table};
use hueco_tiles::{Direction, Frame, Set, Shape};

const FIRST: &str = ".abbb aabbb aaacc dddcc dddcc";
const SIDE: usize = 5;
const GROUP: usize = 6;
/// Walks per board, and how many of their last states count.
const WALKS: usize = 300;
const LAST: usize = 12;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, folder, ids, count, seed, given @ ..] = &args[..] else {
        eprintln!("optimal_partitions <folder> <ids> <count> <seed> [drawing…]");
        return;
    };
    let (store, mut random) = (Store::at(folder), Random(seed.parse().expect("a number")));
    let states = states(&prover(FIRST, &store), ids, &mut random);
    println!("{} states", states.len());
    let mut drawings = given.to_vec();
    while drawings.len() < count.parse().expect("a number") {
        drawings.push(drawing(&mut random));
    }
    let mut pruned = Vec::new();
    for drawing in &drawings {
        let prover = prover(drawing, &store);
        let its: Vec<bool> = states.iter().map(|(labels, left)| prover.estimate(labels) > *left).collect();
        println!("{drawing} {:.4}", share(&its));
        pruned.push(its);
    }
    let mut left = vec![true; states.len()];
    for _ in 0..drawings.len().min(8) {
        let more = |its: &Vec<bool>| its.iter().zip(&left).filter(|(pruned, left)| **pruned && **left).count();
        let (best, gain) = pruned.iter().map(more).enumerate().max_by_key(|(_, gain)| *gain).expect("a candidate");
        left.iter_mut().zip(&pruned[best]).for_each(|(left, pruned)| *left &= !pruned);
        println!("then {} {:.4}, left {:.4}", drawings[best], gain as f64 / states.len() as f64, share(&left));
    }
}

fn share(of: &[bool]) -> f64 {
    of.iter().filter(|one| **one).count() as f64 / of.len() as f64
}

/// A drawing and its transposition.
fn prover(drawing: &str, store: &Store) -> Prover {
    let shape = Shape::new(SIDE, SIDE).expect("a shape");
    let transposed = Symmetry::all().nth(1).expect("the second").cells(shape);
    let mut groups = vec![Vec::new(); 4];
    for (cell, letter) in drawing.bytes().filter(|byte| *byte != b' ').enumerate().filter(|(_, byte)| *byte != b'.') {
        groups[usize::from(letter - b'a')].push(cell);
    }
    let turned: Vec<Vec<usize>> =
        groups.iter().map(|group| group.iter().map(|&cell| usize::from(transposed[cell])).collect()).collect();
    let partitions = [groups, turned].map(|groups| Partition::groups(shape, 0, &groups, Some).expect("a partition"));
    let mut table = |pattern: Pattern| {
        let table = store.open(&pattern).or_else(|_| {
            let built = Table::build(pattern, 2, &Budget::unlimited(), &mut |_| ())?;
            store.save(&built).expect("a writable folder");
            Ok::<_, BuildError>(built)
        })?;
        Ok(Arc::new(table))
    };
    Prover::with_words(partitions.into(), 2, 2, &mut table).expect("tables")
}

/// States and the moves that are left there.
fn states(first: &Prover, ids: &str, random: &mut Random) -> Vec<(Vec<u16>, u32)> {
    let (set, mut states) = (Set::Korf24, Vec::new());
    let (shape, frame) = (Shape::new(SIDE, SIDE).expect("a shape"), Frame::new(&set.goal()));
    for instance in set.instances().into_iter().filter(|one| ids.split(',').any(|id| id == one.id)) {
        let start = frame.labels(&instance.board);
        let bound = instance.optimal.expect("known") - 2;
        for _ in 0..WALKS {
            let mut last: VecDeque<(Vec<u16>, u32)> = VecDeque::new();
            let (mut labels, mut left, mut back) = (start.clone(), bound, None);
            loop {
                let blank = labels.iter().position(|&label| label == 0).expect("a blank");
                let mut next = Vec::new();
                for direction in Direction::ALL.into_iter().filter(|&direction| Some(direction) != back) {
                    let Some(from) = shape.neighbour(blank, direction) else { continue };
                    let mut child = labels.clone();
                    child.swap(blank, from);
                    if left > 0 && first.estimate(&child) < left {
                        next.push((child, direction));
                    }
                }
                if next.is_empty() {
                    break;
                }
                let (child, direction) = next.swap_remove(random.below(next.len()));
                (labels, left, back) = (child, left - 1, Some(direction.opposite()));
                last.push_back((labels.clone(), left));
                if last.len() > LAST {
                    last.pop_front();
                }
            }
            states.extend(last);
        }
    }
    states
}

/// Four connected groups of six cells, the blank in the first cell.
fn drawing(random: &mut Random) -> String {
    loop {
        let mut letters = [b'.'; SIDE * SIDE];
        let mut is_whole = true;
        for letter in b'a'..=b'd' {
            // Grown from the first free cell, so that no cell is left behind.
            let Some(seed) = (1..letters.len()).find(|&cell| letters[cell] == b'.') else { break };
            letters[seed] = letter;
            for _ in 1..GROUP {
                let is_next = |cell: &usize| {
                    *cell != 0
                        && letters[*cell] == b'.'
                        && neighbours(*cell).iter().any(|&other| letters[other] == letter)
                };
                let free: Vec<usize> = (1..letters.len()).filter(is_next).collect();
                if free.is_empty() {
                    is_whole = false;
                    break;
                }
                letters[free[random.below(free.len())]] = letter;
            }
        }
        // Partitions that separate the two cells beside the blank's prune next to nothing.
        if is_whole && letters[1] == letters[SIDE] {
            let rows: Vec<&str> = letters.chunks(SIDE).map(|row| std::str::from_utf8(row).expect("letters")).collect();
            return rows.join(" ");
        }
    }
}

fn neighbours(cell: usize) -> Vec<usize> {
    let shape = Shape::new(SIDE, SIDE).expect("a shape");
    Direction::ALL.iter().filter_map(|&direction| shape.neighbour(cell, direction)).collect()
}

/// The same numbers for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}
