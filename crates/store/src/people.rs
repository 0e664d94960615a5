//! Players, opponents, follows and blocks.

use entourage_kernel::Side;
use entourage_record::{AccountId, GameId, Player, Seat};

use crate::columns::{FromRow, words};
use crate::database::Row;
use crate::seats::{by_side, last_status};
use crate::{Result, Store, StoreError};

words! {
    pub enum Relation {
        Follow = "follow",
        Block = "block",
    }
}

/// A game in which an account plays one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    pub game: GameId,
    pub side: Side,
    pub spec: String,
    pub players: [Player; 2],
    /// The opponent's account name, if they have an account.
    pub opponent: Option<String>,
    pub status: Option<String>,
    /// Whether the game ended without having been played.
    pub unplayed: bool,
    pub shown: bool,
    pub created_at: i64,
}

impl FromRow for PlayedGame {
    fn from_row(row: &Row) -> Result<Self> {
        let Seat::Side(side) = row.get("seat")? else {
            return Err(StoreError::Corrupt("a player's seat has no side".into()));
        };
        Ok(Self {
            game: row.get("id")?,
            side,
            spec: row.get("spec")?,
            players: row.get("players")?,
            opponent: row.get("opponent")?,
            status: last_status(row)?,
            unplayed: row.get("unplayed")?,
            shown: row.get("shown")?,
            created_at: row.get("created_at")?,
        })
    }
}

impl Store {
    /// Makes an account follow or block another. Idempotent. Blocking ends follows in both directions. Fails with `Conflict` if the account
    /// already has `most` relations of this kind, and with `Missing` if either account was deleted.
    pub async fn add_relation(
        &self,
        account: AccountId,
        tie: Relation,
        other: AccountId,
        at: i64,
        most: u32,
    ) -> Result<()> {
        let mut transaction = self.writer.change(account).await?;
        let known =
            "SELECT COUNT(*), COUNT(*) FILTER (WHERE other = $3) FROM ties WHERE account = $1 AND kind = $2";
        let (count, this): (u32, u32) = transaction.one(known, (account, tie, other)).await?;
        if this > 0 {
            return Ok(());
        }
        if count >= most {
            return Err(StoreError::Conflict);
        }
        let row = "INSERT INTO ties (account, kind, other, created_at) VALUES ($1, $2, $3, $4)";
        transaction.execute(row, (account, tie, other, at)).await?;
        if tie == Relation::Block {
            let follows = "DELETE FROM ties WHERE kind = 'follow' AND (account = $1 AND other = $2 OR account = $2 AND other = $1)";
            transaction.execute(follows, (account, other)).await?;
        }
        transaction.commit().await
    }

    pub async fn remove_relation(&self, account: AccountId, tie: Relation, other: AccountId) -> Result<()> {
        let row = "DELETE FROM ties WHERE account = $1 AND kind = $2 AND other = $3";
        self.writer.execute(row, (account, tie, other)).await.map(drop)
    }

    pub async fn has_relation(&self, account: AccountId, tie: Relation, other: AccountId) -> Result<bool> {
        let row = "SELECT 1 FROM ties WHERE account = $1 AND kind = $2 AND other = $3";
        self.readers.exists(row, (account, tie, other)).await
    }

    /// Returns the names of followed or blocked accounts in alphabetical order.
    pub async fn related_names(&self, account: AccountId, tie: Relation, most: u32) -> Result<Vec<String>> {
        let names =
            "SELECT a.name FROM ties t JOIN accounts a ON a.id = t.other WHERE t.account = $1 AND t.kind = $2
             ORDER BY a.name, a.id LIMIT $3";
        self.readers.all(names, (account, tie, most)).await
    }

    /// Returns the account that owns each side's seat in a game.
    pub async fn players(&self, game: GameId) -> Result<[Option<AccountId>; 2]> {
        let rows = "SELECT seat, account FROM seats WHERE game_id = $1 AND account IS NOT NULL ORDER BY hash";
        Ok(by_side(self.readers.all(rows, game).await?))
    }

    /// Returns games in which an account plays exactly one side, newest first.
    pub async fn played(&self, account: AccountId, most: u32) -> Result<Vec<PlayedGame>> {
        // Games in which the account plays both sides are excluded. An unplayed game has few events, so only those of short games are read.
        let rows = "SELECT s.seat, g.id, g.spec, g.players, g.start_status, g.created_at, e.seq, e.status, p.game_id IS NOT NULL AS shown,
                 COALESCE(e.seq < 64 AND (e.status LIKE 'win-%' OR e.status LIKE 'draw%') AND e.kind NOT IN ('move', 'turn')
                     AND (SELECT COUNT(DISTINCT COALESCE(m.mover, m.seq)) FROM events m
                          WHERE m.game_id = g.id AND m.kind IN ('move', 'turn')) < 2, FALSE) AS unplayed,
                 (SELECT MIN(a.name) FROM seats t JOIN accounts a ON a.id = t.account
                  WHERE t.game_id = g.id AND t.seat IN ('1', '2') AND t.seat <> s.seat) AS opponent
             FROM (SELECT game_id, MIN(seat) AS seat FROM seats WHERE account = $1 AND seat IN ('1', '2')
                   GROUP BY game_id HAVING MIN(seat) = MAX(seat)) s
                 JOIN games g ON g.id = s.game_id
                 LEFT JOIN events e ON e.game_id = g.id AND e.seq = (SELECT MAX(seq) FROM events WHERE game_id = g.id)
                 LEFT JOIN publications p ON p.game_id = g.id
             ORDER BY g.created_at DESC, g.id LIMIT $2";
        self.readers.all(rows, (account, most)).await
    }
}
