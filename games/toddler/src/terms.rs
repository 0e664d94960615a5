//! What an estimate is the sum of.

use entourage_kernel::terms;

use crate::piece::KINDS;

terms! {
    /// A piece, by kind.
    WORTH: KINDS;
    /// A piece among the middle squares, by kind.
    CENTRAL: KINDS;
    /// A square that a piece can reach, by kind.
    ROOM: KINDS;
    /// A square at the enemy Toddler or Angel that a piece attacks, by kind.
    PRESSURE: KINDS;
    /// A Soldier, by the rows it has come forward.
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
    /// An own piece, but the Toddler, beside the own Angel.
    PROTECTED: 1;
    /// A step of the Toddler from the edge.
    INWARD: 1;
    /// To be on move.
    TEMPO: 1;
    /// For the side that leads, by the lead: a step less from an own piece to the enemy Toddler.
    NEARNESS: 1;
    /// Likewise from a Soldier or Captain, besides: they stay at home while stronger pieces do what they can alone.
    FOOT_NEARNESS: 1;
    /// A step of the enemy Toddler from the centre.
    CORNERED: 1;
    /// A step between the Toddlers, whose contact draws (T12).
    APART: 1;
    /// A freeze.
    FROZEN: 1;
    /// No enemy Angel, which would freeze and protect.
    ANGEL_GONE: 1;
    /// No enemy Genius, which would freeze and neutralise.
    GENIUS_GONE: 1;
    /// A piece that attacks the enemy Angel or Genius, of which it takes two.
    HUNTER: 1;
    /// The enemy Toddler's square, or one beside it, where a piece could capture.
    BESIEGED: 1;
    /// Likewise, where two pieces could.
    BESIEGED_TWICE: 1;
    /// A square beside the enemy Toddler where it could go.
    ESCAPE: 1;
    /// A piece beside the enemy Genius, which silences it but is hemmed in by it.
    HEMMED: 1;
}
