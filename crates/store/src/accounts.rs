//! Accounts, their credentials and their sessions.

use entourage_record::{AccountId, GameId, TokenHash};

use sqlx::AssertSqlSafe;

use crate::columns::{FromRow, from_row};
use crate::database::{Connection, Row, select};
use crate::error::some;
use crate::games::{expect_account, expect_session};
use crate::{
    EmailKind, Result, Store, StoreError, account_mail, finished, puzzles, ratings, seats, seeks, tournaments,
};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    pub id: AccountId,
    pub name: String,
    /// The password hash with its parameters, if there is a password.
    pub password: Option<String>,
    pub at: i64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passkey {
    /// The credential ID.
    pub id: String,
    pub label: String,
    /// The credential's public key and state, as JSON.
    pub credential: String,
    pub at: i64,
    pub used: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    pub hash: TokenHash,
    pub account: AccountId,
    pub agent: String,
    /// Start time in Unix milliseconds.
    pub at: i64,
    pub seen: i64,
    /// The time at which the user last authenticated.
    pub proven: i64,
    /// Whether the user last authenticated with a recovery code or link.
    pub recovered: bool,
}

/// The times that determine which sessions have expired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expiry {
    /// Sessions last used at this time or before have expired.
    pub seen: i64,
    /// Sessions that began at this time or before have expired.
    pub began: i64,
}

