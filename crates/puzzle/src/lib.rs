//! Puzzles: positions in which the side to move can force a win, with exactly one move that does so.
//!
//! [`Generator`] finds puzzles in games that the computer plays against itself, or in stored games. A [`Puzzle`] is a line of JSON
//! with the complete solution, which [`PuzzleGame::check`] checks by the rules alone. Themes are facts about the solution that the check recomputes.

#![warn(missing_docs)]

mod error;
mod generator;
mod proof;
mod puzzle;
mod puzzle_game;

pub use error::PuzzleError;
pub use generator::{Generator, Progress};
pub use proof::Refusal;
pub use puzzle::{Puzzle, Source};
pub use puzzle_game::PuzzleGame;
