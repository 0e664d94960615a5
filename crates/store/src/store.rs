use async_trait::async_trait;
use entourage_kernel::Side;

use crate::{Access, Entry, Game, GameId, Grant, Invitation, KeyHash, MailStore, StoreError, TalkStore};

/// Keeps games. What a store has acknowledged survives the sudden death of the process, and of the machine as far as
/// its disk keeps promises.
#[async_trait]
pub trait Store: TalkStore + MailStore {
    /// Stores a new game with the events it already has and the keys to it, all or nothing.
    ///
    /// # Errors
    /// `Conflict` if its id or a key is taken; `Unavailable`.
    async fn create(&self, game: &Game, grants: &[Grant]) -> Result<(), StoreError>;

    /// Finds what a key opens; `None` if it opens nothing.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no seat; `Unavailable`.
    async fn access(&self, key: KeyHash) -> Result<Option<Access>, StoreError>;

    /// Gives a key a seat that no other key has; one that has just that seat keeps it.
    ///
    /// # Errors
    /// `Conflict` if another key has the seat, or the key opens something else; `Missing` if there is no such game; `Unavailable`.
    async fn admit(&self, id: GameId, grant: &Grant) -> Result<(), StoreError>;

    /// Gives a seat to a key instead of all keys that have it, in a game in which nothing has happened since it was created, as the key of the game's host asks. Who had
    /// the seat has not come to the game any more, is told nothing by e-mail, leaves neither notes nor moves made ready, and its time is
    /// never up until somebody comes.
    ///
    /// # Errors
    /// `Conflict` if something has happened in the game, or the key opens something; `Missing` if there is no such game, or the key that asks is not
    /// its host's (any more); `Unavailable`.
    async fn replace(&self, id: GameId, grant: &Grant, by: KeyHash) -> Result<(), StoreError>;

    /// Offers a side of a game to anybody, from a time in milliseconds since 1970 (UTC) on; one that is offered stays so.
    ///
    /// # Errors
    /// `Missing` if there is no such game; `Unavailable`.
    async fn invite(&self, id: GameId, side: Side, at: i64) -> Result<(), StoreError>;

    /// Lists at most so many invitations made since a time, the newest first.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no invitation; `Unavailable`.
    async fn invitations(&self, since: i64, most: u32) -> Result<Vec<Invitation>, StoreError>;

    /// Gives a key the side that is offered to anybody, which is not offered any more; a key that has it keeps it.
    ///
    /// # Errors
    /// `Conflict` if the side is not offered, or the key opens something else; `Unavailable`.
    async fn join(&self, id: GameId, grant: &Grant) -> Result<(), StoreError>;

    /// Offers nothing of a game any more.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn withdraw(&self, id: GameId) -> Result<(), StoreError>;

    /// Shows a game to everybody from a time in milliseconds since 1970 (UTC) on, or, for `None`, to nobody any more; one that is
    /// shown stays so.
    ///
    /// # Errors
    /// `Missing` if there is no such game to show; `Unavailable`.
    async fn publish(&self, id: GameId, since: Option<i64>) -> Result<(), StoreError>;

    /// Tells whether a game is shown to everybody.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn is_published(&self, id: GameId) -> Result<bool, StoreError>;

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

    /// Stores when a side's player came to a game, unless he has come before, and when its time is then up.
    ///
    /// # Errors
    /// `Missing` if there is no such game; `Unavailable`.
    async fn arrive(&self, id: GameId, side: Side, at: i64, deadline: Option<i64>) -> Result<(), StoreError>;

    /// Corrects when a game's time is up.
    ///
    /// # Errors
    /// `Missing` if there is no such game; `Unavailable`.
    async fn set_deadline(&self, id: GameId, deadline: Option<i64>) -> Result<(), StoreError>;

    /// Lists at most so many games whose time is up next, the earliest first, with the time.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no deadline; `Unavailable`.
    async fn deadlines(&self, most: u32) -> Result<Vec<(GameId, i64)>, StoreError>;

    /// Writes everything back and closes; later calls fail with `Unavailable`.
    async fn close(&self);
}
