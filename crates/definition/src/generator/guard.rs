//! Guards: bit masks of moves that are certain to leave a side's only royal piece safe.
//!
//! The masks are derived from attack tables, which suffice because the powers that they ignore can only prevent captures.

use arrayvec::ArrayVec;
use entourage_kernel::{Side, Square, SquareSet};

use super::attack_table::AttackTable;
use super::geometry::ROWS;
use super::shelter::Shelter;
use super::trace::Trace;
use super::view::View;

const MAX_PINS: usize = 8;

pub(super) struct Guard {
    royal: Option<Square>,
    state: State,
    /// Squares on which a move must end to stop every current attack on the royal piece.
    shields: SquareSet,
    pinned: SquareSet,
    /// Pinned pieces, each with the squares to which a pin limits its moves.
    pins: ArrayVec<(Square, SquareSet), MAX_PINS>,
    /// Pieces whose moves are always checked in full.
    loose: SquareSet,
    /// Pieces that can move freely because a power protects the royal piece.
    sheltered: SquareSet,
    /// Pieces on which the protection of the royal piece by a power depends; their own side must not capture them.
    pillars: SquareSet,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// There is no royal piece, so no move has to be tested for leaving it attacked.
    Free,
    /// The masks show which moves are safe.
    Kept,
    /// The masks are not valid: moves need a full check, except those of a sole royal piece and of sheltered pieces.
    Doubtful,
}

impl Guard {
    pub(super) fn new(view: &View<'_>) -> Self {
        Self {
            royal: None,
            state: State::Free,
            shields: view.plan.geometry.all,
            pinned: SquareSet::EMPTY,
            pins: ArrayVec::new(),
            loose: SquareSet::EMPTY,
            sheltered: SquareSet::EMPTY,
            pillars: SquareSet::EMPTY,
        }
    }

    pub(super) fn look(&mut self, view: &View<'_>) {
        if !view.plan.has_plain_duties {
            // Duties have to be checked for each move.
            self.state = State::Doubtful;
            return;
        }
        if view.plan.royals != 0 {
            self.royal = view.royals(view.side).single();
            self.state = State::Doubtful;
        }
        if let Some(royal) = self.royal {
            self.state = State::Kept;
            self.look_at(view, royal);
            let is_idle = self.state == State::Kept
                && self.shields == view.plan.geometry.all
                && (self.pinned | self.loose).is_empty();
            if !is_idle && let Some(shelter) = view.shelter(royal) {
                self.sheltered = view.of_kinds(shelter.movers, Some(view.side)).without(royal);
                self.pillars = view.of_kinds(shelter.kinds, None);
            }
        }
    }

    fn look_at(&mut self, view: &View<'_>, royal: Square) {
        let (geometry, side) = (&view.plan.geometry, view.side);
        let (occupied, own) = (view.pieces.occupied(), view.of_side(side));
        let at = royal.index() & (ROWS - 1);
        for attack_table in &view.plan.attack_tables[(!side).index()] {
            let enemies = view.pieces.of(!side, attack_table.kind) & attack_table.royal_zone[at];
            if enemies.is_empty() {
                continue;
            }
            if enemies.intersects(attack_table.wild[at]) {
                self.state = State::Doubtful;
                return;
            }
            for enemy in enemies & attack_table.near[at] {
                self.shields &= SquareSet::of(enemy);
            }
            for enemy in enemies & attack_table.far[at] {
                let Some(direction) = geometry.heading(enemy, royal) else { continue };
                let between = geometry.between(enemy, direction, royal);
                let blockers = between & occupied;
                let way = between.with(enemy);
                match blockers.single() {
                    None if blockers.is_empty() => self.shields &= way,
                    Some(only) if own.contains(only) => {
                        self.pinned.insert(only);
                        if self.pins.try_push((only, way)).is_err() {
                            self.loose.insert(only);
                        }
                    }
                    _ => {}
                }
            }
            for enemy in enemies & attack_table.bent_zone[at] {
                let own = own.without(royal);
                let mut trace = Trace { target: royal, occupied, own, hits: false, loose: SquareSet::EMPTY };
                attack_table.bent.iter().for_each(|bent| view.trace(bent, enemy, !side, &mut trace));
                if trace.hits {
                    self.state = State::Doubtful;
                    return;
                }
                self.loose |= trace.loose;
            }
        }
    }

