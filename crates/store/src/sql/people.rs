//! Who plays whom, whom they follow, and with whom they want nothing to do.

use async_trait::async_trait;
use entourage_kernel::Side;
use entourage_record::{AccountId, GameId, Seat};

use super::query::query;
use super::row::{Row, owner};
use crate::people::{PeopleStore, PlayedGame, Tie};
use crate::{SqlStore, StoreError};

#[async_trait]
impl PeopleStore for SqlStore {
    async fn tie(
        &self,
        account: AccountId,
        tie: Tie,
        other: AccountId,
        at: i64,
        most: u32,
    ) -> Result<(), StoreError> {
        let (one, two) = (account.to_string(), other.to_string());
        let mut transaction = self.writer.change(&one).await?;
        let known = query(
            "SELECT COUNT(*) AS count, COUNT(*) FILTER (WHERE other = $3) AS this FROM ties WHERE account = $1 AND kind = $2",
        );
        let known = known.bind(&one).bind(tie.word()).bind(&two).fetch_one(&mut transaction).await?;
        if known.try_get::<u32>("this")? > 0 {
            return Ok(());
        }
        if known.try_get::<u32>("count")? >= most {
            return Err(StoreError::Conflict);
        }
        let row = query("INSERT INTO ties (account, kind, other, created_at) VALUES ($1, $2, $3, $4)");
        let row = row.bind(&one).bind(tie.word()).bind(&two).bind(at);
        row.execute(&mut transaction).await?;
        if tie == Tie::Block {
            let follows = query(
                "DELETE FROM ties WHERE kind = 'follow' AND (account = $1 AND other = $2 OR account = $2 AND other = $1)",
            );
            follows.bind(&one).bind(&two).execute(&mut transaction).await?;
        }
        transaction.commit().await
    }

    async fn untie(&self, account: AccountId, tie: Tie, other: AccountId) -> Result<(), StoreError> {
        let row = query("DELETE FROM ties WHERE account = $1 AND kind = $2 AND other = $3");
        let row = row.bind(account.to_string()).bind(tie.word()).bind(other.to_string());
        row.execute(&mut self.writer.acquire().await?).await.map(drop)
    }

    async fn is_tied(&self, account: AccountId, tie: Tie, other: AccountId) -> Result<bool, StoreError> {
        let row = query("SELECT 1 FROM ties WHERE account = $1 AND kind = $2 AND other = $3");
        let row = row.bind(account.to_string()).bind(tie.word()).bind(other.to_string());
        Ok(row.fetch_optional(&mut self.readers.acquire().await?).await?.is_some())
    }

    async fn tied(&self, account: AccountId, tie: Tie, most: u32) -> Result<Vec<String>, StoreError> {
        let rows = query(
            "SELECT a.name FROM ties t JOIN accounts a ON a.id = t.other WHERE t.account = $1 AND t.kind = $2
             ORDER BY a.name, a.id LIMIT $3",
        );
        let rows = rows.bind(account.to_string()).bind(tie.word()).bind(most);
        let rows = rows.fetch_all(&mut self.readers.acquire().await?).await?;
        rows.iter().map(|row| row.try_get("name")).collect()
    }

    async fn players(&self, game: GameId) -> Result<[Option<AccountId>; 2], StoreError> {
        let rows =
            query("SELECT seat, account FROM seats WHERE game_id = $1 AND account IS NOT NULL ORDER BY hash");
        let mut players = [None; 2];
        for row in rows.bind(game.to_string()).fetch_all(&mut self.readers.acquire().await?).await? {
            let (seat, account) = (Seat::from_word(&row.try_get::<String>("seat")?), owner(&row, "account")?);
            for side in Side::BOTH {
                if seat.is_some_and(|seat| seat.plays(side)) {
                    players[side.index()] = Some(account);
                }
            }
        }
        Ok(players)
    }

    async fn played(&self, account: AccountId, most: u32) -> Result<Vec<PlayedGame>, StoreError> {
        // Whoever has both seats plays alone.
        let rows = query(
            "SELECT s.seat, g.id, g.spec, g.players, g.start_status, g.created_at, e.seq, e.status, p.game_id AS shown,
                 (SELECT MIN(a.name) FROM seats t JOIN accounts a ON a.id = t.account
                  WHERE t.game_id = g.id AND t.seat IN ('1', '2') AND t.seat <> s.seat) AS opponent
             FROM (SELECT game_id, MIN(seat) AS seat FROM seats WHERE account = $1 AND seat IN ('1', '2')
                   GROUP BY game_id HAVING MIN(seat) = MAX(seat)) s
                 JOIN games g ON g.id = s.game_id
                 LEFT JOIN events e ON e.game_id = g.id AND e.seq = (SELECT MAX(seq) FROM events WHERE game_id = g.id)
                 LEFT JOIN publications p ON p.game_id = g.id
             ORDER BY g.created_at DESC, g.id LIMIT $2",
        );
        let rows = rows.bind(account.to_string()).bind(most);
        rows.fetch_all(&mut self.readers.acquire().await?).await?.iter().map(played).collect()
    }
}

fn played(row: &Row) -> Result<PlayedGame, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("a game has no {what}"));
    let seat: String = row.try_get("seat")?;
    let side = Side::BOTH.into_iter().find(|side| Seat::Side(*side).word() == seat);
    let (seq, shown): (Option<i64>, Option<String>) = (row.try_get("seq")?, row.try_get("shown")?);
    Ok(PlayedGame {
        game: row.try_get::<String>("id")?.parse().map_err(|()| corrupt("name"))?,
        side: side.ok_or_else(|| corrupt("side"))?,
        spec: row.try_get("spec")?,
        players: serde_json::from_str(&row.try_get::<String>("players")?).map_err(|_| corrupt("players"))?,
        opponent: row.try_get("opponent")?,
        status: row.try_get(if seq.is_some() { "status" } else { "start_status" })?,
        shown: shown.is_some(),
        created_at: row.try_get("created_at")?,
    })
}
