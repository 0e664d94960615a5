//! Who is told about games by e-mail, in SQLite.

use async_trait::async_trait;
use entourage_kernel::{Language, Side};
use entourage_record::{GameId, KeyHash, MailToken, Seat};
use sha2::{Digest, Sha256};
use sqlx::AssertSqlSafe;

use super::pool::Connection;
use super::query::query;
use super::row::Row;
use super::{expect_game, expect_key};
use crate::{MailStore, QuestionLimits, SqlStore, StoreError, Subscribed, Subscription};

#[async_trait]
impl MailStore for SqlStore {
    async fn subscribe(
        &self,
        subscription: &Subscription,
        limits: QuestionLimits,
        by: Option<KeyHash>,
    ) -> Result<Subscribed, StoreError> {
        let Subscription { game, side, address, language, token, at, .. } = subscription;
        let mut transaction = self.writer.change(&game.to_string()).await?;
        expect_game(*game, &mut transaction).await?;
        expect_key(*game, by, &mut transaction).await?;
        let known = query("SELECT 1 FROM mail WHERE game_id = $1 AND side = $2 AND address = $3")
            .bind(game.to_string())
            .bind(side.number() as i64)
            .bind(address);
        if known.fetch_optional(&mut transaction).await?.is_some() {
            return Ok(Subscribed::Known);
        }
        let agreed = query(
            "SELECT 1 FROM seats s JOIN account_mail m ON m.account = s.account
             WHERE s.game_id = $1 AND s.seat = $2 AND m.address = $3",
        );
        let agreed = agreed.bind(game.to_string()).bind(Seat::Side(*side).word()).bind(address);
        let agreed = agreed.fetch_optional(&mut transaction).await?.is_some();
        if !agreed && !expect_seldom(address, *at, limits, &mut transaction).await? {
            return Ok(Subscribed::TooOften);
        }
        query(
            "INSERT INTO mail (game_id, side, address, language, token, confirmed, told, due, tries, created_at)
             VALUES ($1, $2, $3, $4, $5, $7, '', $6, 0, $6)
             ON CONFLICT (game_id, side) DO UPDATE SET address = $3, language = $4, token = $5, confirmed = $7, told = '',
                 due = $6, tries = 0, news = 0, leased = 0, created_at = $6",
        )
        .bind(game.to_string())
        .bind(side.number() as i64)
        .bind(address)
        .bind(language.code())
        .bind(token.to_string())
        .bind(*at)
        .bind(agreed)
        .execute(&mut transaction)
        .await?;
        transaction.commit().await?;
        Ok(if agreed { Subscribed::Agreed } else { Subscribed::Asked })
    }

    async fn subscription(&self, id: GameId, side: Side) -> Result<Option<Subscription>, StoreError> {
        let row = query("SELECT game_id, side, address, language, token, confirmed, told, due, tries, news, created_at FROM mail WHERE game_id = $1 AND side = $2")
            .bind(id.to_string())
            .bind(side.number() as i64)
            .fetch_optional(&mut self.readers.acquire().await?)
            .await?;
        row.as_ref().map(subscription).transpose()
    }

    async fn subscription_of(&self, token: MailToken) -> Result<Option<Subscription>, StoreError> {
        let row = query("SELECT game_id, side, address, language, token, confirmed, told, due, tries, news, created_at FROM mail WHERE token = $1")
            .bind(token.to_string())
            .fetch_optional(&mut self.readers.acquire().await?)
            .await?;
        row.as_ref().map(subscription).transpose()
    }

