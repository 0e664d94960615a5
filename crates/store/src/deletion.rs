//! What players delete.

use entourage_kernel::Side;
use entourage_record::{GameId, KeyHash, Seat};

use crate::columns::FromRow;
use crate::database::Connection;
use crate::events::expect_game;
use crate::games::{commit, expect_key};
use crate::{Remark, Result, Store, retention};

/// What came of a player's wish that a game be deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deletion {
    /// The opponent has not wished it.
    Wished,
    /// The player wishes it already, and the opponent does not: nothing changes.
    Stands,
    /// The player has wished it as often as they may between two events of the game: nothing changes.
    Often,
    /// The opponent wishes it already, and the player did not know: nothing is done.
    Asked,
    /// Every player has wished it: it is deleted with all that belonged to it.
    Done,
}

impl Store {
    /// Stores that the holder of a key, who plays a seat, wishes a game deleted since a time in milliseconds since 1970 (UTC), and deletes it if
    /// every player does then and the holder agrees to that: all or nothing. A wish stands until something happens in the game; until then
    /// a player makes no more than `most` of them. Fails with `Missing` if there is no such game, or the key opens it no more.
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
        // The players of both sides are asked, present or to come; a side that is offered to anyone has no player to be asked.
        let unwilling = "WITH sides (side) AS (VALUES (1), (2))
             SELECT 1 FROM sides WHERE NOT EXISTS (SELECT 1 FROM seats s WHERE s.game_id = $1 AND s.seat = 'both')
                 AND NOT EXISTS (SELECT 1 FROM invitations i WHERE i.game_id = $1 AND i.side = sides.side)
                 AND NOT EXISTS (SELECT 1 FROM deletions d WHERE d.game_id = $1 AND d.side = sides.side AND d.events = $2 AND d.stands) LIMIT 1";
        if transaction.exists(unwilling, (id, events)).await? {
            // A player who agrees may, however often they have thought again.
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

    /// Counts the sides of a game that a key opens.
    pub async fn seated(&self, id: GameId) -> Result<usize> {
        let seats = "SELECT COUNT(DISTINCT seat) FROM seats WHERE game_id = $1 AND seat IN ('1', '2')";
        Ok(self.readers.one::<u32>(seats, id).await? as usize)
    }

    /// Stores that the holder of a key, who plays a seat, wishes a game kept; returns whether they wished otherwise. Fails with `Missing` if
    /// the key opens the game no more.
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

    /// Lists the chat messages of a game before that of a number that were emptied, with their numbers, in order.
    pub async fn unsaid(&self, id: GameId, to: u32) -> Result<Vec<(u32, Remark)>> {
        let rows = "SELECT side, token, text, created_at, seq FROM chat
             WHERE game_id = $1 AND seq < $2 AND text = '' ORDER BY seq";
        let rows = self.readers.rows(rows, (id, to)).await?;
        rows.iter().map(|row| Ok((row.get("seq")?, Remark::from_row(row)?))).collect()
    }

    /// Empties what a side has written in a game's chat, the message of a number or all, and returns how many messages that were; their
    /// numbers stay. Fails with `Missing` if the key opens the game no more.
    pub async fn unsay(&self, id: GameId, side: Side, remark: Option<u32>, by: Option<KeyHash>) -> Result<u64> {
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
