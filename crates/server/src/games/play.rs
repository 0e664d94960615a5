//! The commands on a game: what happens in it, and how it stands.

use std::sync::Arc;

use entourage_kernel::Side;
use entourage_record::{Access, ClockView, Entry, Event, GameId, Player, Seat};
use entourage_registry::view::{Delta, RatingView, TournamentGameView};
use entourage_store::{Store, StoreError, TournamentGame};
use tokio::sync::Notify;

use super::alarm::Alarm;
use super::bell::Bell;
use super::cache::{Cache, Freshness, Held};
use super::creation::Creation;
use super::door::Pass;
use super::hub::Hub;
use super::invitations::LIFE;
use super::nameplates::nameplates;
use super::progress::Progress;
use super::ratings::Ratings;
use super::replays::carry_through;
use super::report::failed;
use super::seats::Seats;
use crate::domain::game_error::GameError;
use crate::domain::locale::Locale;
use crate::domain::nameplates::Nameplates;
use crate::domain::reader::Reader;
use crate::domain::snapshot::Snapshot;
use crate::game_in_use::{Answers, GameInUse, Since};
use crate::server_time::ServerTime;
use crate::telemetry;

/// Lets people play games, and see how they stand.
pub(crate) struct Play {
    pub(super) store: Arc<Store>,
    pub(super) cache: Arc<Cache>,
    pub(super) seats: Arc<Seats>,
    pub(super) creation: Arc<Creation>,
    pub(super) ratings: Arc<Ratings>,
    pub(super) hub: Arc<Hub>,
    pub(super) time: Arc<ServerTime>,
    pub(super) alarm: Arc<Alarm>,
    pub(super) bell: Arc<Bell>,
    /// Wakes whoever looks after tournaments when a game has ended.
    pub(super) ended: Arc<Notify>,
}

impl Play {
    /// Describes a game whole for whoever has a key.
    pub async fn state(self: &Arc<Self>, pass: Pass, locale: Locale) -> Result<Snapshot, GameError> {
        self.state_of(self.seats.access(pass).await?, locale).await
    }

    /// Describes a game whole for whoever has access to it.
    pub async fn state_of(self: &Arc<Self>, access: Access, locale: Locale) -> Result<Snapshot, GameError> {
        Ok(self.state_as(access, locale, Freshness::Now).await?.0)
    }

    /// Describes a game whole, as new as wanted, for whoever has access to it, and says how far it has come.
    pub async fn state_as(
        self: &Arc<Self>,
        access: Access,
        locale: Locale,
        wanted: Freshness,
    ) -> Result<(Snapshot, Progress), GameError> {
        let see = move |game: &GameInUse, now| game.snapshot(Reader::of(access, locale, now));
        let (snapshot, progress) = self.visit_as(access, wanted, see).await?;
        let nameplates = nameplates(&*self.store, access.game, &snapshot.players).await?;
        let ratings = match snapshot.rated {
            true => self.ratings.seats(access.game, &snapshot.pool, snapshot.pace).await?,
            false => [None, None],
        };
        let tournament = self.tournament_of(&snapshot).await?;
        let snapshot = Snapshot { nameplates, ratings, tournament, ..snapshot };
        // Only a game in which nothing has happened may still be offered: others need not be looked up.
        if snapshot.events.len() > snapshot.given {
            return Ok((snapshot, progress));
        }
        let offered = self.store.offered(&[snapshot.game], self.time.now() - LIFE).await.map_err(failed)?;
        Ok((Snapshot { open: !offered.is_empty(), ..snapshot }, progress))
    }

    /// Finds the tournament that a game is played in.
    async fn tournament_of(&self, snapshot: &Snapshot) -> Result<Option<TournamentGameView>, GameError> {
        // There are clocks in each, and people: others need not be looked up.
        if snapshot.pace.is_unlimited() || snapshot.players != [Player::Human {}; 2] {
            return Ok(None);
        }
        let found = self.store.tournament_of(snapshot.game).await.map_err(failed)?;
        Ok(found.map(|TournamentGame { tournament, name, round }| TournamentGameView {
            tournament: tournament.to_string(),
            name,
            round,
        }))
    }

    /// Tells the names of those who play a game, where they have one, to whoever has access to it and knows it at a version.
    pub async fn names_of(self: &Arc<Self>, access: Access, known: i64) -> Result<Nameplates, GameError> {
        let see = |game: &GameInUse, _| game.game().players;
        let (players, _) = self.visit_as(access, Freshness::At(known), see).await?;
        nameplates(&*self.store, access.game, &players).await
    }

