//! Follows lines (descriptions of moves) leg by leg. Supports every line, and stores only the current path.

use std::ops::ControlFlow;

use entourage_kernel::{Side, Square, SquareSet};

use super::geometry::bits;
use super::view::View;
use super::walk::{Stride, Visit};
use super::way::Way;
use crate::execution::Context;
use crate::model::{
    DirectionWords, Directions, How, Leg, Length, Line, Noun, Onto, Step, Target, TargetLimit, Whose,
};

struct Course<'v, 'a> {
    view: &'v View<'a>,
    line: &'v Line,
    stride: &'v Stride,
    side: Side,
    /// Whether every other piece is treated as an enemy, to find attacks.
    is_attack: bool,
    only_to: Option<SquareSet>,
    way: Way<'v>,
    visit: &'v mut Visit<'v>,
}

struct Passes {
    /// Pieces that a slide can jump over, any number of them, if the square behind each one is empty.
    leapt: Option<SquareSet>,
    /// Possible screens: the slide must pass over exactly one of these pieces.
    screens: Option<SquareSet>,
    /// Whether the slide must end directly behind the screen.
    just: bool,
}

impl View<'_> {
    pub(super) fn begins(&self, from: Square, side: Side, line: &Line) -> bool {
        let context = Context::of_piece(from, side);
        line.from.as_ref().is_none_or(|(place, inside)| context.place(place).contains(from) == *inside)
            && line.condition.as_ref().is_none_or(|condition| self.holds(condition, context))
            && !self.follows_its_equal(from, side)
    }

    /// Returns whether the previous piece in hand is identical; of identical pieces, only the first can be dropped.
    fn follows_its_equal(&self, from: Square, side: Side) -> bool {
        let hand = &self.model.hands[side.index()];
        let place = hand.iter().position(|square| *square == from).filter(|place| *place > 0);
        place.is_some_and(|place| self.kind_at(hand[place - 1]) == self.kind_at(from))
    }

    pub(super) fn follow(
        &self,
        from: Square,
        line: &Line,
        stride: &Stride,
        is_attack: bool,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let Some(side) = self.side_at(from) else { return ControlFlow::Continue(()) };
        if !self.begins(from, side, line) {
            return ControlFlow::Continue(());
        }
        let only_to = line.only_to.as_ref().map(|place| Context::of_piece(from, side).place(place));
        let mut course =
            Course { view: self, line, stride, side, is_attack, only_to, way: Way::at(from, line), visit };
        line.ways.iter().try_for_each(|legs| course.go(legs))
    }

    pub(super) fn targets(&self, target: &Target, from: Square, side: Side) -> SquareSet {
        match target {
            Target::Place(place) => Context::of_piece(from, side).place(place),
            Target::Any(limits) => self.meant_by(limits, from, side),
        }
    }

    pub(super) fn meant_by(&self, limits: &[TargetLimit], from: Square, side: Side) -> SquareSet {
        let context = Context::of_piece(from, side);
        let mut squares = self.plan.geometry.on_board;
        for limit in limits {
            squares &= match limit {
                TargetLimit::OtherColour => self.plan.geometry.other_colour(from),
                TargetLimit::NextTo(reference) => self.next_to(reference, context, self.plan.geometry.all),
                TargetLimit::NotNextTo(reference) => {
                    squares - self.next_to(reference, context, self.plan.geometry.all)
                }
                TargetLimit::Of(place) => context.place(place),
                TargetLimit::Enclosing(noun) => {
                    let meant = self.all_of(noun, context).without(from);
                    let encloses =
                        |to: &Square| self.enclosed(*to, DirectionWords::ANY, side).intersects(meant);
                    (squares - self.pieces.occupied()).into_iter().filter(encloses).collect()
                }
                TargetLimit::OnFile { noun, most } => {
                    let meant = self.all_of(noun, context).without(from);
                    let files = self.plan.geometry.files.iter();
                    let open = files.filter(|file| (meant & **file).len() <= *most as usize);
                    open.fold(SquareSet::EMPTY, |all, file| all | *file)
                }
                TargetLimit::Reached(how) => self.reached(how, from, side),
                TargetLimit::Away { least, most, directions } => {
                    let board = &self.model.board;
                    board.away(from, board.meant(*directions, side, None), *least, *most)
                }
            };
        }
        squares
    }

    /// Returns the squares that a leg reaches over empty squares, including the square of the first piece in each direction.
    fn reached(&self, how: &How, from: Square, side: Side) -> SquareSet {
        let geometry = &self.plan.geometry;
        match how {
            How::Step(words) => geometry.towards(from, geometry.meant(*words, side, None)),
            How::Slide { directions, length, .. } => {
                let seen = |direction| {
                    let seen = geometry.seen(from, direction, self.pieces.occupied());
                    seen & geometry.reach(from, direction, *length)
                };
                bits(geometry.meant(*directions, side, None))
                    .fold(SquareSet::EMPTY, |all, direction| all | seen(direction))
            }
            // `geometry` does not have a table for every leap that a limit names.
            How::Leap(leap) => self.model.board.leaps(from, *leap, side).into_iter().collect(),
            How::Ride(leap) => {
                let rides = self.model.board.rides(from, *leap, side).into_iter();
                rides.fold(SquareSet::EMPTY, |mut ends, squares| {
                    for square in squares {
                        ends.insert(square);
                        if self.pieces.piece_at(square).is_some() {
                            break;
                        }
                    }
                    ends
                })
            }
            How::To(target) => self.targets(target, from, side),
        }
    }

    fn taken_by_the_way(&self, way: &Way<'_>, side: Side, nouns: &[Noun]) -> SquareSet {
        let mut pieces = *self.pieces;
        let Some(piece) = pieces.take(way.from) else { return SquareSet::EMPTY };
        let other = way.displaced.and_then(|[from, to]| pieces.take(from).map(|piece| (piece, to)));
        pieces.put(way.to, piece);
        other.into_iter().for_each(|(piece, to)| pieces.put(to, piece));
        let arrived = self.of(&pieces, self.memory);
        let route = way.route();
        let context = Context::of_move(way.to, side, &route);
        nouns.iter().fold(SquareSet::EMPTY, |all, noun| all | arrived.all_of(noun, context)).without(way.to)
    }
}

