//! An ordering that was learned from boards that the project solved itself.
//!
//! [`Convex`] is a formula: it says the same of a tile three steps from home wherever it stands, and sees two tiles at a
//! time only in a line where both belong. What a solution really costs depends on more, and the boards that beams have
//! solved tell it: every board on a solution comes with the number of moves that were left. `train_ordering`, an example
//! of this package, fits a function to them:
//!
//! - a weight for every tile in every cell, and a fine for reversed pairs, as in [`Convex`], but fitted;
//! - plus a *network of one hidden layer*. Each unit sums a weight of its own for every tile in its cell, and counts only
//!   if the sum is above nought; half of the units add to the score, half take away. A unit that lies below nought unless
//!   several tiles stand in certain cells at once is a question about those tiles together.
//!
//! **Why it is quick.** A slide changes the cells of one tile and of the blank, so it changes each unit's sum by four
//! weights: the sums of a board are made once, and each of its children costs a few vector instructions. All numbers are
//! whole, sixteen bits wide, in parts of a move, so scores are the same on every machine.
//!
//! **Symmetry.** A board and its image in the diagonal through the blank's goal cell need the same number of moves. Half
//! of the units look at the image, with the weights of the other half: the score is symmetric, and half is stored.
//!
//! The weights are for square boards whose blank belongs in a corner; any corner is turned into the last one. They are
//! shipped for 5x5, where they were measured to be better; all other boards are ordered by [`Neighbours`].
//!
//! **The file** (numbers are little-endian):
//!
//! ```text
//! "HUECOORD"  version: u16  networks: u16
//! each:  side: u8  stored units: u8  fine: i16  bias: i16 a unit
//!        by home cell and cell:  straight: i16
//!        by home cell and cell:  weight: i8 a unit
//! crc-32 of all before: u32
//! ```

use std::sync::OnceLock;

use super::neighbours::{self, Neighbours};
use super::ordering::{Convex, Ordering, Toward, Weights};
use crate::board::Shape;
use crate::problem::Sliding;

/// Hidden units: half of them look at the board, half at its image in the diagonal, with the same weights.
pub const UNITS: usize = 64;
/// Units that are stored: the first half of them adds, the second takes away.
pub const STORED: usize = UNITS / 2;
const QUARTER: usize = UNITS / 4;
/// What a weight of one move is.
pub const MOVE: f32 = 64.0;

const MAGIC: &[u8; 8] = b"HUECOORD";
const VERSION: u16 = 1;
/// The largest side that a file may hold.
const LARGEST: usize = 16;

/// The weights for square boards of one side; the blank belongs in the last cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// Rows, and columns.
    pub side: usize,
    /// For each pair of tiles in the wrong order in their own line.
    pub fine: i16,
    /// What each unit starts from.
    pub bias: [i16; STORED],
    /// By home cell (the last is the blank's) and cell: what goes straight to the score. It counts twice, for the board
    /// and for its image.
    pub straight: Vec<i16>,
    /// By home cell and cell: what goes to each unit.
    pub weights: Vec<[i8; STORED]>,
}

/// Why the weights were refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// It does not begin like a file of weights.
    #[error("this is not a file of learned weights")]
    NotWeights,
    /// Another version's.
    #[error("the learned weights have version {0}, and this program reads version {VERSION}")]
    Version(u16),
    /// The checksum does not fit.
    #[error("the learned weights are damaged: their checksum does not fit")]
    Damaged,
    /// It ends too early, goes on too long, or says what cannot be.
    #[error("the learned weights are damaged: their parts do not fit together")]
    Parts,
}

/// The file's bytes.
pub fn encode(networks: &[Network]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((networks.len() as u16).to_le_bytes());
    for network in networks {
        bytes.extend([network.side as u8, STORED as u8]);
        let numbers = [network.fine].into_iter().chain(network.bias).chain(network.straight.iter().copied());
        bytes.extend(numbers.flat_map(i16::to_le_bytes));
        bytes.extend(network.weights.iter().flatten().map(|&weight| weight as u8));
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads a file's bytes.
pub fn decode(bytes: &[u8]) -> Result<Vec<Network>, WeightsError> {
    let mut rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::NotWeights)?;
    let version = number(&mut rest)?;
    if version != VERSION {
        return Err(WeightsError::Version(version));
    }
    let (content, sum) = bytes.split_last_chunk::<4>().ok_or(WeightsError::Parts)?;
    if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
        return Err(WeightsError::Damaged);
    }
    let count = number(&mut rest)?;
    let networks: Vec<Network> = (0..count).map(|_| network(&mut rest)).collect::<Result<_, _>>()?;
    if rest.len() == sum.len() { Ok(networks) } else { Err(WeightsError::Parts) }
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], WeightsError> {
    let (taken, left) = rest.split_at_checked(count).ok_or(WeightsError::Parts)?;
    *rest = left;
    Ok(taken)
}

