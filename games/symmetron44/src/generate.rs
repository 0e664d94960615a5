//! The fast move generator: computes a set of targets for each piece and, where possible, keeps the King safe by masking the set.
//!
//! The generator shares only geometry with the reference implementation (law); the testkit compares both on every intent.

use entourage_kernel::{Intent, Kind, MoveSink, Path, Side, SmallSet, Square};

use crate::attack::{Riders, around, attackers, checks, contacts, reduced, riders_now};
use crate::geometry::{
    ARENA, BOARD, DIAGONAL_NEIGHBOURS, FAR_RANK, FILES, FIRST_FILE, KNIGHT_LEAPS, LAST_FILE, LINES, NEIGHBOURS,
    ORTHOGONAL_NEIGHBOURS, PALACE, TWO_AWAY, between, bishop_lines, forward, launching_square, rook_lines,
};
use crate::notation::Choice;
use crate::piece::{BAWN, KNIGHT, PAWN, PROMOTIONS, REDUCER, SHS};
use crate::position::{Pieces, Position, is_down_to_three, king_of};

/// A move sink that keeps only captures and promotions.
pub(crate) struct Noisy<'a> {
    pub(crate) enemies: SmallSet,
    pub(crate) moves: &'a mut Vec<Intent>,
}

impl MoveSink for Noisy<'_> {
    fn push(&mut self, intent: Intent) {
        // The last square of an Advancer's capture is the victim's. Mutations and explosions gain nothing immediately.
        let is_noisy = match Choice::of(intent) {
            Some(Choice::None) => intent.last().is_some_and(|to| self.enemies.contains(to)),
            Some(Choice::Promote(_)) => true,
            _ => false,
        };
        if is_noisy {
            self.moves.push(intent);
        }
    }
}

/// Generates all legal moves, each once; none if the game is over.
pub(crate) fn generate(position: &Position, sink: &mut impl MoveSink) {
    let pieces = &position.pieces;
    if Side::BOTH.into_iter().any(|side| is_down_to_three(pieces, side)) {
        return;
    }
    Generator::new(pieces, position.side).generate(sink);
}

pub(crate) fn in_check(position: &Position) -> bool {
    !checks(&position.pieces, position.side).is_empty()
}

struct Generator<'a> {
    pieces: &'a Pieces,
    side: Side,
    king: Square,
    own: SmallSet,
    occupied: SmallSet,
    empty: SmallSet,
    prey: SmallSet,
    enemy: Riders,
    is_in_contact: bool,
    /// The squares to which unpinned pieces can move without leaving the King in check; the whole board if it is not in check.
    evade: SmallSet,
    /// Friendly pieces that can move only along the line through them and the King.
    pinned: SmallSet,
    pins: SmallSet,
}

impl<'a> Generator<'a> {
    #[inline]
    fn new(pieces: &'a Pieces, side: Side) -> Self {
        let king = king_of(pieces, side);
        let enemy = riders_now(pieces, !side);
        let (own, occupied) = (pieces.side(side), pieces.occupied());
        let contacts = contacts(pieces, &enemy, !side, king);
        let mut evade = BOARD;
        for attacker in contacts {
            evade &= SmallSet::of(attacker);
        }
        let (mut pinned, mut pins) = (SmallSet::EMPTY, SmallSet::EMPTY);
        for attacker in enemy.far_attackers(king) {
            let way = between(attacker, king);
            let blockers = way & occupied;
            if blockers.is_empty() {
                evade &= way.with(attacker);
            } else if !blockers.is_several() && blockers.intersects(own) {
                pinned |= blockers;
                pins |= way.with(attacker);
            }
        }
        Self {
            pieces,
            side,
            king,
            own,
            occupied,
            empty: ARENA - occupied,
            prey: pieces.side(!side) & ARENA & !(pieces.kind(REDUCER) | pieces.kind(SHS)),
            enemy,
            is_in_contact: !contacts.is_empty(),
            evade,
            pinned,
            pins,
        }
    }

