#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hueco::fuzz::hosts(data));