    /// Tells how strong those are who play a rated game, to whoever has access to it and knows it at a version; `None` of one that is not
    /// rated.
    pub async fn ratings_of(
        self: &Arc<Self>,
        access: Access,
        known: i64,
    ) -> Result<Option<[Option<RatingView>; 2]>, GameError> {
        let see = |game: &GameInUse, _| {
            let game = game.game();
            game.rated.then(|| (game.spec.clone(), game.pace))
        };
        let (rated, _) = self.visit_as(access, Freshness::At(known), see).await?;
        let Some((spec, pace)) = rated else { return Ok(None) };
        Ok(Some(self.ratings.seats(access.game, &spec, pace).await?))
    }

    /// Writes a game as a record for whoever has a key.
    pub async fn scoresheet(self: &Arc<Self>, pass: Pass) -> Result<String, GameError> {
        self.visit(self.seats.access(pass).await?, |game, _| game.scoresheet([None, None], [None, None])).await
    }

    /// Describes the clocks of a game, where there are any, for whoever has access to it and knows it at a version.
    pub async fn clock_of(
        self: &Arc<Self>,
        access: Access,
        known: i64,
    ) -> Result<Option<ClockView>, GameError> {
        Ok(self.visit_as(access, Freshness::At(known), |game, now| game.clock(now)).await?.0)
    }

    /// Returns at most so many events of a game from a number on, if it is in use, at hand at a version or a later one, and everybody may know
    /// them as they are; what is left out is for [`state_as`](Self::state_as) to tell.
    pub async fn events_since(&self, id: GameId, known: i64, from: usize, most: usize) -> Option<Since> {
        self.cache.peek(id, known, |game| game.since(from, most, self.time.now())).await
    }

    /// Has a game at hand as it is now, and says how far it has come and whether it is over.
    pub async fn catch_up(self: &Arc<Self>, id: GameId) -> Result<(Progress, bool), GameError> {
        let play = Arc::clone(self);
        carry_through(async move {
            let game = play.cache.take(id).await?;
            let reached = (game.progress(), game.is_over());
            play.cache.put_back(game);
            Ok(reached)
        })
        .await
    }

    /// Adds an event to a game, durably. The event that is already at `seq` is no conflict: the answer to it may have
    /// been lost. Without `seq` it is the next one, whatever its number.
    pub async fn change(
        self: &Arc<Self>,
        pass: Pass,
        seq: Option<usize>,
        event: Event,
        locale: Locale,
    ) -> Result<Delta, GameError> {
        self.change_by(self.seats.access(pass).await?, seq, event, locale).await
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

    /// Lets somebody look at a game as it is now, to which they have come by this; its time may be up.
    pub async fn visit<T: Send + 'static>(
        self: &Arc<Self>,
        access: Access,
        see: impl FnOnce(&GameInUse, i64) -> T + Send + 'static,
    ) -> Result<T, GameError> {
        Ok(self.visit_as(access, Freshness::Now, see).await?.0)
    }

