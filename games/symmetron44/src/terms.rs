//! The terms of the evaluation. Each comment describes a count; the term is the first side's count minus the second's.

use entourage_kernel::terms;

use crate::geometry::RANKS;
use crate::piece::KINDS;

terms! {
    /// Pieces, by kind.
    WORTH: KINDS;
    /// Pieces in the centre, by kind.
    CENTRAL: KINDS;
    /// 1 for each of the first five pieces beyond three; a side with three pieces has lost.
    SPARE: 5;
    /// A recruited Knight that waits on the Launching Square.
    IN_HAND: 1;
    /// Pawns, by the number of ranks they have advanced.
    PAWN_ADVANCE: RANKS;
    /// Bawns, by the number of ranks they have advanced.
    BAWN_ADVANCE: RANKS;
    /// 1 if the King is in its own Palace.
    HOME: 1;
    /// Friendly pieces adjacent to the King, at most four.
    COMPANY: 1;
    /// Enemy pieces adjacent to the King.
    INTRUDER: 1;
    /// Attacked squares (mobility), by attacker: straight and diagonal Dragons, straight and diagonal Advancers, Knights.
    ROOM: 5;
    /// Attacked squares on or next to the enemy King's square, by attacker as in `ROOM`.
    PRESSURE: 5;
    /// Squares on or next to the enemy King's square that are attacked more than once.
    CROSSFIRE: 1;
    /// Reduced riders.
    REDUCED: 1;
    /// Symmetrised riders.
    SYMMETRISED: 1;
    /// Unattacked squares next to the enemy King, except those occupied by enemy pieces.
    REFUGE: 1;
    /// 1 for the side to move.
    TEMPO: 1;
}
