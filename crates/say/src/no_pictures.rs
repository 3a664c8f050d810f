//! In place of `pictures.rs` for WebAssembly: there results have no charts, since a page draws its own.

use hueco_show::compare::Run;
use hueco_tiles::Board;
use hueco_tiles::check::Check;

use crate::Lang;

/// No chart of a comparison.
pub fn compared(_: &[Board], _: &[String], _: &[Run], _: Lang) -> String {
    String::new()
}

/// No chart of a check.
pub fn checked(_: &Check, _: Lang) -> String {
    String::new()
}
