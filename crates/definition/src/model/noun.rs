use entourage_kernel::SquareSet;

use super::{DirectionWords, Kinds, TargetLimit};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whose {
    /// Belongs to the side called `own`: that of the piece called `it`, or the side to move.
    Own,
    Enemy,
    /// Belongs to the same side as the pieces that a power affects.
    Their,
    /// Belongs to the same side as the piece that the sentence is about.
    Its,
    Any,
}

/// A set of squares, from each side's point of view.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) whose: Whose,
    pub(crate) words: PlaceWords,
    pub(crate) squares: [SquareSet; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlaceWords {
    Zone(usize),
    /// A range of rows, counted from the side's own edge.
    Rows(usize, usize),
    LastRow,
}

/// A phrase that describes a set of pieces, such as `own Rooks next to it`.
#[derive(Clone, Debug)]
pub(crate) struct Noun {
    pub(crate) whose: Whose,
    /// Whether the piece that the power affects is excluded.
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
    /// The piece is on a line of empty squares from `it`; the pieces that a noun describes do not block the view.
    Sight(Option<Box<Noun>>),
    SameKind,
    Attacked,
    /// The piece is in an unbroken line of enemies between `it` and a friendly piece, in one of the directions.
    Enclosed(DirectionWords),
    Guarded,
    /// The piece attacks `it`, which is an enemy of the piece.
    Attacking,
    /// The piece guards `it`.
    Guarding,
    Withdrawn,
    /// The piece is one step beyond the square where the move ends, in the direction of the move.
    Approached,
    Jumped,
    FileCrossesRow(Box<Noun>),
    RowCrossesFile(Box<Noun>),
    Theirs,
    On(Place),
    /// The piece is at a distance from `it`: a number of steps, ignoring pieces, or one leg over empty squares.
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

/// A condition on a board.
///
/// - `EnemyHasNoMove`: the opponent would have no move if it were their turn.
/// - `Stands`: `it`, or the piece that a power affects, is in a place or relation such as `next to an enemy`.
/// - `AllThreatened`: the set is not empty, and all of it is threatened.
/// - `Attack`: a piece of one set attacks a piece of another; the sides of the attacked set are relative to the attacker.
/// - `More`: there are at least `by` more pieces of one set than of another.
/// - `InRow`: a number of pieces of a set are adjacent in a straight line.
/// - `ThreatenedBefore`: the piece to which an exception applies was already threatened before the move.
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
    More { noun: Noun, than: Box<Noun>, by: u32 },
    InRow { noun: Noun, least: u32 },
    ThreatenedBefore,
    ThreatenIt { least: u32 },
    MayThen { label: usize },
    CountAtLeast { count: usize, least: u16 },
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) name: String,
    pub(crate) noun: Noun,
    pub(crate) condition: Option<Condition>,
}

impl Relation {
    /// Returns the noun that the relation contains.
    pub(crate) fn noun(&self) -> Option<&Noun> {
        match self {
            Self::NextTo(Reference::Noun(noun))
            | Self::Between(noun, _)
            | Self::FileCrossesRow(noun)
            | Self::RowCrossesFile(noun)
            | Self::Sight(Some(noun)) => Some(noun),
            Self::Away(limit) => limit.noun(),
            _ => None,
        }
    }
}

impl Condition {
    /// Returns the nouns that the condition itself contains; for a combined condition, its parts have to be asked.
    pub(crate) fn nouns(&self) -> impl Iterator<Item = &Noun> {
        let found = match self {
            Self::Count { noun, .. }
            | Self::Threatened(noun)
            | Self::AllThreatened(noun)
            | Self::InRow { noun, .. } => [Some(noun), None],
            Self::Attack { who: noun, whom: other } | Self::More { noun, than: other, .. } => {
                [Some(noun), Some(&**other)]
            }
            Self::Stands { relation, .. } => [relation.noun(), None],
            _ => [None, None],
        };
        found.into_iter().flatten()
    }

    /// Returns whether the condition, or a part of it, satisfies a test.
    pub(crate) fn any(&self, wanted: &mut dyn FnMut(&Self) -> bool) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(|part| part.any(wanted)),
            Self::Not(part) => part.any(wanted),
            other => wanted(other),
        }
    }

    /// Returns whether the condition depends on the existence of moves.
    pub(crate) fn asks_moves(&self) -> bool {
        self.any(&mut |part| matches!(part, Self::NoMove | Self::EnemyHasNoMove))
    }

    pub(crate) fn asks_count(&self, wanted: usize) -> bool {
        self.any(&mut |part| matches!(part, Self::CountAtLeast { count, .. } if *count == wanted))
    }
}
