//! Adds events to games, and reads game states.

use std::iter;

use entourage_record::{ClockView, Entry, Event};
use entourage_registry::view::{Delta, RatingView, TournamentGameView};
use entourage_store::TournamentGame;

use super::cache::{Freshness, Held};
use super::change::Change;
use super::invitations::LIFE;
use super::room::Progress;
use crate::domain::{Nameplates, Reader, Snapshot};
use crate::games::prelude::*;
use crate::loaded_game::{Answers, Since};
use crate::telemetry;

impl Games {
    pub async fn state(self: &Arc<Self>, pass: Pass, locale: Locale) -> Result<Snapshot, Error> {
        self.state_of(self.access(pass).await?, locale).await
    }

    pub async fn state_of(self: &Arc<Self>, access: Access, locale: Locale) -> Result<Snapshot, Error> {
        Ok(self.state_as(access, locale, Freshness::Now).await?.0)
    }

    /// Returns a game's state, which is at least as fresh as `wanted`, and its version and number of events.
    pub async fn state_as(
        self: &Arc<Self>,
        access: Access,
        locale: Locale,
        wanted: Freshness,
    ) -> Result<(Snapshot, Progress), Error> {
        let see = move |game: &LoadedGame, now| game.snapshot(Reader::of(access, locale, now));
        let (snapshot, progress) = self.visit_as(access, wanted, see).await?;
        Ok((self.complete(snapshot).await?, progress))
    }

    /// Adds what is stored outside the game: names, ratings, the tournament, and whether a side is open.
    async fn complete(&self, snapshot: Snapshot) -> Result<Snapshot, Error> {
        let nameplates = self.nameplates(snapshot.game, &snapshot.players).await?;
        let ratings = match snapshot.rated {
            true => self.seat_ratings(snapshot.game, &snapshot.pool, snapshot.pace).await?,
            false => [None, None],
        };
        let tournament = self.tournament_of(&snapshot).await?;
        let snapshot = Snapshot { nameplates, ratings, tournament, ..snapshot };
        // Avoids a query: only a game that no one has played in can still be open.
        if snapshot.events.len() > snapshot.given {
            return Ok(snapshot);
        }
        let offered = self.store.offered(&[snapshot.game], self.time.now() - LIFE).await?;
        Ok(Snapshot { open: !offered.is_empty(), ..snapshot })
    }

    /// Completes the state in a conflict, so that the client receives the same state as from a request for the game.
    pub(super) async fn complete_conflict<T>(&self, answer: Result<T, Error>) -> Result<T, Error> {
        match answer {
            Err(Error::Conflict(snapshot)) => Err(Error::Conflict(Box::new(self.complete(*snapshot).await?))),
            answer => answer,
        }
    }

    pub(super) async fn nameplates(&self, game: GameId, players: &[Player; 2]) -> Result<Nameplates, Error> {
        let names = names_shown(players, self.store.names(game).await?);
        if names == [None, None] {
            return Ok(Nameplates::default());
        }
        let [one, two] = self.store.bots_in(game).await?;
        let bots = [one && names[0].is_some(), two && names[1].is_some()];
        Ok(Nameplates { names, bots })
    }

    async fn tournament_of(&self, snapshot: &Snapshot) -> Result<Option<TournamentGameView>, Error> {
        // Avoids a query: tournament games have clocks and two human players.
        if snapshot.pace.is_unlimited() || snapshot.players != [Player::Human {}; 2] {
            return Ok(None);
        }
        let found = self.store.tournament_of(snapshot.game).await?;
        Ok(found.map(|TournamentGame { tournament, name, round }| TournamentGameView {
            tournament: tournament.to_string(),
            name,
            round,
        }))
    }

    pub async fn names_of(self: &Arc<Self>, access: Access, known: i64) -> Result<Nameplates, Error> {
        let see = |game: &LoadedGame, _| game.game().players;
        let (players, _) = self.visit_as(access, Freshness::At(known), see).await?;
        self.nameplates(access.game, &players).await
    }

    pub async fn ratings_of(
        self: &Arc<Self>,
        access: Access,
        known: i64,
    ) -> Result<Option<[Option<RatingView>; 2]>, Error> {
        let see = |game: &LoadedGame, _| {
            let game = game.game();
            game.rated.then(|| (game.spec.clone(), game.pace))
        };
        let (rated, _) = self.visit_as(access, Freshness::At(known), see).await?;
        let Some((spec, pace)) = rated else { return Ok(None) };
        Ok(Some(self.seat_ratings(access.game, &spec, pace).await?))
    }

