//! What players delete, in SQLite.

use async_trait::async_trait;
use entourage_kernel::Side;
use entourage_record::{GameId, KeyHash, Seat};
use sqlx::{Row, SqliteConnection};

use super::{expect_game, expect_key, retention, talk};
use crate::{Deletion, DeletionStore, Remark, SqliteStore, StoreError};

#[async_trait]
impl DeletionStore for SqliteStore {
    async fn wish_deleted(
        &self,
        id: GameId,
        seat: Seat,
        agrees: bool,
        at: i64,
        by: Option<KeyHash>,
    ) -> Result<Deletion, StoreError> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        expect_game(id, &mut transaction).await?;
        expect_key(id, by, &mut transaction).await?;
        let events = sqlx::query("SELECT COUNT(*) AS count FROM events WHERE game_id = ?").bind(id.to_string());
        let events: i64 = events.fetch_one(&mut *transaction).await?.try_get("count")?;
        for side in Side::BOTH.into_iter().filter(|side| seat.plays(*side)) {
            sqlx::query(
                "INSERT INTO deletions (game_id, side, events, created_at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (game_id, side) DO UPDATE SET events = ?3, created_at = ?4",
            )
            .bind(id.to_string())
            .bind(side.number() as i64)
            .bind(events)
            .bind(at)
            .execute(&mut *transaction)
            .await?;
        }
        // Who has come to a side is asked, and who may still come to one; a side that is offered to anybody has nobody to be asked.
        let unwilling = sqlx::query(
            "WITH sides (side) AS (VALUES (1), (2))
             SELECT 1 FROM sides WHERE NOT EXISTS (SELECT 1 FROM seats s WHERE s.game_id = ?1 AND s.seat = 'both')
                 AND NOT EXISTS (SELECT 1 FROM invitations i WHERE i.game_id = ?1 AND i.side = sides.side)
                 AND NOT EXISTS (SELECT 1 FROM deletions d WHERE d.game_id = ?1 AND d.side = sides.side AND d.events = ?2) LIMIT 1",
        );
        let unwilling = unwilling.bind(id.to_string()).bind(events).fetch_optional(&mut *transaction).await?;
        if unwilling.is_some() {
            transaction.commit().await?;
            return Ok(Deletion::Wished);
        }
        let alone =
            sqlx::query("SELECT 1 FROM deletions WHERE game_id = ?1 AND events = ?2 AND side <> ?3 LIMIT 1");
        let other = match seat {
            Seat::Side(side) => {
                let alone = alone.bind(id.to_string()).bind(events).bind(side.number() as i64);
                alone.fetch_optional(&mut *transaction).await?.is_some()
            }
            Seat::Both | Seat::Watch => false,
        };
        if other && !agrees {
            return Ok(Deletion::Asked);
        }
        retention::forget(id, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Deletion::Done)
    }

    async fn seated(&self, id: GameId) -> Result<usize, StoreError> {
        let seats = sqlx::query("SELECT COUNT(*) AS count FROM seats WHERE game_id = ? AND seat IN ('1', '2')");
        let count: u32 = seats.bind(id.to_string()).fetch_one(&self.readers).await?.try_get("count")?;
        Ok(count as usize)
    }

    async fn unsaid(&self, id: GameId, to: u32) -> Result<Vec<(u32, Remark)>, StoreError> {
        let rows = sqlx::query(
            "SELECT seq, side, token, text, created_at FROM chat WHERE game_id = ? AND seq < ? AND text = '' ORDER BY seq",
        );
        let rows = rows.bind(id.to_string()).bind(to).fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok((row.try_get("seq")?, talk::remark(row.try_get("seq")?, row)?))).collect()
    }

    async fn wish_kept(&self, id: GameId, seat: Seat, by: Option<KeyHash>) -> Result<(), StoreError> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        expect_key(id, by, &mut transaction).await?;
        forget(id, seat, &mut transaction).await?;
        Ok(transaction.commit().await?)
    }

    async fn deletion_wishes(&self, id: GameId) -> Result<[bool; 2], StoreError> {
        let rows = sqlx::query(
            "SELECT side FROM deletions WHERE game_id = ?1 AND events = (SELECT COUNT(*) FROM events WHERE game_id = ?1)",
        )
        .bind(id.to_string());
        let mut wishes = [false; 2];
        for row in rows.fetch_all(&self.readers).await? {
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
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        expect_key(id, by, &mut transaction).await?;
        let emptied = sqlx::query(
            "UPDATE chat SET text = '' WHERE game_id = ?1 AND side = ?2 AND (?3 IS NULL OR seq = ?3) AND text <> ''",
        )
        .bind(id.to_string())
        .bind(side.number() as i64)
        .bind(remark)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(emptied.rows_affected())
    }
}

/// Forgets what a seat's holder wished.
pub(super) async fn forget(
    id: GameId,
    seat: Seat,
    connection: &mut SqliteConnection,
) -> Result<(), StoreError> {
    for side in Side::BOTH.into_iter().filter(|side| seat.plays(*side)) {
        let wish = sqlx::query("DELETE FROM deletions WHERE game_id = ? AND side = ?").bind(id.to_string());
        wish.bind(side.number() as i64).execute(&mut *connection).await?;
    }
    Ok(())
}
