//! Reads the new events of games; reads that arrive while the database is busy share a query.

use std::collections::HashMap;

use entourage_record::GameId;
use sqlx::AssertSqlSafe;
use tokio::sync::{mpsc, oneshot};

use crate::database::Pool;
use crate::games::entry;
use crate::{NewEvents, Result, StoreError};

const MAX_QUEUED: usize = 1024;
const MAX_BATCH: usize = 64;

/// Answers reads until it is dropped.
#[derive(Debug)]
pub(crate) struct Growths {
    queue: mpsc::Sender<(GameId, Wanted)>,
}

/// The number of the first event to read, and where to send the result.
type Wanted = (u32, oneshot::Sender<Result<Option<NewEvents>>>);

impl Growths {
    pub fn start(readers: Pool) -> Self {
        let (queue, waiting) = mpsc::channel(MAX_QUEUED);
        tokio::spawn(read_all(waiting, readers));
        Self { queue }
    }

    pub async fn read(&self, id: GameId, from: u32) -> Result<Option<NewEvents>> {
        let (done, result) = oneshot::channel();
        let gone = || StoreError::Unavailable("the database is closed".into());
        self.queue.send((id, (from, done))).await.map_err(|_| gone())?;
        result.await.unwrap_or_else(|_| Err(gone()))
    }
}

async fn read_all(mut waiting: mpsc::Receiver<(GameId, Wanted)>, readers: Pool) {
    let mut left = None;
    loop {
        let Some((id, wanted)) = (match left.take() {
            Some(first) => Some(first),
            None => waiting.recv().await,
        }) else {
            return;
        };
        let mut batch = HashMap::from([(id, wanted)]);
        while batch.len() < MAX_BATCH {
            match waiting.try_recv() {
                Ok((id, wanted)) if !batch.contains_key(&id) => drop(batch.insert(id, wanted)),
                Ok(next) => {
                    left = Some(next);
                    break;
                }
                Err(_) => break,
            }
        }
        let found = read(&batch, &readers).await;
        for (id, (_, done)) in batch {
            // Fails if the caller no longer waits.
            let _ = match &found {
                Ok(found) => done.send(found.get(&id).cloned().transpose()),
                Err(error) => done.send(Err(error.clone())),
            };
        }
    }
}

/// Reads the version of each game, and its events from the wanted one on.
async fn read(batch: &HashMap<GameId, Wanted>, readers: &Pool) -> Result<HashMap<GameId, Result<NewEvents>>> {
    let wanted: Vec<(String, u32)> = batch.iter().map(|(id, (from, _))| (id.to_string(), *from)).collect();
    let wanted = serde_json::to_string(&wanted).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    // A single statement reads a consistent state.
    let sql = format!(
        "SELECT g.id, g.version, e.seq, e.kind, e.payload, e.mover, e.status, e.created_at, e.deadline
         FROM {} AS wanted JOIN games g ON g.id = wanted.value ->> 0
             LEFT JOIN events e ON e.game_id = g.id AND e.seq >= CAST(wanted.value ->> 1 AS BIGINT)
         ORDER BY g.id, e.seq",
        readers.each()
    );
    let mut found: HashMap<GameId, Result<NewEvents>> = HashMap::new();
    for row in readers.rows(AssertSqlSafe(sql), wanted).await? {
        let (id, version) = (row.get("id")?, row.get("version")?);
        let game = found.entry(id).or_insert(Ok(NewEvents { version, entries: Vec::new() }));
        if let (Some(_), Ok(growth)) = (row.get::<Option<i64>>("seq")?, &mut *game) {
            let expected = batch.get(&id).map_or(0, |(from, _)| *from as usize) + growth.entries.len();
            match entry(expected, &row) {
                Ok(entry) => growth.entries.push(entry),
                Err(error) => *game = Err(error),
            }
        }
    }
    Ok(found)
}
