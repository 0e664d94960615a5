use async_trait::async_trait;
use entourage_kernel::{Language, Side};
use entourage_record::{GameId, KeyHash, MailToken};

use crate::StoreError;

/// Says where the player of a side wants to be told about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subscription {
    /// The game.
    pub game: GameId,
    /// The side.
    pub side: Side,
    /// The address.
    pub address: String,
    /// The language of messages.
    pub language: Language,
    /// What the links in messages say.
    pub token: MailToken,
    /// Whether whoever reads the address's mail has agreed.
    pub confirmed: bool,
    /// The turn that they were told of last, in the server's words; empty for none.
    pub told: String,
    /// How often sending what is due has failed.
    pub tries: u32,
    /// Counts what happened in the game.
    pub news: i64,
    /// When it was asked for, in milliseconds since 1970 (UTC).
    pub at: i64,
}

/// Says what became of a wish for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subscribed {
    /// The address will be asked.
    Asked,
    /// The side has just this address already.
    Known,
    /// Whoever has the side is written to there already, as their account says: nobody needs to be asked.
    Agreed,
    /// The address was asked often lately.
    TooOften,
}

/// Bounds how often an address is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuestionLimits {
    /// The most questions in the span.
    pub most: u32,
    /// The span, in milliseconds.
    pub span: i64,
}

/// Keeps who wants to be told about which game by e-mail, and what is still to be told.
#[async_trait]
pub trait MailStore: Send + Sync {
    /// Keeps an address for a side instead of another, unconfirmed, and what to ask it as due at once, in the name of a key if one is given.
    ///
    /// # Errors
    /// `Missing` if there is no such game, or the key opens it no more; `Unavailable`.
    async fn subscribe(
        &self,
        subscription: &Subscription,
        limits: QuestionLimits,
        by: Option<KeyHash>,
    ) -> Result<Subscribed, StoreError>;

    /// Reads the address of a side.
    ///
    /// # Errors
    /// `Corrupt` if what is stored makes no sense; `Unavailable`.
    async fn subscription(&self, id: GameId, side: Side) -> Result<Option<Subscription>, StoreError>;

    /// Finds the address that a token belongs to.
    ///
    /// # Errors
    /// `Corrupt` if what is stored makes no sense; `Unavailable`.
    async fn subscription_of(&self, token: MailToken) -> Result<Option<Subscription>, StoreError>;

    /// Confirms the address that a token belongs to; doing so again does no harm. From the time on there may be something to tell it.
    ///
    /// # Errors
    /// `Missing` if the token belongs to none; `Unavailable`.
    async fn confirm(&self, token: MailToken, at: i64) -> Result<(), StoreError>;

    /// Forgets the address that a token belongs to, if there is one.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn unsubscribe(&self, token: MailToken) -> Result<(), StoreError>;

    /// Forgets addresses that were asked before a time and have not been confirmed.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn forget_unconfirmed(&self, before: i64) -> Result<(), StoreError>;

    /// Forgets the questions up to a time, which bound no further one any more. Of an address that was asked only a hash is kept.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn forget_questions(&self, before: i64) -> Result<(), StoreError>;

    /// Returns when something may be due next that nobody looks after by then.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn next_mail(&self) -> Result<Option<i64>, StoreError>;

    /// Takes at most so many addresses for which something may be due at a time, the earliest first, with the time since when. Whoever takes
    /// them looks after them until another time, or until they are settled, and nobody else does.
    ///
    /// # Errors
    /// `Corrupt` if what is stored makes no sense; `Unavailable`.
    async fn take_mail(&self, now: i64, until: i64, most: u32) -> Result<Vec<(Subscription, i64)>, StoreError>;

    /// Notes what was done about what was due: the turn that was told, and when to look again. What became due meanwhile stays.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn settle_mail(
        &self,
        subscription: &Subscription,
        told: &str,
        next: Option<i64>,
        tries: u32,
    ) -> Result<(), StoreError>;
}
