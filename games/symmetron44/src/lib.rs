//! Symmetron! 44, by Antoine Fourrière and Roberto Lavieri: forty-four squares on which pieces turn one another's
//! lines, shorten one another's strides, and change sides.
//!
//! `law` is the law and `powers` its table; `generate` is fast and held to it. Rulings (S1 …) are
//! those of the rules page, `texts/rules.en.md`.

#![warn(missing_docs)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

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

/// Names the rules of this game for the registry, which makes them by their default.
pub type Game = Symmetron;
