use entourage_kernel::{Side, Square, SquareSet};

use super::geometry::{Geometry, PerSquare, ROWS, Tables, bits};
use crate::model::{
    DirectionWords, Directions, How, Leg, Length, Line, Onto, Reference, Step, Target, TargetLimit, Whose,
};

/// A line's possible destinations as bit sets. All legs but the last end on empty squares, and nothing is captured on the way.
///
/// The destinations include the first occupied square in each direction.
pub(super) struct Shape {
    /// The destinations that cannot be blocked, for each side and square.
    pub(super) leaps: Option<[PerSquare<SquareSet>; 2]>,
    pub(super) slides: [Directions; 2],
    /// The first squares of `slides` and the destinations of `leaps`: if none of these is available, no destination is.
    pub(super) firsts: [PerSquare<SquareSet>; 2],
    /// The destinations of slides of a fixed length over empty squares, for each side and square.
    pub(super) spans: Option<[PerSquare<SquareSet>; 2]>,
    pub(super) bent: Vec<usize>,
    /// Each side's directions and the number of steps, if every move is straight and of exactly that length.
    pub(super) march: Option<([Directions; 2], usize)>,
}

impl Shape {
    /// Creates the shape of a line, with `straight` and `diagonal` exchanged if `exchanged`; `None` if the line cannot be compiled.
    pub(super) fn new(line: &Line, exchanged: bool, tables: &Tables<'_>) -> Option<Self> {
        let mut shape = Self {
            leaps: None,
            slides: [0; 2],
            firsts: [(); 2].map(|()| Box::new([SquareSet::EMPTY; ROWS])),
            spans: None,
            bent: Vec::new(),
            march: None,
        };
        let takes_otherwise = !line.capturing.is_empty()
            || line.pulling.is_some()
            || line.only_to.is_some()
            || tables.has_hands
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
        for side in Side::BOTH {
            for from in tables.board.squares() {
                let leaps =
                    shape.leaps.as_ref().map_or(SquareSet::EMPTY, |leaps| leaps[side.index()][from.index()]);
                let first = tables.geometry.towards(from, shape.slides[side.index()]);
                shape.firsts[side.index()][from.index()] = leaps | first;
            }
        }
        if let [legs] = &line.ways[..]
            && let [Leg::Step(step)] = &legs[..]
        {
            let (words, length) = match &step.how {
                How::Step(words) => (*words, 1),
                How::Slide { directions, length: Length::Exactly(length @ 1..), .. } => (*directions, *length),
                _ => return Some(shape),
            };
            let words = if exchanged { words.exchanged() } else { words };
            shape.march = Some((Side::BOTH.map(|side| tables.board.meant(words, side, None)), length));
        }
        Some(shape)
    }

    pub(super) fn most(&self, geometry: &Geometry, from: Square, side: Side) -> Option<SquareSet> {
        let on = |sets: &Option<[PerSquare<SquareSet>; 2]>| {
            sets.as_ref().map_or(SquareSet::EMPTY, |sets| sets[side.index()][from.index()])
        };
        let rays = geometry.sight(from, self.slides[side.index()], SquareSet::EMPTY);
        self.bent.is_empty().then(|| on(&self.leaps) | on(&self.spans) | rays)
    }

    fn add(&mut self, index: usize, step: &Step, exchanged: bool, tables: &Tables<'_>) {
        let meant = |words: DirectionWords| {
            let words = if exchanged { words.exchanged() } else { words };
            Side::BOTH.map(|side| tables.board.meant(words, side, None))
        };
        match &step.how {
            How::Slide { directions, length: Length::Any, .. } => {
                let meant = meant(*directions);
                self.slides = [self.slides[0] | meant[0], self.slides[1] | meant[1]];
            }
            How::Slide { directions, length, .. } if length.most().is_some_and(|most| most > 1) => {
                let meant = meant(*directions);
                let ends = |side: Side, from: Square| {
                    let ends = |direction| tables.geometry.reach(from, direction, *length);
                    bits(meant[side.index()]).map(ends).fold(SquareSet::EMPTY, |all, ends| all | ends)
                };
                unite(&mut self.spans, tables, ends);
            }
            How::Slide { length, .. } if length.most() == Some(0) => {}
            How::Step(directions) | How::Slide { directions, .. } => {
                let meant = meant(*directions);
                let ends = |side: Side, from| tables.geometry.towards(from, meant[side.index()]);
                unite(&mut self.leaps, tables, ends);
            }
            How::Leap(by) => {
                unite(&mut self.leaps, tables, |side, from| tables.geometry.leaps(from, *by, side))
            }
            // Rides are not compiled to shapes.
            How::Ride(_) => {}
            How::To(target) => match standing(target, tables) {
                Some(ends) => unite(&mut self.leaps, tables, |side, from| ends(side, from).without(from)),
                None => self.bent.push(index),
            },
        }
    }
}

