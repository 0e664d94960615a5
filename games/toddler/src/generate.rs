//! The fast move generator: computes a whole set of targets for each piece and keeps the Toddler safe by masking the set.
//!
//! The generator shares only geometry with the reference implementation (law); the testkit compares both on every intent.

use entourage_kernel::{Intent, MoveSink, Path, Side, Square, SquareSet};

use crate::Edition;
use crate::attack::{around, attackers_if, prey, threats};
use crate::bare::{Pieces, is_major};
use crate::geometry::{
    BOARD, DIAGONAL_NEIGHBOURS, DIAGONAL_SHIFTS, KNIGHT_LEAPS, NEAR, NEIGHBOURS, NOWHERE,
    ORTHOGONAL_NEIGHBOURS, ORTHOGONAL_SHIFTS, WITHIN_THREE, other_colour, shifted, spread_diagonally,
    spread_orthogonally,
};
use crate::notation::PASS;
use crate::piece::{ANGEL, CAPTAIN, GENIUS, NURSE, PHOENIX, SOLDIER};
use crate::position::Position;
use crate::reach::{
    ANDROID_SLOTS, ANGEL_SLOT, EMPEROR_SLOT, EMPRESS_SLOT, GENIUS_SLOT, NURSE_SLOTS, Reach, look_spare,
};
use crate::shield::Shield;

/// A move sink that keeps only captures.
pub(crate) struct Captures<'a> {
    pub(crate) enemies: SquareSet,
    pub(crate) moves: &'a mut Vec<Intent>,
}

impl MoveSink for Captures<'_> {
    fn push(&mut self, _: Intent) {}
    fn fan(&mut self, path: Path, ends: SquareSet) {
        // A bent path is a Captain's move that consists of a capture and a step.
        self.moves.fan(path, if path.is_bent() { ends } else { ends & self.enemies });
    }
    #[inline]
    fn shift(&mut self, ends: SquareSet, by: isize) {
        self.moves.shift(ends & self.enemies, by);
    }
}

/// Generates all legal moves, each once; none if the game is over.
pub(crate) fn generate(position: &Position, edition: Edition, sink: &mut impl MoveSink) {
    let generator = Generator::new(position, edition);
    if position.state().passes < 2 && !generator.contact.contains(generator.toddler) {
        generator.generate(sink);
    }
}

/// Facts about a position that are shared by the moves of all pieces.
///
/// The common cases are inlined into one function, and the methods for rare cases take the generator by value, so that the
/// compiler can keep its fields in registers.
#[derive(Clone, Copy)]
struct Generator<'a> {
    pieces: &'a Pieces,
    reach: &'a Reach,
    edition: Edition,
    side: Side,
    toddler: Square,
    occupied: SquareSet,
    empty: SquareSet,
    prey: SquareSet,
    /// Squares next to the enemy Genius, from which the side to move cannot capture.
    neutral: SquareSet,
    /// Squares next to the mover's Genius, from which enemy pieces cannot capture.
    silent: SquareSet,
    protected: SquareSet,
    contact: SquareSet,
    frozen: bool,
    guarded: bool,
    /// True in nearly all positions: captures are not frozen (power 7), and no sliding piece is spare (see [`Reach`]).
    calm: bool,
}

impl<'a> Generator<'a> {
    #[inline(always)]
    fn new(position: &'a Position, edition: Edition) -> Self {
        let (pieces, reach, side) = (position.placement(), &position.reach, position.side());
        let toddler = reach.toddler(side);
        let occupied = pieces.occupied();
        let silent = NEIGHBOURS[reach.origin(side, GENIUS_SLOT)];
        let protected = NEIGHBOURS[reach.origin(side, ANGEL_SLOT)];
        let freezers = silent & pieces.of(!side, GENIUS) | protected & pieces.of(!side, ANGEL);
        let frozen = !freezers.is_empty();
        Self {
            pieces,
            reach,
            edition,
            side,
            toddler,
            occupied,
            empty: BOARD - occupied,
            prey: if frozen { SquareSet::EMPTY } else { prey(position, edition, side) },
            neutral: NEIGHBOURS[reach.origin(!side, GENIUS_SLOT)],
            silent,
            protected,
            contact: NEIGHBOURS[reach.toddler(!side)],
            frozen,
            guarded: protected.contains(toddler),
            calm: (freezers | reach.spare()).is_empty(),
        }
    }

