//! Benchmarks Entourage against other engines and libraries, in one process and one run.
//!
//! *Listed* means that leaf moves are written into an array on the stack, which the compiler cannot optimise away; *counted* means that
//! leaf moves are only counted.

mod check;
mod cozy;
mod games;
mod measure;
mod perft;
mod playout;
mod positions;
mod report;
mod sample;
mod shak;
mod texts;
pub mod threads;
pub mod wasm;
mod words;
mod workload;

/// A result whose error is a one-line message.
type Outcome<T = ()> = Result<T, String>;

pub use report::run;
pub use sample::Sample;
