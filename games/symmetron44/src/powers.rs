//! The powers by stratum, as on the rules page. A stratum depends only on earlier ones.
//!
//! | stratum | power | exerted by | affects | effect or condition |
//! |---|---|---|---|---|
//! | how pieces move | 1 symmetrise | SHS | friendly A, V, D, G | adjacent when the move starts: A and V, D and G swap their lines |
//! | how pieces move | 2 mutate | SHS | friendly P, B | adjacent: a P can become a B or a B a P, as a move |
//! | how pieces move | 3 reduce | Reducer | enemy A, V, D, G | adjacent, unless their own Reducer is adjacent too: move only one square (S7, S9) |
//! | how pieces move | palace | King | itself | orthogonal steps in its own Palace, diagonal steps elsewhere (S1) |
//! | who may capture | 4 untouchable | Reducer, SHS | itself | never captures |
//! | who may be captured | 4 untouchable | Reducer, SHS | itself | never captured |
//! | removal | 5 explosion | Reducer, SHS | its enemy counterpart | same file, adjacent ranks: both leave the board, as a move |
//! | removal | 6 recruit | captor | Knight | enters on the captor's empty Launching Square |
//! | removal | 7 promote | P, B | itself | on the far rank: G, V or N |
//! | royal safety | check | any attacker | King | must be answered |

use entourage_kernel::{Kind, Piece, Side, Square, Step};

use crate::geometry::{DIAGONAL, ORTHOGONAL, PALACE, adjacent, forward, launching_square, step};
use crate::piece::{
    ADVANCER_BISHOP, ADVANCER_ROOK, DRAGON_BISHOP, DRAGON_ROOK, KNIGHT, REDUCER, SHS, is_foot, is_rider,
    is_untouchable,
};
use crate::position::Pieces;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Gait {
    pub(crate) slides: &'static [Step; 4],
    /// The directions of additional single steps (Dragons).
    pub(crate) steps: &'static [Step],
    /// Maximum number of squares to slide.
    pub(crate) stride: usize,
    /// Whether the rider captures on the next square beyond its destination, without entering that square (Advancers).
    pub(crate) advances: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct Powers<'a> {
    pieces: &'a Pieces,
}

impl<'a> Powers<'a> {
    pub(crate) fn of(pieces: &'a Pieces) -> Self {
        Self { pieces }
    }

    /// Returns a side's piece of a kind next to a square; Launching Squares have no neighbours.
    fn beside(self, square: Square, side: Side, kind: Kind) -> Option<Square> {
        self.pieces.of(side, kind).into_iter().find(|&other| adjacent(other, square))
    }

    fn rider(self, square: Square) -> Option<Piece> {
        self.pieces.piece_at(square).filter(|piece| is_rider(piece.kind()))
    }

    /// Returns the SHS that symmetrises the rider on a square (power 1).
    pub(crate) fn symmetriser(self, square: Square) -> Option<Square> {
        self.beside(square, self.rider(square)?.side(), SHS)
    }

    /// Returns the SHS that lets the Pawn or Bawn on a square mutate (power 2).
    pub(crate) fn mutator(self, square: Square) -> Option<Square> {
        let piece = self.pieces.piece_at(square).filter(|piece| is_foot(piece.kind()))?;
        self.beside(square, piece.side(), SHS)
    }

    fn oppressor(self, square: Square) -> Option<Square> {
        self.beside(square, !self.rider(square)?.side(), REDUCER)
    }

    /// Returns the friendly Reducer that protects the rider on a square from reduction (power 3).
    pub(crate) fn liberator(self, square: Square) -> Option<Square> {
        self.oppressor(square)?;
        self.beside(square, self.rider(square)?.side(), REDUCER)
    }

    /// Returns the enemy Reducer that reduces the rider on a square (power 3).
    pub(crate) fn reducer(self, square: Square) -> Option<Square> {
        if self.liberator(square).is_some() { None } else { self.oppressor(square) }
    }

    /// Returns how the rider on a square moves (powers 1 and 3 combined, S7); `None` if there is no rider.
    pub(crate) fn gait(self, square: Square) -> Option<Gait> {
        self.gait_if(square, self.symmetriser(square).is_some(), self.reducer(square).is_some())
    }

    pub(crate) fn gait_if(self, square: Square, symmetrised: bool, reduced: bool) -> Option<Gait> {
        let kind = self.rider(square)?.kind();
        let straight = matches!(kind, ADVANCER_ROOK | DRAGON_ROOK) != symmetrised;
        let (slides, others) = if straight { (&ORTHOGONAL, &DIAGONAL) } else { (&DIAGONAL, &ORTHOGONAL) };
        let is_dragon = matches!(kind, DRAGON_BISHOP | DRAGON_ROOK);
        debug_assert!(is_dragon || matches!(kind, ADVANCER_ROOK | ADVANCER_BISHOP));
        Some(Gait {
            slides,
            steps: if is_dragon { others } else { &[] },
            stride: if reduced { 1 } else { usize::MAX },
            advances: !is_dragon,
        })
    }

    /// Returns the steps of a side's King from a square (S1).
    pub(crate) fn king_steps(self, side: Side, square: Square) -> &'static [Step; 4] {
        if PALACE[side.index()].contains(square) { &ORTHOGONAL } else { &DIAGONAL }
    }

    /// Returns the enemy with which the Reducer or SHS on a square can explode (power 5).
    pub(crate) fn explosion_partner(self, square: Square) -> Option<Square> {
        let piece = self.pieces.piece_at(square).filter(|piece| is_untouchable(piece.kind()))?;
        let enemies = self.pieces.of(!piece.side(), piece.kind());
        [(0, 1), (0, -1)].into_iter().filter_map(|by| step(square, by)).find(|&other| enemies.contains(other))
    }

    /// Returns the square on which a side recruits a captured piece; `None` if the piece is not recruited (power 6).
    pub(crate) fn recruits(self, side: Side, captured: Kind) -> Option<Square> {
        let square = launching_square(side);
        (captured == KNIGHT && self.pieces.piece_at(square).is_none()).then_some(square)
    }
}

pub(crate) fn foot_steps(side: Side) -> ([Step; 1], [Step; 2], [Step; 2]) {
    let ahead = forward(side);
    ([(0, ahead)], [(1, ahead), (-1, ahead)], [(1, 0), (-1, 0)])
}
