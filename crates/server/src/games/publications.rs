//! Games shown to everybody: their players decide, and a public name then opens looking on and nothing else.

use std::sync::Arc;

use entourage_record::{Access, GameId};
use entourage_store::Store;

use super::door::Pass;
use super::hub::Hub;
use super::report::failed;
use super::seats::Seats;
use crate::domain::game_error::GameError;
use crate::server_time::ServerTime;

/// Lets players show their games to everybody.
pub(crate) struct Publications {
    pub(super) store: Arc<Store>,
    pub(super) seats: Arc<Seats>,
    pub(super) hub: Arc<Hub>,
    pub(super) time: Arc<ServerTime>,
}

impl Publications {
    /// Returns the name under which a player's game is shown to everybody, if it is.
    pub async fn name(&self, pass: Pass) -> Result<Option<GameId>, GameError> {
        let Access { game, .. } = self.seats.player(pass).await?;
        let public = self.store.is_published(game).await.map_err(failed)?;
        Ok(public.then_some(game))
    }

    /// Shows a player's game to everybody, or to nobody any more; who looks on by its name is then shown out. Returns the name.
    pub async fn publish(&self, pass: Pass, public: bool) -> Result<Option<GameId>, GameError> {
        let Access { game, key: by, .. } = self.seats.player(pass).await?;
        let changed = self.store.publish(game, public.then(|| self.time.now()), by).await.map_err(failed)?;
        // Nobody loses anything by its being shown: those who follow it need not ask whether they still may.
        if changed && !public {
            self.hub.tell_keys(game);
        }
        Ok(public.then_some(game))
    }
}
