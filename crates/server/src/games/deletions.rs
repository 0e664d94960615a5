//! Games that those who play them wish deleted.

use std::sync::Arc;

use entourage_record::{Access, GameId};
use entourage_store::{Deletion, Store};

use super::cache::Cache;
use super::door::Pass;
use super::hub::Hub;
use super::replays::carry_through;
use super::report::failed;
use super::seats::Seats;
use crate::domain::game_error::GameError;
use crate::server_time::ServerTime;

/// The most wishes of a side between two events of its game: each is told to whoever plays.
const MOST_WISHES: u32 = 6;

/// Deletes games when everybody who plays them wishes it.
pub(crate) struct Deletions {
    pub(super) store: Arc<Store>,
    pub(super) cache: Arc<Cache>,
    pub(super) seats: Arc<Seats>,
    pub(super) hub: Arc<Hub>,
    pub(super) time: Arc<ServerTime>,
}

impl Deletions {
    /// Returns which sides wish a player's game deleted.
    pub async fn wishes(&self, pass: Pass) -> Result<[bool; 2], GameError> {
        self.wishes_in(self.seats.player(pass).await?.game).await
    }

    /// Returns which sides wish a game deleted, for one of its players.
    pub async fn wishes_in(&self, game: GameId) -> Result<[bool; 2], GameError> {
        self.store.deletion_wishes(game).await.map_err(failed)
    }

    /// Takes note that a player wishes their game deleted, or kept; returns whether it is gone. One that the other wishes gone is deleted only by
    /// who says that they agree.
    pub async fn wish(self: &Arc<Self>, pass: Pass, gone: bool, agrees: bool) -> Result<bool, GameError> {
        let Access { game, seat, key: by, .. } = self.seats.player(pass).await?;
        let (deletions, at) = (Arc::clone(self), self.time.now());
        carry_through(async move {
            if !gone {
                if deletions.store.wish_kept(game, seat, by).await.map_err(failed)? {
                    deletions.hub.tell_wishes(game);
                }
                return Ok(false);
            }
            // The way to the game that follows leads through this one, until both have gone it.
            let held = deletions.cache.take(game).await?;
            let follows = held.rematch();
            deletions.cache.put_back(held);
            if follows && deletions.store.seated(game.next()).await.map_err(failed)? < 2 {
                return Err(GameError::Follows);
            }
            // Nobody plays in it meanwhile.
            let wished = deletions.store.wish_deleted(game, seat, agrees, at, MOST_WISHES, by);
            match deletions.cache.without(game, wished).await.map_err(failed)? {
                Deletion::Asked => Err(GameError::Asked),
                Deletion::Often => Err(GameError::Often),
                Deletion::Stands => Ok(false),
                Deletion::Wished => {
                    deletions.hub.tell_wishes(game);
                    Ok(false)
                }
                Deletion::Done => {
                    tracing::info!(%game, "a game was deleted by those who played it");
                    // Whoever follows it is told that it is gone.
                    deletions.hub.tell_keys(game);
                    Ok(true)
                }
            }
        })
        .await
    }
}