    #[inline]
    fn generate(&self, sink: &mut impl MoveSink) {
        let of = |kind| self.pieces.kind(kind) & self.own;
        self.king_moves(sink);
        let (pawns, bawns) = (of(PAWN), of(BAWN));
        self.pawn_moves(pawns - self.pinned, bawns - self.pinned, self.evade, sink);
        for from in (pawns | bawns) & self.pinned {
            let at = SmallSet::of(from);
            self.pawn_moves(pawns & at, bawns & at, self.allowed(from), sink);
        }
        // A mutation opens no line to the King, so it is legal unless the King is in check.
        if self.evade == BOARD {
            let beside = around(self.pieces, self.side, SHS);
            for (feet, becomes) in [(pawns, BAWN), (bawns, PAWN)] {
                let choice = Choice::Mutate(becomes).code();
                (feet & beside).into_iter().for_each(|at| sink.push(Intent::of(&[at]).with_choice(choice)));
            }
        }
        if sink.is_full() {
            return;
        }
        for from in of(KNIGHT) {
            let reach = if ARENA.contains(from) { KNIGHT_LEAPS[from.index()] & !self.own } else { self.empty };
            self.fan(sink, from, reach & (self.empty | self.prey));
        }
        self.rider_moves(sink);
        for from in of(SHS) {
            self.fan(sink, from, self.untouchable_targets(from));
        }
        for from in of(REDUCER) {
            sink.fan_small(Path::from(from), self.reducer_targets(from));
        }
        self.explosions(sink);
    }

    #[inline]
    fn fan(&self, sink: &mut impl MoveSink, from: Square, ends: SmallSet) {
        sink.fan_small(Path::from(from), ends & self.allowed(from));
    }

    /// Returns where the piece on a square can move without leaving the King attacked.
    #[inline]
    fn allowed(&self, from: Square) -> SmallSet {
        // A piece cannot jump over its own King, so pins on the other side of the line do not matter.
        if self.pinned.contains(from) {
            self.evade & self.pins & LINES.through(self.king, from)
        } else {
            self.evade
        }
    }

    /// Returns whether a King on `king` would be attacked, with `enemy` as the enemy's riders, `occupied` as the
    /// occupied squares and the pieces on `gone` ignored.
    #[inline]
    fn is_attacked(&self, king: Square, enemy: &Riders, occupied: SmallSet, gone: SmallSet) -> bool {
        !attackers(self.pieces, enemy, !self.side, king, occupied, gone).is_empty()
    }

    #[inline]
    fn king_moves(&self, sink: &mut impl MoveSink) {
        let from = self.king;
        let steps = match PALACE[self.side.index()].contains(from) {
            true => ORTHOGONAL_NEIGHBOURS[from.index()],
            false => DIAGONAL_NEIGHBOURS[from.index()],
        };
        let occupied = self.occupied.without(from);
        let mut safe = steps & (self.empty | self.prey);
        for to in safe {
            if self.is_attacked(to, &self.enemy, occupied, SmallSet::EMPTY) {
                safe.remove(to);
            }
        }
        sink.fan_small(Path::from(from), safe);
    }

    /// Generates the moves of Pawns and Bawns to allowed squares, except mutations.
    #[inline]
    fn pawn_moves(&self, pawns: SmallSet, bawns: SmallSet, allowed: SmallSet, sink: &mut impl MoveSink) {
        let ahead = isize::from(forward(self.side)) * FILES as isize;
        let shifted = |feet: SmallSet, by: isize| SmallSet(feet.0.rotate_left((by & 63) as u32));
        let (empty, prey) = (self.empty & allowed, self.prey & allowed);
        let by = [ahead, -1, 1, ahead - 1, ahead + 1];
        let from = [ARENA, ARENA - FIRST_FILE, ARENA - LAST_FILE, ARENA - FIRST_FILE, ARENA - LAST_FILE];
        let ways: [SmallSet; 5] = std::array::from_fn(|way| {
            let (by, from) = (by[way], from[way]);
            let (pawns, bawns) = (shifted(pawns & from, by), shifted(bawns & from, by));
            // Pawns move in the first three directions, which are straight, and capture diagonally; Bawns do the opposite.
            if way < 3 { pawns & empty | bawns & prey } else { pawns & prey | bawns & empty }
        });
        let far = FAR_RANK[self.side.index()];
        sink.shift_small(ways.map(|ends| ends - far), by);
        if !ways.into_iter().any(|ends| ends.intersects(far)) {
            return;
        }
        for (ends, by) in ways.into_iter().zip(by) {
            for end in ends & far {
                let path = Path::from(Square::new((end.index() as isize - by) as usize));
                for kind in PROMOTIONS {
                    sink.push(path.with_choice(Choice::Promote(kind).code()).to(end));
                }
            }
        }
    }

