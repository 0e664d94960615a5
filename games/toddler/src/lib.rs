//! The Toddler, by Jean-Yves Boulay: eleven files, eleven rows, and pieces that protect, neutralise and shelter one another.
//!
//! `law` and `powers` are the reference implementation of the rules; `generate` is the fast generator, tested against them.
//! The rulings (T1 …) are on the rules page, `texts/rules.en.md`.

#![warn(missing_docs)]

mod attack;
mod bare;
mod courier;
mod edition;
mod evaluation;
mod exchange;
mod form;
mod generate;
mod geometry;
mod law;
mod lines;
mod metadata;
mod movement;
mod notation;
mod piece;
mod piece_sum;
mod play;
mod position;
mod powers;
mod reach;
mod relations;
mod safety;
mod scatter;
mod sentences;
mod shield;
mod siege;
mod symmetries;
mod terms;
mod toddler;
mod weights;
mod worth;

pub use bare::State;
pub use edition::Edition;
pub use position::Position;
pub use toddler::Toddler;

/// Alias of [`Toddler`]: the registry refers to the rules of every built-in game by this name.
pub type Game = Toddler;
