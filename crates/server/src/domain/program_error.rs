//! What is not done for programs, and for accounts under which they play.

/// Says why something is not done for a program, or for a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProgramError {
    /// What the request shows is no token, or one that was revoked.
    Token,
    /// The token has none of these scopes, by their words.
    Scope(&'static [&'static str]),
    /// The account has as many tokens as one may.
    Many,
    /// A token has a name of 1 to 60 characters.
    Name,
    /// A token is for something, and what it is for has a known word.
    Scopes,
    /// The account is a bot's: it challenges by name and is challenged, and enters no pool of people.
    Bot,
    /// The account is no bot's.
    NotBot,
    /// The account has a seat in a game: whoever played it is a person.
    Played,
    /// The account has as many streams open as one may.
    Streams,
    /// What is asked for is nothing that can be played: a clock, a side or a position.
    Terms,
}

impl ProgramError {
    /// Returns the word for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::Token => "bad-token",
            Self::Scope(_) => "scope",
            Self::Many => "tokens",
            Self::Name => "token-name",
            Self::Scopes => "scopes",
            Self::Bot => "bot",
            Self::NotBot => "not-bot",
            Self::Played => "played",
            Self::Streams => "streams",
            Self::Terms => "terms",
        }
    }
}
