//! The fast generator: whole sets of targets a piece, safe by masks wherever a mask tells.
//!
//! It shares nothing with the law but geometry; the testkit holds it to the law on every intent.

use entourage_kernel::{Intent, Kind, MoveSink, Path, Side, Square, SquareSet};

use crate::attack::{Riders, around, attackers, checks, reduced, riders_now};
use crate::geometry::{
    AHEAD, ARENA, ASIDE, ASLANT, BOARD, DIAGONAL_NEIGHBOURS, FAR_RANK, KNIGHT_LEAPS, NEIGHBOURS,
    ORTHOGONAL_NEIGHBOURS, PALACE, TWO_AWAY, between, bishop, bishop_lines, launching_square, rook, rook_lines,
};
use crate::notation::Choice;
use crate::piece::{BAWN, KNIGHT, PAWN, PROMOTIONS, REDUCER, RIDERS, SHS};
use crate::position::{Pieces, Position, is_down_to_three, king_of};

/// Keeps only captures and promotions.
pub(crate) struct Noisy<'a> {
    pub(crate) enemies: SquareSet,
    pub(crate) moves: &'a mut Vec<Intent>,
}

impl MoveSink for Noisy<'_> {
    fn push(&mut self, intent: Intent) {
        // An Advancer's capture is the one move of three squares; mutations and explosions win nothing at once.
        if intent.square(2).is_some() {
            self.moves.push(intent);
        }
    }
    fn fan(&mut self, path: Path, ends: SquareSet) {
        let promotes = path.to(path.start()).choice() != 0;
        self.moves.fan(path, if promotes { ends } else { ends & self.enemies });
    }
}

/// Hands all legal moves to a sink, each once; none if the game is over.
pub(crate) fn generate(position: &Position, sink: &mut impl MoveSink) {
    let pieces = position.placement();
    if Side::BOTH.into_iter().any(|side| is_down_to_three(pieces, side)) {
        return;
    }
    Generator::new(pieces, position.side()).generate(sink);
}

/// Tells whether the side to move is in check.
pub(crate) fn in_check(position: &Position) -> bool {
    !checks(position.placement(), position.side()).is_empty()
}

/// What the generator knows of a position before it looks at single pieces.
struct Generator<'a> {
    pieces: &'a Pieces,
    side: Side,
    king: Square,
    occupied: SquareSet,
    /// The empty squares of the Arena.
    empty: SquareSet,
    /// Enemies that may be captured.
    prey: SquareSet,
    /// The enemy's riders as they move now.
    enemy: Riders,
    shield: Shield,
}

impl<'a> Generator<'a> {
    fn new(pieces: &'a Pieces, side: Side) -> Self {
        let king = king_of(pieces, side);
        let enemy = riders_now(pieces, !side);
        Self {
            pieces,
            side,
            king,
            occupied: pieces.occupied(),
            empty: ARENA - pieces.occupied(),
            prey: pieces.side(!side) - pieces.of(!side, REDUCER) - pieces.of(!side, SHS),
            enemy,
            shield: Shield::new(pieces, &enemy, side, king),
        }
    }

    fn generate(&self, sink: &mut impl MoveSink) {
        let of = |kind| self.pieces.of(self.side, kind);
        self.king_moves(sink);
        for from in of(PAWN) | of(BAWN) {
            self.foot_moves(from, sink);
        }
        for from in of(KNIGHT) {
            let reach = match ARENA.contains(from) {
                true => KNIGHT_LEAPS[from.index()] & (self.empty | self.prey),
                false => self.empty,
            };
            sink.fan(Path::from(from), reach & self.shield.allowed(from));
        }
        if sink.is_full() {
            return;
        }
        if RIDERS.iter().any(|&kind| !of(kind).is_empty()) {
            self.rider_moves(sink);
        }
        for from in of(SHS) {
            sink.fan(Path::from(from), self.untouchable_targets(from) & self.shield.allowed(from));
            self.explosion(SHS, from, sink);
        }
        for from in of(REDUCER) {
            self.reducer_moves(from, sink);
            self.explosion(REDUCER, from, sink);
        }
    }

    /// Tells whether the King on `king` would be attacked by the enemy's riders as given and all else.
    #[inline]
    fn is_attacked(&self, king: Square, enemy: &Riders, occupied: SquareSet, gone: SquareSet) -> bool {
        !attackers(self.pieces, enemy, !self.side, king, occupied, gone).is_empty()
    }

