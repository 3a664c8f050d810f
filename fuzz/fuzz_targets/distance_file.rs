#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hueco_tiles::fuzz::distance_file(data));
