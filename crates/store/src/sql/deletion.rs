//! What players delete, in SQLite.

use async_trait::async_trait;
use entourage_kernel::Side;
use entourage_record::{GameId, KeyHash, Seat};

use super::pool::Connection;
use super::query::query;
use super::{commit, expect_game, expect_key, retention, talk};
use crate::{Deletion, DeletionStore, Remark, SqlStore, StoreError};

#[async_trait]
impl DeletionStore for SqlStore {
    async fn wish_deleted(
        &self,
        id: GameId,
        seat: Seat,
        agrees: bool,
        at: i64,
        most: u32,
        by: Option<KeyHash>,
    ) -> Result<Deletion, StoreError> {
        let mut transaction = self.writer.change(&id.to_string()).await?;
        expect_game(id, &mut transaction).await?;
        expect_key(id, by, &mut transaction).await?;
        let events = query("SELECT COUNT(*) AS count FROM events WHERE game_id = $1").bind(id.to_string());
        let events: i64 = events.fetch_one(&mut transaction).await?.try_get("count")?;
        let (mut stands, mut times) = (true, 0);
        for side in Side::BOTH.into_iter().filter(|side| seat.plays(*side)) {
            let earlier =
                query("SELECT stands, times FROM deletions WHERE game_id = $1 AND side = $2 AND events = $3")
                    .bind(id.to_string())
                    .bind(side.number() as i64)
                    .bind(events)
                    .fetch_optional(&mut transaction)
                    .await?;
            let (stood, often) = match earlier {
                Some(row) => (row.try_get::<bool>("stands")?, row.try_get::<u32>("times")?),
                None => (false, 0),
            };
            let often = if stood { often } else { often.saturating_add(1) };
            (stands, times) = (stands && stood, times.max(often));
            query(
                "INSERT INTO deletions (game_id, side, events, created_at, stands, times) VALUES ($1, $2, $3, $4, TRUE, $5)
                 ON CONFLICT (game_id, side) DO UPDATE SET events = $3, created_at = $4, stands = TRUE, times = $5",
            )
            .bind(id.to_string())
            .bind(side.number() as i64)
            .bind(events)
            .bind(at)
            .bind(often)
            .execute(&mut transaction)
            .await?;
        }
        // Who has come to a side is asked, and who may still come to one; a side that is offered to anybody has nobody to be asked.
        let unwilling = query(
            "WITH sides (side) AS (VALUES (1), (2))
             SELECT 1 FROM sides WHERE NOT EXISTS (SELECT 1 FROM seats s WHERE s.game_id = $1 AND s.seat = 'both')
                 AND NOT EXISTS (SELECT 1 FROM invitations i WHERE i.game_id = $1 AND i.side = sides.side)
                 AND NOT EXISTS (SELECT 1 FROM deletions d WHERE d.game_id = $1 AND d.side = sides.side AND d.events = $2 AND d.stands) LIMIT 1",
        );
        let unwilling = unwilling.bind(id.to_string()).bind(events).fetch_optional(&mut transaction).await?;
        match unwilling {
            // Whoever agrees may, however often they have thought again.
            Some(_) if times > most => return Ok(Deletion::Often),
            Some(_) if stands => return Ok(Deletion::Stands),
            Some(_) => {
                commit(id, transaction).await?;
                return Ok(Deletion::Wished);
            }
            None => {}
        }
        let alone = query(
            "SELECT 1 FROM deletions WHERE game_id = $1 AND events = $2 AND side <> $3 AND stands LIMIT 1",
        );
        let other = match seat {
            Seat::Side(side) => {
                let alone = alone.bind(id.to_string()).bind(events).bind(side.number() as i64);
                alone.fetch_optional(&mut transaction).await?.is_some()
            }
            Seat::Both | Seat::Watch => false,
        };
        if other && !agrees {
            return Ok(Deletion::Asked);
        }
        retention::forget(id, &mut transaction).await?;
        commit(id, transaction).await?;
        Ok(Deletion::Done)
    }

    async fn seated(&self, id: GameId) -> Result<usize, StoreError> {
        let seats =
            query("SELECT COUNT(DISTINCT seat) AS count FROM seats WHERE game_id = $1 AND seat IN ('1', '2')");
        let count: u32 =
            seats.bind(id.to_string()).fetch_one(&mut self.readers.acquire().await?).await?.try_get("count")?;
        Ok(count as usize)
    }

    async fn unsaid(&self, id: GameId, to: u32) -> Result<Vec<(u32, Remark)>, StoreError> {
        let rows = query(
            "SELECT seq, side, token, text, created_at FROM chat WHERE game_id = $1 AND seq < $2 AND text = '' ORDER BY seq",
        );
        let rows = rows.bind(id.to_string()).bind(to).fetch_all(&mut self.readers.acquire().await?).await?;
        rows.iter().map(|row| Ok((row.try_get("seq")?, talk::remark(row.try_get("seq")?, row)?))).collect()
    }

    async fn wish_kept(&self, id: GameId, seat: Seat, by: Option<KeyHash>) -> Result<bool, StoreError> {
        let mut transaction = self.writer.change(&id.to_string()).await?;
        expect_key(id, by, &mut transaction).await?;
        let mut wished = false;
        for side in Side::BOTH.into_iter().filter(|side| seat.plays(*side)) {
            let wish = query("UPDATE deletions SET stands = FALSE WHERE game_id = $1 AND side = $2 AND stands");
            let wish = wish.bind(id.to_string()).bind(side.number() as i64);
            wished |= wish.execute(&mut transaction).await? > 0;
        }
        commit(id, transaction).await?;
        Ok(wished)
    }

    async fn deletion_wishes(&self, id: GameId) -> Result<[bool; 2], StoreError> {
        let rows = query(
            "SELECT side FROM deletions WHERE game_id = $1 AND stands AND events = (SELECT COUNT(*) FROM events WHERE game_id = $1)",
        )
        .bind(id.to_string());
        let mut wishes = [false; 2];
        for row in rows.fetch_all(&mut self.readers.acquire().await?).await? {
            let number: i64 = row.try_get("side")?;
            for side in Side::BOTH.into_iter().filter(|side| side.number() as i64 == number) {
                wishes[side.index()] = true;
            }
        }
        Ok(wishes)
    }

    async fn unsay(
        &self,
        id: GameId,
        side: Side,
        remark: Option<u32>,
        by: Option<KeyHash>,
    ) -> Result<u64, StoreError> {
        let mut transaction = self.writer.change(&id.to_string()).await?;
        expect_key(id, by, &mut transaction).await?;
        let emptied = query(
            "UPDATE chat SET text = '' WHERE game_id = $1 AND side = $2 AND ($3 IS NULL OR seq = $3) AND text <> ''",
        )
        .bind(id.to_string())
        .bind(side.number() as i64)
        .bind(remark)
        .execute(&mut transaction)
        .await?;
        commit(id, transaction).await?;
        Ok(emptied)
    }
}

/// Forgets what a seat's holder wished.
pub(super) async fn forget(id: GameId, seat: Seat, connection: &mut Connection) -> Result<(), StoreError> {
    for side in Side::BOTH.into_iter().filter(|side| seat.plays(*side)) {
        let wish = query("DELETE FROM deletions WHERE game_id = $1 AND side = $2").bind(id.to_string());
        wish.bind(side.number() as i64).execute(connection).await?;
    }
    Ok(())
}
