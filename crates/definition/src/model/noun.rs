use entourage_kernel::SquareSet;

use super::{DirectionWords, Kinds, TargetLimit};

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

/// Squares, for each side as it sees them.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) whose: Whose,
    pub(crate) words: PlaceWords,
    pub(crate) squares: [SquareSet; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlaceWords {
    Zone(usize),
    /// Rows, from one to another, counted from the edge of whose they are.
    Rows(usize, usize),
    LastRow,
}

#[derive(Clone, Debug)]
pub(crate) struct Noun {
    pub(crate) whose: Whose,
    /// Not the piece on which the power acts.
    pub(crate) another: bool,
    pub(crate) kinds: Kinds,
    pub(crate) call: Option<usize>,
    pub(crate) relations: Vec<Relation>,
}

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
    OnMemory(usize),
    OnMarks(usize),
    NotCalled(usize),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Reference<N = Noun> {
    It,
    Noun(Box<N>),
}

/// A condition, asked of a board.
///
/// - `EnemyHasNoMove`: the enemy would have no move, were it their turn.
/// - `Stands`: `it`, or the piece on which a power acts, is in a relation.
/// - `AllThreatened`: there is one of a set, and all of it are threatened.
/// - `Attack`: one of a set attacks one of another, as the first sees it.
/// - `InRow`: so many of a set stand beside one another in a line.
/// - `ThreatenedBefore`: the piece that may be left threatened was so before the move.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    NoMove,
    EnemyHasNoMove,
    Count { noun: Noun, least: u32, most: u32 },
    Stands { receiver: bool, relation: Relation },
    Called(usize),
    Under(usize),
    Threatened(Noun),
    Passes(u8),
    AllThreatened(Noun),
    Attack { who: Noun, whom: Box<Noun> },
    More { noun: Noun, than: Box<Noun> },
    InRow { noun: Noun, least: u32 },
    ThreatenedBefore,
    ThreatenIt { least: u32 },
    GuardsIt(Noun),
    MayThen { label: usize },
    CountAtLeast { count: usize, least: u16 },
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) name: String,
    pub(crate) noun: Noun,
    pub(crate) condition: Option<Condition>,
}

impl Condition {
    /// Returns whether a condition, or one of those that it joins or denies, satisfies a test.
    pub(crate) fn any(&self, wanted: &mut dyn FnMut(&Self) -> bool) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(|part| part.any(wanted)),
            Self::Not(part) => part.any(wanted),
            other => wanted(other),
        }
    }

    /// Returns whether a condition asks if there will be a move.
    pub(crate) fn asks_moves(&self) -> bool {
        self.any(&mut |part| matches!(part, Self::NoMove | Self::EnemyHasNoMove))
    }

    pub(crate) fn asks_count(&self, wanted: usize) -> bool {
        self.any(&mut |part| matches!(part, Self::CountAtLeast { count, .. } if *count == wanted))
    }
}
