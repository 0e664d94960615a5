use async_trait::async_trait;
use entourage_record::{Entry, Game, GameId, KeyHash, Paper, Seat, Version};

use crate::{ChatLimits, Remark, Said, StoreError};

/// Says when a paper is written at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Condition {
    /// The key of whoever writes, which must still open the game; none where nobody else can have it.
    pub by: Option<KeyHash>,
    /// The version of the text that they have read, which must still be kept; none where it does not matter.
    pub version: Option<Version>,
    /// The version of the game that they know, which it must still have; none where it does not matter.
    pub game: Option<i64>,
}

/// Holds a game as it stood at one moment, with what each side keeps of its plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The game.
    pub game: Game,
    /// What each side keeps of its plan.
    pub plans: [Option<String>; 2],
    /// The version at which all this is so.
    pub version: i64,
}

/// Says what became of a text that was to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// It is kept.
    Kept,
    /// Another text is kept than the one that was read.
    Stale(String),
}

/// Keeps what players say to each other, and what each keeps for themselves.
#[async_trait]
pub trait TalkStore: Send + Sync {
    /// Adds a remark to what the players of a game say, in the name of a key if one is given; a remark of the same side and token is not
    /// added twice.
    ///
    /// # Errors
    /// `Missing` if there is no such game, or the key opens it no more; `Unavailable`. After `Unavailable` the remark may have been stored or
    /// not.
    async fn say(
        &self,
        id: GameId,
        remark: &Remark,
        limits: ChatLimits,
        by: Option<KeyHash>,
    ) -> Result<Said, StoreError>;

    /// Lists at most so many remarks of a game in order, from that of a number on, the first being 0.
    ///
    /// # Errors
    /// `Corrupt` if what is stored are no remarks; `Unavailable`.
    async fn said(&self, id: GameId, from: u32, most: u32) -> Result<Vec<Remark>, StoreError>;

    /// Keeps a paper of a seat in a game instead of what it held, on a condition; the empty text is none. That raises the game's version by
    /// one.
    ///
    /// # Errors
    /// `Conflict` if the game has another version than is known; `Missing` if there is no such game, or the key opens it no more; `Unavailable`.
    async fn keep(
        &self,
        id: GameId,
        seat: Seat,
        paper: Paper,
        text: &str,
        condition: Condition,
    ) -> Result<Written, StoreError>;

    /// Reads a paper of a seat in a game; `None` if it holds nothing.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn paper(&self, id: GameId, seat: Seat, paper: Paper) -> Result<Option<String>, StoreError>;

    /// Reads a game whole with what each side keeps of its plan, as they stood at one moment; `None` if there is no such game.
    ///
    /// # Errors
    /// Those of [`read`](crate::Store::read).
    async fn read_with_plans(&self, id: GameId) -> Result<Option<Standing>, StoreError>;

    /// Stores events of a game from the number `seq` on, which must have exactly `seq` events, and with them what seats
    /// keep of their plans: all or nothing.
    ///
    /// # Errors
    /// Those of [`append`](crate::Store::append).
    async fn append_with_plans(
        &self,
        id: GameId,
        seq: u32,
        entries: &[Entry],
        plans: &[(Seat, String)],
        version: Option<i64>,
    ) -> Result<(), StoreError>;
}
