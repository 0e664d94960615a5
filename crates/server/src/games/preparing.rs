//! Conditional moves.

use std::sync::Arc;

use entourage_record::{Access, Paper, Plan, Ready, Seat, Version};
use entourage_store::{Condition, StoreError, Written};

use super::Games;
use super::door::Pass;
use super::replays::carry_through;
use super::report::failed;
use crate::domain::{Error, Locale, Reader};
use crate::plans;

impl Games {
    /// Stores conditional moves of a side for the game with exactly `seq` events; fails if others were stored since the version `read`.
    pub async fn prepare_plan(
        self: &Arc<Self>,
        pass: Pass,
        seq: usize,
        plan: Plan,
        read: Option<Version>,
        locale: Locale,
    ) -> Result<Version, Error> {
        let (access, side) = self.side(pass).await?;
        let games = Arc::clone(self);
        carry_through(async move {
            // Time may be up.
            let mut game = games.take_settled(access.game).await?;
            loop {
                let reader = Reader::of(access, locale, games.time.now());
                let recognised = games.recognise(access, game.has_begun()).await;
                let ready = match recognised.and_then(|()| game.foresee(seq, side, reader)) {
                    Ok((mut live, after)) => {
                        live.set_notation(locale.notation);
                        let (plies, plan) = (plan.plies(), plan.clone());
                        let check =
                            move || plans::check(&plan, live.as_ref(), side).map(|()| Ready { after, plan });
                        games.replays.replay(plies, check).await.and_then(|checked| checked)
                    }
                    Err(failure) => Err(failure),
                };
                let ready = match ready {
                    Ok(ready) => ready,
                    Err(failure) => {
                        games.cache.put_back(game);
                        return Err(failure);
                    }
                };
                // Unless it is stored for certain, the game is not put back, and what is stored is read again.
                let (text, known) = (ready.stored(), Some(game.version()));
                let condition = Condition { by: access.key, version: read, game: known };
                let kept = games.store.keep(access.game, Seat::Side(side), Paper::Plan, &text, condition);
                match kept.await {
                    // Somebody else wrote to the store: look again.
                    Err(StoreError::Conflict) => {
                        games.cache.refresh(&mut game).await?;
                        game = games.settle(game).await?;
                        continue;
                    }
                    Err(error) => return Err(failed(error)),
                    Ok(Written::Kept) => {
                        game.prepare(side, ready);
                        game.stored(1);
                        games.cache.put_back(game);
                        return Ok(Version::of(&text));
                    }
                    Ok(Written::Stale(text)) => {
                        let version = Version::of(&text);
                        let text =
                            Ready::of_stored(&text).map(|ready| ready.plan.to_string()).unwrap_or_default();
                        return Err(Error::Stale(text, version));
                    }
                }
            }
        })
        .await
    }

    pub async fn ready_plan(self: &Arc<Self>, pass: Pass) -> Result<Option<Ready>, Error> {
        let (Access { game: id, .. }, side) = self.side(pass).await?;
        let games = Arc::clone(self);
        carry_through(async move {
            let game = games.cache.take(id).await?;
            let ready = game.plans().of(side).cloned();
            games.cache.put_back(game);
            Ok(ready)
        })
        .await
    }
}
