#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| entourage_fuzz::study(text));
