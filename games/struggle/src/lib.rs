//! Struggle, by Jesse Clifton, Elijah Cohen and James Krause: two teams of six on a diamond of 47 spaces, and twelve
//! Rules of which each player picks three.
//!
//! `law` and `rules/` are the reference implementation, and `interplay` states the order in which the Rules apply;
//! `generate` is the fast generator, tested against them. The rulings (G1 …) are on the rules page, `texts/rules.en.md`.

#![warn(missing_docs)]

mod action;
mod arrange;
mod cells;
mod courier;
mod equivalence;
mod evaluation;
mod form;
mod generate;
mod geometry;
mod interplay;
mod law;
mod leap;
mod metadata;
mod nearest_win;
mod notation;
mod pacts;
mod piece;
mod pieces;
mod play;
mod portrait;
mod position;
mod problems;
mod relations;
mod rule;
mod rules;
mod safety;
mod scatter;
mod sentences;
mod setup;
mod struggle;
mod suggest;
mod symmetries;
mod team;
mod terms;
mod turn;
mod weights;
mod worth;

pub use position::Position;
pub use struggle::Struggle;

/// Alias of [`Struggle`]: the registry refers to the rules of every built-in game by this name.
pub type Game = Struggle;
