//! Group commit: events that arrive while the database is busy share a transaction.

use std::collections::HashSet;

use entourage_record::{Entry, GameId};
use tokio::sync::{mpsc, oneshot};

use crate::database::Pool;
use crate::events::append_entry;
use crate::events::keep_alive;
use crate::{Result, StoreError};

/// Maximum number of queued events; further callers wait.
const MAX_QUEUED: usize = 1024;
const MAX_BATCH: usize = 256;

/// Stores events in order of arrival, with group commit: events that arrive while the database is busy share the next transaction. An
/// event never waits for other events to arrive.
#[derive(Debug)]
pub(crate) struct Committer {
    queue: mpsc::Sender<Job>,
}

enum Job {
    Append(Append, Done),
    /// A heartbeat, which is written in the same way as events so that it fails whenever an event would fail.
    Beat(i64, Done),
}

struct Append {
    id: GameId,
    seq: u32,
    entry: Entry,
    version: Option<i64>,
}

type Done = oneshot::Sender<Result<()>>;

impl Committer {
    /// Starts a task that writes to a pool until the committer is dropped.
    pub fn start(writer: Pool) -> Self {
        let (queue, waiting) = mpsc::channel(MAX_QUEUED);
        tokio::spawn(commit_all(waiting, writer));
        Self { queue }
    }

    /// Stores an event; returns once it is durable.
    pub async fn append(&self, id: GameId, seq: u32, entry: &Entry, version: Option<i64>) -> Result<()> {
        self.ask(|done| Job::Append(Append { id, seq, entry: entry.clone(), version }, done)).await
    }

    /// Stores a heartbeat; returns once it is durable.
    pub async fn heartbeat(&self, at: i64) -> Result<()> {
        self.ask(|done| Job::Beat(at, done)).await
    }

    async fn ask(&self, job: impl FnOnce(Done) -> Job) -> Result<()> {
        let (done, outcome) = oneshot::channel();
        let gone = || StoreError::Unavailable("the database is closed".into());
        self.queue.send(job(done)).await.map_err(|_| gone())?;
        outcome.await.unwrap_or_else(|_| Err(gone()))
    }
}

async fn commit_all(mut waiting: mpsc::Receiver<Job>, pool: Pool) {
    let mut left = None;
    loop {
        let job = match left.take() {
            Some(job) => Some(job),
            None => waiting.recv().await,
        };
        // Sending a reply fails if the caller no longer waits for it; this can be ignored.
        let first = match job {
            None => return,
            Some(Job::Beat(at, done)) => {
                let _ = done.send(beat(at, &pool).await);
                continue;
            }
            Some(Job::Append(append, done)) => (append, done),
        };
        // Events of the same game must be stored in order, so a batch has at most one event per game.
        let mut games = HashSet::from([first.0.id]);
        let mut batch = vec![first];
        while batch.len() < MAX_BATCH {
            match waiting.try_recv() {
                Ok(Job::Append(append, done)) if games.insert(append.id) => batch.push((append, done)),
                Ok(job) => {
                    left = Some(job);
                    break;
                }
                Err(_) => break,
            }
        }
        commit(batch, &pool).await;
    }
}

async fn beat(at: i64, pool: &Pool) -> Result<()> {
    keep_alive(at, &mut pool.acquire().await?).await
}

/// Stores events of different games and replies to their callers.
async fn commit(batch: Vec<(Append, Done)>, pool: &Pool) {
    let stored = match &batch[..] {
        [_] if !pool.is_server() => Ok(HashSet::new()),
        batch => insert(batch, pool).await,
    };
    for (append, done) in batch {
        match &stored {
            Ok(stored) if stored.contains(&append.id) => drop(done.send(Ok(()))),
            // Events do not wait for a database that cannot be reached one after another.
            Err(error @ StoreError::Unavailable(_)) if pool.is_server() => drop(done.send(Err(error.clone()))),
            // An event that failed in the batch is stored by its own statement to get its error. It may have to wait for another
            // process; the next events do not wait with it.
            _ if pool.is_server() => {
                let pool = pool.clone();
                tokio::spawn(async move { done.send(append.store(&pool).await) });
            }
            _ => drop(done.send(append.store(pool).await)),
        }
    }
}

/// Inserts, in one statement, the events whose sequence numbers are correct; returns the games of the inserted events.
async fn insert(batch: &[(Append, Done)], pool: &Pool) -> Result<HashSet<GameId>> {
    let rows: Vec<_> = batch.iter().filter_map(|(append, _)| append.columns()).collect();
    let rows = serde_json::to_string(&rows).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let insert = match pool.is_server() {
        // In one round trip, also locks the games that no other process is changing, and commits.
        true => "SELECT append_events($1::json) AS game_id",
        false => {
            "INSERT INTO events (game_id, seq, kind, payload, status, created_at, deadline, mover)
             SELECT value ->> 0, CAST(value ->> 1 AS BIGINT), value ->> 2, value ->> 3, value ->> 4, CAST(value ->> 5 AS BIGINT),
                 CAST(value ->> 6 AS BIGINT), CAST(value ->> 8 AS BIGINT)
             FROM json_each($1) AS new
             WHERE EXISTS (SELECT 1 FROM games WHERE id = new.value ->> 0
                     AND version = COALESCE(CAST(new.value ->> 7 AS BIGINT), version))
                 AND (SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE game_id = new.value ->> 0) = CAST(new.value ->> 1 AS BIGINT)
             RETURNING game_id"
        }
    };
    Ok(pool.all(insert, rows).await?.into_iter().collect())
}

type Columns<'a> =
    (String, u32, &'a str, String, Option<&'a str>, i64, Option<i64>, Option<i64>, Option<usize>);

impl Append {
    async fn store(&self, pool: &Pool) -> Result<()> {
        let mut writer = match pool.is_server() {
            false => pool.acquire().await?,
            true => pool.change(self.id).await?,
        };
        append_entry(self.id, self.seq, &self.entry, self.version, &mut writer).await?;
        writer.commit().await
    }

    /// Returns the event's columns for a JSON parameter; `None` if a string contains NUL, where SQLite truncates and PostgreSQL fails.
    fn columns(&self) -> Option<Columns<'_>> {
        let (kind, payload) = self.entry.event.columns();
        let Entry { mover, status, at, deadline, .. } = &self.entry;
        let whole = |text: &str| !text.contains('\0');
        let readable = whole(&payload) && status.as_deref().is_none_or(whole);
        let (id, mover) = (self.id.to_string(), mover.map(|mover| mover.number()));
        let status = status.as_deref();
        readable.then_some((id, self.seq, kind, payload, status, *at, *deadline, self.version, mover))
    }
}
