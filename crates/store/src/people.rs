//! Who plays whom, whom they follow, and with whom they want nothing to do.

use async_trait::async_trait;
use entourage_kernel::Side;
use entourage_record::{AccountId, GameId, Player};

use crate::StoreError;

/// Says what one account has to do with another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    /// It follows the other.
    Follow,
    /// It wants nothing to do with the other.
    Block,
}

/// Describes a game in which an account plays one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The game.
    pub game: GameId,
    /// The side.
    pub side: Side,
    /// The game's spec.
    pub spec: String,
    /// Who plays.
    pub players: [Player; 2],
    /// The name of whoever plays the other side, if they have one.
    pub opponent: Option<String>,
    /// Where it stands in its rules' words, if that was recorded.
    pub status: Option<String>,
    /// Whether it is shown to everybody.
    pub shown: bool,
    /// When it was created, by the server's time in milliseconds.
    pub created_at: i64,
}

impl Tie {
    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Follow => "follow",
            Self::Block => "block",
        }
    }
}

/// Keeps what people have to do with each other.
#[async_trait]
pub trait PeopleStore: Send + Sync {
    /// Notes at a time that an account follows or blocks another, of which it may have so many; one that does stays so. Whoever is blocked
    /// follows no more, and is followed no more.
    ///
    /// # Errors
    /// `Conflict` if it has as many; `Missing` if either is gone; `Unavailable`.
    async fn tie(
        &self,
        account: AccountId,
        tie: Tie,
        other: AccountId,
        at: i64,
        most: u32,
    ) -> Result<(), StoreError>;

    /// Notes that an account follows or blocks another no more.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn untie(&self, account: AccountId, tie: Tie, other: AccountId) -> Result<(), StoreError>;

    /// Tells whether an account follows or blocks another.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn is_tied(&self, account: AccountId, tie: Tie, other: AccountId) -> Result<bool, StoreError>;

    /// Lists at most so many names of those whom an account follows or blocks, in the order of their names.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn tied(&self, account: AccountId, tie: Tie, most: u32) -> Result<Vec<String>, StoreError>;

    /// Tells whose the seats of a game's sides are.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no account; `Unavailable`.
    async fn players(&self, game: GameId) -> Result<[Option<AccountId>; 2], StoreError>;

    /// Lists at most so many games in which an account plays one side and no more, the newest first.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no game; `Unavailable`.
    async fn played(&self, account: AccountId, most: u32) -> Result<Vec<PlayedGame>, StoreError>;
}