    fn king_moves(&self, sink: &mut impl MoveSink) {
        let from = self.king;
        let steps = match PALACE[self.side.index()].contains(from) {
            true => ORTHOGONAL_NEIGHBOURS[from.index()],
            false => DIAGONAL_NEIGHBOURS[from.index()],
        };
        let occupied = self.occupied.without(from);
        let safe = |&to: &Square| !self.is_attacked(to, &self.enemy, occupied.with(to), SquareSet::of(to));
        sink.fan(Path::from(from), (steps & (self.empty | self.prey)).into_iter().filter(safe).collect());
    }

    fn foot_moves(&self, from: Square, sink: &mut impl MoveSink) {
        let (at, side) = (from.index(), self.side.index());
        let is_pawn = self.pieces.of(self.side, PAWN).contains(from);
        let (ahead, aslant) = (AHEAD[side][at], ASLANT[side][at]);
        let (quiet, kills) = if is_pawn { (ahead | ASIDE[at], aslant) } else { (aslant, ahead | ASIDE[at]) };
        let reach = ((quiet & self.empty) | (kills & self.prey)) & self.shield.allowed(from);
        sink.fan(Path::from(from), reach - FAR_RANK[side]);
        let far = reach & FAR_RANK[side];
        if !far.is_empty() {
            let path = |kind| Path::from(from).with_choice(Choice::Promote(kind).code());
            PROMOTIONS.into_iter().for_each(|kind| sink.fan(path(kind), far));
        }
        // A mutation blocks and opens nothing: it is legal unless the King is in check.
        if self.shield.evade == BOARD && around(self.pieces, self.side, SHS).contains(from) {
            let kind = if is_pawn { BAWN } else { PAWN };
            sink.push(Intent::of(&[from]).with_choice(Choice::Mutate(kind).code()));
        }
    }

    fn rider_moves(&self, sink: &mut impl MoveSink) {
        let own = riders_now(self.pieces, self.side);
        let reachable = self.empty | self.prey;
        for from in own.straight_dragons {
            let reach = rook(from, self.occupied) | DIAGONAL_NEIGHBOURS[from.index()];
            sink.fan(Path::from(from), reach & reachable & self.shield.allowed(from));
        }
        for from in own.slant_dragons {
            let reach = bishop(from, self.occupied) | ORTHOGONAL_NEIGHBOURS[from.index()];
            sink.fan(Path::from(from), reach & reachable & self.shield.allowed(from));
        }
        for from in own.short_dragons {
            sink.fan(Path::from(from), NEIGHBOURS[from.index()] & reachable & self.shield.allowed(from));
        }
        for from in own.straight_advancers {
            self.advancer_moves(from, rook(from, self.occupied), own.reduced.contains(from), sink);
        }
        for from in own.slant_advancers {
            self.advancer_moves(from, bishop(from, self.occupied), own.reduced.contains(from), sink);
        }
    }

    fn advancer_moves(&self, from: Square, lines: SquareSet, is_reduced: bool, sink: &mut impl MoveSink) {
        let beside = NEIGHBOURS[from.index()];
        let (stops, victims) = match is_reduced {
            true => (beside, TWO_AWAY[from.index()]),
            false => (BOARD, BOARD - beside),
        };
        sink.fan(Path::from(from), lines & self.empty & stops & self.shield.allowed(from));
        for victim in lines & self.prey & victims {
            // The victim is the first piece on its line: the stop is the square before it.
            let Some(to) = (between(from, victim) & NEIGHBOURS[victim.index()]).first() else { continue };
            if self.survives_advance(from, to, victim) {
                sink.push(Intent::through(from, to, victim));
            }
        }
    }

    fn survives_advance(&self, from: Square, to: Square, victim: Square) -> bool {
        let lines = rook_lines(self.king) | bishop_lines(self.king);
        if self.shield.evade == BOARD && !self.shield.pinned.contains(from) && !lines.contains(victim) {
            return true;
        }
        // Two squares are vacated at once: the masks do not cover that.
        let occupied = self.occupied.without(from).without(victim).with(to);
        !self.is_attacked(self.king, &self.enemy, occupied, SquareSet::of(victim))
    }

