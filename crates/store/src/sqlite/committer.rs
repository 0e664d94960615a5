//! Many events stored in one transaction: the disk is waited for once for all of them.

use std::collections::HashSet;

use entourage_record::{Entry, GameId};
use tokio::sync::{mpsc, oneshot};

use crate::StoreError;
use crate::sql::pool::{Connection, Pool};
use crate::sql::query::query;
use crate::sql::{append_entry, runs};

/// The most events that wait; further ones wait for their place.
const MOST_WAITING: usize = 1024;
/// The most events of a transaction.
const MOST_AT_ONCE: usize = 256;

/// Stores events in the order in which they come: while the disk is at work on some, those that come meanwhile gather, and
/// are stored together next. Nobody waits for others to come.
#[derive(Debug)]
pub(crate) struct Committer {
    queue: mpsc::Sender<Job>,
}

/// What waits for the connection that writes.
enum Job {
    Append(Append),
    Beat(Beat),
}

/// An event to be stored.
struct Append {
    id: GameId,
    seq: u32,
    entry: Entry,
    version: Option<i64>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// A sign of life to be stored: it waits for what events wait for, and fails where they would.
struct Beat {
    at: i64,
    done: oneshot::Sender<Result<(), StoreError>>,
}

impl Committer {
    /// Starts on the connection that writes, in a task that ends when this is dropped.
    pub fn start(writer: Pool) -> Self {
        let (queue, waiting) = mpsc::channel(MOST_WAITING);
        tokio::spawn(commit_all(waiting, writer));
        Self { queue }
    }

    /// Stores an event, and returns once it is durable.
    pub async fn append(
        &self,
        id: GameId,
        seq: u32,
        entry: &Entry,
        version: Option<i64>,
    ) -> Result<(), StoreError> {
        self.ask(|done| Job::Append(Append { id, seq, entry: entry.clone(), version, done })).await
    }

    /// Stores that the server is there at a time, and returns once it is durable.
    pub async fn beat(&self, at: i64) -> Result<(), StoreError> {
        self.ask(|done| Job::Beat(Beat { at, done })).await
    }

    async fn ask(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<(), StoreError>>) -> Job,
    ) -> Result<(), StoreError> {
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
        let mut writer = match pool.acquire().await {
            Ok(writer) => writer,
            Err(error) => {
                job.answer(Err(error));
                continue;
            }
        };
        let first = match job {
            Job::Append(append) => append,
            Job::Beat(beat) => {
                let outcome = runs::keep_alive(beat.at, &mut writer).await;
                Job::Beat(beat).answer(outcome);
                continue;
            }
        };
        // Two events of one game need an order, which rows of one statement have not.
        let mut games = HashSet::from([first.id]);
        let mut batch = vec![first];
        while batch.len() < MOST_AT_ONCE {
            match waiting.try_recv() {
                Ok(Job::Append(append)) if games.insert(append.id) => batch.push(append),
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

/// Stores events of different games, and answers those who wait.
async fn commit(batch: Vec<Append>, writer: &mut Connection) {
    let stored = match &batch[..] {
        [_] => HashSet::new(),
        batch => insert(batch, writer).await.unwrap_or_default(),
    };
    for append in batch {
        let outcome = match stored.contains(&append.id) {
            true => Ok(()),
            // Alone, or not stored with the others: what is the matter is found out by itself.
            false => append_entry(append.id, append.seq, &append.entry, append.version, writer).await,
        };
        Job::Append(append).answer(outcome);
    }
}

/// Adds the rows that make no gap, by one statement, hence in one transaction; returns the games that got one.
async fn insert(batch: &[Append], writer: &mut Connection) -> Result<HashSet<GameId>, StoreError> {
    let rows: Vec<_> = batch.iter().filter_map(Append::columns).collect();
    let rows = serde_json::to_string(&rows).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let added = query(
        "INSERT INTO events (game_id, seq, kind, payload, status, created_at, deadline)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
         FROM json_each($1) AS new
         WHERE EXISTS (SELECT 1 FROM games WHERE id = new.value ->> 0 AND version = COALESCE(new.value ->> 7, version))
             AND (SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE game_id = new.value ->> 0) = new.value ->> 1
         RETURNING game_id",
    )
    .bind(rows)
    .fetch_all(writer)
    .await?;
    let corrupt = |()| StoreError::Corrupt("an event is in no game".into());
    added.iter().map(|row| row.try_get::<String>("game_id")?.parse().map_err(corrupt)).collect()
}

type Columns<'a> = (String, u32, &'a str, String, Option<&'a str>, i64, Option<i64>, Option<i64>);

impl Append {
    /// Returns the row's columns, as JSON has them; `None` with a text that SQLite would read otherwise than it was written.
    fn columns(&self) -> Option<Columns<'_>> {
        let (kind, payload) = self.entry.event.columns();
        let Entry { status, at, deadline, .. } = &self.entry;
        let whole = |text: &str| !text.contains('\0');
        let readable = whole(&payload) && status.as_deref().is_none_or(whole);
        readable.then(|| {
            (self.id.to_string(), self.seq, kind, payload, status.as_deref(), *at, *deadline, self.version)
        })
    }
}

impl Job {
    /// Tells who waits how it went; they may have gone.
    fn answer(self, outcome: Result<(), StoreError>) {
        let (Self::Append(Append { done, .. }) | Self::Beat(Beat { done, .. })) = self;
        let _ = done.send(outcome);
    }
}
