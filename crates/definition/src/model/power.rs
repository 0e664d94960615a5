use super::{Condition, Kinds, Labels, Noun, Place};
use entourage_kernel::Kind;

#[derive(Clone, Debug)]
pub(crate) struct Power {
    pub(crate) name: String,
    pub(crate) says: Option<String>,
    pub(crate) french: Option<String>,
}

impl Power {
    /// Returns the author's description in English and French; if one language is missing, both texts are the same.
    pub(crate) fn description(&self) -> Option<[&str; 2]> {
        let [en, fr] = [&self.says, &self.french].map(Option::as_deref);
        Some([en.or(fr)?, fr.or(en)?])
    }
}

/// A sentence of a power: the kinds that have the power (givers), the pieces affected (receivers), the effect, and conditions.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) span: crate::source::Span,
    pub(crate) power: usize,
    pub(crate) givers: Kinds,
    pub(crate) card: Option<usize>,
    /// Whether the clause applies only to the main action of a turn, not to extra moves.
    pub(crate) main_action: bool,
    /// Condition on the piece that has the power (the giver).
    pub(crate) while_giver: Option<Condition>,
    pub(crate) subject: Subject,
    pub(crate) change: Change,
    /// Condition on the giver and the affected piece (the receiver).
    pub(crate) condition: Option<Condition>,
    /// Whether the clause depends on threats, and is therefore ignored when threats are computed.
    pub(crate) asks_threats: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Subject {
    It,
    Everybody,
    Noun(Noun),
}

#[derive(Clone, Debug)]
pub(crate) enum Change {
    CannotMove,
    CannotCapture(Option<Noun>),
    /// Affected pieces cannot be captured by moves with these labels, or by any move if `None`.
    CannotBeCaptured(Option<Labels>),
    CannotMake(usize),
    CapturedOnlyWhile(Condition),
    WalkAs(Walker),
    AlsoWalkAs(Walker, Option<Place>),
    Exchanged,
    Wrapped,
    OneSquare,
    /// Slides and rides of affected pieces pass over these pieces as if the squares were empty; capturing moves can still capture them.
    Through(Noun),
    /// Slides and rides of affected pieces stop on the first of these squares that they reach.
    StopOn(Place),
    MayBecome(Kind),
    /// The condition must hold after each move of the affected piece, or after each of its moves with the label.
    Must {
        label: Option<usize>,
        condition: Condition,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Walker<K = Kind> {
    It,
    Kind(K),
}

impl Clause {
    /// Returns whether the clause changes how pieces move. If so, attacks in its conditions are computed without any such clause.
    pub(crate) fn changes_walks(&self) -> bool {
        matches!(
            self.change,
            Change::WalkAs(_)
                | Change::AlsoWalkAs(..)
                | Change::Exchanged
                | Change::Wrapped
                | Change::OneSquare
                | Change::Through(_)
                | Change::StopOn(_)
        )
    }

    pub(crate) fn duty(&self) -> Option<(Option<usize>, &Condition)> {
        picked!(&self.change, Change::Must { label, condition } => (*label, condition))
    }
}
