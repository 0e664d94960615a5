use std::sync::Arc;

use entourage_record::Game;
use entourage_registry::Registry;
use entourage_registry::view::{Keys, Proposal};
use entourage_store::{Store, StoreError};

use super::replays::Replays;
use super::report::failed;
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
    store: Arc<dyn Store>,
    replays: Arc<Replays>,
    time: Arc<ServerTime>,
    /// Whether the operator was told lately that there is no room.
    refusals: Seldom,
}

impl Creation {
    /// Creates games in a store.
    pub fn new(
        registry: Registry,
        store: Arc<dyn Store>,
        replays: Arc<Replays>,
        time: Arc<ServerTime>,
    ) -> Self {
        Self { registry, store, replays, time, refusals: Seldom::new() }
    }

    /// Creates a game and returns the keys to it.
    pub async fn create(&self, proposal: Proposal, locale: Locale) -> Result<(Keys, Snapshot), GameError> {
        self.expect_room()?;
        let (seats, now) = (proposal.seats, self.time.now());
        let registry = self.registry.clone();
        let steps = proposal.moves.len();
        let begun =
            self.replays.replay(steps, move || GameInUse::begin(&registry, proposal, locale, now)).await??;
        if seats.is_none() && !begun.game().pace.is_unlimited() {
            return Err(GameError::ClocksTogether);
        }
        let Seated { keys, grants, host: seat, free } = seat_players(seats, &begun.game().players)?;
        let game = begun.game();
        let created = match free {
            Some(free) => self.store.create_open(game, &grants, free).await,
            None => self.store.create(game, &grants).await,
        };
        created.map_err(failed)?;
        let snapshot = begun.snapshot(Reader { seat, host: true, locale, now });
        Ok((keys, Snapshot { open: free.is_some(), ..snapshot }))
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
        let (registry, game, now) = (self.registry.clone(), game.clone(), self.time.now());
        let steps = game.given();
        let again =
            self.replays.replay(steps, move || GameInUse::again(&registry, &game, locale, now)).await??;
        match self.store.create(again.game(), &[]).await {
            Ok(()) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(failed(error)),
        }
    }
}
