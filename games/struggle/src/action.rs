use entourage_kernel::{Intent, Path, Square};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Pass,
    /// The turn goes on without what is offered, or closes.
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
    /// Over two spaces (Catapult).
    Hurl {
        from: Square,
        near: Square,
        far: Square,
        to: Square,
    },
    /// Away from here (Teleport).
    Teleport {
        from: Square,
        to: Square,
    },
    /// A run of pieces moves on (Caboose): its rear piece and the space that one moves to.
    Train {
        rear: Square,
        next: Square,
    },
    /// Two own pieces trade places (Mad Hatter), the lower space first.
    Trade {
        a: Square,
        b: Square,
    },
    Pact {
        own: Square,
        enemy: Square,
    },
}

/// The choice of an intent without squares that passes.
const PASS: u8 = 1;
/// The choice of an intent without squares that ends.
const END: u8 = 2;
const TELEPORT: u8 = 3;
const TRAIN: u8 = 4;
const TRADE: u8 = 5;
const PACT: u8 = 6;

impl Action {
    /// Reads an intent, or returns `None` if no ply has this form.
    #[inline]
    pub(crate) fn of(intent: Intent) -> Option<Self> {
        // Nearly all are one of these.
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
            ([Some(from), Some(near), Some(far), Some(to)], 0) => Self::Hurl { from, near, far, to },
            ([Some(from), Some(to), None, None], TELEPORT) => Self::Teleport { from, to },
            ([Some(rear), Some(next), None, None], TRAIN) => Self::Train { rear, next },
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
            Self::Hurl { from, near, far, to } => Intent::of(&[from, near, far, to]),
            Self::Teleport { from, to } => Intent::from_to(from, to).with_choice(TELEPORT),
            Self::Train { rear, next } => Intent::from_to(rear, next).with_choice(TRAIN),
            Self::Trade { a, b } => Intent::from_to(a, b).with_choice(TRADE),
            Self::Pact { own, enemy } => Intent::from_to(own, enemy).with_choice(PACT),
        }
    }

    /// Returns the path of a piece's teleports (Teleport).
    #[inline]
    pub(crate) const fn teleports(from: Square) -> Path {
        Path::from(from).with_choice(TELEPORT)
    }

    /// Returns the move of a run (Caboose) whose rear piece takes a step.
    #[inline]
    pub(crate) const fn train(step: Intent) -> Intent {
        step.with_choice(TRAIN)
    }

    /// Returns the path of trades with a piece on a lower space (Mad Hatter).
    #[inline]
    pub(crate) const fn trades(a: Square) -> Path {
        Path::from(a).with_choice(TRADE)
    }

    #[inline]
    pub(crate) const fn pacts(own: Square) -> Path {
        Path::from(own).with_choice(PACT)
    }

    /// Returns whether the action may be taken before the main action only (free actions).
    pub(crate) fn is_free(self) -> bool {
        matches!(self, Self::Trade { .. } | Self::Pact { .. })
    }
}
