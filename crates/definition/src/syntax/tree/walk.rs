use super::{Condition, Effect, Length, Name, Noun, Number, Onto, Place, Quoted, Reference, Target};
use crate::source::Span;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Piece {
    /// Whether the sentence (`also piece`) adds lines to an existing piece.
    pub(crate) also: bool,
    pub(crate) letter: Option<Name>,
    pub(crate) name: Name,
    /// The irregular plural, from a name such as `Man/Men`.
    pub(crate) plural: Option<String>,
    pub(crate) short: Option<String>,
    pub(crate) french: Option<String>,
    pub(crate) french_plural: Option<String>,
    pub(crate) worth: Option<Number>,
    pub(crate) drawn_as: Option<Quoted>,
    pub(crate) label: Option<Quoted>,
    pub(crate) like: Option<Name>,
    pub(crate) is_block: bool,
    pub(crate) lines: Vec<PieceLine>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PieceLine {
    pub(crate) span: Span,
    pub(crate) edition: Option<Name>,
    pub(crate) what: PieceLineKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum PieceLineKind {
    Walk(Walk),
    Act { label: Name, effect: Effect, condition: Option<Condition> },
    NeverCaptures,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Walk {
    pub(crate) moves: bool,
    pub(crate) captures: bool,
    pub(crate) label: Option<Name>,
    pub(crate) ways: Vec<Vec<Leg>>,
    pub(crate) capturing: Vec<Noun>,
    pub(crate) pulling: Option<Noun>,
    pub(crate) condition: Option<Condition>,
    pub(crate) from: Option<(Place, bool)>,
    pub(crate) only_to: Option<Place>,
    pub(crate) no_attack: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Leg {
    pub(crate) span: Span,
    pub(crate) what: LegKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum LegKind {
    Step {
        directions: Directions,
        onto: Onto,
    },
    Slide {
        directions: Directions,
        length: Length,
        leaping: Option<Box<Noun>>,
        over: Option<Box<Noun>>,
        just: bool,
        onto: Onto,
    },
    Leap {
        by: [Number; 2],
        towards: Option<Directions>,
        rides: bool,
        onto: Onto,
    },
    Jump {
        directions: Directions,
        over: Vec<Option<Noun>>,
    },
    To(Target),
    Swap(Noun),
    Strike(Directions),
    Push(Directions, Noun),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Directions {
    pub(crate) words: crate::model::DirectionWords,
    pub(crate) span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TargetLimit {
    OtherColour(Span),
    NextTo(Reference),
    NotNextTo(Reference),
    Of(Place),
    OnFile { noun: Noun, most: u32 },
    Enclosing(Noun),
    Away { least: Number, most: Number, directions: Directions },
    Reached(Box<Leg>),
}
