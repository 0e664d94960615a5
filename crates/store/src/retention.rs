//! Deletion of abandoned games.

use entourage_record::GameId;
use sqlx::AssertSqlSafe;

use crate::database::Connection;
use crate::games::name_or_least;
use crate::{Result, Store, finished, ratings, tournaments};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abandoned {
    pub games: Vec<GameId>,
    /// The last game examined; `None` if no games remain.
    pub last: Option<GameId>,
}

/// SQL condition for a game `g` that was abandoned in its first moves: it has fewer than two moves, no result and no running clock, was not
/// made public by a player, and nothing has happened in it since `$1`. Events that the game was created with do not count.
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

/// Tables whose rows are deleted with their game, except tables that other modules handle.
const GAME_TABLES: [&str; 11] = [
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
    /// Examines a page of games in order of their IDs; returns those abandoned before time `before`: games with fewer than two moves since
    /// their creation, no result and no running clock, not made public by a player, and without any event, message or note since that time.
    pub async fn abandoned(&self, after: Option<GameId>, before: i64, most: u32) -> Result<Abandoned> {
        let sql = format!("SELECT g.id, {ABANDONED} FROM games g WHERE g.id > $2 ORDER BY g.id LIMIT $3");
        let after = name_or_least(after);
        let rows: Vec<(GameId, bool)> = self.readers.all(AssertSqlSafe(sql), (before, after, most)).await?;
        let last = rows.last().map(|(id, _)| *id).filter(|_| rows.len() == most as usize);
        let games = rows.into_iter().filter(|(_, abandoned)| *abandoned).map(|(id, _)| id).collect();
        Ok(Abandoned { games, last })
    }

    /// Deletes a game if it is still [`abandoned`](Self::abandoned); returns whether it was deleted.
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

pub(crate) async fn forget(id: GameId, connection: &mut Connection) -> Result<()> {
    ratings::forget_game(id, connection).await?;
    tournaments::forget_game(id, connection).await?;
    finished::forget(id, connection).await?;
    for table in GAME_TABLES {
        connection.execute(AssertSqlSafe(format!("DELETE FROM {table} WHERE game_id = $1")), id).await?;
    }
    connection.execute("DELETE FROM games WHERE id = $1", id).await.map(drop)
}
