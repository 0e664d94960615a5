//! The fast generator: all pieces of a side at once, by shifts of the whole board.
//!
//! It shares nothing with the law but geometry; the testkit holds it to the law on every intent.

use entourage_kernel::{Intent, MoveSink, Path, Side, Square};

use crate::action::Action;
use crate::cells::{BOARD, CELLS, Cells};
use crate::geometry::{DIRECTIONS, Direction, SQUARES, allowed, neighbour};
use crate::pieces::Pieces;
use crate::position::{Position, State, outcome};
use crate::rules::{Rule, caboose, pact, teleport, torus};
use crate::turn::{Moving, Turn};

/// Intents by the bit of their last space, for each direction.
type Ways = [[Intent; CELLS]; DIRECTIONS.len()];

/// The steps of the empty board.
static STEPS: Ways = ways(false);
/// The jumps of the empty board.
static JUMPS: Ways = ways(true);

const fn ways(jumps: bool) -> Ways {
    let mut ways = [[Intent::choice_only(0); CELLS]; DIRECTIONS.len()];
    let mut number = 0;
    while number < DIRECTIONS.len() * SQUARES {
        let (direction, from) = (DIRECTIONS[number % DIRECTIONS.len()], Square::new(number / DIRECTIONS.len()));
        number += 1;
        let Some(next) = neighbour(from, direction) else { continue };
        let end = if jumps { neighbour(next, direction) } else { Some(next) };
        let Some(end) = end else { continue };
        let intent = if jumps { Intent::through(from, next, end) } else { Intent::from_to(from, end) };
        ways[direction as usize][Cells::of(end).bits().trailing_zeros() as usize] = intent;
    }
    ways
}

/// Returns where pieces land that jump in a direction, over some spaces, onto others.
#[inline]
fn landings(movers: Cells, over: Cells, open: Cells, direction: Direction) -> Cells {
    (movers.shifted(direction) & over).shifted(direction) & open
}

/// Looks at a position for the sake of one side, and hands plies to a sink.
struct Generator<'a, S> {
    pieces: &'a Pieces,
    state: &'a State,
    side: Side,
    occupied: Cells,
    vacant: Cells,
    sink: &'a mut S,
    /// Where plies have ended so far.
    found: Cells,
}

impl<'a, S: MoveSink> Generator<'a, S> {
    /// Offers the plies that a function makes of the bits of their last spaces.
    #[inline]
    fn offer(&mut self, ends: Cells, intent: impl Fn(usize) -> Intent) {
        self.found |= ends;
        self.sink.each(ends.bits(), intent);
    }

    /// Offers the plies that go on from a path to some spaces.
    fn fan(&mut self, path: Path, ends: Cells) {
        self.offer(ends, |bit| path.to(Cells::space(bit)));
    }

    #[inline]
    fn steps(&mut self, movers: Cells) {
        for direction in allowed(self.side) {
            let ways = &STEPS[direction as usize];
            self.offer(movers.shifted(direction) & self.vacant, |bit| ways[bit % CELLS]);
        }
    }

    #[inline]
    fn jumps(&mut self, movers: Cells, over: Cells, open: Cells) {
        for direction in allowed(self.side) {
            let ways = &JUMPS[direction as usize];
            self.offer(landings(movers, over, open, direction), |bit| ways[bit % CELLS]);
        }
    }

    /// Offers the main actions of a side without Rules and Pacts.
    #[inline]
    fn plain_actions(&mut self) {
        let own = self.pieces.side(self.side);
        self.steps(own);
        self.jumps(own, self.occupied, self.vacant);
    }

    /// Offers the main actions of a side with Rules or Pacts.
    fn main_actions(&mut self) {
        let (pieces, side, team) = (self.pieces, self.side, self.state.team(self.side));
        let own = pieces.side(side);
        let bearer = |rule| team.kind_of(rule).and_then(|kind| pieces.find(side, kind));
        let wrapping = bearer(Rule::Torus);
        // Whoever has a Pact or Torus looks at the board in a way of his own.
        let alike = own - wrapping.map_or(Cells::EMPTY, Cells::of);
        let pacted = pact::parties(pieces, self.state, side) & alike;
        self.steps(alike);
        self.jumps(alike - pacted, self.occupied, self.vacant);
        for from in pacted.spaces() {
            self.jumps(Cells::of(from), self.jumpable(from), self.vacant);
        }
        if let Some(from) = wrapping {
            self.wrapped_steps(from);
            self.wrapped_jumps(from, self.vacant);
        }
        if let Some(from) = bearer(Rule::Teleport) {
            self.fan(Action::teleports(from), teleport::reach(side, from) & self.vacant);
        }
        if let Some(from) = bearer(Rule::Catapult) {
            self.catapults(from);
        }
        if team.has(Rule::Caboose) {
            for direction in allowed(side) {
                let rears = caboose::rears(pieces.nonwhite(side), self.vacant, direction);
                let ways = &STEPS[direction as usize];
                self.offer(rears.shifted(direction), |bit| Action::train(ways[bit % CELLS]));
            }
        }
    }

