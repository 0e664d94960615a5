//! Where those who have accounts are written to, and what is still to be written.

use async_trait::async_trait;
use entourage_kernel::Language;
use entourage_record::{AccountId, MailToken, TokenHash};
use sqlx::AssertSqlSafe;

use super::accounts::expect_account;
use super::mail::expect_seldom;
use super::pool::Connection;
use super::query::query;
use super::row::{Row, owner};
use crate::{
    AccountMail, DueLetter, LetterKind, LetterStore, QuestionLimits, SqlStore, StoreError, Subscribed, random,
};

#[async_trait]
impl LetterStore for SqlStore {
    async fn want_address(
        &self,
        account: AccountId,
        address: &str,
        language: Language,
        token: MailToken,
        at: i64,
        limits: QuestionLimits,
    ) -> Result<Subscribed, StoreError> {
        let id = account.to_string();
        let mut transaction = self.writer.change(&id).await?;
        expect_account(account, &mut transaction).await?;
        let known = query("SELECT 1 FROM account_mail WHERE account = $1 AND address = $2").bind(&id);
        if known.bind(address).fetch_optional(&mut transaction).await?.is_some() {
            // Whatever else was wanted is not any more.
            query("UPDATE account_mail SET wanted = NULL, token = NULL, language = $2 WHERE account = $1")
                .bind(&id)
                .bind(language.code())
                .execute(&mut transaction)
                .await?;
            transaction.commit().await?;
            return Ok(Subscribed::Known);
        }
        if !expect_seldom(address, at, limits, &mut transaction).await? {
            return Ok(Subscribed::TooOften);
        }
        query(
            "INSERT INTO account_mail (account, wanted, token, language, asked_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (account) DO UPDATE SET wanted = $2, token = $3, language = $4, asked_at = $5",
        )
        .bind(&id)
        .bind(address)
        .bind(token.to_string())
        .bind(language.code())
        .bind(at)
        .execute(&mut transaction)
        .await?;
        // One question that waits is enough.
        let old = query("DELETE FROM letters WHERE account = $1 AND kind = $2").bind(&id);
        old.bind(LetterKind::Question.word()).execute(&mut transaction).await?;
        write(account, LetterKind::Question, "wanted", at, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Subscribed::Asked)
    }

    async fn account_mail(&self, account: AccountId) -> Result<Option<AccountMail>, StoreError> {
        let row = query("SELECT address, wanted, language FROM account_mail WHERE account = $1");
        let row = row.bind(account.to_string()).fetch_optional(&mut self.readers.acquire().await?).await?;
        let read = |row: Row| {
            Ok(AccountMail {
                address: row.try_get("address")?,
                wanted: row.try_get("wanted")?,
                language: language(&row)?,
            })
        };
        row.map(read).transpose()
    }

