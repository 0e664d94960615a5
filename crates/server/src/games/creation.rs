use entourage_record::{Plan, PrivateText, Ready, Version};
use entourage_registry::view::{Keys, Proposal};
use entourage_store::{Condition, Written};

use crate::conditional_moves;
use crate::domain::{Reader, Snapshot};
use crate::games::prelude::*;
use crate::seating::{Seated, seat_players};

impl Games {
    /// Creates a game and returns its keys. A repeated request with the same key returns the existing game.
    pub async fn create_game(
        &self,
        proposal: Proposal,
        key: Option<Key>,
        account: Option<AccountId>,
        locale: Locale,
    ) -> Result<(Keys, Snapshot), Error> {
        self.expect_room()?;
        let standing = self.library.fetch_new(&proposal.spec).await?;
        let (seats, now) = (proposal.seats, self.time.now());
        if seats.is_some_and(|seats| seats.open) {
            self.expect_person(account).await?;
        }
        let registry = self.registry.clone();
        let steps = proposal.moves.len();
        let begin = move || LoadedGame::begin(&registry, proposal, standing, locale, now);
        let begun = self.replays.replay(steps, begin).await??;
        if seats.is_none() && !begun.game().pace.is_unlimited() {
            return Err(Error::ClocksTogether);
        }
        let Seated { keys, grants, host: seat, free } =
            seat_players(seats, key, account, &begun.game().players)?;
        let game = begun.game();
        let created = match free {
            Some(free) => self.store.create_open(game, &grants, free).await,
            None => self.store.create(game, &grants).await,
        };
        let reader = Reader { seat, host: true, locale, now };
        let snapshot = match (created, key) {
            (Ok(()), _) => begun.snapshot(reader),
            (Err(StoreError::Conflict), Some(key)) => self.known_game(key, game).await?.snapshot(reader),
            (Err(error), _) => return Err(Error::from(error)),
        };
        let nameplates = self.nameplates(snapshot.game, &snapshot.players).await?;
        Ok((keys, Snapshot { open: free.is_some(), nameplates, ..snapshot }))
    }

    /// Returns the existing game that a key opens, for a client that retries after a lost response. Fails if that
    /// game did not begin in the same way as the requested one.
    async fn known_game(&self, key: Key, asked: &Game) -> Result<LoadedGame, Error> {
        let access = self.store.access(key.hash()).await?.ok_or(Error::KeyTaken)?;
        let known = self.store.read(access.game).await?.ok_or(Error::KeyTaken)?;
        if access.seat != Seat::Both || !begins_alike(&known, asked) {
            return Err(Error::KeyTaken);
        }
        let registry = self.registry.clone();
        let steps = known.entries.len();
        let told = self.replays.replay(steps, move || LoadedGame::of(&registry, known)).await?;
        told.map_err(|_| Error::Damaged)
    }

    /// Refuses new games while the free disk space is little more than current games need for their moves.
    fn expect_room(&self) -> Result<(), Error> {
        let room = self.store.disk_space();
        if room.is_enough() {
            return Ok(());
        }
        if let Some(count) = self.refusals.record() {
            tracing::error!(
                free = room.free,
                reserved = room.reserved,
                count,
                "disk nearly full; refusing new games"
            );
        }
        Err(Error::Full)
    }

    /// Creates the rematch of a game, unless it exists already.
    pub async fn create_rematch(&self, game: &Game, locale: Locale) -> Result<(), Error> {
        self.expect_room()?;
        let standing = self.library.fetch_new(&game.spec).await?;
        let (registry, game, now) = (self.registry.clone(), game.clone(), self.time.now());
        let steps = game.given();
        let again = move || LoadedGame::again(&registry, &game, standing, locale, now);
        let again = self.replays.replay(steps, again).await??;
        match self.store.create(again.game(), &[]).await {
            Ok(()) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns whether two games began in the same way, apart from the computer's random setups.
fn begins_alike(one: &Game, other: &Game) -> bool {
    let terms =
        |game: &Game| (game.spec.clone(), game.start.clone(), game.setup, game.enforcement, game.players);
    let moves = |game: &Game| {
        let given = if game.setup.is_some() { 0 } else { game.given() };
        game.entries[..given].iter().map(|entry| entry.event.clone()).collect::<Vec<_>>()
    };
    terms(one) == terms(other) && moves(one) == moves(other)
}

impl Games {
    /// Stores conditional moves for a game that has exactly `seq` events; fails if they have changed since
    /// version `read`.
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
        let answer = run_to_completion(async move {
            // If time is up, end the game first.
            let mut game = games.take_settled(access.game).await?;
            loop {
                let reader = Reader::of(access, locale, games.time.now());
                let recognised = games.expect_current_key(access, game.state.has_begun()).await;
                let ready = match recognised.and_then(|()| game.foresee(seq, side, reader)) {
                    Ok((mut live, after)) => {
                        live.set_notation(locale.notation);
                        let (plies, plan) = (plan.plies(), plan.clone());
                        let check = move || {
                            conditional_moves::check(&plan, live.as_ref(), side).map(|()| Ready { after, plan })
                        };
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
                // Put the game back only if the moves are known to be stored; otherwise it is loaded again when needed.
                let (text, known) = (ready.stored(), Some(game.version()));
                let condition = Condition { by: access.key, version: read, game: known };
                let kept = games.store.set_private_text(
                    access.game,
                    Seat::Side(side),
                    PrivateText::Plan,
                    &text,
                    condition,
                );
                match kept.await {
                    // Another process has changed the game: check again.
                    Err(StoreError::Conflict) => {
                        games.cache.refresh(&mut game).await?;
                        game = games.settle(game).await?;
                        continue;
                    }
                    Err(error) => return Err(error.into()),
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
        .await;
        self.complete_conflict(answer).await
    }

    pub async fn ready_plan(self: &Arc<Self>, pass: Pass) -> Result<Option<Ready>, Error> {
        let (Access { game: id, .. }, side) = self.side(pass).await?;
        let games = Arc::clone(self);
        run_to_completion(async move {
            let game = games.cache.take(id).await?;
            let ready = game.plans().of(side).cloned();
            games.cache.put_back(game);
            Ok(ready)
        })
        .await
    }
}