    async fn confirm(&self, token: MailToken, at: i64) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&token.to_string()).await?;
        let known = query("SELECT 1 FROM mail WHERE token = $1").bind(token.to_string());
        known.fetch_optional(&mut transaction).await?.ok_or(StoreError::Missing)?;
        query("UPDATE mail SET confirmed = TRUE, due = $1, tries = 0, news = news + 1 WHERE token = $2 AND NOT confirmed")
            .bind(at)
            .bind(token.to_string())
            .execute(&mut transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    async fn unsubscribe(&self, token: MailToken) -> Result<(), StoreError> {
        let row = query("DELETE FROM mail WHERE token = $1").bind(token.to_string());
        row.execute(&mut self.writer.acquire().await?).await?;
        Ok(())
    }

    async fn forget_unconfirmed(&self, before: i64) -> Result<(), StoreError> {
        let rows = query("DELETE FROM mail WHERE NOT confirmed AND created_at < $1").bind(before);
        rows.execute(&mut self.writer.acquire().await?).await?;
        Ok(())
    }

    async fn forget_questions(&self, before: i64) -> Result<(), StoreError> {
        forget_questions(before, &mut self.writer.acquire().await?).await
    }

    async fn next_mail(&self) -> Result<Option<i64>, StoreError> {
        let row = query(
            "SELECT MIN(CASE WHEN due < leased THEN leased ELSE due END) AS next FROM mail WHERE due IS NOT NULL",
        );
        row.fetch_one(&mut self.readers.acquire().await?).await?.try_get("next")
    }

    async fn take_mail(&self, now: i64, until: i64, most: u32) -> Result<Vec<(Subscription, i64)>, StoreError> {
        let skip = self.writer.skip_locked();
        let rows = query(AssertSqlSafe(format!(
            "UPDATE mail SET leased = $2 WHERE token IN
                 (SELECT token FROM mail WHERE due <= $1 AND leased <= $1 ORDER BY due LIMIT $3 {skip})
             RETURNING game_id, side, address, language, token, confirmed, told, due, tries, news, created_at"
        )));
        let rows = rows.bind(now).bind(until).bind(most).fetch_all(&mut self.writer.acquire().await?).await?;
        let taken = rows.iter().map(|row| Ok((subscription(row)?, row.try_get("due")?)));
        let mut taken: Vec<(Subscription, i64)> = taken.collect::<Result<_, StoreError>>()?;
        taken.sort_by_key(|(_, due)| *due);
        Ok(taken)
    }

    async fn settle_mail(
        &self,
        subscription: &Subscription,
        told: &str,
        next: Option<i64>,
        tries: u32,
    ) -> Result<(), StoreError> {
        query(
            "UPDATE mail SET told = $2, leased = 0, tries = CASE WHEN news = $3 THEN $5 ELSE tries END,
                 due = CASE WHEN news = $3 THEN $4 ELSE due END
             WHERE token = $1",
        )
        .bind(subscription.token.to_string())
        .bind(told)
        .bind(subscription.news)
        .bind(next)
        .bind(tries)
        .execute(&mut self.writer.acquire().await?)
        .await?;
        Ok(())
    }
}

/// Tells whether a mailbox may be asked once more at a time, and counts that it is, within a transaction.
pub(super) async fn expect_seldom(
    address: &str,
    at: i64,
    limits: QuestionLimits,
    transaction: &mut Connection,
) -> Result<bool, StoreError> {
    let mailbox = mailbox(address);
    // Others may have it asked, too.
    transaction.lock(&address.to_ascii_lowercase()).await?;
    forget_questions(at.saturating_sub(limits.span), transaction).await?;
    let asked = query("SELECT COUNT(*) AS count FROM mail_questions WHERE mailbox = $1").bind(&mailbox[..]);
    if asked.fetch_one(transaction).await?.try_get::<u32>("count")? >= limits.most {
        return Ok(false);
    }
    query("INSERT INTO mail_questions (mailbox, created_at) VALUES ($1, $2)")
        .bind(&mailbox[..])
        .bind(at)
        .execute(transaction)
        .await?;
    Ok(true)
}

/// Forgets that mailboxes were asked up to a time.
async fn forget_questions(before: i64, connection: &mut Connection) -> Result<(), StoreError> {
    query("DELETE FROM mail_questions WHERE created_at <= $1").bind(before).execute(connection).await?;
    Ok(())
}

/// Returns what is kept of a mailbox that was asked. Hardly a mail server tells letters of different size apart: they are one address,
/// or it could be asked in many ways.
fn mailbox(address: &str) -> [u8; 32] {
    Sha256::digest(address.to_ascii_lowercase()).into()
}

/// Forgets where the player of a side is told: whoever had the seat has it no more.
pub(super) async fn forget(id: GameId, side: Side, connection: &mut Connection) -> Result<(), StoreError> {
    let row = query("DELETE FROM mail WHERE game_id = $1 AND side = $2").bind(id.to_string());
    row.bind(side.number() as i64).execute(connection).await?;
    Ok(())
}

/// Reads a row.
fn subscription(row: &Row) -> Result<Subscription, StoreError> {
    let corrupt = || StoreError::Corrupt("who is told by e-mail makes no sense".into());
    let text = |name: &str| row.try_get::<String>(name);
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
