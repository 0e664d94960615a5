//! Studies a game through self-play.
//!
//! A [`Trial`] sets the conditions, [`play`] plays a game and records [`Notes`], and [`report`] computes statistics over many
//! games, with confidence intervals. The statistics answer an inventor's questions: does the first player win too
//! often, how long does a game take, which pieces move, which powers forbid moves, which rules are never active.

mod advice;
mod comparison;
mod conditions;
mod improvement;
mod measures;
mod notes;
mod page;
mod play;
mod report;
mod share;
mod worth;

pub use comparison::{Bare, Comparison};
pub use conditions::{conditions, value};
pub use improvement::{Improvement, Job, Stage};
pub use measures::Sample;
pub use notes::{Deeds, Lack, Notes, Trial};
pub use page::{markdown, proposals, random_moves};
pub use play::{play, play_compared, play_trial};
pub use report::report;
