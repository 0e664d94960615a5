use entourage_kernel::{Side, Square, SquareSet};

use super::geometry::{Geometry, bits};
use super::plan::Tables;
use super::view::View;
use crate::model::{
    DirectionWords, Directions, How, Leg, Line, Onto, Reference, Step, Target, TargetLimit, Whose,
};

/// Holds where a line may end, as sets of squares: its legs but the last end on empty squares, and nothing is taken on the way.
///
/// What is found are ends with what stands there left aside, so that the first piece in the way is one.
pub(super) struct Shape {
    /// The ends that nothing can be in the way of, for each side and square.
    pub(super) leaps: Option<[Vec<SquareSet>; 2]>,
    /// The directions of slides, for each side.
    pub(super) slides: [Directions; 2],
    /// The ends of slides of one length, all between empty, for each side and square.
    pub(super) spans: Option<[Vec<SquareSet>; 2]>,
    /// The ways that are followed leg by leg, by their places.
    pub(super) bent: Vec<usize>,
}

impl Shape {
    /// Makes the shape of a line whose words `straight` and `diagonal` may be exchanged; `None` if it has none.
    pub(super) fn new(line: &Line, exchanged: bool, tables: &Tables<'_>) -> Option<Self> {
        let mut shape = Self { leaps: None, slides: [0; 2], spans: None, bent: Vec::new() };
        let takes_otherwise = !line.capturing.is_empty()
            || line.only_to.is_some()
            || line.ways.iter().any(|legs| !is_simple(legs));
        let ends = line.ways.iter().filter_map(|legs| last_onto(legs));
        if takes_otherwise || !is_one_sort(ends) {
            return None;
        }
        for (index, legs) in line.ways.iter().enumerate() {
            match &legs[..] {
                [Leg::Step(step)] => shape.add(index, step, exchanged, tables),
                _ => shape.bent.push(index),
            }
        }
        Some(shape)
    }

    fn add(&mut self, index: usize, step: &Step, exchanged: bool, tables: &Tables<'_>) {
        let meant = |words: DirectionWords| {
            let words = if exchanged { words.exchanged() } else { words };
            Side::BOTH.map(|side| tables.board.meant(words, side, None))
        };
        match &step.how {
            How::Slide { directions, exactly: None, .. } => {
                let meant = meant(*directions);
                self.slides = [self.slides[0] | meant[0], self.slides[1] | meant[1]];
            }
            How::Slide { directions, exactly: Some(length @ 2..), .. } => {
                let meant = meant(*directions);
                let end = |from: Square, direction: usize| {
                    (0..*length).try_fold(from, |at, _| tables.geometry.step(at, direction))
                };
                let ends = |side: Side, from: Square| {
                    bits(meant[side.index()]).filter_map(|direction| end(from, direction)).collect()
                };
                unite(&mut self.spans, tables, ends);
            }
            How::Slide { exactly: Some(0), .. } => {}
            How::Step(directions) | How::Slide { directions, .. } => {
                let meant = meant(*directions);
                let ends = |side: Side, from| tables.geometry.towards(from, meant[side.index()]);
                unite(&mut self.leaps, tables, ends);
            }
            How::Leap(by) => unite(&mut self.leaps, tables, |_, from| tables.geometry.leaps(from, *by)),
            How::To(target) => match standing(target, tables) {
                Some(ends) => unite(&mut self.leaps, tables, |side, from| ends(side, from).without(from)),
                None => self.bent.push(index),
            },
        }
    }
}

/// Adds the ends of a leg to those of others.
fn unite(all: &mut Option<[Vec<SquareSet>; 2]>, tables: &Tables<'_>, ends: impl Fn(Side, Square) -> SquareSet) {
    let found = all.get_or_insert_with(|| [(); 2].map(|()| vec![SquareSet::EMPTY; tables.board.len()]));
    for side in Side::BOTH {
        for from in tables.board.squares() {
            found[side.index()][from.index()] |= ends(side, from);
        }
    }
}

/// Returns where a target lies for each side and square, if what stands on the board has no part in it.
fn standing<'t>(target: &'t Target, tables: &'t Tables<'_>) -> Option<impl Fn(Side, Square) -> SquareSet + 't> {
    let limits: &[TargetLimit] = match target {
        Target::Place(_) => &[],
        Target::Any(limits) => limits,
    };
    let stands = |limit: &TargetLimit| {
        !matches!(limit, TargetLimit::NextTo(Reference::Noun(_)) | TargetLimit::NotNextTo(Reference::Noun(_)))
    };
    if !limits.iter().all(stands) {
        return None;
    }
    let place = |place: &crate::model::Place, side: Side| match place.whose {
        Whose::Any => place.squares[0] | place.squares[1],
        Whose::Enemy => place.squares[(!side).index()],
        _ => place.squares[side.index()],
    };
    Some(move |side: Side, from: Square| match target {
        Target::Place(on) => place(on, side),
        Target::Any(limits) => limits.iter().fold(tables.geometry.on_board, |squares, limit| match limit {
            TargetLimit::OtherColour => squares & tables.geometry.other_colour(from),
            TargetLimit::NextTo(_) => squares & tables.geometry.neighbours(from),
            TargetLimit::NotNextTo(_) => squares - tables.geometry.neighbours(from),
            TargetLimit::Of(on) => squares & place(on, side),
        }),
    })
}

