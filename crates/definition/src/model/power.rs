use super::{Condition, Kinds, Labels, Noun, Place};
use entourage_kernel::Kind;

#[derive(Clone, Debug)]
pub(crate) struct Power {
    pub(crate) name: String,
    pub(crate) says: Option<String>,
    pub(crate) french: Option<String>,
}

impl Power {
    /// Returns what its author says of it, in English and in French; in a language in which they say nothing, what they say in the other.
    pub(crate) fn told(&self) -> Option<[&str; 2]> {
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
    /// Whether it works in the main action only, not in an extra move.
    pub(crate) main_action: bool,
    /// What must hold of the giver.
    pub(crate) while_giver: Option<Condition>,
    pub(crate) subject: Subject,
    pub(crate) change: Change,
    /// What must hold of giver and receiver.
    pub(crate) condition: Option<Condition>,
    /// Whether it asks who threatens, so that it is ignored when that is asked.
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
    /// By ways of these labels, or by any where none is named.
    CannotBeCaptured(Option<Labels>),
    CannotMake(usize),
    CapturedOnlyWhile(Condition),
    WalkAs(Walker),
    AlsoWalkAs(Walker, Option<Place>),
    Exchanged,
    Wrapped,
    OneSquare,
    /// Its slides and rides pass over these as over empty squares; what is there may be taken as ever.
    Through(Noun),
    /// Its slides and rides end where they come upon these squares.
    StopOn(Place),
    MayBecome(Kind),
    /// After its move, or after one of a label, something must hold.
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
    /// Returns whether the clause changes lines, so that attacks asked by it go by the lines of kinds alone.
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