/// The result of removing a password or passkey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    Gone,
    /// The credential is the account's last one, so it was not removed.
    Last,
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
    /// Creates an account with its recovery codes and first session in one transaction, and reserves `forms`, all
    /// spellings treated as the same name. Fails with `Conflict` if one of the spellings or the passkey is taken.
    pub async fn create_account(
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

    /// Stores a session; deletes the account's least recently used sessions if there are more than `most`. Fails with `Missing` if there is
    /// no such account, or if its password hash is no longer `password`.
    pub async fn begin_session(&self, session: &Session, password: Option<&str>, most: u32) -> Result<()> {
        let mut transaction = self.writer.change(session.account).await?;
        let account: Option<Account> =
            transaction.optional(select::<Account>("WHERE id = $1"), session.account).await?;
        some(account.is_some_and(|account| account.password.as_deref() == password))?;
        let rest = "DELETE FROM sessions WHERE hash IN
                 (SELECT hash FROM sessions WHERE account = $1 ORDER BY seen_at DESC, hash LIMIT 1000 OFFSET $2)";
        transaction.execute(rest, (session.account, most.saturating_sub(1))).await?;
        transaction.insert(session).await?;
        transaction.commit().await
    }

    /// Records that an account signed in from a browser, identified by a cookie, and a network; only the `most` recently used browsers are kept. Fails
    /// with `Missing` if there is no such account.
    pub async fn record_browser(
        &self,
        account: AccountId,
        browser: TokenHash,
        network: Option<TokenHash>,
        at: i64,
        most: u32,
    ) -> Result<()> {
        let mut transaction = self.writer.change(account).await?;
        expect_account(account, &mut transaction).await?;
        let note = "INSERT INTO browsers (hash, account, seen_at) VALUES ($1, $2, $3)
             ON CONFLICT (account, hash) DO UPDATE SET seen_at = excluded.seen_at";
        transaction.execute(note, (browser, account, at)).await?;
        let rest = "DELETE FROM browsers WHERE account = $1 AND hash IN
                 (SELECT hash FROM browsers WHERE account = $1 ORDER BY seen_at DESC, hash LIMIT 1000 OFFSET $2)";
        transaction.execute(rest, (account, most)).await?;
        if let Some(network) = network {
            let note = note.replace("browsers", "networks");
            transaction.execute(AssertSqlSafe(note), (network, account, at)).await?;
        }
        transaction.commit().await
    }

    /// Returns whether an account has signed in from a browser.
    pub async fn knows_browser(&self, account: AccountId, browser: TokenHash) -> Result<bool> {
        self.readers.exists("SELECT 1 FROM browsers WHERE account = $1 AND hash = $2", (account, browser)).await
    }

    pub async fn forget_browsers(&self, before: i64, networks_before: i64) -> Result<()> {
        self.writer.execute("DELETE FROM browsers WHERE seen_at < $1", before).await?;
        self.writer.execute("DELETE FROM networks WHERE seen_at < $1", networks_before).await.map(drop)
    }

    /// Returns a session and its account; `None` if the session does not exist or has expired.
    pub async fn session(&self, hash: TokenHash, expiry: Expiry) -> Result<Option<(Session, Account)>> {
        let mut reader = self.readers.acquire().await?;
        let session = select::<Session>("WHERE hash = $1 AND seen_at > $2 AND created_at > $3");
        let session: Option<Session> = reader.optional(session, (hash, expiry.seen, expiry.began)).await?;
        let Some(session) = session else { return Ok(None) };
        // The account may have been deleted between the two queries.
        let account = reader.optional(select::<Account>("WHERE id = $1"), session.account).await?;
        Ok(account.map(|account| (session, account)))
    }

    /// Records the use of a session. Fails with `Missing` if the session has ended.
    pub async fn touch_session(&self, hash: TokenHash, at: i64) -> Result<()> {
        let touch = "UPDATE sessions SET seen_at = $2 WHERE hash = $1";
        some(self.writer.execute(touch, (hash, at)).await? > 0)
    }

    /// Returns an account's unexpired sessions, most recently used first.
    pub async fn sessions(&self, account: AccountId, expiry: Expiry) -> Result<Vec<Session>> {
        let sessions = "WHERE account = $1 AND seen_at > $2 AND created_at > $3 ORDER BY seen_at DESC, hash";
        self.readers.all(select::<Session>(sessions), (account, expiry.seen, expiry.began)).await
    }

    pub async fn end_session(&self, account: AccountId, hash: TokenHash) -> Result<bool> {
        let end = "DELETE FROM sessions WHERE account = $1 AND hash = $2";
        Ok(self.writer.execute(end, (account, hash)).await? > 0)
    }

    /// Revokes all ways into an account except `kept`, and announces this by e-mail. Fails with `Conflict` if neither a password nor a
    /// passkey would be left.
    pub async fn revoke_access(&self, account: AccountId, kept: &[String]) -> Result<()> {
        let mut transaction = self.writer.change(account).await?;
        revoke(account, kept, &mut transaction).await?;
        let left = "SELECT 1 FROM accounts WHERE id = $1
                 AND (password IS NOT NULL OR EXISTS (SELECT 1 FROM passkeys WHERE account = accounts.id))";
        if !transaction.exists(left, account).await? {
            return Err(StoreError::Conflict);
        }
        account_mail::tell(account, EmailKind::Access, &mut transaction).await?;
        transaction.commit().await
    }

    /// Deletes expired sessions, and passkey challenges created at time `ceremonies` or before.
    pub async fn forget_ended(&self, expiry: Expiry, ceremonies: i64) -> Result<()> {
        let mut writer = self.writer.acquire().await?;
        let ended = "DELETE FROM sessions WHERE seen_at <= $1 OR created_at <= $2";
        writer.execute(ended, (expiry.seen, expiry.began)).await?;
        writer.execute("DELETE FROM ceremonies WHERE created_at <= $1", ceremonies).await.map(drop)
    }

    /// Sets the password, and ends all of the account's sessions except `by`. Fails with `Conflict` if the current password hash is not
    /// `old`, and with `Missing` if the session has ended.
    pub async fn set_password(&self, by: &Session, old: Option<&str>, new: &str) -> Result<()> {
        let account = by.account;
        let mut transaction = self.writer.change(account).await?;
        expect_session(by, &mut transaction).await?;
        let known: Option<Option<String>> =
            transaction.optional("SELECT password FROM accounts WHERE id = $1", account).await?;
        if known.ok_or(StoreError::Missing)?.as_deref() != old {
            return Err(StoreError::Conflict);
        }
        transaction.execute("UPDATE accounts SET password = $2 WHERE id = $1", (account, new)).await?;
        account_mail::tell(account, EmailKind::Password, &mut transaction).await?;
        account_mail::forget_links(account, &mut transaction).await?;
        transaction.execute(END_OTHERS, (account, by.hash)).await?;
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
        account_mail::tell(account, EmailKind::Password, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Removal::Gone)
    }

    /// Adds a passkey. Fails with `Conflict` if the account already has `most` passkeys or the passkey is already registered, and with
    /// `Missing` if the session has ended.
    pub async fn add_passkey(&self, by: &Session, passkey: &Passkey, most: u32) -> Result<()> {
        let account = by.account;
        let mut transaction = self.writer.change(account).await?;
        expect_session(by, &mut transaction).await?;
        if passkeys(account, &mut transaction).await?.len() >= most as usize {
            return Err(StoreError::Conflict);
        }
        insert_passkey(account, passkey, &mut transaction).await?;
        account_mail::tell(account, EmailKind::Passkey, &mut transaction).await?;
        transaction.commit().await
    }

    pub async fn passkeys(&self, account: AccountId) -> Result<Vec<Passkey>> {
        passkeys(account, &mut self.readers.acquire().await?).await
    }

    pub async fn passkey(&self, id: &str) -> Result<Option<(AccountId, Passkey)>> {
        let passkey = "SELECT id, account, label, credential, created_at, used_at FROM passkeys WHERE id = $1";
        self.readers.optional(passkey, id).await
    }

    /// Records that a passkey was used, and stores its new state. Fails with `Missing` if the passkey has been removed.
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
        account_mail::tell(account, EmailKind::Passkey, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Removal::Gone)
    }

    /// Replaces an account's recovery codes. Fails with `Missing` if the session has ended.
    pub async fn set_codes(&self, by: &Session, codes: &[TokenHash]) -> Result<()> {
        let account = by.account;
        let mut transaction = self.writer.change(account).await?;
        expect_session(by, &mut transaction).await?;
        transaction.execute("DELETE FROM recovery_codes WHERE account = $1", account).await?;
        insert_codes(account, codes, &mut transaction).await?;
        account_mail::tell(account, EmailKind::Codes, &mut transaction).await?;
        transaction.commit().await
    }

    /// Deletes a recovery code, which can be used only once; returns whether the code was valid.
    pub async fn take_code(&self, account: AccountId, code: TokenHash) -> Result<bool> {
        let mut transaction = self.writer.change(account).await?;
        let take = "DELETE FROM recovery_codes WHERE hash = $1 AND account = $2";
        if transaction.execute(take, (code, account)).await? == 0 {
            return Ok(false);
        }
        account_mail::tell(account, EmailKind::Code, &mut transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }

    pub async fn codes_left(&self, account: AccountId) -> Result<u32> {
        self.readers.one("SELECT COUNT(*) FROM recovery_codes WHERE account = $1", account).await
    }

    /// Stores a passkey challenge, and deletes the oldest ones if there are then more than `most`.
    pub async fn begin_ceremony(&self, hash: TokenHash, state: &str, at: i64, most: u32) -> Result<()> {
        let mut transaction = self.writer.change("ceremonies").await?;
        let rest = "DELETE FROM ceremonies WHERE hash IN
                 (SELECT hash FROM ceremonies ORDER BY created_at DESC, hash LIMIT 1000 OFFSET $1)";
        transaction.execute(rest, most.saturating_sub(1)).await?;
        let row = "INSERT INTO ceremonies (hash, state, created_at) VALUES ($1, $2, $3)";
        transaction.execute(row, (hash, state, at)).await?;
        transaction.commit().await
    }

    /// Removes a passkey challenge, and returns its state if it was created later than `after`.
    pub async fn take_ceremony(&self, hash: TokenHash, after: i64) -> Result<Option<String>> {
        // Because this is a single statement, only one request gets the challenge.
        let take = "DELETE FROM ceremonies WHERE hash = $1 RETURNING state, created_at";
        let taken: Option<(String, i64)> = self.writer.optional(take, hash).await?;
        Ok(taken.filter(|(_, at)| *at > after).map(|(state, _)| state))
    }

    /// Deletes an account and its data in one transaction. Its games remain, with its seats unowned. Returns the games.
    pub async fn remove_account(&self, account: AccountId) -> Result<Vec<GameId>> {
        let mut transaction = self.writer.change(account).await?;
        let games = seats::touch_games(account, &mut transaction).await?;
        transaction.execute("UPDATE seats SET account = NULL WHERE account = $1", account).await?;
        ratings::forget_account(account, &mut transaction).await?;
        finished::forget_account(account, &mut transaction).await?;
        seeks::forget_account(account, &mut transaction).await?;
        tournaments::withdraw_account(account, &mut transaction).await?;
        puzzles::forget_account(account, &mut transaction).await?;
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

/// Revokes all ways into an account except `kept`: sessions with their push subscriptions, API tokens and passkeys that it names by ID,
/// and recovery codes and the password, which it names `codes` and `password`. Also revokes unused recovery links and unconfirmed addresses.
pub(crate) async fn revoke(account: AccountId, kept: &[String], connection: &mut Connection) -> Result<()> {
    let is_revoked = |id: &str| kept.iter().all(|kept| kept != id);
    for (all, end) in [
        ("SELECT hash FROM sessions WHERE account = $1", "DELETE FROM sessions WHERE hash = $1"),
        ("SELECT hash FROM program_tokens WHERE account = $1", "DELETE FROM program_tokens WHERE hash = $1"),
    ] {
        let hashes: Vec<TokenHash> = connection.all(all, account).await?;
        for hash in hashes.into_iter().filter(|hash| is_revoked(&hash.id())) {
            connection.execute(end, hash).await?;
        }
    }
    for Passkey { id, .. } in passkeys(account, connection).await?.into_iter().filter(|key| is_revoked(&key.id))
    {
        connection.execute("DELETE FROM passkeys WHERE id = $1", id).await?;
    }
    for (way, row) in [
        ("codes", "DELETE FROM recovery_codes WHERE account = $1"),
        ("password", "UPDATE accounts SET password = NULL WHERE id = $1"),
        ("", "DELETE FROM account_mail WHERE account = $1 AND address IS NULL"),
        ("", "UPDATE account_mail SET wanted = NULL, token = NULL WHERE account = $1"),
        ("", "DELETE FROM letters WHERE account = $1 AND kind IN ('question', 'recovery')"),
    ] {
        if way.is_empty() || is_revoked(way) {
            connection.execute(row, account).await?;
        }
    }
    account_mail::forget_links(account, connection).await
}

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
