//! The version, in full: which source this program was built from, for which machine, by which compiler. A report of a
//! fault that quotes it names the program exactly.

/// `0.1.0 (abc1234 2026-11-16, x86_64-unknown-linux-gnu, rustc 1.95.0)`; without the commit where the source was no
/// checkout. `build.rs` finds out.
pub(crate) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("HUECO_BUILD"), ")");

/// The commit in full, where the source was a checkout.
pub(crate) const COMMIT: Option<&str> = option_env!("HUECO_COMMIT");
