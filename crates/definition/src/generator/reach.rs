//! Finds the destinations of groups (lines compiled to bit sets), and the paths that lead there.

use std::ops::ControlFlow;

use entourage_kernel::{Side, Square, SquareSet};

use super::geometry::{Geometry, PerSquare, ROWS, bits};
use super::group::{Followed, Group, Heading, capture_noun};
use super::shape::Shape;
use super::view::View;
use super::walk::Stride;
use super::way::Way;
use crate::execution::Context;
use crate::model::{How, Leg, Length, Line};

impl View<'_> {
    #[inline]
    pub(super) fn group_begins(&self, group: &Group, line: &Line, from: Square, side: Side) -> bool {
        group.starts[side.index()].contains(from) && (!group.has_condition || self.begins(from, side, line))
    }

    #[inline]
    pub(super) fn may_follow(&self, followed: &Followed, from: Square) -> bool {
        let Some(memory) = followed.memory else { return true };
        self.memory.squares[memory]
            .is_some_and(|square| !followed.is_beside || self.plan.geometry.neighbours(from).contains(square))
    }

    #[inline]
    pub(super) fn may_begin(&self, followed: &Followed, pieces: SquareSet) -> SquareSet {
        let Some(memory) = followed.memory else { return pieces };
        match self.memory.squares[memory] {
            None => SquareSet::EMPTY,
            Some(square) if followed.is_beside => pieces & self.plan.geometry.neighbours(square),
            Some(_) => pieces,
        }
    }

    /// Returns whether a group's move to a square captures, even if powers forbid the move; `None` if the group has no such move.
    pub(super) fn leads(
        &self,
        group: &Group,
        stride: &Stride,
        from: Square,
        to: Square,
        side: Side,
    ) -> Option<bool> {
        let lines = self.lines(stride);
        let takes = match self.side_at(to) {
            None => false,
            Some(other) if other != side => true,
            Some(_) => return None,
        };
        let index = if takes { group.capture.map(|(index, _)| index) } else { group.quiet }?;
        let line = &lines[index];
        let is_meant = || {
            if takes {
                capture_noun(line).is_none_or(|noun| self.is_of(to, noun, Context::of_piece(from, side)))
            } else {
                group.memory.is_none_or(|memory| self.memory.squares[memory] == Some(to))
            }
        };
        let leads = self.reaches(&group.shape, line, from, to, side)
            && stride.only_to.is_none_or(|only_to| only_to.contains(to))
            && self.group_begins(group, line, from, side)
            && is_meant();
        leads.then_some(takes)
    }

    /// Returns a group's destinations for a piece, even if powers forbid the moves: the empty squares, and the squares of enemies.
    pub(super) fn ends_of(&self, group: &Group, stride: &Stride, from: Square, side: Side) -> [SquareSet; 2] {
        let lines = self.lines(stride);
        let Some(line) = group.quiet.or(group.capture.map(|(index, _)| index)).map(|index| &lines[index])
        else {
            return [SquareSet::EMPTY; 2];
        };
        if !self.group_begins(group, line, from, side) {
            return [SquareSet::EMPTY; 2];
        }
        let mut ends = self.ends(&group.shape, line, from, side);
        if let Some(only_to) = stride.only_to {
            ends &= only_to;
        }
        let mut quiet = if group.quiet.is_some() { ends - self.pieces.occupied() } else { SquareSet::EMPTY };
        if let Some(memory) = group.memory {
            quiet &= self.memory.squares[memory].map_or(SquareSet::EMPTY, SquareSet::of);
        }
        let mut capture = SquareSet::EMPTY;
        if let Some((index, _)) = group.capture {
            capture = ends & self.of_side(!side);
            if let Some(noun) = capture_noun(&lines[index]) {
                capture = self.squares_of(noun, Context::of_piece(from, side), capture);
            }
        }
        [quiet, capture]
    }
}

impl<'a> View<'a> {
    /// Creates the path of a group's move to a square; follows the move's legs (parts) only if required or if an event depends on them.
    pub(super) fn way_of(
        &self,
        group: &Group,
        stride: &Stride,
        from: Square,
        to: Square,
        takes: bool,
        is_whole: bool,
    ) -> Way<'a> {
        let lines = self.lines(stride);
        let capture = group.capture.map(|(index, _)| index);
        let index = if takes { capture.or(group.quiet) } else { group.quiet.or(capture) };
        let line = &lines[index.unwrap_or_default()];
        let mut way = Way::straight(line, from, to, takes);
        match group.heading {
            Heading::None => {}
            Heading::Told => {
                way.direction = self.plan.geometry.heading(from, to);
                let first = way.direction.and_then(|direction| self.plan.geometry.step(from, direction));
                way.crossed = first.filter(|first| *first != to);
            }
            Heading::Followed => {
                let asks = self.kind_at(from).is_some_and(|kind| self.plan.events.intersects(kind));
                if is_whole || asks {
                    let _ = self.follow(from, line, stride, false, &mut |found| {
                        if found.to != to {
                            return ControlFlow::Continue(());
                        }
                        way.copy(found);
                        ControlFlow::Break(())
                    });
                }
            }
        }
        way
    }
}

