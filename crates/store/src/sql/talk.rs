use async_trait::async_trait;
use entourage_kernel::Side;
use entourage_record::{Entry, GameId, KeyHash, Paper, Seat, Version};

use super::pool::Connection;
use super::query::query;
use super::row::Row;
use super::versions::{expect_version, read_version};
use super::{append_entry, commit, expect_key, read_game, settle};
use crate::{ChatLimits, Condition, Remark, Said, SqlStore, Standing, StoreError, TalkStore, Written};

#[async_trait]
impl TalkStore for SqlStore {
    async fn say(
        &self,
        id: GameId,
        remark: &Remark,
        limits: ChatLimits,
        by: Option<KeyHash>,
    ) -> Result<Said, StoreError> {
        let (key, side) = (id.to_string(), remark.side.number() as i64);
        let mut transaction = self.writer.change(&id.to_string()).await?;
        expect_key(id, by, &mut transaction).await?;
        let known = query("SELECT seq FROM chat WHERE game_id = $1 AND side = $2 AND token = $3")
            .bind(&key)
            .bind(side)
            .bind(&remark.token);
        if let Some(row) = known.fetch_optional(&mut transaction).await? {
            return Ok(Said::At(row.try_get("seq")?));
        }
        let counts = query(
            "SELECT COALESCE(MAX(seq) + 1, 0) AS next, COUNT(*) FILTER (WHERE side = $2) AS own,
                 COUNT(*) FILTER (WHERE side = $2 AND created_at > $3) AS recent
             FROM chat WHERE game_id = $1",
        )
        .bind(&key)
        .bind(side)
        .bind(remark.at.saturating_sub(limits.span))
        .fetch_one(&mut transaction)
        .await?;
        if counts.try_get::<u32>("own")? >= limits.most {
            return Ok(Said::TooMuch);
        }
        if counts.try_get::<u32>("recent")? >= limits.most_recent {
            return Ok(Said::TooFast);
        }
        let seq: u32 = counts.try_get("next")?;
        query("INSERT INTO chat (game_id, seq, side, token, text, created_at) VALUES ($1, $2, $3, $4, $5, $6)")
            .bind(&key)
            .bind(seq)
            .bind(side)
            .bind(&remark.token)
            .bind(&remark.text)
            .bind(remark.at)
            .execute(&mut transaction)
            .await?;
        commit(id, transaction).await?;
        Ok(Said::At(seq))
    }

    async fn said(&self, id: GameId, from: u32, most: u32) -> Result<Vec<Remark>, StoreError> {
        let rows = query(
            "SELECT seq, side, token, text, created_at FROM chat WHERE game_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3",
        )
        .bind(id.to_string())
        .bind(from)
        .bind(most)
        .fetch_all(&mut self.readers.acquire().await?)
        .await?;
        rows.iter().zip(from..).map(|(row, seq)| remark(seq, row)).collect()
    }

    async fn keep(
        &self,
        id: GameId,
        seat: Seat,
        paper: Paper,
        text: &str,
        Condition { by, version, game }: Condition,
    ) -> Result<Written, StoreError> {
        let mut transaction = self.writer.change(&id.to_string()).await?;
        expect_key(id, by, &mut transaction).await?;
        expect_version(id, game, &mut transaction).await?;
        if let Some(version) = version {
            let kept = read_paper(id, seat, paper, &mut transaction).await?.unwrap_or_default();
            // What stands there already is no other text, however it came there: the answer to it may have been lost.
            if Version::of(&kept) != version && kept != text {
                return Ok(Written::Stale(kept));
            }
        }
        keep_paper(id, seat, paper, text, &mut transaction).await?;
        commit(id, transaction).await?;
        Ok(Written::Kept)
    }

    async fn paper(&self, id: GameId, seat: Seat, paper: Paper) -> Result<Option<String>, StoreError> {
        read_paper(id, seat, paper, &mut self.readers.acquire().await?).await
    }

    async fn read_with_plans(&self, id: GameId) -> Result<Option<Standing>, StoreError> {
        // All of it from one state of the database: whoever writes meanwhile is not seen.
        let mut snapshot = self.readers.snapshot().await?;
        let Some(game) = read_game(id, &mut snapshot).await? else { return Ok(None) };
        let mut plans = [None, None];
        for side in Side::BOTH {
            plans[side.index()] = read_paper(id, Seat::Side(side), Paper::Plan, &mut snapshot).await?;
        }
        let version = read_version(id, &mut snapshot).await?.ok_or(StoreError::Missing)?;
        Ok(Some(Standing { game, plans, version }))
    }

    async fn append_with_plans(
        &self,
        id: GameId,
        seq: u32,
        entries: &[Entry],
        plans: &[(Seat, String)],
        version: Option<i64>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&id.to_string()).await?;
        expect_version(id, version, &mut transaction).await?;
        for (entry, seq) in entries.iter().zip(seq..) {
            append_entry(id, seq, entry, None, &mut transaction).await?;
            settle(id, entry, &mut transaction).await?;
        }
        for (seat, text) in plans {
            keep_paper(id, *seat, Paper::Plan, text, &mut transaction).await?;
        }
        Ok(transaction.commit().await?)
    }
}

/// Forgets what a seat keeps for itself.
pub(super) async fn forget(id: GameId, seat: Seat, connection: &mut Connection) -> Result<(), StoreError> {
    let rows = query("DELETE FROM papers WHERE game_id = $1 AND seat = $2").bind(id.to_string());
    rows.bind(seat.word()).execute(connection).await?;
    Ok(())
}

async fn read_paper(
    id: GameId,
    seat: Seat,
    paper: Paper,
    connection: &mut Connection,
) -> Result<Option<String>, StoreError> {
    let row = query("SELECT text FROM papers WHERE game_id = $1 AND seat = $2 AND kind = $3")
        .bind(id.to_string())
        .bind(seat.word())
        .bind(paper.word())
        .fetch_optional(connection)
        .await?;
    row.map(|row| row.try_get("text")).transpose()
}

async fn keep_paper(
    id: GameId,
    seat: Seat,
    paper: Paper,
    text: &str,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    let query = match text {
        "" => query("DELETE FROM papers WHERE game_id = $1 AND seat = $2 AND kind = $3"),
        _ => query(
            // The last sign of life is late enough to tell whether somebody has been there lately.
            "INSERT INTO papers (game_id, seat, kind, text, at)
             VALUES ($1, $2, $3, $4, (SELECT MAX(alive) FROM runs))
             ON CONFLICT (game_id, seat, kind) DO UPDATE SET text = $4, at = excluded.at",
        ),
    };
    let query = query.bind(id.to_string()).bind(seat.word()).bind(paper.word());
    let query = if text.is_empty() { query } else { query.bind(text) };
    query.execute(connection).await?;
    Ok(())
}

/// Reads the row of a remark, which must have the next number.
pub(super) fn remark(seq: u32, row: &Row) -> Result<Remark, StoreError> {
    let corrupt = || StoreError::Corrupt(format!("line {seq} of a chat makes no sense"));
    let (stored, number): (u32, i64) = (row.try_get("seq")?, row.try_get("side")?);
    let side = Side::BOTH.into_iter().find(|side| side.number() as i64 == number);
    let side = side.filter(|_| stored == seq).ok_or_else(corrupt)?;
    Ok(Remark {
        side,
        token: row.try_get("token")?,
        text: row.try_get("text")?,
        at: row.try_get("created_at")?,
    })
}
