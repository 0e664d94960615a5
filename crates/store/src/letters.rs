//! E-mails to account holders: their addresses, and what is still to be sent. What a change is to send is stored with it, in one
//! transaction.

use entourage_kernel::Language;
use entourage_record::{AccountId, MailToken, TokenHash};
use sqlx::AssertSqlSafe;

use crate::columns::{from_row, words};
use crate::database::Connection;
use crate::error::some;
use crate::games::expect_account;
use crate::mail::expect_seldom;
use crate::{QuestionLimits, Result, Store, StoreError, Subscribed, random};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountMail {
    pub address: Option<String>,
    /// The address that is to take its place once its owner agrees.
    pub wanted: Option<String>,
    pub language: Language,
}

from_row! { AccountMail { address, wanted, language } }

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LetterKind {
    /// Whether the address is theirs, and they want it to be known here.
    Question,
    /// A link for users who cannot sign in.
    Recovery,
    /// The password is another, or there is none any more.
    Password,
    Passkey,
    Codes,
    Code,
    /// E-mails go to another address from now on, or to none.
    Address,
    Name,
}

words! {
    LetterKind {
        Question = "question",
        Recovery = "recovery",
        Password = "password",
        Passkey = "passkey",
        Codes = "codes",
        Code = "code",
        Address = "address",
        Name = "name",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueLetter {
    /// Distinguishes it from others.
    pub id: MailToken,
    pub account: AccountId,
    pub name: String,
    pub kind: LetterKind,
    pub address: String,
    pub language: Language,
    /// The token in the link that agrees to an address, as long as this one is wanted.
    pub token: Option<MailToken>,
    pub tries: u32,
}

from_row! { DueLetter { id, account, name, kind, address, language, token, tries } }

impl Store {
    /// Keeps an address that is wanted for an account, and asks it: it takes the place of the account's once its owner agrees. Its language
    /// is that of all e-mails from now on. Fails with `Missing` if there is no such account.
    pub async fn want_address(
        &self,
        account: AccountId,
        address: &str,
        language: Language,
        token: MailToken,
        at: i64,
        limits: QuestionLimits,
    ) -> Result<Subscribed> {
        let mut transaction = self.writer.change(account).await?;
        expect_account(account, &mut transaction).await?;
        let known = "SELECT 1 FROM account_mail WHERE account = $1 AND address = $2";
        if transaction.exists(known, (account, address)).await? {
            // Whatever else was wanted is not any more.
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
        // One question that waits is enough.
        let old = "DELETE FROM letters WHERE account = $1 AND kind = $2";
        transaction.execute(old, (account, LetterKind::Question)).await?;
        write(account, LetterKind::Question, "wanted", at, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Subscribed::Asked)
    }

    pub async fn account_mail(&self, account: AccountId) -> Result<Option<AccountMail>> {
        let row = "SELECT address, wanted, language FROM account_mail WHERE account = $1";
        self.readers.optional(row, account).await
    }

    /// Agrees to the address that a token was sent to; the one before is sent that it is no more. Fails with `Missing` if no address that is
    /// wanted has this token.
    pub async fn agree_address(&self, token: MailToken) -> Result<()> {
        let mut transaction = self.writer.change(token).await?;
        let account = transaction.optional("SELECT account FROM account_mail WHERE token = $1", token).await?;
        let account: AccountId = account.ok_or(StoreError::Missing)?;
        tell(account, LetterKind::Address, &mut transaction).await?;
        let agree = "UPDATE account_mail SET address = wanted, wanted = NULL, token = NULL WHERE account = $1 AND token = $2";
        some(transaction.execute(agree, (account, token)).await? > 0)?;
        transaction.commit().await
    }

    /// Deletes the address that is wanted and that a token was sent to; returns whether there was one.
    pub async fn refuse_address(&self, token: MailToken) -> Result<bool> {
        let mut transaction = self.writer.change(token).await?;
        let gone = "DELETE FROM account_mail WHERE token = $1 AND address IS NULL";
        let gone = transaction.execute(gone, token).await?;
        let unwanted = "UPDATE account_mail SET wanted = NULL, token = NULL WHERE token = $1";
        let unwanted = transaction.execute(unwanted, token).await?;
        transaction.commit().await?;
        Ok(gone + unwanted > 0)
    }

    /// Deletes all addresses of an account; the one that it had is sent a notice.
    pub async fn forget_addresses(&self, account: AccountId) -> Result<()> {
        let mut transaction = self.writer.change(account).await?;
        tell(account, LetterKind::Address, &mut transaction).await?;
        for row in [
            "DELETE FROM account_mail WHERE account = $1",
            "DELETE FROM recovery_links WHERE account = $1",
            "DELETE FROM letters WHERE account = $1 AND kind IN ('question', 'recovery')",
        ] {
            transaction.execute(row, account).await?;
        }
        transaction.commit().await
    }

    /// Has the address of an account sent a recovery link; nothing where it has none.
    pub async fn ask_recovery(
        &self,
        account: AccountId,
        at: i64,
        limits: QuestionLimits,
    ) -> Result<Subscribed> {
        let mut transaction = self.writer.change(account).await?;
        let address = "SELECT address FROM account_mail WHERE account = $1 AND address IS NOT NULL";
        let address: Option<String> = transaction.optional(address, account).await?;
        let Some(address) = address else { return Ok(Subscribed::Known) };
        // Counted by itself, so that other questions to an address cannot keep its owner out.
        if !expect_seldom(&format!("recovery {address}"), at, limits, &mut transaction).await? {
            return Ok(Subscribed::TooOften);
        }
        write(account, LetterKind::Recovery, "address", at, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Subscribed::Asked)
    }

    /// Stores a recovery link that is about to be sent. Fails with `Missing` if there is no such account.
    pub async fn add_recovery_link(&self, account: AccountId, hash: TokenHash, at: i64) -> Result<()> {
        let mut transaction = self.writer.change(account).await?;
        expect_account(account, &mut transaction).await?;
        let row = "INSERT INTO recovery_links (hash, account, created_at) VALUES ($1, $2, $3)";
        transaction.execute(row, (hash, account, at)).await?;
        transaction.commit().await
    }

    /// Takes a link that was sent after a time, and all others of its account, which then open nothing any more; returns the account.
    pub async fn take_recovery_link(&self, hash: TokenHash, after: i64) -> Result<Option<AccountId>> {
        let mut writer = self.writer.acquire().await?;
        // One statement, so that it is taken once.
        let take = "DELETE FROM recovery_links WHERE hash = $1 RETURNING account, created_at";
        let taken: Option<(AccountId, i64)> = writer.optional(take, hash).await?;
        let Some((account, _)) = taken.filter(|(_, at)| *at > after) else { return Ok(None) };
        forget_links(account, &mut writer).await?;
        Ok(Some(account))
    }

    /// Deletes addresses that were asked before a time and have not agreed, and links sent before another.
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

    /// Returns when an e-mail to an account holder is due next that no process has taken until then.
    pub async fn next_letter(&self) -> Result<Option<i64>> {
        self.next_due_of("letters").await
    }

    /// Takes at most so many e-mails that are due at a time, the earliest first. No other process takes them before another time, or until
    /// they are settled.
    pub async fn take_letters(&self, now: i64, until: i64, most: u32) -> Result<Vec<DueLetter>> {
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
            letters.extend(writer.optional::<DueLetter>(letter, id).await?);
        }
        Ok(letters)
    }

    /// Stores that an e-mail is due again at a time, after so many tries; or that nothing more is to be done about it.
    pub async fn settle_letter(&self, id: MailToken, again: Option<(i64, u32)>) -> Result<()> {
        let Some((due, tries)) = again else {
            return self.writer.execute("DELETE FROM letters WHERE id = $1", id).await.map(drop);
        };
        let again = "UPDATE letters SET due = $2, tries = $3, leased = 0 WHERE id = $1";
        self.writer.execute(again, (id, due, tries)).await.map(drop)
    }
}

/// Has an account sent an e-mail about a change, if it has an address, within the transaction that makes it.
pub(crate) async fn tell(account: AccountId, kind: LetterKind, connection: &mut Connection) -> Result<()> {
    write(account, kind, "address", 0, connection).await
}

pub(crate) async fn forget_links(account: AccountId, connection: &mut Connection) -> Result<()> {
    connection.execute("DELETE FROM recovery_links WHERE account = $1", account).await.map(drop)
}

/// Has an e-mail written to one of an account's addresses from a time on.
async fn write(
    account: AccountId,
    kind: LetterKind,
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
