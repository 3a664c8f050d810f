//! Which partitions prune most together: all partitions into connected groups, tried on the states where a proof spends its time.
//!
//! `optimal_partitions <korf24 ids | RxC:count> <drawings that are used anyway, separated by ;> <tables> [partitions]`. A drawing is
//! `.abbb aabbb aaacc dddcc dddcc`, the blank in the first cell. States are nodes of the longest round of at most 300,000 that the
//! drawings leave, each with the path to it: a set of partitions removes a node that it prunes, and all nodes below. Groups are of six
//! tiles, and one of what is left over. Where a board is a square, each drawing is used with its transposition too. Printed: the best
//! partition beside those given, then the best beside that one, and so on, within the given number of tables, with the share of the
//! nodes that is left.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use hueco_search::Budget;
use hueco_tiles::optimal::Prover;
use hueco_tiles::pattern::{Partition, Pattern, Symmetry, Table};
use hueco_tiles::{Board, Direction, Frame, RandomBoards, Set, Shape, parse_shape};

const GROUP: usize = 6;
/// Nodes of a round at most, and how many are kept of all boards.
const NODES: u64 = 300_000;
const KEPT: usize = 10_000;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, boards, drawings, tables, rest @ ..] = &args[..] else {
        eprintln!("optimal_partitions <korf24 ids | RxC:count> <drawings> <tables> [partitions]");
        return;
    };
    let most = rest.first().map_or(4, |text| text.parse().expect("a number"));
    let boards = chosen(boards);
    let shape = boards[0].shape();
    let geometry = Geometry::new(shape);
    let given: Vec<Vec<u64>> = drawings.split(';').map(parsed).collect();
    let sample = Sample::new(&geometry, &given, &boards);
    println!("{} nodes, {} states", sample.paths.len(), sample.states.len());

    let mut sizes = vec![GROUP; (shape.cells() - 1) / GROUP];
    sizes.extend(Some((shape.cells() - 1) % GROUP).filter(|&rest| rest > 0));
    let groups: Vec<u64> = geometry.connected(&sizes);
    let mut classes: BTreeMap<Pattern, Vec<u64>> = BTreeMap::new();
    for &group in &groups {
        classes.entry(geometry.table_of(group)).or_default().push(group);
    }
    println!("{} groups, {} tables", groups.len(), classes.len());
    let values = values(&geometry, &sample, &classes);
    let mut found = Vec::new();
    geometry.covers(&groups, &sizes, 0, &mut Vec::new(), &mut |cover| found.push(cover.to_vec()));
    println!("{} partitions", found.len());
    let removed = removed(&geometry, &sample, &found, &values);
    let used = geometry.tables_of(&given.concat());
    choose(&geometry, &sample, &found, &removed, used, tables.parse().expect("a number"), most);
}

/// By group: what it adds to Manhattan distance, by state.
fn values(geometry: &Geometry, sample: &Sample, classes: &BTreeMap<Pattern, Vec<u64>>) -> HashMap<u64, Vec<u8>> {
    let mut values = HashMap::new();
    for (pattern, groups) in classes {
        eprintln!("{pattern}");
        let table = Arc::new(Table::build(*pattern, 2, &Budget::unlimited(), &mut |_| ()).expect("a table"));
        let mut make = |_: Pattern| Ok(Arc::clone(&table));
        let mut laid_out: Option<Prover> = None;
        for &group in groups {
            let partition = vec![geometry.partition(&[group])];
            let prover = match &laid_out {
                Some(known) => known.extended(partition, 2, &mut make),
                None => Prover::with_words(partition, 2, 2, &mut make),
            }
            .expect("memory");
            values.insert(group, sample.values(&prover));
            laid_out.get_or_insert(prover);
        }
    }
    values
}

