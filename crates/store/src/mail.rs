//! E-mail notifications about games.

use entourage_kernel::{Language, Side};
use entourage_record::{GameId, KeyHash, MailToken, Seat};
use sha2::{Digest, Sha256};
use sqlx::AssertSqlSafe;

use crate::columns::{FromRow, from_row};
use crate::database::Connection;
use crate::error::some;
use crate::events::expect_game;
use crate::games::expect_key;
use crate::{Result, Store};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subscription {
    pub game: GameId,
    pub side: Side,
    pub address: String,
    pub language: Language,
    pub token: MailToken,
    pub confirmed: bool,
    /// The turn about which the last notification was sent, as encoded by the server; empty if none was sent.
    pub told: String,
    pub tries: u32,
    /// Number of changes to the game since the subscription.
    pub news: i64,
    pub at: i64,
}

from_row! {
    Subscription { game = "game_id", side, address, language, token, confirmed, told, tries, news, at = "created_at" }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subscribed {
    Asked,
    /// The side is already subscribed with this address.
    Known,
    /// The seat's account has confirmed this address, so no confirmation is needed.
    Agreed,
    TooOften,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuestionLimits {
    pub most: u32,
    pub span: i64,
}

const COLUMNS: &str = "game_id, side, address, language, token, confirmed, told, due, tries, news, created_at";

impl Store {
    /// Replaces a side's e-mail address and schedules the confirmation e-mail. Fails with `Missing` if there is no such game, or the key is
    /// no longer valid.
    pub async fn subscribe(
        &self,
        subscription: &Subscription,
        limits: QuestionLimits,
        by: Option<KeyHash>,
    ) -> Result<Subscribed> {
        let Subscription { game, side, address, language, token, at, .. } = subscription;
        let mut transaction = self.writer.change(game).await?;
        expect_game(*game, &mut transaction).await?;
        expect_key(*game, by, &mut transaction).await?;
        let known = "SELECT 1 FROM mail WHERE game_id = $1 AND side = $2 AND address = $3";
        if transaction.exists(known, (game, side, address)).await? {
            return Ok(Subscribed::Known);
        }
        let agreed = "SELECT 1 FROM seats s JOIN account_mail m ON m.account = s.account
             WHERE s.game_id = $1 AND s.seat = $2 AND m.address = $3";
        let agreed = transaction.exists(agreed, (game, Seat::Side(*side), address)).await?;
        if !agreed && !expect_seldom(address, *at, limits, &mut transaction).await? {
            return Ok(Subscribed::TooOften);
        }
        let row = "INSERT INTO mail (game_id, side, address, language, token, confirmed, told, due, tries, created_at)
             VALUES ($1, $2, $3, $4, $5, $7, '', $6, 0, $6)
             ON CONFLICT (game_id, side) DO UPDATE SET address = $3, language = $4, token = $5, confirmed = $7, told = '',
                 due = $6, tries = 0, news = 0, leased = 0, created_at = $6";
        transaction.execute(row, (game, side, address, language, token, at, agreed)).await?;
        transaction.commit().await?;
        Ok(if agreed { Subscribed::Agreed } else { Subscribed::Asked })
    }

    pub async fn subscription(&self, id: GameId, side: Side) -> Result<Option<Subscription>> {
        let sql = format!("SELECT {COLUMNS} FROM mail WHERE game_id = $1 AND side = $2");
        self.readers.optional(AssertSqlSafe(sql), (id, side)).await
    }

    pub async fn subscription_of(&self, token: MailToken) -> Result<Option<Subscription>> {
        let sql = format!("SELECT {COLUMNS} FROM mail WHERE token = $1");
        self.readers.optional(AssertSqlSafe(sql), token).await
    }

    /// Confirms the address to which a token was sent; the first notification can be sent from time `at`. Idempotent.
    /// Fails with `Missing` if the token is not valid.
    pub async fn confirm(&self, token: MailToken, at: i64) -> Result<()> {
        let mut transaction = self.writer.change(token).await?;
        some(transaction.exists("SELECT 1 FROM mail WHERE token = $1", token).await?)?;
        let confirm = "UPDATE mail SET confirmed = TRUE, due = $1, tries = 0, news = news + 1 WHERE token = $2 AND NOT confirmed";
        transaction.execute(confirm, (at, token)).await?;
        transaction.commit().await
    }

    /// Deletes the subscription with a token, if there is one.
    pub async fn unsubscribe(&self, token: MailToken) -> Result<()> {
        self.writer.execute("DELETE FROM mail WHERE token = $1", token).await.map(drop)
    }

    pub async fn forget_unconfirmed(&self, before: i64) -> Result<()> {
        self.writer.execute("DELETE FROM mail WHERE NOT confirmed AND created_at < $1", before).await.map(drop)
    }

    /// Deletes the log entries of confirmation e-mails sent before a time; the log contains only hashes of addresses.
    pub async fn forget_questions(&self, before: i64) -> Result<()> {
        self.writer.execute(FORGET_QUESTIONS, before).await.map(drop)
    }

    /// Returns the time at which the next e-mail may be due, or at which its lease expires if that is later.
    pub async fn next_mail(&self) -> Result<Option<i64>> {
        self.next_due_of("mail").await
    }

    /// Leases up to `most` subscriptions for which an e-mail may be due, earliest first, and returns them with their due times. A lease
    /// ends at `until`, or earlier when [`settle_mail`](Self::settle_mail) is called.
    pub async fn take_mail(&self, now: i64, until: i64, most: u32) -> Result<Vec<(Subscription, i64)>> {
        let skip = self.writer.skip_locked();
        let sql = format!(
            "UPDATE mail SET leased = $2 WHERE token IN
                 (SELECT token FROM mail WHERE due <= $1 AND leased <= $1 ORDER BY due LIMIT $3 {skip})
             RETURNING {COLUMNS}"
        );
        let rows = self.writer.rows(AssertSqlSafe(sql), (now, until, most)).await?;
        let taken = rows.iter().map(|row| Ok((Subscription::from_row(row)?, row.get("due")?)));
        let mut taken: Vec<(Subscription, i64)> = taken.collect::<Result<_>>()?;
        taken.sort_by_key(|(_, due)| *due);
        Ok(taken)
    }

    /// Ends a lease and records the turn of the last notification. Unless the game has changed since the lease began, also sets the next
    /// due time and the number of attempts.
    pub async fn settle_mail(
        &self,
        subscription: &Subscription,
        told: &str,
        next: Option<i64>,
        tries: u32,
    ) -> Result<()> {
        let settle =
            "UPDATE mail SET told = $2, leased = 0, tries = CASE WHEN news = $3 THEN $5 ELSE tries END,
                 due = CASE WHEN news = $3 THEN $4 ELSE due END
             WHERE token = $1";
        let values = (subscription.token, told, subscription.news, next, tries);
        self.writer.execute(settle, values).await.map(drop)
    }
}

const FORGET_QUESTIONS: &str = "DELETE FROM mail_questions WHERE created_at <= $1";

/// Counts another confirmation e-mail to an address if the limits allow it; returns whether they do.
pub(crate) async fn expect_seldom(
    address: &str,
    at: i64,
    limits: QuestionLimits,
    transaction: &mut Connection,
) -> Result<bool> {
    // Mail servers ignore case, so spelling an address in a different case must not circumvent the limit.
    let address = address.to_ascii_lowercase();
    let mailbox: [u8; 32] = Sha256::digest(&address).into();
    // Other transactions may be sending e-mails to the same address.
    transaction.lock(address).await?;
    transaction.execute(FORGET_QUESTIONS, at.saturating_sub(limits.span)).await?;
    let asked = "SELECT COUNT(*) FROM mail_questions WHERE mailbox = $1";
    if transaction.one::<u32>(asked, mailbox).await? >= limits.most {
        return Ok(false);
    }
    let row = "INSERT INTO mail_questions (mailbox, created_at) VALUES ($1, $2)";
    transaction.execute(row, (mailbox, at)).await?;
    Ok(true)
}

pub(crate) async fn forget(id: GameId, side: Side, connection: &mut Connection) -> Result<()> {
    connection.execute("DELETE FROM mail WHERE game_id = $1 AND side = $2", (id, side)).await.map(drop)
}
