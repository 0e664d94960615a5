//! Who keeps order, what accounts may not do, what people complain of, and what was done about it.

use async_trait::async_trait;
use entourage_kernel::Side;
use entourage_record::{AccountId, GameId};

use crate::StoreError;

/// Says who keeps order; each may do what those before it may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// Reads complaints, and does something about them.
    Moderator,
    /// Appoints others, too.
    Administrator,
}

/// Says what an account may not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RestraintKind {
    /// Say anything in games.
    Mute,
    /// Sign in.
    Ban,
}

/// Holds what an account may not do any more, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restraint {
    /// The date up to which it stands, in milliseconds since 1970 (UTC); `None` until it is lifted.
    pub until: Option<i64>,
    /// Why, for whoever it concerns and for the log.
    pub reason: String,
}

/// Holds what an account may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rights {
    /// The order that it keeps, if it does.
    pub role: Option<Role>,
    /// Why it may say nothing, whether or not that stands still.
    pub mute: Option<Restraint>,
    /// Why it may not sign in, whether or not that stands still.
    pub ban: Option<Restraint>,
    /// When it was founded, by the server's time in milliseconds.
    pub since: i64,
}

/// Says what somebody complains of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Grievance {
    /// What the player of a side says in a game, with all that was said in it until then, as JSON.
    Talk {
        /// The game; `None` once it is gone.
        game: Option<GameId>,
        /// The side.
        side: Side,
        /// What was said.
        talk: String,
    },
    /// Somebody with an account.
    Person,
    /// A rated game between two accounts that are signed in to from one device, which the server itself tells of.
    Oneself(GameId),
    /// A game that somebody wrote, by its name.
    Definition(String),
}

/// Holds what somebody told those who keep order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// The number, by which it is known.
    pub seq: u32,
    /// Who complains; `None` once their account is gone.
    pub author: Option<AccountId>,
    /// Whom it concerns, if that is somebody with an account.
    pub subject: Option<AccountId>,
    /// What it is about.
    pub grievance: Grievance,
    /// What they say.
    pub text: String,
    /// When, by date in milliseconds since 1970 (UTC).
    pub at: i64,
    /// When it was closed.
    pub closed: Option<i64>,
}

/// Says what is done by those who keep order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Measure {
    /// An account keeps order from now on, or does no more.
    Appoint(Option<Role>),
    /// An account may not do something any more, up to a date or until it is lifted.
    Restrain(RestraintKind, Option<i64>),
    /// An account may do something again.
    Release(RestraintKind),
    /// An account is called otherwise.
    Rename {
        /// The name, as others see it.
        name: String,
        /// The forms of it that no other may have.
        forms: Vec<String>,
    },
    /// A complaint is closed.
    Close,
    /// Something is done with a tournament of somebody else's, which has a name.
    Tournament(TournamentAct, String),
    /// A game that somebody wrote counts for ratings from now on, or does no more.
    List {
        /// The game, by its name in specs.
        definition: String,
        /// Whether it does.
        listed: bool,
    },
}

/// Says what is done with a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentAct {
    /// It is called otherwise, begins otherwise or takes others.
    Amend,
    /// It begins.
    Start,
    /// It is called off.
    Cancel,
    /// Somebody is removed from it.
    Remove,
}

/// Holds a measure that is to be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// What is done.
    pub measure: Measure,
    /// By whom, by name; `None` of whoever runs the server.
    pub author: Option<String>,
    /// With which account; `None` where only a complaint is closed, or something is done with a game that somebody wrote.
    pub account: Option<AccountId>,
    /// Why.
    pub reason: String,
    /// The complaint that led to it.
    pub complaint: Option<u32>,
    /// When, by date in milliseconds since 1970 (UTC).
    pub at: i64,
}

/// Holds what was done, as the log has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logged {
    /// The number.
    pub seq: u32,
    /// The word for what was done.
    pub kind: String,
    /// Who did it, by the name they had; `None` of whoever runs the server.
    pub author: Option<String>,
    /// With whom, by the name they had.
    pub name: Option<String>,
    /// What more there is to it: a role, a date in milliseconds, a new name, a tournament, a game that somebody wrote, or nothing.
    pub detail: String,
    /// Why.
    pub reason: String,
    /// The complaint that led to it.
    pub complaint: Option<u32>,
    /// When, by date in milliseconds since 1970 (UTC).
    pub at: i64,
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Moderator, Self::Administrator];

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Moderator => "moderator",
            Self::Administrator => "administrator",
        }
    }

    /// Finds it by its word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.word() == word)
    }
}