impl View<'_> {
    pub(super) fn ends(&self, shape: &Shape, line: &Line, from: Square, side: Side) -> SquareSet {
        let (geometry, occupied) = (&self.plan.geometry, self.pieces.occupied());
        let mut ends = shape.sight(geometry, from, side, occupied);
        if let Some(spans) = &shape.spans {
            ends |= spans[side.index()][from.index()]
                .into_iter()
                .filter(|to| is_open(geometry, from, *to, occupied))
                .collect();
        }
        for &way in &shape.bent {
            ends |= self.bend(&line.ways[way], from, from, None, side);
        }
        ends
    }

    pub(super) fn reaches(&self, shape: &Shape, line: &Line, from: Square, to: Square, side: Side) -> bool {
        let (geometry, occupied) = (&self.plan.geometry, self.pieces.occupied());
        let on = |sets: &Option<[PerSquare<SquareSet>; 2]>| {
            sets.as_ref().is_some_and(|sets| sets[side.index()][from.index() & (ROWS - 1)].contains(to))
        };
        let slides = shape.slides[side.index()];
        on(&shape.leaps)
            || slides != 0
                && geometry.heading(from, to).is_some_and(|direction| {
                    slides >> direction & 1 != 0 && !geometry.between(from, direction, to).intersects(occupied)
                })
            || on(&shape.spans) && is_open(geometry, from, to, occupied)
            || shape.bent.iter().any(|way| self.bends_to(&line.ways[*way], from, from, None, side, to))
    }

    fn bend(&self, legs: &[Leg], from: Square, at: Square, last: Option<usize>, side: Side) -> SquareSet {
        let (geometry, occupied) = (&self.plan.geometry, self.pieces.occupied());
        let Some((Leg::Step(step), rest)) = legs.split_first() else { return SquareSet::EMPTY };
        let go_on = |ends: SquareSet, direction: Option<usize>| {
            if rest.is_empty() {
                return ends;
            }
            let stops = (ends - occupied).into_iter();
            stops.fold(SquareSet::EMPTY, |all, stop| all | self.bend(rest, from, stop, direction, side))
        };
        match &step.how {
            How::Step(words) => {
                let meant = bits(geometry.meant(*words, side, last));
                meant.fold(SquareSet::EMPTY, |all, direction| {
                    let end = geometry.step(at, direction).map_or(SquareSet::EMPTY, SquareSet::of);
                    all | go_on(end, Some(direction))
                })
            }
            How::Slide { directions, length, .. } => {
                let meant = bits(geometry.meant(*directions, side, last));
                meant.fold(SquareSet::EMPTY, |all, direction| {
                    let ends = geometry.seen(at, direction, occupied) & geometry.reach(at, direction, *length);
                    all | go_on(ends, Some(direction))
                })
            }
            How::Leap(by) => go_on(geometry.leaps(at, *by, side), None),
            // Rides are not compiled to shapes.
            How::Ride(_) => SquareSet::EMPTY,
            How::To(target) => go_on(self.targets(target, from, side).without(from), None),
        }
    }
}

impl View<'_> {
    fn bends_to(
        &self,
        legs: &[Leg],
        from: Square,
        at: Square,
        last: Option<usize>,
        side: Side,
        to: Square,
    ) -> bool {
        let (geometry, occupied) = (&self.plan.geometry, self.pieces.occupied());
        let Some((Leg::Step(step), rest)) = legs.split_first() else { return false };
        let (words, is_free) = match &step.how {
            How::Step(words) => (*words, false),
            How::Slide { directions, length: Length::Any, .. } => (*directions, true),
            _ => return self.bend(legs, from, at, last, side).contains(to),
        };
        let meant = geometry.meant(words, side, last);
        if rest.is_empty() {
            return geometry.heading(at, to).is_some_and(|direction| {
                meant >> direction & 1 != 0
                    && if is_free {
                        !geometry.between(at, direction, to).intersects(occupied)
                    } else {
                        geometry.step(at, direction) == Some(to)
                    }
            });
        }
        bits(meant).any(|direction| {
            let ends = if is_free {
                geometry.seen(at, direction, occupied)
            } else {
                geometry.step(at, direction).map_or(SquareSet::EMPTY, SquareSet::of)
            };
            let mut stops = (ends - occupied).into_iter();
            stops.any(|stop| self.bends_to(rest, from, stop, Some(direction), side, to))
        })
    }
}

fn is_open(geometry: &Geometry, from: Square, to: Square, occupied: SquareSet) -> bool {
    geometry
        .heading(from, to)
        .is_some_and(|direction| !geometry.between(from, direction, to).intersects(occupied))
}
