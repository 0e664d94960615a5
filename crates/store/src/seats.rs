//! Seats that belong to accounts.

use entourage_clock::Pace;
use entourage_kernel::Side;
use entourage_record::{Access, AccountId, GameId, KeyHash, Player, Seat, TokenHash};

use crate::columns::from_row;
use crate::database::{Connection, Row};
use crate::games::commit;
use crate::{Expiry, Result, Store, finished};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The account has become the owner of the seat, or already was the owner.
    Held(Access),
    Taken,
    Unknown,
    /// The key is for spectators; accounts cannot own spectator seats.
    Watching,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldGame {
    pub game: GameId,
    /// The account's first seat in the game.
    pub seat: Seat,
    pub spec: String,
    pub pace: Pace,
    pub players: [Player; 2],
    pub names: [Option<String>; 2],
    pub status: Option<String>,
    pub created_at: i64,
    pub at: i64,
}

from_row! { Access { game = "game_id", seat, host, key = "hash", account } }

impl Store {
    /// Assigns a key's seat to an account. Fails with `Missing` if there is no such account.
    pub async fn claim(&self, account: AccountId, key: KeyHash) -> Result<Claim> {
        let mut transaction = self.writer.change(account).await?;
        let Some(Access { game, .. }) = opened(key, &mut transaction).await? else { return Ok(Claim::Unknown) };
        transaction.lock(game).await?;
        // Another request may have replaced the key before this request locked the game.
        let Some(mut access) = opened(key, &mut transaction).await? else { return Ok(Claim::Unknown) };
        if access.seat == Seat::Watch {
            return Ok(Claim::Watching);
        }
        // Several keys can give access to a seat, but only one account can own it.
        let holder = "SELECT account FROM seats WHERE game_id = $1 AND seat = $2 AND account IS NOT NULL";
        let holder: Option<AccountId> = transaction.optional(holder, (access.game, access.seat)).await?;
        if holder.is_some_and(|holder| holder != account) {
            return Ok(Claim::Taken);
        }
        let claim = "UPDATE seats SET account = $2 WHERE hash = $1 AND account IS NULL";
        let changed = transaction.execute(claim, (key, account)).await? > 0;
        access.account = Some(account);
        if changed {
            finished::claim(access.game, access.seat, account, &mut transaction).await?;
            commit(access.game, transaction).await?;
        }
        Ok(Claim::Held(access))
    }

    /// Returns a session's access to a game: to the specified seat, or to its account's first seat.
    pub async fn access_by_session(
        &self,
        hash: TokenHash,
        expiry: Expiry,
        game: GameId,
        seat: Option<Seat>,
    ) -> Result<Option<Access>> {
        let row = "SELECT s.hash, s.game_id, s.seat, s.host, s.account FROM sessions t JOIN seats s ON s.account = t.account
             WHERE t.hash = $1 AND t.seen_at > $2 AND t.created_at > $3 AND s.game_id = $4 AND ($5 IS NULL OR s.seat = $5)
             ORDER BY s.seat, s.hash LIMIT 1";
        self.readers.optional(row, (hash, expiry.seen, expiry.began, game, seat)).await
    }

    /// Returns an account's access to a game as a player; if the account plays both sides, access to the first side.
    pub async fn access_of(&self, account: AccountId, game: GameId) -> Result<Option<Access>> {
        let row = "SELECT hash, game_id, seat, host, account FROM seats WHERE account = $1 AND game_id = $2 AND seat IN ('1', '2')
             ORDER BY seat, hash LIMIT 1";
        self.readers.optional(row, (account, game)).await
    }

    pub async fn names(&self, game: GameId) -> Result<[Option<String>; 2]> {
        names(game, &mut self.readers.acquire().await?).await
    }

    /// Returns a page of an account's games, newest first.
    pub async fn held(&self, account: AccountId, after: Option<GameId>, most: u32) -> Result<Vec<HeldGame>> {
        let mut snapshot = self.readers.snapshot().await?;
        let rows = "SELECT s.seat, g.id, g.spec, g.pace, g.players, g.start_status, g.created_at, e.seq, e.status, e.created_at AS last
             FROM (SELECT game_id, MIN(seat) AS seat FROM seats WHERE account = $1 GROUP BY game_id) s
                 JOIN games g ON g.id = s.game_id
                 LEFT JOIN events e ON e.game_id = g.id AND e.seq = (SELECT MAX(seq) FROM events WHERE game_id = g.id)
                 LEFT JOIN games p ON p.id = $2
             WHERE p.id IS NULL OR g.created_at < p.created_at OR g.created_at = p.created_at AND g.id > p.id
             ORDER BY g.created_at DESC, g.id LIMIT $3";
        let mut games = Vec::new();
        for row in snapshot.rows(rows, (account, after, most)).await? {
            let (game, created_at) = (row.get("id")?, row.get("created_at")?);
            games.push(HeldGame {
                game,
                seat: row.get("seat")?,
                spec: row.get("spec")?,
                pace: row.get("pace")?,
                players: row.get("players")?,
                names: names(game, &mut snapshot).await?,
                status: last_status(&row)?,
                created_at,
                at: row.get::<Option<i64>>("last")?.unwrap_or(created_at),
            });
        }
        Ok(games)
    }
}

/// Returns a game's status after its last event, or its initial status if there are no events.
pub(crate) fn last_status(row: &Row) -> Result<Option<String>> {
    row.get(if row.get::<Option<i64>>("seq")?.is_some() { "status" } else { "start_status" })
}

/// Arranges per-seat values by side; later rows take precedence.
pub(crate) fn by_side<T: Clone>(rows: Vec<(Seat, T)>) -> [Option<T>; 2] {
    let mut sides = [None, None];
    for (seat, of) in rows {
        for side in Side::BOTH.into_iter().filter(|side| seat.plays(*side)) {
            sides[side.index()] = Some(of.clone());
        }
    }
    sides
}

pub(crate) async fn opened(key: KeyHash, connection: &mut Connection) -> Result<Option<Access>> {
    connection.optional("SELECT hash, game_id, seat, host, account FROM seats WHERE hash = $1", key).await
}

pub(crate) async fn holds(
    account: AccountId,
    game: GameId,
    seat: Seat,
    connection: &mut Connection,
) -> Result<bool> {
    let held = "SELECT 1 FROM seats WHERE game_id = $1 AND seat = $2 AND account = $3";
    connection.exists(held, (game, seat, account)).await
}

async fn names(game: GameId, connection: &mut Connection) -> Result<[Option<String>; 2]> {
    let rows = "SELECT s.seat, a.name FROM seats s JOIN accounts a ON a.id = s.account WHERE s.game_id = $1 ORDER BY s.hash";
    Ok(by_side(connection.all(rows, game).await?))
}

/// Increments the versions of an account's games and returns the games.
pub(crate) async fn touch_games(account: AccountId, connection: &mut Connection) -> Result<Vec<GameId>> {
    let raise =
        "UPDATE games SET version = version + 1 WHERE id IN (SELECT game_id FROM seats WHERE account = $1)";
    connection.execute(raise, account).await?;
    games_of(account, connection).await
}

pub(crate) async fn games_of(account: AccountId, connection: &mut Connection) -> Result<Vec<GameId>> {
    connection.all("SELECT DISTINCT game_id FROM seats WHERE account = $1 ORDER BY game_id", account).await
}
