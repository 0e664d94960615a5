use async_trait::async_trait;
use entourage_kernel::Language;
use entourage_record::{AccountId, MailToken, TokenHash};

use crate::{QuestionLimits, StoreError, Subscribed};

/// Says where whoever has an account is written to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountMail {
    /// The address whose reader has agreed, if there is one.
    pub address: Option<String>,
    /// The address that is to take its place once its reader agrees.
    pub wanted: Option<String>,
    /// The language of letters.
    pub language: Language,
}

/// Says what a letter to whoever has an account is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LetterKind {
    /// Whether the address is theirs, and they want it to be known here.
    Question,
    /// How they come back in.
    Recovery,
    /// The password is another, or there is none any more.
    Password,
    /// A passkey was added, or taken away.
    Passkey,
    /// There are new recovery codes.
    Codes,
    /// Somebody came in by a recovery code.
    Code,
    /// Letters go to another address from now on, or to none.
    Address,
    /// The account has another name.
    Name,
}

impl LetterKind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Question,
        Self::Recovery,
        Self::Password,
        Self::Passkey,
        Self::Codes,
        Self::Code,
        Self::Address,
        Self::Name,
    ];

    /// Returns the word that is stored.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Recovery => "recovery",
            Self::Password => "password",
            Self::Passkey => "passkey",
            Self::Codes => "codes",
            Self::Code => "code",
            Self::Address => "address",
            Self::Name => "name",
        }
    }
}

/// Holds a letter that is still to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueLetter {
    /// What it is told from others by.
    pub id: MailToken,
    /// Whose account it is about.
    pub account: AccountId,
    /// The account's name.
    pub name: String,
    /// What it is about.
    pub kind: LetterKind,
    /// Where it goes.
    pub address: String,
    /// Its language.
    pub language: Language,
    /// What the link says by which an address is agreed to, as long as this one is wanted.
    pub token: Option<MailToken>,
    /// How often sending it has failed.
    pub tries: u32,
}

/// Keeps where those who have accounts are written to, and what is still to be written. What is to be told of a change is stored with it, in
/// one transaction.
#[async_trait]
pub trait LetterStore: Send + Sync {
    /// Keeps an address that is wanted for an account, and asks it: it takes the place of the account's once its reader agrees. Its language
    /// is that of all letters from now on.
    ///
    /// # Errors
    /// `Missing` if there is no such account; `Unavailable`.
    async fn want_address(
        &self,
        account: AccountId,
        address: &str,
        language: Language,
        token: MailToken,
        at: i64,
        limits: QuestionLimits,
    ) -> Result<Subscribed, StoreError>;

    /// Returns where an account is written to; `None` if nowhere.
    ///
    /// # Errors
    /// `Corrupt` if what is stored makes no sense; `Unavailable`.
    async fn account_mail(&self, account: AccountId) -> Result<Option<AccountMail>, StoreError>;

    /// Agrees to the address that a token was sent to; the one before is told that it is no more.
    ///
    /// # Errors
    /// `Missing` if no address that is wanted has this token; `Unavailable`.
    async fn agree_address(&self, token: MailToken) -> Result<(), StoreError>;

    /// Forgets the address that is wanted and that a token was sent to; returns whether there was one.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn refuse_address(&self, token: MailToken) -> Result<bool, StoreError>;

    /// Forgets all addresses of an account; the one that it had is told so.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn forget_addresses(&self, account: AccountId) -> Result<(), StoreError>;

    /// Has the address of an account sent a link by which its holder comes back in; nothing where it has none.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn ask_recovery(
        &self,
        account: AccountId,
        at: i64,
        limits: QuestionLimits,
    ) -> Result<Subscribed, StoreError>;

    /// Keeps what a link opens that is about to be sent.
    ///
    /// # Errors
    /// `Missing` if there is no such account; `Unavailable`.
    async fn add_recovery_link(&self, account: AccountId, hash: TokenHash, at: i64) -> Result<(), StoreError>;

    /// Takes a link that was sent after a time, and all others of its account; `None` if it opens nothing. Nobody takes it again.
    ///
    /// # Errors
    /// `Corrupt` if what is stored makes no sense; `Unavailable`.
    async fn take_recovery_link(&self, hash: TokenHash, after: i64) -> Result<Option<AccountId>, StoreError>;

    /// Forgets addresses that were asked before a time and have not agreed, and links sent before another.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn forget_unanswered(&self, asked: i64, sent: i64) -> Result<(), StoreError>;

    /// Returns when a letter is due next that nobody looks after by then.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn next_letter(&self) -> Result<Option<i64>, StoreError>;

    /// Takes at most so many letters that are due at a time, the earliest first. Whoever takes them looks after them until another time, or
    /// until they are settled, and nobody else does.
    ///
    /// # Errors
    /// `Corrupt` if what is stored makes no sense; `Unavailable`.
    async fn take_letters(&self, now: i64, until: i64, most: u32) -> Result<Vec<DueLetter>, StoreError>;

    /// Notes that a letter is due again at a time, after so many tries; or that nothing more is to be done about it.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn settle_letter(&self, id: MailToken, again: Option<(i64, u32)>) -> Result<(), StoreError>;
}
