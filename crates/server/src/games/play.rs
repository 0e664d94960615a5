//! The commands on a game: what happens in it, and how it stands.

use std::sync::Arc;

use entourage_kernel::Side;
use entourage_record::{Access, ClockView, Event, GameId, Key, Seat};
use entourage_registry::view::Delta;
use entourage_store::{Store, StoreError};

use super::alarm::Alarm;
use super::bell::Bell;
use super::cache::{Cache, Held};
use super::creation::Creation;
use super::hub::Hub;
use super::invitations::LIFE;
use super::replays::carry_through;
use super::report::failed;
use super::seats::Seats;
use crate::domain::game_error::GameError;
use crate::domain::locale::Locale;
use crate::domain::reader::Reader;
use crate::domain::snapshot::Snapshot;
use crate::game_in_use::{Answers, GameInUse, Since};
use crate::server_time::ServerTime;

/// Lets people play games, and see how they stand.
pub(crate) struct Play {
    pub(super) store: Arc<dyn Store>,
    pub(super) cache: Arc<Cache>,
    pub(super) seats: Arc<Seats>,
    pub(super) creation: Arc<Creation>,
    pub(super) hub: Arc<Hub>,
    pub(super) time: Arc<ServerTime>,
    pub(super) alarm: Arc<Alarm>,
    pub(super) bell: Arc<Bell>,
}

impl Play {
    /// Describes a game whole for whoever has a key.
    pub async fn state(self: &Arc<Self>, key: Key, locale: Locale) -> Result<Snapshot, GameError> {
        self.state_of(self.seats.access(key).await?, locale).await
    }

    /// Describes a game whole for whoever has access to it.
    pub async fn state_of(self: &Arc<Self>, access: Access, locale: Locale) -> Result<Snapshot, GameError> {
        let see = move |game: &GameInUse, now| game.snapshot(Reader::of(access, locale, now));
        let snapshot = self.visit(access, see).await?;
        // Only a game in which nothing has happened may still be offered: others need not be looked up.
        if snapshot.events.len() > snapshot.given {
            return Ok(snapshot);
        }
        let offered = self.store.offered(&[snapshot.game], self.time.now() - LIFE).await.map_err(failed)?;
        Ok(Snapshot { open: !offered.is_empty(), ..snapshot })
    }

    /// Describes the clocks of a game, where there are any, for whoever has access to it.
    pub async fn clock_of(self: &Arc<Self>, access: Access) -> Result<Option<ClockView>, GameError> {
        self.visit(access, |game, now| game.clock(now)).await
    }

    /// Returns at most so many events of a game from a number on, if it is in use and everybody may know them as they are; what is left
    /// out is for [`state_of`](Self::state_of) to tell.
    pub async fn events_since(&self, id: GameId, from: usize, most: usize) -> Option<Since> {
        self.cache.peek(id, |game| game.since(from, most, self.time.now())).await
    }

    /// Adds an event to a game, durably. The event that is already at `seq` is no conflict: the answer to it may have
    /// been lost. Without `seq` it is the next one, whatever its number.
    pub async fn change(
        self: &Arc<Self>,
        key: Key,
        seq: Option<usize>,
        event: Event,
        locale: Locale,
    ) -> Result<Delta, GameError> {
        self.change_by(self.seats.access(key).await?, seq, event, locale).await
    }

    /// Adds an event for whoever has access to the game, just as [`change`](Self::change) does.
    pub async fn change_by(
        self: &Arc<Self>,
        access: Access,
        seq: Option<usize>,
        event: Event,
        locale: Locale,
    ) -> Result<Delta, GameError> {
        let play = Arc::clone(self);
        carry_through(async move { play.change_now(access, seq, event, locale).await }).await
    }