    async fn agree_address(&self, token: MailToken) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&token.to_string()).await?;
        let row = query("SELECT account FROM account_mail WHERE token = $1").bind(token.to_string());
        let row = row.fetch_optional(&mut transaction).await?.ok_or(StoreError::Missing)?;
        let account = owner(&row, "account")?;
        tell(account, LetterKind::Address, &mut transaction).await?;
        let agreed = query(
            "UPDATE account_mail SET address = wanted, wanted = NULL, token = NULL WHERE account = $1 AND token = $2",
        );
        let agreed = agreed.bind(account.to_string()).bind(token.to_string()).execute(&mut transaction).await?;
        if agreed == 0 {
            return Err(StoreError::Missing);
        }
        transaction.commit().await
    }

    async fn refuse_address(&self, token: MailToken) -> Result<bool, StoreError> {
        let mut transaction = self.writer.change(&token.to_string()).await?;
        let row =
            query("DELETE FROM account_mail WHERE token = $1 AND address IS NULL").bind(token.to_string());
        let gone = row.execute(&mut transaction).await?;
        let row = query("UPDATE account_mail SET wanted = NULL, token = NULL WHERE token = $1");
        let gone = gone + row.bind(token.to_string()).execute(&mut transaction).await?;
        transaction.commit().await?;
        Ok(gone > 0)
    }

    async fn forget_addresses(&self, account: AccountId) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&account.to_string()).await?;
        tell(account, LetterKind::Address, &mut transaction).await?;
        for row in [
            "DELETE FROM account_mail WHERE account = $1",
            "DELETE FROM recovery_links WHERE account = $1",
            "DELETE FROM letters WHERE account = $1 AND kind IN ('question', 'recovery')",
        ] {
            query(row).bind(account.to_string()).execute(&mut transaction).await?;
        }
        transaction.commit().await
    }

    async fn ask_recovery(
        &self,
        account: AccountId,
        at: i64,
        limits: QuestionLimits,
    ) -> Result<Subscribed, StoreError> {
        let mut transaction = self.writer.change(&account.to_string()).await?;
        let row = query("SELECT address FROM account_mail WHERE account = $1 AND address IS NOT NULL");
        let row = row.bind(account.to_string()).fetch_optional(&mut transaction).await?;
        let Some(row) = row else { return Ok(Subscribed::Known) };
        // Counted by itself: who asks an address other questions keeps nobody out.
        let counted = format!("recovery {}", row.try_get::<String>("address")?);
        if !expect_seldom(&counted, at, limits, &mut transaction).await? {
            return Ok(Subscribed::TooOften);
        }
        write(account, LetterKind::Recovery, "address", at, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Subscribed::Asked)
    }

    async fn add_recovery_link(&self, account: AccountId, hash: TokenHash, at: i64) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&account.to_string()).await?;
        expect_account(account, &mut transaction).await?;
        query("INSERT INTO recovery_links (hash, account, created_at) VALUES ($1, $2, $3)")
            .bind(&hash.bytes()[..])
            .bind(account.to_string())
            .bind(at)
            .execute(&mut transaction)
            .await?;
        transaction.commit().await
    }

    async fn take_recovery_link(&self, hash: TokenHash, after: i64) -> Result<Option<AccountId>, StoreError> {
        let mut writer = self.writer.acquire().await?;
        // One statement, so that nobody takes it twice.
        let row = query("DELETE FROM recovery_links WHERE hash = $1 RETURNING account, created_at");
        let Some(row) = row.bind(&hash.bytes()[..]).fetch_optional(&mut writer).await? else { return Ok(None) };
        let (account, at) = (owner(&row, "account")?, row.try_get::<i64>("created_at")?);
        if at <= after {
            return Ok(None);
        }
        forget_links(account, &mut writer).await?;
        Ok(Some(account))
    }

    async fn forget_unanswered(&self, asked: i64, sent: i64) -> Result<(), StoreError> {
        let mut writer = self.writer.acquire().await?;
        for (row, before) in [
            ("DELETE FROM account_mail WHERE wanted IS NOT NULL AND address IS NULL AND asked_at < $1", asked),
            (
                "UPDATE account_mail SET wanted = NULL, token = NULL WHERE wanted IS NOT NULL AND asked_at < $1",
                asked,
            ),
            ("DELETE FROM recovery_links WHERE created_at < $1", sent),
        ] {
            query(row).bind(before).execute(&mut writer).await?;
        }
        Ok(())
    }

    async fn next_letter(&self) -> Result<Option<i64>, StoreError> {
        let row = query("SELECT MIN(CASE WHEN due < leased THEN leased ELSE due END) AS next FROM letters");
        row.fetch_one(&mut self.readers.acquire().await?).await?.try_get("next")
    }

    async fn take_letters(&self, now: i64, until: i64, most: u32) -> Result<Vec<DueLetter>, StoreError> {
        let skip = self.writer.skip_locked();
        let rows = query(AssertSqlSafe(format!(
            "UPDATE letters SET leased = $2 WHERE id IN
                 (SELECT id FROM letters WHERE due <= $1 AND leased <= $1 ORDER BY due LIMIT $3 {skip})
             RETURNING id, due"
        )));
        let mut writer = self.writer.acquire().await?;
        let mut taken: Vec<(i64, String)> = rows
            .bind(now)
            .bind(until)
            .bind(most)
            .fetch_all(&mut writer)
            .await?
            .iter()
            .map(|row| Ok((row.try_get("due")?, row.try_get("id")?)))
            .collect::<Result<_, StoreError>>()?;
        taken.sort_unstable();
        let mut letters = Vec::new();
        for (_, id) in taken {
            let row = query(
                "SELECT l.id, l.account, a.name, l.kind, l.address, l.tries, l.language,
                     CASE WHEN l.address = m.wanted THEN m.token END AS token
                 FROM letters l JOIN accounts a ON a.id = l.account LEFT JOIN account_mail m ON m.account = l.account
                 WHERE l.id = $1",
            );
            if let Some(row) = row.bind(id).fetch_optional(&mut writer).await? {
                letters.push(letter(&row)?);
            }
        }
        Ok(letters)
    }

    async fn settle_letter(&self, id: MailToken, again: Option<(i64, u32)>) -> Result<(), StoreError> {
        let mut writer = self.writer.acquire().await?;
        match again {
            None => {
                query("DELETE FROM letters WHERE id = $1").bind(id.to_string()).execute(&mut writer).await?
            }
            Some((due, tries)) => {
                let row = query("UPDATE letters SET due = $2, tries = $3, leased = 0 WHERE id = $1");
                row.bind(id.to_string()).bind(due).bind(tries).execute(&mut writer).await?
            }
        };
        Ok(())
    }
}

