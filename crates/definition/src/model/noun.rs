use entourage_kernel::SquareSet;

use super::{DirectionWords, Kinds, TargetLimit};

/// Tells whose a piece or a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whose {
    /// The same side's as `it`, or the player's whose turn it is.
    Own,
    Enemy,
    /// The same side's as the pieces on which a power acts.
    Their,
    /// The same side's as the very piece of which it is said.
    Its,
    Any,
}

/// Holds squares, for each side as it sees them.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) whose: Whose,
    pub(crate) words: PlaceWords,
    pub(crate) squares: [SquareSet; 2],
}

/// Tells by which words a place is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlaceWords {
    /// A zone, by its number.
    Zone(usize),
    /// Rows, from one to another, counted from the edge of whose they are.
    Rows(usize, usize),
    LastRow,
}

/// Holds a set of pieces, found anew on each board.
#[derive(Clone, Debug)]
pub(crate) struct Noun {
    pub(crate) whose: Whose,
    /// Not the piece on which the power acts.
    pub(crate) another: bool,
    pub(crate) kinds: Kinds,
    /// The call whose pieces alone are meant.
    pub(crate) call: Option<usize>,
    pub(crate) relations: Vec<Relation>,
}

/// Says of one piece which squares belong to it.
#[derive(Clone, Debug)]
pub(crate) enum Relation {
    NextTo(Reference),
    Before,
    Behind,
    BeforeOrBehind,
    Between(Box<Noun>, DirectionWords),
    Sight,
    SameKind,
    Attacked,
    /// In a row without a gap between it and another own piece, in some directions.
    Enclosed(DirectionWords),
    Guarded,
    Withdrawn,
    /// Straight ahead of where a move ends.
    Approached,
    Jumped,
    FileCrossesRow(Box<Noun>),
    RowCrossesFile(Box<Noun>),
    Theirs,
    On(Place),
    /// So far away from it: by the shortest way, or by a leg over empty squares.
    Away(Box<TargetLimit>),
    /// On a remembered square.
    OnMemory(usize),
    /// On a marked square of a set.
    OnMarks(usize),
    NotCalled(usize),
}

/// Names what something is next to.
#[derive(Clone, Debug)]
pub(crate) enum Reference {
    It,
    Noun(Box<Noun>),
}

/// Compares the size of sets, or asks who threatens, guards and remembers.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    NoMove,
    /// The enemy would have no move, were it their turn.
    EnemyHasNoMove,
    Count {
        noun: Noun,
        least: u32,
        most: u32,
    },
    /// `it`, or the piece on which a power acts, stands in a relation.
    Stands {
        receiver: bool,
        relation: Relation,
    },
    Called(usize),
    Under(usize),
    Threatened(Noun),
    /// So many passes in succession went before.
    Passes(u8),
    /// There is one of a set, and all of it are threatened.
    AllThreatened(Noun),
    /// One of a set attacks one of another, as the first sees it.
    Attack {
        who: Noun,
        whom: Box<Noun>,
    },
    /// There are more of a set than of another.
    More {
        noun: Noun,
        than: Box<Noun>,
    },
    /// So many of a set stand beside one another in a line.
    InRow {
        noun: Noun,
        least: u32,
    },
    /// The piece that may be left threatened was so before the move.
    ThreatenedBefore,
    ThreatenIt {
        least: u32,
    },
    GuardsIt(Noun),
    MayThen {
        label: usize,
    },
    CountAtLeast {
        count: usize,
        least: u16,
    },
}

/// Holds a word for a set of pieces.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) name: String,
    pub(crate) noun: Noun,
    pub(crate) condition: Option<Condition>,
}

impl Condition {
    /// Tells whether a condition asks if there will be a move.
    pub(crate) fn asks_moves(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::asks_moves),
            Self::Not(part) => part.asks_moves(),
            Self::NoMove | Self::EnemyHasNoMove => true,
            _ => false,
        }
    }
}
