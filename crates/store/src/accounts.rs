//! Accounts, and where they are signed in.

use entourage_record::{AccountId, GameId, TokenHash};

use crate::columns::{FromRow, from_row};
use crate::database::{Connection, Row, select};
use crate::error::some;
use crate::games::expect_account;
use crate::{LetterKind, Result, Store, StoreError, finished, holdings, letters, ratings, seeks, tournaments};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    pub id: AccountId,
    pub name: String,
    /// The hash of the password with what it was made by, if there is one.
    pub password: Option<String>,
    pub at: i64,
}

/// A passkey, by which an account signs in instead of by a password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passkey {
    /// The name that its device gave it.
    pub id: String,
    pub label: String,
    /// What is known of it, as JSON.
    pub credential: String,
    pub at: i64,
    pub used: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    pub hash: TokenHash,
    pub account: AccountId,
    pub agent: String,
    /// When it began, in milliseconds since 1970 (UTC).
    pub at: i64,
    pub seen: i64,
    /// When its user last proved who they are.
    pub proven: i64,
    /// Whether they did so by a recovery code or link.
    pub recovered: bool,
}

/// The times at which sessions have ended by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expiry {
    /// A session that was used last at this time, or before, has idled too long.
    pub seen: i64,
    /// A session that began at this time, or before, is too old.
    pub began: i64,
}

/// What came of removing a password or passkey from an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    Gone,
    /// It is the only one: it stays.
    Last,
    /// The account has no such one.
    Unknown,
}

from_row! { Account in "accounts" { id, name, password, at = "created_at" } }
from_row! { Passkey { id, label, credential, at = "created_at", used = "used_at" } }
from_row! {
    Session in "sessions" {
        hash, account, agent, at = "created_at", seen = "seen_at", proven = "proven_at", recovered,
    }
}

impl FromRow for (AccountId, Passkey) {
    fn from_row(row: &Row) -> Result<Self> {
        Ok((row.get("account")?, Passkey::from_row(row)?))
    }
}

impl Store {
    /// Stores a new account with the forms of its name that no other may have, a passkey if it has one, its recovery codes and its first
    /// session: all or nothing. Fails with `Conflict` if a form of the name, or the passkey, is taken.
    pub async fn found(
        &self,
        account: &Account,
        forms: &[String],
        passkey: Option<&Passkey>,
        codes: &[TokenHash],
        session: &Session,
    ) -> Result<()> {
        let mut transaction = self.writer.change(account.id).await?;
        transaction.insert(account).await?;
        insert_forms(account.id, forms, &mut transaction).await?;
        if let Some(passkey) = passkey {
            insert_passkey(account.id, passkey, &mut transaction).await?;
        }
        insert_codes(account.id, codes, &mut transaction).await?;
        transaction.insert(session).await?;
        transaction.commit().await
    }

    pub async fn account_named(&self, form: &str) -> Result<Option<Account>> {
        let account = "SELECT a.id, a.name, a.password, a.created_at FROM account_names n JOIN accounts a ON a.id = n.account
             WHERE n.form = $1";
        self.readers.optional(account, form).await
    }

    pub async fn account(&self, id: AccountId) -> Result<Option<Account>> {
        self.readers.optional(select::<Account>("WHERE id = $1"), id).await
    }

    /// Stores a session; of those of its account at most so many stay, this one and those used last. Fails with `Missing` if there is no such
    /// account.
    pub async fn begin_session(&self, session: &Session, most: u32) -> Result<()> {
        let mut transaction = self.writer.change(session.account).await?;
        expect_account(session.account, &mut transaction).await?;
        let rest = "DELETE FROM sessions WHERE hash IN
                 (SELECT hash FROM sessions WHERE account = $1 ORDER BY seen_at DESC, hash LIMIT 1000 OFFSET $2)";
        transaction.execute(rest, (session.account, most.saturating_sub(1))).await?;
        transaction.insert(session).await?;
        transaction.commit().await
    }

