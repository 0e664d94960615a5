//! The generator: the fast reading of a model, compiled once into tables and bit sets.
//!
//! It shares with the `law` the checked model, its geometry and `execution`: what a move does. Which moves there are it finds on
//! its own, and tests hold the two to each other.
//!
//! A `plan` is what is compiled: `geometry`, the lines of each kind as sets of squares (`group`, `shape`) where they can be
//! said so, and the squares from which each kind could take what stands on a square (`peril`).
//! A `view` finds out about one board what is asked: nouns, conditions, powers, ways, threats.
//! A `turn` is what may be done there: moves listed many at a time (`listing`), by masks where no try is needed (`guard`,
//! `shelter`), and one found and played (`play`).
//!
//! What has no set of squares is followed leg by leg (`line`), and a model too large for a plan is left to the law.

mod attack;
mod condition;
mod duty;
mod form;
mod geometry;
mod group;
mod guard;
mod known;
mod line;
mod listing;
mod noun;
mod outlet;
mod performance;
mod peril;
mod permission;
mod plan;
mod play;
mod reach;
mod receiver;
mod shape;
mod shelter;
mod threat;
mod trace;
mod turn;
mod view;
mod walk;
mod way;

pub(crate) use plan::Plan;
pub(crate) use turn::Turn;
pub(crate) use view::View;
