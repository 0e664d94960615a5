use std::sync::Arc;

use entourage_record::{AccountId, Game, Key, Seat};
use entourage_registry::Registry;
use entourage_registry::view::{Keys, Proposal};
use entourage_store::{Store, StoreError};

use super::lobby::expect_person;
use super::nameplates::nameplates;
use super::replays::Replays;
use super::report::failed;
use super::shelf::Shelf;
use crate::domain::game_error::GameError;
use crate::domain::locale::Locale;
use crate::domain::reader::Reader;
use crate::domain::snapshot::Snapshot;
use crate::game_in_use::GameInUse;
use crate::seating::{Seated, seat_players};
use crate::seldom::Seldom;
use crate::server_time::ServerTime;

/// Creates games.
pub(crate) struct Creation {
    registry: Registry,
    store: Arc<Store>,
    shelf: Arc<Shelf>,
    replays: Arc<Replays>,
    time: Arc<ServerTime>,
    /// Whether the operator was told lately that there is no room.
    refusals: Seldom,
}

impl Creation {
    /// Creates games in a store.
    pub fn new(
        registry: Registry,
        store: Arc<Store>,
        shelf: Arc<Shelf>,
        replays: Arc<Replays>,
        time: Arc<ServerTime>,
    ) -> Self {
        Self { registry, store, shelf, replays, time, refusals: Seldom::new() }
    }

    /// Creates a game, whose host may have an account, and returns the keys to it; one that was created before with the same key is not created again.
    pub async fn create(
        &self,
        proposal: Proposal,
        key: Option<Key>,
        account: Option<AccountId>,
        locale: Locale,
    ) -> Result<(Keys, Snapshot), GameError> {
        self.expect_room()?;
        let standing = self.shelf.fetch_new(&proposal.spec).await?;
        let (seats, now) = (proposal.seats, self.time.now());
        if seats.is_some_and(|seats| seats.open) {
            expect_person(&*self.store, account).await?;
        }
        let registry = self.registry.clone();
        let steps = proposal.moves.len();
        let begin = move || GameInUse::begin(&registry, proposal, standing, locale, now);
        let begun = self.replays.replay(steps, begin).await??;
        if seats.is_none() && !begun.game().pace.is_unlimited() {
            return Err(GameError::ClocksTogether);
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
            (Err(StoreError::Conflict), Some(key)) => self.known(key, game).await?.snapshot(reader),
            (Err(error), _) => return Err(failed(error)),
        };
        let nameplates = nameplates(&*self.store, snapshot.game, &snapshot.players).await?;
        Ok((keys, Snapshot { open: free.is_some(), nameplates, ..snapshot }))
    }

    /// Returns the game that a key opens, if it began as another does: then it is that one, and the answer to who created it was lost.
    async fn known(&self, key: Key, asked: &Game) -> Result<GameInUse, GameError> {
        let access = self.store.access(key.hash()).await.map_err(failed)?.ok_or(GameError::KeyTaken)?;
        let known = self.store.read(access.game).await.map_err(failed)?.ok_or(GameError::KeyTaken)?;
        if access.seat != Seat::Both || !begins_alike(&known, asked) {
            return Err(GameError::KeyTaken);
        }
        let registry = self.registry.clone();
        let steps = known.entries.len();
        let told = self.replays.replay(steps, move || GameInUse::of(&registry, known)).await?;
        told.map_err(|_| GameError::Damaged)
    }

    /// Refuses new games while the disk has room for little more than the moves of those under way.
    fn expect_room(&self) -> Result<(), GameError> {
        let room = self.store.room();
        if room.is_enough() {
            return Ok(());
        }
        if let Some(count) = self.refusals.happened() {
            tracing::error!(
                free = room.free,
                kept = room.kept,
                count,
                "the disk is nearly full; games are refused"
            );
        }
        Err(GameError::Full)
    }

    /// Creates the game that follows another, unless it was created before.
    pub async fn follow(&self, game: &Game, locale: Locale) -> Result<(), GameError> {
        self.expect_room()?;
        let standing = self.shelf.fetch_new(&game.spec).await?;
        let (registry, game, now) = (self.registry.clone(), game.clone(), self.time.now());
        let steps = game.given();
        let again = move || GameInUse::again(&registry, &game, standing, locale, now);
        let again = self.replays.replay(steps, again).await??;
        match self.store.create(again.game(), &[]).await {
            Ok(()) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(failed(error)),
        }
    }
}

/// Tells whether two games begin alike: what the computer chooses before one is left aside, as it differs.
fn begins_alike(one: &Game, other: &Game) -> bool {
    let terms = |game: &Game| (game.spec.clone(), game.start.clone(), game.setup, game.degree, game.players);
    let moves = |game: &Game| {
        let given = if game.setup.is_some() { 0 } else { game.given() };
        game.entries[..given].iter().map(|entry| entry.event.clone()).collect::<Vec<_>>()
    };
    terms(one) == terms(other) && moves(one) == moves(other)
}