    /// Stores that an account was signed in to from a browser at a time, by the browser's cookie; of its browsers at most so many are kept,
    /// those used last. Fails with `Missing` if there is no such account.
    pub async fn note_browser(&self, account: AccountId, browser: TokenHash, at: i64, most: u32) -> Result<()> {
        let mut transaction = self.writer.change(account).await?;
        expect_account(account, &mut transaction).await?;
        let note = "INSERT INTO browsers (hash, account, seen_at) VALUES ($1, $2, $3)
             ON CONFLICT (account, hash) DO UPDATE SET seen_at = excluded.seen_at";
        transaction.execute(note, (browser, account, at)).await?;
        let rest = "DELETE FROM browsers WHERE account = $1 AND hash IN
                 (SELECT hash FROM browsers WHERE account = $1 ORDER BY seen_at DESC, hash LIMIT 1000 OFFSET $2)";
        transaction.execute(rest, (account, most)).await?;
        transaction.commit().await
    }

    /// Deletes the browsers from which accounts were signed in to before a time.
    pub async fn forget_browsers(&self, before: i64) -> Result<()> {
        self.writer.execute("DELETE FROM browsers WHERE seen_at < $1", before).await.map(drop)
    }

    /// Reads a session that has not ended, with its account.
    pub async fn session(&self, hash: TokenHash, expiry: Expiry) -> Result<Option<(Session, Account)>> {
        let mut reader = self.readers.acquire().await?;
        let session = select::<Session>("WHERE hash = $1 AND seen_at > $2 AND created_at > $3");
        let session: Option<Session> = reader.optional(session, (hash, expiry.seen, expiry.began)).await?;
        let Some(session) = session else { return Ok(None) };
        // It may have been deleted between the two.
        let account = reader.optional(select::<Account>("WHERE id = $1"), session.account).await?;
        Ok(account.map(|account| (session, account)))
    }

    /// Stores that a session was used at a time. Fails with `Missing` if it has ended.
    pub async fn touch_session(&self, hash: TokenHash, at: i64) -> Result<()> {
        let touch = "UPDATE sessions SET seen_at = $2 WHERE hash = $1";
        some(self.writer.execute(touch, (hash, at)).await? > 0)
    }

    /// Lists the sessions of an account that have not ended, those used last first.
    pub async fn sessions(&self, account: AccountId, expiry: Expiry) -> Result<Vec<Session>> {
        let sessions = "WHERE account = $1 AND seen_at > $2 AND created_at > $3 ORDER BY seen_at DESC, hash";
        self.readers.all(select::<Session>(sessions), (account, expiry.seen, expiry.began)).await
    }

    pub async fn end_session(&self, account: AccountId, hash: TokenHash) -> Result<bool> {
        let end = "DELETE FROM sessions WHERE account = $1 AND hash = $2";
        Ok(self.writer.execute(end, (account, hash)).await? > 0)
    }

    /// Ends all sessions of an account but one, and returns how many.
    pub async fn end_other_sessions(&self, account: AccountId, but: TokenHash) -> Result<u64> {
        self.writer.execute(END_OTHERS, (account, but)).await
    }

    /// Deletes the sessions that have ended by themselves, and the ceremonies begun at a time or before.
    pub async fn forget_ended(&self, expiry: Expiry, ceremonies: i64) -> Result<()> {
        let mut writer = self.writer.acquire().await?;
        let ended = "DELETE FROM sessions WHERE seen_at <= $1 OR created_at <= $2";
        writer.execute(ended, (expiry.seen, expiry.began)).await?;
        writer.execute("DELETE FROM ceremonies WHERE created_at <= $1", ceremonies).await.map(drop)
    }

    /// Sets the password of an account, if the one it has is still the one that was read, and ends all other sessions than one. Fails with
    /// `Conflict` if the password is another by now, and with `Missing` if there is no such account.
    pub async fn set_password(
        &self,
        account: AccountId,
        old: Option<&str>,
        new: &str,
        but: TokenHash,
    ) -> Result<()> {
        let mut transaction = self.writer.change(account).await?;
        let known: Option<Option<String>> =
            transaction.optional("SELECT password FROM accounts WHERE id = $1", account).await?;
        if known.ok_or(StoreError::Missing)?.as_deref() != old {
            return Err(StoreError::Conflict);
        }
        transaction.execute("UPDATE accounts SET password = $2 WHERE id = $1", (account, new)).await?;
        letters::tell(account, LetterKind::Password, &mut transaction).await?;
        letters::forget_links(account, &mut transaction).await?;
        transaction.execute(END_OTHERS, (account, but)).await?;
        transaction.commit().await
    }

