//! The generator: the fast implementation of a model, compiled once to tables and bit sets.
//!
//! The generator and the reference implementation (`law`) share only the checked model, its geometry and `execution`. They find moves
//! independently, and tests compare the results.
//!
//! `plan` is the compiled form: `geometry`, each kind's lines as bit sets if possible (`group`, `shape`), and the squares from which each
//! kind could capture on a square (`attack_table`). `view` evaluates nouns, conditions, powers, ways and threats on one board. `turn`
//! covers the legal moves: `listing` finds them in bulk, `guard` and `shelter` provide masks of safe moves, and `play` plays a single move.
//!
//! Lines that cannot be compiled to bit sets are followed leg by leg (`line`). Models that are too large for a plan use the law instead.

mod attack;
mod attack_table;
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