    #[inline(always)]
    fn generate(self, sink: &mut impl MoveSink) {
        let danger = self.danger();
        let attacked = danger.contains(self.toddler);
        let carefree = self.frozen || self.guarded;
        self.toddler_moves(danger, attacked, sink);
        // In the common case there is no need to compute the paths to the Toddler.
        let shield = if self.calm && self.guarded && !attacked && !self.angel_closes_a_path(danger) {
            None
        } else {
            Some(Shield::new(self.pieces, self.side, self.toddler, self.silent))
        };
        self.angel_and_genius_moves(shield.as_ref(), sink);
        if self.calm && (self.guarded || shield.as_ref().is_none_or(Shield::is_idle)) {
            if self.neutral.intersects(self.pieces.side(self.side)) {
                self.neutralised_moves(sink);
            } else {
                self.moves_in_sets::<false>(sink);
            }
        } else {
            self.careful_moves(shield.filter(|_| !carefree).as_ref(), sink);
        }
        if carefree || !attacked {
            sink.push(PASS);
        }
    }

    /// Returns the squares that enemies attack, considering only power 3; exact only for the Toddler's square and its
    /// destinations. Ignores the enemy Toddler and the Empress's leap, which attack only squares next to that Toddler.
    #[inline(always)]
    fn danger(self) -> SquareSet {
        let enemy = !self.side;
        let sight = if self.silent.intersects(self.pieces.side(enemy)) {
            self.reach.union_without(enemy, self.silent)
        } else {
            self.reach.union(enemy)
        };
        let of = |kind| self.pieces.of(enemy, kind);
        let [nurse, other] = NURSE_SLOTS.map(|slot| NEAR[self.reach.origin(self.side, slot)]);
        let zone = WITHIN_THREE[self.toddler] | nurse | other;
        if (zone & (of(CAPTAIN) | of(SOLDIER) | of(PHOENIX)) | self.reach.spare()).is_empty() {
            sight
        } else {
            sight | self.close_danger(SquareSet::EMPTY)
        }
    }

    fn danger_of_step(self, danger: SquareSet) -> SquareSet {
        let (vacated, enemy) = (SquareSet::of(self.toddler), !self.side);
        let seen = self.reach.seen_through(enemy, self.silent, self.toddler, self.occupied);
        danger | seen | self.close_danger(vacated)
    }

    fn close_danger(self, vacated: SquareSet) -> SquareSet {
        let of = |kind| self.pieces.of(!self.side, kind) - self.silent;
        let occupied = self.occupied - vacated;
        let captains = of(CAPTAIN);
        let feet = captains | of(SOLDIER);
        let mut danger = spread_diagonally(feet | (spread_orthogonally(captains) - occupied));
        for phoenix in of(PHOENIX) {
            danger |= KNIGHT_LEAPS[phoenix];
        }
        for spare in self.reach.spare() & (self.pieces.side(!self.side) - self.silent) {
            danger |= look_spare(self.pieces, spare, occupied);
        }
        danger
    }

    #[inline(always)]
    fn angel_closes_a_path(self, danger: SquareSet) -> bool {
        danger.intersects(self.pieces.of(self.side, ANGEL))
            || NEAR[self.toddler].intersects(self.pieces.of(!self.side, CAPTAIN))
    }

    #[inline(never)]
    fn neutralised_moves(self, sink: &mut impl MoveSink) {
        self.moves_in_sets::<true>(sink);
    }

    /// Generates the moves of all pieces except Toddler, Angel and Genius as whole sets. Call only if none of these moves
    /// can expose the Toddler. `NEUTRALISED` is whether the enemy Genius neutralises any piece.
    #[inline(always)]
    fn moves_in_sets<const NEUTRALISED: bool>(self, sink: &mut impl MoveSink) {
        let prey_from = |from| if NEUTRALISED { self.prey_from(from) } else { self.prey };
        let (side, reach) = (self.side, self.reach);
        let mut slide = |slot, sight: SquareSet| {
            let from = reach.origin(side, slot);
            sink.fan(Path::from(from), sight & (self.empty | prey_from(from)));
        };
        slide(EMPEROR_SLOT, reach.set(side, EMPEROR_SLOT));
        slide(EMPRESS_SLOT, reach.set(side, EMPRESS_SLOT) | self.leaps());
        slide(NURSE_SLOTS[0], reach.set(side, NURSE_SLOTS[0]));
        slide(NURSE_SLOTS[1], reach.set(side, NURSE_SLOTS[1]));
        slide(ANDROID_SLOTS[0], reach.android(side, ANDROID_SLOTS[0]));
        slide(ANDROID_SLOTS[1], reach.android(side, ANDROID_SLOTS[1]));
        for from in self.pieces.of(side, PHOENIX) {
            sink.fan(Path::from(from), self.phoenix_targets(from, prey_from(from)));
        }
        let captains = self.pieces.of(side, CAPTAIN);
        let feet = captains | self.pieces.of(side, SOLDIER);
        for by in ORTHOGONAL_SHIFTS {
            sink.shift(shifted(feet, by) & self.empty, by);
        }
        let captors = if NEUTRALISED { feet - self.neutral } else { feet };
        if spread_diagonally(captors).intersects(self.prey) {
            for by in DIAGONAL_SHIFTS {
                sink.shift(shifted(captors, by) & self.prey, by);
            }
        }
        for from in captains & captors {
            if NEAR[from].intersects(self.prey) {
                let steps = ORTHOGONAL_NEIGHBOURS[from] & self.empty;
                sink.fan(Path::from(from), spread_diagonally(steps) & self.prey);
                self.captures_and_steps(from, self.prey, sink);
            }
        }
    }

