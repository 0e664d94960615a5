use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use entourage_kernel::{Side, Square, SquareSet};

use super::geometry::{MOST_DIRECTIONS, Shift, bits};
use super::plan::Tables;
use super::shape::{Shape, last_onto};
use super::view::{Context, View};
use super::walk::Stride;
use super::way::Way;
use crate::model::{How, Kinds, Leg, Line, MOST_LABELS, Noun, Onto, Step, Whose};

/// Holds a line of a kind as it is compiled.
pub(super) enum Item {
    /// One or two lines as sets of squares.
    Group(Box<Group>),
    /// A line that is followed leg by leg.
    Line(Followed),
}

/// Names a line that is followed leg by leg.
pub(super) struct Followed {
    pub(super) index: usize,
    /// The kinds that it may take.
    pub(super) victims: Kinds,
    /// The remembered square that it asks for, if it must be one.
    pub(super) memory: Option<usize>,
    /// Whether that square is one step from where it begins.
    pub(super) is_beside: bool,
}

impl Followed {
    fn new(index: usize, line: &Line, victims: Kinds, tables: &Tables<'_>) -> Self {
        let asked = |legs: &Vec<Leg>| {
            legs.iter().find_map(|leg| match leg {
                Leg::Step(Step { onto: Onto::Memory(memory), .. }) => Some(*memory),
                _ => None,
            })
        };
        let mut all = line.ways.iter().map(asked);
        let first = all.next().flatten();
        let memory = first.filter(|_| all.all(|other| other == first));
        let steps = |legs: &Vec<Leg>| {
            matches!(legs.first(), Some(Leg::Step(Step { how: How::Step(_), onto: Onto::Memory(_) })))
        };
        // Along wrapped rows a step may lead further than to a neighbour.
        let is_beside = !tables.board.wraps() && line.ways.iter().all(steps);
        Self { index, victims, memory, is_beside }
    }
}

/// Holds a line as sets of squares, or two that differ in nothing but that one moves and one captures.
pub(super) struct Group {
    /// The line that moves, by its place.
    pub(super) quiet: Option<usize>,
    /// The line that captures, by its place, with the kinds that it may take.
    pub(super) capture: Option<(usize, Kinds)>,
    pub(super) label: Option<usize>,
    /// Where it may begin, for each side.
    pub(super) starts: [SquareSet; 2],
    pub(super) has_condition: bool,
    /// The choice of the intents of its moves, if they are told by the squares where they begin and end.
    pub(super) choice: Option<u8>,
    /// The steps of which its moves are so many in one direction, for each side, where all its pieces may be moved at once.
    pub(super) marches: Option<([ArrayVec<Shift, MOST_DIRECTIONS>; 2], usize)>,
    /// Whether all is said by leaps and slides, to whatever is empty or an enemy.
    pub(super) is_lean: bool,
    pub(super) shape: Shape,
    /// The remembered square on which alone a move ends, if it must be one.
    pub(super) memory: Option<usize>,
    /// How the direction of its ways is told: by the squares where they begin and end, there is none, or leg by leg.
    pub(super) heading: Heading,
}

/// Tells how to find the direction in which a way goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    Told,
    None,
    Followed,
}

/// Returns the steps of a line of which its moves are so many in one direction, if all its pieces may be moved at once.
fn marches(
    line: &Line,
    shape: &Shape,
    choices: &Choices,
    tables: &Tables<'_>,
) -> Option<([ArrayVec<Shift, MOST_DIRECTIONS>; 2], usize)> {
    let (directions, length) = shape.march?;
    let is_told = line.condition.is_none() && choices[line.label.map_or(0, |label| label + 1)] == Some(0);
    let steps = |side: Side| {
        bits(directions[side.index()]).map(|direction| tables.geometry.shift(direction)).collect::<Option<_>>()
    };
    let [first, second] = Side::BOTH.map(steps);
    Some(([first.filter(|_| is_told)?, second?], length))
}

/// Holds the choices of the intents of moves that are told by the squares where they begin and end: those of no label, then
/// those of each label.
pub(super) type Choices = [Option<u8>; MOST_LABELS + 1];

