//! The canonical text forms of positions and moves (`NOTATION.md`).
//!
//! The PHASE of a position within a turn is ours to define:
//!
//! | PHASE | what is under way |
//! |---|---|
//! | `-`, `p`, `pp` | nothing: a turn begins, after none, one or (finished) two passes |
//! | `free` | a free action was taken; another one or the main action comes next |
//! | `main=d8,off=c6+d8` | the piece on d8 is in a chain of jumps, its main action; it may not land on the spaces `off` (G2) |
//! | `second=c6` | the piece on c6 may make the second move that Sacrifice gives |
//! | `second=d8,off=c6+d8` | it has begun a chain of jumps with it |
//! | `extra=c7` | the piece on c7 may make the extra move that Jolt gives |
//! | `extra=d8,off=c6+d8` | it has begun a chain of jumps with it |
//!
//! `main` and `extra` end with `,jolt=c7+b5` if jolted pieces are still to come, in their order. The spaces `off`
//! stand in the order of notation, lower rows first, then from the left; that of the piece itself is among them.
//! Refused is what no turn leads to: a piece that has no such move, is not the player's or has not the Rule.

mod fields;
mod moves;
mod phase;

pub(crate) use fields::{read_position, set_up, words, write_position};
pub(crate) use moves::{read_move, write_move};
