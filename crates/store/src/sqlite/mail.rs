//! Who is told about games by e-mail, in SQLite.

use async_trait::async_trait;
use entourage_kernel::{Language, Side};
use entourage_record::{GameId, KeyHash, MailToken};
use sha2::{Digest, Sha256};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::{expect_game, expect_key};
use crate::{MailStore, QuestionLimits, SqliteStore, StoreError, Subscribed, Subscription};

#[async_trait]
impl MailStore for SqliteStore {
    async fn subscribe(
        &self,
        subscription: &Subscription,
        limits: QuestionLimits,
        by: Option<KeyHash>,
    ) -> Result<Subscribed, StoreError> {
        let Subscription { game, side, address, language, token, at, .. } = subscription;
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        expect_game(*game, &mut transaction).await?;
        expect_key(*game, by, &mut transaction).await?;
        let known = sqlx::query("SELECT 1 FROM mail WHERE game_id = ? AND side = ? AND address = ?")
            .bind(game.to_string())
            .bind(side.number() as i64)
            .bind(address);
        if known.fetch_optional(&mut *transaction).await?.is_some() {
            return Ok(Subscribed::Known);
        }
        forget_questions(at.saturating_sub(limits.span), &mut transaction).await?;
        let mailbox = mailbox(address);
        let asked =
            sqlx::query("SELECT COUNT(*) AS count FROM mail_questions WHERE mailbox = ?").bind(&mailbox[..]);
        if asked.fetch_one(&mut *transaction).await?.try_get::<u32, _>("count")? >= limits.most {
            return Ok(Subscribed::TooOften);
        }
        sqlx::query("INSERT INTO mail_questions (mailbox, created_at) VALUES (?, ?)")
            .bind(&mailbox[..])
            .bind(at)
            .execute(&mut *transaction)
            .await?;
        sqlx::query(
            "INSERT INTO mail (game_id, side, address, language, token, confirmed, told, due, tries, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, 0, '', ?6, 0, ?6)
             ON CONFLICT (game_id, side) DO UPDATE SET address = ?3, language = ?4, token = ?5, confirmed = 0, told = '',
                 due = ?6, tries = 0, news = 0, created_at = ?6",
        )
        .bind(game.to_string())
        .bind(side.number() as i64)
        .bind(address)
        .bind(language.code())
        .bind(token.to_string())
        .bind(at)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(Subscribed::Asked)
    }

    async fn subscription(&self, id: GameId, side: Side) -> Result<Option<Subscription>, StoreError> {
        let row = sqlx::query("SELECT game_id, side, address, language, token, confirmed, told, due, tries, news, created_at FROM mail WHERE game_id = ? AND side = ?")
            .bind(id.to_string())
            .bind(side.number() as i64)
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(subscription).transpose()
    }

    async fn subscription_of(&self, token: MailToken) -> Result<Option<Subscription>, StoreError> {
        let row = sqlx::query("SELECT game_id, side, address, language, token, confirmed, told, due, tries, news, created_at FROM mail WHERE token = ?")
            .bind(token.to_string())
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(subscription).transpose()
    }

    async fn confirm(&self, token: MailToken, at: i64) -> Result<(), StoreError> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let known = sqlx::query("SELECT 1 FROM mail WHERE token = ?").bind(token.to_string());
        known.fetch_optional(&mut *transaction).await?.ok_or(StoreError::Missing)?;
        sqlx::query("UPDATE mail SET confirmed = 1, due = ?, tries = 0, news = news + 1 WHERE token = ? AND confirmed = 0")
            .bind(at)
            .bind(token.to_string())
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    async fn unsubscribe(&self, token: MailToken) -> Result<(), StoreError> {
        let row = sqlx::query("DELETE FROM mail WHERE token = ?").bind(token.to_string());
        row.execute(&self.writer).await?;
        Ok(())
    }

    async fn forget_unconfirmed(&self, before: i64) -> Result<(), StoreError> {
        let rows = sqlx::query("DELETE FROM mail WHERE confirmed = 0 AND created_at < ?").bind(before);
        rows.execute(&self.writer).await?;
        Ok(())
    }

    async fn forget_questions(&self, before: i64) -> Result<(), StoreError> {
        forget_questions(before, &mut *self.writer.acquire().await?).await
    }

    async fn due_mail(&self, most: u32) -> Result<Vec<(Subscription, i64)>, StoreError> {
        let rows = sqlx::query("SELECT game_id, side, address, language, token, confirmed, told, due, tries, news, created_at FROM mail WHERE due IS NOT NULL ORDER BY due LIMIT ?")
            .bind(most)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| Ok((subscription(row)?, row.try_get("due")?))).collect()
    }

    async fn settle_mail(
        &self,
        subscription: &Subscription,
        told: &str,
        next: Option<i64>,
        tries: u32,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE mail SET told = ?2, tries = CASE WHEN news = ?3 THEN ?5 ELSE tries END,
                 due = CASE WHEN news = ?3 THEN ?4 ELSE due END
             WHERE token = ?1",
        )
        .bind(subscription.token.to_string())
        .bind(told)
        .bind(subscription.news)
        .bind(next)
        .bind(tries)
        .execute(&self.writer)
        .await?;
        Ok(())
    }
}

/// Forgets that mailboxes were asked up to a time.
async fn forget_questions(before: i64, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM mail_questions WHERE created_at <= ?").bind(before).execute(connection).await?;
    Ok(())
}

/// Returns what is kept of a mailbox that was asked. Hardly a mail server tells letters of different size apart: they are one address,
/// or it could be asked in many ways.
fn mailbox(address: &str) -> [u8; 32] {
    Sha256::digest(address.to_ascii_lowercase()).into()
}

/// Forgets where the player of a side is told: whoever had the seat has it no more.
pub(super) async fn forget(
    id: GameId,
    side: Side,
    connection: &mut SqliteConnection,
) -> Result<(), StoreError> {
    let row = sqlx::query("DELETE FROM mail WHERE game_id = ? AND side = ?").bind(id.to_string());
    row.bind(side.number() as i64).execute(connection).await?;
    Ok(())
}

/// Reads a row.
fn subscription(row: &SqliteRow) -> Result<Subscription, StoreError> {
    let corrupt = || StoreError::Corrupt("who is told by e-mail makes no sense".into());
    let text = |name: &str| row.try_get::<String, _>(name);
    let side: i64 = row.try_get("side")?;
    Ok(Subscription {
        game: text("game_id")?.parse().map_err(|()| corrupt())?,
        side: Side::BOTH.into_iter().find(|known| known.number() as i64 == side).ok_or_else(corrupt)?,
        address: text("address")?,
        language: text("language")?.parse::<Language>().map_err(|()| corrupt())?,
        token: text("token")?.parse().map_err(|()| corrupt())?,
        confirmed: row.try_get("confirmed")?,
        told: text("told")?,
        tries: row.try_get("tries")?,
        news: row.try_get("news")?,
        at: row.try_get("created_at")?,
    })
}
