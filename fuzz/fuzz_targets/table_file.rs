#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hueco_tiles::fuzz::table_file(data));
