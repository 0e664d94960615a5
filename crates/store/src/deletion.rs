use async_trait::async_trait;
use entourage_kernel::Side;
use entourage_record::{GameId, KeyHash, Seat};

use crate::{Remark, StoreError};

/// Says what became of a wish that a game be deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deletion {
    /// The other player has not wished it.
    Wished,
    /// The player wishes it already, and the other does not: nothing changes.
    Stands,
    /// The player has wished it as often as they may between two events of the game: nothing changes.
    Often,
    /// The other player wishes it already, and whoever asks did not know: nothing is done.
    Asked,
    /// Everybody who plays has wished it: it is forgotten with all that belonged to it.
    Done,
}

/// Lets players delete what is theirs.
#[async_trait]
pub trait DeletionStore: Send + Sync {
    /// Notes that the holder of a key, who plays a seat, wishes a game deleted since a time in milliseconds since 1970 (UTC), and deletes it if
    /// everybody who has a side does then and the holder agrees to that: all or nothing. A wish stands until something happens in the game; until
    /// then nobody makes more than `most` of them.
    ///
    /// # Errors
    /// `Missing` if there is no such game, or the key opens it no more; `Unavailable`.
    async fn wish_deleted(
        &self,
        id: GameId,
        seat: Seat,
        agrees: bool,
        at: i64,
        most: u32,
        by: Option<KeyHash>,
    ) -> Result<Deletion, StoreError>;

    /// Counts the sides of a game that somebody has a key to.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn seated(&self, id: GameId) -> Result<usize, StoreError>;

    /// Notes that the holder of a key, who plays a seat, wishes a game kept; returns whether they wished otherwise.
    ///
    /// # Errors
    /// `Missing` if the key opens the game no more; `Unavailable`.
    async fn wish_kept(&self, id: GameId, seat: Seat, by: Option<KeyHash>) -> Result<bool, StoreError>;

    /// Returns which sides wish a game deleted.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn deletion_wishes(&self, id: GameId) -> Result<[bool; 2], StoreError>;

    /// Lists the remarks of a game before that of a number that were emptied, with their numbers, in order.
    ///
    /// # Errors
    /// `Corrupt` if what is stored are no remarks; `Unavailable`.
    async fn unsaid(&self, id: GameId, to: u32) -> Result<Vec<(u32, Remark)>, StoreError>;

    /// Empties what a side has said in a game, the remark of a number or all, and returns how many remarks that were; their numbers stay.
    ///
    /// # Errors
    /// `Missing` if the key opens the game no more; `Unavailable`.
    async fn unsay(
        &self,
        id: GameId,
        side: Side,
        remark: Option<u32>,
        by: Option<KeyHash>,
    ) -> Result<u64, StoreError>;
}
