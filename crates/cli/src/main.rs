//! The `hueco` command.

fn main() {}
