//! What players delete, in SQLite.

use async_trait::async_trait;
use entourage_kernel::Side;
use entourage_record::{GameId, KeyHash, Seat};
use sqlx::{Row, SqliteConnection};

use super::{expect_game, expect_key, retention};
use crate::{Deletion, DeletionStore, SqliteStore, StoreError};

#[async_trait]
impl DeletionStore for SqliteStore {
    async fn wish_deleted(
        &self,
        id: GameId,
        seat: Seat,
        at: i64,
        by: Option<KeyHash>,
    ) -> Result<Deletion, StoreError> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        expect_game(id, &mut transaction).await?;
        expect_key(id, by, &mut transaction).await?;
        for side in Side::BOTH.into_iter().filter(|side| seat.plays(*side)) {
            sqlx::query(
                "INSERT INTO deletions (game_id, side, created_at) VALUES (?, ?, ?) ON CONFLICT (game_id, side) DO NOTHING",
            )
            .bind(id.to_string())
            .bind(side.number() as i64)
            .bind(at)
            .execute(&mut *transaction)
            .await?;
        }
        // A side that nobody has taken has nobody to be asked.
        let unwilling = sqlx::query(
            "SELECT 1 FROM seats s WHERE s.game_id = ?1 AND s.seat IN ('1', '2')
                 AND NOT EXISTS (SELECT 1 FROM deletions d WHERE d.game_id = ?1 AND CAST(d.side AS TEXT) = s.seat) LIMIT 1",
        );
        let all = unwilling.bind(id.to_string()).fetch_optional(&mut *transaction).await?.is_none();
        if all {
            retention::forget(id, &mut transaction).await?;
        }
        transaction.commit().await?;
        Ok(if all { Deletion::Done } else { Deletion::Wished })
    }

    async fn wish_kept(&self, id: GameId, seat: Seat, by: Option<KeyHash>) -> Result<(), StoreError> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        expect_key(id, by, &mut transaction).await?;
        forget(id, seat, &mut transaction).await?;
        Ok(transaction.commit().await?)
    }

    async fn deletion_wishes(&self, id: GameId) -> Result<[bool; 2], StoreError> {
        let rows = sqlx::query("SELECT side FROM deletions WHERE game_id = ?").bind(id.to_string());
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