    /// Writes a game as PGN, with the players' names only if it is a tournament game.
    pub async fn scoresheet(self: &Arc<Self>, pass: Pass) -> Result<String, Error> {
        let access = self.access(pass).await?;
        let tournament = self.store.tournament_of(access.game).await?;
        let names = if tournament.is_some() { self.store.names(access.game).await? } else { [None, None] };
        let see = move |game: &LoadedGame, _| game.scoresheet(names, [None, None], tournament);
        Ok(self.visit_as(access, Freshness::Now, see).await?.0)
    }

    pub async fn clock_of(self: &Arc<Self>, access: Access, known: i64) -> Result<Option<ClockView>, Error> {
        Ok(self.visit_as(access, Freshness::At(known), |game, now| game.clock(now)).await?.0)
    }

    /// Returns events from number `from` on, if the game is cached at version `known` or later and no event is
    /// a setup; otherwise followers need the [state](Self::state_as).
    pub async fn events_since(&self, id: GameId, known: i64, from: usize, most: usize) -> Option<Since> {
        self.cache.peek(id, known, |game| game.since(from, most, self.time.now())).await
    }

    /// Updates a game after a change by another process; returns how far it has got and whether it has ended.
    pub async fn catch_up(self: &Arc<Self>, id: GameId, change: Change) -> Result<(Progress, bool), Error> {
        let games = Arc::clone(self);
        run_to_completion(async move {
            let wanted = games.cache.apply(id, change).await;
            let game = games.cache.take_as(id, wanted).await?;
            let reached = (game.progress(), game.is_over());
            games.cache.put_back(game);
            Ok(reached)
        })
        .await
    }

    /// Adds an event to a game, durably. If the same event is already stored at `seq`, returns its response
    /// again. Without `seq`, the event becomes the next one.
    pub async fn change(
        self: &Arc<Self>,
        pass: Pass,
        seq: Option<usize>,
        event: Event,
        locale: Locale,
    ) -> Result<Delta, Error> {
        self.change_by(self.access(pass).await?, seq, event, locale).await
    }

    pub async fn change_by(
        self: &Arc<Self>,
        access: Access,
        seq: Option<usize>,
        event: Event,
        locale: Locale,
    ) -> Result<Delta, Error> {
        let games = Arc::clone(self);
        let answer = run_to_completion(async move { games.change_now(access, seq, event, locale).await }).await;
        self.complete_conflict(answer).await
    }