    pub async fn remove_password(&self, account: AccountId) -> Result<Removal> {
        let mut transaction = self.writer.change(account).await?;
        if passkeys(account, &mut transaction).await?.is_empty() {
            return Ok(Removal::Last);
        }
        let remove = "UPDATE accounts SET password = NULL WHERE id = $1 AND password IS NOT NULL";
        if transaction.execute(remove, account).await? == 0 {
            return Ok(Removal::Unknown);
        }
        letters::tell(account, LetterKind::Password, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Removal::Gone)
    }

    /// Adds a passkey to an account, if it has fewer than so many. Fails with `Conflict` if it has as many, or the passkey is known, and with
    /// `Missing` if there is no such account.
    pub async fn add_passkey(&self, account: AccountId, passkey: &Passkey, most: u32) -> Result<()> {
        let mut transaction = self.writer.change(account).await?;
        expect_account(account, &mut transaction).await?;
        if passkeys(account, &mut transaction).await?.len() >= most as usize {
            return Err(StoreError::Conflict);
        }
        insert_passkey(account, passkey, &mut transaction).await?;
        letters::tell(account, LetterKind::Passkey, &mut transaction).await?;
        transaction.commit().await
    }

    pub async fn passkeys(&self, account: AccountId) -> Result<Vec<Passkey>> {
        passkeys(account, &mut self.readers.acquire().await?).await
    }

    pub async fn passkey(&self, id: &str) -> Result<Option<(AccountId, Passkey)>> {
        let passkey = "SELECT id, account, label, credential, created_at, used_at FROM passkeys WHERE id = $1";
        self.readers.optional(passkey, id).await
    }

    /// Stores that a passkey was used at a time, and what is known of it since. Fails with `Missing` if it was removed.
    pub async fn use_passkey(&self, id: &str, credential: &str, at: i64) -> Result<()> {
        let used = "UPDATE passkeys SET credential = $2, used_at = $3 WHERE id = $1";
        some(self.writer.execute(used, (id, credential, at)).await? > 0)
    }

    pub async fn remove_passkey(&self, account: AccountId, id: &str) -> Result<Removal> {
        let mut transaction = self.writer.change(account).await?;
        let known = passkeys(account, &mut transaction).await?;
        if known.iter().all(|passkey| passkey.id != id) {
            return Ok(Removal::Unknown);
        }
        let password = "SELECT 1 FROM accounts WHERE id = $1 AND password IS NOT NULL";
        if known.len() == 1 && !transaction.exists(password, account).await? {
            return Ok(Removal::Last);
        }
        transaction.execute("DELETE FROM passkeys WHERE account = $1 AND id = $2", (account, id)).await?;
        letters::tell(account, LetterKind::Passkey, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Removal::Gone)
    }

    /// Gives an account recovery codes instead of those it has. Fails with `Missing` if there is no such account.
    pub async fn set_codes(&self, account: AccountId, codes: &[TokenHash]) -> Result<()> {
        let mut transaction = self.writer.change(account).await?;
        expect_account(account, &mut transaction).await?;
        transaction.execute("DELETE FROM recovery_codes WHERE account = $1", account).await?;
        insert_codes(account, codes, &mut transaction).await?;
        letters::tell(account, LetterKind::Codes, &mut transaction).await?;
        transaction.commit().await
    }

