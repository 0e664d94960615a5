//! The log of what those did who keep order: rows are only ever added.

use super::pool::Connection;
use super::query::query;
use crate::{Decision, StoreError};

/// What is locked while something is added to the log.
pub(super) const LOG: &str = "measures";

/// Logs what was done otherwise, within a transaction that keeps others from the log.
pub(super) async fn add(decision: &Decision, connection: &mut Connection) -> Result<(), StoreError> {
    let name = match decision.account {
        Some(account) => {
            let row = query("SELECT name FROM accounts WHERE id = $1").bind(account.to_string());
            row.fetch_optional(connection).await?.map(|row| row.try_get("name")).transpose()?
        }
        None => None,
    };
    insert(decision, name, connection).await
}

/// Adds what was done to the log, with the name of whom it was done with.
pub(super) async fn insert(
    decision: &Decision,
    name: Option<String>,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO measures (seq, kind, author, account, name, detail, reason, complaint, created_at)
         SELECT COALESCE(MAX(seq) + 1, 1), $1, $2, $3, $4, $5, $6, $7, $8 FROM measures",
    )
    .bind(decision.measure.word())
    .bind(&decision.author)
    .bind(decision.account.map(|account| account.to_string()))
    .bind(name)
    .bind(decision.measure.detail())
    .bind(&decision.reason)
    .bind(decision.complaint)
    .bind(decision.at)
    .execute(connection)
    .await?;
    Ok(())
}