/// Compiles the lines of a kind, in their order.
pub(super) fn items(lines: &[Line], choices: &Choices, tables: &Tables<'_>) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let taken = victims(line, tables.all_kinds);
        let Some(shape) = Shape::new(line, false, tables) else {
            items.push(Item::Line(Followed::new(index, line, taken, tables)));
            continue;
        };
        let onto = line.ways.first().and_then(|legs| last_onto(legs));
        let memory = match onto {
            Some(Onto::Memory(memory)) => Some(*memory),
            _ => None,
        };
        match (line.captures, onto) {
            // A way that takes nothing captures nothing.
            (true, Some(Onto::Empty | Onto::Memory(_))) => continue,
            (false, Some(Onto::Noun(_))) => {
                items.push(Item::Line(Followed::new(index, line, taken, tables)));
                continue;
            }
            _ => {}
        }
        if let Some(Item::Group(group)) = items.last_mut()
            && line.captures
            && group.capture.is_none()
            && group.memory.is_none()
            && group.quiet.is_some_and(|quiet| quiet + 1 == index && lines[quiet].span == line.span)
        {
            group.capture = Some((index, taken));
            continue;
        }
        let heading = match &line.ways[..] {
            [legs] => match &legs[..] {
                [Leg::Step(Step { how: How::Step(_) | How::Slide { .. }, .. })] => Heading::Told,
                [_] => Heading::None,
                _ => Heading::Followed,
            },
            _ => Heading::Followed,
        };
        items.push(Item::Group(Box::new(Group {
            quiet: (!line.captures).then_some(index),
            capture: line.captures.then_some((index, taken)),
            label: line.label,
            starts: Side::BOTH.map(|side| starts(line, side, tables)),
            has_condition: line.condition.is_some(),
            choice: choices[line.label.map_or(0, |label| label + 1)],
            marches: marches(line, &shape, choices, tables),
            is_lean: line.condition.is_none()
                && choices[line.label.map_or(0, |label| label + 1)].is_some()
                && matches!(onto, Some(Onto::Unsaid | Onto::Empty))
                && shape.spans.is_none()
                && shape.bent.is_empty(),
            shape,
            memory,
            heading,
        })));
    }
    items
}

/// Returns where a line may begin.
pub(super) fn starts(line: &Line, side: Side, tables: &Tables<'_>) -> SquareSet {
    let all = tables.geometry.all;
    let Some((place, inside)) = &line.from else { return all };
    let place = match place.whose {
        Whose::Any => place.squares[0] | place.squares[1],
        Whose::Enemy => place.squares[(!side).index()],
        _ => place.squares[side.index()],
    };
    if *inside { place } else { all - place }
}

/// Returns the kinds that a line may take at most.
pub(super) fn victims(line: &Line, all: Kinds) -> Kinds {
    let mut kinds = line.capturing.iter().fold(0, |kinds, noun| kinds | noun.kinds);
    let places =
        line.ways.iter().flat_map(|legs| legs.iter().enumerate().map(|(at, leg)| (at + 1 == legs.len(), leg)));
    for (is_last, leg) in places {
        match leg {
            Leg::Strike(_) => return all,
            Leg::Step(Step { how: How::Slide { leaping: Some(noun), .. }, .. }) if line.captures => {
                kinds |= noun.kinds;
            }
            Leg::Step(Step { onto: Onto::Noun(noun), .. }) => kinds |= noun.kinds,
            Leg::Step(Step { onto: Onto::Unsaid, .. })
                if is_last && line.captures && line.capturing.is_empty() =>
            {
                return all;
            }
            _ => {}
        }
    }
    kinds
}

/// Returns whom alone a captures line of a shape takes, if it says so.
pub(super) fn prey(line: &Line) -> Option<&Noun> {
    match line.ways.first().and_then(|legs| last_onto(legs)) {
        Some(Onto::Noun(noun)) => Some(noun),
        _ => None,
    }
}

impl View<'_> {
    /// Tells whether a line of a group begins on a square, and its condition holds there.
    #[inline]
    pub(super) fn group_begins(&self, group: &Group, line: &Line, from: Square, side: Side) -> bool {
        group.starts[side.index()].contains(from) && (!group.has_condition || self.begins(from, side, line))
    }

    /// Tells whether a line that is followed leg by leg might begin on a square, before it is tried.
    #[inline]
    pub(super) fn may_follow(&self, followed: &Followed, from: Square) -> bool {
        let Some(memory) = followed.memory else { return true };
        self.memory.squares[memory]
            .is_some_and(|square| !followed.is_beside || self.plan.geometry.neighbours(from).contains(square))
    }

    /// Returns those of some pieces on whose squares a line that is followed leg by leg might begin, before it is tried.
    #[inline]
    pub(super) fn may_begin(&self, followed: &Followed, pieces: SquareSet) -> SquareSet {
        let Some(memory) = followed.memory else { return pieces };
        match self.memory.squares[memory] {
            None => SquareSet::EMPTY,
            Some(square) if followed.is_beside => pieces & self.plan.geometry.neighbours(square),
            Some(_) => pieces,
        }
    }

    /// Tells whether a group leads a piece to a square, permissions left aside, and whether it takes what stands there.
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
                prey(line).is_none_or(|noun| self.is_of(to, noun, Context::of_piece(from, side)))
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

    /// Returns where a group leads a piece: to empty squares, and onto enemies, permissions left aside.
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
            if let Some(noun) = prey(&lines[index]) {
                capture = self.squares_of(noun, Context::of_piece(from, side), capture);
            }
        }
        [quiet, capture]
    }
}

impl<'a> View<'a> {
    /// Makes the way by which a group leads a piece to a square, leg by leg where it is asked for or where events may ask.
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