    #[inline]
    fn rider_moves(&self, sink: &mut impl MoveSink) {
        let own = riders_now(self.pieces, self.side);
        for from in own.dragons() {
            let lines = own.lines(from, self.occupied);
            let slide = if own.reduced.contains(from) { SmallSet::EMPTY } else { lines };
            self.fan(sink, from, (slide | NEIGHBOURS[from.index()]) & (self.empty | self.prey));
        }
        for from in own.advancers {
            let lines = own.lines(from, self.occupied);
            let beside = NEIGHBOURS[from.index()];
            let (stops, victims) = match own.reduced.contains(from) {
                true => (beside, TWO_AWAY[from.index()]),
                false => (BOARD, !beside),
            };
            self.fan(sink, from, lines & self.empty & stops);
            for victim in lines & self.prey & victims {
                // The victim is the first piece on its line; the Advancer stops on the square before it.
                let Some(to) = (between(from, victim) & NEIGHBOURS[victim.index()]).first() else { continue };
                if self.survives_advance(from, to, victim) {
                    sink.push(Intent::through(from, to, victim));
                }
            }
        }
    }

    #[inline]
    fn survives_advance(&self, from: Square, to: Square, victim: Square) -> bool {
        let lines = rook_lines(self.king) | bishop_lines(self.king);
        if self.evade == BOARD && !self.pinned.contains(from) && !lines.contains(victim) {
            return true;
        }
        // The move empties two squares at once, a case that the masks do not cover.
        let occupied = self.occupied.without(from).without(victim).with(to);
        !self.is_attacked(self.king, &self.enemy, occupied, SmallSet::of(victim))
    }

    #[inline]
    fn untouchable_targets(&self, from: Square) -> SmallSet {
        let home = launching_square(self.side);
        match ARENA.contains(from) {
            true => (NEIGHBOURS[from.index()] & self.empty) | (SmallSet::of(home) - self.occupied),
            false => self.empty,
        }
    }

    /// Returns where a Reducer can move. The move can end or start the reduction of enemy riders, and open or block lines.
    #[inline]
    fn reducer_targets(&self, from: Square) -> SmallSet {
        if self.is_in_contact {
            return SmallSet::EMPTY;
        }
        let mut targets = self.untouchable_targets(from);
        let occupied = self.occupied.without(from);
        let liberated = around(self.pieces, !self.side, REDUCER);
        for rider in self.enemy.facing(self.king) - NEIGHBOURS[self.king.index()] {
            let way = between(rider, self.king);
            if way.intersects(occupied) {
                continue;
            }
            // A reduced rider is harmless, except an Advancer two squares away, which has to slide only one square.
            let is_reducible = !liberated.contains(rider)
                && !(self.enemy.advancers & TWO_AWAY[self.king.index()]).contains(rider);
            targets &= if is_reducible { way | NEIGHBOURS[rider.index()] } else { way };
        }
        targets
    }

    /// Generates the explosions of the two Reducers and of the two SHSs, which end reduction and symmetrisation (power 5).
    #[inline]
    fn explosions(&self, sink: &mut impl MoveSink) {
        for kind in [SHS, REDUCER] {
            let (own, others) = (self.pieces.kind(kind) & self.own & ARENA, self.pieces.kind(kind) - self.own);
            let rows = (own.0 << FILES | own.0 >> FILES) & others.0 & ARENA.0;
            if let (Some(from), Some(other)) = (own.first(), SmallSet(rows).first()) {
                self.explosion(kind, from, other, sink);
            }
        }
    }

    fn explosion(&self, kind: Kind, from: Square, other: Square, sink: &mut impl MoveSink) {
        let near = |other_kind| match other_kind == kind {
            true => SmallSet::EMPTY,
            false => around(self.pieces, !self.side, other_kind),
        };
        let beside = if kind == REDUCER { SmallSet::EMPTY } else { around(self.pieces, self.side, REDUCER) };
        let enemy = Riders::new(self.pieces, !self.side, near(SHS), reduced(near(REDUCER), beside));
        let occupied = self.occupied.without(from).without(other);
        if !self.is_attacked(self.king, &enemy, occupied, SmallSet::EMPTY) {
            sink.push(Intent::from_to(from, other).with_choice(Choice::Explode.code()));
        }
    }
}

/// Returns the squares of the pieces that a legal move removes: a captured enemy, or the two that explode.
pub(crate) fn removed(position: &Position, intent: Intent) -> SmallSet {
    let squares: SmallSet = intent.squares().collect();
    match Choice::of(intent) {
        Some(Choice::Explode) => squares,
        _ => squares & position.pieces.side(!position.side),
    }
}
