//! Indexes studies, so that they can be found by game, text, player and position.

use std::collections::HashSet;

use crate::workers::prelude::*;

const PERIOD: i64 = 2_000;
const BATCH: u32 = 20;
/// Time after which studies that could not be indexed are tried again.
const RETRY: i64 = 60_000;

pub(crate) async fn index_studies(store: Arc<Store>, games: Arc<Games>) {
    let mut failed = HashSet::new();
    let mut retried = games.time.now();
    loop {
        index_all(&store, &games, &mut failed).await;
        games.time.wait_until(games.time.now() + PERIOD).await;
        if games.time.now() >= retried + RETRY {
            retried = games.time.now();
            failed.clear();
        }
    }
}

/// Indexes the studies that have changed, except those that have failed before.
async fn index_all(store: &Store, games: &Games, failed: &mut HashSet<String>) {
    let mut after = (i64::MIN, String::new());
    loop {
        let found = store.unindexed_studies((after.0, &after.1), BATCH).await;
        let found = found.map_err(Error::from).unwrap_or_default();
        let is_last = found.len() < BATCH as usize;
        for next in found {
            // Errors are logged.
            if !failed.contains(&next.1) && games.index_study(&next.1).await.is_err() {
                failed.insert(next.1.clone());
            }
            after = next;
        }
        if is_last {
            return;
        }
    }
}
