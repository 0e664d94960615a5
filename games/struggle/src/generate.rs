//! The fast generator: sets of targets and precomputed jumps.
//!
//! It shares nothing with the law but geometry; the testkit holds it to the law on every intent.

use std::sync::LazyLock;

use entourage_kernel::{Board, Intent, Kind, MoveSink, Path, Side, Square, SquareSet};

use crate::action::Action;
use crate::geometry::{BOARD, SQUARES, allowed, neighbour, wrapped_neighbour};
use crate::position::{Position, State, nonwhite, outcome};
use crate::rules::{Rule, caboose, pact, teleport, torus};
use crate::turn::{Moving, Turn};

/// The jumps from a space: the space jumped and the space behind it.
type Jumps = [Option<(Square, Square)>; 4];

/// What a piece can do from each space of the empty board, in one way of seeing it.
struct Reach {
    steps: [SquareSet; SQUARES],
    jumps: [Jumps; SQUARES],
}

impl Reach {
    fn new(side: Side, next: fn(Square, crate::geometry::Direction) -> Option<Square>) -> Self {
        let mut reach = Self { steps: [SquareSet::EMPTY; SQUARES], jumps: [[None; 4]; SQUARES] };
        for from in BOARD {
            for (slot, direction) in allowed(side).into_iter().enumerate() {
                let Some(over) = next(from, direction) else { continue };
                reach.steps[from.index()].insert(over);
                let jump = next(over, direction).filter(|&to| to != from).map(|to| (over, to));
                let jumps = &mut reach.jumps[from.index()];
                // On a wrapped row two directions may come to the same jump.
                if !jumps.contains(&jump) {
                    jumps[slot] = jump;
                }
            }
        }
        reach
    }
}

/// By side, without and with Torus.
static REACH: LazyLock<[[Reach; 2]; 2]> =
    LazyLock::new(|| Side::BOTH.map(|side| [Reach::new(side, neighbour), Reach::new(side, wrapped_neighbour)]));

/// Looks at a position for the sake of one side.
struct Generator<'a> {
    position: &'a Position,
    state: &'a State,
    side: Side,
    occupied: SquareSet,
    reach: &'static [Reach; 2],
}

impl<'a> Generator<'a> {
    fn new(position: &'a Position, state: &'a State, side: Side) -> Self {
        Self { position, state, side, occupied: position.occupied(), reach: &REACH[side.index()] }
    }

    fn kind(&self, at: Square) -> Option<Kind> {
        self.position.piece_at(at).map(|piece| piece.kind())
    }

    fn steps(&self, from: Square, wraps: bool) -> SquareSet {
        self.reach[usize::from(wraps)].steps[from.index()] - self.occupied
    }

    /// Lists the jumps of a piece that may not land on some spaces.
    fn jumps(&self, from: Square, wraps: bool, barred: SquareSet) -> impl Iterator<Item = (Square, Square)> {
        let spared = pact::partners(self.position, self.state, self.side, from);
        let over_these = self.occupied - spared;
        let closed = self.occupied | barred;
        let jumps = self.reach[usize::from(wraps)].jumps[from.index()].iter();
        jumps
            .filter_map(|&jump| jump)
            .filter(move |&(over, to)| over_these.contains(over) && !closed.contains(to))
    }

    fn conventional(&self, from: Square, wraps: bool, sink: &mut impl MoveSink) {
        sink.fan(Path::from(from), self.steps(from, wraps));
        for (over, to) in self.jumps(from, wraps, SquareSet::EMPTY) {
            sink.push(Action::Jump { from, over, to }.intent());
        }
    }

    fn wraps(&self, moving: &Moving) -> bool {
        self.kind(moving.at).is_some_and(|kind| torus::wraps(self.state.team(self.side), kind, moving.stage))
    }

    fn going_on(&self, moving: &Moving, sink: &mut impl MoveSink) {
        let wraps = self.wraps(moving);
        if moving.in_chain() {
            for (over, to) in self.jumps(moving.at, wraps, moving.barred) {
                sink.push(Action::Jump { from: moving.at, over, to }.intent());
            }
        } else {
            self.conventional(moving.at, wraps, sink);
        }
        sink.push(Action::End.intent());
    }

