use super::{Condition, Drive, Labels, Noun, Place, TargetLimit};
use crate::source::Span;
use entourage_kernel::{Kind, Square, SquareSet};

/// A consequence of a move, described by an `after` sentence of the definition.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) span: Span,
    /// The pieces whose action (`deed`) triggers the event.
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
    /// The piece moves away from this place.
    Leaves(Place),
    /// The piece makes any move that begins on the board.
    Moves,
    Makes {
        labels: Labels,
        onto: Option<Place>,
        /// A piece that the move must jump over.
        over: Option<Noun>,
        /// Whether extra moves are excluded.
        main_action: bool,
    },
    IsCaptured {
        by: Labels,
    },
    /// The piece is the royal piece or the partner of a castling.
    Castles,
}

#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// The piece becomes one of these kinds, chosen by the mover; `most` is the maximum number of pieces per kind.
    Becomes {
        kinds: Vec<Kind>,
        most: Vec<(Kind, u32)>,
        /// Whether the first kind is the piece's own, so that the piece can remain unchanged.
        may: bool,
    },
    /// A piece of the mover's side, or a neutral one, is put on an empty square.
    Put {
        kind: Kind,
        spot: Spot,
    },
    Removed {
        it: bool,
        noun: Option<Noun>,
    },
    Captured(Noun),
    /// The pieces join the mover's side.
    Turned(Noun),
    /// The pieces move along their lines from the square of arrival.
    Driven(Noun, Drive),
    /// The pieces become this kind.
    Transformed(Noun, Kind),
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
    /// Each jumped piece can make an extra move.
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
    /// The piece is put on the first empty square of a place.
    Place(Place),
    /// The player chooses an empty square for the piece; with `goes`, an existing piece of the kind moves there.
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
