//! The screen: where things go (`layout`), the tiles (`board`, `picture`), and everything in words (`text`, `panel`).
//!
//! All of it is drawn into a buffer of cells from plain values; the terminal comes later.

pub(super) mod board;
pub(super) mod layout;
pub(super) mod panel;
pub(super) mod picture;
pub(super) mod text;