    fn main_actions(&self, sink: &mut impl MoveSink) {
        let team = self.state.team(self.side);
        for from in self.position.placement().side(self.side) {
            let rule = self.kind(from).and_then(|kind| team.rule_of(kind));
            self.conventional(from, rule == Some(Rule::Torus), sink);
            match rule {
                Some(Rule::Teleport) => {
                    let targets = teleport::reach(self.side, from) - self.occupied;
                    sink.fan(Action::teleports(from), targets);
                }
                Some(Rule::Catapult) => self.catapults(from, sink),
                _ => {}
            }
        }
        if team.has(Rule::Caboose) {
            caboose::runs(self.position, |rear, next| sink.push(Action::Train { rear, next }.intent()));
        }
    }

    fn catapults(&self, from: Square, sink: &mut impl MoveSink) {
        let spared = pact::partners(self.position, self.state, self.side, from);
        for direction in allowed(self.side) {
            let Some(near) = neighbour(from, direction).filter(|&near| self.occupied.contains(near)) else {
                continue;
            };
            let Some(far) = neighbour(near, direction) else { continue };
            let Some(to) = neighbour(far, direction).filter(|&to| !self.occupied.contains(to)) else {
                continue;
            };
            if !spared.contains(near) && !spared.contains(far) {
                sink.push(Action::Hurl { from, near, far, to }.intent());
            }
        }
    }

    fn free_actions(&self, sink: &mut impl MoveSink) {
        let team = self.state.team(self.side);
        let own = nonwhite(self.position.placement(), self.side);
        if team.may_use(Rule::Hatter) {
            let mut others = own;
            for a in own {
                others.remove(a);
                sink.fan(Action::trades(a), others);
            }
        }
        if team.may_use(Rule::Pact) {
            let enemies = nonwhite(self.position.placement(), !self.side);
            for own in own {
                let strangers = enemies - pact::partners(self.position, self.state, self.side, own);
                sink.fan(Action::pacts(own), strangers);
            }
        }
    }
}

/// Hands all legal plies to a sink, each once; none if the game is over.
pub(crate) fn generate(position: &Position, sink: &mut impl MoveSink) {
    if outcome(position).is_some() {
        return;
    }
    let state = position.state();
    let generator = Generator::new(position, &state, position.side());
    match &state.turn {
        Turn::Moving(moving) => generator.going_on(moving, sink),
        turn => {
            let mut watched = Watched { sink, saw_any: false };
            generator.main_actions(&mut watched);
            let idle = !watched.saw_any;
            generator.free_actions(sink);
            if idle {
                let action = if *turn == Turn::Acting { Action::End } else { Action::Pass };
                sink.push(action.intent());
            }
        }
    }
}

/// Notices whether any ply came by.
struct Watched<'s, S> {
    sink: &'s mut S,
    saw_any: bool,
}

impl<S: MoveSink> MoveSink for Watched<'_, S> {
    fn push(&mut self, intent: Intent) {
        self.saw_any = true;
        self.sink.push(intent);
    }
    fn fan(&mut self, path: Path, ends: SquareSet) {
        self.saw_any |= !ends.is_empty();
        self.sink.fan(path, ends);
    }
}

/// Tells whether a piece in a chain has a further jump.
pub(crate) fn can_jump_on(position: &Position, state: &State, side: Side, moving: &Moving) -> bool {
    let generator = Generator::new(position, state, side);
    let wraps = generator.wraps(moving);
    generator.jumps(moving.at, wraps, moving.barred).next().is_some()
}

/// Tells whether a piece has a conventional move.
pub(crate) fn can_move(position: &Position, state: &State, side: Side, moving: &Moving) -> bool {
    let generator = Generator::new(position, state, side);
    let wraps = generator.wraps(moving);
    !generator.steps(moving.at, wraps).is_empty()
        || generator.jumps(moving.at, wraps, SquareSet::EMPTY).next().is_some()
}
