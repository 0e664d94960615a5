//! Consistency checks for data other than events. Faults in such data do not make a game unreadable.

use std::sync::Arc;

use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use crate::sqlite::upgrade::check;
use crate::{Result, Store};

/// Number of SQLite instructions after which a check finds out whether it has been cancelled.
const CHECK_STEPS: i32 = 10_000;

/// Descriptions of faults, each with a query for the affected games.
const INCONSISTENCIES: [(&str, &str); 7] = [
    ("the game has no key", "SELECT id FROM games WHERE id NOT IN (SELECT game_id FROM seats)"),
    (
        "a side is both taken and open",
        "SELECT i.game_id AS id FROM invitations i JOIN seats s ON s.game_id = i.game_id AND s.seat = CAST(i.side AS TEXT)",
    ),
    (
        "a chat message is missing",
        "SELECT game_id AS id FROM chat GROUP BY game_id HAVING COUNT(*) <= MAX(seq)",
    ),
    (
        "a player arrived before the game was created",
        "SELECT a.game_id AS id FROM arrivals a JOIN games g ON g.id = a.game_id WHERE a.at < g.created_at",
    ),
    (
        "a game without clocks has a deadline",
        "SELECT d.game_id AS id FROM deadlines d JOIN games g ON g.id = d.game_id WHERE g.pace IS NULL",
    ),
    (
        "data of a deleted game remains",
        "SELECT DISTINCT game_id AS id FROM (
             SELECT game_id FROM events UNION ALL SELECT game_id FROM seats UNION ALL SELECT game_id FROM invitations
             UNION ALL SELECT game_id FROM chat UNION ALL SELECT game_id FROM papers UNION ALL SELECT game_id FROM arrivals
             UNION ALL SELECT game_id FROM deadlines UNION ALL SELECT game_id FROM publications UNION ALL SELECT game_id FROM mail
             UNION ALL SELECT game_id FROM deletions UNION ALL SELECT game_id FROM finished
         ) AS kept WHERE game_id NOT IN (SELECT id FROM games)",
    ),
    (
        "the number of games with a position is wrong",
        "SELECT COALESCE(MAX(game_id), 'positions') AS id FROM (
             SELECT game_id, key, game, class, rated, winner, next_move, 1 AS games, points, known FROM counted
             UNION ALL SELECT NULL, key, game, class, rated, winner, next_move, -games, -points, -known FROM openings
         ) AS both_counts GROUP BY key, game, class, rated, winner, next_move
         HAVING SUM(games) <> 0 OR SUM(points) <> 0 OR SUM(known) <> 0",
    ),
];

impl Store {
    /// Checks the integrity of the database file, all of which is read; ends early if the future is dropped. PostgreSQL checks itself.
    pub async fn check(&self) -> Result<()> {
        let Some(path) = self.path() else { return Ok(()) };
        let mut connection = SqliteConnectOptions::new().filename(path).read_only(true).connect().await?;
        let running = Arc::new(());
        let watched = Arc::downgrade(&running);
        let mut handle = connection.lock_handle().await?;
        handle.set_progress_handler(CHECK_STEPS, move || watched.strong_count() > 0);
        drop(handle);
        check(&mut connection).await
    }

    /// Returns the IDs of games with inconsistent data, each with a description of the fault.
    pub async fn inconsistencies(&self) -> Result<Vec<(String, &'static str)>> {
        let mut found = Vec::new();
        for (problem, statement) in INCONSISTENCIES {
            let games: Vec<String> = self.readers.all(statement, ()).await?;
            found.extend(games.into_iter().map(|game| (game, problem)));
        }
        Ok(found)
    }
}
