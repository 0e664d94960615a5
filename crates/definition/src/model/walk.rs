use super::{Condition, DirectionWords, Noun, Place, Reference};

#[derive(Clone, Default, Debug)]
pub(crate) struct Line {
    pub(crate) span: crate::source::Span,
    /// Whether each way exists only as a capture.
    pub(crate) captures: bool,
    pub(crate) label: Option<usize>,
    pub(crate) ways: Vec<Vec<Leg>>,
    /// What it captures in passing, once the piece has arrived.
    pub(crate) capturing: Vec<Noun>,
    /// What is pulled along from directly behind it to the start square.
    pub(crate) pulling: Option<Noun>,
    pub(crate) condition: Option<Condition>,
    /// The place where the line must begin, or must not if `false`.
    pub(crate) from: Option<(Place, bool)>,
    pub(crate) only_to: Option<Place>,
    pub(crate) no_attack: bool,
    /// Whether squares and kinds alone determine what it captures.
    pub(crate) is_plain: bool,
}

impl Line {
    pub(crate) fn takes(&self) -> bool {
        self.captures || !self.capturing.is_empty()
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Leg {
    Step(Step),
    Swap(Noun),
    Strike(DirectionWords),
    /// Moves onto one of these, which is pushed one square further.
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
        /// What it must pass over: exactly one of these, and nothing else.
        over: Option<Noun>,
        /// Whether it ends right behind that piece.
        just: bool,
    },
    Leap(Leap),
    /// The same leap repeatedly over empty squares.
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

/// A leap: its distances along files and rows, in all directions or only some.
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

/// A limit on a target square. `OnFile` is the maximum number of pieces of a set on its file, without the mover; `Reached` is one leg away
/// over empty squares.
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
}

#[derive(Clone, Debug)]
pub(crate) struct Act {
    pub(crate) label: usize,
    pub(crate) effect: ActEffect,
    pub(crate) condition: Option<Condition>,
}

#[derive(Clone, Debug)]
pub(crate) enum ActEffect {
    /// It leaves the board, together with a piece of a set if one is named.
    Removed(Option<Noun>),
    Becomes(entourage_kernel::Kind),
    Turned(Noun),
    /// A piece of the set is driven straight away from it, one square or as far as squares are empty.
    Driven {
        noun: Noun,
        far: bool,
    },
}

impl Act {
    pub(crate) fn chosen(&self) -> Option<&Noun> {
        match &self.effect {
            ActEffect::Removed(noun) => noun.as_ref(),
            ActEffect::Turned(noun) | ActEffect::Driven { noun, .. } => Some(noun),
            ActEffect::Becomes(_) => None,
        }
    }
}
