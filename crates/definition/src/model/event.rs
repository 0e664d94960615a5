use super::{Condition, Labels, Noun, Place};
use entourage_kernel::Kind;

/// Holds something that happens after something has happened in a move.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    /// Who does it, or to whom it happens.
    pub(crate) noun: Noun,
    pub(crate) deed: Deed,
    pub(crate) effect: Effect,
    pub(crate) condition: Option<Condition>,
}

/// Tells what must have happened.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    Captures(Option<Noun>),
    Arrives(Place),
    Makes { labels: Labels, onto: Option<Place> },
    IsCaptured { by: Labels },
}

/// Tells what happens then.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// It becomes one of these, as the mover chooses.
    Becomes(Vec<Kind>),
    /// A piece of the mover's side is put on the first square of a place, if that is empty.
    Put {
        kind: Kind,
        place: Place,
    },
    Removed {
        it: bool,
        noun: Option<Noun>,
    },
    Captured(Noun),
    Remember {
        memory: usize,
        crossed: bool,
    },
    Again {
        label: usize,
        captured_by: usize,
    },
}