/// By partition: the nodes that it removes, with its transposition where there is one, as bits.
fn removed(geometry: &Geometry, sample: &Sample, found: &[Vec<u64>], values: &HashMap<u64, Vec<u8>>) -> Vec<Vec<u64>> {
    let alone: HashMap<&[u64], Vec<u64>> =
        found.iter().map(|cover| (&cover[..], sample.removed(cover.iter().map(|group| &values[group])))).collect();
    let with_transposition = |cover: &Vec<u64>| {
        let mut all = alone[&cover[..]].clone();
        if let Some(other) = alone.get(&geometry.transposed(cover)[..]) {
            all.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
        }
        all
    };
    found.iter().map(with_transposition).collect()
}

/// Prints the best five partitions, takes the first of them, and so on.
fn choose(
    geometry: &Geometry,
    sample: &Sample,
    found: &[Vec<u64>],
    removed: &[Vec<u64>],
    mut used: Vec<Pattern>,
    tables: usize,
    most: usize,
) {
    let mut gone = vec![0_u64; sample.paths.len().div_ceil(64)];
    let count = |bits: &[u64]| bits.iter().map(|word| word.count_ones()).sum::<u32>();
    let left = |gone: u32| 100.0 * (1.0 - f64::from(gone) / sample.paths.len() as f64);
    for _ in 0..most {
        let room = tables.saturating_sub(used.len());
        let new = |at: usize| {
            let mut its = geometry.tables_of(&found[at]);
            its.retain(|table| !used.contains(table));
            its
        };
        let gains = removed.iter().map(|its| its.iter().zip(&gone).map(|(its, gone)| (its & !gone).count_ones()).sum());
        let mut order: Vec<(u32, usize)> = gains.zip(0..).filter(|&(gain, _)| gain > 0).collect();
        order.sort_by_key(|&(gain, at)| (std::cmp::Reverse(gain), at));
        order.retain(|&(_, at)| new(at).len() <= room);
        for &(gain, at) in order.iter().take(5) {
            let share = left(count(&gone) + gain);
            println!("{} leaves {share:.2} %, {} new tables", geometry.drawn(&found[at]), new(at).len());
        }
        let Some(&(_, at)) = order.first() else { break };
        let new = new(at);
        used.extend(new);
        gone.iter_mut().zip(&removed[at]).for_each(|(gone, removed)| *gone |= removed);
        println!("→ {}: {:.2} % left, {} tables", geometry.drawn(&found[at]), left(count(&gone)), used.len());
    }
}

fn chosen(boards: &str) -> Vec<Board> {
    if let Some((shape, count)) = boards.split_once(':') {
        let goal = Board::blank_first(parse_shape(shape).expect("a shape"));
        return RandomBoards::new(&goal, 1).take(count.parse().expect("a count")).collect();
    }
    let is_chosen = |id: &str| boards.split(',').any(|chosen| chosen == id);
    Set::Korf24.instances().into_iter().filter(|one| is_chosen(&one.id)).map(|one| one.board).collect()
}

fn parsed(drawing: &str) -> Vec<u64> {
    let mut groups: BTreeMap<u8, u64> = BTreeMap::new();
    for (cell, letter) in drawing.bytes().filter(|byte| *byte != b' ').enumerate().filter(|(_, byte)| *byte != b'.') {
        *groups.entry(letter).or_default() |= 1 << cell;
    }
    groups.into_values().collect()
}

/// A shape, the blank's goal the first cell.
struct Geometry {
    shape: Shape,
    near: Vec<u64>,
    /// By cell: its picture, on a square.
    transposition: Option<Vec<u8>>,
}

impl Geometry {
    fn new(shape: Shape) -> Self {
        let near =
            |cell| Direction::ALL.iter().filter_map(|&d| shape.neighbour(cell, d)).fold(0, |all, n| all | 1 << n);
        let transposition = || Symmetry::all().nth(1).expect("the second").cells(shape);
        Self {
            near: (0..shape.cells()).map(near).collect(),
            transposition: (shape.rows() == shape.cols()).then(transposition),
            shape,
        }
    }

    fn partition(&self, groups: &[u64]) -> Partition {
        let tiles: Vec<Vec<usize>> = groups.iter().map(|&group| cells(group).collect()).collect();
        Partition::groups(self.shape, 0, &tiles, Some).expect("a partition").by_region()
    }

