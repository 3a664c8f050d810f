#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hueco_script::fuzz::parameters(data));
