//! The computer player of Entourage: it searches any game that implements [`Evaluate`](entourage_kernel::Evaluate).
//!
//! [`Search`] is iterative-deepening principal variation search on an explicit stack, so that it can be paused after any
//! number of nodes and taken up again without losing or repeating work: a browser's worker searches in
//! slices and hears messages between them, and the outcome does not depend on how it was sliced.
//!
//! Where to find what the field has names for:
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
//! - `search/team.rs`: threads that share it, as in lazy SMP; `search/sharing.rs` and `claims.rs`: moves deferred while
//!   another thread searches them, as in ABDADA.
//!
//! [`Level`] makes of it players of graded strength, and [`ladder`] lets them play matches.

#![warn(missing_docs)]

/// The examples of the page that a registry shows, which are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod candidates;
mod claims;
mod cycles;
mod frame;
mod history_heuristic;
pub mod ladder;
mod levels;
mod limits;
mod options;
mod ordering;
mod quiescence;
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
