//! Moves that a side has ready for the other's.

use std::sync::Arc;

use entourage_record::{Access, Paper, Plan, Ready, Seat, Version};
use entourage_store::{Condition, Store, StoreError, Written};

use super::cache::Cache;
use super::door::Pass;
use super::play::Play;
use super::replays::{Replays, carry_through};
use super::report::failed;
use super::seats::Seats;
use crate::domain::game_error::GameError;
use crate::domain::locale::Locale;
use crate::domain::reader::Reader;
use crate::domain::writing_error::WritingError;
use crate::plans;
use crate::server_time::ServerTime;

/// Lets players have moves ready.
pub(crate) struct Preparing {
    pub(super) store: Arc<Store>,
    pub(super) cache: Arc<Cache>,
    pub(super) replays: Arc<Replays>,
    pub(super) seats: Arc<Seats>,
    pub(super) play: Arc<Play>,
    pub(super) time: Arc<ServerTime>,
}

impl Preparing {
    /// Has moves ready for the other side's, durably, where a game has just so many events, instead of those before, of which a version was
    /// read if one is named. Returns their version.
    pub async fn prepare(
        self: &Arc<Self>,
        pass: Pass,
        seq: usize,
        plan: Plan,
        read: Option<Version>,
        locale: Locale,
    ) -> Result<Version, GameError> {
        let (access, side) = self.seats.side(pass).await?;
        let preparing = Arc::clone(self);
        carry_through(async move {
            // Time may be up.
            let mut game = preparing.play.take_settled(access.game).await?;
            loop {
                let reader = Reader::of(access, locale, preparing.time.now());
                let recognised = preparing.seats.recognise(access, game.has_begun()).await;
                let ready = match recognised.and_then(|()| game.foresee(seq, side, reader)) {
                    Ok((mut live, after)) => {
                        live.set_notation(locale.notation);
                        let (plies, plan) = (plan.plies(), plan.clone());
                        let check =
                            move || plans::check(&plan, live.as_ref(), side).map(|()| Ready { after, plan });
                        preparing
                            .replays
                            .replay(plies, check)
                            .await
                            .and_then(|checked| checked.map_err(GameError::from))
                    }
                    Err(failure) => Err(failure),
                };
                let ready = match ready {
                    Ok(ready) => ready,
                    Err(failure) => {
                        preparing.cache.put_back(game);
                        return Err(failure);
                    }
                };
                // Unless it is stored for certain, the game is not put back, and what is stored is read again.
                let (text, known) = (ready.stored(), Some(game.version()));
                let condition = Condition { by: access.key, version: read, game: known };
                let kept = preparing.store.keep(access.game, Seat::Side(side), Paper::Plan, &text, condition);
                match kept.await {
                    // Somebody else wrote to the store: look again.
                    Err(StoreError::Conflict) => {
                        preparing.cache.refresh(&mut game).await?;
                        game = preparing.play.settle(game).await?;
                        continue;
                    }
                    Err(error) => return Err(failed(error)),
                    Ok(Written::Kept) => {
                        game.prepare(side, ready);
                        game.stored(1);
                        preparing.cache.put_back(game);
                        return Ok(Version::of(&text));
                    }
                    Ok(Written::Stale(text)) => {
                        let version = Version::of(&text);
                        let text =
                            Ready::of_stored(&text).map(|ready| ready.plan.to_string()).unwrap_or_default();
                        return Err(WritingError::Stale { text, version }.into());
                    }
                }
            }
        })
        .await
    }

    /// Returns what a key's side has ready.
    pub async fn ready(self: &Arc<Self>, pass: Pass) -> Result<Option<Ready>, GameError> {
        let (Access { game: id, .. }, side) = self.seats.side(pass).await?;
        let preparing = Arc::clone(self);
        carry_through(async move {
            let game = preparing.cache.take(id).await?;
            let ready = game.plans().of(side).cloned();
            preparing.cache.put_back(game);
            Ok(ready)
        })
        .await
    }
}
