//! What the command prints, word for word, in both languages: see the files in `cmd/`.
//!
//! Counts, memory and times are left open there (`[..]`): they belong to the engine's own tests. After a wanted change run
//! with `TRYCMD=overwrite` and read the difference.

#[test]
fn printed() {
    trycmd::TestCases::new().env("COLUMNS", "80").env("LC_ALL", "C").env("NO_COLOR", "1").case("tests/cmd/*.trycmd");
}
