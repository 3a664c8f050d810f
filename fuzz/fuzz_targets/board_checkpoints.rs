#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hueco_cluster::fuzz::board_checkpoints(data));
