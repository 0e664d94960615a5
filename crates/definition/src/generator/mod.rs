//! The generator: the fast reading of a model, compiled once into tables and bit sets.
//!
//! It shares with the `law` nothing but the checked model, its geometry, and what a position remembers; tests hold the two to each other.
//! A `plan` is what is compiled: `geometry`, the lines of each kind as sets of squares (`group`, `shape`) where they can be said so, and
//! the squares from which each kind could take what stands on a square (`peril`). A `view` finds out about one board what is asked: nouns,
//! conditions, powers, ways, threats. A `turn` lists what may be done there, and tells by masks (`guard`) where no try is needed.

mod attack;
mod condition;
mod ending;
mod form;
mod geometry;
mod group;
mod guard;
mod known;
mod line;
mod listing;
mod noun;
mod performance;
mod peril;
mod permission;
mod plan;
mod play;
mod receiver;
mod shape;
mod shelter;
mod threat;
mod turn;
mod view;
mod walk;
mod way;

pub(crate) use plan::Plan;
pub(crate) use turn::Turn;
pub(crate) use view::View;
