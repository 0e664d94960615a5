//! The fast move generator: moves all pieces of a side at once by shifting the whole board.
//!
//! The generator shares only geometry with the reference implementation (law); the testkit compares both on every intent.

use entourage_kernel::{Intent, MoveSink, Path, Side, Square};

use crate::action::Action;
use crate::cells::{BOARD, CELLS, Cells};
use crate::geometry::{SQUARES, allowed, neighbour};
use crate::pieces::Pieces;
use crate::position::{Position, State, outcome};
use crate::rule::Rule;
use crate::rules::{caboose, pact, teleport, torus};
use crate::turn::{Moving, Turn};

/// Intents, indexed by the bit number of the end space.
type Ways = [Intent; CELLS];

/// For each side, the jumps in each direction, then the steps in each direction. Trying jumps first helps the search.
static WAYS: [[Ways; 8]; 2] = [ways(Side::First), ways(Side::Second)];

const fn ways(side: Side) -> [Ways; 8] {
    let mut ways = [[Intent::choice_only(0); CELLS]; 8];
    let mut number = 0;
    while number < 4 * SQUARES {
        let (slot, from) = (number % 4, Square::new(number / 4));
        number += 1;
        let direction = allowed(side)[slot];
        let Some(next) = neighbour(from, direction) else { continue };
        ways[4 + slot][Cells::of(next).bit()] = Intent::from_to(from, next);
        let Some(behind) = neighbour(next, direction) else { continue };
        ways[slot][Cells::of(behind).bit()] = Intent::through(from, next, behind);
    }
    ways
}

static CATAPULTS: [[Ways; 4]; 2] = [catapults(Side::First), catapults(Side::Second)];

const fn catapults(side: Side) -> [Ways; 4] {
    let mut ways = [[Intent::choice_only(0); CELLS]; 4];
    let mut number = 0;
    while number < 4 * SQUARES {
        let (slot, from) = (number % 4, Square::new(number / 4));
        number += 1;
        let direction = allowed(side)[slot];
        let Some(near) = neighbour(from, direction) else { continue };
        let Some(far) = neighbour(near, direction) else { continue };
        let Some(to) = neighbour(far, direction) else { continue };
        ways[slot][Cells::of(to).bit()] = Intent::of(&[from, near, far, to]);
    }
    ways
}

#[inline]
pub(crate) fn jumps(side: Side, movers: Cells, over: Cells, open: Cells) -> [Cells; 4] {
    let [a, b, c, d] = allowed(side);
    let jump = |direction| (movers.shifted(direction) & over).shifted(direction) & open;
    [jump(a), jump(b), jump(c), jump(d)]
}

#[inline]
pub(crate) fn steps(side: Side, movers: Cells, vacant: Cells) -> [Cells; 4] {
    let [a, b, c, d] = allowed(side);
    let step = |direction| movers.shifted(direction) & vacant;
    [step(a), step(b), step(c), step(d)]
}

struct Generator<'a, S, const SIDE: usize> {
    pieces: &'a Pieces,
    state: &'a State,
    occupied: Cells,
    vacant: Cells,
    sink: &'a mut S,
    found: Cells,
}

impl<'a, S: MoveSink, const SIDE: usize> Generator<'a, S, SIDE> {
    /// The side to move; a constant, so that the compiler knows the shift distances.
    const SIDE: Side = Side::BOTH[SIDE];

    #[inline]
    fn new(position: &'a Position, sink: &'a mut S) -> Self {
        let Position { pieces, state, .. } = position;
        let occupied = pieces.occupied();
        Self { pieces, state, occupied, vacant: BOARD - occupied, sink, found: Cells::EMPTY }
    }

    fn fan(&mut self, path: Path, ends: Cells) {
        self.found |= ends;
        self.sink.each([ends.bits()], |_, bit| path.to(Cells::space(bit)));
    }

    #[inline(always)]
    fn jumps(&mut self, ends: [Cells; 4]) {
        self.found |= ends[0] | ends[1] | ends[2] | ends[3];
        self.sink.each(ends.map(Cells::bits), |slot, bit| WAYS[SIDE][slot][bit]);
    }

    #[inline(always)]
    fn steps(&mut self, ends: [Cells; 4]) {
        self.found |= ends[0] | ends[1] | ends[2] | ends[3];
        self.sink.each(ends.map(Cells::bits), |slot, bit| WAYS[SIDE][4 + slot][bit]);
    }

    /// Generates the main actions of a side that has no Rules and no Pacts.
    #[inline]
    fn plain_actions(&mut self) {
        let own = self.pieces.side(Self::SIDE);
        let [a, b, c, d] = jumps(Self::SIDE, own, self.occupied, self.vacant);
        let [e, f, g, h] = steps(Self::SIDE, own, self.vacant);
        self.found |= a | b | c | d | e | f | g | h;
        self.sink.each([a, b, c, d, e, f, g, h].map(Cells::bits), |slot, bit| WAYS[SIDE][slot][bit]);
    }

    fn main_actions(&mut self) {
        let (pieces, side, team) = (self.pieces, Self::SIDE, self.state.team(Self::SIDE));
        let bearer = |rule| team.kind_of(rule).and_then(|kind| pieces.find(side, kind));
        let own = pieces.side(side);
        let mut landings = jumps(side, own, self.occupied, self.vacant);
        for (own, enemy) in pact::pairs(pieces, self.state, side) {
            let [a, b, c, d] = jumps(side, own, enemy, BOARD);
            landings = [landings[0] - a, landings[1] - b, landings[2] - c, landings[3] - d];
        }
        self.jumps(landings);
        self.steps(steps(side, own, self.vacant));
        if let Some(from) = bearer(Rule::Torus) {
            self.wrapped_jumps(from, self.vacant);
            self.wrapped_steps(from);
        }
        if let Some(from) = bearer(Rule::Teleport) {
            self.fan(Action::teleports(from), teleport::reach(side, from) & self.vacant);
        }
        if let Some(from) = bearer(Rule::Catapult) {
            self.catapults(from);
        }
        if team.has(Rule::Caboose) {
            let own = pieces.nonwhite(side);
            let seconds = allowed(side).map(|way| caboose::rears(own, self.vacant, way).shifted(way));
            self.rarely(seconds, |slot, bit| Action::caboose(WAYS[SIDE][4 + slot][bit]));
        }
    }

