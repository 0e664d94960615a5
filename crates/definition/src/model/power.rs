use super::{Condition, Kinds, Labels, Noun, Place};
use entourage_kernel::Kind;

#[derive(Clone, Debug)]
pub(crate) struct Power {
    pub(crate) name: String,
    pub(crate) says: Option<String>,
    pub(crate) french: Option<String>,
}

impl Power {
    /// Returns the author's description in English and French; a missing one is replaced by the other.
    pub(crate) fn description(&self) -> Option<[&str; 2]> {
        let [en, fr] = [&self.says, &self.french].map(Option::as_deref);
        Some([en.or(fr)?, fr.or(en)?])
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) span: crate::source::Span,
    pub(crate) power: usize,
    pub(crate) givers: Kinds,
    pub(crate) card: Option<usize>,
    /// Whether it does not apply to extra moves.
    pub(crate) main_action: bool,
    /// Condition on the giver.
    pub(crate) while_giver: Option<Condition>,
    pub(crate) subject: Subject,
    pub(crate) change: Change,
    /// Condition on giver and receiver.
    pub(crate) condition: Option<Condition>,
    /// Whether it depends on threats, so that it is ignored when threats are computed.
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
    /// Only by ways with these labels; by any if `None`.
    CannotBeCaptured(Option<Labels>),
    CannotMake(usize),
    CapturedOnlyWhile(Condition),
    WalkAs(Walker),
    AlsoWalkAs(Walker, Option<Place>),
    Exchanged,
    Wrapped,
    OneSquare,
    /// Its slides and rides pass over these as if the squares were empty; capturing lines can still capture them.
    Through(Noun),
    /// Its slides and rides end on reaching these squares.
    StopOn(Place),
    MayBecome(Kind),
    /// The condition must hold after its move, or after a move with a label.
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
    /// Returns whether the clause changes walks, so that its own questions about attacks use the kinds' own lines only.
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
