//! The computer player of Entourage: it searches any game that implements [`Evaluate`](entourage_kernel::Evaluate).
//!
//! [`Search`] is iterative-deepening principal variation search on an explicit stack, so that it can be paused after any
//! number of nodes and taken up again without losing or repeating work: a browser's worker searches in
//! slices and hears messages between them, and the outcome does not depend on how it was sliced.
//! [`Level`] makes of it players of graded strength, and [`ladder`] lets them play matches.

mod candidates;
mod claims;
mod cycles;
mod frame;
mod history;
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
mod table;
mod time;
pub mod tune;

pub use levels::{Level, choose_move};
pub use limits::{Clock, Limits, NoClock, Remaining};
pub use options::Options;
pub use results::{Best, Line};
pub use score::{MATE, Score};
pub use search::{Progress, Search};
