use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use entourage_store::{Run, Store, StoreError};

use crate::time::Time;

/// Maximum difference from the system clock's date, in milliseconds; beyond it, the server adopts that date.
const DRIFT: i64 = 60_000;

/// Server time, in milliseconds: the time base of game clocks and stored times. It runs only while the server is
/// up and ignores changes to the system clock, so that no player loses time to an outage or such a change (rulings
/// C4 and C12 in `docs/CLOCKS.md`). Dates shown to users follow the system clock.
pub(crate) struct ServerTime {
    machine: Arc<dyn Time>,
    /// Server time minus monotonic time.
    ahead: AtomicI64,
    /// The periods in which the server was up; the current one is last.
    runs: RwLock<Vec<Run>>,
}

impl ServerTime {
    /// Continues server time from the last heartbeat, and logs the length of the outage.
    pub async fn begin(machine: Arc<dyn Time>, store: &Store) -> Result<Self, StoreError> {
        let date = machine.date();
        let (runs, date) = store.begin_run(date).await?;
        let now = runs.last().map_or(date, |run| run.time_of(date));
        let ahead = AtomicI64::new(now.saturating_sub(machine.elapsed()));
        if let [.., last, _] = &runs[..] {
            let away = date.saturating_sub(last.date_of(last.alive));
            match away {
                0.. => tracing::info!(away_ms = away, "game clocks were stopped while the server was down"),
                _ => {
                    tracing::warn!(back_ms = -away, "the system clock was set back; game clocks are unaffected")
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
        // Times before the first recorded run are dates already.
        next.checked_sub(1).and_then(|run| runs.get(run)).map_or(at, |run| run.date_of(at))
    }

    /// Adopts the system clock's date after a jump, for example on resume from suspend; server time is
    /// unaffected.
    pub async fn follow_date(&self, store: &Store) -> Result<(), StoreError> {
        let date = match store.clock().await? {
            Some((run, date)) => {
                self.join(run);
                let behind = run.time_of(date).saturating_sub(self.now());
                // Keep processes in step, but do not let a jump of the database's clock affect game clocks.
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
        tracing::warn!(jump_ms = jump, "the system clock has jumped; game clocks are unaffected");
        self.join(Run { began: now, alive: now, date });
        Ok(())
    }

    /// Makes `run` the current period of server uptime; drops periods that do not begin earlier.
    fn join(&self, run: Run) {
        let mut runs = self.runs.write().unwrap_or_else(PoisonError::into_inner);
        runs.retain(|known| known.began < run.began);
        runs.push(run);
    }
}