fn number(rest: &mut &[u8]) -> Result<u16, WeightsError> {
    let bytes = take(rest, 2)?;
    Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
}

fn network(rest: &mut &[u8]) -> Result<Network, WeightsError> {
    let sizes = take(rest, 2)?;
    let side = sizes[0] as usize;
    if !(2..=LARGEST).contains(&side) || sizes[1] as usize != STORED {
        return Err(WeightsError::Parts);
    }
    let places = side.pow(4);
    let fine = number(rest)? as i16;
    let mut bias = [0; STORED];
    for unit in &mut bias {
        *unit = number(rest)? as i16;
    }
    let straight = take(rest, 2 * places)?.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
    let row = |bytes: &[u8]| std::array::from_fn(|unit| bytes[unit] as i8);
    let weights = take(rest, STORED * places)?.chunks_exact(STORED).map(row).collect();
    Ok(Network { side, fine, bias, straight, weights })
}

/// The weights that come with the program.
pub fn shipped() -> Result<&'static [Network], WeightsError> {
    static NETWORKS: OnceLock<Result<Vec<Network>, WeightsError>> = OnceLock::new();
    let networks = NETWORKS.get_or_init(|| decode(include_bytes!("../../data/ordering.bin")));
    networks.as_ref().map(Vec::as_slice).map_err(|&error| error)
}

/// The learned ordering.
#[derive(Clone, Debug)]
pub struct Learned {
    cells: usize,
    /// Tiles and pairs.
    convex: Convex,
    /// By cell: what the blank weighs there.
    blank: Box<[i32]>,
    bias: [i16; UNITS],
    /// By label and cell.
    weights: Box<[[i16; UNITS]]>,
}

/// Where a stored unit stands among all: own and image's ones that add, then own and image's ones that take away.
fn place(unit: usize) -> usize {
    if unit < QUARTER { unit } else { unit + QUARTER }
}

impl Learned {
    /// By nearness to the board whose labels stand in the cells `home` (the blank's first); `None` if the network is for
    /// other shapes, or the blank does not belong in a corner.
    pub fn new(network: &Network, shape: Shape, home: &[u16]) -> Option<Self> {
        let side = network.side;
        let (row, col) = (shape.row(home[0].into()), shape.col(home[0].into()));
        if shape.rows() != side || shape.cols() != side || row % (side - 1) != 0 || col % (side - 1) != 0 {
            return None;
        }
        let cells = side * side;
        let turned = |at: usize, first: bool| if first { side - 1 - at } else { at };
        let image = |cell: usize| turned(shape.row(cell), row == 0) * side + turned(shape.col(cell), col == 0);
        let mirrored = |cell: usize| cell % side * side + cell / side;
        let entries = |label: usize, cell: usize| {
            let (home, cell) = (image(home[label].into()), image(cell));
            (home * cells + cell, mirrored(home) * cells + mirrored(cell))
        };
        let straight = |label: usize, cell: usize| {
            let (own, other) = entries(label, cell);
            i32::from(network.straight[own]) + i32::from(network.straight[other])
        };
        let mut weights = vec![[0; UNITS]; cells * cells];
        let mut bias = [0; UNITS];
        for unit in 0..STORED {
            let (own, other) = (place(unit), place(unit) + QUARTER);
            (bias[own], bias[other]) = (network.bias[unit], network.bias[unit]);
            for (at, weights) in weights.iter_mut().enumerate() {
                let from = entries(at / cells, at % cells);
                weights[own] = network.weights[from.0][unit].into();
                weights[other] = network.weights[from.1][unit].into();
            }
        }
        let homes: Vec<(i32, i32)> =
            home.iter().map(|&cell| (shape.row(cell.into()) as i32, shape.col(cell.into()) as i32)).collect();
        Some(Self {
            cells,
            convex: Convex::weighing(shape, &homes, straight, network.fine.into()),
            blank: (0..cells).map(|cell| straight(0, cell)).collect(),
            bias,
            weights: weights.into(),
        })
    }

    #[inline]
    fn sums(&self, cells: &[u8]) -> [i16; UNITS] {
        let mut sums = self.bias;
        for (cell, &label) in cells[..self.cells].iter().enumerate() {
            let weights = &self.weights[label as usize * self.cells + cell];
            for unit in 0..UNITS {
                sums[unit] = sums[unit].wrapping_add(weights[unit]);
            }
        }
        sums
    }
}

