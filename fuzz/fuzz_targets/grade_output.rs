#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hueco_grade::fuzz::grade_output(data));
