use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use entourage_store::{Run, Store, StoreError};

use crate::time::Time;

/// Maximum difference from the machine's date, in milliseconds; beyond it, the server adopts that date.
const DRIFT: i64 = 60_000;

/// The server's clock in milliseconds, by which everything is measured and stored. It runs only while the
/// server is up and ignores changes of the machine's date, so that no player loses time to an outage or a
/// changed clock (C4, C12). Dates shown to people follow the machine's date.
pub(crate) struct ServerTime {
    machine: Arc<dyn Time>,
    /// Server time minus the machine's monotonic time.
    ahead: AtomicI64,
    /// The periods in which the server was up; the current one is last.
    runs: RwLock<Vec<Run>>,
}

impl ServerTime {
    /// Continues from the last heartbeat, and logs the length of the outage.
    pub async fn begin(machine: Arc<dyn Time>, store: &Store) -> Result<Self, StoreError> {
        let date = machine.date();
        let (runs, date) = store.begin_run(date).await?;
        let now = runs.last().map_or(date, |run| run.time_of(date));
        let ahead = AtomicI64::new(now.saturating_sub(machine.elapsed()));
        if let [.., last, _] = &runs[..] {
            let away = date.saturating_sub(last.date_of(last.alive));
            match away {
                0.. => tracing::info!(away_ms = away, "clocks were stopped while the server was down"),
                _ => {
                    tracing::warn!(back_ms = -away, "the machine's date was set back; clocks are not affected")
                }
            }
        }
        Ok(Self { machine, ahead, runs: RwLock::new(runs) })
    }

    pub fn now(&self) -> i64 {
        self.ahead.load(Ordering::Relaxed).saturating_add(self.machine.elapsed())
    }

    pub async fn wait_until(&self, at: i64) {
        self.machine.wait_until(at.saturating_sub(self.ahead.load(Ordering::Relaxed))).await;
    }

    /// Converts server time to a date in milliseconds since 1970 (UTC).
    pub fn date_of(&self, at: i64) -> i64 {
        let runs = self.runs.read().unwrap_or_else(PoisonError::into_inner);
        let next = runs.partition_point(|run| run.began <= at);
        // Before runs were recorded, server times were dates.
        next.checked_sub(1).and_then(|run| runs.get(run)).map_or(at, |run| run.date_of(at))
    }

    /// Adopts the machine's date after it was set or the machine slept; server time is not affected.
    pub async fn follow_date(&self, store: &Store) -> Result<(), StoreError> {
        let date = match store.clock().await? {
            Some((run, date)) => {
                self.join(run);
                let behind = run.time_of(date).saturating_sub(self.now());
                // Processes stay in step, but a jump of the database's date must not affect clocks.
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
        tracing::warn!(jump_ms = jump, "the machine's date has jumped; clocks are not affected");
        self.join(Run { began: now, alive: now, date });
        Ok(())
    }

    /// Adopts the current run if it is new.
    fn join(&self, run: Run) {
        let mut runs = self.runs.write().unwrap_or_else(PoisonError::into_inner);
        runs.retain(|known| known.began < run.began);
        runs.push(run);
    }
}
