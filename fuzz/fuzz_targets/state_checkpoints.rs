#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hueco_cluster::fuzz::state_checkpoints(data));
