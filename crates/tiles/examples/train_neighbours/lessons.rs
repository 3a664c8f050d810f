//! A beam that remembers some boards of every layer, and the lessons that it gives.

use hueco_tiles::anytime::ordering::Ordering;
use hueco_tiles::problem::Sliding;
use hueco_tiles::{Board, Direction, Frame, Shape};
use rustc_hash::FxHashMap;

/// A board of a way, and others of its layer.
pub(crate) struct Lesson {
    pub(crate) board: Vec<u8>,
    pub(crate) rivals: Vec<Vec<u8>>,
}

/// `SplitMix64`.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

struct Node {
    cells: Vec<u8>,
    score: i32,
    blank: usize,
    /// A bit for each direction that leads back.
    back: u8,
    parent: usize,
}

/// Of the first layers all boards are kept: nothing is to be learned from them.
const FIRST_LAYER: usize = 4;

/// The lessons of a beam; none if it did not come to the goal.
pub(crate) fn solve(
    frame: &Frame,
    ordering: &impl Ordering,
    board: &Board,
    width: usize,
    rivals: usize,
    random: &mut Random,
) -> Vec<Lesson> {
    let shape = board.shape();
    let home = frame.home();
    let start: Vec<u8> = frame.labels(board).iter().map(|&label| label as u8).collect();
    let score = ordering.score(&start);
    let at_home = |cells: &[u8]| cells.iter().enumerate().all(|(cell, &label)| home[label as usize] as usize == cell);
    let blank = start.iter().position(|&label| label == 0).expect("a board has a blank");
    let mut nodes = vec![Node { cells: start, score, blank, back: 0, parent: 0 }];
    let (mut parents, mut shown) = (vec![vec![0]], Vec::new());
    let longest = 12 * shape.cells();
    let mut end = nodes.iter().position(|node| at_home(&node.cells));
    let mut ways = Vec::new();
    while end.is_none() && parents.len() <= longest && !nodes.is_empty() {
        let some = (0..rivals).map(|_| nodes[random.below(nodes.len())].cells.clone());
        shown.push(some.collect::<Vec<_>>());
        let next = step(shape, ordering, &nodes, width, random);
        ways.push(std::mem::replace(&mut nodes, next).into_iter().map(|node| node.cells).collect::<Vec<_>>());
        parents.push(nodes.iter().map(|node| node.parent).collect());
        end = nodes.iter().position(|node| at_home(&node.cells));
    }
    let Some(mut place) = end else { return Vec::new() };
    let mut lessons = Vec::new();
    for layer in (0..ways.len()).rev() {
        place = parents[layer + 1][place];
        let board = std::mem::take(&mut ways[layer][place]);
        let mut rivals = std::mem::take(&mut shown[layer]);
        rivals.retain(|rival| *rival != board);
        if layer >= FIRST_LAYER {
            lessons.push(Lesson { board, rivals });
        }
    }
    lessons
}

/// The next layer.
fn step(shape: Shape, ordering: &impl Ordering, nodes: &[Node], width: usize, random: &mut Random) -> Vec<Node> {
    // Ties are broken anew in every layer: always the same way, a narrow beam goes round in circles.
    let mut children: Vec<(i32, u64, usize, usize)> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let parent = ordering.parent(&node.cells, node.blank);
        for (way, &direction) in Direction::ALL.iter().enumerate().filter(|(way, _)| node.back >> way & 1 == 0) {
            let Some(from) = shape.neighbour(node.blank, direction) else { continue };
            let slide = Sliding { label: node.cells[from].into(), from, to: node.blank };
            let score = node.score + ordering.change(&parent, &node.cells, slide);
            children.push((score, random.next(), at, way));
        }
    }
    let most = width + width / 2;
    if children.len() > most {
        children.select_nth_unstable(most);
        children.truncate(most);
    }
    children.sort_unstable();
    let mut met: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
    let mut next: Vec<Node> = Vec::with_capacity(width);
    for (score, _, parent, way) in children {
        let node = &nodes[parent];
        let Some(from) = shape.neighbour(node.blank, Direction::ALL[way]) else { continue };
        let mut cells = node.cells.clone();
        cells.swap(from, node.blank);
        let back = 1 << (3 - way);
        match met.get(&cells) {
            Some(&place) => next[place].back |= back,
            None if next.len() < width => {
                met.insert(cells.clone(), next.len());
                next.push(Node { cells, score, blank: from, back, parent });
            }
            None => {}
        }
    }
    next
}