/// Tells whether a way is made of legs each of which but the last ends on an empty square and takes nothing.
fn is_simple(legs: &[Leg]) -> bool {
    let Some((last, before)) = legs.split_last() else { return false };
    is_leg(last) && before.iter().all(ends_empty)
}

/// Tells whether a leg leads from square to square and takes nothing on the way.
fn is_leg(leg: &Leg) -> bool {
    let passes =
        |how: &How| matches!(how, How::Slide { leaping: Some(_), .. } | How::Slide { over: Some(_), .. });
    matches!(leg, Leg::Step(step) if !passes(&step.how))
}

/// Tells whether a leg that is not the last ends on an empty square.
pub(super) fn ends_empty(leg: &Leg) -> bool {
    is_leg(leg) && matches!(leg, Leg::Step(Step { onto: Onto::Unsaid | Onto::Empty, .. }))
}

/// Returns what the last leg of a way ends on.
pub(super) fn last_onto(legs: &[Leg]) -> Option<&Onto> {
    match legs.last() {
        Some(Leg::Step(step)) => Some(&step.onto),
        _ => None,
    }
}

/// Tells whether all ways end on the same sort of square.
fn is_one_sort<'m>(mut ends: impl Iterator<Item = &'m Onto>) -> bool {
    let Some(first) = ends.next() else { return false };
    ends.all(|other| match (first, other) {
        (Onto::Unsaid, Onto::Unsaid) | (Onto::Empty, Onto::Empty) => true,
        (Onto::Memory(one), Onto::Memory(other)) => one == other,
        _ => false,
    })
}

impl View<'_> {
    /// Returns where a line of a shape may end, what stands there left aside.
    pub(super) fn ends(&self, shape: &Shape, line: &Line, from: Square, side: Side) -> SquareSet {
        let (geometry, occupied) = (&self.plan.geometry, self.pieces.occupied());
        let mut ends = match &shape.leaps {
            Some(leaps) => leaps[side.index()][from.index()],
            None => SquareSet::EMPTY,
        };
        let slides = shape.slides[side.index()];
        if slides != 0 {
            ends |= geometry.sight(from, slides, occupied);
        }
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

    /// Tells whether a line of a shape may end on a square, what stands there left aside.
    pub(super) fn reaches(&self, shape: &Shape, line: &Line, from: Square, to: Square, side: Side) -> bool {
        let (geometry, occupied) = (&self.plan.geometry, self.pieces.occupied());
        let on = |sets: &Option<[Vec<SquareSet>; 2]>| {
            sets.as_ref().is_some_and(|sets| sets[side.index()][from.index()].contains(to))
        };
        let slides = shape.slides[side.index()];
        on(&shape.leaps)
            || slides != 0
                && geometry.heading(from, to).is_some_and(|direction| {
                    slides >> direction & 1 != 0 && !geometry.between(from, direction, to).intersects(occupied)
                })
            || on(&shape.spans) && is_open(geometry, from, to, occupied)
            || shape.bent.iter().any(|way| self.bend(&line.ways[*way], from, from, None, side).contains(to))
    }

    /// Follows legs, all but the last of which end on empty squares.
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
                let meant = bits(self.model.board.meant(*words, side, last));
                meant.fold(SquareSet::EMPTY, |all, direction| {
                    let end = geometry.step(at, direction).map_or(SquareSet::EMPTY, SquareSet::of);
                    all | go_on(end, Some(direction))
                })
            }
            How::Slide { directions, exactly, .. } => {
                let meant = bits(self.model.board.meant(*directions, side, last));
                meant.fold(SquareSet::EMPTY, |all, direction| {
                    let mut ends = geometry.seen(at, direction, occupied);
                    if let Some(length) = exactly {
                        let end = (0..*length).try_fold(at, |at, _| geometry.step(at, direction));
                        ends &= end.filter(|end| *end != at).map_or(SquareSet::EMPTY, SquareSet::of);
                    }
                    all | go_on(ends, Some(direction))
                })
            }
            How::Leap(by) => go_on(self.plan.geometry.leaps(at, *by), None),
            How::To(target) => go_on(self.targets(target, from, side).without(from), None),
        }
    }
}

/// Tells whether all between two squares in line is empty.
fn is_open(geometry: &Geometry, from: Square, to: Square, occupied: SquareSet) -> bool {
    geometry
        .heading(from, to)
        .is_some_and(|direction| !geometry.between(from, direction, to).intersects(occupied))
}
