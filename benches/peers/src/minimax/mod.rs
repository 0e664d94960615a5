//! The crate `minimax` as an opponent: our rules and estimates behind its traits, its two searches behind the engine
//! protocol, and a comparison of its search with ours.
//!
//! The crate takes it that the sides move by turns, one ply each, and estimates an exchange only if it is played out. So
//! `State` lets the other side wait between the plies of one player's turn, and offers to hold where an exchange may stop;
//! neither counts as a ply. Everything else is the rules' own: nothing is allocated here once a search is under way.

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
