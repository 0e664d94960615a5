//! What an estimate is the sum of.

use entourage_kernel::terms;

use crate::geometry::RANKS;
use crate::piece::KINDS;

terms! {
    /// A piece, by kind.
    WORTH: KINDS;
    /// A piece on the middle squares, by kind.
    CENTRAL: KINDS;
    /// A piece above the three that lose, counted from the first one, which is worth most.
    SPARE: 5;
    /// A Knight in hand.
    IN_HAND: 1;
    /// A Pawn, by the ranks it has come forward.
    PAWN_ADVANCE: RANKS;
    /// A Bawn likewise.
    BAWN_ADVANCE: RANKS;
    /// The King in its palace.
    HOME: 1;
    /// An own piece beside the King, up to four.
    COMPANY: 1;
    /// An enemy piece beside the King.
    INTRUDER: 1;
    /// A square that a piece can reach, by kind of piece and by line: Dragons, then Advancers, straight and slant; Knights.
    ROOM: 5;
    /// A square at the enemy King that a piece attacks, likewise.
    PRESSURE: 5;
    /// A square at the enemy King that several pieces attack.
    CROSSFIRE: 1;
    /// A rider that is reduced.
    REDUCED: 1;
    /// A rider that is symmetrised.
    SYMMETRISED: 1;
    /// A square free of attack to which the enemy King could step.
    REFUGE: 1;
    /// To be on move.
    TEMPO: 1;
}