    /// Generates the moves of all pieces except Toddler, Angel and Genius piece by piece; if there is a shield, only the
    /// moves that it allows.
    fn careful_moves(self, shield: Option<&Shield<'_>>, sink: &mut impl MoveSink) {
        let (side, reach) = (self.side, self.reach);
        let safe = |from| shield.map_or(BOARD, |shield| shield.allowed(from));
        let mut slide = |from, sight: SquareSet| {
            sink.fan(Path::from(from), sight & (self.empty | self.prey_from(from)) & safe(from));
        };
        let origin = |slot| reach.origin(side, slot);
        slide(origin(EMPEROR_SLOT), reach.set(side, EMPEROR_SLOT));
        slide(origin(EMPRESS_SLOT), reach.set(side, EMPRESS_SLOT) | self.leaps());
        NURSE_SLOTS.into_iter().for_each(|slot| slide(origin(slot), reach.set(side, slot)));
        ANDROID_SLOTS.into_iter().for_each(|slot| slide(origin(slot), reach.android(side, slot)));
        for from in reach.spare() & self.pieces.side(side) {
            slide(from, look_spare(self.pieces, from, self.occupied));
        }
        for from in self.pieces.of(side, PHOENIX) {
            sink.fan(Path::from(from), self.phoenix_targets(from, self.prey_from(from)) & safe(from));
        }
        for from in self.pieces.of(side, SOLDIER) {
            let steps = ORTHOGONAL_NEIGHBOURS[from] & self.empty;
            let kills = DIAGONAL_NEIGHBOURS[from] & self.prey_from(from);
            sink.fan(Path::from(from), (steps | kills) & safe(from));
        }
        for from in self.pieces.of(side, CAPTAIN) {
            self.captain_moves(from, shield, sink);
        }
    }

    /// Returns the destinations of the Empress's leap, including captures; empty if she has been captured.
    #[inline(always)]
    fn leaps(self) -> SquareSet {
        if self.reach.origin(self.side, EMPRESS_SLOT) == NOWHERE {
            return SquareSet::EMPTY;
        }
        let beside = NEIGHBOURS[self.toddler];
        if self.edition == Edition::Summary { beside } else { beside & self.empty }
    }

    #[inline(always)]
    fn phoenix_targets(self, from: Square, prey: SquareSet) -> SquareSet {
        let jumps = (other_colour(from) & self.empty) - NEIGHBOURS[from];
        let kills = KNIGHT_LEAPS[from] & prey;
        jumps | (kills - self.pieces.of(!self.side, PHOENIX))
    }

    /// Returns the enemies that a piece on a square can capture (power 3).
    #[inline(always)]
    fn prey_from(self, from: Square) -> SquareSet {
        if self.neutral.contains(from) { SquareSet::EMPTY } else { self.prey }
    }

    fn captain_moves(self, from: Square, shield: Option<&Shield<'_>>, sink: &mut impl MoveSink) {
        let steps = ORTHOGONAL_NEIGHBOURS[from] & self.empty;
        let prey = self.prey_from(from);
        let kills = (DIAGONAL_NEIGHBOURS[from] | spread_diagonally(steps)) & prey;
        sink.fan(Path::from(from), (steps | kills) & shield.map_or(BOARD, |shield| shield.allowed(from)));
        self.captures_and_steps(from, prey, sink);
    }

    fn captures_and_steps(self, from: Square, prey: SquareSet, sink: &mut impl MoveSink) {
        for middle in DIAGONAL_NEIGHBOURS[from] & prey {
            let mut ends = ORTHOGONAL_NEIGHBOURS[middle] & self.empty;
            if !self.guarded {
                // The move empties two squares at once, a case that no mask covers.
                ends = ends.into_iter().filter(|&to| self.survives_two_step(from, middle, to)).collect();
            }
            sink.fan(Path::through(from, middle), ends);
        }
    }

    fn survives_two_step(self, from: Square, middle: Square, to: Square) -> bool {
        let occupied = self.occupied.without(from).without(middle).with(to);
        self.is_safe(self.toddler, occupied, SquareSet::of(middle))
    }

