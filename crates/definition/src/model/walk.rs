use super::{Condition, DirectionWords, Noun, Place, Reference};

/// A sentence that describes how a piece moves or captures, as a list of alternative ways (paths).
#[derive(Clone, Default, Debug)]
pub(crate) struct Line {
    pub(crate) span: crate::source::Span,
    /// Whether every move of the line must capture.
    pub(crate) captures: bool,
    pub(crate) label: Option<usize>,
    pub(crate) ways: Vec<Vec<Leg>>,
    /// The pieces captured in passing, after the mover has arrived.
    pub(crate) capturing: Vec<Noun>,
    /// The pieces that the mover can pull: a piece directly behind the mover's start square is moved to that square.
    pub(crate) pulling: Option<Noun>,
    pub(crate) condition: Option<Condition>,
    /// The place where moves must begin (`true`) or must not begin (`false`).
    pub(crate) from: Option<(Place, bool)>,
    pub(crate) only_to: Option<Place>,
    pub(crate) no_attack: bool,
    /// Whether the captures depend only on which kinds of piece are on which squares, not on other conditions.
    pub(crate) is_plain: bool,
}

impl Line {
    pub(crate) fn takes(&self) -> bool {
        self.captures || !self.capturing.is_empty()
    }
}

/// One part of a move, such as a step or a slide.
#[derive(Clone, Debug)]
pub(crate) enum Leg {
    Step(Step),
    Swap(Noun),
    Strike(DirectionWords),
    /// Steps onto the square of one of these pieces and pushes that piece one square further.
    Push(DirectionWords, Noun),
    Jump {
        directions: DirectionWords,
        over: Vec<Option<Noun>>,
    },
}

impl Leg {
    pub(crate) fn how(&self) -> Option<&How> {
        picked!(self, Self::Step(step) => &step.how)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) how: How,
    pub(crate) onto: Onto,
}

#[derive(Clone, Debug)]
pub(crate) enum How {
    Step(DirectionWords),
    Slide {
        directions: DirectionWords,
        length: Length,
        leaping: Option<Noun>,
        /// The hurdle: the slide must pass over exactly one of these pieces, and no other piece.
        over: Option<Noun>,
        /// Whether the slide must end directly behind the hurdle.
        just: bool,
    },
    Leap(Leap),
    /// The same leap, repeated as long as squares are empty.
    Ride(Leap),
    To(Target),
}

impl How {
    pub(crate) fn limits(&self) -> Option<&Vec<TargetLimit>> {
        picked!(self, Self::To(Target::Any(limits)) => limits)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Length<N = usize> {
    Any,
    Exactly(N),
    UpTo(N),
}

impl Length {
    pub(crate) fn fits(self, squares: usize) -> bool {
        match self {
            Self::Any => true,
            Self::Exactly(length) => squares == length,
            Self::UpTo(length) => squares <= length,
        }
    }

    pub(crate) fn most(self) -> Option<usize> {
        match self {
            Self::Any => None,
            Self::Exactly(length) | Self::UpTo(length) => Some(length),
        }
    }
}

/// A leap by two distances along adjacent straight directions, such as 1-2, in all directions or only some.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Leap {
    pub(crate) by: [usize; 2],
    pub(crate) towards: DirectionWords,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Onto<N = Noun, M = usize> {
    Unsaid,
    Empty,
    Noun(N),
    Memory(M),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Target<P = Place, L = TargetLimit> {
    Place(P),
    Any(Vec<L>),
}

/// A condition on a target square. `OnFile` limits how many pieces of a set are on the square's file, not counting the
/// mover; `Reached` requires that a single leg over empty squares leads to the square.
#[derive(Clone, Debug)]
pub(crate) enum TargetLimit {
    OtherColour,
    NextTo(Reference),
    NotNextTo(Reference),
    Of(Place),
    OnFile { noun: Noun, most: u32 },
    Enclosing(Noun),
    Away { least: u8, most: u8, directions: DirectionWords },
    Reached(How),
}

impl TargetLimit {
    pub(crate) fn reached(&self) -> Option<&How> {
        picked!(self, Self::Reached(how) => how)
    }

    pub(crate) fn noun(&self) -> Option<&Noun> {
        match self {
            Self::NextTo(Reference::Noun(noun)) | Self::NotNextTo(Reference::Noun(noun)) => Some(noun),
            Self::OnFile { noun, .. } | Self::Enclosing(noun) => Some(noun),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Act {
    pub(crate) span: crate::source::Span,
    pub(crate) label: usize,
    pub(crate) effect: ActEffect,
    pub(crate) condition: Option<Condition>,
}

#[derive(Clone, Debug)]
pub(crate) enum ActEffect {
    /// The acting piece leaves the board; if there is a noun, a piece that the noun describes leaves the board as well.
    Removed(Option<Noun>),
    Becomes(entourage_kernel::Kind),
    Turned(Noun),
    Driven(Noun, Drive),
}

/// How pieces move along the lines on which they stand from another piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Drive {
    /// Whether the pieces are pulled towards the other piece, instead of being pushed away from it.
    pub(crate) towards: bool,
    /// Whether the pieces move up to the next obstacle, instead of one square.
    pub(crate) far: bool,
}

impl Act {
    pub(crate) fn chosen(&self) -> Option<&Noun> {
        match &self.effect {
            ActEffect::Removed(noun) => noun.as_ref(),
            ActEffect::Turned(noun) | ActEffect::Driven(noun, _) => Some(noun),
            ActEffect::Becomes(_) => None,
        }
    }
}
