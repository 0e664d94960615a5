//! Group commit: events that arrive while the disk is busy share a transaction.

use std::collections::HashSet;

use entourage_record::{Entry, GameId};
use tokio::sync::{mpsc, oneshot};

use crate::database::{Connection, Pool};
use crate::events::append_entry;
use crate::events::keep_alive;
use crate::{Result, StoreError};

/// Maximum number of queued events; further callers wait.
const MAX_QUEUED: usize = 1024;
const MAX_BATCH: usize = 256;

/// Stores events in order of arrival, with group commit: events that arrive while the disk is busy share the next transaction. An event
/// never waits for other events to arrive.
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
        let Some(job) = job else { return };
        // Sending a reply fails if the caller no longer waits for it; this can be ignored.
        let (first, mut writer) = match (pool.acquire().await, job) {
            (Ok(writer), Job::Append(append, done)) => ((append, done), writer),
            (Ok(mut writer), Job::Beat(at, done)) => {
                let _ = done.send(keep_alive(at, &mut writer).await);
                continue;
            }
            (Err(error), Job::Append(_, done) | Job::Beat(_, done)) => {
                let _ = done.send(Err(error));
                continue;
            }
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
        commit(batch, &mut writer).await;
    }
}

/// Stores events of different games and replies to their callers.
async fn commit(batch: Vec<(Append, Done)>, writer: &mut Connection) {
    let stored = match &batch[..] {
        [_] => HashSet::new(),
        batch => insert(batch, writer).await.unwrap_or_default(),
    };
    for (Append { id, seq, entry, version }, done) in batch {
        let outcome = match stored.contains(&id) {
            true => Ok(()),
            // A lone event, or one that failed in the batch, is stored by its own statement to get its error.
            false => append_entry(id, seq, &entry, version, writer).await,
        };
        let _ = done.send(outcome);
    }
}

/// Inserts, in one statement, the events whose sequence numbers are correct; returns the games of the inserted events.
async fn insert(batch: &[(Append, Done)], writer: &mut Connection) -> Result<HashSet<GameId>> {
    let rows: Vec<_> = batch.iter().filter_map(|(append, _)| append.columns()).collect();
    let rows = serde_json::to_string(&rows).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let insert = "INSERT INTO events (game_id, seq, kind, payload, status, created_at, deadline, mover)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 8
         FROM json_each($1) AS new
         WHERE EXISTS (SELECT 1 FROM games WHERE id = new.value ->> 0 AND version = COALESCE(new.value ->> 7, version))
             AND (SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE game_id = new.value ->> 0) = new.value ->> 1
         RETURNING game_id";
    Ok(writer.all(insert, rows).await?.into_iter().collect())
}

type Columns<'a> =
    (String, u32, &'a str, String, Option<&'a str>, i64, Option<i64>, Option<i64>, Option<usize>);

impl Append {
    /// Returns the event's columns for a JSON parameter; `None` if a string contains NUL, where SQLite truncates.
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
