//! Finished games that are looked through for their positions, and listed where they ended before there was a list.

use std::sync::Arc;

use entourage_record::GameId;
use entourage_store::{Store, StoreError};

use crate::domain::game_error::GameError;
use crate::game_in_use::{READING, unreadable};
use crate::games::Games;
use crate::games::report::failed;

/// How often games are looked for that have ended, in milliseconds.
const PERIOD: i64 = 2_000;
/// How often games are looked for that stand in no list, in milliseconds: an hour.
const SELDOM: i64 = 60 * 60 * 1000;
/// The most games that are looked through, or looked for, at a time: others want to read and write, too.
const MOST: u32 = 20;
/// How long this process looks after those that it has taken, in milliseconds: then another may, if this one is gone.
const LEASE: i64 = 60_000;

/// Looks finished games through, for ever, a few at a time. What fails is told, and tried again the next time.
pub(crate) async fn look_through(store: Arc<Store>, games: Arc<Games>) {
    let (mut after, mut swept) = (None, games.time.now());
    loop {
        let (now, mut more) = (games.time.now(), false);
        if now >= swept {
            // A page of those that are shown each time, until all were looked at.
            match list_others(store.as_ref(), after).await.map_err(failed) {
                Ok(Some(last)) => (after, more) = (Some(last), true),
                Ok(None) => (after, swept) = (None, now + SELDOM),
                Err(_) => {}
            }
        }
        let taken = store.take_unlooked(READING, now, now + LEASE, MOST).await.map_err(failed);
        let taken = taken.unwrap_or_default();
        more |= taken.len() == MOST as usize;
        for game in taken {
            // Whoever is at fault is told of; after the lease it is tried again.
            let _ = look_at(store.as_ref(), &games, game).await;
        }
        if !more {
            games.time.wait_until(games.time.now() + PERIOD).await;
        }
    }
}

/// Lists some games that ended before there was a list, after one, and returns the last that was looked at, unless it was the last of all.
async fn list_others(store: &Store, after: Option<GameId>) -> Result<Option<GameId>, StoreError> {
    let found = store.unlisted(after, MOST).await?;
    for game in found.games {
        store.list_finished(game).await?;
    }
    Ok(found.last)
}

/// Looks a game through.
async fn look_at(store: &Store, games: &Games, id: GameId) -> Result<(), GameError> {
    let (Some((kept, _)), _) = store.finished(id).await.map_err(failed)? else { return Ok(()) };
    let looked = match games.finder.told(id, |game| game.looked()).await {
        Ok(looked) => looked,
        Err(GameError::Damaged) => unreadable(),
        // It is gone meanwhile.
        Err(GameError::NoGame) => return Ok(()),
        Err(failure) => return Err(failure),
    };
    if looked.last.is_none() {
        tracing::warn!(game = %id, "a finished game cannot be played again; no position finds it");
    }
    store.keep_looked(id, kept.at, &looked).await.map_err(failed)
}