    /// Returns whether a Toddler on `toddler` would be unattacked if only the squares in `occupied` were occupied and
    /// the pieces on `gone` had been removed; ignores protection and freezes.
    fn is_safe(self, toddler: Square, occupied: SquareSet, gone: SquareSet) -> bool {
        let attackers = attackers_if(self.pieces, self.edition, !self.side, toddler, occupied, gone);
        (attackers - self.silent).is_empty()
    }

    #[inline(always)]
    fn angel_and_genius_moves(self, shield: Option<&Shield<'_>>, sink: &mut impl MoveSink) {
        for slot in [ANGEL_SLOT, GENIUS_SLOT] {
            let from = self.reach.origin(self.side, slot);
            let safe = match shield {
                Some(shield) if from != NOWHERE => {
                    if slot == ANGEL_SLOT {
                        self.angel_may_end(from, shield)
                    } else {
                        self.genius_may_end(shield)
                    }
                }
                _ => BOARD,
            };
            sink.fan(Path::from(from), self.reach.set(self.side, slot) & self.empty & safe);
        }
    }

    /// Returns where the Angel can move without exposing the Toddler: next to the Toddler or the enemy Angel, or where the shield allows.
    fn angel_may_end(self, from: Square, shield: &Shield<'_>) -> SquareSet {
        let geniuses_touch = self.silent.intersects(self.pieces.of(!self.side, GENIUS));
        let frozen = if geniuses_touch { BOARD } else { around(self.pieces, !self.side, ANGEL) };
        frozen | NEIGHBOURS[self.toddler] | shield.allowed(from)
    }

    /// Returns where the Genius can move without exposing the Toddler: anywhere if the Angel guards the Toddler or the Angels
    /// touch; otherwise next to the enemy Genius (a freeze), or where it blocks or neutralises every attacker.
    fn genius_may_end(self, shield: &Shield<'_>) -> SquareSet {
        if self.guarded || self.protected.intersects(self.pieces.of(!self.side, ANGEL)) {
            BOARD
        } else {
            self.neutral | shield.genius
        }
    }

    /// Generates the Toddler's moves. Unless in Threat, it may move beside the enemy Toddler even if attacked (T12).
    #[inline(always)]
    fn toddler_moves(self, danger: SquareSet, attacked: bool, sink: &mut impl MoveSink) {
        let from = self.toddler;
        let is_major = is_major(self.pieces, self.side);
        let prey = if is_major { self.prey_from(from) } else { SquareSet::EMPTY };
        let steps = NEIGHBOURS[from] & (self.empty | prey);
        let swaps = if is_major { SquareSet::EMPTY } else { self.pieces.of(self.side, NURSE) };
        // When the Toddler steps away, lines through its square open, and the square can become the middle of a Captain's two steps.
        let beside_captain = ORTHOGONAL_NEIGHBOURS[from].intersects(self.pieces.of(!self.side, CAPTAIN));
        let in_threat = attacked && !self.guarded && !self.frozen;
        let targets = if self.frozen {
            steps | swaps
        } else if in_threat || (attacked || beside_captain) && !(steps - self.protected).is_empty() {
            self.targets_under_attack(steps, swaps, danger, in_threat)
        } else {
            (steps | swaps) & ((BOARD - danger) | self.protected | self.contact)
        };
        sink.fan(Path::from(from), targets);
    }

    fn targets_under_attack(
        self,
        steps: SquareSet,
        swaps: SquareSet,
        danger: SquareSet,
        in_threat: bool,
    ) -> SquareSet {
        let endangered = self.danger_of_step(danger) & steps | danger & swaps;
        let targets = (steps | swaps) & ((BOARD - endangered) | self.protected | self.contact);
        if !in_threat {
            return targets;
        }
        let licensed = |&to: &Square| !self.contact.contains(to) || self.may_touch(to);
        targets.into_iter().filter(licensed).collect()
    }

    /// Returns whether a Toddler in Threat can move to `to`, next to the enemy Toddler, which attacks `to` if major.
    fn may_touch(self, to: Square) -> bool {
        if self.protected.contains(to) {
            return true;
        }
        let swaps = self.pieces.side(self.side).contains(to);
        let occupied = if swaps { self.occupied } else { self.occupied.without(self.toddler).with(to) };
        self.is_safe(to, occupied, SquareSet::of(to) & self.pieces.side(!self.side))
    }
}

pub(crate) fn in_threat(position: &Position, edition: Edition) -> bool {
    !threats(position, edition, position.side()).is_empty()
}

/// Returns the enemies that a move captures, at most one.
pub(crate) fn captured(position: &Position, intent: Intent) -> SquareSet {
    let enemies = position.placement().side(!position.side());
    intent.squares().skip(1).collect::<SquareSet>() & enemies
}
