use entourage_kernel::{Side, Square, SquareSet};

use super::plan::Tables;
use super::shape::{Shape, last_onto};
use super::view::{Context, View};
use super::walk::Stride;
use crate::model::{Kinds, Leg, Line, Noun, Onto, Step};

/// Holds a line of a kind as it is compiled.
pub(super) enum Item {
    /// One or two lines as sets of squares.
    Group(Group),
    /// A line that is followed leg by leg, by its place, with the kinds that it may take.
    Line(usize, Kinds),
}

/// Holds a line as sets of squares, or two that differ in nothing but that one moves and one captures.
pub(super) struct Group {
    /// The line that moves, by its place.
    pub(super) quiet: Option<usize>,
    /// The line that captures, by its place, with the kinds that it may take.
    pub(super) capture: Option<(usize, Kinds)>,
    pub(super) label: Option<usize>,
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

/// Compiles the lines of a kind, in their order.
pub(super) fn items(lines: &[Line], tables: &Tables<'_>) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let taken = victims(line, tables.all_kinds);
        let Some(shape) = Shape::new(line, false, tables) else {
            items.push(Item::Line(index, taken));
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
                items.push(Item::Line(index, taken));
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
                [
                    Leg::Step(Step {
                        how: crate::model::How::Step(_) | crate::model::How::Slide { .. }, ..
                    }),
                ] => Heading::Told,
                [_] => Heading::None,
                _ => Heading::Followed,
            },
            _ => Heading::Followed,
        };
        items.push(Item::Group(Group {
            quiet: (!line.captures).then_some(index),
            capture: line.captures.then_some((index, taken)),
            label: line.label,
            shape,
            memory,
            heading,
        }));
    }
    items
}

/// Returns the kinds that a line may take at most.
pub(super) fn victims(line: &Line, all: Kinds) -> Kinds {
    let mut kinds = line.capturing.iter().fold(0, |kinds, noun| kinds | noun.kinds);
    let places =
        line.ways.iter().flat_map(|legs| legs.iter().enumerate().map(|(at, leg)| (at + 1 == legs.len(), leg)));
    for (is_last, leg) in places {
        match leg {
            Leg::Strike(_) => return all,
            Leg::Step(Step { how: crate::model::How::Slide { leaping: Some(noun), .. }, .. })
                if line.captures =>
            {
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
    /// Returns where a group leads a piece: to empty squares, and onto enemies, permissions left aside.
    pub(super) fn ends_of(&self, group: &Group, stride: &Stride, from: Square, side: Side) -> [SquareSet; 2] {
        let lines = &self.model.kinds[stride.kind.index()].lines;
        let Some(line) = group.quiet.or(group.capture.map(|(index, _)| index)).map(|index| &lines[index])
        else {
            return [SquareSet::EMPTY; 2];
        };
        if !self.begins(from, side, line) {
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
            capture = ends & self.pieces.side(!side);
            if let Some(noun) = prey(&lines[index]) {
                capture = self.squares_of(noun, Context::of_piece(from, side), capture);
            }
        }
        [quiet, capture]
    }
}
