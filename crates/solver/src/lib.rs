//! Proves wins in any game, by its rules alone.
//!
//! What is proved: *the attacker can force a position in which they have won, after at most `n` plies from here, whatever the
//! other side does*, each ply counting alone, whoever's it is. [`Solver`] looks for the least such `n` by depth-first proof-number
//! search, 1 ply first, then 2 and so on, so that what it refutes on its way is worth having too: *no win within `n`*. A bound on plies
//! leaves no room for cycles: a variation that comes back to a position has used plies up.
//!
//! A win found is written out as a [`Proof`], one claim for each position, which [`Proof::verify`] holds to the rules
//! without any search. What was refuted rests on the search, and on 64-bit hashes telling positions apart.

#![warn(missing_docs)]

/// The examples of the page that a registry shows, which are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bounds;
mod checkpoint;
mod extract;
mod proof;
mod proof_text;
mod solver;
mod table;
mod verify;

pub use bounds::Distance;
pub use checkpoint::CheckpointError;
pub use extract::NoProof;
pub use proof::{Claim, Proof, Reply};
pub use solver::{Settings, Solver};
pub use verify::Flaw;
