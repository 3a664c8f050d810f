//! Near-optimal solutions for boards of every size, better and better while time lasts.

pub mod beam;
pub mod geometry;
mod history;
mod layer;
pub mod ordering;
