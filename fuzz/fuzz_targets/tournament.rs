#![no_main]

#[path = "../src/tournament.rs"]
mod tournament;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tournament::tournament(bytes));
