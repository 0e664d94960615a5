//! Symmetron! 44, by Antoine Fourrière and Roberto Lavieri: a board of 44 squares and pieces that change the directions of
//! one another's moves, shorten one another's moves, and change sides.
//!
//! `law` and `powers` are the reference implementation of the rules; `generate` is the fast generator, tested against them.
//! The rulings (S1 …) are on the rules page, `texts/rules.en.md`.

#![warn(missing_docs)]

mod attack;
mod courier;
mod evaluation;
mod exchange;
mod form;
mod generate;
mod geometry;
mod law;
mod metadata;
mod movement;
mod notation;
mod piece;
mod play;
mod position;
mod powers;
mod relations;
mod safety;
mod scatter;
mod sentences;
mod symmetries;
mod symmetron;
mod terms;
mod weights;
mod worth;

pub use position::Position;
pub use symmetron::Symmetron;

/// Alias of [`Symmetron`]: the registry refers to the rules of every built-in game by this name.
pub type Game = Symmetron;
