//! Chat, private notes and conditional moves.

use entourage_kernel::Side;
use entourage_record::{Entry, Game, GameId, KeyHash, PrivateText, Seat, Version};

use crate::columns::{FromRow, from_row};
use crate::database::Connection;
use crate::events::append_entry;
use crate::games::{commit, expect_key, expect_version, read_game, read_version, settle};
use crate::{Result, Store, StoreError};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatMessage {
    pub side: Side,
    /// A random string chosen by the client; a request with the same token is treated as a retry.
    pub token: String,
    pub text: String,
    pub at: i64,
}

from_row! { ChatMessage { side, token, text, at = "created_at" } }

/// Limits on a side's chat messages in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChatLimits {
    pub most: u32,
    /// Maximum number of messages within `span` milliseconds.
    pub most_recent: u32,
    pub span: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// The message's sequence number, from 0; sending the message again returns the same number.
    At(u32),
    /// The side has sent too many messages recently.
    TooFast,
    /// The side has sent the maximum number of messages in the game.
    TooMuch,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Condition {
    /// The writer's key, which must still be valid for the game; `None` to skip this check.
    pub by: Option<KeyHash>,
    /// The version of the stored text that the writer has read.
    pub version: Option<Version>,
    /// The version of the game that the writer has read.
    pub game: Option<i64>,
}

/// A game and both sides' conditional moves, read in one snapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    pub game: Game,
    pub plans: [Option<String>; 2],
    pub version: i64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    Kept,
    /// The stored text has changed since the writer read it; contains the current text.
    Stale(String),
}

impl Store {
    /// Adds a chat message; a message with the same side and token is not added again. Fails with `Missing` if there is no such game, or
    /// the key is no longer valid. After `Unavailable` the message may or may not have been stored.
    pub async fn add_chat_message(
        &self,
        id: GameId,
        remark: &ChatMessage,
        limits: ChatLimits,
        by: Option<KeyHash>,
    ) -> Result<Said> {
        let ChatMessage { side, token, text, at } = remark;
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

    /// Returns at most `most` chat messages in order, starting with sequence number `from`.
    pub async fn chat_messages(&self, id: GameId, from: u32, most: u32) -> Result<Vec<ChatMessage>> {
        let rows = "SELECT seq, side, token, text, created_at FROM chat WHERE game_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3";
        let rows = self.readers.rows(rows, (id, from, most)).await?;
        if rows.iter().zip(from..).any(|(row, seq)| row.get("seq") != Ok(seq)) {
            return Err(StoreError::Corrupt("a chat message is missing".into()));
        }
        rows.iter().map(ChatMessage::from_row).collect()
    }

    /// Replaces a seat's private text, unless it has changed since the writer read it; an empty string deletes it. Increments the game's
    /// version. Fails with `Conflict` if the game has another version, and with `Missing` if there is no such game or the key is invalid.
    pub async fn set_private_text(
        &self,
        id: GameId,
        seat: Seat,
        paper: PrivateText,
        text: &str,
        Condition { by, version, game }: Condition,
    ) -> Result<Written> {
        let mut transaction = self.writer.change(id).await?;
        expect_key(id, by, &mut transaction).await?;
        expect_version(id, game, &mut transaction).await?;
        if let Some(version) = version {
            let kept = read_paper(id, seat, paper, &mut transaction).await?.unwrap_or_default();
            // A retried request may find its own text already stored, which is no conflict.
            if Version::of(&kept) != version && kept != text {
                return Ok(Written::Stale(kept));
            }
        }
        keep_paper(id, seat, paper, text, &mut transaction).await?;
        commit(id, transaction).await?;
        Ok(Written::Kept)
    }

    pub async fn private_text(&self, id: GameId, seat: Seat, paper: PrivateText) -> Result<Option<String>> {
        read_paper(id, seat, paper, &mut self.readers.acquire().await?).await
    }

    /// Reads a game and both sides' conditional moves in one snapshot.
    pub async fn read_with_plans(&self, id: GameId) -> Result<Option<Standing>> {
        let mut snapshot = self.readers.snapshot().await?;
        let Some(game) = read_game(id, &mut snapshot).await? else { return Ok(None) };
        let mut plans = [None, None];
        for side in Side::BOTH {
            plans[side.index()] = read_paper(id, Seat::Side(side), PrivateText::Plan, &mut snapshot).await?;
        }
        let version = read_version(id, &mut snapshot).await?.ok_or(StoreError::Missing)?;
        Ok(Some(Standing { game, plans, version }))
    }

    /// Appends events like [`append`](Self::append) and stores conditional moves, in one transaction.
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
            keep_paper(id, *seat, PrivateText::Plan, text, &mut transaction).await?;
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
    paper: PrivateText,
    connection: &mut Connection,
) -> Result<Option<String>> {
    let text = "SELECT text FROM papers WHERE game_id = $1 AND seat = $2 AND kind = $3";
    connection.optional(text, (id, seat, paper)).await
}

async fn keep_paper(
    id: GameId,
    seat: Seat,
    paper: PrivateText,
    text: &str,
    connection: &mut Connection,
) -> Result<()> {
    if text.is_empty() {
        let row = "DELETE FROM papers WHERE game_id = $1 AND seat = $2 AND kind = $3";
        return connection.execute(row, (id, seat, paper)).await.map(drop);
    }
    // This time only decides whether a game is abandoned; the time of the last heartbeat is precise enough for that.
    let row = "INSERT INTO papers (game_id, seat, kind, text, at) VALUES ($1, $2, $3, $4, (SELECT MAX(alive) FROM runs))
         ON CONFLICT (game_id, seat, kind) DO UPDATE SET text = $4, at = excluded.at";
    connection.execute(row, (id, seat, paper, text)).await.map(drop)
}
