//! From which browsers accounts are signed in to, and what those who keep order are told of it.

use entourage_record::{AccountId, GameId, TokenHash};

use super::pool::Connection;
use super::query::query;
use crate::StoreError;

/// Notes that an account was signed in to from a browser at a time; of those of an account so many are kept, the ones seen last.
pub(super) async fn note(
    account: AccountId,
    browser: TokenHash,
    at: i64,
    most: u32,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO browsers (hash, account, seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (account, hash) DO UPDATE SET seen_at = excluded.seen_at",
    )
    .bind(&browser.bytes()[..])
    .bind(account.to_string())
    .bind(at)
    .execute(connection)
    .await?;
    query(
        "DELETE FROM browsers WHERE account = $1 AND hash IN
             (SELECT hash FROM browsers WHERE account = $1 ORDER BY seen_at DESC, hash LIMIT 1000 OFFSET $2)",
    )
    .bind(account.to_string())
    .bind(most)
    .execute(connection)
    .await?;
    Ok(())
}

/// Tells those who keep order of a rated game between two accounts that share a browser, within the transaction that stores its end; not
/// again while they have not closed what they were told of these two.
pub(super) async fn suspect(
    game: GameId,
    players: [AccountId; 2],
    at: i64,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    let shared = query(
        "SELECT 1 FROM browsers one JOIN browsers other ON other.hash = one.hash WHERE one.account = $1 AND other.account = $2 LIMIT 1",
    );
    let [first, second] = players.map(|account| account.to_string());
    if shared.bind(&first).bind(&second).fetch_optional(connection).await?.is_none() {
        return Ok(());
    }
    // It concerns the younger account, whichever side it played.
    let rows = query("SELECT id, name FROM accounts WHERE id = $1 OR id = $2 ORDER BY created_at, id");
    let rows = rows.bind(&first).bind(&second).fetch_all(connection).await?;
    let [elder, younger] = &rows[..] else { return Ok(()) };
    let (elder, name): (String, String) = (elder.try_get("name")?, younger.try_get("name")?);
    let younger: String = younger.try_get("id")?;
    let text = format!(
        "{elder} and {name} played a rated game, and sign in from one device.\n\
         {elder} et {name} ont joué une partie classée, et se connectent depuis un même appareil."
    );
    connection.lock("complaints").await?;
    let told = query(
        "SELECT 1 FROM complaints WHERE subject = $1 AND text = $2 AND author IS NULL AND closed_at IS NULL",
    );
    if told.bind(&younger).bind(&text).fetch_optional(connection).await?.is_some() {
        return Ok(());
    }
    query(
        "INSERT INTO complaints (seq, kind, subject, game, text, created_at)
         SELECT COALESCE(MAX(seq) + 1, 1), 'person', $1, $2, $3, $4 FROM complaints",
    )
    .bind(&younger)
    .bind(game.to_string())
    .bind(&text)
    .bind(at)
    .execute(connection)
    .await?;
    Ok(())
}
