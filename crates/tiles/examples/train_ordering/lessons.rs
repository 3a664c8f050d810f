//! What the network is shown: boards of ways to the goal, and their rivals.

use hueco_search::Budget;
use hueco_tiles::anytime::beam::{End, Options, search};
use hueco_tiles::anytime::geometry::Geometry;
use hueco_tiles::anytime::ordering::Ordering;
use hueco_tiles::problem::Sliding;
use hueco_tiles::{Board, Direction, Frame, RandomBoards, Shape};
use rustc_hash::FxHashSet;

/// The most cells of a board that can be learned.
pub(crate) const MOST: usize = 64;
/// A board: labels by cell.
pub(crate) type Cells = [u8; MOST];

/// Rivals shown with each board of a way.
const RIVALS: usize = 8;

/// A board of a way, the moves left, and boards that a narrow beam has after as many moves.
pub(crate) struct Lesson {
    pub(crate) board: Cells,
    pub(crate) left: u16,
    pub(crate) rivals: Vec<Cells>,
}

/// The widths of the beam whose boards are the rivals, and of the one whose way is taken.
#[derive(Clone, Copy)]
pub(crate) struct Widths {
    pub(crate) narrow: usize,
    pub(crate) wide: usize,
}

/// `SplitMix64`.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 24) as f32
    }
}

/// Boards of one side, the blank's goal cell the last.
pub(crate) struct Room {
    shape: Shape,
    goal: Board,
    frame: Frame,
    geometry: Geometry,
    keys: Vec<u64>,
}

impl Room {
    pub(crate) fn new(side: usize) -> Self {
        let shape = Shape::new(side, side).expect("a side of two or more");
        assert!(shape.cells() <= MOST, "boards of up to {MOST} cells");
        let goal = Board::blank_last(shape);
        let frame = Frame::new(&goal);
        let geometry = Geometry::new(shape, frame.home());
        let mut random = Random(side as u64);
        let keys = std::iter::repeat_with(|| random.next()).take(MOST * MOST).collect();
        Self { shape, goal, frame, geometry, keys }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    pub(crate) fn home(&self) -> &[u16] {
        self.frame.home()
    }

    /// The ways of a beam, without rivals, and their mean length.
    pub(crate) fn ways(&self, ordering: &impl Ordering, seed: u64, boards: usize, width: usize) -> (Vec<Lesson>, f64) {
        let mut lessons = Vec::new();
        let mut solved = 0;
        for board in RandomBoards::new(&self.goal, seed).take(boards) {
            let way = self.way(ordering, &board, width);
            solved += usize::from(!way.is_empty());
            lessons.extend(way);
        }
        let length = lessons.len() as f64 / f64::from(solved.max(1) as u32) - 1.0;
        (lessons, length)
    }

    /// The ways of a wide beam that goes by `teacher`, with the boards that a narrow one by `student` keeps.
    pub(crate) fn rivals(
        &self,
        student: &impl Ordering,
        teacher: &impl Ordering,
        seed: u64,
        boards: usize,
        widths: Widths,
    ) -> (Vec<Lesson>, f64) {
        let mut random = Random(seed);
        let mut lessons = Vec::new();
        let mut solved = 0;
        for board in RandomBoards::new(&self.goal, seed).take(boards) {
            let mut way = self.way(teacher, &board, widths.wide);
            solved += usize::from(!way.is_empty());
            let layers = self.narrow_beam(student, &board, widths.narrow, way.len());
            for (lesson, layer) in way.iter_mut().zip(&layers) {
                for _ in 0..RIVALS {
                    let rival = layer[random.below(layer.len())];
                    if rival != lesson.board {
                        lesson.rivals.push(rival);
                    }
                }
            }
            lessons.extend(way);
        }
        let length = lessons.len() as f64 / f64::from(solved.max(1) as u32) - 1.0;
        (lessons, length)
    }

    /// The boards from `board` to the goal, if a beam finds it.
    fn way(&self, ordering: &impl Ordering, board: &Board, width: usize) -> Vec<Lesson> {
        let start = self.frame.labels(board);
        let options = Options { width, longest: 100 * self.shape.cols() as u32, ..Options::default() };
        let outcome = search(&self.geometry, ordering, &start, &options, &Budget::unlimited());
        if outcome.end != End::Goal {
            return Vec::new();
        }
        let mut cells = self.bytes(board);
        let mut blank = board.position(0);
        let mut way = vec![Lesson { board: cells, left: outcome.moves.len() as u16, rivals: Vec::new() }];
        for (made, &direction) in outcome.moves.iter().enumerate() {
            let from = self.shape.neighbour(blank, direction).expect("a way stays on the board");
            cells.swap(blank, from);
            blank = from;
            way.push(Lesson { board: cells, left: (outcome.moves.len() - made - 1) as u16, rivals: Vec::new() });
        }
        way
    }

    fn bytes(&self, board: &Board) -> Cells {
        let mut cells = [0; MOST];
        for (cell, &label) in cells.iter_mut().zip(&self.frame.labels(board)) {
            *cell = label as u8;
        }
        cells
    }

    /// A plain beam that remembers every board: by layer, up to `layers` of them or to the goal.
    fn narrow_beam<O: Ordering>(&self, ordering: &O, board: &Board, width: usize, layers: usize) -> Vec<Vec<Cells>> {
        struct Node {
            cells: Cells,
            key: u64,
            score: i32,
            blank: usize,
        }
        let goal = self.bytes(&self.goal);
        let first = self.bytes(board);
        let key = |label: usize, cell: usize| self.keys[label * MOST + cell];
        let mut nodes = vec![Node { cells: first, key: 0, score: ordering.score(&first), blank: board.position(0) }];
        let mut kept = vec![vec![first]];
        let mut before = FxHashSet::default();
        let mut met = FxHashSet::default();
        while kept.len() < layers && nodes.iter().all(|node| node.cells != goal) {
            let mut children: Vec<Node> = Vec::new();
            met.clear();
            for node in &nodes {
                let parent = ordering.parent(&node.cells, node.blank);
                for direction in Direction::ALL {
                    let Some(from) = self.shape.neighbour(node.blank, direction) else { continue };
                    let (label, to) = (node.cells[from] as usize, node.blank);
                    let own = node.key ^ key(label, from) ^ key(label, to);
                    if before.contains(&own) || !met.insert(own) {
                        continue;
                    }
                    let score = node.score + ordering.change(&parent, &node.cells, Sliding { label, from, to });
                    let mut cells = node.cells;
                    cells.swap(from, to);
                    children.push(Node { cells, key: own, score, blank: from });
                }
            }
            if children.is_empty() {
                break;
            }
            // A stable sort: equal scores stay in the order of their parents.
            children.sort_by_key(|child| child.score);
            children.truncate(width);
            before.clear();
            before.extend(nodes.iter().map(|node| node.key));
            kept.push(children.iter().map(|child| child.cells).collect());
            nodes = children;
        }
        kept
    }
}