    fn untouchable_targets(&self, from: Square) -> SquareSet {
        let home = launching_square(self.side);
        match ARENA.contains(from) {
            true => (NEIGHBOURS[from.index()] & self.empty) | (SquareSet::of(home) - self.occupied),
            false => self.empty,
        }
    }

    fn reducer_moves(&self, from: Square, sink: &mut impl MoveSink) {
        let riders = RIDERS.iter().fold(SquareSet::EMPTY, |all, &kind| all | self.pieces.of(!self.side, kind));
        let (targets, allowed) = (self.untouchable_targets(from), self.shield.allowed(from));
        let leaves = NEIGHBOURS[from.index()] & riders;
        let safe = |&to: &Square| {
            if leaves.is_empty() && !NEIGHBOURS[to.index()].intersects(riders) {
                return allowed.contains(to);
            }
            // Riders are set free or newly reduced.
            let beside = around(self.pieces, !self.side, REDUCER);
            let enemy = Riders::new(
                self.pieces,
                !self.side,
                around(self.pieces, !self.side, SHS),
                reduced(beside, NEIGHBOURS[to.index()]),
            );
            !self.is_attacked(self.king, &enemy, self.occupied.without(from).with(to), SquareSet::EMPTY)
        };
        sink.fan(Path::from(from), targets.into_iter().filter(safe).collect());
    }

    /// Both Reducers leave and nobody is reduced any more, or both SHSs leave and nobody is symmetrised (power 5).
    fn explosion(&self, kind: Kind, from: Square, sink: &mut impl MoveSink) {
        let vertical = AHEAD[0][from.index()] | AHEAD[1][from.index()];
        let Some(other) = (vertical & self.pieces.of(!self.side, kind)).first() else { return };
        let near = |other_kind| match other_kind == kind {
            true => SquareSet::EMPTY,
            false => around(self.pieces, !self.side, other_kind),
        };
        let beside = if kind == REDUCER { SquareSet::EMPTY } else { around(self.pieces, self.side, REDUCER) };
        let enemy = Riders::new(self.pieces, !self.side, near(SHS), reduced(near(REDUCER), beside));
        let occupied = self.occupied.without(from).without(other);
        if !self.is_attacked(self.king, &enemy, occupied, SquareSet::EMPTY) {
            sink.push(Intent::from_to(from, other).with_choice(Choice::Explode.code()));
        }
    }
}

/// Where pieces may go without leaving their King attacked by the enemy's pieces as they move now.
struct Shield {
    /// Where a piece that is not pinned may end; all squares when there is no check.
    evade: SquareSet,
    /// Pinned pieces.
    pinned: SquareSet,
    /// Where each pinned piece may end.
    pins: [SquareSet; crate::geometry::SQUARES],
}

impl Shield {
    fn new(pieces: &Pieces, enemy: &Riders, side: Side, king: Square) -> Self {
        let mut shield =
            Self { evade: BOARD, pinned: SquareSet::EMPTY, pins: [BOARD; crate::geometry::SQUARES] };
        let occupied = pieces.occupied();
        for attacker in attackers(pieces, enemy, !side, king, occupied, SquareSet::EMPTY) {
            // Leapers and neighbours have nothing between them and the King.
            shield.evade &= between(attacker, king).with(attacker);
        }
        let straight = (enemy.straight_dragons | enemy.straight_advancers) & rook_lines(king);
        let slant = (enemy.slant_dragons | enemy.slant_advancers) & bishop_lines(king);
        let out_of_stride = enemy.reduced - TWO_AWAY[king.index()];
        for pinner in (straight | slant) - out_of_stride {
            let way = between(pinner, king);
            let Some(blocker) = (way & occupied).single() else { continue };
            if pieces.side(side).contains(blocker) {
                shield.pinned.insert(blocker);
                shield.pins[blocker.index()] &= way.with(pinner);
            }
        }
        shield
    }

    /// Returns where the piece on a square may end without leaving the King attacked.
    #[inline]
    fn allowed(&self, from: Square) -> SquareSet {
        if self.pinned.contains(from) { self.evade & self.pins[from.index()] } else { self.evade }
    }
}

/// Returns the squares whose pieces a legal move takes off the board: a captured enemy, or two that explode.
pub(crate) fn removed(position: &Position, intent: Intent) -> SquareSet {
    let squares: SquareSet = intent.squares().collect();
    match Choice::of(intent) {
        Some(Choice::Explode) => squares,
        _ => squares & position.placement().side(!position.side()),
    }
}
