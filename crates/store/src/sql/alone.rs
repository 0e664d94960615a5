use std::fmt::Debug;
use std::path::Path;

use async_trait::async_trait;
use entourage_record::{Entry, GameId};

use super::pool::Pool;
use crate::{Room, StoreError};

/// What a database does otherwise that one process has alone, in a file.
#[async_trait]
pub(crate) trait Alone: Debug + Send + Sync {
    /// Returns the file.
    fn path(&self) -> &Path;

    /// Tells how much room there is on its disk.
    fn room(&self) -> Room;

    /// Stores an event, together with those of other games that come meanwhile.
    async fn append(&self, id: GameId, seq: u32, entry: &Entry, version: Option<i64>)
    -> Result<(), StoreError>;

    /// Stores a sign of life, by the way that events take.
    async fn beat(&self, at: i64) -> Result<(), StoreError>;

    /// Writes back what the log holds, and closes all connections.
    async fn close(&self, writer: &Pool, readers: &Pool);
}
