use super::{Condition, DirectionWords, Noun, Place, Reference};

/// Holds one line of a piece: ways that have a verb, limits and what is taken by the way in common.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Where it is written.
    pub(crate) span: crate::source::Span,
    /// Whether a way of it exists only if it takes something.
    pub(crate) captures: bool,
    pub(crate) label: Option<usize>,
    pub(crate) ways: Vec<Vec<Leg>>,
    /// What is taken by the way, once the piece has arrived.
    pub(crate) capturing: Vec<Noun>,
    pub(crate) condition: Option<Condition>,
    /// Where the line begins, or outside of which place.
    pub(crate) from: Option<(Place, bool)>,
    /// Where alone it may end.
    pub(crate) only_to: Option<Place>,
    pub(crate) no_attack: bool,
    /// Whether what it would capture is told by squares alone, not by whose the pieces are.
    pub(crate) is_plain: bool,
}

impl Line {
    /// Tells whether a way of this line may take anything.
    pub(crate) fn takes(&self) -> bool {
        self.captures || !self.capturing.is_empty()
    }
}

/// Holds one leg of a way.
#[derive(Clone, Debug)]
pub(crate) enum Leg {
    Step(Step),
    Swap(Noun),
    Strike(DirectionWords),
    Jump { directions: DirectionWords, over: Vec<Option<Noun>> },
}

/// Holds a leg that ends on a square of its own choice.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) how: How,
    pub(crate) onto: Onto,
}

/// Tells how a leg leads from square to square.
#[derive(Clone, Debug)]
pub(crate) enum How {
    Step(DirectionWords),
    Slide {
        directions: DirectionWords,
        exactly: Option<usize>,
        leaping: Option<Noun>,
        /// What it must pass over, exactly one of these and nothing else.
        over: Option<Noun>,
    },
    Leap([usize; 2]),
    To(Target),
}

/// Tells what a leg must end on.
#[derive(Clone, Debug)]
pub(crate) enum Onto {
    Unsaid,
    Empty,
    Noun(Noun),
    /// A remembered square, which is empty.
    Memory(usize),
}

/// Names squares to which a piece goes from anywhere.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Place(Place),
    Any(Vec<TargetLimit>),
}

/// Tells which squares are meant.
#[derive(Clone, Debug)]
pub(crate) enum TargetLimit {
    OtherColour,
    NextTo(Reference),
    NotNextTo(Reference),
    Of(Place),
}

/// Holds something that a piece does where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Act {
    pub(crate) label: usize,
    pub(crate) effect: ActEffect,
    pub(crate) condition: Option<Condition>,
}

/// Tells what an act does.
#[derive(Clone, Debug)]
pub(crate) enum ActEffect {
    /// It leaves the board, with one of a set where one is named.
    Removed(Option<Noun>),
    Becomes(entourage_kernel::Kind),
}