    #[inline]
    fn rarely(&mut self, ends: [Cells; 4], intent: impl Fn(usize, usize) -> Intent) {
        let all = ends[0] | ends[1] | ends[2] | ends[3];
        if !all.is_empty() {
            self.found |= all;
            self.sink.each(ends.map(Cells::bits), intent);
        }
    }

    #[inline]
    fn jumpable(&self, from: Square) -> Cells {
        self.occupied - pact::partners(self.pieces, self.state, Self::SIDE, from)
    }

    fn wrapped_jumps(&mut self, from: Square, open: Cells) {
        for (over, to) in torus::wraps_from(Self::SIDE, from).jumps() {
            if open.contains(to) && self.jumpable(from).contains(over) {
                self.found |= Cells::of(to);
                self.sink.push(Action::Jump { from, over, to }.intent());
            }
        }
    }

    fn wrapped_steps(&mut self, from: Square) {
        for to in (torus::wraps_from(Self::SIDE, from).steps & self.vacant).spaces() {
            self.found |= Cells::of(to);
            self.sink.push(Action::Step { from, to }.intent());
        }
    }

    fn catapults(&mut self, from: Square) {
        let spared = pact::partners(self.pieces, self.state, Self::SIDE, from);
        let ends = allowed(Self::SIDE).map(|direction| {
            let near = Cells::of(from).shifted(direction) & self.occupied;
            let far = (near - spared).shifted(direction) - spared;
            far.shifted(direction) & self.vacant
        });
        self.rarely(ends, |slot, bit| CATAPULTS[SIDE][slot][bit]);
    }

    fn free_actions(&mut self) {
        let team = self.state.team(Self::SIDE);
        let own = self.pieces.nonwhite(Self::SIDE);
        if team.may_use(Rule::Hatter) {
            let mut others = own.squares();
            for a in own.squares() {
                others.remove(a);
                self.sink.fan(Action::trades(a), others);
            }
        }
        if team.may_use(Rule::Pact) {
            let enemies = self.pieces.nonwhite(!Self::SIDE);
            for own in own.spaces() {
                let strangers = enemies - pact::partners(self.pieces, self.state, Self::SIDE, own);
                self.fan(Action::pacts(own), strangers);
            }
        }
    }

    #[inline]
    fn going_on(&mut self, moving: &Moving) {
        let (from, mover) = (moving.at, Cells::of(moving.at));
        let open = self.vacant - moving.barred;
        let wraps = torus::sees(self.pieces, self.state, Self::SIDE, moving);
        self.jumps(jumps(Self::SIDE, mover, self.jumpable(from), open));
        if wraps {
            self.wrapped_jumps(from, open);
        }
        if !moving.in_chain() {
            self.steps(steps(Self::SIDE, mover, self.vacant));
            if wraps {
                self.wrapped_steps(from);
            }
        }
        self.sink.push(Action::End.intent());
    }

    #[inline]
    fn generate(&mut self) {
        match &self.state.turn {
            Turn::Moving(moving) => self.going_on(moving),
            turn => {
                if self.state.is_plain_for(Self::SIDE) {
                    self.plain_actions();
                } else {
                    self.main_actions();
                }
                if self.found.is_empty() {
                    let action = if *turn == Turn::Acting { Action::End } else { Action::Pass };
                    self.sink.push(action.intent());
                }
                if !self.state.team(Self::SIDE).is_plain() {
                    self.free_actions();
                }
            }
        }
    }
}

/// Generates all legal plies, each once; none if the game is over.
#[inline]
pub(crate) fn generate(position: &Position, sink: &mut impl MoveSink) {
    if outcome(position).is_some() {
        return;
    }
    match position.side {
        Side::First => Generator::<_, 0>::new(position, sink).generate(),
        Side::Second => Generator::<_, 1>::new(position, sink).generate(),
    }
}

#[inline]
pub(crate) fn can_jump_on(pieces: &Pieces, state: &State, side: Side, moving: &Moving) -> bool {
    let occupied = pieces.occupied();
    let over = occupied - pact::partners(pieces, state, side, moving.at);
    let open = BOARD - occupied - moving.barred;
    let ends = |side| jumps(side, Cells::of(moving.at), over, open);
    let [a, b, c, d] = match side {
        Side::First => ends(Side::First),
        Side::Second => ends(Side::Second),
    };
    !(a | b | c | d).is_empty()
        || torus::sees(pieces, state, side, moving)
            && torus::wraps_from(side, moving.at)
                .jumps()
                .any(|(jumped, to)| over.contains(jumped) && open.contains(to))
}

pub(crate) fn can_move(pieces: &Pieces, state: &State, side: Side, moving: &Moving) -> bool {
    let vacant = BOARD - pieces.occupied();
    let steps = allowed(side).map(|direction| Cells::of(moving.at).shifted(direction));
    let mut next = steps.into_iter().fold(Cells::EMPTY, |all, step| all | step);
    if torus::sees(pieces, state, side, moving) {
        next |= torus::wraps_from(side, moving.at).steps;
    }
    next.intersects(vacant) || can_jump_on(pieces, state, side, moving)
}
