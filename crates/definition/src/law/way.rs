//! Ways: where a piece's lines lead it on a board, and what they would take there, all permissions left aside.

use std::ops::ControlFlow;

use entourage_kernel::{Piece, Side, Square, SquareSet};

use super::walk::Walk;
use super::{Context, Scene};
use crate::execution::Journey;
use crate::model::{DirectionWords, How, Leg, Length, Line, Noun, Onto, Step, Whose};

#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) label: Option<usize>,
    /// Whether it exists only if it takes something, all of which may be taken.
    pub(crate) captures: bool,
    pub(crate) stops: Vec<Square>,
    pub(crate) taken: Vec<Square>,
    pub(crate) stays: SquareSet,
    pub(crate) over: Vec<Square>,
    pub(crate) crossed: Vec<Square>,
    pub(crate) direction: Option<usize>,
    pub(crate) displaced: Option<[Square; 2]>,
}

impl Way {
    fn at(from: Square, line: &Line) -> Self {
        Self { label: line.label, captures: line.captures, ..Self::still(from) }
    }

    fn still(from: Square) -> Self {
        Self {
            from,
            to: from,
            label: None,
            captures: false,
            stops: Vec::new(),
            taken: Vec::new(),
            stays: SquareSet::EMPTY,
            over: Vec::new(),
            crossed: Vec::new(),
            direction: None,
            displaced: None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Real,
    /// Every other piece, which is how attacks are told.
    Attack,
}

/// What is done with each way; it may ask for no more.
type Visit<'v> = dyn FnMut(&Way) -> ControlFlow<()> + 'v;

impl<'m> Scene<'m> {
    pub(crate) fn ways(
        &self,
        from: Square,
        wanted: impl Fn(&Line) -> bool,
        mut visit: impl FnMut(&Way) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for walk in self.walk(from, false).iter().filter(|walk| wanted(walk.line)) {
            self.ways_of(from, walk, Mode::Real, &mut visit)?;
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn ways_without(
        &self,
        from: Square,
        power: usize,
        mut visit: impl FnMut(&Way) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let walk = self.walk_without(from, false, Some(power));
        walk.iter().try_for_each(|walk| self.ways_of(from, walk, Mode::Real, &mut visit))
    }

    pub(crate) fn own_ways(
        &self,
        from: Square,
        mut visit: impl FnMut(&Way) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.walk(from, true).iter().try_for_each(|walk| self.ways_of(from, walk, Mode::Real, &mut visit))
    }

    /// Finds what the piece on a square attacks, or guards: whatever else is there, were it an enemy.
    pub(crate) fn find_attacks(&self, from: Square, own_lines: bool) -> SquareSet {
        let mut attacked = SquareSet::EMPTY;
        let walk = self.walk(from, own_lines);
        for walk in walk.iter().filter(|walk| walk.line.takes() && !walk.line.no_attack) {
            if walk.line.is_plain {
                let _ = self.ways_of(from, walk, Mode::Attack, &mut |way| {
                    attacked = way.taken.iter().fold(attacked, |all, square| all.with(*square));
                    ControlFlow::Continue(())
                });
                continue;
            }
            let mut others = self.pieces.occupied();
            others.remove(from);
            for target in others {
                let scene = self.as_enemy(from, target);
                let found = scene.as_ref().unwrap_or(self).ways_of(from, walk, Mode::Real, &mut |way| {
                    if way.taken.contains(&target) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                if found.is_break() {
                    attacked.insert(target);
                }
            }
        }
        attacked
    }

    /// Creates the board on which a piece of the own side is an enemy; `None` if it is one.
    fn as_enemy(&self, from: Square, target: Square) -> Option<Self> {
        let piece = self.pieces.piece_at(target)?;
        if Some(piece.side()) != self.side_at(from) {
            return None;
        }
        let mut pieces = self.pieces;
        pieces.put(target, Piece::new(piece.kind(), !piece.side()));
        Some(Scene::new(self.model, pieces, self.side, self.memory))
    }

    fn ways_of(&self, from: Square, walk: &Walk<'m>, mode: Mode, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let Some(side) = self.side_at(from) else { return ControlFlow::Continue(()) };
        let context = Context::of_piece(from, side);
        let line = walk.line;
        if let Some((place, inside)) = &line.from
            && context.place(place).contains(from) != *inside
        {
            return ControlFlow::Continue(());
        }
        if line.condition.as_ref().is_some_and(|condition| !self.holds(condition, context)) {
            return ControlFlow::Continue(());
        }
        if self.follows_its_equal(from, side) {
            return ControlFlow::Continue(());
        }
        let only_to = line.only_to.as_ref().map(|place| context.place(place));
        for legs in &line.ways {
            let course = Course { scene: self, walk, side, mode, only_to };
            course.go(legs, Way::at(from, line), visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Returns whether a piece in hand is behind one of its kind: of equals in hand the first one goes.
    fn follows_its_equal(&self, from: Square, side: Side) -> bool {
        let hand = &self.model.hands[side.index()];
        let place = hand.iter().position(|square| *square == from).filter(|place| *place > 0);
        place.is_some_and(|place| self.kind_at(hand[place - 1]) == self.kind_at(from))
    }

    fn taken_by_the_way(&self, way: &Way, side: Side, nouns: &[Noun]) -> SquareSet {
        let mut pieces = self.pieces;
        let Some(piece) = pieces.take(way.from) else { return SquareSet::EMPTY };
        let other = way.displaced.and_then(|[from, to]| pieces.take(from).map(|piece| (piece, to)));
        pieces.put(way.to, piece);
        other.into_iter().for_each(|(piece, to)| pieces.put(to, piece));
        let arrived = Scene::new(self.model, pieces, self.side, self.memory);
        let route = way.route();
        let context = Context::of_move(way.to, side, &route);
        nouns.iter().fold(SquareSet::EMPTY, |all, noun| all | arrived.squares_of(noun, context)).without(way.to)
    }
}

struct Passes {
    /// Any of these, where an empty square lies behind.
    leapt: Option<SquareSet>,
    /// Exactly one of these.
    screens: Option<SquareSet>,
    /// Whether it ends right behind that one.
    just: bool,
}

struct Course<'s, 'm> {
    scene: &'s Scene<'m>,
    walk: &'s Walk<'m>,
    side: Side,
    mode: Mode,
    only_to: Option<SquareSet>,
}

impl Course<'_, '_> {
    fn go(&self, legs: &[Leg], way: Way, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let Some((leg, rest)) = legs.split_first() else { return self.arrive(way, visit) };
        match leg {
            Leg::Step(step) => self.step(step, rest, &way, visit),
            Leg::Swap(noun) => {
                let context = Context::of_piece(way.from, self.side);
                for square in self.scene.squares_of(noun, context).without(way.from) {
                    let way = Way {
                        to: square,
                        stops: vec![square],
                        displaced: Some([square, way.from]),
                        ..way.clone()
                    };
                    self.go(rest, way, visit)?;
                }
                ControlFlow::Continue(())
            }
            Leg::Push(directions, noun) => {
                let pushed =
                    self.scene.squares_of(noun, Context::of_piece(way.from, self.side)).without(way.from);
                for direction in self.meant(*directions, &way) {
                    let Some(at) = self.next(way.to, direction).filter(|at| pushed.contains(*at)) else {
                        continue;
                    };
                    let Some(beyond) = self.next(at, direction).filter(|beyond| self.is_empty(*beyond)) else {
                        continue;
                    };
                    if way.displaced.is_some() || way.taken.contains(&at) {
                        continue;
                    }
                    let mut way = Way { to: at, direction: Some(direction), ..way.clone() };
                    way.displaced = Some([at, beyond]);
                    way.stops.push(at);
                    self.go(rest, way, visit)?;
                }
                ControlFlow::Continue(())
            }
            Leg::Strike(directions) => {
                for direction in self.meant(*directions, &way) {
                    let Some(target) = self.next(way.to, direction) else { continue };
                    if self.is_enemy(target, way.from) && !way.taken.contains(&target) {
                        let mut way = way.clone();
                        way.taken.push(target);
                        self.go(rest, way, visit)?;
                    }
                }
                ControlFlow::Continue(())
            }
            Leg::Jump { directions, over } => self.jump(*directions, over, rest, &way, visit),
        }
    }

    fn arrive(&self, mut way: Way, visit: &mut Visit<'_>) -> ControlFlow<()> {
        if [self.walk.only_to, self.only_to].iter().flatten().any(|squares| !squares.contains(way.to)) {
            return ControlFlow::Continue(());
        }
        let line = self.walk.line;
        if let Some(noun) = &line.pulling {
            let pulled = self.scene.squares_of(noun, Context::of_piece(way.from, self.side));
            let behind = way.direction.and_then(|direction| {
                let board = &self.scene.model.board;
                board.step(way.from, board.opposite(direction)).filter(|behind| pulled.contains(*behind))
            });
            let is_free = way.displaced.is_none() && way.to != way.from;
            let Some(behind) = behind.filter(|behind| is_free && !way.stops.contains(behind)) else {
                return ControlFlow::Continue(());
            };
            way.displaced = Some([behind, way.from]);
        }
        if !line.capturing.is_empty() {
            let taken = self.scene.taken_by_the_way(&way, self.side, &line.capturing);
            // What is jumped is taken in the order of the path.
            let jumped = way.over.iter().copied().filter(|square| taken.contains(*square));
            let rest = taken.into_iter().filter(|square| !way.over.contains(square));
            let all: Vec<Square> = jumped.chain(rest).filter(|square| !way.taken.contains(square)).collect();
            way.taken.extend(all);
        }
        if line.captures && way.taken.is_empty() {
            return ControlFlow::Continue(());
        }
        visit(&way)
    }

    fn meant(&self, words: DirectionWords, way: &Way) -> impl Iterator<Item = usize> + use<> {
        let words = if self.walk.exchanged { words.exchanged() } else { words };
        let board = &self.scene.model.board;
        let mask = board.meant(words, self.side, way.direction);
        board.directions().filter(move |direction| mask >> direction & 1 != 0)
    }

    fn next(&self, from: Square, direction: usize) -> Option<Square> {
        let board = &self.scene.model.board;
        if self.walk.wrapped { board.wrapped_step(from, direction) } else { board.step(from, direction) }
    }

    fn is_enemy(&self, square: Square, from: Square) -> bool {
        match (self.scene.side_at(square), self.mode) {
            (None, _) => false,
            (Some(_), Mode::Attack) => square != from,
            (Some(side), Mode::Real) => side != self.side,
        }
    }

    fn is_empty(&self, square: Square) -> bool {
        self.scene.pieces.piece_at(square).is_none()
    }

    /// Returns whether a leg may end on a square, and whether it takes what is there.
    fn lands(&self, step: &Step, square: Square, way: &Way, is_last: bool) -> Option<bool> {
        let is_empty = self.is_empty(square);
        match &step.onto {
            Onto::Empty => is_empty.then_some(false),
            Onto::Memory(memory) => {
                (is_empty && self.scene.memory.squares[*memory] == Some(square)).then_some(false)
            }
            Onto::Noun(noun) if self.mode == Mode::Attack => {
                let is_kind =
                    self.scene.kind_at(square).is_some_and(|kind| noun.kinds >> kind.index() & 1 != 0);
                (is_kind && noun.whose != Whose::Own && square != way.from).then_some(true)
            }
            Onto::Noun(noun) => {
                let context = Context::of_piece(way.from, self.side);
                let is_meant = self.scene.squares_of(noun, context).contains(square);
                (is_meant && self.is_enemy(square, way.from)).then_some(true)
            }
            Onto::Unsaid => {
                let leaps = matches!(step.how, How::Slide { leaping: Some(_), .. });
                if is_last && self.walk.line.captures && !leaps && self.walk.line.capturing.is_empty() {
                    self.is_enemy(square, way.from).then_some(true)
                } else {
                    is_empty.then_some(false)
                }
            }
        }
    }

    fn land(
        &self,
        step: &Step,
        square: Square,
        way: &Way,
        rest: &[Leg],
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let Some(takes) = self.lands(step, square, way, rest.is_empty()) else {
            return ControlFlow::Continue(());
        };
        if takes && way.taken.contains(&square) {
            return ControlFlow::Continue(());
        }
        let mut way = way.clone();
        way.to = square;
        way.stops.push(square);
        if takes {
            way.taken.push(square);
        }
        self.go(rest, way, visit)
    }

    fn step(&self, step: &Step, rest: &[Leg], way: &Way, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let board = &self.scene.model.board;
        match &step.how {
            How::Step(directions) => {
                for direction in self.meant(*directions, way) {
                    if let Some(square) = self.next(way.to, direction) {
                        let way = Way { direction: Some(direction), ..way.clone() };
                        self.land(step, square, &way, rest, visit)?;
                    }
                }
            }
            How::Slide { directions, length, leaping, over, just } => {
                let context = Context::of_piece(way.from, self.side);
                let squares =
                    |noun: &Option<Noun>| noun.as_ref().map(|noun| self.scene.squares_of(noun, context));
                let passes = Passes { leapt: squares(leaping), screens: squares(over), just: *just };
                for direction in self.meant(*directions, way) {
                    let way = Way { direction: Some(direction), ..way.clone() };
                    self.slide(step, *length, &passes, rest, way, visit)?;
                }
            }
            How::Leap(leap) => {
                for square in board.leaps(way.to, *leap, self.side) {
                    let way = Way { direction: None, ..way.clone() };
                    self.land(step, square, &way, rest, visit)?;
                }
            }
            How::Ride(leap) => {
                for squares in board.rides(way.to, *leap, self.side) {
                    let mut way = Way { direction: None, ..way.clone() };
                    for square in squares {
                        self.land(step, square, &way, rest, visit)?;
                        if self.walk.stops.contains(square) {
                            break;
                        }
                        if self.is_empty(square) {
                            way.crossed.push(square);
                        } else if !self.walk.through.contains(square) {
                            break;
                        }
                    }
                }
            }
            How::To(target) => {
                for square in self.scene.targets(target, way.from, self.side).without(way.from) {
                    let way = Way { direction: None, ..way.clone() };
                    self.land(step, square, &way, rest, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Slides in the direction of a way, over what may be leapt where anything may, or over the one piece that it must pass.
    fn slide(
        &self,
        step: &Step,
        slid: Length,
        passes: &Passes,
        rest: &[Leg],
        mut way: Way,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let Some(direction) = way.direction else { return ControlFlow::Continue(()) };
        let begin = way.clone();
        let mut at = way.to;
        let mut length = 0;
        let mut waits = passes.screens.is_some();
        while let Some(square) = self.next(at, direction) {
            length += 1;
            // On a board that comes round, no slide comes back to where it began.
            if square == begin.to || self.walk.one_square && length > 1 {
                break;
            }
            if !waits && slid.fits(length) {
                self.land(step, square, &way, rest, visit)?;
            }
            if !waits && passes.just || slid.most().is_some_and(|most| length >= most) {
                break;
            }
            if self.walk.stops.contains(square) {
                break;
            }
            if self.is_empty(square) {
                way.crossed.push(square);
            } else if self.walk.through.contains(square) {
                // It is passed as if it were not there.
            } else if waits {
                if !passes.screens.is_some_and(|screens| screens.contains(square)) {
                    break;
                }
                waits = false;
                way.over.push(square);
            } else {
                let behind = self.next(square, direction);
                let may_leap = passes.leapt.is_some_and(|leapt| leapt.contains(square));
                if !may_leap || !behind.is_some_and(|behind| self.is_empty(behind)) {
                    break;
                }
                way.over.push(square);
                if self.walk.line.captures {
                    way.taken.push(square);
                }
            }
            at = square;
        }
        ControlFlow::Continue(())
    }

    fn jump(
        &self,
        directions: DirectionWords,
        over: &[Option<Noun>],
        rest: &[Leg],
        way: &Way,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let context = Context::of_piece(way.from, self.side);
        'directions: for direction in self.meant(directions, way) {
            let mut way = Way { direction: Some(direction), ..way.clone() };
            let mut at = way.to;
            for noun in over {
                let Some(square) = self.next(at, direction) else { continue 'directions };
                let fits =
                    noun.as_ref().is_none_or(|noun| self.scene.squares_of(noun, context).contains(square));
                if !fits {
                    continue 'directions;
                }
                way.over.push(square);
                at = square;
            }
            let Some(landing) = self.next(at, direction) else { continue };
            if self.is_empty(landing) {
                way.to = landing;
                way.stops.push(landing);
                self.go(rest, way, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}
