//! Measures Entourage's search against the crate `minimax`: implements the crate's traits with Entourage's rules and evaluation, and runs
//! the crate's two algorithms as an engine.
//!
//! The crate assumes that sides alternate after each ply, and evaluates exchanges only when they are played out. So `State` adds a waiting
//! ply of the opponent between the plies of a turn, and the option to end an exchange; neither counts as a ply. Nothing is allocated
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
