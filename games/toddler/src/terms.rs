//! The terms of the evaluation.

use entourage_kernel::terms;

use crate::piece::KINDS;

terms! {
    /// A piece, by kind.
    WORTH: KINDS;
    /// A piece in the centre, by kind.
    CENTRAL: KINDS;
    /// A square that a piece attacks (mobility), by kind.
    ROOM: KINDS;
    /// A square at or next to the enemy Toddler or Angel that a piece attacks, by kind.
    PRESSURE: KINDS;
    /// A Soldier, by the number of rows it has advanced.
    ADVANCE: 8;
    /// The Angel beside the Toddler.
    GUARDED: 1;
    /// The Genius beside the Toddler.
    SCREENED: 1;
    /// An own piece beside the Toddler.
    HUDDLE: 1;
    /// No parent left.
    ORPHANED: 1;
    /// An own piece beside the enemy Genius.
    NEUTRALISED: 1;
    /// An own piece other than the Toddler beside the own Angel.
    PROTECTED: 1;
    /// A step between the Toddler and the edge.
    INWARD: 1;
    /// The right to move.
    TEMPO: 1;
    /// For the leading side, scaled by the lead, as are all the following terms: nearness of its pieces to the enemy Toddler.
    NEARNESS: 1;
    /// Additional nearness of Soldiers and Captains, which otherwise stay at home.
    FOOT_NEARNESS: 1;
    /// A step between the enemy Toddler and the centre.
    CORNERED: 1;
    /// A step between the Toddlers, because contact draws (T12).
    APART: 1;
    /// A freeze.
    FROZEN: 1;
    /// The enemy Angel has been captured.
    ANGEL_GONE: 1;
    /// The enemy Genius has been captured.
    GENIUS_GONE: 1;
    /// An attack on the enemy Angel or Genius, whose capture needs two.
    HUNTER: 1;
    /// An attacked square at or next to the enemy Toddler.
    BESIEGED: 1;
    /// A square at or next to the enemy Toddler attacked twice.
    BESIEGED_TWICE: 1;
    /// A square to which the enemy Toddler can escape.
    ESCAPE: 1;
    /// A piece next to the enemy Genius: neutralised, but in the Genius's way.
    HEMMED: 1;
}
