use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use entourage_store::{Run, Store, StoreError};

use crate::time::Time;

/// How far the machine's date may lie from the server's before the server takes it over, in milliseconds: a minute.
const DRIFT: i64 = 60_000;

/// Tells the time of the server, in milliseconds, by which everything is measured and stored.
///
/// It passes only while the server is there, evenly, whatever becomes of the machine's date: nobody loses time by an absence, or by a
/// clock that is set (C4, C12). What it means for people is a date, which follows the machine's.
pub(crate) struct ServerTime {
    machine: Arc<dyn Time>,
    /// How far the server's time is ahead of the machine's.
    ahead: AtomicI64,
    /// When the server was there, the run under way last.
    runs: RwLock<Vec<Run>>,
}

impl ServerTime {
    /// Goes on where the server was last known to be there; tells the operator how long it was away.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn begin(machine: Arc<dyn Time>, store: &Store) -> Result<Self, StoreError> {
        let date = machine.date();
        let (runs, date) = store.begin_run(date).await?;
        let now = runs.last().map_or(date, |run| run.time_of(date));
        let ahead = AtomicI64::new(now.saturating_sub(machine.elapsed()));
        if let [.., last, _] = &runs[..] {
            let away = date.saturating_sub(last.date_of(last.alive));
            match away {
                0.. => tracing::info!(away_ms = away, "the server was away; no clock ran meanwhile"),
                _ => tracing::warn!(back_ms = -away, "the machine's date was set back; no clock has noticed"),
            }
        }
        Ok(Self { machine, ahead, runs: RwLock::new(runs) })
    }

    /// Returns the time.
    pub fn now(&self) -> i64 {
        self.ahead.load(Ordering::Relaxed).saturating_add(self.machine.elapsed())
    }

    /// Waits until it is a time, or a later one.
    pub async fn wait_until(&self, at: i64) {
        self.machine.wait_until(at.saturating_sub(self.ahead.load(Ordering::Relaxed))).await;
    }

    /// Returns the date of a time for people, in milliseconds since 1970 (UTC).
    pub fn date_of(&self, at: i64) -> i64 {
        let runs = self.runs.read().unwrap_or_else(PoisonError::into_inner);
        let next = runs.partition_point(|run| run.began <= at);
        // Before runs were kept, times were dates.
        next.checked_sub(1).and_then(|run| runs.get(run)).map_or(at, |run| run.date_of(at))
    }

    /// Follows the machine's date where it was set, or the machine slept; the server's time is none the wiser.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn follow_date(&self, store: &Store) -> Result<(), StoreError> {
        let date = match store.clock().await? {
            Some((run, date)) => {
                self.join(run);
                let behind = run.time_of(date).saturating_sub(self.now());
                // Processes keep in step; where the database's date was set, that concerns nobody's clock.
                if behind.abs() <= DRIFT {
                    self.ahead.fetch_add(behind, Ordering::Relaxed);
                }
                date
            }
            None => self.machine.date(),
        };
        let now = self.now();
        let jump = date.saturating_sub(self.date_of(now));
        if jump.abs() <= DRIFT {
            return Ok(());
        }
        store.set_date(now, date).await?;
        tracing::warn!(jump_ms = jump, "the machine's date has jumped; no clock has noticed");
        self.join(Run { began: now, alive: now, date });
        Ok(())
    }

    /// Takes over the run under way, if it is another than was known.
    fn join(&self, run: Run) {
        let mut runs = self.runs.write().unwrap_or_else(PoisonError::into_inner);
        runs.retain(|known| known.began < run.began);
        runs.push(run);
    }
}
