//! Chat, private notes and conditional moves.

use entourage_kernel::Side;
use entourage_record::{Entry, Game, GameId, KeyHash, Paper, Seat, Version};

use crate::columns::{FromRow, from_row};
use crate::database::Connection;
use crate::events::append_entry;
use crate::games::{commit, expect_key, expect_version, read_game, read_version, settle};
use crate::{Result, Store, StoreError};

/// A chat message of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    pub side: Side,
    /// Distinguishes it from every other message of the same side; drawn by the player's client.
    pub token: String,
    pub text: String,
    pub at: i64,
}

from_row! { Remark { side, token, text, at = "created_at" } }

/// How much a side may write in a game's chat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChatLimits {
    pub most: u32,
    /// The most messages within the time `span`.
    pub most_recent: u32,
    pub span: i64,
}

/// What came of sending a chat message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// It is stored under this number, the first of a game being 0; or was, if it is sent again.
    At(u32),
    /// The side has sent too much within the time.
    TooFast,
    /// The side has sent all that it may.
    TooMuch,
}

/// The conditions of writing a paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Condition {
    /// The key of the writer, which must still open the game; none where no other can have it.
    pub by: Option<KeyHash>,
    /// The version of the text that they have read, which must still be kept; none where it does not matter.
    pub version: Option<Version>,
    /// The version of the game that they know, which it must still have; none where it does not matter.
    pub game: Option<i64>,
}

/// A game as it was at one moment, with the conditional moves of each side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    pub game: Game,
    /// The conditional moves of each side, as they are kept.
    pub plans: [Option<String>; 2],
    /// The game's version then.
    pub version: i64,
}

/// What came of writing a paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    Kept,
    /// Another text is kept than the one that was read.
    Stale(String),
}

impl Store {
    /// Adds a message to the chat of a game, in the name of a key if one is given; a message of the same side and token is not added twice.
    /// Fails with `Missing` if there is no such game, or the key opens it no more. After `Unavailable` the message may have been stored or
    /// not.
    pub async fn say(
        &self,
        id: GameId,
        remark: &Remark,
        limits: ChatLimits,
        by: Option<KeyHash>,
    ) -> Result<Said> {
        let Remark { side, token, text, at } = remark;
        let mut transaction = self.writer.change(id).await?;
        expect_key(id, by, &mut transaction).await?;
        let known = "SELECT seq FROM chat WHERE game_id = $1 AND side = $2 AND token = $3";
        if let Some(seq) = transaction.optional(known, (id, side, token)).await? {
            return Ok(Said::At(seq));
        }
        let counts = "SELECT COALESCE(MAX(seq) + 1, 0), COUNT(*) FILTER (WHERE side = $2),
                 COUNT(*) FILTER (WHERE side = $2 AND created_at > $3)
             FROM chat WHERE game_id = $1";
        let recently = at.saturating_sub(limits.span);
        let (seq, own, recent): (u32, u32, u32) = transaction.one(counts, (id, side, recently)).await?;
        if own >= limits.most {
            return Ok(Said::TooMuch);
        }
        if recent >= limits.most_recent {
            return Ok(Said::TooFast);
        }
        let row =
            "INSERT INTO chat (game_id, seq, side, token, text, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
        transaction.execute(row, (id, seq, side, token, text, at)).await?;
        commit(id, transaction).await?;
        Ok(Said::At(seq))
    }

    /// Lists at most so many messages of a game's chat in order, from that of a number on, the first being 0.
    pub async fn said(&self, id: GameId, from: u32, most: u32) -> Result<Vec<Remark>> {
        let rows = "SELECT seq, side, token, text, created_at FROM chat WHERE game_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3";
        let rows = self.readers.rows(rows, (id, from, most)).await?;
        if rows.iter().zip(from..).any(|(row, seq)| row.get("seq") != Ok(seq)) {
            return Err(StoreError::Corrupt("a line of a chat is missing".into()));
        }
        rows.iter().map(Remark::from_row).collect()
    }