/// Has an account told of a change, where it is written to at all, within the transaction that makes it.
pub(super) async fn tell(
    account: AccountId,
    kind: LetterKind,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    write(account, kind, "address", 0, connection).await
}

/// Has links that are under way open nothing any more.
pub(super) async fn forget_links(account: AccountId, connection: &mut Connection) -> Result<(), StoreError> {
    let links = query("DELETE FROM recovery_links WHERE account = $1").bind(account.to_string());
    links.execute(connection).await?;
    Ok(())
}

/// Has a letter written to one of an account's addresses from a time on.
async fn write(
    account: AccountId,
    kind: LetterKind,
    column: &str,
    due: i64,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    let id = MailToken::from_bits(random().map_err(|error| StoreError::Unavailable(error.to_string()))?);
    query(AssertSqlSafe(format!(
        "INSERT INTO letters (id, account, kind, address, language, due)
         SELECT $2, account, $3, {column}, language, $4 FROM account_mail WHERE account = $1 AND {column} IS NOT NULL"
    )))
    .bind(account.to_string())
    .bind(id.to_string())
    .bind(kind.word())
    .bind(due)
    .execute(connection)
    .await?;
    Ok(())
}

fn corrupt() -> StoreError {
    StoreError::Corrupt("a letter makes no sense".into())
}

fn language(row: &Row) -> Result<Language, StoreError> {
    row.try_get::<String>("language")?.parse().map_err(|()| corrupt())
}

fn letter(row: &Row) -> Result<DueLetter, StoreError> {
    let kind: String = row.try_get("kind")?;
    let token: Option<String> = row.try_get("token")?;
    Ok(DueLetter {
        id: row.try_get::<String>("id")?.parse().map_err(|()| corrupt())?,
        account: owner(row, "account")?,
        name: row.try_get("name")?,
        kind: LetterKind::ALL.into_iter().find(|known| known.word() == kind).ok_or_else(corrupt)?,
        address: row.try_get("address")?,
        language: language(row)?,
        token: token.map(|token| token.parse().map_err(|()| corrupt())).transpose()?,
        tries: row.try_get("tries")?,
    })
}
