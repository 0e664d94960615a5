//! Games of people who were banned where no server was asked, or while one went down.

use std::sync::Arc;

use entourage_store::Store;

use crate::games::Games;
use crate::games::report::failed;

/// How often they are looked for, in milliseconds.
const PERIOD: i64 = 10_000;
/// The most people whose games are left at a time.
const MOST: u32 = 16;

/// Has whoever is banned leave their games; for ever. What fails is told, and tried again the next time.
pub(crate) async fn clear(store: Arc<Store>, games: Arc<Games>) {
    loop {
        for account in store.leaving(MOST).await.map_err(failed).unwrap_or_default() {
            let _ = games.leaving.leave(account).await;
        }
        games.time.wait_until(games.time.now() + PERIOD).await;
    }
}
