//! The games in which somebody with an account has a seat.

use std::sync::Arc;

use entourage_record::{Access, AccountId, GameId, Key};
use entourage_registry::view::{Claims, HeldGameView, HeldGames};
use entourage_store::{Claim, HeldGame, Store, StoreError};

use super::door::Pass;
use super::hub::Hub;
use super::report::failed;
use crate::domain::game_error::GameError;
use crate::seating::names_shown;
use crate::server_time::ServerTime;

/// The most games of a page.
const MOST: u32 = 50;
/// The most keys of which seats are claimed at a time.
pub(crate) const MOST_CLAIMED: usize = 200;

/// Knows whose games are whose.
pub(crate) struct Holdings {
    pub(super) store: Arc<Store>,
    pub(super) hub: Arc<Hub>,
    pub(super) time: Arc<ServerTime>,
}

impl Holdings {
    /// Lists a page of an account's games, the newest first, after one if it is named.
    pub async fn list(&self, account: AccountId, after: Option<GameId>) -> Result<HeldGames, GameError> {
        let found = self.store.held(account, after, MOST).await.map_err(failed)?;
        let next = found.last().filter(|_| found.len() == MOST as usize).map(|last| last.game.to_string());
        Ok(HeldGames { games: found.into_iter().map(|game| self.told(game)).collect(), next })
    }

    /// Lists a page of what opens an account's games, and where the next begins.
    pub async fn page(
        &self,
        account: AccountId,
        after: Option<GameId>,
    ) -> Result<(Vec<HeldGame>, Option<GameId>), GameError> {
        let found = self.store.held(account, after, MOST).await.map_err(failed)?;
        let next = found.last().filter(|_| found.len() == MOST as usize).map(|last| last.game);
        Ok((found, next))
    }

    /// Gives an account the seats of some keys that are nobody's, and tells for each key what opens its game for whoever is signed in.
    pub async fn claim(&self, account: AccountId, keys: &[Option<Key>]) -> Result<Claims, GameError> {
        let mut passes = Vec::new();
        for key in keys {
            let Some(key) = key else {
                passes.push(None);
                continue;
            };
            passes.push(match self.store.claim(account, key.hash()).await {
                Ok(Claim::Held(Access { game, seat, .. })) => {
                    self.hub.tell_keys(game);
                    Some(Pass::written(game, seat))
                }
                Ok(Claim::Taken | Claim::Unknown | Claim::Watching) => None,
                // The account was deleted meanwhile.
                Err(StoreError::Missing) => None,
                Err(error) => return Err(failed(error)),
            });
        }
        Ok(Claims { passes })
    }

    fn told(&self, held: HeldGame) -> HeldGameView {
        let HeldGame { game, seat, spec, pace, players, names, status, created_at, at } = held;
        HeldGameView {
            pass: Pass::written(game, seat),
            seat: seat.word(),
            spec,
            pace: pace.to_string(),
            players,
            names: names_shown(&players, names),
            status: status.unwrap_or_else(|| "ongoing".to_owned()),
            created_at: self.time.date_of(created_at),
            at: self.time.date_of(at),
        }
    }
}
