//! The fast generator: sets of targets and precomputed jumps.
//!
//! It shares nothing with the law but geometry; the testkit holds it to the law on every intent.

use std::sync::LazyLock;

use entourage_kernel::{Board, Intent, Kind, Side, Square, SquareSet};

use crate::action::Action;
use crate::geometry::{BOARD, SQUARES, allowed, neighbour, wrapped_neighbour};
use crate::position::{Position, State, nonwhite, outcome};
use crate::rules::{Rule, caboose, pact, teleport, torus};
use crate::turn::{Moving, Turn};

/// Receives legal plies.
pub(crate) trait Sink {
    /// Takes the steps from one space to each of a set.
    fn steps(&mut self, from: Square, to: SquareSet);
    /// Takes any other ply.
    fn action(&mut self, action: Action);
    /// Takes a ply of each of a set; most sinks need no more than their number.
    fn each(&mut self, squares: SquareSet, action: impl Fn(Square) -> Action) {
        squares.into_iter().for_each(|square| self.action(action(square)));
    }
}

impl Sink for Vec<Intent> {
    fn steps(&mut self, from: Square, to: SquareSet) {
        self.extend(to.into_iter().map(|to| Intent::from_to(from, to)));
    }
    fn action(&mut self, action: Action) {
        self.push(action.intent());
    }
}

/// Counts plies instead of listing them.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u64);

impl Sink for Count {
    fn steps(&mut self, _: Square, to: SquareSet) {
        self.0 += to.len() as u64;
    }
    fn action(&mut self, _: Action) {
        self.0 += 1;
    }
    fn each(&mut self, squares: SquareSet, _: impl Fn(Square) -> Action) {
        self.0 += squares.len() as u64;
    }
}

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

    fn conventional(&self, from: Square, wraps: bool, sink: &mut impl Sink) {
        sink.steps(from, self.steps(from, wraps));
        for (over, to) in self.jumps(from, wraps, SquareSet::EMPTY) {
            sink.action(Action::Jump { from, over, to });
        }
    }

    fn wraps(&self, moving: &Moving) -> bool {
        self.kind(moving.at).is_some_and(|kind| torus::wraps(self.state.team(self.side), kind, moving.stage))
    }

    fn going_on(&self, moving: &Moving, sink: &mut impl Sink) {
        let wraps = self.wraps(moving);
        if moving.in_chain() {
            for (over, to) in self.jumps(moving.at, wraps, moving.barred) {
                sink.action(Action::Jump { from: moving.at, over, to });
            }
        } else {
            self.conventional(moving.at, wraps, sink);
        }
        sink.action(Action::End);
    }

    fn main_actions(&self, sink: &mut impl Sink) {
        let team = self.state.team(self.side);
        for from in self.position.placement().side(self.side) {
            let rule = self.kind(from).and_then(|kind| team.rule_of(kind));
            self.conventional(from, rule == Some(Rule::Torus), sink);
            match rule {
                Some(Rule::Teleport) => {
                    let targets = teleport::reach(self.side, from) - self.occupied;
                    sink.each(targets, |to| Action::Teleport { from, to });
                }
                Some(Rule::Catapult) => self.catapults(from, sink),
                _ => {}
            }
        }
        if team.has(Rule::Caboose) {
            caboose::runs(self.position, |rear, next| sink.action(Action::Train { rear, next }));
        }
    }

    fn catapults(&self, from: Square, sink: &mut impl Sink) {
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
                sink.action(Action::Hurl { from, near, far, to });
            }
        }
    }

    fn free_actions(&self, sink: &mut impl Sink) {
        let team = self.state.team(self.side);
        let own = nonwhite(self.position.placement(), self.side);
        if team.may_use(Rule::Hatter) {
            let mut others = own;
            for a in own {
                others.remove(a);
                sink.each(others, |b| Action::Trade { a, b });
            }
        }
        if team.may_use(Rule::Pact) {
            let enemies = nonwhite(self.position.placement(), !self.side);
            for own in own {
                let strangers = enemies - pact::partners(self.position, self.state, self.side, own);
                sink.each(strangers, |enemy| Action::Pact { own, enemy });
            }
        }
    }
}

/// Hands all legal plies to a sink, each once; none if the game is over.
pub(crate) fn generate(position: &Position, sink: &mut impl Sink) {
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
                sink.action(if *turn == Turn::Acting { Action::End } else { Action::Pass });
            }
        }
    }
}

/// Notices whether any ply came by.
struct Watched<'s, S> {
    sink: &'s mut S,
    saw_any: bool,
}

impl<S: Sink> Sink for Watched<'_, S> {
    fn steps(&mut self, from: Square, to: SquareSet) {
        self.saw_any |= !to.is_empty();
        self.sink.steps(from, to);
    }
    fn action(&mut self, action: Action) {
        self.saw_any = true;
        self.sink.action(action);
    }
    fn each(&mut self, squares: SquareSet, action: impl Fn(Square) -> Action) {
        self.saw_any |= !squares.is_empty();
        self.sink.each(squares, action);
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
