//! The crate `minimax` as an opponent: our rules and evaluation as its traits, its two algorithms as an engine, and a comparison with our
//! search.
//!
//! The crate assumes that sides alternate after each ply, and evaluates exchanges only when they are played out. So `State` adds a waiting
//! ply of the opponent between the plies of a turn, and an option to stop an exchange; neither counts as a ply. Nothing is allocated
//! during a search.

mod adapter;
mod compare;
mod contest;
mod engine;
mod estimate;
mod opponent;
mod ply;
mod rollout;
mod state;

#[cfg(test)]
mod tests;

pub use compare::compare;
pub use engine::serve;
