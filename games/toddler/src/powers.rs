//! The powers by stratum, as in sections 3 and 4 of the rulebook. A stratum depends only on earlier ones.
//!
//! | stratum | power | exerted by | affects | effect or condition |
//! |---|---|---|---|---|
//! | placement | 1 major | Toddler | itself | both its parents have been captured |
//! | who may capture | 7 freeze | the two Angels, or Geniuses, if adjacent | all pieces | nothing can be captured |
//! | who may capture | 3 neutralise | Genius | adjacent enemies | decided by the square where the capture starts (T5, T11) |
//! | who may capture | 8 solidarity | Phoenix | Phoenix | never captures a Phoenix |
//! | who may be captured | 4 protect | Angel | adjacent friends, not itself | cannot be captured |
//! | who may be captured | 6 shelter | Emperor | Empress on an open queen line | cannot be captured (T10) |
//! | counted threats | 5 limited invulnerability | Angel, Genius | itself | needs two attackers (T6) |
//! | royal safety | Threat | any attacker | Toddler | must be answered |

use entourage_kernel::{Kind, Piece, Reason, Side, Square, SquareSet};

use crate::Edition;
use crate::bare::{Pieces, toddler_of};
use crate::geometry::{DIAGONAL, ORTHOGONAL, adjacent};
use crate::movement::{Way, capture_ways, sees};
use crate::piece::{ANGEL, EMPEROR, EMPRESS, GENIUS, PHOENIX, TODDLER};

#[derive(Clone, Copy)]
pub(crate) struct Powers<'a> {
    pieces: &'a Pieces,
    edition: Edition,
}

impl<'a> Powers<'a> {
    pub(crate) fn of(pieces: &'a Pieces, edition: Edition) -> Self {
        Self { pieces, edition }
    }

    /// Returns the two Angels or Geniuses that freeze all captures by being adjacent (power 7).
    pub(crate) fn freeze(self) -> Option<(Kind, Square, Square)> {
        [ANGEL, GENIUS].into_iter().find_map(|kind| {
            let white = self.pieces.of(Side::First, kind).first()?;
            let black = self.pieces.of(Side::Second, kind).first()?;
            adjacent(white, black).then_some((kind, white, black))
        })
    }

    /// Returns the enemy Genius that neutralises a piece of `side` on a square (power 3, T5).
    pub(crate) fn neutraliser(self, side: Side, square: Square) -> Option<Square> {
        self.pieces.of(!side, GENIUS).into_iter().find(|&genius| adjacent(genius, square))
    }

    /// Returns the Angel that protects a piece of `side` on a square (power 4); an Angel does not protect itself.
    pub(crate) fn protector(self, side: Side, square: Square) -> Option<Square> {
        self.pieces.of(side, ANGEL).into_iter().find(|&angel| adjacent(angel, square))
    }

    /// Returns the Emperor that shelters an Empress of `side` on a square (power 6), whatever powers affect the Emperor (T10).
    pub(crate) fn shelterer(self, side: Side, square: Square) -> Option<Square> {
        let is_empress = self.pieces.of(side, EMPRESS).contains(square);
        let mut emperors = self.pieces.of(side, EMPEROR).into_iter();
        emperors.find(|&emperor| is_empress && sees(self.pieces, emperor, square, &[&ORTHOGONAL, &DIAGONAL]))
    }

    /// Returns the paths by which the piece on `from` can capture the enemy on `to`, ignoring powers.
    pub(crate) fn ways(self, from: Square, to: Square) -> Vec<Way> {
        match self.pieces.piece_at(from) {
            Some(piece) => capture_ways(self.pieces, self.edition, piece.kind(), piece.side(), from, to),
            None => Vec::new(),
        }
    }

    /// Returns why the piece on `from` cannot capture at all or cannot capture the piece on `to` (powers 3, 7 and 8).
    pub(crate) fn captor_reasons(self, from: Square, to: Square) -> Vec<Reason> {
        let Some(piece) = self.pieces.piece_at(from) else { return Vec::new() };
        let mut reasons = Vec::new();
        if let Some((_, a, b)) = self.freeze() {
            reasons.push(Reason::new("frozen", "power-7", [a, b]));
        }
        if let Some(genius) = self.neutraliser(piece.side(), from) {
            reasons.push(Reason::new("neutralised", "power-3", [from, genius]));
        }
        if piece.kind() == PHOENIX && self.pieces.kind(PHOENIX).contains(to) {
            reasons.push(Reason::new("solidarity", "power-8", [from, to]));
        }
        reasons
    }

    /// Returns why no piece can capture a side's piece on a square (powers 4 and 6).
    pub(crate) fn safety_reasons(self, side: Side, square: Square) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if let Some(angel) = self.protector(side, square) {
            reasons.push(Reason::new("protected", "power-4", [square, angel]));
        }
        if let Some(emperor) = self.shelterer(side, square) {
            reasons.push(Reason::new("sheltered", "T10", [square, emperor]));
        }
        reasons
    }

    /// Returns the pieces that can capture a side's piece on a square, ignoring power 5 (T3, T6). A Captain counts once,
    /// however many paths it has (T5).
    pub(crate) fn attackers(self, side: Side, square: Square) -> SquareSet {
        if !self.safety_reasons(side, square).is_empty() {
            return SquareSet::EMPTY;
        }
        self.pieces
            .side(!side)
            .into_iter()
            .filter(|&from| !self.ways(from, square).is_empty() && self.captor_reasons(from, square).is_empty())
            .collect()
    }

    /// Returns the reason why an Angel or Genius cannot be captured: fewer than two pieces attack it (power 5, T6).
    pub(crate) fn invulnerability(self, side: Side, square: Square) -> Option<Reason> {
        let kind = self.pieces.piece_at(square).map(Piece::kind);
        let attackers = self.attackers(side, square);
        (matches!(kind, Some(ANGEL | GENIUS)) && attackers.len() < 2)
            .then(|| Reason::new("invulnerable", "T6", [square].into_iter().chain(attackers)))
    }

    /// Returns the pieces that threaten a side's Toddler, including pinned ones (T3).
    pub(crate) fn threats(self, side: Side) -> SquareSet {
        self.attackers(side, toddler_of(self.pieces, side))
    }

    /// Returns whether a piece cannot capture because of its kind: a minor Toddler, an Angel or a Genius.
    pub(crate) fn never_captures(self, square: Square) -> bool {
        self.pieces.piece_at(square).is_some_and(|piece| match piece.kind() {
            ANGEL | GENIUS => true,
            TODDLER => !crate::bare::is_major(self.pieces, piece.side()),
            _ => false,
        })
    }
}
