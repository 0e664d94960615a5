use entourage_registry::view::{Claims, HeldGameView, HeldGames};
use entourage_store::{Claim, HeldGame};

use crate::games::prelude::*;

const PAGE: u32 = 50;
pub(crate) const MAX_CLAIMED: usize = 200;

impl Games {
    pub async fn list_held(&self, account: AccountId, after: Option<GameId>) -> Result<HeldGames, Error> {
        let found = self.store.held(account, after, PAGE).await?;
        let next = found.last().filter(|_| found.len() == PAGE as usize).map(|last| last.game.to_string());
        Ok(HeldGames { games: found.into_iter().map(|game| self.held_view(game)).collect(), next })
    }

    pub async fn held_page(
        &self,
        account: AccountId,
        after: Option<GameId>,
    ) -> Result<(Vec<HeldGame>, Option<GameId>), Error> {
        let found = self.store.held(account, after, PAGE).await?;
        let next = found.last().filter(|_| found.len() == PAGE as usize).map(|last| last.game);
        Ok((found, next))
    }

    /// For each key, assigns its seat to `account` and returns a pass, or `None` if the seat cannot be claimed.
    pub async fn claim(&self, account: AccountId, keys: &[Option<Key>]) -> Result<Claims, Error> {
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
                // The account was deleted in the meantime.
                Err(StoreError::Missing) => None,
                Err(error) => return Err(error.into()),
            });
        }
        Ok(Claims { passes })
    }

    fn held_view(&self, held: HeldGame) -> HeldGameView {
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
