use async_trait::async_trait;
use entourage_clock::Pace;
use entourage_record::{Access, AccountId, GameId, KeyHash, Player, Seat, TokenHash};

use crate::StoreError;

/// Holds who has a name here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// What the account is inside the server.
    pub id: AccountId,
    /// The name, as others see it.
    pub name: String,
    /// The hash of the password with what it was made by, if there is one.
    pub password: Option<String>,
    /// Since when, in milliseconds since 1970 (UTC).
    pub at: i64,
}

/// Holds what an account signs in with instead of a password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passkey {
    /// The name that its device gave it.
    pub id: String,
    /// What its holder calls it.
    pub label: String,
    /// What is known of it, as JSON.
    pub credential: String,
    /// Since when, in milliseconds since 1970 (UTC).
    pub at: i64,
    /// When it was used last.
    pub used: Option<i64>,
}

/// Holds where somebody is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// What is kept of its token.
    pub hash: TokenHash,
    /// Who is signed in.
    pub account: AccountId,
    /// Which browser it said it was.
    pub agent: String,
    /// Since when, in milliseconds since 1970 (UTC).
    pub at: i64,
    /// When it was there last.
    pub seen: i64,
    /// When its holder last proved who they are.
    pub proven: i64,
    /// Whether they did so by what one has when all else is lost.
    pub recovered: bool,
}

/// Says up to when sessions have ended by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expiry {
    /// One that was there last at this time, or before, has idled too long.
    pub seen: i64,
    /// One that began at this time, or before, is too old.
    pub began: i64,
}

/// Says what came of taking a way in away from an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// It is gone.
    Gone,
    /// It is the only one: it stays.
    Last,
    /// The account has no such one.
    Unknown,
}

/// Says what came of claiming a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It is the account's, now or before.
    Held(Access),
    /// It is another account's.
    Taken,
    /// The key opens nothing.
    Unknown,
    /// The key lets its holder look on, which belongs to nobody.
    Watching,
}

/// Describes a game in which an account has a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldGame {
    /// The game.
    pub game: GameId,
    /// The seat; the first where the account has several.
    pub seat: Seat,
    /// The game's spec.
    pub spec: String,
    /// How fast it is played.
    pub pace: Pace,
    /// Who plays.
    pub players: [Player; 2],
    /// The names of those who have one.
    pub names: [Option<String>; 2],
    /// Where it stands in its rules' words, if that was recorded.
    pub status: Option<String>,
    /// When it was created, in milliseconds since 1970 (UTC).
    pub created_at: i64,
    /// When something happened in it last.
    pub at: i64,
}

/// Keeps accounts, where they are signed in, and which seats are theirs.
#[async_trait]
pub trait AccountStore: Send + Sync {
    /// Stores a new account with the forms of its name that no other may have, a passkey if it has one, its recovery codes and its first
    /// session: all or nothing.
    ///
    /// # Errors
    /// `Conflict` if a form of the name, or the passkey, is taken; `Unavailable`.
    async fn found(
        &self,
        account: &Account,
        forms: &[String],
        passkey: Option<&Passkey>,
        codes: &[TokenHash],
        session: &Session,
    ) -> Result<(), StoreError>;

    /// Finds an account by a form of its name; `None` if there is none.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no account; `Unavailable`.
    async fn account_named(&self, form: &str) -> Result<Option<Account>, StoreError>;

    /// Reads an account; `None` if there is none.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no account; `Unavailable`.
    async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError>;

    /// Stores a session; of those that its account has, at most so many stay, this one and those seen last.
    ///
    /// # Errors
    /// `Missing` if there is no such account; `Unavailable`.
    async fn begin_session(&self, session: &Session, most: u32) -> Result<(), StoreError>;

    /// Notes that an account was signed in to from a browser at a time, by what that keeps; of its browsers at most so many are known.
    ///
    /// # Errors
    /// `Missing` if there is no such account; `Unavailable`.
    async fn note_browser(
        &self,
        account: AccountId,
        browser: TokenHash,
        at: i64,
        most: u32,
    ) -> Result<(), StoreError>;

    /// Forgets the browsers from which accounts were signed in to before a time.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn forget_browsers(&self, before: i64) -> Result<(), StoreError>;

    /// Reads a session that has not ended, with its account; `None` if there is none.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no session; `Unavailable`.
    async fn session(&self, hash: TokenHash, expiry: Expiry) -> Result<Option<(Session, Account)>, StoreError>;

    /// Notes that a session was there at a time.
    ///
    /// # Errors
    /// `Missing` if it has ended; `Unavailable`.
    async fn touch_session(&self, hash: TokenHash, at: i64) -> Result<(), StoreError>;

