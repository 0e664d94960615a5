use async_trait::async_trait;

use crate::{ChatLimits, ChatLine, Entry, GameId, Paper, Said, Seat, StoreError};

/// Keeps what players say to each other, and what each keeps for himself.
#[async_trait]
pub trait TalkStore: Send + Sync {
    /// Adds a line to what the players of a game say; a line of the same side and token is not added twice.
    ///
    /// # Errors
    /// `Missing` if there is no such game; `Unavailable`. After `Unavailable` the line may have been stored or not.
    async fn say(&self, id: GameId, line: &ChatLine, limits: ChatLimits) -> Result<Said, StoreError>;

    /// Lists at most so many lines of a game in order, from that of a number on, the first being 0.
    ///
    /// # Errors
    /// `Corrupt` if what is stored are no lines; `Unavailable`.
    async fn said(&self, id: GameId, from: u32, most: u32) -> Result<Vec<ChatLine>, StoreError>;

    /// Keeps a paper of a seat in a game instead of what it held; the empty text is none.
    ///
    /// # Errors
    /// `Missing` if there is no such game; `Unavailable`.
    async fn keep(&self, id: GameId, seat: Seat, paper: Paper, text: &str) -> Result<(), StoreError>;

    /// Reads a paper of a seat in a game; `None` if it holds nothing.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn paper(&self, id: GameId, seat: Seat, paper: Paper) -> Result<Option<String>, StoreError>;

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
    ) -> Result<(), StoreError>;
}
