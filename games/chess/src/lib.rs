//! Orthodox chess and Chess960. Their published perft counts test the kernel.
//!
//! Rulings are articles of the FIDE Laws of Chess.

#![warn(missing_docs)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

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

/// The rules of this crate's game, for the registry.
pub type Game = Chess;
