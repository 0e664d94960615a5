//! Orthodox chess and Chess960. Published perft counts for these games are used to test the kernel.
//!
//! Article numbers in comments refer to the FIDE Laws of Chess.

#![warn(missing_docs)]

mod castling;
mod chess;
mod courier;
mod dead;
mod evaluation;
mod exchange;
mod form;
mod generate;
mod geometry;
mod law;
mod metadata;
mod notation;
mod piece;
mod play;
mod position;
mod safety;
mod scatter;
mod sentences;
mod short;
mod shuffle;

pub use chess::Chess;
pub use position::Position;

/// Alias of `Chess`: the registry refers to the rules of every built-in game by this name.
pub type Game = Chess;
