#![no_main]

use std::sync::OnceLock;

use hueco_web::fuzz::Target;

/// One server for all inputs.
static SERVER: OnceLock<Target> = OnceLock::new();

libfuzzer_sys::fuzz_target!(|data: &[u8]| SERVER.get_or_init(Target::new).body(data));
