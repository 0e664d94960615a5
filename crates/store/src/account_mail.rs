//! E-mail addresses of accounts, and the outbox of e-mails to these addresses. A change to an account and the e-mails that report the
//! change are stored in one transaction.

use entourage_kernel::Language;
use entourage_record::{AccountId, MailToken, TokenHash};
use sqlx::AssertSqlSafe;

use crate::columns::{from_row, words};
use crate::database::Connection;
use crate::error::some;
use crate::games::{expect_account, expect_session};
use crate::mail::expect_seldom;
use crate::{QuestionLimits, Result, Session, Store, StoreError, Subscribed, accounts, random};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountMail {
    pub address: Option<String>,
    /// A newly requested address that has not been confirmed yet.
    pub wanted: Option<String>,
    pub language: Language,
}

from_row! { AccountMail { address, wanted, language } }

words! {
    pub enum EmailKind {
        Question = "question",
        Recovery = "recovery",
        /// A notice that the password was changed or removed.
        Password = "password",
        Passkey = "passkey",
        /// A notice that an API token was created.
        Token = "token",
        Codes = "codes",
        Code = "code",
        /// A notice that everyone was signed out, and that the ways to sign in that were not kept were revoked.
        Access = "access",
        /// A notice that the address was changed or removed.
        Address = "address",
        Name = "name",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueEmail {
    pub id: MailToken,
    pub account: AccountId,
    pub name: String,
    pub kind: EmailKind,
    pub address: String,
    pub language: Language,
    /// The confirmation token; `None` unless the address awaits confirmation.
    pub token: Option<MailToken>,
    pub tries: u32,
}

from_row! { DueEmail { id, account, name, kind, address, language, token, tries } }

/// Limit of recovery e-mails to an address from all networks together, as a multiple of the limit for one network.
const RECOVERY_NETWORKS: u32 = 4;

impl Store {
    /// Stores a new address that awaits confirmation, and queues a confirmation e-mail. Sets the language of this and all later e-mails.
    /// Fails with `Missing` if the session has ended.
    pub async fn request_address(
        &self,
        by: &Session,
        address: &str,
        language: Language,
        token: MailToken,
        at: i64,
        limits: QuestionLimits,
    ) -> Result<Subscribed> {
        let account = by.account;
        let mut transaction = self.writer.change(account).await?;
        expect_session(by, &mut transaction).await?;
        let known = "SELECT 1 FROM account_mail WHERE account = $1 AND address = $2";
        if transaction.exists(known, (account, address)).await? {
            // The current address remains confirmed; any unconfirmed address is dropped.
            let keep = "UPDATE account_mail SET wanted = NULL, token = NULL, language = $2 WHERE account = $1";
            transaction.execute(keep, (account, language)).await?;
            transaction.commit().await?;
            return Ok(Subscribed::Known);
        }
        if !expect_seldom(address, at, limits, &mut transaction).await? {
            return Ok(Subscribed::TooOften);
        }
        let want =
            "INSERT INTO account_mail (account, wanted, token, language, asked_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (account) DO UPDATE SET wanted = $2, token = $3, language = $4, asked_at = $5";
        transaction.execute(want, (account, address, token, language, at)).await?;
        // A new confirmation e-mail replaces an unsent one.
        let old = "DELETE FROM letters WHERE account = $1 AND kind = $2";
        transaction.execute(old, (account, EmailKind::Question)).await?;
        write(account, EmailKind::Question, "wanted", at, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Subscribed::Asked)
    }

    pub async fn account_mail(&self, account: AccountId) -> Result<Option<AccountMail>> {
        let row = "SELECT address, wanted, language FROM account_mail WHERE account = $1";
        self.readers.optional(row, account).await
    }

    /// Confirms the address to which a token was sent, and notifies the previous address. Fails with `Missing` if the token is not valid.
    pub async fn confirm_address(&self, token: MailToken) -> Result<()> {
        let mut transaction = self.writer.change(token).await?;
        let account = transaction.optional("SELECT account FROM account_mail WHERE token = $1", token).await?;
        let account: AccountId = account.ok_or(StoreError::Missing)?;
        tell(account, EmailKind::Address, &mut transaction).await?;
        let agree = "UPDATE account_mail SET address = wanted, wanted = NULL, token = NULL WHERE account = $1 AND token = $2";
        some(transaction.execute(agree, (account, token)).await? > 0)?;
        transaction.commit().await
    }

    /// Drops the unconfirmed address to which a token was sent; returns whether there was one.
    pub async fn reject_address(&self, token: MailToken) -> Result<bool> {
        let mut transaction = self.writer.change(token).await?;
        let gone = "DELETE FROM account_mail WHERE token = $1 AND address IS NULL";
        let gone = transaction.execute(gone, token).await?;
        let unwanted = "UPDATE account_mail SET wanted = NULL, token = NULL WHERE token = $1";
        let unwanted = transaction.execute(unwanted, token).await?;
        transaction.commit().await?;
        Ok(gone + unwanted > 0)
    }

    /// Deletes an account's confirmed and unconfirmed addresses, and notifies the confirmed address.
    pub async fn forget_addresses(&self, account: AccountId) -> Result<()> {
        let mut transaction = self.writer.change(account).await?;
        tell(account, EmailKind::Address, &mut transaction).await?;
        for row in [
            "DELETE FROM account_mail WHERE account = $1",
            "DELETE FROM recovery_links WHERE account = $1",
            "DELETE FROM letters WHERE account = $1 AND kind IN ('question', 'recovery')",
        ] {
            transaction.execute(row, account).await?;
        }
        transaction.commit().await
    }

    /// Queues an e-mail with a recovery link to an account's confirmed address; without one, does nothing and returns `Known`.
    ///
    /// Each network from which the link is requested has its own limit, and all networks together have a larger one. Browsers of the
    /// account, for which `network` is `None`, have a limit of their own, so that others cannot lock the owner out.
    pub async fn ask_recovery(
        &self,
        account: AccountId,
        network: Option<&str>,
        at: i64,
        limits: QuestionLimits,
    ) -> Result<Subscribed> {
        let mut transaction = self.writer.change(account).await?;
        let address = "SELECT address FROM account_mail WHERE account = $1 AND address IS NOT NULL";
        let address: Option<String> = transaction.optional(address, account).await?;
        let Some(address) = address else { return Ok(Subscribed::Known) };
        let by_network = network
            .map_or(format!("recovery {address} own"), |network| format!("recovery {address} {network}"));
        let all = QuestionLimits { most: limits.most * RECOVERY_NETWORKS, ..limits };
        if !expect_seldom(&by_network, at, limits, &mut transaction).await?
            || network.is_some()
                && !expect_seldom(&format!("recovery {address}"), at, all, &mut transaction).await?
        {
            return Ok(Subscribed::TooOften);
        }
        write(account, EmailKind::Recovery, "address", at, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Subscribed::Asked)
    }

    /// Stores a recovery link before it is sent. Fails with `Missing` if there is no such account.
    pub async fn add_recovery_link(&self, account: AccountId, hash: TokenHash, at: i64) -> Result<()> {
        let mut transaction = self.writer.change(account).await?;
        expect_account(account, &mut transaction).await?;
        let row = "INSERT INTO recovery_links (hash, account, created_at) VALUES ($1, $2, $3)";
        transaction.execute(row, (hash, account, at)).await?;
        transaction.commit().await
    }

    /// Returns the account to which a recovery link was sent later than `after`.
    pub async fn recovery_account(&self, hash: TokenHash, after: i64) -> Result<Option<AccountId>> {
        let account = "SELECT account FROM recovery_links WHERE hash = $1 AND created_at > $2";
        self.readers.optional(account, (hash, after)).await
    }

    /// Uses a recovery link that was sent later than `after`: deletes it, and revokes all ways into its account except `kept`. Returns the
    /// account.
    pub async fn take_recovery_link(
        &self,
        hash: TokenHash,
        after: i64,
        kept: &[String],
    ) -> Result<Option<AccountId>> {
        let Some(account) = self.recovery_account(hash, after).await? else { return Ok(None) };
        let mut transaction = self.writer.change(account).await?;
        // Only one request can delete the link.
        if transaction.execute("DELETE FROM recovery_links WHERE hash = $1", hash).await? == 0 {
            return Ok(None);
        }
        accounts::revoke(account, kept, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Some(account))
    }

    /// Deletes unconfirmed addresses requested before time `asked`, and recovery links sent before time `sent`.
    pub async fn forget_unanswered(&self, asked: i64, sent: i64) -> Result<()> {
        let mut writer = self.writer.acquire().await?;
        for (row, before) in [
            ("DELETE FROM account_mail WHERE wanted IS NOT NULL AND address IS NULL AND asked_at < $1", asked),
            (
                "UPDATE account_mail SET wanted = NULL, token = NULL WHERE wanted IS NOT NULL AND asked_at < $1",
                asked,
            ),
            ("DELETE FROM recovery_links WHERE created_at < $1", sent),
        ] {
            writer.execute(row, before).await?;
        }
        Ok(())
    }

    /// Returns the time at which the next e-mail is due, or at which its lease expires if that is later.
    pub async fn next_email(&self) -> Result<Option<i64>> {
        self.next_due_of("letters").await
    }

    /// Leases up to `most` e-mails that are due, earliest first. A lease ends at `until`, or earlier when `settle_email` is called.
    pub async fn lease_emails(&self, now: i64, until: i64, most: u32) -> Result<Vec<DueEmail>> {
        let skip = self.writer.skip_locked();
        let sql = format!(
            "UPDATE letters SET leased = $2 WHERE id IN
                 (SELECT id FROM letters WHERE due <= $1 AND leased <= $1 ORDER BY due LIMIT $3 {skip})
             RETURNING due, id"
        );
        let mut writer = self.writer.acquire().await?;
        let mut taken: Vec<(i64, String)> = writer.all(AssertSqlSafe(sql), (now, until, most)).await?;
        taken.sort_unstable();
        let mut letters = Vec::new();
        for (_, id) in taken {
            let letter = "SELECT l.id, l.account, a.name, l.kind, l.address, l.tries, l.language,
                     CASE WHEN l.address = m.wanted THEN m.token END AS token
                 FROM letters l JOIN accounts a ON a.id = l.account LEFT JOIN account_mail m ON m.account = l.account
                 WHERE l.id = $1";
            letters.extend(writer.optional::<DueEmail>(letter, id).await?);
        }
        Ok(letters)
    }

    /// Reschedules an e-mail with a new due time and number of attempts, or deletes it from the outbox if `again` is `None`.
    pub async fn settle_email(&self, id: MailToken, again: Option<(i64, u32)>) -> Result<()> {
        let Some((due, tries)) = again else {
            return self.writer.execute("DELETE FROM letters WHERE id = $1", id).await.map(drop);
        };
        let again = "UPDATE letters SET due = $2, tries = $3, leased = 0 WHERE id = $1";
        self.writer.execute(again, (id, due, tries)).await.map(drop)
    }
}

/// Notifies an account of a change, if it has a confirmed address. `connection` is the transaction of the change.
pub(crate) async fn tell(account: AccountId, kind: EmailKind, connection: &mut Connection) -> Result<()> {
    write(account, kind, "address", 0, connection).await
}

pub(crate) async fn forget_links(account: AccountId, connection: &mut Connection) -> Result<()> {
    connection.execute("DELETE FROM recovery_links WHERE account = $1", account).await.map(drop)
}

/// Adds an e-mail to the outbox. The recipient is the address in the column `column` of `account_mail`.
async fn write(
    account: AccountId,
    kind: EmailKind,
    column: &str,
    due: i64,
    connection: &mut Connection,
) -> Result<()> {
    let id = MailToken::from_bits(random()?);
    let sql = format!(
        "INSERT INTO letters (id, account, kind, address, language, due)
         SELECT $2, account, $3, {column}, language, $4 FROM account_mail WHERE account = $1 AND {column} IS NOT NULL"
    );
    connection.execute(AssertSqlSafe(sql), (account, id, kind, due)).await.map(drop)
}
