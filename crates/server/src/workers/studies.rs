//! Indexes studies, so that they can be found by game, text, player and position.

use crate::workers::prelude::*;

const PERIOD: i64 = 2_000;
const BATCH: u32 = 20;

pub(crate) async fn index_studies(store: Arc<Store>, games: Arc<Games>) {
    loop {
        let found = store.unindexed_studies(BATCH).await.map_err(Error::from).unwrap_or_default();
        let mut is_done = found.len() < BATCH as usize;
        for id in found {
            // Errors are logged; the study is tried again.
            is_done |= games.index_study(&id).await.is_err();
        }
        if is_done {
            games.time.wait_until(games.time.now() + PERIOD).await;
        }
    }
}