    /// Lists the sessions of an account that have not ended, those seen last first.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no session; `Unavailable`.
    async fn sessions(&self, account: AccountId, expiry: Expiry) -> Result<Vec<Session>, StoreError>;

    /// Ends a session of an account; returns whether there was one.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn end_session(&self, account: AccountId, hash: TokenHash) -> Result<bool, StoreError>;

    /// Ends all sessions of an account but one, and returns how many.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn end_other_sessions(&self, account: AccountId, but: TokenHash) -> Result<u64, StoreError>;

    /// Forgets the sessions that have ended by themselves, and the ceremonies begun at a time or before.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn forget_ended(&self, expiry: Expiry, ceremonies: i64) -> Result<(), StoreError>;

    /// Gives an account a password instead of the one it has, or of none, if the one it has is still the one that was read; all other sessions
    /// than one end.
    ///
    /// # Errors
    /// `Conflict` if the password is another by now; `Missing` if there is no such account; `Unavailable`.
    async fn set_password(
        &self,
        account: AccountId,
        old: Option<&str>,
        new: &str,
        but: TokenHash,
    ) -> Result<(), StoreError>;

    /// Takes the password away from an account, unless it has no passkey.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn remove_password(&self, account: AccountId) -> Result<Removal, StoreError>;

    /// Gives an account one more passkey, if it has fewer than so many.
    ///
    /// # Errors
    /// `Conflict` if it has as many, or the passkey is known; `Missing` if there is no such account; `Unavailable`.
    async fn add_passkey(&self, account: AccountId, passkey: &Passkey, most: u32) -> Result<(), StoreError>;

    /// Lists the passkeys of an account, the oldest first.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn passkeys(&self, account: AccountId) -> Result<Vec<Passkey>, StoreError>;

    /// Finds a passkey by its name, and whose it is; `None` if there is none.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no passkey; `Unavailable`.
    async fn passkey(&self, id: &str) -> Result<Option<(AccountId, Passkey)>, StoreError>;

    /// Notes that a passkey was used at a time, and what is known of it since.
    ///
    /// # Errors
    /// `Missing` if there is no such one any more; `Unavailable`.
    async fn use_passkey(&self, id: &str, credential: &str, at: i64) -> Result<(), StoreError>;

    /// Takes a passkey away from an account, unless it is the only way in.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn remove_passkey(&self, account: AccountId, id: &str) -> Result<Removal, StoreError>;

    /// Gives an account recovery codes instead of those it has.
    ///
    /// # Errors
    /// `Missing` if there is no such account; `Unavailable`.
    async fn set_codes(&self, account: AccountId, codes: &[TokenHash]) -> Result<(), StoreError>;

    /// Takes a recovery code of an account; returns whether there was such one. Nobody takes it again.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn take_code(&self, account: AccountId, code: TokenHash) -> Result<bool, StoreError>;

    /// Counts the recovery codes that an account has left.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn codes_left(&self, account: AccountId) -> Result<u32, StoreError>;

    /// Keeps what was asked of a passkey; of those that wait so many are kept at most, the newest.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn begin_ceremony(&self, hash: TokenHash, state: &str, at: i64, most: u32) -> Result<(), StoreError>;

    /// Takes what was asked of a passkey after a time; `None` if nothing was, or it was taken before.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn take_ceremony(&self, hash: TokenHash, after: i64) -> Result<Option<String>, StoreError>;

    /// Gives the seat of a key to an account, if it is nobody's.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no seat; `Missing` if there is no such account; `Unavailable`.
    async fn claim(&self, account: AccountId, key: KeyHash) -> Result<Claim, StoreError>;

    /// Finds what a session that has not ended opens in a game: the seat of its account, or the one that is named if it has that.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no seat; `Unavailable`.
    async fn access_by_session(
        &self,
        hash: TokenHash,
        expiry: Expiry,
        game: GameId,
        seat: Option<Seat>,
    ) -> Result<Option<Access>, StoreError>;

    /// Tells the names of those who play the sides of a game, where they have one.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn names(&self, game: GameId) -> Result<[Option<String>; 2], StoreError>;

    /// Lists at most so many games in which an account plays, the newest first; where a game is named, those after it.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no game; `Unavailable`.
    async fn held(
        &self,
        account: AccountId,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<HeldGame>, StoreError>;

    /// Forgets an account with all that belongs to it. Its games stay, with seats that are nobody's; they are returned.
    ///
    /// # Errors
    /// `Unavailable`; nothing is forgotten then.
    async fn remove_account(&self, account: AccountId) -> Result<Vec<GameId>, StoreError>;
}