    fn table_of(&self, group: u64) -> Pattern {
        self.partition(&[group]).canonical_patterns()[0]
    }

    /// The different tables of groups; those of fewer tiles are small, and do not count.
    fn tables_of(&self, groups: &[u64]) -> Vec<Pattern> {
        let mut tables: Vec<Pattern> = groups.iter().map(|&group| self.table_of(group)).collect();
        tables.retain(|table| table.tiles() == GROUP);
        tables.sort();
        tables.dedup();
        tables
    }

    fn transposed(&self, cover: &[u64]) -> Vec<u64> {
        let Some(pictures) = &self.transposition else { return Vec::new() };
        let picture = |&group: &u64| cells(group).fold(0, |all, cell| all | 1 << pictures[cell]);
        let mut other: Vec<u64> = cover.iter().map(picture).collect();
        other.sort_by_key(|group| group.trailing_zeros());
        other
    }

    /// All connected groups of these sizes without the blank's cell.
    fn connected(&self, sizes: &[usize]) -> Vec<u64> {
        let mut level: Vec<u64> = (1..self.shape.cells()).map(|cell| 1 << cell).collect();
        let mut all = Vec::new();
        for size in 1..=GROUP {
            if sizes.contains(&size) {
                // Partitions that separate the two cells beside the blank's prune next to nothing.
                all.extend(level.iter().filter(|&group| matches!((group & self.near[0]).count_ones(), 0 | 2)));
            }
            let grown = |group: &u64| {
                let around = cells(*group).fold(0, |all, cell| all | self.near[cell]) & !*group & !1;
                cells(around).map(|cell| *group | 1 << cell).collect::<Vec<u64>>()
            };
            level = level.iter().flat_map(grown).collect();
            level.sort_unstable();
            level.dedup();
        }
        all
    }

    /// All ways to cover the board with one group of each size, in the order of their first cells.
    fn covers(
        &self,
        groups: &[u64],
        sizes: &[usize],
        taken: u64,
        cover: &mut Vec<u64>,
        found: &mut impl FnMut(&[u64]),
    ) {
        let first = (!(taken | 1)).trailing_zeros() as usize;
        if first >= self.shape.cells() {
            return found(cover);
        }
        for &group in groups.iter().filter(|&&group| group & taken == 0 && group >> first & 1 == 1) {
            let size = group.count_ones() as usize;
            let so_far = cover.iter().filter(|other| other.count_ones() as usize == size).count();
            if so_far < sizes.iter().filter(|&&one| one == size).count() {
                cover.push(group);
                self.covers(groups, sizes, taken | group, cover, found);
                cover.pop();
            }
        }
    }

    fn drawn(&self, cover: &[u64]) -> String {
        let mut text = String::new();
        for cell in 0..self.shape.cells() {
            if cell > 0 && cell.is_multiple_of(self.shape.cols()) {
                text.push(' ');
            }
            let group = cover.iter().position(|group| group >> cell & 1 == 1);
            text.push(group.map_or('.', |at| char::from(b'a' + at as u8)));
        }
        text
    }
}

fn cells(mask: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |cell| mask >> cell & 1 == 1)
}

/// Nodes of rounds with their paths, and the states on these.
struct Sample {
    /// Labels.
    states: Vec<Vec<u16>>,
    /// Half of what Manhattan distance leaves of the bound.
    room: Vec<u8>,
    paths: Vec<Vec<u32>>,
    goal: Frame,
}

