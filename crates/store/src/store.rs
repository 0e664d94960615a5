use async_trait::async_trait;

use crate::{Entry, Game, GameId, StoreError};

/// Keeps games. What a store has acknowledged survives the sudden death of the process, and of the machine as far as
/// its disk keeps promises.
#[async_trait]
pub trait Store: Send + Sync {
    /// Stores a new game with the events it already has, all or nothing.
    ///
    /// # Errors
    /// `Conflict` if its id is taken; `Unavailable`.
    async fn create(&self, game: &Game) -> Result<(), StoreError>;

    /// Reads a game whole; `None` if there is no such game.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no game; `Unavailable`.
    async fn read(&self, id: GameId) -> Result<Option<Game>, StoreError>;

    /// Stores the event number `seq` (the first is 0) of a game, which must have exactly `seq` events.
    ///
    /// # Errors
    /// `Conflict` if the game has more or fewer events; `Missing` if there is no such game; `Unavailable`. After
    /// `Unavailable` the event may have been stored or not.
    async fn append(&self, id: GameId, seq: u32, entry: &Entry) -> Result<(), StoreError>;

    /// Writes everything back and closes; later calls fail with `Unavailable`.
    async fn close(&self);
}