    /// Returns the pieces that the piece on a space may jump.
    #[inline]
    fn jumpable(&self, from: Square) -> Cells {
        self.occupied - pact::partners(self.pieces, self.state, self.side, from)
    }

    fn wrapped_steps(&mut self, from: Square) {
        self.fan(Path::from(from), torus::steps(self.side, from) & self.vacant);
    }

    fn wrapped_jumps(&mut self, from: Square, open: Cells) {
        let jumpable = self.jumpable(from);
        for (over, to) in torus::jumps(self.side, from) {
            if jumpable.contains(over) && open.contains(to) {
                self.fan(Path::through(from, over), Cells::of(to));
            }
        }
    }

    fn catapults(&mut self, from: Square) {
        let spared = pact::partners(self.pieces, self.state, self.side, from);
        for direction in allowed(self.side) {
            let Some(near) = neighbour(from, direction).filter(|&near| self.occupied.contains(near)) else {
                continue;
            };
            let Some(far) = neighbour(near, direction) else { continue };
            let Some(to) = neighbour(far, direction).filter(|&to| self.vacant.contains(to)) else { continue };
            if !spared.contains(near) && !spared.contains(far) {
                self.offer(Cells::of(to), |_| Action::Hurl { from, near, far, to }.intent());
            }
        }
    }

    /// Offers what may come before the main action.
    fn free_actions(&mut self) {
        let team = self.state.team(self.side);
        let own = self.pieces.nonwhite(self.side);
        if team.may_use(Rule::Hatter) {
            let mut others = own.squares();
            for a in own.squares() {
                others.remove(a);
                self.sink.fan(Action::trades(a), others);
            }
        }
        if team.may_use(Rule::Pact) {
            let enemies = self.pieces.nonwhite(!self.side);
            for own in own.spaces() {
                let strangers = enemies - pact::partners(self.pieces, self.state, self.side, own);
                self.fan(Action::pacts(own), strangers);
            }
        }
    }

    /// Offers what the piece under way may do.
    #[inline]
    fn going_on(&mut self, moving: &Moving) {
        let from = moving.at;
        let open = self.vacant - moving.barred;
        if torus::sees(self.pieces, self.state, self.side, moving) {
            if !moving.in_chain() {
                self.wrapped_steps(from);
            }
            self.wrapped_jumps(from, open);
        } else {
            if !moving.in_chain() {
                self.steps(Cells::of(from));
            }
            self.jumps(Cells::of(from), self.jumpable(from), open);
        }
        self.sink.push(Action::End.intent());
    }

    #[inline]
    fn generate(&mut self) {
        match &self.state.turn {
            Turn::Moving(moving) => self.going_on(moving),
            turn => {
                if self.state.is_plain_for(self.side) {
                    self.plain_actions();
                } else {
                    self.main_actions();
                }
                if self.found.is_empty() {
                    let action = if *turn == Turn::Acting { Action::End } else { Action::Pass };
                    self.sink.push(action.intent());
                }
                if !self.state.team(self.side).is_plain() {
                    self.free_actions();
                }
            }
        }
    }
}

/// Hands all legal plies to a sink, each once; none if the game is over.
#[inline]
pub(crate) fn generate(position: &Position, sink: &mut impl MoveSink) {
    if outcome(position).is_some() {
        return;
    }
    // Once for each side, so that shifts are constants.
    match position.side {
        Side::First => generate_for(position, Side::First, sink),
        Side::Second => generate_for(position, Side::Second, sink),
    }
}

#[inline(always)]
fn generate_for(position: &Position, side: Side, sink: &mut impl MoveSink) {
    let Position { pieces, state, .. } = position;
    let occupied = pieces.occupied();
    let vacant = BOARD - occupied;
    Generator { pieces, state, side, occupied, vacant, sink, found: Cells::EMPTY }.generate();
}

/// Tells whether a piece under way has a further jump.
#[inline]
pub(crate) fn can_jump_on(pieces: &Pieces, state: &State, side: Side, moving: &Moving) -> bool {
    let occupied = pieces.occupied();
    let over = occupied - pact::partners(pieces, state, side, moving.at);
    let open = BOARD - occupied - moving.barred;
    if torus::sees(pieces, state, side, moving) {
        return torus::jumps(side, moving.at).any(|(jumped, to)| over.contains(jumped) && open.contains(to));
    }
    let mover = Cells::of(moving.at);
    let ends = |side| allowed(side).map(|direction| landings(mover, over, open, direction));
    let [a, b, c, d] = match side {
        Side::First => ends(Side::First),
        Side::Second => ends(Side::Second),
    };
    !(a | b | c | d).is_empty()
}

/// Tells whether a piece under way has a conventional move.
pub(crate) fn can_move(pieces: &Pieces, state: &State, side: Side, moving: &Moving) -> bool {
    let vacant = BOARD - pieces.occupied();
    let next = if torus::sees(pieces, state, side, moving) {
        torus::steps(side, moving.at)
    } else {
        let steps = allowed(side).map(|direction| Cells::of(moving.at).shifted(direction));
        steps.into_iter().fold(Cells::EMPTY, |all, step| all | step)
    };
    next.intersects(vacant) || can_jump_on(pieces, state, side, moving)
}