impl Sample {
    fn new(geometry: &Geometry, given: &[Vec<u64>], boards: &[Board]) -> Self {
        let turned = given.iter().map(|cover| geometry.transposed(cover)).filter(|cover| !cover.is_empty());
        let partitions = given.iter().cloned().chain(turned).map(|cover| geometry.partition(&cover)).collect();
        let make = |pattern| Table::build(pattern, 2, &Budget::unlimited(), &mut |_| ()).map(Arc::new);
        let prover = Prover::with_words(partitions, 2, 2, &mut { make }).expect("tables");
        let goal = Frame::new(&Board::blank_first(geometry.shape));
        let mut sample = Self { states: Vec::new(), room: Vec::new(), paths: Vec::new(), goal };
        let (mut random, most) = (Random(1), KEPT / boards.len());
        for board in boards {
            let start = sample.goal.labels(board);
            let (mut bound, mut kept) = (prover.estimate(&start), Vec::new());
            loop {
                let mut round =
                    Round { geometry, prover: &prover, nodes: 0, path: Vec::new(), kept: Vec::new(), most, random };
                round.search(&start, bound, None);
                random = round.random;
                if round.nodes > NODES {
                    break;
                }
                eprintln!("bound {bound}: {} nodes", round.nodes);
                (kept, bound) = (round.kept, bound + 2);
            }
            let mut numbers: HashMap<(Vec<u16>, u32), u32> = HashMap::new();
            for path in kept {
                let path = path.into_iter().map(|(labels, left)| {
                    *numbers.entry((labels.clone(), left)).or_insert_with(|| {
                        sample.room.push(((left - sample.manhattan(&labels)) / 2) as u8);
                        sample.states.push(labels);
                        sample.states.len() as u32 - 1
                    })
                });
                let path = path.collect();
                sample.paths.push(path);
            }
        }
        sample
    }

    fn manhattan(&self, labels: &[u16]) -> u32 {
        let shape = self.goal.shape();
        let far = |(cell, &label): (usize, &u16)| {
            let home = usize::from(self.goal.home()[usize::from(label)]);
            (shape.row(cell).abs_diff(shape.row(home)) + shape.col(cell).abs_diff(shape.col(home))) as u32
        };
        labels.iter().enumerate().filter(|(_, label)| **label != 0).map(far).sum()
    }

    /// By state: half of what a prover of one group adds to Manhattan distance.
    fn values(&self, prover: &Prover) -> Vec<u8> {
        self.states.iter().map(|labels| ((prover.estimate(labels) - self.manhattan(labels)) / 2) as u8).collect()
    }

    /// By node, as bits: whether the sum of groups prunes it or a state on its path.
    fn removed<'a>(&self, groups: impl Iterator<Item = &'a Vec<u8>>) -> Vec<u64> {
        let mut sums = vec![0_u8; self.states.len()];
        for group in groups {
            sums.iter_mut().zip(group).for_each(|(sum, value)| *sum += value);
        }
        let mut bits = vec![0; self.paths.len().div_ceil(64)];
        for (at, path) in self.paths.iter().enumerate() {
            let is_pruned = path.iter().any(|&state| sums[state as usize] > self.room[state as usize]);
            bits[at / 64] |= u64::from(is_pruned) << (at % 64);
        }
        bits
    }
}

/// A round of iterative deepening that keeps some of its nodes, each as likely as any other.
struct Round<'a> {
    geometry: &'a Geometry,
    prover: &'a Prover,
    nodes: u64,
    path: Vec<(Vec<u16>, u32)>,
    kept: Vec<Vec<(Vec<u16>, u32)>>,
    most: usize,
    random: Random,
}

impl Round<'_> {
    fn search(&mut self, labels: &[u16], left: u32, back: Option<Direction>) {
        self.path.push((labels.to_vec(), left));
        self.nodes += 1;
        if self.kept.len() < self.most {
            self.kept.push(self.path.clone());
        } else if let Some(kept) = self.kept.get_mut(self.random.below(self.nodes as usize)) {
            kept.clone_from(&self.path);
        }
        let blank = labels.iter().position(|&label| label == 0).expect("a blank");
        for direction in Direction::ALL.into_iter().filter(|&direction| Some(direction) != back) {
            let Some(from) = self.geometry.shape.neighbour(blank, direction) else { continue };
            let mut child = labels.to_vec();
            child.swap(blank, from);
            if left > 0 && self.prover.estimate(&child) < left && self.nodes <= NODES {
                self.search(&child, left - 1, Some(direction.opposite()));
            }
        }
        self.path.pop();
    }
}

/// The same numbers for the same seed.
#[derive(Clone, Copy)]
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}