    pub(super) fn is_free(&self) -> bool {
        self.state == State::Free
    }

    /// Returns the pieces whose plain moves are certainly safe if they end on `shields`.
    #[inline]
    pub(super) fn free(&self, pieces: SquareSet) -> SquareSet {
        match self.state {
            _ if !self.sheltered.is_empty() => pieces & self.sheltered,
            State::Free => pieces,
            State::Kept => {
                pieces - self.pinned - self.loose - self.royal.map_or(SquareSet::EMPTY, SquareSet::of)
            }
            State::Doubtful => SquareSet::EMPTY,
        }
    }

    #[inline]
    pub(super) fn shields(&self) -> SquareSet {
        if self.sheltered.is_empty() { self.shields } else { !self.pillars }
    }

    /// Returns whether the masks are complete: a plain move that they do not show to be safe is unsafe.
    pub(super) fn decides(&self, view: &View<'_>) -> bool {
        view.plan.is_exact && self.state == State::Kept
    }

    /// Returns the destinations of a piece's plain moves that are certain to leave the royal piece safe.
    pub(super) fn sure(&self, view: &View<'_>, from: Square, ends: SquareSet) -> SquareSet {
        match self.state {
            State::Free => ends,
            _ if self.royal == Some(from) => {
                ends.into_iter().filter(|to| view.is_out_of_reach(from, *to)).collect()
            }
            _ if self.sheltered.contains(from) => ends - self.pillars,
            State::Doubtful => SquareSet::EMPTY,
            State::Kept if self.loose.contains(from) => SquareSet::EMPTY,
            State::Kept => {
                let mut sure = ends & self.shields;
                if self.pinned.contains(from) {
                    let pins = self.pins.iter().filter(|(pinned, _)| *pinned == from);
                    sure = pins.fold(sure, |sure, (_, way)| sure & *way);
                }
                sure
            }
        }
    }
}

impl<'a> View<'a> {
    fn shelter(&self, royal: Square) -> Option<&'a Shelter> {
        self.plan.shelters.iter().find(|shelter| self.acts_on(shelter.clause, royal))
    }

    fn is_out_of_reach(&self, from: Square, to: Square) -> bool {
        let side = self.side;
        let occupied = self.pieces.occupied().without(from).with(to);
        self.plan.attack_tables[(!side).index()].iter().all(|attack_table| {
            let enemies = self.pieces.of(!side, attack_table.kind).without(to)
                & attack_table.royal_zone[to.index() & (ROWS - 1)];
            enemies.is_empty() || !self.could_take(attack_table, enemies, to, occupied, !side)
        })
    }

    fn could_take(
        &self,
        attack_table: &AttackTable,
        enemies: SquareSet,
        target: Square,
        occupied: SquareSet,
        side: Side,
    ) -> bool {
        let (geometry, at) = (&self.plan.geometry, target.index() & (ROWS - 1));
        let sees = |enemy: Square| {
            let direction = geometry.heading(enemy, target);
            direction.is_some_and(|direction| !geometry.between(enemy, direction, target).intersects(occupied))
        };
        enemies.intersects(attack_table.wild[at] | attack_table.near[at])
            || (enemies & attack_table.far[at]).into_iter().any(sees)
            || (enemies & attack_table.bent_zone[at]).into_iter().any(|enemy| {
                let mut trace =
                    Trace { target, occupied, own: SquareSet::EMPTY, hits: false, loose: SquareSet::EMPTY };
                attack_table.bent.iter().for_each(|bent| self.trace(bent, enemy, side, &mut trace));
                trace.hits
            })
    }
}
