use entourage_kernel::{Intent, Path, Square};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Pass,
    /// Declines an optional move, or ends the turn.
    End,
    Step {
        from: Square,
        to: Square,
    },
    Jump {
        from: Square,
        over: Square,
        to: Square,
    },
    /// A leap over two spaces (Catapult).
    Catapult {
        from: Square,
        near: Square,
        far: Square,
        to: Square,
    },
    Teleport {
        from: Square,
        to: Square,
    },
    /// A move of several pieces in a row, identified by the step of the rear piece (Caboose).
    Caboose {
        rear: Square,
        next: Square,
    },
    /// A swap of two friendly pieces; `a` is the space with the lower number (Mad Hatter).
    Trade {
        a: Square,
        b: Square,
    },
    Pact {
        own: Square,
        enemy: Square,
    },
}

const PASS: u8 = 1;
const END: u8 = 2;
const TELEPORT: u8 = 3;
const CABOOSE: u8 = 4;
const TRADE: u8 = 5;
const PACT: u8 = 6;

impl Action {
    /// Converts an intent to an action; `None` if the intent does not encode an action.
    #[inline]
    pub(crate) fn of(intent: Intent) -> Option<Self> {
        if let Some([from, to]) = intent.as_from_to() {
            return Some(Self::Step { from, to });
        }
        if let Some([from, over, to]) = intent.as_through() {
            return Some(Self::Jump { from, over, to });
        }
        let squares = [0, 1, 2, 3].map(|index| intent.square(index));
        Some(match (squares, intent.choice()) {
            ([None, ..], PASS) => Self::Pass,
            ([None, ..], END) => Self::End,
            ([Some(from), Some(near), Some(far), Some(to)], 0) => Self::Catapult { from, near, far, to },
            ([Some(from), Some(to), None, None], TELEPORT) => Self::Teleport { from, to },
            ([Some(rear), Some(next), None, None], CABOOSE) => Self::Caboose { rear, next },
            ([Some(a), Some(b), None, None], TRADE) => Self::Trade { a, b },
            ([Some(own), Some(enemy), None, None], PACT) => Self::Pact { own, enemy },
            _ => return None,
        })
    }

    #[inline]
    pub(crate) fn intent(self) -> Intent {
        match self {
            Self::Pass => Intent::choice_only(PASS),
            Self::End => Intent::choice_only(END),
            Self::Step { from, to } => Intent::from_to(from, to),
            Self::Jump { from, over, to } => Intent::through(from, over, to),
            Self::Catapult { from, near, far, to } => Intent::of(&[from, near, far, to]),
            Self::Teleport { from, to } => Intent::from_to(from, to).with_choice(TELEPORT),
            Self::Caboose { rear, next } => Intent::from_to(rear, next).with_choice(CABOOSE),
            Self::Trade { a, b } => Intent::from_to(a, b).with_choice(TRADE),
            Self::Pact { own, enemy } => Intent::from_to(own, enemy).with_choice(PACT),
        }
    }

    #[inline]
    pub(crate) const fn teleports(from: Square) -> Path {
        Path::from(from).with_choice(TELEPORT)
    }

    #[inline]
    pub(crate) const fn caboose(step: Intent) -> Intent {
        step.with_choice(CABOOSE)
    }

    #[inline]
    pub(crate) const fn trades(a: Square) -> Path {
        Path::from(a).with_choice(TRADE)
    }

    #[inline]
    pub(crate) const fn pacts(own: Square) -> Path {
        Path::from(own).with_choice(PACT)
    }

    /// Returns whether this is a free action, which must come before the main action.
    pub(crate) fn is_free(self) -> bool {
        matches!(self, Self::Trade { .. } | Self::Pact { .. })
    }
}
