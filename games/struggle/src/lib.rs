//! Struggle, by Jesse Clifton, Elijah Cohen and James Krause: two teams of six on a diamond of 47 spaces, and twelve
//! Rules of which each player picks three.
//!
//! `law` is the law, `rules/` holds the Rules and `interplay` says in which order they speak; `generate` is fast and
//! held to the law. Rulings (G1 …) are those of the rules page, `texts/rules.en.md`.

#![warn(missing_docs)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

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

/// Names the rules of this game for the registry, which makes them by their default.
pub type Game = Struggle;