fn unite(
    all: &mut Option<[PerSquare<SquareSet>; 2]>,
    tables: &Tables<'_>,
    ends: impl Fn(Side, Square) -> SquareSet,
) {
    let found = all.get_or_insert_with(|| [(); 2].map(|()| Box::new([SquareSet::EMPTY; ROWS])));
    for side in Side::BOTH {
        for from in tables.board.squares() {
            found[side.index()][from.index()] |= ends(side, from);
        }
    }
}

/// Returns a function from a side and a start square to the target squares; `None` if these depend on the pieces.
fn standing<'t>(target: &'t Target, tables: &'t Tables<'_>) -> Option<impl Fn(Side, Square) -> SquareSet + 't> {
    let limits: &[TargetLimit] = match target {
        Target::Place(_) => &[],
        Target::Any(limits) => limits,
    };
    let stands = |limit: &TargetLimit| {
        !matches!(
            limit,
            TargetLimit::NextTo(Reference::Noun(_))
                | TargetLimit::NotNextTo(Reference::Noun(_))
                | TargetLimit::OnFile { .. }
                | TargetLimit::Enclosing(_)
                | TargetLimit::Reached(_)
        )
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
            // Excluded above, since these depend on the pieces on the board.
            TargetLimit::OnFile { .. } | TargetLimit::Enclosing(_) | TargetLimit::Reached(_) => squares,
            TargetLimit::Away { least, most, directions } => {
                squares & tables.board.away(from, tables.board.meant(*directions, side, None), *least, *most)
            }
        }),
    })
}

fn is_simple(legs: &[Leg]) -> bool {
    let Some((last, before)) = legs.split_last() else { return false };
    is_leg(last) && before.iter().all(ends_empty)
}

fn is_leg(leg: &Leg) -> bool {
    let passes = |how: &How| {
        matches!(how, How::Slide { leaping: Some(_), .. } | How::Slide { over: Some(_), .. } | How::Ride(_))
    };
    matches!(leg, Leg::Step(step) if !passes(&step.how))
}

pub(super) fn ends_empty(leg: &Leg) -> bool {
    is_leg(leg) && matches!(leg, Leg::Step(Step { onto: Onto::Unsaid | Onto::Empty, .. }))
}

pub(super) fn last_onto(legs: &[Leg]) -> Option<&Onto> {
    picked!(legs.last(), Some(Leg::Step(step)) => &step.onto)
}

fn is_one_sort<'m>(mut ends: impl Iterator<Item = &'m Onto>) -> bool {
    let Some(first) = ends.next() else { return false };
    ends.all(|other| match (first, other) {
        (Onto::Unsaid, Onto::Unsaid) | (Onto::Empty, Onto::Empty) => true,
        (Onto::Memory(one), Onto::Memory(other)) => one == other,
        _ => false,
    })
}

impl Shape {
    #[inline]
    pub(super) fn sight(
        &self,
        geometry: &Geometry,
        from: Square,
        side: Side,
        occupied: SquareSet,
    ) -> SquareSet {
        let ends = match &self.leaps {
            Some(leaps) => leaps[side.index()][from.index() & (ROWS - 1)],
            None => SquareSet::EMPTY,
        };
        ends | geometry.sight(from, self.slides[side.index()], occupied)
    }
}
