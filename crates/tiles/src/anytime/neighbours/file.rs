//! The file of weights (numbers are little-endian): `"HUECONBR"`, version: u16, sets: u16; each set: side: u16, then a
//! weight: i16 for each class; crc-32 of all before: u32.

use std::cmp::Reverse;
use std::sync::OnceLock;

use super::classes::Classes;
use crate::board::Shape;

const MAGIC: &[u8; 8] = b"HUECONBR";
const VERSION: u16 = 3;

/// The weights for one size, by class, in parts of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// Boards of this side were trained with.
    pub side: u16,
    /// By class.
    pub weights: Vec<i16>,
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
    /// It is too short, too long, or contradicts itself.
    #[error("the learned weights are damaged: their parts do not fit together")]
    Parts,
}

/// The file's bytes.
pub fn encode(sets: &[Set]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((sets.len() as u16).to_le_bytes());
    for set in sets {
        bytes.extend(set.side.to_le_bytes());
        bytes.extend(set.weights.iter().flat_map(|weight| weight.to_le_bytes()));
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads a file's bytes.
pub fn decode(bytes: &[u8]) -> Result<Vec<Set>, WeightsError> {
    let (content, sum) = bytes.split_last_chunk::<4>().ok_or(WeightsError::NotWeights)?;
    let rest = content.strip_prefix(MAGIC).ok_or(WeightsError::NotWeights)?;
    if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
        return Err(WeightsError::Damaged);
    }
    let numbers: Vec<u16> = rest.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    let [version, count, rest @ ..] = &numbers[..] else { return Err(WeightsError::Parts) };
    if *version != VERSION {
        return Err(WeightsError::Version(*version));
    }
    let long = Classes::get().count() + 1;
    if content.len() % 2 != 0 || rest.len() != long * *count as usize {
        return Err(WeightsError::Parts);
    }
    let set = |set: &[u16]| Set { side: set[0], weights: set[1..].iter().map(|&weight| weight as i16).collect() };
    Ok(rest.chunks_exact(long).map(set).collect())
}

/// The weights that come with the program.
pub fn shipped() -> Result<&'static [Set], WeightsError> {
    static SETS: OnceLock<Result<Vec<Set>, WeightsError>> = OnceLock::new();
    let sets = SETS.get_or_init(|| decode(include_bytes!("../../../data/neighbours.bin")));
    sets.as_ref().map(Vec::as_slice).map_err(|&error| error)
}

/// The weights for boards of a size: those for the nearest side, of two the longer.
pub fn nearest(sets: &[Set], shape: Shape) -> Option<&Set> {
    let side = shape.rows().max(shape.cols());
    let nearness = |set: &&Set| (side.abs_diff(set.side.into()), Reverse(set.side));
    sets.iter().min_by_key(nearness)
}
