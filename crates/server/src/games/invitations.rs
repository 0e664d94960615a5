//! The public list of games whose free side anybody may take.

use std::sync::Arc;

use entourage_kernel::Side;
use entourage_record::{GameId, Grant, Key, Seat};
use entourage_registry::Registry;
use entourage_registry::view::{InvitationList, InvitationView};
use entourage_store::{Store, StoreError};

use super::hub::Hub;
use super::report::failed;
use crate::domain::game_error::GameError;
use crate::server_time::ServerTime;

/// The most invitations of a page.
const MOST: u32 = 50;
/// How long an invitation stands, in milliseconds: a week.
pub(super) const LIFE: i64 = 7 * 24 * 60 * 60 * 1000;

/// Lists games whose free side anybody may take, and gives it.
pub(crate) struct Invitations {
    pub(super) registry: Registry,
    pub(super) store: Arc<dyn Store>,
    pub(super) hub: Arc<Hub>,
    pub(super) time: Arc<ServerTime>,
}

impl Invitations {
    /// Returns which of some games are offered to anybody still.
    pub async fn offered(&self, games: &[GameId]) -> Result<Vec<GameId>, GameError> {
        self.store.offered(games, self.time.now() - LIFE).await.map_err(failed)
    }

    /// Lists a page of the invitations that can be played, the newest first, after that to a game if one is named.
    pub async fn list(&self, after: Option<GameId>) -> Result<InvitationList, GameError> {
        let found = self.store.invitations(self.time.now() - LIFE, after, MOST).await.map_err(failed)?;
        let next = found.last().filter(|_| found.len() == MOST as usize).map(|last| last.game.to_string());
        let playable = found.into_iter().filter_map(|one| {
            let rules = self.registry.open(&one.spec).ok()?;
            let usual = rules.begin(None).ok()?.start_text();
            (*rules.metadata().rules_version == *one.rules_version).then_some((one, usual))
        });
        let listed = playable.map(|(one, usual)| InvitationView {
            game: one.game.to_string(),
            spec: one.spec,
            position: Some(one.start).filter(|start| *start != usual),
            pace: one.pace.to_string(),
            side: one.side.number(),
            since: self.time.date_of(one.at),
            here: self.hub.is_here(one.game, !one.side),
            watched: one.watched,
        });
        Ok(InvitationList { invitations: listed.collect(), next })
    }

    /// Gives the free side of a game to a key, if it is the first that asks; one that has the side keeps it.
    pub async fn take(&self, game: GameId, side: Side, key: Key) -> Result<(), GameError> {
        let grant = Grant { key: key.hash(), seat: Seat::Side(side), host: false };
        match self.store.join(game, &grant).await {
            Ok(()) => Ok(()),
            Err(StoreError::Conflict) => Err(GameError::Taken),
            Err(error) => Err(failed(error)),
        }
    }
}