impl<'v> Course<'v, '_> {
    fn go(&mut self, legs: &'v [Leg]) -> ControlFlow<()> {
        let Some((leg, rest)) = legs.split_first() else { return self.arrive() };
        match leg {
            Leg::Step(step) => self.step(step, rest),
            Leg::Swap(noun) => {
                let context = Context::of_piece(self.way.from, self.side);
                for square in self.view.all_of(noun, context).without(self.way.from) {
                    self.way.displaced = Some([square, self.way.from]);
                    self.stop(square, rest)?;
                }
                self.way.displaced = None;
                ControlFlow::Continue(())
            }
            Leg::Push(directions, noun) => self.push(*directions, noun, rest),
            Leg::Strike(directions) => {
                for direction in bits(self.meant(*directions)) {
                    let Some(target) = self.next(self.way.to, direction) else { continue };
                    if self.is_enemy(target, self.way.from) && !self.way.taken.set().contains(target) {
                        let taken = self.way.taken.as_slice().len();
                        self.way.taken.push(target);
                        self.go(rest)?;
                        self.way.taken.cut(taken);
                    }
                }
                ControlFlow::Continue(())
            }
            Leg::Jump { directions, over } => self.jump(*directions, over, rest),
        }
    }

    fn arrive(&mut self) -> ControlFlow<()> {
        if [self.stride.only_to, self.only_to].iter().flatten().any(|squares| !squares.contains(self.way.to)) {
            return ControlFlow::Continue(());
        }
        let before = self.way.taken.as_slice().len();
        if let Some(noun) = &self.line.pulling {
            let context = Context::of_piece(self.way.from, self.side);
            let behind = self.way.direction.and_then(|direction| {
                self.view.plan.geometry.step(self.way.from, self.view.model.board.opposite(direction))
            });
            let is_pulled = |square: &Square| {
                self.way.displaced.is_none()
                    && self.way.to != self.way.from
                    && !self.way.stops.contains(square)
                    && self.view.is_of(*square, noun, context)
            };
            let Some(behind) = behind.filter(is_pulled) else { return ControlFlow::Continue(()) };
            self.way.displaced = Some([behind, self.way.from]);
        }
        if !self.line.capturing.is_empty() {
            let taken =
                self.view.taken_by_the_way(&self.way, self.side, &self.line.capturing) - self.way.taken.set();
            // Capture jumped pieces in path order.
            for index in 0..self.way.over.as_slice().len() {
                let jumped = self.way.over.as_slice()[index];
                if taken.contains(jumped) {
                    self.way.taken.push(jumped);
                }
            }
            (taken - self.way.over.set()).into_iter().for_each(|square| self.way.taken.push(square));
        }
        if !self.line.captures || !self.way.taken.set().is_empty() {
            (self.visit)(&self.way)?;
        }
        if self.line.pulling.is_some() {
            self.way.displaced = None;
        }
        self.way.taken.cut(before);
        ControlFlow::Continue(())
    }

    fn meant(&self, words: DirectionWords) -> Directions {
        let words = if self.stride.exchanged { words.exchanged() } else { words };
        self.view.plan.geometry.meant(words, self.side, self.way.direction)
    }

    #[inline]
    fn next(&self, from: Square, direction: usize) -> Option<Square> {
        match self.stride.wrapped {
            true => self.view.model.board.wrapped_step(from, direction),
            false => self.view.plan.geometry.step(from, direction),
        }
    }

    fn is_enemy(&self, square: Square, from: Square) -> bool {
        match self.view.side_at(square) {
            None => false,
            Some(_) if self.is_attack => square != from,
            Some(side) => side != self.side,
        }
    }

    fn is_empty(&self, square: Square) -> bool {
        self.view.pieces.piece_at(square).is_none()
    }

    /// Returns whether a leg (one part of a move) that ends on a square captures there; `None` if the leg cannot end there.
    fn lands(&self, step: &Step, square: Square, is_last: bool) -> Option<bool> {
        let is_empty = self.is_empty(square);
        match &step.onto {
            Onto::Empty => is_empty.then_some(false),
            Onto::Memory(memory) => {
                (is_empty && self.view.memory.squares[*memory] == Some(square)).then_some(false)
            }
            Onto::Noun(noun) if self.is_attack => {
                let is_kind = self.view.kind_at(square).is_some_and(|kind| noun.kinds >> kind.index() & 1 != 0);
                (is_kind && noun.whose != Whose::Own && square != self.way.from).then_some(true)
            }
            Onto::Noun(noun) => {
                let context = Context::of_piece(self.way.from, self.side);
                let is_victim = match noun.whose {
                    Whose::Own => square != self.way.from,
                    _ => self.is_enemy(square, self.way.from),
                };
                (is_victim && self.view.is_of(square, noun, context)).then_some(true)
            }
            Onto::Unsaid => {
                let leaps = matches!(step.how, How::Slide { leaping: Some(_), .. });
                if is_last && self.line.captures && !leaps && self.line.capturing.is_empty() {
                    self.is_enemy(square, self.way.from).then_some(true)
                } else {
                    is_empty.then_some(false)
                }
            }
        }
    }

    fn land(&mut self, step: &Step, square: Square, rest: &'v [Leg]) -> ControlFlow<()> {
        let Some(takes) = self.lands(step, square, rest.is_empty()) else {
            return ControlFlow::Continue(());
        };
        if takes && self.way.taken.set().contains(square) {
            return ControlFlow::Continue(());
        }
        let taken = self.way.taken.as_slice().len();
        if takes {
            self.way.taken.push(square);
        }
        self.stop(square, rest)?;
        self.way.taken.cut(taken);
        ControlFlow::Continue(())
    }

    fn stop(&mut self, square: Square, rest: &'v [Leg]) -> ControlFlow<()> {
        let (begun, direction) = (self.way.to, self.way.direction);
        self.way.to = square;
        self.way.stops.push(square);
        self.go(rest)?;
        self.way.stops.pop();
        (self.way.to, self.way.direction) = (begun, direction);
        ControlFlow::Continue(())
    }

    fn step(&mut self, step: &'v Step, rest: &'v [Leg]) -> ControlFlow<()> {
        let geometry = &self.view.plan.geometry;
        let last = self.way.direction;
        match &step.how {
            How::Step(directions) => {
                for direction in bits(self.meant(*directions)) {
                    if let Some(square) = self.next(self.way.to, direction) {
                        self.way.direction = Some(direction);
                        self.land(step, square, rest)?;
                    }
                    self.way.direction = last;
                }
            }
            How::Slide { directions, length, leaping, over, just } => {
                let context = Context::of_piece(self.way.from, self.side);
                let squares = |noun: &Option<Noun>| noun.as_ref().map(|noun| self.view.all_of(noun, context));
                let passes = Passes { leapt: squares(leaping), screens: squares(over), just: *just };
                for direction in bits(self.meant(*directions)) {
                    let (taken, over, crossed) =
                        (self.way.taken.as_slice().len(), self.way.over.as_slice().len(), self.way.crossed);
                    self.way.direction = Some(direction);
                    self.slide(step, *length, &passes, rest)?;
                    self.way.taken.cut(taken);
                    self.way.over.cut(over);
                    (self.way.crossed, self.way.direction) = (crossed, last);
                }
            }
            How::Leap(leap) => {
                self.way.direction = None;
                for square in geometry.leaps(self.way.to, *leap, self.side) {
                    self.land(step, square, rest)?;
                }
            }
            How::Ride(by) => {
                let crossed = self.way.crossed;
                for squares in geometry.rides(self.way.to, *by, self.side) {
                    for &square in squares {
                        self.way.direction = None;
                        self.land(step, square, rest)?;
                        if self.stride.stops.contains(square) {
                            break;
                        }
                        if self.is_empty(square) {
                            self.way.crossed = self.way.crossed.or(Some(square));
                        } else if !self.stride.through.contains(square) {
                            break;
                        }
                    }
                    self.way.crossed = crossed;
                }
            }
            How::To(target) => {
                self.way.direction = None;
                for square in self.view.targets(target, self.way.from, self.side).without(self.way.from) {
                    self.land(step, square, rest)?;
                }
            }
        }
        self.way.direction = last;
        ControlFlow::Continue(())
    }

    /// Slides in the current direction, over any pieces in `passes.leapt` or exactly one piece in `passes.screens`.
    fn slide(&mut self, step: &Step, slid: Length, passes: &Passes, rest: &'v [Leg]) -> ControlFlow<()> {
        let Some(direction) = self.way.direction else { return ControlFlow::Continue(()) };
        let begun = self.way.to;
        let mut at = begun;
        let mut length = 0;
        let mut waits = passes.screens.is_some();
        while let Some(square) = self.next(at, direction) {
            length += 1;
            // On wrapped rows, a slide does not return to its start.
            if square == begun || self.stride.one_square && length > 1 {
                break;
            }
            if !waits && slid.fits(length) {
                self.land(step, square, rest)?;
            }
            if !waits && passes.just || slid.most().is_some_and(|most| length >= most) {
                break;
            }
            if self.stride.stops.contains(square) {
                break;
            }
            if self.is_empty(square) {
                self.way.crossed = self.way.crossed.or(Some(square));
            } else if self.stride.through.contains(square) {
                // Pass over the piece as if the square were empty.
            } else if waits {
                if !passes.screens.is_some_and(|screens| screens.contains(square)) {
                    break;
                }
                waits = false;
                self.way.over.push(square);
            } else {
                let behind = self.next(square, direction);
                let may_leap = passes.leapt.is_some_and(|leapt| leapt.contains(square));
                if !may_leap || !behind.is_some_and(|behind| self.is_empty(behind)) {
                    break;
                }
                self.way.over.push(square);
                if self.line.captures {
                    self.way.taken.push(square);
                }
            }
            at = square;
        }
        ControlFlow::Continue(())
    }

    /// Moves onto a piece's square and pushes it one square further.
    fn push(&mut self, directions: DirectionWords, noun: &Noun, rest: &'v [Leg]) -> ControlFlow<()> {
        let context = Context::of_piece(self.way.from, self.side);
        if self.way.displaced.is_some() {
            return ControlFlow::Continue(());
        }
        let last = self.way.direction;
        for direction in bits(self.meant(directions)) {
            let Some(at) = self.next(self.way.to, direction) else { continue };
            let beyond = self.next(at, direction).filter(|beyond| self.is_empty(*beyond));
            let is_pushed =
                at != self.way.from && !self.way.taken.set().contains(at) && self.view.is_of(at, noun, context);
            if let Some(beyond) = beyond.filter(|_| is_pushed) {
                (self.way.direction, self.way.displaced) = (Some(direction), Some([at, beyond]));
                self.stop(at, rest)?;
                (self.way.direction, self.way.displaced) = (last, None);
            }
        }
        ControlFlow::Continue(())
    }

    fn jump(&mut self, directions: DirectionWords, over: &[Option<Noun>], rest: &'v [Leg]) -> ControlFlow<()> {
        let context = Context::of_piece(self.way.from, self.side);
        let (last, jumped) = (self.way.direction, self.way.over.as_slice().len());
        for direction in bits(self.meant(directions)) {
            let mut at = Some(self.way.to);
            for noun in over {
                at = at
                    .and_then(|at| self.next(at, direction))
                    .filter(|square| noun.as_ref().is_none_or(|noun| self.view.is_of(*square, noun, context)));
                at.into_iter().for_each(|square| self.way.over.push(square));
            }
            let landing = at.and_then(|at| self.next(at, direction));
            if let Some(landing) = landing.filter(|landing| self.is_empty(*landing)) {
                self.way.direction = Some(direction);
                self.stop(landing, rest)?;
                self.way.direction = last;
            }
            self.way.over.cut(jumped);
        }
        ControlFlow::Continue(())
    }
}
