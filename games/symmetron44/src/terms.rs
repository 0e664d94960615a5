//! The terms of the evaluation.

use entourage_kernel::terms;

use crate::geometry::RANKS;
use crate::piece::KINDS;

terms! {
    /// A piece, by kind.
    WORTH: KINDS;
    /// A piece in the centre, by kind.
    CENTRAL: KINDS;
    /// The first, second, … piece beyond the three with which a side loses.
    SPARE: 5;
    /// A Knight in hand.
    IN_HAND: 1;
    /// A Pawn, by the number of ranks it has advanced.
    PAWN_ADVANCE: RANKS;
    /// A Bawn, by the number of ranks it has advanced.
    BAWN_ADVANCE: RANKS;
    /// The King in its Palace.
    HOME: 1;
    /// An own piece beside the King, up to four.
    COMPANY: 1;
    /// An enemy piece beside the King.
    INTRUDER: 1;
    /// An attacked square (mobility): by Dragons straight and diagonal, Advancers straight and diagonal, and Knights.
    ROOM: 5;
    /// An attacked square at or next to the enemy King, by the same groups.
    PRESSURE: 5;
    /// A square at or next to the enemy King attacked more than once.
    CROSSFIRE: 1;
    /// A reduced rider.
    REDUCED: 1;
    /// A symmetrised rider.
    SYMMETRISED: 1;
    /// An unattacked square to which the enemy King can step.
    REFUGE: 1;
    /// The right to move.
    TEMPO: 1;
}
