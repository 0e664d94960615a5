use arrayvec::ArrayVec;
use entourage_kernel::{Side, SquareSet};

use super::geometry::{MAX_DIRECTIONS, Shift, Tables, bits};
use super::shape::{Shape, last_onto};
use crate::model::{How, Kinds, Leg, Line, MAX_LABELS, Noun, Onto, Step, Whose};

pub(super) enum Item {
    Group(Box<Group>),
    Line(Followed),
}

pub(super) struct Followed {
    pub(super) index: usize,
    pub(super) victims: Kinds,
    /// Index of the remembered square on which a move must end, if any.
    pub(super) memory: Option<usize>,
    pub(super) is_beside: bool,
}

impl Followed {
    fn new(index: usize, line: &Line, victims: Kinds, tables: &Tables<'_>) -> Self {
        let asked = |legs: &Vec<Leg>| {
            legs.iter()
                .find_map(|leg| picked!(leg, Leg::Step(Step { onto: Onto::Memory(memory), .. }) => *memory))
        };
        let mut all = line.ways.iter().map(asked);
        let first = all.next().flatten();
        let memory = first.filter(|_| all.all(|other| other == first));
        let steps = |legs: &Vec<Leg>| {
            matches!(legs.first(), Some(Leg::Step(Step { how: How::Step(_), onto: Onto::Memory(_) })))
        };
        // Along wrapped rows a step can lead to squares that are not neighbours.
        let is_beside = !tables.board.wraps() && line.ways.iter().all(steps);
        Self { index, victims, memory, is_beside }
    }
}

/// A line (a description of moves) compiled to bit sets, or a quiet and a capturing line that are otherwise identical.
pub(super) struct Group {
    pub(super) quiet: Option<usize>,
    pub(super) capture: Option<(usize, Kinds)>,
    pub(super) label: Option<usize>,
    pub(super) starts: [SquareSet; 2],
    pub(super) has_condition: bool,
    /// The choice field of `Intent` for the group's moves; `None` if their notation has squares other than start and destination.
    pub(super) choice: Option<u8>,
    /// Each side's steps as bit-set shifts, and the length of all moves; `None` if moves differ in length or are bent.
    pub(super) marches: Option<([ArrayVec<Shift, MAX_DIRECTIONS>; 2], usize)>,
    /// Whether the group consists of leaps and slides to empty squares or enemies only.
    pub(super) is_lean: bool,
    pub(super) shape: Shape,
    /// Index of the remembered square on which a move must end, if any.
    pub(super) memory: Option<usize>,
    pub(super) heading: Heading,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    Told,
    None,
    Followed,
}

fn marches(
    line: &Line,
    shape: &Shape,
    choices: &Choices,
    tables: &Tables<'_>,
) -> Option<([ArrayVec<Shift, MAX_DIRECTIONS>; 2], usize)> {
    let (directions, length) = shape.march?;
    let is_told = line.condition.is_none() && choices[line.label.map_or(0, |label| label + 1)] == Some(0);
    let steps = |side: Side| {
        bits(directions[side.index()]).map(|direction| tables.geometry.shift(direction)).collect::<Option<_>>()
    };
    let [first, second] = Side::BOTH.map(steps);
    Some(([first.filter(|_| is_told)?, second?], length))
}

/// The choice fields of `Intent` for moves that are written as start and destination: for moves without a label, then for each label.
pub(super) type Choices = [Option<u8>; MAX_LABELS + 1];

pub(super) fn items(lines: &[Line], choices: &Choices, tables: &Tables<'_>) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let taken = victims(line, tables.all_kinds);
        let Some(shape) = Shape::new(line, false, tables) else {
            items.push(Item::Line(Followed::new(index, line, taken, tables)));
            continue;
        };
        let onto = line.ways.first().and_then(|legs| last_onto(legs));
        let memory = picked!(onto, Some(Onto::Memory(memory)) => *memory);
        match (line.captures, onto) {
            // A capturing line that ends on empty squares captures nothing.
            (true, Some(Onto::Empty | Onto::Memory(_))) => continue,
            // The bit sets of groups contain empty squares and enemies only.
            (_, Some(Onto::Noun(noun))) if !line.captures || noun.whose == Whose::Own => {
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

/// Returns the kinds that a line could capture.
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

pub(super) fn capture_noun(line: &Line) -> Option<&Noun> {
    picked!(line.ways.first().and_then(|legs| last_onto(legs)), Some(Onto::Noun(noun)) => noun)
}
