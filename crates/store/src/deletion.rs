//! Deletion of games and chat messages by players.

use entourage_kernel::Side;
use entourage_record::{GameId, KeyHash, Seat};

use crate::columns::FromRow;
use crate::database::Connection;
use crate::events::expect_game;
use crate::games::{commit, expect_key};
use crate::{ChatMessage, Result, Store, retention};

/// The result of a player's request to delete a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deletion {
    /// The request is recorded; the opponent has not agreed yet.
    Wished,
    /// The player has already requested deletion, and the opponent has not agreed yet: nothing changes.
    Stands,
    /// The player has requested deletion too often since the last event: nothing changes.
    Often,
    /// The opponent has already requested deletion, but the player might not know this; nothing changes yet.
    Asked,
    /// All players have agreed: the game and its data are deleted.
    Done,
}

impl Store {
    /// Stores a player's request to delete a game, and deletes the game once all players have requested it. `agrees` means that the player
    /// knows that the opponent has requested deletion. A request is valid until the next event; before that, a player can make at most
    /// `most` requests. Fails with `Missing` if there is no such game, or the key is no longer valid.
    pub async fn wish_deleted(
        &self,
        id: GameId,
        seat: Seat,
        agrees: bool,
        at: i64,
        most: u32,
        by: Option<KeyHash>,
    ) -> Result<Deletion> {
        let mut transaction = self.writer.change(id).await?;
        expect_game(id, &mut transaction).await?;
        expect_key(id, by, &mut transaction).await?;
        let events: i64 = transaction.one("SELECT COUNT(*) FROM events WHERE game_id = $1", id).await?;
        let (mut stands, mut times) = (true, 0);
        for side in sides(seat) {
            let earlier =
                "SELECT stands, times FROM deletions WHERE game_id = $1 AND side = $2 AND events = $3";
            let earlier: Option<(bool, u32)> = transaction.optional(earlier, (id, side, events)).await?;
            let (stood, often) = earlier.unwrap_or((false, 0));
            let often = if stood { often } else { often.saturating_add(1) };
            (stands, times) = (stands && stood, times.max(often));
            let wish = "INSERT INTO deletions (game_id, side, events, created_at, stands, times) VALUES ($1, $2, $3, $4, TRUE, $5)
                 ON CONFLICT (game_id, side) DO UPDATE SET events = $3, created_at = $4, stands = TRUE, times = $5";
            transaction.execute(wish, (id, side, events, at, often)).await?;
        }
        // Both players must agree, even if one has not arrived yet. A side that is still open has no player to ask.
        let unwilling = "WITH sides (side) AS (VALUES (1), (2))
             SELECT 1 FROM sides WHERE NOT EXISTS (SELECT 1 FROM seats s WHERE s.game_id = $1 AND s.seat = 'both')
                 AND NOT EXISTS (SELECT 1 FROM invitations i WHERE i.game_id = $1 AND i.side = sides.side)
                 AND NOT EXISTS (SELECT 1 FROM deletions d WHERE d.game_id = $1 AND d.side = sides.side AND d.events = $2 AND d.stands) LIMIT 1";
        if transaction.exists(unwilling, (id, events)).await? {
            // A player can always agree to the opponent's request, even after too many requests of their own.
            if times > most {
                return Ok(Deletion::Often);
            }
            if stands {
                return Ok(Deletion::Stands);
            }
            commit(id, transaction).await?;
            return Ok(Deletion::Wished);
        }
        let other =
            "SELECT 1 FROM deletions WHERE game_id = $1 AND events = $2 AND side <> $3 AND stands LIMIT 1";
        if let Seat::Side(side) = seat
            && !agrees
            && transaction.exists(other, (id, events, side)).await?
        {
            return Ok(Deletion::Asked);
        }
        retention::forget(id, &mut transaction).await?;
        commit(id, transaction).await?;
        Ok(Deletion::Done)
    }

    /// Returns how many of a game's two sides have keys.
    pub async fn seated(&self, id: GameId) -> Result<usize> {
        let seats = "SELECT COUNT(DISTINCT seat) FROM seats WHERE game_id = $1 AND seat IN ('1', '2')";
        Ok(self.readers.one::<u32>(seats, id).await? as usize)
    }

    /// Withdraws a player's deletion request; returns whether there was one. Fails with `Missing` if the key is no longer valid.
    pub async fn wish_kept(&self, id: GameId, seat: Seat, by: Option<KeyHash>) -> Result<bool> {
        let mut transaction = self.writer.change(id).await?;
        expect_key(id, by, &mut transaction).await?;
        let mut wished = false;
        for side in sides(seat) {
            let wish = "UPDATE deletions SET stands = FALSE WHERE game_id = $1 AND side = $2 AND stands";
            wished |= transaction.execute(wish, (id, side)).await? > 0;
        }
        commit(id, transaction).await?;
        Ok(wished)
    }

    pub async fn deletion_wishes(&self, id: GameId) -> Result<[bool; 2]> {
        let wishes = "SELECT side FROM deletions WHERE game_id = $1 AND stands
             AND events = (SELECT COUNT(*) FROM events WHERE game_id = $1)";
        let sides: Vec<Side> = self.readers.all(wishes, id).await?;
        Ok(Side::BOTH.map(|side| sides.contains(&side)))
    }

    /// Returns the deleted chat messages with sequence numbers less than `to`, in order.
    pub async fn deleted_chat_messages(&self, id: GameId, to: u32) -> Result<Vec<(u32, ChatMessage)>> {
        let rows = "SELECT side, token, text, created_at, seq FROM chat
             WHERE game_id = $1 AND seq < $2 AND text = '' ORDER BY seq";
        let rows = self.readers.rows(rows, (id, to)).await?;
        rows.iter().map(|row| Ok((row.get("seq")?, ChatMessage::from_row(row)?))).collect()
    }

    /// Deletes the text of a side's chat message `remark`, or of all its messages if `None`; sequence numbers do not
    /// change. Returns how many texts were deleted. Fails with `Missing` if the key is no longer valid.
    pub async fn delete_chat_messages(
        &self,
        id: GameId,
        side: Side,
        remark: Option<u32>,
        by: Option<KeyHash>,
    ) -> Result<u64> {
        let mut transaction = self.writer.change(id).await?;
        expect_key(id, by, &mut transaction).await?;
        let empty = "UPDATE chat SET text = '' WHERE game_id = $1 AND side = $2 AND ($3 IS NULL OR seq = $3) AND text <> ''";
        let emptied = transaction.execute(empty, (id, side, remark)).await?;
        commit(id, transaction).await?;
        Ok(emptied)
    }
}

fn sides(seat: Seat) -> impl Iterator<Item = Side> {
    Side::BOTH.into_iter().filter(move |side| seat.plays(*side))
}

pub(crate) async fn forget(id: GameId, seat: Seat, connection: &mut Connection) -> Result<()> {
    for side in sides(seat) {
        connection.execute("DELETE FROM deletions WHERE game_id = $1 AND side = $2", (id, side)).await?;
    }
    Ok(())
}
