use async_trait::async_trait;
use entourage_clock::Pace;
use entourage_kernel::{Degree, Side};
use entourage_record::{AccountId, Game, GameId, KeyHash};

use crate::{Rated, StoreError};

/// Describes whom somebody wishes to play, and what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seek {
    /// The name that the game will have.
    pub id: GameId,
    /// What will open its maker's seat.
    pub key: KeyHash,
    /// The maker's account; none of a guest's.
    pub account: Option<AccountId>,
    /// The account that is challenged; none where anybody may take it.
    pub opponent: Option<AccountId>,
    /// The game's spec.
    pub spec: String,
    /// How fast it is played.
    pub pace: Pace,
    /// How much the rules help.
    pub degree: Degree,
    /// The side that the maker wishes, if they do.
    pub side: Option<Side>,
    /// Whether the game counts for ratings.
    pub rated: bool,
    /// The lowest rating that an opponent may have, in points.
    pub lowest: Option<i64>,
    /// The highest.
    pub highest: Option<i64>,
    /// Whether it stays while its maker is away.
    pub lasts: bool,
    /// Since when, in milliseconds since 1970 (UTC).
    pub at: i64,
    /// Until when.
    pub until: i64,
}

/// Describes a seek to those who look for one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedSeek {
    /// The seek.
    pub seek: Seek,
    /// The maker's name, if they have one.
    pub name: Option<String>,
    /// The name of whoever is challenged.
    pub opponent: Option<String>,
    /// Whether the maker is a bot, and whether whoever is challenged is.
    pub bots: [bool; 2],
    /// How strong the maker is in such a game, if they have played any.
    pub rated: Option<Rated>,
}

/// Says what came of a wish to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paired {
    /// Somebody waited for just that: the game is there, and the side is the one who came.
    Game(GameId, Side),
    /// It waits for somebody.
    Waits,
    /// Its maker has as many that wait as one may.
    Many,
}

/// Says what came of taking a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taking {
    /// The game is there, and the side is the one who took it.
    Game(Side),
    /// Somebody else was faster, or it was withdrawn.
    Gone,
    /// It is for somebody else.
    Other,
    /// It is their own.
    Own,
    /// Only who has an account takes it.
    Guest,
    /// One of the two wants nothing to do with the other.
    Blocked,
    /// They are too weak for it, or too strong.
    Range,
}

/// Says who comes to a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comer {
    /// What will open their seat.
    pub key: KeyHash,
    /// Their account; none of a guest's.
    pub account: Option<AccountId>,
}

/// Says who withdraws a seek, or declines it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Withdrawer {
    /// Whoever has the key of its maker.
    Key(KeyHash),
    /// An account that made it or is challenged by it.
    Account(AccountId),
}

/// Keeps who looks for an opponent. Of those who come to a seek at once, one gets it.
#[async_trait]
pub trait SeekStore: Send + Sync {
    /// Has somebody who wishes to play take the seek that fits best, the one whose maker is nearest in strength or has waited longest; where
    /// none fits, their wish waits, unless so many of theirs wait already. `game` is what the wish begins, under any name.
    ///
    /// # Errors
    /// `Conflict` if the key opens something else; `Unavailable`.
    async fn pair(&self, wish: &Seek, game: &Game, most: u32) -> Result<Paired, StoreError>;

    /// Takes a seek at a time; `game` is what it begins, under its name.
    ///
    /// # Errors
    /// `Conflict` if the key opens something else; `Unavailable`.
    async fn take_seek(&self, id: GameId, comer: Comer, game: &Game, now: i64) -> Result<Taking, StoreError>;

    /// Reads a seek that stands at a time.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no seek; `Unavailable`.
    async fn seek(&self, id: GameId, now: i64) -> Result<Option<Seek>, StoreError>;

    /// Lists at most so many seeks that stand at a time and that anybody may take, the newest first, after one if it is named and stands.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no seek; `Unavailable`.
    async fn seeks(&self, now: i64, after: Option<GameId>, most: u32) -> Result<Vec<ListedSeek>, StoreError>;

    /// Lists at most so many challenges that stand at a time and that an account has made or is to answer, the newest first.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no seek; `Unavailable`.
    async fn challenges(&self, account: AccountId, now: i64, most: u32) -> Result<Vec<ListedSeek>, StoreError>;

    /// Returns which of some games to be stand as seeks at a time.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn sought(&self, games: &[GameId], now: i64) -> Result<Vec<GameId>, StoreError>;

    /// Lets seeks that go with their maker stand until a time, if they stand at another and were made since a third.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn hold_seek(&self, key: KeyHash, now: i64, since: i64, until: i64) -> Result<(), StoreError>;

    /// Withdraws the seek of a key that goes with its maker, who has gone; returns whether there was one.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn drop_seek(&self, key: KeyHash) -> Result<bool, StoreError>;

    /// Withdraws a seek, or declines it; returns whether it was there and theirs.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn withdraw_seek(&self, id: GameId, by: Withdrawer) -> Result<bool, StoreError>;

    /// Forgets seeks that stand no more at a time; returns how many.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn forget_seeks(&self, now: i64) -> Result<u64, StoreError>;
}
