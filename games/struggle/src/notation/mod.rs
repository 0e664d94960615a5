//! The canonical notation of positions and moves (`NOTATION.md`).
//!
//! The PHASE field:
//!
//! | PHASE | phase of the turn |
//! |---|---|
//! | `-`, `p`, `pp` | the start of a turn, after no pass, one pass or two passes (the game is over) |
//! | `free` | after a free action; another one or the main action is next |
//! | `main=d8,off=c6+d8` | the piece on d8 is in a chain of jumps, its main action; it cannot land on the spaces `off` (G2) |
//! | `second=c6` | the piece on c6 can make Sacrifice's second move |
//! | `second=d8,off=c6+d8` | Sacrifice's second move is a chain of jumps in progress |
//! | `extra=c7` | the piece on c7 can make Jolt's extra move |
//! | `extra=d8,off=c6+d8` | Jolt's extra move is a chain of jumps in progress |
//!
//! `main` and `extra` end with `,jolt=c7+b5` if jolted pieces are still to move, in that order. The spaces of `off` are in
//! notation order (lower rows first, then from the left) and include the space of the moving piece. Phases that no turn can
//! reach are rejected, such as one whose piece has no move, belongs to the other player, or does not carry the Rule.

mod fields;
mod moves;
mod phase;

pub(crate) use fields::{colour_of, read_position, set_up, words, write_position};
pub(crate) use moves::{read_move, write_move};
