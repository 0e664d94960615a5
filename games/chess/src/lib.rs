//! Orthodox chess, the control game: its numbers are known to the whole field, so that they test the kernel.
//!
//! Rulings are the articles of the FIDE Laws of Chess.

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

/// Names the rules of this game for the registry, which makes them by their default.
pub type Game = Chess;
