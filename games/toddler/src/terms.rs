//! The terms of the evaluation. Each comment describes a count; the term is the first side's count minus the second's.

use entourage_kernel::terms;

use crate::piece::KINDS;

terms! {
    /// Pieces, by kind.
    WORTH: KINDS;
    /// Pieces on the central 5 × 5 squares, by kind.
    CENTRAL: KINDS;
    /// Attacked squares without a friendly piece (mobility), by kind of the attacker.
    ROOM: KINDS;
    /// Attacked squares on or next to the squares of the enemy Toddler and Angel, by kind of the attacker.
    PRESSURE: KINDS;
    /// Soldiers, by the number of rows they have advanced.
    ADVANCE: 8;
    /// Angels adjacent to their own Toddler.
    GUARDED: 1;
    /// Geniuses adjacent to their own Toddler.
    SCREENED: 1;
    /// Pieces adjacent to their own Toddler.
    HUDDLE: 1;
    /// 1 if both the Emperor and the Empress have been captured.
    ORPHANED: 1;
    /// Pieces adjacent to the enemy Genius.
    NEUTRALISED: 1;
    /// Pieces other than the Toddler adjacent to their own Angel.
    PROTECTED: 1;
    /// Steps between the Toddler and the nearest edge.
    INWARD: 1;
    /// 1 for the side to move.
    TEMPO: 1;
    /// Nearness of pieces to the enemy Toddler. This term and all later ones count only for the side that is ahead in
    /// material, multiplied by the lead.
    NEARNESS: 1;
    /// Additional nearness of Soldiers and Captains, to make them advance.
    FOOT_NEARNESS: 1;
    /// Steps between the enemy Toddler and the centre.
    CORNERED: 1;
    /// Steps between the two Toddlers, at most 5; contact is a draw (T12).
    APART: 1;
    /// 1 if captures are frozen (power 7).
    FROZEN: 1;
    /// 1 if the enemy Angel has been captured.
    ANGEL_GONE: 1;
    /// 1 if the enemy Genius has been captured.
    GENIUS_GONE: 1;
    /// Attacks on the enemy Angel and Genius, which each need two attackers to be captured.
    HUNTER: 1;
    /// Attacked squares on or next to the enemy Toddler's square.
    BESIEGED: 1;
    /// Squares on or next to the enemy Toddler's square that are attacked at least twice.
    BESIEGED_TWICE: 1;
    /// Squares to which the enemy Toddler can escape.
    ESCAPE: 1;
    /// Pieces adjacent to the enemy Genius, which are neutralised but restrict its movement.
    HEMMED: 1;
}
