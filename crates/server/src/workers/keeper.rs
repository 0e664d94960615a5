//! Removes expired data: seeks, abandoned games, unconfirmed addresses, and ended sessions.

use entourage_store::Abandoned;

use crate::games::subscriptions::QUESTIONS;
use crate::health::Health;
use crate::push;
use crate::server_time::ServerTime;
use crate::sessions::{self, PATIENCE};
use crate::supervisor;
use crate::workers::prelude::*;

const PERIOD: i64 = 60 * 60 * 1000;
/// Games per batch, so that other work is not blocked.
const MOST: u32 = 200;
/// The pause between batches.
const PAUSE: Duration = Duration::from_millis(200);
/// The time to confirm an address: a week.
const ANSWER: i64 = 7 * 24 * 60 * 60 * 1000;

/// Removes games without a second move in which nothing has happened for `age` milliseconds. Each run looks at all games: a spared one may
/// be abandoned by now.
pub(crate) async fn tidy(store: Arc<Store>, games: Arc<Games>, age: i64) {
    loop {
        let gone = sweep(&store, &games, games.time.now().saturating_sub(age)).await;
        if gone > 0 {
            tracing::info!(games = gone, "games that were given up before they began are forgotten");
        }
        games.time.wait_until(games.time.now() + PERIOD).await;
    }
}

async fn sweep(store: &Arc<Store>, games: &Arc<Games>, before: i64) -> usize {
    let (mut gone, mut after) = (0, None);
    loop {
        let looked = store.abandoned(after, before, MOST).await.map_err(failed);
        let Ok(Abandoned { games: found, last }) = looked else { return gone };
        for id in found {
            match games.forget_abandoned(id, before).await {
                Ok(true) => gone += 1,
                // Somebody has come meanwhile.
                Ok(false) => {}
                Err(_) => return gone,
            }
        }
        match last {
            Some(last) => after = Some(last),
            None => return gone,
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Removes unconfirmed addresses, the memory of questions asked, and ended sessions, whether mail is on or not.
pub(crate) async fn tidy_addresses(store: Arc<Store>, games: Arc<Games>) {
    loop {
        // What fails is told, and tried again the next time.
        let _ = forget_addresses(store.as_ref(), games.time.now()).await.map_err(failed);
        games.time.wait_until(games.time.now() + PERIOD).await;
    }
}

async fn forget_addresses(store: &Store, now: i64) -> Result<(), StoreError> {
    store.forget_seeks(now).await?;
    store.forget_devices(now - push::PATIENCE).await?;
    store.forget_unconfirmed(now - ANSWER).await?;
    store.forget_unanswered(now - ANSWER, now - sessions::LINK).await?;
    store.forget_browsers(sessions::known_since(now)).await?;
    store.forget_ended(sessions::expiry(now), now - PATIENCE).await?;
    store.forget_questions(now - QUESTIONS.span).await
}

const BANNED_PERIOD: i64 = 10_000;
/// People per batch.
const MOST_BANNED: u32 = 16;

pub(crate) async fn clear(store: Arc<Store>, games: Arc<Games>) {
    loop {
        for account in store.leaving(MOST_BANNED).await.map_err(failed).unwrap_or_default() {
            let _ = games.leave_all_games(account).await;
        }
        games.time.wait_until(games.time.now() + BANNED_PERIOD).await;
    }
}

/// The time between signs of life: after an outage, players get back the time since the last one.
const BEAT: Duration = Duration::from_secs(5);

pub(crate) async fn beat(store: Arc<Store>, health: Arc<Health>, time: Arc<ServerTime>) {
    loop {
        health.condition().await;
        supervisor::alive();
        if let Err(error) = time.follow_date(store.as_ref()).await {
            // It is tried again.
            let _ = failed(error);
        }
        sleep(BEAT).await;
    }
}