    /// Keeps a paper of a seat in a game instead of what it held, on a condition; the empty text is none. That raises the game's version by
    /// one. Fails with `Conflict` if the game has another version than is known, and with `Missing` if there is no such game, or the key
    /// opens it no more.
    pub async fn keep(
        &self,
        id: GameId,
        seat: Seat,
        paper: Paper,
        text: &str,
        Condition { by, version, game }: Condition,
    ) -> Result<Written> {
        let mut transaction = self.writer.change(id).await?;
        expect_key(id, by, &mut transaction).await?;
        expect_version(id, game, &mut transaction).await?;
        if let Some(version) = version {
            let kept = read_paper(id, seat, paper, &mut transaction).await?.unwrap_or_default();
            // What is there already is no other text, however it came there: the answer to it may have been lost.
            if Version::of(&kept) != version && kept != text {
                return Ok(Written::Stale(kept));
            }
        }
        keep_paper(id, seat, paper, text, &mut transaction).await?;
        commit(id, transaction).await?;
        Ok(Written::Kept)
    }

    pub async fn paper(&self, id: GameId, seat: Seat, paper: Paper) -> Result<Option<String>> {
        read_paper(id, seat, paper, &mut self.readers.acquire().await?).await
    }

    /// Reads a game whole with the conditional moves of each side, as they were at one moment.
    pub async fn read_with_plans(&self, id: GameId) -> Result<Option<Standing>> {
        let mut snapshot = self.readers.snapshot().await?;
        let Some(game) = read_game(id, &mut snapshot).await? else { return Ok(None) };
        let mut plans = [None, None];
        for side in Side::BOTH {
            plans[side.index()] = read_paper(id, Seat::Side(side), Paper::Plan, &mut snapshot).await?;
        }
        let version = read_version(id, &mut snapshot).await?.ok_or(StoreError::Missing)?;
        Ok(Some(Standing { game, plans, version }))
    }

    /// Stores events of a game from the number `seq` on, as [`append`](Self::append) does, and with them the conditional moves of seats:
    /// all or nothing.
    pub async fn append_with_plans(
        &self,
        id: GameId,
        seq: u32,
        entries: &[Entry],
        plans: &[(Seat, String)],
        version: Option<i64>,
    ) -> Result<()> {
        let mut transaction = self.writer.change(id).await?;
        expect_version(id, version, &mut transaction).await?;
        for (entry, seq) in entries.iter().zip(seq..) {
            append_entry(id, seq, entry, None, &mut transaction).await?;
            settle(id, entry, &mut transaction).await?;
        }
        for (seat, text) in plans {
            keep_paper(id, *seat, Paper::Plan, text, &mut transaction).await?;
        }
        transaction.commit().await
    }
}

pub(crate) async fn forget(id: GameId, seat: Seat, connection: &mut Connection) -> Result<()> {
    connection.execute("DELETE FROM papers WHERE game_id = $1 AND seat = $2", (id, seat)).await.map(drop)
}

async fn read_paper(
    id: GameId,
    seat: Seat,
    paper: Paper,
    connection: &mut Connection,
) -> Result<Option<String>> {
    let text = "SELECT text FROM papers WHERE game_id = $1 AND seat = $2 AND kind = $3";
    connection.optional(text, (id, seat, paper)).await
}

async fn keep_paper(
    id: GameId,
    seat: Seat,
    paper: Paper,
    text: &str,
    connection: &mut Connection,
) -> Result<()> {
    if text.is_empty() {
        let row = "DELETE FROM papers WHERE game_id = $1 AND seat = $2 AND kind = $3";
        return connection.execute(row, (id, seat, paper)).await.map(drop);
    }
    // The last sign of life is late enough to show whether a player was there lately.
    let row = "INSERT INTO papers (game_id, seat, kind, text, at) VALUES ($1, $2, $3, $4, (SELECT MAX(alive) FROM runs))
         ON CONFLICT (game_id, seat, kind) DO UPDATE SET text = $4, at = excluded.at";
    connection.execute(row, (id, seat, paper, text)).await.map(drop)
}
