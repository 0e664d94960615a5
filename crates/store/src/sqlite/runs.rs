//! What the database keeps of when the server was there.

use sqlx::sqlite::SqlitePool;
use sqlx::{Row, SqliteConnection};

use crate::{Run, StoreError};

/// Begins a run at a date, where the last one ended, and returns it after all before it.
pub(super) async fn begin(writer: &SqlitePool, date: i64) -> Result<Vec<Run>, StoreError> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    let mut runs = list(&mut transaction).await?;
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
    Ok(runs)
}

/// Ends a run at a time and begins the next one there, at another date.
pub(super) async fn set_date(writer: &SqlitePool, at: i64, date: i64) -> Result<(), StoreError> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    keep_alive(at, &mut transaction).await?;
    insert(Run { began: at, alive: at, date }, &mut transaction).await?;
    Ok(transaction.commit().await?)
}

/// Notes that the run under way is there at a time.
pub(super) async fn keep_alive(at: i64, writer: &mut SqliteConnection) -> Result<(), StoreError> {
    // What is executed to its end tells of a commit that failed; a row that is returned before does not.
    let noted =
        sqlx::query("UPDATE runs SET alive = MAX(alive, ?) WHERE began = (SELECT MAX(began) FROM runs)");
    match noted.bind(at).execute(writer).await?.rows_affected() {
        0 => Err(StoreError::Corrupt("no run of the server is under way".into())),
        _ => Ok(()),
    }
}

/// Reads when the run under way was there last.
pub(super) async fn alive(readers: &SqlitePool) -> Result<i64, StoreError> {
    let row = sqlx::query("SELECT alive FROM runs ORDER BY began DESC LIMIT 1").fetch_one(readers).await?;
    Ok(row.try_get("alive")?)
}

async fn list(connection: &mut SqliteConnection) -> Result<Vec<Run>, StoreError> {
    let rows = sqlx::query("SELECT began, alive, date FROM runs ORDER BY began").fetch_all(connection).await?;
    let run = |row: &sqlx::sqlite::SqliteRow| {
        Ok(Run { began: row.try_get("began")?, alive: row.try_get("alive")?, date: row.try_get("date")? })
    };
    rows.iter().map(run).collect()
}

async fn insert(run: Run, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query("INSERT OR REPLACE INTO runs (began, alive, date) VALUES (?, ?, ?)")
        .bind(run.began)
        .bind(run.alive)
        .bind(run.date)
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the latest time in the database, 0 where it is empty.
async fn latest(connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "SELECT MAX(at) AS at FROM (
             SELECT 0 AS at UNION ALL SELECT MAX(created_at) FROM games UNION ALL SELECT MAX(created_at) FROM events
             UNION ALL SELECT MAX(created_at) FROM chat UNION ALL SELECT MAX(at) FROM arrivals
         )",
    );
    Ok(row.fetch_one(connection).await?.try_get("at")?)
}