    /// Takes a recovery code of an account, which then opens nothing any more; returns whether there was such one.
    pub async fn take_code(&self, account: AccountId, code: TokenHash) -> Result<bool> {
        let mut transaction = self.writer.change(account).await?;
        let take = "DELETE FROM recovery_codes WHERE hash = $1 AND account = $2";
        if transaction.execute(take, (code, account)).await? == 0 {
            return Ok(false);
        }
        letters::tell(account, LetterKind::Code, &mut transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }

    pub async fn codes_left(&self, account: AccountId) -> Result<u32> {
        self.readers.one("SELECT COUNT(*) FROM recovery_codes WHERE account = $1", account).await
    }

    /// Stores the state of a passkey ceremony; of those that wait at most so many are kept, the newest.
    pub async fn begin_ceremony(&self, hash: TokenHash, state: &str, at: i64, most: u32) -> Result<()> {
        let mut transaction = self.writer.change("ceremonies").await?;
        let rest = "DELETE FROM ceremonies WHERE hash IN
                 (SELECT hash FROM ceremonies ORDER BY created_at DESC, hash LIMIT 1000 OFFSET $1)";
        transaction.execute(rest, most.saturating_sub(1)).await?;
        let row = "INSERT INTO ceremonies (hash, state, created_at) VALUES ($1, $2, $3)";
        transaction.execute(row, (hash, state, at)).await?;
        transaction.commit().await
    }

    /// Takes the state of a passkey ceremony begun after a time; `None` if there is none, or it was taken before.
    pub async fn take_ceremony(&self, hash: TokenHash, after: i64) -> Result<Option<String>> {
        // One statement, so that it is taken once.
        let take = "DELETE FROM ceremonies WHERE hash = $1 RETURNING state, created_at";
        let taken: Option<(String, i64)> = self.writer.optional(take, hash).await?;
        Ok(taken.filter(|(_, at)| *at > after).map(|(state, _)| state))
    }

    /// Deletes an account with all that belongs to it: all or nothing. Its games stay, with seats that are of no account; they are returned.
    pub async fn remove_account(&self, account: AccountId) -> Result<Vec<GameId>> {
        let mut transaction = self.writer.change(account).await?;
        let games = holdings::touch_games(account, &mut transaction).await?;
        transaction.execute("UPDATE seats SET account = NULL WHERE account = $1", account).await?;
        ratings::forget_account(account, &mut transaction).await?;
        finished::forget_account(account, &mut transaction).await?;
        seeks::forget_account(account, &mut transaction).await?;
        tournaments::withdraw_account(account, &mut transaction).await?;
        for table in [
            "DELETE FROM sessions WHERE account = $1",
            "DELETE FROM recovery_codes WHERE account = $1",
            "DELETE FROM passkeys WHERE account = $1",
            "DELETE FROM account_names WHERE account = $1",
            "DELETE FROM accounts WHERE id = $1",
        ] {
            transaction.execute(table, account).await?;
        }
        transaction.commit().await?;
        Ok(games)
    }
}

const END_OTHERS: &str = "DELETE FROM sessions WHERE account = $1 AND hash <> $2";

/// Adds the forms of an account's name that no other may have.
pub(crate) async fn insert_forms(
    account: AccountId,
    forms: &[String],
    connection: &mut Connection,
) -> Result<()> {
    for form in forms {
        let row = "INSERT INTO account_names (form, account) VALUES ($1, $2)";
        connection.execute(row, (form, account)).await?;
    }
    Ok(())
}

async fn insert_passkey(account: AccountId, passkey: &Passkey, connection: &mut Connection) -> Result<()> {
    let Passkey { id, label, credential, at, used } = passkey;
    let row = "INSERT INTO passkeys (id, account, label, credential, created_at, used_at) VALUES ($1, $2, $3, $4, $5, $6)";
    connection.execute(row, (id, account, label, credential, at, used)).await.map(drop)
}

async fn insert_codes(account: AccountId, codes: &[TokenHash], connection: &mut Connection) -> Result<()> {
    for code in codes {
        let row = "INSERT INTO recovery_codes (hash, account) VALUES ($1, $2)";
        connection.execute(row, (code, account)).await?;
    }
    Ok(())
}

async fn passkeys(account: AccountId, connection: &mut Connection) -> Result<Vec<Passkey>> {
    let passkeys = "SELECT id, label, credential, created_at, used_at FROM passkeys WHERE account = $1 ORDER BY created_at, id";
    connection.all(passkeys, account).await
}
