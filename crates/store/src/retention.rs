//! Games that the database keeps no longer.

use entourage_record::GameId;
use sqlx::AssertSqlSafe;

use crate::database::Connection;
use crate::games::name_or_least;
use crate::{Result, Store, finished, ratings, tournaments};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abandoned {
    pub games: Vec<GameId>,
    /// The last that was looked at; `None` if there are none after it.
    pub last: Option<GameId>,
}

/// Holds of a game `g` that was given up before it began, with nothing having happened in it since `$1`: its clocks do not run, it is not
/// shown by its players' own word, it did not end but by being aborted, and fewer than two moves were made in it. What it was created with
/// has its time.
const ABANDONED: &str = "g.created_at < $1
    AND NOT EXISTS (SELECT 1 FROM deadlines d WHERE d.game_id = g.id)
    AND NOT EXISTS (SELECT 1 FROM publications p WHERE p.game_id = g.id AND p.listed = 0)
    AND NOT EXISTS (SELECT 1 FROM events e WHERE e.game_id = g.id AND e.created_at >= $1)
    AND NOT EXISTS (SELECT 1 FROM chat c WHERE c.game_id = g.id AND c.created_at >= $1)
    AND NOT EXISTS (SELECT 1 FROM papers p WHERE p.game_id = g.id AND p.at >= $1)
    AND NOT EXISTS (SELECT 1 FROM mail m WHERE m.game_id = g.id AND m.created_at >= $1)
    AND (SELECT COUNT(*) FROM events e
        WHERE e.game_id = g.id AND e.kind IN ('move', 'turn') AND e.created_at > g.created_at) < 2
    AND NOT EXISTS (SELECT 1 FROM (
        SELECT COALESCE((SELECT status FROM events e WHERE e.game_id = g.id ORDER BY seq DESC LIMIT 1),
            g.start_status) AS status) AS last WHERE status LIKE 'win-%' OR status LIKE 'draw%')";

/// The tables whose rows belong to games, but for those that other modules empty.
const OF_GAMES: [&str; 11] = [
    "events",
    "seats",
    "invitations",
    "chat",
    "papers",
    "arrivals",
    "deadlines",
    "publications",
    "mail",
    "push_tidings",
    "deletions",
];

impl Store {
    /// Looks at no more than so many games by name, after one if it is given, and lists those that were given up before they began and before
    /// a time: since they were created, fewer than two moves were made in them; they did not end, but by being aborted; no clock runs,
    /// they are not shown, and nothing was done, said or noted in them since that time.
    pub async fn abandoned(&self, after: Option<GameId>, before: i64, most: u32) -> Result<Abandoned> {
        let sql = format!("SELECT g.id, {ABANDONED} FROM games g WHERE g.id > $2 ORDER BY g.id LIMIT $3");
        let after = name_or_least(after);
        let rows: Vec<(GameId, bool)> = self.readers.all(AssertSqlSafe(sql), (before, after, most)).await?;
        let last = rows.last().map(|(id, _)| *id).filter(|_| rows.len() == most as usize);
        let games = rows.into_iter().filter(|(_, abandoned)| *abandoned).map(|(id, _)| id).collect();
        Ok(Abandoned { games, last })
    }

    /// Deletes a game with all that belongs to it if it is abandoned still, as [`abandoned`](Self::abandoned) has it; returns whether it was
    /// deleted.
    pub async fn forget_abandoned(&self, id: GameId, before: i64) -> Result<bool> {
        let mut transaction = self.writer.change(id).await?;
        let sql = format!("SELECT 1 FROM games g WHERE g.id = $2 AND {ABANDONED}");
        let abandoned = transaction.exists(AssertSqlSafe(sql), (before, id)).await?;
        if abandoned {
            forget(id, &mut transaction).await?;
        }
        transaction.commit().await?;
        Ok(abandoned)
    }
}

/// Deletes a game with all that belongs to it, within a transaction.
pub(crate) async fn forget(id: GameId, connection: &mut Connection) -> Result<()> {
    ratings::forget_game(id, connection).await?;
    tournaments::forget_game(id, connection).await?;
    finished::forget(id, connection).await?;
    for table in OF_GAMES {
        connection.execute(AssertSqlSafe(format!("DELETE FROM {table} WHERE game_id = $1")), id).await?;
    }
    connection.execute("DELETE FROM games WHERE id = $1", id).await.map(drop)
}
