//! Deletes expired data: seeks, abandoned games, unconfirmed addresses and ended sessions. Also sends
//! heartbeats and removes banned players from their games.

use entourage_store::Abandoned;

use crate::games::subscriptions::QUESTIONS;
use crate::health::Health;
use crate::push;
use crate::server_time::ServerTime;
use crate::sessions::{self, CEREMONY_TIMEOUT};
use crate::systemd;
use crate::workers::prelude::*;

const PERIOD: i64 = 60 * 60 * 1000;
/// Games per batch; small, so that other work is not blocked.
const BATCH: u32 = 200;
const PAUSE: Duration = Duration::from_millis(200);
/// Time in which an address must be confirmed: a week, in milliseconds.
const CONFIRM_WITHIN: i64 = 7 * 24 * 60 * 60 * 1000;

/// Deletes games without a second move that have been idle for `age` milliseconds. Every run checks all games,
/// because games that the last run kept may be abandoned by now.
pub(crate) async fn delete_abandoned_games(store: Arc<Store>, games: Arc<Games>, age: i64) {
    loop {
        let gone = sweep(&store, &games, games.time.now().saturating_sub(age)).await;
        if gone > 0 {
            tracing::info!(games = gone, "deleted abandoned games");
        }
        games.time.wait_until(games.time.now() + PERIOD).await;
    }
}

async fn sweep(store: &Arc<Store>, games: &Arc<Games>, before: i64) -> usize {
    let (mut gone, mut after) = (0, None);
    loop {
        let looked = store.abandoned(after, before, BATCH).await.map_err(Error::from);
        let Ok(Abandoned { games: found, last }) = looked else { return gone };
        for id in found {
            match games.forget_abandoned(id, before).await {
                Ok(true) => gone += 1,
                // A player has arrived in the meantime.
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

/// Deletes unconfirmed addresses, counts of confirmation requests, and ended sessions, even if e-mail is off.
pub(crate) async fn delete_expired_data(store: Arc<Store>, games: Arc<Games>) {
    loop {
        // Errors are logged; the next run tries again.
        let _ = forget_addresses(store.as_ref(), games.time.now()).await.map_err(Error::from);
        games.time.wait_until(games.time.now() + PERIOD).await;
    }
}

async fn forget_addresses(store: &Store, now: i64) -> Result<(), StoreError> {
    store.forget_seeks(now).await?;
    store.forget_devices(now - push::SUBSCRIPTION_LIFETIME).await?;
    store.forget_unconfirmed(now - CONFIRM_WITHIN).await?;
    store.forget_unanswered(now - CONFIRM_WITHIN, now - sessions::LINK_LIFETIME).await?;
    store.forget_browsers(now - sessions::MAX_AGE, now - sessions::NETWORK_AGE).await?;
    store.forget_ended(sessions::expiry(now), now - CEREMONY_TIMEOUT).await?;
    store.forget_questions(now - QUESTIONS.span).await
}

const BANNED_PERIOD: i64 = 10_000;
const BANNED_BATCH: u32 = 16;

pub(crate) async fn leave_games_of_banned(store: Arc<Store>, games: Arc<Games>) {
    loop {
        for account in store.leaving(BANNED_BATCH).await.map_err(Error::from).unwrap_or_default() {
            let _ = games.leave_all_games(account).await;
        }
        games.time.wait_until(games.time.now() + BANNED_PERIOD).await;
    }
}

/// Interval between heartbeats. After an outage, clocks continue from the last heartbeat.
const HEARTBEAT: Duration = Duration::from_secs(5);

pub(crate) async fn send_heartbeats(store: Arc<Store>, health: Arc<Health>, time: Arc<ServerTime>) {
    loop {
        health.condition().await;
        systemd::alive();
        if let Err(error) = time.follow_date(store.as_ref()).await {
            // Tried again at the next heartbeat.
            let _ = Error::from(error);
        }
        sleep(HEARTBEAT).await;
    }
}
