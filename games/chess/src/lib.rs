//! Orthodox chess, the control game: its numbers are known to the whole field, so that they test the kernel.
//!
//! Rulings are the articles of the FIDE Laws of Chess.

mod chess;
mod courier;
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
mod scatter;
mod sentences;

pub use chess::Chess;
pub(crate) use chess::is_over;
pub use position::Position;
