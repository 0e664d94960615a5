//! Measures Entourage's search against the crate `minimax`: implements the crate's traits with Entourage's rules and evaluation, and runs
//! the crate's two algorithms as an engine.
//!
//! The crate assumes that sides alternate after each ply, and its quiescence search cannot stand pat. So `State` adds
//! special plies: the opponent waits between the plies of a turn, and a side can end an exchange of captures. Special
//! plies are not counted as plies. Nothing is allocated during a search.

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
