//! What a game is like, found by letting the computer play it against itself.
//!
//! A [`Trial`] says how games are played; [`play`] plays one and takes [`Notes`]; a [`report`] counts many of them, with intervals, and
//! tells what an inventor wants to know: does the first player win too often, how long does a game take, which pieces move, which powers
//! forbid, which rules are never at work. No input or output.

mod absent;
mod advice;
mod chart;
mod comparison;
mod deal;
mod notes;
mod play;
mod report;
mod share;
mod told;
mod vary;
mod worth;

pub use absent::{Absence, absences};
pub use comparison::{Bare, Comparison};
pub use deal::play_trial;
pub use notes::{Deeds, Lack, Notes, Trial};
pub use play::{play, play_beside};
pub use report::report;
pub use told::markdown;
pub use vary::{Variation, variations};
