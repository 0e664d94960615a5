use super::{Condition, DirectionWords, Noun, Place, Reference};

#[derive(Clone, Default, Debug)]
pub(crate) struct Line {
    pub(crate) span: crate::source::Span,
    /// Whether a way of it exists only if it takes something.
    pub(crate) captures: bool,
    pub(crate) label: Option<usize>,
    pub(crate) ways: Vec<Vec<Leg>>,
    /// What is taken by the way, once the piece has arrived.
    pub(crate) capturing: Vec<Noun>,
    /// What comes along to the square where it begins, from directly behind it.
    pub(crate) pulling: Option<Noun>,
    pub(crate) condition: Option<Condition>,
    /// Where the line begins, or outside of which place.
    pub(crate) from: Option<(Place, bool)>,
    pub(crate) only_to: Option<Place>,
    pub(crate) no_attack: bool,
    /// Whether what it would capture is told by squares alone, not by whose the pieces are.
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
    /// Onto the square of one of these, which goes one square on the same way.
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
        /// What it must pass over, exactly one of these and nothing else.
        over: Option<Noun>,
        /// Whether it ends right behind that.
        just: bool,
    },
    Leap(Leap),
    /// The same leap again and again, over empty squares.
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

/// How far a leap goes by files and rows, and where to: in all ways, or where words say so.
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

/// A limit of where something may be: `OnFile` says how many of a set stand on a file at most, whoever goes there left out;
/// `Reached` is one leg away, over empty squares.
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
    /// It leaves the board, with one of a set where one is named.
    Removed(Option<Noun>),
    Becomes(entourage_kernel::Kind),
    Turned(Noun),
    /// One of a set goes straight away from it, one square or as far as squares are empty.
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
