//! The public list of games whose free side anybody may take.

use std::sync::Arc;

use entourage_kernel::Side;
use entourage_record::{AccountId, GameId, Grant, Key, Seat};
use entourage_registry::Registry;
use entourage_registry::view::{InvitationList, InvitationView};
use entourage_store::{Store, StoreError, Tie};

use super::hub::Hub;
use super::lobby::expect_person;
use super::report::failed;
use crate::domain::game_error::GameError;
use crate::domain::order_error::OrderError;
use crate::domain::rating_error::RatingError;
use crate::server_time::ServerTime;

/// The most invitations of a page.
const MOST: u32 = 50;
/// How long an invitation stands, in milliseconds: a week.
pub(super) const LIFE: i64 = 7 * 24 * 60 * 60 * 1000;

/// Lists games whose free side anybody may take, and gives it.
pub(crate) struct Invitations {
    pub(super) registry: Registry,
    pub(super) store: Arc<Store>,
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
            rated: one.rated,
        });
        Ok(InvitationList { invitations: listed.collect(), next })
    }

    /// Gives the free side of a game to a key, whose holder may have an account, if it is the first that asks; one that has the side keeps it.
    pub async fn take(
        &self,
        game: GameId,
        side: Side,
        key: Key,
        account: Option<AccountId>,
    ) -> Result<(), GameError> {
        expect_person(&*self.store, account).await?;
        if let Some(account) = account {
            self.expect_welcome(game, account).await?;
        }
        let grant = Grant { key: key.hash(), seat: Seat::Side(side), host: false, account };
        match self.store.join(game, &grant).await {
            Ok(()) => {
                // Whoever waits hears who has come.
                self.hub.tell_keys(game);
                Ok(())
            }
            Err(StoreError::Conflict) => Err(self.refusal(game, account).await?),
            Err(error) => Err(failed(error)),
        }
    }

    /// Says why somebody does not get a side: they may not have it, or somebody was faster.
    async fn refusal(&self, game: GameId, account: Option<AccountId>) -> Result<GameError, GameError> {
        let rated = self.store.read(game).await.map_err(failed)?.is_some_and(|game| game.rated);
        if !rated || self.offered(&[game]).await?.is_empty() {
            return Ok(GameError::Taken);
        }
        let players = self.store.players_of(game).await.map_err(failed)?;
        Ok(match account {
            None => RatingError::Guest.into(),
            Some(_) if players.contains(&account) => RatingError::Oneself.into(),
            Some(_) => GameError::Taken,
        })
    }

    /// Refuses an account that somebody who plays the game blocks.
    async fn expect_welcome(&self, game: GameId, account: AccountId) -> Result<(), GameError> {
        for player in self.store.players(game).await.map_err(failed)?.into_iter().flatten() {
            if self.store.is_tied(player, Tie::Block, account).await.map_err(failed)? {
                return Err(OrderError::Blocked.into());
            }
        }
        Ok(())
    }
}
