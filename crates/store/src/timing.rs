//! Players' arrivals, game deadlines and server time.

use entourage_kernel::Side;
use entourage_record::GameId;
use sqlx::AssertSqlSafe;

use crate::columns::from_row;
use crate::database::Connection;
use crate::events::keep_alive;
use crate::games::{commit, expect_version};
use crate::{Result, Store, StoreError};

/// Time in milliseconds after the last heartbeat during which a run counts as active. Processes send a heartbeat every five seconds.
const RUN_TIMEOUT: i64 = 10_000;

/// A period in which the server was running. Server time passes only during runs, so clocks stop during downtime (C12 in docs/CLOCKS.md).
///
/// Times are in milliseconds. The server time of a new store begins at Unix time, and falls behind by the length of each downtime.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Server time at the start of the run, equal to the server time at the end of the previous run.
    pub began: i64,
    /// Server time of the last heartbeat.
    pub alive: i64,
    /// Unix time at the start of the run.
    pub date: i64,
}

from_row! { Run { began, alive, date } }

impl Run {
    pub fn time_of(&self, date: i64) -> i64 {
        self.began.saturating_add(date.saturating_sub(self.date))
    }

    pub fn date_of(&self, at: i64) -> i64 {
        self.date.saturating_add(at.saturating_sub(self.began))
    }
}

impl Store {
    /// Records a player's first arrival and the resulting deadline, and increments the game's version. Fails with `Conflict` if the version
    /// is not the expected one, and with `Missing` if there is no such game.
    pub async fn arrive(
        &self,
        id: GameId,
        side: Side,
        at: i64,
        deadline: Option<i64>,
        version: Option<i64>,
    ) -> Result<()> {
        let mut transaction = self.writer.change(id).await?;
        expect_version(id, version, &mut transaction).await?;
        insert_arrival(id, side, at, &mut transaction).await?;
        put_deadline(id, deadline, &mut transaction).await?;
        commit(id, transaction).await
    }

    /// Changes or removes a game's deadline if it still equals `listed`, the value returned by [`take_deadlines`](Self::take_deadlines).
    pub async fn correct_deadline(&self, id: GameId, listed: i64, deadline: Option<i64>) -> Result<()> {
        let correct = "UPDATE deadlines SET at = $3, leased = 0 WHERE game_id = $1 AND at = $2";
        let remove = "DELETE FROM deadlines WHERE game_id = $1 AND at = $2";
        match deadline {
            Some(at) => self.writer.execute(correct, (id, listed, at)).await.map(drop),
            None => self.writer.execute(remove, (id, listed)).await.map(drop),
        }
    }

    /// Returns the time at which the next deadline expires, or at which its lease expires if that is later.
    pub async fn next_deadline(&self) -> Result<Option<i64>> {
        self.readers.one("SELECT MIN(CASE WHEN at < leased THEN leased ELSE at END) FROM deadlines", ()).await
    }

    /// Leases up to `most` games whose deadline has expired, earliest first, and returns them with their deadlines. A lease ends at
    /// `until`, or earlier when the deadline changes.
    pub async fn take_deadlines(&self, now: i64, until: i64, most: u32) -> Result<Vec<(GameId, i64)>> {
        let skip = self.writer.skip_locked();
        let sql = format!(
            "UPDATE deadlines SET leased = $2 WHERE game_id IN
                 (SELECT game_id FROM deadlines WHERE at <= $1 AND leased <= $1 ORDER BY at LIMIT $3 {skip})
             RETURNING game_id, at"
        );
        let mut taken: Vec<(GameId, i64)> = self.writer.all(AssertSqlSafe(sql), (now, until, most)).await?;
        taken.sort_by_key(|(_, at)| *at);
        Ok(taken)
    }

    /// Returns the deadlines of all games with running clocks.
    pub async fn all_deadlines(&self) -> Result<Vec<(String, i64)>> {
        self.readers.all("SELECT game_id, at FROM deadlines", ()).await
    }

    /// Returns the time at which the next task in a table is due, or at which its lease expires if that is later.
    pub(crate) async fn next_due_of(&self, table: &str) -> Result<Option<i64>> {
        let sql = format!(
            "SELECT MIN(CASE WHEN due < leased THEN leased ELSE due END) FROM {table} WHERE due IS NOT NULL"
        );
        self.readers.one(AssertSqlSafe(sql), ()).await
    }

