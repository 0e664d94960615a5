use entourage_registry::view::FaultView;

/// Says why something is not done with a game that somebody wrote.
#[derive(Clone, Debug)]
pub(crate) enum ShelfError {
    /// There is no such game, or nobody is told of it.
    Unknown,
    /// The texts are none, or too many, or one of them is no part of the game.
    Form,
    /// A text is longer than a game's.
    TooLarge,
    /// The licence is none of those that there are.
    Licence,
    /// The texts have errors.
    Faults(Vec<FaultView>),
    /// Another author has handed the same texts in before.
    Taken {
        /// The name of the game.
        id: String,
    },
    /// The author has handed in as many games as one may.
    TooMany,
    /// The key is not the author's.
    Foreign,
    /// The game from which it was made is not shown to everybody.
    NoOrigin,
    /// Its author has withdrawn the game: none begins any more.
    Withdrawn,
    /// A moderator has hidden the game.
    Hidden,
    /// There are warnings that nothing in the text answers.
    Unanswered(Vec<FaultView>),
    /// The two readings of the rules differ in a position.
    Disagreement {
        /// The position.
        position: String,
    },
    /// Too few games come to an end in the time that there is.
    TooSlow,
    /// Other games are being looked at.
    Busy,
}

impl ShelfError {
    /// Returns the word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown => "no-definition",
            Self::Form => "malformed",
            Self::TooLarge => "too-large",
            Self::Licence => "licence",
            Self::Faults(_) => "faults",
            Self::Taken { .. } => "taken",
            Self::TooMany => "too-many",
            Self::Foreign => "not-author",
            Self::NoOrigin => "no-origin",
            Self::Withdrawn => "withdrawn",
            Self::Hidden => "hidden",
            Self::Unanswered(_) => "unanswered",
            Self::Disagreement { .. } => "disagreement",
            Self::TooSlow => "too-slow",
            Self::Busy => "busy",
        }
    }
}
