//! Indexes the positions of finished games, and adds older games to the list of finished games.

use crate::loaded_game::{READING, unreadable};
use crate::workers::prelude::*;

const PERIOD: i64 = 2_000;
const SWEEP_INTERVAL: i64 = 60 * 60 * 1000;
/// Games per batch; small, so that other work is not blocked.
const BATCH: u32 = 20;
/// How long a process reserves a batch of games, in milliseconds.
const LEASE: i64 = 60_000;

pub(crate) async fn index_finished_games(store: Arc<Store>, games: Arc<Games>) {
    let (mut after, mut swept) = (None, games.time.now());
    loop {
        let (now, mut more) = (games.time.now(), false);
        if now >= swept {
            // One page per iteration, until all games are checked.
            match list_others(store.as_ref(), after).await.map_err(Error::from) {
                Ok(Some(last)) => (after, more) = (Some(last), true),
                Ok(None) => (after, swept) = (None, now + SWEEP_INTERVAL),
                Err(_) => {}
            }
        }
        let taken = store.lease_unindexed(READING, now, now + LEASE, BATCH).await.map_err(Error::from);
        let taken = taken.unwrap_or_default();
        more |= taken.len() == BATCH as usize;
        for game in taken {
            // Errors are logged; the game is tried again when the lease expires.
            let _ = look_at(store.as_ref(), &games, game).await;
        }
        if !more {
            games.time.wait_until(games.time.now() + PERIOD).await;
        }
    }
}

/// Adds a page of older games to the list of finished games; returns the last game checked, or `None` at the end.
async fn list_others(store: &Store, after: Option<GameId>) -> Result<Option<GameId>, StoreError> {
    let found = store.unlisted(after, BATCH).await?;
    for game in found.games {
        store.list_finished(game).await?;
    }
    Ok(found.last)
}

async fn look_at(store: &Store, games: &Games, id: GameId) -> Result<(), Error> {
    let Some((kept, _)) = store.finished(id).await? else { return Ok(()) };
    let looked = match games.replayed(id, |game| game.looked()).await {
        Ok(looked) => looked,
        Err(Error::Damaged) => unreadable(),
        // The game was deleted in the meantime.
        Err(Error::NoGame) => return Ok(()),
        Err(failure) => return Err(failure),
    };
    if looked.last.is_none() {
        tracing::warn!(game = %id, "a finished game cannot be replayed; its positions are not indexed");
    }
    store.set_index(id, kept.at, &looked).await.map_err(Error::from)
}
