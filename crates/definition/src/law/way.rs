//! Finds ways: the paths along which a piece can move and the pieces that it captures there, even if powers forbid the move.

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
    /// Whether the move must capture; it is then legal only if powers allow all of its captures.
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

    /// Returns the path extended by a leg (one part of a move) that ends on a square.
    fn stopping(&self, square: Square) -> Self {
        let mut way = Self { to: square, ..self.clone() };
        way.stops.push(square);
        way
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Real,
    /// Treats every other piece as an enemy, to find attacks.
    Attack,
}

/// A callback that receives each way (path of a move) and can stop the search.
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

    /// Returns the pieces that a piece attacks or guards, treating every other piece as an enemy.
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

    /// Returns the board with a friendly piece turned into an enemy; `None` if `target` holds no friendly piece.
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
        let course = Course { scene: self, walk, side, mode, only_to };
        line.ways.iter().flat_map(|legs| course.go(legs, Way::at(from, line))).try_for_each(|way| visit(&way))
    }

    /// Returns whether the previous piece in hand is identical; of identical pieces, only the first can be dropped.
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
    /// Pieces that a slide can jump over, any number of them, if the square behind each one is empty.
    leapt: Option<SquareSet>,
    /// Possible screens: the slide must pass over exactly one of these pieces.
    screens: Option<SquareSet>,
    /// Whether the slide must end directly behind the screen.
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
    /// Extends a path by legs (parts of a move), and returns every complete path.
    fn go(&self, legs: &[Leg], way: Way) -> Vec<Way> {
        let mut ways = vec![way];
        for (index, leg) in legs.iter().enumerate() {
            let is_last = index + 1 == legs.len();
            ways = ways.iter().flat_map(|way| self.leg(leg, way, is_last)).collect();
        }
        ways.into_iter().filter_map(|way| self.arrived(way)).collect()
    }

    fn leg(&self, leg: &Leg, way: &Way, is_last: bool) -> Vec<Way> {
        match leg {
            Leg::Step(step) => self.step(step, way, is_last),
            Leg::Swap(noun) => {
                let swap = |square| {
                    let displaced = Some([square, way.from]);
                    Way { to: square, stops: vec![square], displaced, ..way.clone() }
                };
                self.all(noun, way).without(way.from).into_iter().map(swap).collect()
            }
            Leg::Push(directions, noun) => {
                let pushed = self.all(noun, way).without(way.from);
                let push = |direction| {
                    let at = self.next(way.to, direction).filter(|at| pushed.contains(*at))?;
                    let beyond = self.next(at, direction).filter(|beyond| self.is_empty(*beyond))?;
                    let is_free = way.displaced.is_none() && !way.taken.contains(&at);
                    let (direction, displaced) = (Some(direction), Some([at, beyond]));
                    is_free.then(|| Way { direction, displaced, ..way.stopping(at) })
                };
                self.meant(*directions, way).filter_map(push).collect()
            }
            Leg::Strike(directions) => {
                let strike = |direction| {
                    let target = self.next(way.to, direction).filter(|at| self.is_enemy(*at, way.from))?;
                    let mut way = way.clone();
                    (!way.taken.contains(&target)).then(|| way.taken.push(target))?;
                    Some(way)
                };
                self.meant(*directions, way).filter_map(strike).collect()
            }
            Leg::Jump { directions, over } => {
                let jump = |direction| {
                    let mut jumping = Way { direction: Some(direction), ..way.clone() };
                    let mut at = way.to;
                    for noun in over {
                        at = self.next(at, direction)?;
                        jumping.over.push(at);
                        if noun.as_ref().is_some_and(|noun| !self.all(noun, way).contains(at)) {
                            return None;
                        }
                    }
                    let landing = self.next(at, direction).filter(|landing| self.is_empty(*landing))?;
                    Some(jumping.stopping(landing))
                };
                self.meant(*directions, way).filter_map(jump).collect()
            }
        }
    }

    /// Returns the pieces that a noun (a phrase for a set of pieces) describes on the board before the move.
    fn all(&self, noun: &Noun, way: &Way) -> SquareSet {
        self.scene.squares_of(noun, Context::of_piece(way.from, self.side))
    }

    /// Adds captures and the pulled piece to a path; `None` if the move must not end on the path's last square.
    fn arrived(&self, mut way: Way) -> Option<Way> {
        if [self.walk.only_to, self.only_to].iter().flatten().any(|squares| !squares.contains(way.to)) {
            return None;
        }
        let line = self.walk.line;
        if let Some(noun) = &line.pulling {
            let board = &self.scene.model.board;
            let behind = board.step(way.from, board.opposite(way.direction?))?;
            let is_free = way.displaced.is_none() && way.to != way.from && !way.stops.contains(&behind);
            if !is_free || !self.all(noun, &way).contains(behind) {
                return None;
            }
            way.displaced = Some([behind, way.from]);
        }
        if !line.capturing.is_empty() {
            let taken = self.scene.taken_by_the_way(&way, self.side, &line.capturing);
            // Capture jumped pieces in path order.
            let jumped = way.over.iter().copied().filter(|square| taken.contains(*square));
            let rest = taken.into_iter().filter(|square| !way.over.contains(square));
            let all: Vec<Square> = jumped.chain(rest).filter(|square| !way.taken.contains(square)).collect();
            way.taken.extend(all);
        }
        (!line.captures || !way.taken.is_empty()).then_some(way)
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

    /// Returns whether a leg (one part of a move) that ends on a square captures there; `None` if the leg cannot end there.
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
                let is_victim = noun.whose == Whose::Own || self.is_enemy(square, way.from);
                (is_meant && is_victim && square != way.from).then_some(true)
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

    /// Returns the path extended by a leg that ends on a square, with any capture; `None` if the leg cannot end there.
    fn land(&self, step: &Step, square: Square, way: &Way, is_last: bool) -> Option<Way> {
        let takes = self.lands(step, square, way, is_last)?;
        if takes && way.taken.contains(&square) {
            return None;
        }
        let mut way = way.stopping(square);
        way.taken.extend(takes.then_some(square));
        Some(way)
    }

    fn step(&self, step: &Step, way: &Way, is_last: bool) -> Vec<Way> {
        let board = &self.scene.model.board;
        let heading = |direction| Way { direction, ..way.clone() };
        let land = |square| self.land(step, square, &heading(None), is_last);
        match &step.how {
            How::Step(directions) => {
                let go = |direction| {
                    self.land(step, self.next(way.to, direction)?, &heading(Some(direction)), is_last)
                };
                self.meant(*directions, way).filter_map(go).collect()
            }
            How::Slide { directions, length, leaping, over, just } => {
                let squares = |noun: &Option<Noun>| noun.as_ref().map(|noun| self.all(noun, way));
                let passes = Passes { leapt: squares(leaping), screens: squares(over), just: *just };
                let most = if self.walk.one_square { Some(1) } else { length.most() };
                let slide = |direction| {
                    let next = |at: &Square| self.next(*at, direction);
                    // On wrapped rows, a slide does not return to its start.
                    let path =
                        std::iter::successors(next(&way.to), next).take_while(|square| *square != way.to);
                    let path = path.take(most.unwrap_or(usize::MAX));
                    self.along(path, step, *length, &passes, heading(Some(direction)), is_last)
                };
                self.meant(*directions, way).flat_map(slide).collect()
            }
            How::Leap(leap) => board.leaps(way.to, *leap, self.side).into_iter().filter_map(land).collect(),
            How::Ride(leap) => {
                let passes = Passes { leapt: None, screens: None, just: false };
                let ride = |path: Vec<Square>| {
                    self.along(path.into_iter(), step, Length::Any, &passes, heading(None), is_last)
                };
                board.rides(way.to, *leap, self.side).into_iter().flat_map(ride).collect()
            }
            How::To(target) => {
                let targets = self.scene.targets(target, way.from, self.side).without(way.from);
                targets.into_iter().filter_map(land).collect()
            }
        }
    }

    /// Extends `way` along the squares of `path`; returns one way for each possible end, up to the first obstacle.
    fn along(
        &self,
        path: impl Iterator<Item = Square>,
        step: &Step,
        length: Length,
        passes: &Passes,
        mut way: Way,
        is_last: bool,
    ) -> Vec<Way> {
        let (begun, mut last, mut found) = (way.over.len(), None, Vec::new());
        for (passed, square) in path.enumerate() {
            let waits = passes.screens.is_some() && way.over.len() == begun;
            if last.is_some_and(|last| !self.passes(&mut way, last, square, passes, waits)) {
                break;
            }
            let screen = way.over.get(begun).copied();
            let is_screened = passes.screens.is_none() || screen.is_some();
            let is_near = !passes.just || screen == last;
            if is_screened && is_near && length.fits(passed + 1) {
                found.extend(self.land(step, square, &way, is_last));
            }
            last = Some(square);
        }
        found
    }

    /// Extends a path past `at` towards `next`; `false` if blocked. With `waits`, a piece on `at` must be a screen.
    fn passes(&self, way: &mut Way, at: Square, next: Square, passes: &Passes, waits: bool) -> bool {
        let is_among = |squares: Option<SquareSet>| squares.is_some_and(|squares| squares.contains(at));
        if self.walk.stops.contains(at) {
            return false;
        }
        if self.is_empty(at) {
            way.crossed.push(at);
            return true;
        }
        // Pass over the piece as if the square were empty.
        if self.walk.through.contains(at) {
            return true;
        }
        let is_leapt = !waits && is_among(passes.leapt) && self.is_empty(next);
        if is_leapt && self.walk.line.captures {
            way.taken.push(at);
        }
        way.over.push(at);
        is_leapt || waits && is_among(passes.screens)
    }
}
