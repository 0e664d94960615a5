//! Games of people who were banned by the command line, or while a server went down.

use std::sync::Arc;

use entourage_store::Store;

use crate::games::Games;
use crate::games::report::failed;

const PERIOD: i64 = 10_000;
/// People per batch.
const MOST: u32 = 16;

pub(crate) async fn clear(store: Arc<dyn Store>, games: Arc<Games>) {
    loop {
        for account in store.leaving(MOST).await.map_err(failed).unwrap_or_default() {
            let _ = games.leave_all_games(account).await;
        }
        games.time.wait_until(games.time.now() + PERIOD).await;
    }
}
