//! What the database keeps of time: when players came, when the time of games is up, and when the server was there.

use entourage_kernel::Side;
use entourage_record::GameId;
use sqlx::AssertSqlSafe;

use crate::columns::from_row;
use crate::database::Connection;
use crate::events::keep_alive;
use crate::games::{commit, expect_version};
use crate::{Result, Store, StoreError};

/// For how long after its last sign of life a run is active still, in milliseconds: processes give one every five seconds.
const TOGETHER: i64 = 10_000;

/// For how long a server was there, in the time that a store keeps, which passes only while one is: no clock runs while the server is away
/// (C12).
///
/// Times are milliseconds. The time of a new store begins as the date, since 1970 (UTC), and falls behind by every absence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// When it began: where the last run ended.
    pub began: i64,
    /// When it was last known to be there.
    pub alive: i64,
    /// The date at which it began.
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
    /// Stores when a side's player came to a game, unless they have come before, and when its time is then up, if the game has the version
    /// where one is given; that raises it by one. Fails with `Conflict` if the game has another version, and with `Missing` if there is no
    /// such game.
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

    /// Corrects when a game's time is up, if that is still what [`take_deadlines`](Self::take_deadlines) listed: later events take
    /// precedence.
    pub async fn correct_deadline(&self, id: GameId, listed: i64, deadline: Option<i64>) -> Result<()> {
        let correct = "UPDATE deadlines SET at = $3, leased = 0 WHERE game_id = $1 AND at = $2";
        let remove = "DELETE FROM deadlines WHERE game_id = $1 AND at = $2";
        match deadline {
            Some(at) => self.writer.execute(correct, (id, listed, at)).await.map(drop),
            None => self.writer.execute(remove, (id, listed)).await.map(drop),
        }
    }

    /// Returns when the time of a game is up next that no process has taken until then.
    pub async fn next_deadline(&self) -> Result<Option<i64>> {
        self.readers.one("SELECT MIN(CASE WHEN at < leased THEN leased ELSE at END) FROM deadlines", ()).await
    }

    /// Takes at most so many games whose time is up at a time, the earliest first, with the time that is listed. No other process takes them
    /// before another time, unless the deadline changes.
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

    /// Returns when the time of each game is up whose clocks run.
    pub async fn all_deadlines(&self) -> Result<Vec<(String, i64)>> {
        self.readers.all("SELECT game_id, at FROM deadlines", ()).await
    }

    /// Returns when something is due next in a table of tasks that no process has taken until then.
    pub(crate) async fn next_due_of(&self, table: &str) -> Result<Option<i64>> {
        let sql = format!(
            "SELECT MIN(CASE WHEN due < leased THEN leased ELSE due END) FROM {table} WHERE due IS NOT NULL"
        );
        self.readers.one(AssertSqlSafe(sql), ()).await
    }

    /// Begins a run of the server at a date, in milliseconds since 1970 (UTC), where the last one ended, and returns it after all before
    /// it, with the date: between them no time passes. Where processes share a database, its own date counts, and a process that comes
    /// while another is there joins its run.
    pub async fn begin_run(&self, date: i64) -> Result<(Vec<Run>, i64)> {
        let mut transaction = self.writer.change("runs").await?;
        let kept = transaction.date().await?;
        let date = kept.unwrap_or(date);
        let mut runs: Vec<Run> =
            transaction.all("SELECT began, alive, date FROM runs ORDER BY began", ()).await?;
        if let (Some(last), Some(_)) = (runs.last(), kept)
            && last.time_of(date).saturating_sub(last.alive) <= TOGETHER
        {
            return Ok((runs, date));
        }
        let began = match runs.last() {
            Some(last) => last.alive,
            // Of a database from before runs were kept, nothing may lie in the future.
            None => date.max(latest(&mut transaction).await?),
        };
        let run = Run { began, alive: began, date };
        put_run(run, &mut transaction).await?;
        transaction.commit().await?;
        // One that ended as it began is as good as none.
        runs.retain(|run| run.began < began);
        runs.push(run);
        Ok((runs, date))
    }

    /// Returns the active run and the date by the clock of a database that processes share; `None` where a process has its own.
    pub async fn clock(&self) -> Result<Option<(Run, i64)>> {
        let mut connection = self.readers.acquire().await?;
        let Some(date) = connection.date().await? else { return Ok(None) };
        let run = connection.one("SELECT began, alive, date FROM runs ORDER BY began DESC LIMIT 1", ()).await?;
        Ok(Some((run, date)))
    }

    /// Ends the active run at a time and begins another there, at another date: the machine's date was set.
    pub async fn set_date(&self, at: i64, date: i64) -> Result<()> {
        let mut transaction = self.writer.change("runs").await?;
        keep_alive(at, &mut transaction).await?;
        put_run(Run { began: at, alive: at, date }, &mut transaction).await?;
        transaction.commit().await
    }

    /// Stores that the server is there at a time, by the way that events take, and reads it back. Where that fails, no event could be
    /// stored either.
    pub async fn beat(&self, at: i64) -> Result<()> {
        match &self.file {
            Some(file) => file.committer.beat(at).await?,
            None => keep_alive(at, &mut self.writer.acquire().await?).await?,
        }
        // What is acknowledged can be read, or it is in a transaction that never ends.
        match self.readers.one::<i64>("SELECT alive FROM runs ORDER BY began DESC LIMIT 1", ()).await? {
            alive if alive >= at => Ok(()),
            _ => Err(StoreError::Unavailable("what was written cannot be read".into())),
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

/// Keeps when a side's player came, unless they have come before.
pub(crate) async fn insert_arrival(id: GameId, side: Side, at: i64, connection: &mut Connection) -> Result<()> {
    let row = "INSERT INTO arrivals (game_id, side, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    connection.execute(row, (id, side, at)).await.map(drop)
}

/// Forgets that a side's player has come, and with it when time is up.
pub(crate) async fn forget_arrival(id: GameId, side: Side, connection: &mut Connection) -> Result<()> {
    connection.execute("DELETE FROM arrivals WHERE game_id = $1 AND side = $2", (id, side)).await?;
    put_deadline(id, None, connection).await
}

/// Keeps when a game's time is up, if it ever is.
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

/// Returns the latest time in the database, 0 where it is empty.
async fn latest(connection: &mut Connection) -> Result<i64> {
    let latest = "SELECT MAX(at) AS at FROM (
         SELECT 0 AS at UNION ALL SELECT MAX(created_at) FROM games UNION ALL SELECT MAX(created_at) FROM events
         UNION ALL SELECT MAX(created_at) FROM chat UNION ALL SELECT MAX(at) FROM arrivals
     ) AS times";
    connection.one(latest, ()).await
}
