#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hueco_tiles::fuzz::proof_file(data));
