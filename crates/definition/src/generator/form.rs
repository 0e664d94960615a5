use arrayvec::ArrayVec;
use entourage_kernel::{Intent, Square};

use super::way::{Deed, Way};
use crate::model::{MoveForm, Placeholder};

const MAX_SQUARES: usize = 4;

pub(super) struct Form {
    slots: ArrayVec<Slot, MAX_SQUARES>,
    pub(super) number: u8,
    /// The choice field of `Intent` for moves in this format; `None` if the format contains squares other than start and destination.
    pub(super) choice: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    From,
    To,
    Taken,
    Over(usize),
    Target,
    Put,
}

impl Form {
    pub(super) fn new(form: &MoveForm, number: usize) -> Self {
        let slot = |place: &Placeholder| match place {
            Placeholder::From => Some(Slot::From),
            Placeholder::To => Some(Slot::To),
            Placeholder::Taken => Some(Slot::Taken),
            Placeholder::Over(index) => Some(Slot::Over(*index)),
            Placeholder::Target => Some(Slot::Target),
            Placeholder::Put => Some(Slot::Put),
            Placeholder::Literal(_) | Placeholder::Becomes { .. } => None,
        };
        let slots: ArrayVec<Slot, MAX_SQUARES> =
            form.template.squares().into_iter().filter_map(slot).take(MAX_SQUARES).collect();
        let number = (number % 16) as u8;
        let choice = (slots[..] == [Slot::From, Slot::To]).then_some(number);
        Self { slots, number, choice }
    }

    /// Returns a move's destination; `None` if this format contains squares other than start, destination and the square of a new piece.
    pub(super) fn end_of(&self, intent: Intent) -> Option<Square> {
        match self.slots[..] {
            [Slot::From, Slot::To] | [Slot::From, Slot::To, Slot::Put] if intent.len() == self.slots.len() => {
                intent.square(1)
            }
            _ => None,
        }
    }

    pub(super) fn of_way(&self, way: &Way<'_>, put: Option<Square>) -> Intent {
        if let Some(choice) = self.choice {
            return Intent::from_to(way.from, way.to).with_choice(choice);
        }
        self.intent(|slot| match slot {
            Slot::From => Some(way.from),
            Slot::Taken => way.taken.as_slice().first().copied(),
            Slot::Over(index) => way.over.as_slice().get(index).copied(),
            Slot::Put => put,
            Slot::To | Slot::Target => Some(way.to),
        })
    }

    pub(super) fn of_deed(&self, deed: &Deed<'_>) -> Intent {
        self.intent(|slot| match deed {
            Deed::Act { target, .. } if slot == Slot::Target => *target,
            Deed::Act { at, .. } | Deed::Mutate { at, .. } => Some(*at),
            _ => None,
        })
    }

    fn intent(&self, square: impl Fn(Slot) -> Option<Square>) -> Intent {
        let squares: ArrayVec<Square, MAX_SQUARES> =
            self.slots.iter().filter_map(|slot| square(*slot)).collect();
        Intent::of(&squares).with_choice(self.number)
    }
}