    /// Begins a run at a date (Unix time); server time continues from the end of the last run. Returns all runs, and the date. If processes
    /// share the database, the date is taken from the database server, and a process joins the active run if there is one.
    pub async fn begin_run(&self, date: i64) -> Result<(Vec<Run>, i64)> {
        let mut transaction = self.writer.change("runs").await?;
        let kept = transaction.date().await?;
        let date = kept.unwrap_or(date);
        let mut runs: Vec<Run> =
            transaction.all("SELECT began, alive, date FROM runs ORDER BY began", ()).await?;
        if let (Some(last), Some(_)) = (runs.last(), kept)
            && last.time_of(date).saturating_sub(last.alive) <= RUN_TIMEOUT
        {
            return Ok((runs, date));
        }
        let began = match runs.last() {
            Some(last) => last.alive,
            // The database was created before runs were recorded: server time must not begin before any stored time.
            None => date.max(latest(&mut transaction).await?),
        };
        let run = Run { began, alive: began, date };
        put_run(run, &mut transaction).await?;
        transaction.commit().await?;
        // If the last run had zero length, the new run has replaced it.
        runs.retain(|run| run.began < began);
        runs.push(run);
        Ok((runs, date))
    }

    /// Returns the current run and the PostgreSQL server's date; `None` for SQLite.
    pub async fn clock(&self) -> Result<Option<(Run, i64)>> {
        let mut connection = self.readers.acquire().await?;
        let Some(date) = connection.date().await? else { return Ok(None) };
        let run = connection.one("SELECT began, alive, date FROM runs ORDER BY began DESC LIMIT 1", ()).await?;
        Ok(Some((run, date)))
    }

    /// Ends the current run and begins a new one, because the system clock was changed.
    pub async fn set_date(&self, at: i64, date: i64) -> Result<()> {
        let mut transaction = self.writer.change("runs").await?;
        keep_alive(at, &mut transaction).await?;
        put_run(Run { began: at, alive: at, date }, &mut transaction).await?;
        transaction.commit().await
    }

    /// Stores a heartbeat in the same way as events, then reads it from the database. If this fails, events cannot be stored either.
    pub async fn heartbeat(&self, at: i64) -> Result<()> {
        self.committer.heartbeat(at).await?;
        // If the heartbeat was acknowledged but cannot be read, the writing connection is in a transaction that never ends.
        match self.readers.one::<i64>("SELECT alive FROM runs ORDER BY began DESC LIMIT 1", ()).await? {
            alive if alive >= at => Ok(()),
            _ => Err(StoreError::Unavailable("a heartbeat was written but cannot be read".into())),
        }
    }
}

pub(crate) async fn arrivals(id: GameId, connection: &mut Connection) -> Result<[Option<i64>; 2]> {
    let mut arrivals = [None; 2];
    let rows = connection.all("SELECT side, at FROM arrivals WHERE game_id = $1", id).await?;
    for (side, at) in rows {
        let side: Side = side;
        arrivals[side.index()] = Some(at);
    }
    Ok(arrivals)
}

pub(crate) async fn insert_arrival(id: GameId, side: Side, at: i64, connection: &mut Connection) -> Result<()> {
    let row = "INSERT INTO arrivals (game_id, side, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    connection.execute(row, (id, side, at)).await.map(drop)
}

pub(crate) async fn forget_arrival(id: GameId, side: Side, connection: &mut Connection) -> Result<()> {
    connection.execute("DELETE FROM arrivals WHERE game_id = $1 AND side = $2", (id, side)).await?;
    put_deadline(id, None, connection).await
}

pub(crate) async fn put_deadline(id: GameId, deadline: Option<i64>, connection: &mut Connection) -> Result<()> {
    let put = "INSERT INTO deadlines (game_id, at) VALUES ($1, $2) ON CONFLICT (game_id) DO UPDATE SET at = excluded.at, leased = 0";
    match deadline {
        Some(at) => connection.execute(put, (id, at)).await.map(drop),
        None => connection.execute("DELETE FROM deadlines WHERE game_id = $1", id).await.map(drop),
    }
}

async fn put_run(Run { began, alive, date }: Run, connection: &mut Connection) -> Result<()> {
    let run = "INSERT INTO runs (began, alive, date) VALUES ($1, $2, $3)
         ON CONFLICT (began) DO UPDATE SET alive = excluded.alive, date = excluded.date";
    connection.execute(run, (began, alive, date)).await.map(drop)
}

/// Returns the latest time in the database, or 0 if the database is empty.
async fn latest(connection: &mut Connection) -> Result<i64> {
    let latest = "SELECT MAX(at) AS at FROM (
         SELECT 0 AS at UNION ALL SELECT MAX(created_at) FROM games UNION ALL SELECT MAX(created_at) FROM events
         UNION ALL SELECT MAX(created_at) FROM chat UNION ALL SELECT MAX(at) FROM arrivals
     ) AS times";
    connection.one(latest, ()).await
}
