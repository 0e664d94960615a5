use super::game_error::GameError;
use super::order_error::OrderError;
use super::tournament_error::TournamentError;

/// Says why something is not done with an account.
#[derive(Clone, Debug)]
pub(crate) enum AccountError {
    /// Nobody is signed in, or not any more.
    SignedOut,
    /// No account has this name and this password or code, or no passkey answered for one.
    Credentials,
    /// Not just one of the ways to sign in was shown.
    Ways,
    /// Somebody tried to sign in under this name too often.
    Attempts {
        /// In how many seconds to try again.
        seconds: u32,
    },
    /// The text can be no name.
    Name(NameFault),
    /// Somebody has this name, or one that looks like it.
    NameTaken,
    /// The text can be no password.
    Password(PasswordFault),
    /// Whoever asks has not proved lately who they are.
    Stale,
    /// The account could not be signed in to any more.
    LastWay,
    /// The passkey did not answer what it was asked, or too late.
    Passkey,
    /// The account has as many passkeys as one may, or the passkey is known already.
    Passkeys,
    /// The server is not known under a name for which there are passkeys.
    NoPasskeys,
    /// The link that was sent is good for nothing any more.
    Link,
    /// The account has no such session, passkey or password.
    Unknown,
    /// The account was changed meanwhile.
    Changed,
    /// Too many passwords are being looked at.
    Busy,
    /// Something else went wrong.
    Failed(GameError),
}

/// Says why a text can be no name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NameFault {
    /// It has fewer letters than a name needs, or more than one may have.
    Length,
    /// It has something that is no letter, digit, space, dot, dash or apostrophe, or one of these where none belongs.
    Letters,
    /// It mixes scripts whose letters pass for each other.
    Scripts,
    /// It is kept for the house.
    Reserved,
}

/// Says why a text can be no password.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PasswordFault {
    /// It has fewer than eight characters.
    Short,
    /// It has more than 128 characters.
    Long,
    /// It is among the first that anybody would try.
    Common,
}

impl AccountError {
    /// Returns the word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::SignedOut => "signed-out",
            Self::Credentials => "credentials",
            Self::Ways => "ways",
            Self::Attempts { .. } => "attempts",
            Self::Name(_) => "name",
            Self::NameTaken => "name-taken",
            Self::Password(_) => "password",
            Self::Stale => "prove",
            Self::LastWay => "last-way",
            Self::Passkey => "passkey",
            Self::Passkeys => "passkeys",
            Self::NoPasskeys => "no-passkeys",
            Self::Link => "link",
            Self::Unknown => "unknown",
            Self::Changed => "changed",
            Self::Busy => "busy",
            Self::Failed(error) => error.code(),
        }
    }
}

impl From<GameError> for AccountError {
    fn from(error: GameError) -> Self {
        Self::Failed(error)
    }
}

impl From<OrderError> for AccountError {
    fn from(error: OrderError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<TournamentError> for AccountError {
    fn from(error: TournamentError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<NameFault> for AccountError {
    fn from(fault: NameFault) -> Self {
        Self::Name(fault)
    }
}

impl From<PasswordFault> for AccountError {
    fn from(fault: PasswordFault) -> Self {
        Self::Password(fault)
    }
}