/// What the units come to.
#[inline]
fn value(sums: &[i16; UNITS]) -> i32 {
    let mut differences = [0; STORED];
    for unit in 0..STORED {
        differences[unit] = sums[unit].max(0).wrapping_sub(sums[unit + STORED].max(0));
    }
    let halved: [i16; STORED / 2] = folded(&differences);
    let quartered: [i16; STORED / 4] = folded(&halved);
    let mut value = 0;
    for part in quartered {
        value += i32::from(part);
    }
    value
}

/// The first half of some numbers plus the second: a shape of loop that compilers turn into vector instructions.
#[inline]
fn folded<const LONG: usize, const SHORT: usize>(long: &[i16; LONG]) -> [i16; SHORT] {
    let mut short = [0; SHORT];
    for at in 0..SHORT {
        short[at] = long[at].wrapping_add(long[at + SHORT]);
    }
    short
}

impl Ordering for Learned {
    type Parent = ([i16; UNITS], i32);

    fn score(&self, cells: &[u8]) -> i32 {
        let blank = cells[..self.cells].iter().position(|&label| label == 0).map_or(0, |cell| self.blank[cell]);
        self.convex.score(cells) + blank + value(&self.sums(cells))
    }

    #[inline]
    fn parent(&self, cells: &[u8], _: usize) -> Self::Parent {
        let sums = self.sums(cells);
        (sums, value(&sums))
    }

    #[inline]
    fn change(&self, (sums, before): &Self::Parent, cells: &[u8], slide: Sliding) -> i32 {
        let Sliding { label, from, to } = slide;
        let tile = label * self.cells;
        let (left, entered) = (&self.weights[tile + from], &self.weights[tile + to]);
        let (blank_left, blank_entered) = (&self.weights[to], &self.weights[from]);
        let mut after = *sums;
        for unit in 0..UNITS {
            let moved = entered[unit].wrapping_sub(left[unit]);
            let blank = blank_entered[unit].wrapping_sub(blank_left[unit]);
            after[unit] = after[unit].wrapping_add(moved).wrapping_add(blank);
        }
        self.convex.change(&(), cells, slide) + self.blank[from] - self.blank[to] + value(&after) - before
    }
}

/// Orderings from the weights that come with the program: a network for the board, or what [`Neighbours`] knows of the
/// nearest size; and [`Convex`] where there is neither.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shipped;

/// The best ordering that there is for a board.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// There is a network for it.
    Learned(Box<Learned>),
    /// There is none.
    Neighbours(Box<Neighbours>),
    /// A board with a side longer than 16.
    Convex(Convex),
}

impl Toward for Shipped {
    type Ordering = Chosen;

    fn toward(&self, shape: Shape, home: &[u16]) -> Chosen {
        let learned = shipped().unwrap_or_default().iter().find_map(|network| Learned::new(network, shape, home));
        if let Some(learned) = learned {
            return Chosen::Learned(Box::new(learned));
        }
        let sets = neighbours::shipped().unwrap_or_default();
        match neighbours::nearest(sets, shape).and_then(|set| Neighbours::new(set, shape, home)) {
            Some(neighbours) => Chosen::Neighbours(Box::new(neighbours)),
            None => Chosen::Convex(Convex::new(shape, home, Weights::default())),
        }
    }
}

/// What a [`Chosen`] ordering works out once for all slides of a board.
#[derive(Clone, Copy, Debug)]
pub enum Prepared {
    /// By the network.
    Learned(<Learned as Ordering>::Parent),
    /// By what is around the blank.
    Neighbours(<Neighbours as Ordering>::Parent),
    /// Nothing.
    Convex,
}

impl Ordering for Chosen {
    type Parent = Prepared;

    fn score(&self, cells: &[u8]) -> i32 {
        match self {
            Self::Learned(learned) => learned.score(cells),
            Self::Neighbours(neighbours) => neighbours.score(cells),
            Self::Convex(convex) => convex.score(cells),
        }
    }

    #[inline]
    fn parent(&self, cells: &[u8], blank: usize) -> Prepared {
        match self {
            Self::Learned(learned) => Prepared::Learned(learned.parent(cells, blank)),
            Self::Neighbours(neighbours) => Prepared::Neighbours(neighbours.parent(cells, blank)),
            Self::Convex(_) => Prepared::Convex,
        }
    }

    #[inline]
    fn change(&self, parent: &Prepared, cells: &[u8], slide: Sliding) -> i32 {
        match (self, parent) {
            (Self::Learned(learned), Prepared::Learned(parent)) => learned.change(parent, cells, slide),
            (Self::Neighbours(neighbours), Prepared::Neighbours(parent)) => neighbours.change(parent, cells, slide),
            (Self::Convex(convex), _) => convex.change(&(), cells, slide),
            _ => self.change(&self.parent(cells, slide.to), cells, slide),
        }
    }
}
