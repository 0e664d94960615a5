use super::{Condition, Labels, Noun, Place, TargetLimit};
use crate::source::Span;
use entourage_kernel::{Kind, Square, SquareSet};

#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) span: Span,
    /// Who does it, or to whom it happens.
    pub(crate) noun: Noun,
    pub(crate) card: Option<usize>,
    pub(crate) deed: Deed,
    pub(crate) effect: Effect,
    pub(crate) condition: Option<Condition>,
}

#[derive(Clone, Debug)]
pub(crate) enum Deed {
    Captures(Option<Noun>),
    Arrives(Place),
    /// It begins its move there.
    Leaves(Place),
    /// It goes any way that begins on the board.
    Moves,
    Makes {
        labels: Labels,
        onto: Option<Place>,
        /// What must be among the pieces that it jumps.
        over: Option<Noun>,
        /// Whether an extra move does not count.
        main_action: bool,
    },
    IsCaptured {
        by: Labels,
    },
}

#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// It becomes one of these, as the mover chooses among those of which its side has fewer than so many.
    Becomes {
        kinds: Vec<Kind>,
        most: Vec<(Kind, u32)>,
        /// Whether the first of these is what it is, which it may stay.
        may: bool,
    },
    /// A piece of the mover's side, or of nobody's, is put on an empty square.
    Put {
        kind: Kind,
        spot: Spot,
    },
    Removed {
        it: bool,
        noun: Option<Noun>,
    },
    Captured(Noun),
    /// They become the mover's side's.
    Turned(Noun),
    Remember {
        memory: usize,
        what: Remembered,
    },
    Mark {
        marks: usize,
        what: Marking,
    },
    Again {
        label: usize,
        captured_by: usize,
    },
    /// The pieces that were jumped over may each move by themselves afterwards.
    Extra,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Remembered {
    Left,
    Crossed,
    Arrived,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Marking {
    Left(Remembered),
    Wiped(Remembered),
    Cleared,
}

impl Marking {
    pub(crate) fn change(self, marks: &mut SquareSet, square: impl Fn(Remembered) -> Option<Square>) {
        match self {
            Self::Left(what) => square(what).into_iter().for_each(|square| marks.insert(square)),
            Self::Wiped(what) => square(what).into_iter().for_each(|square| *marks = marks.without(square)),
            Self::Cleared => *marks = SquareSet::EMPTY,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Spot {
    Left,
    /// On the first empty square of a place.
    Place(Place),
    /// On an empty square that the player chooses; what there is of the kind goes there, where it is said to go.
    Chosen {
        limits: Vec<TargetLimit>,
        goes: bool,
    },
}

impl Effect {
    pub(crate) fn asks_square(&self) -> bool {
        matches!(self, Self::Put { spot: Spot::Chosen { .. }, .. })
    }
}

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Choice {
    pub(crate) becomes: Option<Kind>,
    pub(crate) put: Option<Square>,
}