    /// Looks at a game for the server itself; its time may be up.
    pub async fn observe<T: Send + 'static>(
        self: &Arc<Self>,
        id: GameId,
        see: impl FnOnce(&GameInUse, i64) -> T + Send + 'static,
    ) -> Result<T, GameError> {
        let play = Arc::clone(self);
        carry_through(async move {
            let game = play.take_settled(id).await?;
            let seen = see(&game, play.time.now());
            play.cache.put_back(game);
            Ok(seen)
        })
        .await
    }

    /// Forgets a game for good in which nothing has happened since a time, if it was given up before it began; returns whether it was.
    pub async fn forget_abandoned(self: &Arc<Self>, id: GameId, before: i64) -> Result<bool, GameError> {
        let play = Arc::clone(self);
        carry_through(async move {
            let gone = play.cache.without(id, play.store.forget_abandoned(id, before)).await.map_err(failed)?;
            if gone {
                // Whoever follows it is told that it is gone.
                play.hub.tell_keys(id);
            }
            Ok(gone)
        })
        .await
    }

    /// Takes a game out of the cache, ended if its time is up.
    pub(super) async fn take_settled(&self, id: GameId) -> Result<Held, GameError> {
        self.settle(self.cache.take(id).await?).await
    }

    /// Lets somebody look at a game, to which they have come by this; its time may be up.
    async fn visit<T: Send + 'static>(
        self: &Arc<Self>,
        access: Access,
        see: impl FnOnce(&GameInUse, i64) -> T + Send + 'static,
    ) -> Result<T, GameError> {
        let play = Arc::clone(self);
        carry_through(async move {
            let game = play.take_welcomed(access).await?;
            let seen = see(&game, play.time.now());
            play.cache.put_back(game);
            Ok(seen)
        })
        .await
    }

    async fn take_welcomed(&self, access: Access) -> Result<Held, GameError> {
        let game = self.welcome(access, self.cache.take(access.game).await?).await?;
        self.settle(game).await
    }

    async fn change_now(
        &self,
        access: Access,
        seq: Option<usize>,
        event: Event,
        locale: Locale,
    ) -> Result<Delta, GameError> {
        access.seat.check(&event)?;
        let id = access.game;
        let mut game = self.take_welcomed(access).await?;
        let now = game.moment(self.time.now());
        let reader = Reader::of(access, locale, now);
        let event = match game.canonical(event) {
            Ok(event) => event,
            Err(failure) => {
                self.cache.put_back(game);
                return Err(failure);
            }
        };
        loop {
            if let Some(answer) = game.answered(seq, &event, reader) {
                self.cache.put_back(game);
                return answer;
            }
            let next = game.seq();
            let entry = match game.take(event.clone(), reader, now) {
                Ok(entry) => entry,
                Err(failure) => {
                    self.cache.put_back(game);
                    return Err(failure);
                }
            };
            let Answers { entries: answers, plans } = game.answer(now);
            if let Event::Rematch {} = event {
                self.creation.follow(game.game(), locale).await?;
            }
            // The game is ahead of the store; unless the events are stored, it is not put back.
            let stored = if answers.is_empty() && plans.is_empty() {
                self.store.append(id, next as u32, &entry).await
            } else {
                let entries = [&[entry][..], &answers].concat();
                self.store.append_with_plans(id, next as u32, &entries, &plans).await
            };
            match stored {
                Ok(()) => {
                    if let Event::Abort { .. } = event {
                        self.offer_no_more(id).await;
                    }
                    if game.is_over() {
                        self.watch_no_more(id).await;
                    }
                    self.alarm.set(game.game().entries.last().and_then(|entry| entry.deadline));
                    metrics::counter!("entourage_events_total").increment(1 + answers.len() as u64);
                    let delta = game.delta();
                    self.cache.put_back(game);
                    self.hub.tell(id);
                    self.bell.ring();
                    return Ok(delta);
                }
                // Somebody else wrote to the store: look again, which then ends in a conflict or in an event already there.
                Err(StoreError::Conflict) => {
                    self.cache.refresh(&mut game).await?;
                    if game.seq() <= next {
                        return Err(GameError::Unavailable);
                    }
                }
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// Ends a game if its time is up.
    async fn settle(&self, mut game: Held) -> Result<Held, GameError> {
        let now = self.time.now();
        while let Some((event, at)) = game.due(now) {
            let judge = Reader { seat: Seat::Both, host: true, locale: Locale::default(), now };
            let (id, next) = (game.game().id, game.seq());
            let entry = game.take(event.clone(), judge, at)?;
            match self.store.append(id, next as u32, &entry).await {
                Ok(()) => {
                    metrics::counter!("entourage_events_total").increment(1);
                    if let Event::Lapse {} = event {
                        self.offer_no_more(id).await;
                    }
                    self.watch_no_more(id).await;
                    self.hub.tell(id);
                    self.bell.ring();
                }
                // Somebody else wrote to the store: look again.
                Err(StoreError::Conflict) => self.cache.refresh(&mut game).await?,
                Err(error) => return Err(failed(error)),
            }
        }
        Ok(game)
    }

    /// Notes that the player of a side has come to a game with clocks, the first time that they ask for anything in it.
    async fn welcome(&self, access: Access, mut game: Held) -> Result<Held, GameError> {
        if let Err(failure) = self.seats.recognise(access, game.has_begun()).await {
            self.cache.put_back(game);
            return Err(failure);
        }
        let Some(side) = Side::BOTH.into_iter().find(|side| access.seat == Seat::Side(*side)) else {
            return Ok(game);
        };
        if let Some((at, deadline)) = game.arrive(side, self.time.now()) {
            // The game is ahead of the store; unless this is stored, it is not put back.
            self.store.arrive(access.game, side, at, deadline).await.map_err(failed)?;
            self.alarm.set(deadline);
            self.hub.tell_clocks(access.game);
        }
        Ok(game)
    }

    /// Offers no side of a game any more that is over before it began; at worst somebody takes one, and sees it.
    async fn offer_no_more(&self, id: GameId) {
        let _ = self.store.withdraw(id).await;
    }

    /// Lists a game that is over no more among those that are watched; at worst the list passes it over again and again.
    async fn watch_no_more(&self, id: GameId) {
        let _ = self.store.watch_no_more(id).await;
    }
}