    /// Reads a game on behalf of the server, after ending it if time is up.
    pub async fn observe<T: Send + 'static>(
        self: &Arc<Self>,
        id: GameId,
        see: impl FnOnce(&LoadedGame, i64) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let games = Arc::clone(self);
        run_to_completion(async move {
            let game = games.take_settled(id).await?;
            let seen = see(&game, games.time.now());
            games.cache.put_back(game);
            Ok(seen)
        })
        .await
    }

    /// Deletes a game if it was abandoned before it began; returns whether the game was deleted.
    pub async fn forget_abandoned(self: &Arc<Self>, id: GameId, before: i64) -> Result<bool, Error> {
        let games = Arc::clone(self);
        run_to_completion(async move {
            let gone = games.cache.without(id, games.store.forget_abandoned(id, before)).await?;
            if gone {
                // Notify followers that the game is gone.
                games.hub.tell_keys(id);
            }
            Ok(gone)
        })
        .await
    }

    pub(super) async fn take_settled(&self, id: GameId) -> Result<Held, Error> {
        self.settle(self.cache.take(id).await?).await
    }

    /// Reads a game for a client and records a player's first arrival; also returns the game's version and event count.
    pub async fn visit_as<T: Send + 'static>(
        self: &Arc<Self>,
        access: Access,
        wanted: Freshness,
        see: impl FnOnce(&LoadedGame, i64) -> T + Send + 'static,
    ) -> Result<(T, Progress), Error> {
        let games = Arc::clone(self);
        run_to_completion(async move {
            let game = games.take_for_visitor(access, wanted).await?;
            let seen = (see(&game, games.time.now()), game.progress());
            games.cache.put_back(game);
            Ok(seen)
        })
        .await
    }

    async fn take_for_visitor(&self, access: Access, wanted: Freshness) -> Result<Held, Error> {
        let game = self.record_arrival(access, self.cache.take_as(access.game, wanted).await?).await?;
        self.settle(game).await
    }

    /// Takes a game out of the cache to change it. A game that is probably current is compared with the store
    /// only when the change is written, or before a refusal.
    async fn take_to_change(&self, access: Access) -> Result<Held, Error> {
        let wanted = if self.hub.is_sure(access.game) { Freshness::ANY } else { Freshness::Now };
        let game = self.take_for_visitor(access, wanted).await?;
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
    ) -> Result<Delta, Error> {
        access.seat.check(&event)?;
        let id = access.game;
        let mut game = self.take_to_change(access).await?;
        loop {
            let now = game.state.moment(self.time.now());
            let reader = Reader::of(access, locale, now);
            let entry = match judge(&mut game, seq, &event, reader) {
                Ok(entry) => entry,
                // A refusal, or the response to a repeated request, must be based on the current state.
                Err(_) if !game.is_fresh() => {
                    game = self.cache.freshen(game).await?;
                    game = self.settle(self.record_arrival(access, game).await?).await?;
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
                self.create_rematch(game.game(), locale).await?;
            }
            let aborts = matches!(entry.event, Event::Abort { .. });
            let entries: Vec<Entry> = iter::once(entry).chain(answers).collect();
            // The game is ahead of the store, and is put back only if the events are stored.
            let version = Some(game.version());
            let stored = match &entries[..] {
                [entry] if plans.is_empty() => self.store.append(id, next as u32, entry, version).await,
                entries => self.store.append_with_plans(id, next as u32, entries, &plans, version).await,
            };
            match stored {
                Ok(()) => {
                    game.stored(entries.len());
                    if aborts {
                        self.offer_no_more(id).await;
                    }
                    let over = game.is_over();
                    if over {
                        self.watch_no_more(id).await;
                    }
                    self.flag_timer.set(game.game().entries.last().and_then(|entry| entry.deadline));
                    telemetry::count_events(entries.len());
                    let delta = game.delta();
                    let (progress, rated) = (game.progress(), over && game.game().rated);
                    self.cache.put_back(game);
                    self.hub.tell(id, progress, &entries);
                    if rated {
                        self.hub.tell_ratings(id);
                    }
                    if over {
                        self.ended.notify_one();
                    }
                    self.notifier.notify();
                    return Ok(delta);
                }
                // Another process has changed the game. Try again: the event may be stored already, or the key
                // replaced.
                Err(StoreError::Conflict) => {
                    if !self.cache.refresh(&mut game).await? {
                        return Err(Error::Unavailable);
                    }
                    game = self.settle(self.record_arrival(access, game).await?).await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    pub(super) async fn settle(&self, mut game: Held) -> Result<Held, Error> {
        let now = self.time.now();
        while let Some((event, at)) = game.state.due(now) {
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
                    self.hub.tell(id, game.progress(), &[entry]);
                    if game.game().rated {
                        self.hub.tell_ratings(id);
                    }
                    self.ended.notify_one();
                    self.notifier.notify();
                }
                // Another process has changed the game: try again.
                Err(StoreError::Conflict) => {
                    self.cache.refresh(&mut game).await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(game)
    }

    /// Records the first request of a side's player in a game with clocks.
    async fn record_arrival(&self, access: Access, mut game: Held) -> Result<Held, Error> {
        loop {
            if let Err(failure) = self.expect_current_key(access, game.state.has_begun()).await {
                self.cache.put_back(game);
                return Err(failure);
            }
            let Some(side) = Side::BOTH.into_iter().find(|side| access.seat == Seat::Side(*side)) else {
                return Ok(game);
            };
            let Some((at, deadline)) = game.state.arrive(side, self.time.now()) else { return Ok(game) };
            // The game is ahead of the store, and is put back only if the arrival is stored.
            match self.store.arrive(access.game, side, at, deadline, Some(game.version())).await {
                Ok(()) => {
                    game.stored(1);
                    self.flag_timer.set(deadline);
                    self.hub.tell_arrival(access.game, game.progress());
                    return Ok(game);
                }
                // Another process has changed the game: try again.
                Err(StoreError::Conflict) => {
                    self.cache.refresh(&mut game).await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Closes the offer of an aborted game. On failure, the game stays listed, and players who join see that it ended.
    async fn offer_no_more(&self, id: GameId) {
        let _ = self.store.withdraw(id).await;
    }

    /// Removes a finished game from the list of games to watch. On failure, the game is skipped when listing.
    async fn watch_no_more(&self, id: GameId) {
        let _ = self.store.watch_no_more(id).await;
    }
}

/// Applies an event and returns the entry to store, or the response if there is nothing to store.
fn judge(
    game: &mut LoadedGame,
    seq: Option<usize>,
    event: &Event,
    reader: Reader,
) -> Result<Entry, Result<Delta, Error>> {
    let event = game.canonical(event.clone()).map_err(Err)?;
    match game.answered(seq, &event, reader) {
        Some(answer) => Err(answer),
        None => game.take(event, reader, reader.now).map_err(Err),
    }
}
