//! Tests of the record against scripted games, naive implementations, and its own replay.

mod fold;
mod plain;
mod scripts;
mod texts;