    /// Lets somebody look at a game that is as new as wanted, and says how far it has come.
    pub async fn visit_as<T: Send + 'static>(
        self: &Arc<Self>,
        access: Access,
        wanted: Freshness,
        see: impl FnOnce(&GameInUse, i64) -> T + Send + 'static,
    ) -> Result<(T, Progress), GameError> {
        let play = Arc::clone(self);
        carry_through(async move {
            let game = play.take_welcomed(access, wanted).await?;
            let seen = (see(&game, play.time.now()), game.progress());
            play.cache.put_back(game);
            Ok(seen)
        })
        .await
    }

    async fn take_welcomed(&self, access: Access, wanted: Freshness) -> Result<Held, GameError> {
        let game = self.welcome(access, self.cache.take_as(access.game, wanted).await?).await?;
        self.settle(game).await
    }

    /// Takes out a game that somebody is about to change. Where nothing was heard since it was compared with what is stored, that is done
    /// only when the change is stored, or before it is refused.
    async fn take_to_change(&self, access: Access) -> Result<Held, GameError> {
        let wanted = if self.hub.is_sure(access.game) { Freshness::ANY } else { Freshness::Now };
        let game = self.take_welcomed(access, wanted).await?;
        if game.is_fresh() {
            self.hub.confirm(access.game);
        }
        Ok(game)
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
        let mut game = self.take_to_change(access).await?;
        loop {
            let now = game.moment(self.time.now());
            let reader = Reader::of(access, locale, now);
            let entry = match judge(&mut game, seq, &event, reader) {
                Ok(entry) => entry,
                // Nobody is refused, or told that it is done already, by what somebody else may have changed.
                Err(_) if !game.is_fresh() => {
                    game = self.cache.freshen(game).await?;
                    game = self.settle(self.welcome(access, game).await?).await?;
                    continue;
                }
                Err(answer) => {
                    self.cache.put_back(game);
                    return answer;
                }
            };
            let next = game.seq() - 1;
            let Answers { entries: answers, plans } = game.answer(now);
            if let Event::Rematch {} = entry.event {
                self.creation.follow(game.game(), locale).await?;
            }
            // The game is ahead of the store; unless the events are stored, it is not put back.
            let version = Some(game.version());
            let stored = if answers.is_empty() && plans.is_empty() {
                self.store.append(id, next as u32, &entry, version).await
            } else {
                let entries = [&[entry.clone()][..], &answers].concat();
                self.store.append_with_plans(id, next as u32, &entries, &plans, version).await
            };
            match stored {
                Ok(()) => {
                    game.stored(1 + answers.len());
                    if let Event::Abort { .. } = entry.event {
                        self.offer_no_more(id).await;
                    }
                    let over = game.is_over();
                    if over {
                        self.watch_no_more(id).await;
                    }
                    self.alarm.set(game.game().entries.last().and_then(|entry| entry.deadline));
                    telemetry::count_events(1 + answers.len());
                    let delta = game.delta();
                    let (progress, rated) = (game.progress(), over && game.game().rated);
                    self.cache.put_back(game);
                    self.hub.tell(id, progress, 1 + answers.len());
                    if rated {
                        self.hub.tell_ratings(id);
                    }
                    if over {
                        self.ended.notify_one();
                    }
                    self.bell.ring();
                    return Ok(delta);
                }
                // Somebody else wrote to the store: look again, perhaps at an event that is already there. The key may be another's by now.
                Err(StoreError::Conflict) => {
                    if !self.cache.refresh(&mut game).await? {
                        return Err(GameError::Unavailable);
                    }
                    game = self.settle(self.welcome(access, game).await?).await?;
                }
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// Ends a game if its time is up.
    pub(super) async fn settle(&self, mut game: Held) -> Result<Held, GameError> {
        let now = self.time.now();
        while let Some((event, at)) = game.due(now) {
            let judge = Reader { seat: Seat::Both, host: true, locale: Locale::default(), now };
            let (id, next) = (game.game().id, game.seq());
            let entry = game.take(event.clone(), judge, at)?;
            match self.store.append(id, next as u32, &entry, Some(game.version())).await {
                Ok(()) => {
                    game.stored(1);
                    telemetry::count_events(1);
                    if let Event::Lapse {} = event {
                        self.offer_no_more(id).await;
                    }
                    self.watch_no_more(id).await;
                    self.hub.tell(id, game.progress(), 1);
                    if game.game().rated {
                        self.hub.tell_ratings(id);
                    }
                    self.ended.notify_one();
                    self.bell.ring();
                }
                // Somebody else wrote to the store: look again.
                Err(StoreError::Conflict) => {
                    self.cache.refresh(&mut game).await?;
                }
                Err(error) => return Err(failed(error)),
            }
        }
        Ok(game)
    }

    /// Notes that the player of a side has come to a game with clocks, the first time that they ask for anything in it.
    async fn welcome(&self, access: Access, mut game: Held) -> Result<Held, GameError> {
        loop {
            if let Err(failure) = self.seats.recognise(access, game.has_begun()).await {
                self.cache.put_back(game);
                return Err(failure);
            }
            let Some(side) = Side::BOTH.into_iter().find(|side| access.seat == Seat::Side(*side)) else {
                return Ok(game);
            };
            let Some((at, deadline)) = game.arrive(side, self.time.now()) else { return Ok(game) };
            // The game is ahead of the store; unless this is stored, it is not put back.
            match self.store.arrive(access.game, side, at, deadline, Some(game.version())).await {
                Ok(()) => {
                    game.stored(1);
                    self.alarm.set(deadline);
                    self.hub.tell_arrival(access.game, game.progress());
                    return Ok(game);
                }
                // Somebody else wrote to the store: look again.
                Err(StoreError::Conflict) => {
                    self.cache.refresh(&mut game).await?;
                }
                Err(error) => return Err(failed(error)),
            }
        }
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

/// Has a game take in an event that somebody asks for, and returns the entry to store, or else what they are answered.
fn judge(
    game: &mut GameInUse,
    seq: Option<usize>,
    event: &Event,
    reader: Reader,
) -> Result<Entry, Result<Delta, GameError>> {
    let event = game.canonical(event.clone()).map_err(Err)?;
    match game.answered(seq, &event, reader) {
        Some(answer) => Err(answer),
        None => game.take(event, reader, reader.now).map_err(Err),
    }
}