impl RestraintKind {
    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mute => "mute",
            Self::Ban => "ban",
        }
    }
}

impl Restraint {
    /// Tells whether it stands at a date.
    pub fn stands(&self, date: i64) -> bool {
        self.until.is_none_or(|until| date < until)
    }
}

impl Grievance {
    /// Returns the word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Talk { .. } => "talk",
            Self::Person => "person",
            Self::Oneself(_) => "oneself",
            Self::Definition(_) => "definition",
        }
    }
}

impl Measure {
    /// Returns the word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Appoint(_) => "appoint",
            Self::Restrain(kind, _) => kind.word(),
            Self::Release(RestraintKind::Mute) => "unmute",
            Self::Release(RestraintKind::Ban) => "unban",
            Self::Rename { .. } => "rename",
            Self::Close => "close",
            Self::Tournament(TournamentAct::Amend, _) => "amend",
            Self::Tournament(TournamentAct::Start, _) => "start",
            Self::Tournament(TournamentAct::Cancel, _) => "cancel",
            Self::Tournament(TournamentAct::Remove, _) => "remove",
            Self::List { listed: true, .. } => "list",
            Self::List { listed: false, .. } => "unlist",
        }
    }

    /// Returns what more there is to it, for the log.
    pub(crate) fn detail(&self) -> String {
        match self {
            Self::Appoint(role) => role.map_or_else(String::new, |role| role.word().to_owned()),
            Self::Restrain(_, until) => until.map_or_else(String::new, |until| until.to_string()),
            Self::Rename { name, .. } | Self::Tournament(_, name) => name.clone(),
            Self::List { definition, .. } => definition.clone(),
            Self::Release(_) | Self::Close => String::new(),
        }
    }
}

/// Keeps order: roles, restraints, complaints, and a log that nobody can change.
#[async_trait]
pub trait OrderStore: Send + Sync {
    /// Reads what an account may do; `None` if there is no such account.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no role; `Unavailable`.
    async fn rights(&self, account: AccountId) -> Result<Option<Rights>, StoreError>;

    /// Stores a complaint, of which its author may have so many open, and returns its number; the one that it brings is not looked at.
    ///
    /// # Errors
    /// `Conflict` if its author has as many open; `Missing` if what it names is gone; `Unavailable`.
    async fn complain(&self, complaint: &Complaint, most: u32) -> Result<u32, StoreError>;

    /// Lists at most so many complaints: those that are open, the oldest first, or those that are closed, the newest first; where a number is
    /// given, those after it in this order.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no complaint; `Unavailable`.
    async fn complaints(&self, open: bool, after: Option<u32>, most: u32)
    -> Result<Vec<Complaint>, StoreError>;

    /// Reads a complaint by its number; `None` if there is none.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no complaint; `Unavailable`.
    async fn complaint(&self, seq: u32) -> Result<Option<Complaint>, StoreError>;

    /// Lists at most so many complaints of an author, the newest first.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no complaint; `Unavailable`.
    async fn complaints_by(&self, author: AccountId, most: u32) -> Result<Vec<Complaint>, StoreError>;

    /// Takes a measure and logs it: all or nothing. The sessions of whoever is banned end. Returns the games of the account whose followers are
    /// to be told: those of whoever is banned or renamed.
    ///
    /// # Errors
    /// `Conflict` if a form of the name is taken, or a game that somebody wrote stands as it is to; `Missing` if there is no such account,
    /// restraint, open complaint or game; `Unavailable`.
    async fn take_measure(&self, decision: &Decision) -> Result<Vec<GameId>, StoreError>;

    /// Lists at most so many entries of the log, the newest first: those before a number, and those about an account, where either is given.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn measures(
        &self,
        account: Option<AccountId>,
        before: Option<u32>,
        most: u32,
    ) -> Result<Vec<Logged>, StoreError>;

    /// Lists at most so many accounts that were banned and have not left their games yet.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no account; `Unavailable`.
    async fn leaving(&self, most: u32) -> Result<Vec<AccountId>, StoreError>;

    /// Notes that an account has left its games.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn left(&self, account: AccountId) -> Result<(), StoreError>;
}
