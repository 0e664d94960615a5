//! What the database keeps of when the server was there.

use super::pool::{Connection, Pool};
use super::query::query;
use super::row::Row;
use crate::{Run, StoreError};

/// For how long after its last sign of life a run is under way still, in milliseconds: processes give one every five seconds.
const TOGETHER: i64 = 10_000;

/// Begins a run at a date, where the last one ended, or joins the one that other processes have under way. Returns it after all before it,
/// and the date, which is the database's where it keeps one.
pub(super) async fn begin(writer: &Pool, date: i64) -> Result<(Vec<Run>, i64), StoreError> {
    let mut transaction = writer.change("runs").await?;
    let kept = transaction.date().await?;
    let date = kept.unwrap_or(date);
    let mut runs = list(&mut transaction).await?;
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
    insert(run, &mut transaction).await?;
    transaction.commit().await?;
    // One that ended as it began is as good as none.
    runs.retain(|run| run.began < began);
    runs.push(run);
    Ok((runs, date))
}

/// Reads the run under way, and the date, where the database keeps one.
pub(super) async fn clock(readers: &Pool) -> Result<Option<(Run, i64)>, StoreError> {
    let mut connection = readers.acquire().await?;
    let Some(date) = connection.date().await? else { return Ok(None) };
    let row = query("SELECT began, alive, date FROM runs ORDER BY began DESC LIMIT 1");
    Ok(Some((run(&row.fetch_one(&mut connection).await?)?, date)))
}

/// Ends a run at a time and begins the next one there, at another date.
pub(super) async fn set_date(writer: &Pool, at: i64, date: i64) -> Result<(), StoreError> {
    let mut transaction = writer.change("runs").await?;
    keep_alive(at, &mut transaction).await?;
    insert(Run { began: at, alive: at, date }, &mut transaction).await?;
    transaction.commit().await
}

/// Notes that the run under way is there at a time.
pub(crate) async fn keep_alive(at: i64, writer: &mut Connection) -> Result<(), StoreError> {
    // What is executed to its end tells of a commit that failed; a row that is returned before does not.
    let noted = query(
        "UPDATE runs SET alive = CASE WHEN alive < $1 THEN $1 ELSE alive END WHERE began = (SELECT MAX(began) FROM runs)",
    );
    match noted.bind(at).execute(writer).await? {
        0 => Err(StoreError::Corrupt("no run of the server is under way".into())),
        _ => Ok(()),
    }
}

/// Reads when the run under way was there last.
pub(super) async fn alive(readers: &Pool) -> Result<i64, StoreError> {
    let row = query("SELECT alive FROM runs ORDER BY began DESC LIMIT 1")
        .fetch_one(&mut readers.acquire().await?)
        .await?;
    row.try_get("alive")
}

async fn list(connection: &mut Connection) -> Result<Vec<Run>, StoreError> {
    let rows = query("SELECT began, alive, date FROM runs ORDER BY began").fetch_all(connection).await?;
    rows.iter().map(run).collect()
}

fn run(row: &Row) -> Result<Run, StoreError> {
    Ok(Run { began: row.try_get("began")?, alive: row.try_get("alive")?, date: row.try_get("date")? })
}

async fn insert(run: Run, connection: &mut Connection) -> Result<(), StoreError> {
    query(
        "INSERT INTO runs (began, alive, date) VALUES ($1, $2, $3)
         ON CONFLICT (began) DO UPDATE SET alive = excluded.alive, date = excluded.date",
    )
    .bind(run.began)
    .bind(run.alive)
    .bind(run.date)
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the latest time in the database, 0 where it is empty.
async fn latest(connection: &mut Connection) -> Result<i64, StoreError> {
    let row = query(
        "SELECT MAX(at) AS at FROM (
             SELECT 0 AS at UNION ALL SELECT MAX(created_at) FROM games UNION ALL SELECT MAX(created_at) FROM events
             UNION ALL SELECT MAX(created_at) FROM chat UNION ALL SELECT MAX(at) FROM arrivals
         ) AS times",
    );
    row.fetch_one(connection).await?.try_get("at")
}
