//! Studies a game by letting the computer play it against itself.
//!
//! A [`Trial`] sets the conditions; [`play`] plays a game and takes [`Notes`]; a [`report`] counts many of them, with
//! intervals, and answers an inventor's questions: does the first player win too often, how long does a game take,
//! which pieces move, which powers forbid moves, which rules are never active. No I/O.

mod advice;
mod comparison;
mod notes;
mod page;
mod play;
mod report;
mod share;
mod vary;
mod worth;

pub use comparison::{Bare, Comparison};
pub use notes::{Deeds, Lack, Notes, Trial};
pub use page::markdown;
pub use play::{play, play_compared, play_trial};
pub use report::report;
pub use vary::{Absence, Variation, absences, variations};
