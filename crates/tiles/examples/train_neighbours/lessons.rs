//! Lessons: in what a board of a way differs from another board of its layer.

use hueco_search::Budget;
use hueco_tiles::anytime::beam::{End, Layer, Options, search_watched};
use hueco_tiles::anytime::geometry::Geometry;
use hueco_tiles::anytime::neighbours::{Classes, Neighbours, Set};
use hueco_tiles::{Board, Frame};

/// The classes of which another board of the layer has more pieces than the board of the way, or fewer, and by how many.
pub(crate) type Lesson = Vec<(u16, i8)>;

/// The length of a way, and the lessons of the beam that found it.
pub(crate) type Taught = (usize, Vec<Lesson>);

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

/// Boards of its layer shown with each board of a way.
const RIVALS: usize = 4;
/// One layer in this many is used: boards of a path differ little from one to the next.
const BETWEEN_LAYERS: usize = 4;
/// Of the first layers all boards are kept: nothing is to be learned from them.
const FIRST_LAYER: usize = 5;
/// Layers for which a beam continues without a better board.
const PATIENCE: u32 = 80;

/// What a beam from `start` to `goal` teaches, if it comes there.
pub(crate) fn learned(set: &Set, start: &Board, goal: &Board, width: usize, random: &mut Random) -> Option<Taught> {
    let (shape, frame) = (goal.shape(), Frame::new(goal));
    let ordering = Neighbours::new(set, shape, frame.home())?;
    let geometry = Geometry::new(shape, frame.home());
    let options = Options { width, patience: PATIENCE, ..Options::default() };
    let first = FIRST_LAYER + random.below(BETWEEN_LAYERS);
    let (mut layers, mut shown) = (0, Vec::new());
    let mut watch = |layer: &dyn Layer| {
        if layers >= first && (layers - first).is_multiple_of(BETWEEN_LAYERS) && layer.boards() > 0 {
            let some = (0..RIVALS).map(|_| layer.board(random.below(layer.boards()))[..shape.cells()].to_vec());
            shown.push((layers, some.collect::<Vec<_>>()));
        }
        layers += 1;
    };
    let labels = frame.labels(start);
    let outcome = search_watched(&geometry, &ordering, &labels, &options, &Budget::unlimited(), &mut watch);
    if outcome.end != End::Goal {
        return None;
    }
    let (mut board, mut done, mut lessons) = (start.clone(), 0, Vec::new());
    let (mut own, mut other) = (Vec::new(), Vec::new());
    for (layer, rivals) in shown {
        for &direction in &outcome.moves[done..layer] {
            board.slide(direction);
        }
        done = layer;
        let cells: Vec<u8> = frame.labels(&board).iter().map(|&label| label as u8).collect();
        Classes::get().of(shape, frame.home(), &cells, &mut own);
        for rival in rivals.iter().filter(|rival| **rival != cells) {
            Classes::get().of(shape, frame.home(), rival, &mut other);
            lessons.push(difference(&own, &other));
        }
    }
    Some((outcome.moves.len(), lessons))
}

fn difference(own: &[u16], other: &[u16]) -> Lesson {
    let mut counts: Vec<(u16, i8)> = own.iter().map(|&class| (class, -1)).collect();
    counts.extend(other.iter().map(|&class| (class, 1)));
    counts.sort_unstable();
    counts.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    counts.retain(|&(_, more)| more != 0);
    counts
}
