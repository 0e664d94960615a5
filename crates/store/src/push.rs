use async_trait::async_trait;
use entourage_kernel::{Language, Side};
use entourage_record::{AccountId, GameId, KeyHash, TokenHash};

use crate::StoreError;

/// Names a browser that is told what happens while nobody looks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushDevice {
    /// Where messages for it are handed over.
    pub endpoint: String,
    /// Its public key: a point of P-256, uncompressed.
    pub key: [u8; 65],
    /// What only it and this server know.
    pub secret: [u8; 16],
    /// The language of messages.
    pub language: Language,
}

/// Bounds how many browsers are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PushLimits {
    /// The most for a side by its keys.
    pub seat: u32,
    /// The most for an account.
    pub account: u32,
}

/// Says what a browser is told of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PushSubject {
    /// A side of a game.
    Side(Side),
    /// A challenge.
    Challenge,
}

/// Holds what there may be to tell a browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DuePush {
    /// The browser.
    pub device: PushDevice,
    /// The game, or the one to be.
    pub game: GameId,
    /// What of it.
    pub subject: PushSubject,
    /// The turn that it was told of last, in the server's words; empty for none.
    pub told: String,
    /// How often sending what is due has failed.
    pub tries: u32,
    /// Counts what happened in the game.
    pub news: i64,
}

/// Holds what is known of a browser that is told, for whoever has its account, or a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownDevice {
    /// Where messages for it are handed over.
    pub endpoint: String,
    /// The language of messages.
    pub language: Language,
    /// When it was there last, in milliseconds since 1970 (UTC).
    pub seen: i64,
}

/// Keeps which browsers are told what happens while nobody looks, and what is still to be told.
#[async_trait]
pub trait PushStore: Send + Sync {
    /// Returns the private key of the server, which all processes share: the one that is given where there is none yet.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no key; `Unavailable`.
    async fn push_key(&self, drawn: [u8; 32]) -> Result<[u8; 32], StoreError>;

    /// Keeps a browser at a time, for the account of a session if one is given, and for the sides that some keys open; what it was told of by
    /// other keys it is told of no more. Where there are too many, those go that were there longest ago. Returns for each key the
    /// game and the side, if it opens one.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn keep_device(
        &self,
        device: &PushDevice,
        session: Option<TokenHash>,
        keys: &[KeyHash],
        at: i64,
        limits: PushLimits,
    ) -> Result<Vec<Option<(GameId, Side)>>, StoreError>;

    /// Forgets a browser by where its messages are handed over; returns whether it was known.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn forget_device(&self, endpoint: &str) -> Result<bool, StoreError>;

    /// Forgets the browsers that were there last before a time.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn forget_devices(&self, before: i64) -> Result<(), StoreError>;

    /// Lists the browsers of an account, those that were there last first.
    ///
    /// # Errors
    /// `Corrupt` if what is stored makes no sense; `Unavailable`.
    async fn devices_of(&self, account: AccountId) -> Result<Vec<KnownDevice>, StoreError>;

    /// Lists the browsers that are told of a side by keys to it, those that were there last first: so many as are told at most.
    ///
    /// # Errors
    /// `Corrupt` if what is stored makes no sense; `Unavailable`.
    async fn devices_told_of(&self, game: GameId, side: Side) -> Result<Vec<KnownDevice>, StoreError>;

    /// Returns when something may be due next that nobody looks after by then.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn next_push(&self) -> Result<Option<i64>, StoreError>;

    /// Takes at most so much that may be due at a time, the earliest first; what the account of a browser has nothing to do with any more is
    /// forgotten instead. Whoever takes it looks after it until another time, or until it is settled, and nobody else does.
    ///
    /// # Errors
    /// `Corrupt` if what is stored makes no sense; `Unavailable`.
    async fn take_push(&self, now: i64, until: i64, most: u32) -> Result<Vec<DuePush>, StoreError>;

    /// Notes what was done about what was due: the turn that was told, and when to look again. What became due meanwhile stays.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn settle_push(
        &self,
        push: &DuePush,
        told: &str,
        next: Option<i64>,
        tries: u32,
    ) -> Result<(), StoreError>;

    /// Forgets what a browser was to be told of.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn end_push(&self, push: &DuePush) -> Result<(), StoreError>;
}
