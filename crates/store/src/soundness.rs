//! Checks of what is in the database beside the events. None of these faults keeps a game from being read.

use crate::{Result, Store};

/// What is wrong, and how the games are found of which it holds.
const ODDITIES: [(&str, &str); 6] = [
    ("there is no key to it", "SELECT id FROM games WHERE id NOT IN (SELECT game_id FROM seats)"),
    (
        "a side is offered to anybody that somebody has",
        "SELECT i.game_id AS id FROM invitations i JOIN seats s ON s.game_id = i.game_id AND s.seat = CAST(i.side AS TEXT)",
    ),
    (
        "a line of its chat is missing",
        "SELECT game_id AS id FROM chat GROUP BY game_id HAVING COUNT(*) <= MAX(seq)",
    ),
    (
        "somebody came to it before it was created",
        "SELECT a.game_id AS id FROM arrivals a JOIN games g ON g.id = a.game_id WHERE a.at < g.created_at",
    ),
    (
        "its clocks run, and it has none",
        "SELECT d.game_id AS id FROM deadlines d JOIN games g ON g.id = d.game_id WHERE g.pace IS NULL",
    ),
    (
        "something is kept of it, and it is gone",
        "SELECT game_id AS id FROM (
             SELECT game_id FROM events UNION SELECT game_id FROM seats UNION SELECT game_id FROM invitations
             UNION SELECT game_id FROM chat UNION SELECT game_id FROM papers UNION SELECT game_id FROM arrivals
             UNION SELECT game_id FROM deadlines UNION SELECT game_id FROM publications UNION SELECT game_id FROM mail
             UNION SELECT game_id FROM deletions UNION SELECT game_id FROM finished
         ) AS kept WHERE game_id NOT IN (SELECT id FROM games)",
    ),
];

impl Store {
    /// Lists what is wrong beside the events of games: the name of a game, and the fault.
    pub async fn oddities(&self) -> Result<Vec<(String, &'static str)>> {
        let mut found = Vec::new();
        for (problem, statement) in ODDITIES {
            let games: Vec<String> = self.readers.all(statement, ()).await?;
            found.extend(games.into_iter().map(|game| (game, problem)));
        }
        Ok(found)
    }
}
