//! The computer player of Entourage, for any game that implements [`Evaluate`](entourage_kernel::Evaluate).
//!
//! [`Search`] is an iterative-deepening principal variation search on an explicit stack. It can be paused after any number of
//! nodes and resumed without losing or repeating work, so that a browser's worker can search in slices and handle messages
//! in between. Slicing does not change the result.
//!
//! Where to find the usual techniques:
//!
//! - `search/results.rs`: iterative deepening, aspiration windows;
//! - `search/entering.rs`: transposition cutoffs, mate distance pruning, reverse futility pruning, razoring, internal
//!   iterative reduction;
//! - `search/moves.rs`: null move, singular extensions and multi-cut, futility pruning, late move pruning, late move
//!   reductions, history pruning, the zero windows of principal variation search;
//! - `selectivity.rs`: the depths and margins of all these;
//! - `quiescence.rs`: quiescence, standing pat, delta pruning, static exchange evaluation;
//! - `ordering.rs`: hash move, captures by victim and attacker, killer moves, countermoves;
//! - `history_heuristic.rs`: the history heuristic, butterfly and continuation tables;
//! - `transposition_table.rs`: the transposition table, without locks;
//! - `search/team.rs`: threads that share the table, as in lazy SMP; `search/sharing.rs` and `claims.rs`: moves deferred while
//!   another thread searches them, as in ABDADA.
//!
//! [`Level`] defines players of graded strength, and [`ladder`] plays matches between them.

#![warn(missing_docs)]

mod candidates;
mod claims;
mod frame;
mod history_heuristic;
pub mod ladder;
mod levels;
mod limits;
mod options;
mod ordering;
mod quiescence;
mod repetitions;
mod results;
mod score;
mod search;
mod selectivity;
mod time;
mod transposition_table;
pub mod tune;

pub use levels::{Level, choose_move};
pub use limits::{Clock, Limits, NoClock, Remaining};
pub use options::Options;
pub use results::{Best, Variation};
pub use score::{MATE, Score};
pub use search::{Progress, Search};
