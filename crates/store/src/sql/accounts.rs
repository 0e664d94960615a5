//! Accounts, and where they are signed in.

use async_trait::async_trait;
use entourage_record::{Access, AccountId, GameId, KeyHash, Seat, TokenHash};

use super::pool::Connection;
use super::query::query;
use super::row::{Row, owner};
use super::{browsers, finished, holdings, letters, ratings, seeks, tournaments};
use crate::account::{Account, AccountStore, Claim, Expiry, HeldGame, Passkey, Removal, Session};
use crate::{LetterKind, SqlStore, StoreError};

#[async_trait]
impl AccountStore for SqlStore {
    async fn found(
        &self,
        account: &Account,
        forms: &[String],
        passkey: Option<&Passkey>,
        codes: &[TokenHash],
        session: &Session,
    ) -> Result<(), StoreError> {
        let id = account.id.to_string();
        let mut transaction = self.writer.change(&id).await?;
        query("INSERT INTO accounts (id, name, password, created_at) VALUES ($1, $2, $3, $4)")
            .bind(&id)
            .bind(&account.name)
            .bind(&account.password)
            .bind(account.at)
            .execute(&mut transaction)
            .await?;
        for form in forms {
            let row = query("INSERT INTO account_names (form, account) VALUES ($1, $2)");
            row.bind(form).bind(&id).execute(&mut transaction).await?;
        }
        if let Some(passkey) = passkey {
            insert_passkey(account.id, passkey, &mut transaction).await?;
        }
        insert_codes(account.id, codes, &mut transaction).await?;
        insert_session(session, &mut transaction).await?;
        transaction.commit().await
    }

    async fn account_named(&self, form: &str) -> Result<Option<Account>, StoreError> {
        let row = query(
            "SELECT a.id, a.name, a.password, a.created_at FROM account_names n JOIN accounts a ON a.id = n.account WHERE n.form = $1",
        );
        let row = row.bind(form).fetch_optional(&mut self.readers.acquire().await?).await?;
        row.as_ref().map(account).transpose()
    }

    async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        let row = query("SELECT id, name, password, created_at FROM accounts WHERE id = $1");
        let row = row.bind(id.to_string()).fetch_optional(&mut self.readers.acquire().await?).await?;
        row.as_ref().map(account).transpose()
    }

    async fn begin_session(&self, session: &Session, most: u32) -> Result<(), StoreError> {
        let id = session.account.to_string();
        let mut transaction = self.writer.change(&id).await?;
        expect_account(session.account, &mut transaction).await?;
        query(
            "DELETE FROM sessions WHERE hash IN
                 (SELECT hash FROM sessions WHERE account = $1 ORDER BY seen_at DESC, hash LIMIT 1000 OFFSET $2)",
        )
        .bind(&id)
        .bind(most.saturating_sub(1))
        .execute(&mut transaction)
        .await?;
        insert_session(session, &mut transaction).await?;
        transaction.commit().await
    }

    async fn note_browser(
        &self,
        account: AccountId,
        browser: TokenHash,
        at: i64,
        most: u32,
    ) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&account.to_string()).await?;
        expect_account(account, &mut transaction).await?;
        browsers::note(account, browser, at, most, &mut transaction).await?;
        transaction.commit().await
    }

    async fn forget_browsers(&self, before: i64) -> Result<(), StoreError> {
        let rows = query("DELETE FROM browsers WHERE seen_at < $1").bind(before);
        rows.execute(&mut self.writer.acquire().await?).await.map(drop)
    }

    async fn session(&self, hash: TokenHash, expiry: Expiry) -> Result<Option<(Session, Account)>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let row = query(
            "SELECT hash, account, agent, created_at, seen_at, proven_at, recovered FROM sessions
             WHERE hash = $1 AND seen_at > $2 AND created_at > $3",
        );
        let row = row.bind(&hash.bytes()[..]).bind(expiry.seen).bind(expiry.began);
        let Some(row) = row.fetch_optional(&mut reader).await? else { return Ok(None) };
        let session = session(&row)?;
        let row = query("SELECT id, name, password, created_at FROM accounts WHERE id = $1");
        let row = row.bind(session.account.to_string()).fetch_optional(&mut reader).await?;
        // It may have been deleted between the two.
        row.as_ref().map(|row| Ok((session, account(row)?))).transpose()
    }

    async fn touch_session(&self, hash: TokenHash, at: i64) -> Result<(), StoreError> {
        let touched = query("UPDATE sessions SET seen_at = $2 WHERE hash = $1");
        let touched = touched.bind(&hash.bytes()[..]).bind(at);
        some(touched.execute(&mut self.writer.acquire().await?).await?)
    }

    async fn sessions(&self, account: AccountId, expiry: Expiry) -> Result<Vec<Session>, StoreError> {
        let rows = query(
            "SELECT hash, account, agent, created_at, seen_at, proven_at, recovered FROM sessions
             WHERE account = $1 AND seen_at > $2 AND created_at > $3 ORDER BY seen_at DESC, hash",
        );
        let rows = rows.bind(account.to_string()).bind(expiry.seen).bind(expiry.began);
        rows.fetch_all(&mut self.readers.acquire().await?).await?.iter().map(session).collect()
    }

    async fn end_session(&self, account: AccountId, hash: TokenHash) -> Result<bool, StoreError> {
        let row = query("DELETE FROM sessions WHERE account = $1 AND hash = $2");
        let row = row.bind(account.to_string()).bind(&hash.bytes()[..]);
        Ok(row.execute(&mut self.writer.acquire().await?).await? > 0)
    }

    async fn end_other_sessions(&self, account: AccountId, but: TokenHash) -> Result<u64, StoreError> {
        end_others(account, but, &mut self.writer.acquire().await?).await
    }

    async fn forget_ended(&self, expiry: Expiry, ceremonies: i64) -> Result<(), StoreError> {
        let mut writer = self.writer.acquire().await?;
        let ended = query("DELETE FROM sessions WHERE seen_at <= $1 OR created_at <= $2");
        ended.bind(expiry.seen).bind(expiry.began).execute(&mut writer).await?;
        let late = query("DELETE FROM ceremonies WHERE created_at <= $1").bind(ceremonies);
        late.execute(&mut writer).await?;
        Ok(())
    }

    async fn set_password(
        &self,
        account: AccountId,
        old: Option<&str>,
        new: &str,
        but: TokenHash,
    ) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&account.to_string()).await?;
        let known = query("SELECT password FROM accounts WHERE id = $1").bind(account.to_string());
        let known = known.fetch_optional(&mut transaction).await?.ok_or(StoreError::Missing)?;
        if known.try_get::<Option<String>>("password")?.as_deref() != old {
            return Err(StoreError::Conflict);
        }
        let set = query("UPDATE accounts SET password = $2 WHERE id = $1").bind(account.to_string());
        set.bind(new).execute(&mut transaction).await?;
        letters::tell(account, LetterKind::Password, &mut transaction).await?;
        letters::forget_links(account, &mut transaction).await?;
        end_others(account, but, &mut transaction).await?;
        transaction.commit().await
    }

    async fn remove_password(&self, account: AccountId) -> Result<Removal, StoreError> {
        let mut transaction = self.writer.change(&account.to_string()).await?;
        if passkeys(account, &mut transaction).await?.is_empty() {
            return Ok(Removal::Last);
        }
        let gone = query("UPDATE accounts SET password = NULL WHERE id = $1 AND password IS NOT NULL");
        if gone.bind(account.to_string()).execute(&mut transaction).await? == 0 {
            return Ok(Removal::Unknown);
        }
        letters::tell(account, LetterKind::Password, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Removal::Gone)
    }

    async fn add_passkey(&self, account: AccountId, passkey: &Passkey, most: u32) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&account.to_string()).await?;
        expect_account(account, &mut transaction).await?;
        if passkeys(account, &mut transaction).await?.len() >= most as usize {
            return Err(StoreError::Conflict);
        }
        insert_passkey(account, passkey, &mut transaction).await?;
        letters::tell(account, LetterKind::Passkey, &mut transaction).await?;
        transaction.commit().await
    }

    async fn passkeys(&self, account: AccountId) -> Result<Vec<Passkey>, StoreError> {
        passkeys(account, &mut self.readers.acquire().await?).await
    }

    async fn passkey(&self, id: &str) -> Result<Option<(AccountId, Passkey)>, StoreError> {
        let row =
            query("SELECT id, account, label, credential, created_at, used_at FROM passkeys WHERE id = $1");
        let row = row.bind(id).fetch_optional(&mut self.readers.acquire().await?).await?;
        row.map(|row| Ok((owner(&row, "account")?, passkey(&row)?))).transpose()
    }

    async fn use_passkey(&self, id: &str, credential: &str, at: i64) -> Result<(), StoreError> {
        let used = query("UPDATE passkeys SET credential = $2, used_at = $3 WHERE id = $1");
        let used = used.bind(id).bind(credential).bind(at);
        some(used.execute(&mut self.writer.acquire().await?).await?)
    }

    async fn remove_passkey(&self, account: AccountId, id: &str) -> Result<Removal, StoreError> {
        let mut transaction = self.writer.change(&account.to_string()).await?;
        let known = passkeys(account, &mut transaction).await?;
        if known.iter().all(|passkey| passkey.id != id) {
            return Ok(Removal::Unknown);
        }
        let password = query("SELECT 1 FROM accounts WHERE id = $1 AND password IS NOT NULL");
        let password = password.bind(account.to_string()).fetch_optional(&mut transaction).await?;
        if known.len() == 1 && password.is_none() {
            return Ok(Removal::Last);
        }
        let row = query("DELETE FROM passkeys WHERE account = $1 AND id = $2").bind(account.to_string());
        row.bind(id).execute(&mut transaction).await?;
        letters::tell(account, LetterKind::Passkey, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Removal::Gone)
    }

    async fn set_codes(&self, account: AccountId, codes: &[TokenHash]) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&account.to_string()).await?;
        expect_account(account, &mut transaction).await?;
        let old = query("DELETE FROM recovery_codes WHERE account = $1").bind(account.to_string());
        old.execute(&mut transaction).await?;
        insert_codes(account, codes, &mut transaction).await?;
        letters::tell(account, LetterKind::Codes, &mut transaction).await?;
        transaction.commit().await
    }

    async fn take_code(&self, account: AccountId, code: TokenHash) -> Result<bool, StoreError> {
        let row = query("DELETE FROM recovery_codes WHERE hash = $1 AND account = $2");
        let mut transaction = self.writer.change(&account.to_string()).await?;
        if row.bind(&code.bytes()[..]).bind(account.to_string()).execute(&mut transaction).await? == 0 {
            return Ok(false);
        }
        letters::tell(account, LetterKind::Code, &mut transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }

    async fn codes_left(&self, account: AccountId) -> Result<u32, StoreError> {
        let row = query("SELECT COUNT(*) AS count FROM recovery_codes WHERE account = $1");
        let row = row.bind(account.to_string()).fetch_one(&mut self.readers.acquire().await?).await?;
        row.try_get("count")
    }

    async fn begin_ceremony(&self, hash: TokenHash, state: &str, at: i64, most: u32) -> Result<(), StoreError> {
        let mut transaction = self.writer.change("ceremonies").await?;
        query(
            "DELETE FROM ceremonies WHERE hash IN
                 (SELECT hash FROM ceremonies ORDER BY created_at DESC, hash LIMIT 1000 OFFSET $1)",
        )
        .bind(most.saturating_sub(1))
        .execute(&mut transaction)
        .await?;
        query("INSERT INTO ceremonies (hash, state, created_at) VALUES ($1, $2, $3)")
            .bind(&hash.bytes()[..])
            .bind(state)
            .bind(at)
            .execute(&mut transaction)
            .await?;
        transaction.commit().await
    }

    async fn take_ceremony(&self, hash: TokenHash, after: i64) -> Result<Option<String>, StoreError> {
        // One statement, so that nobody takes it twice.
        let row = query("DELETE FROM ceremonies WHERE hash = $1 RETURNING state, created_at");
        let row = row.bind(&hash.bytes()[..]).fetch_optional(&mut self.writer.acquire().await?).await?;
        let Some(row) = row else { return Ok(None) };
        let at: i64 = row.try_get("created_at")?;
        if at > after { row.try_get("state").map(Some) } else { Ok(None) }
    }

    async fn claim(&self, account: AccountId, key: KeyHash) -> Result<Claim, StoreError> {
        holdings::claim(&self.writer, account, key).await
    }

    async fn access_by_session(
        &self,
        hash: TokenHash,
        expiry: Expiry,
        game: GameId,
        seat: Option<Seat>,
    ) -> Result<Option<Access>, StoreError> {
        holdings::access_by_session(&self.readers, hash, expiry, game, seat).await
    }

    async fn names(&self, game: GameId) -> Result<[Option<String>; 2], StoreError> {
        holdings::names(game, &mut self.readers.acquire().await?).await
    }

    async fn held(
        &self,
        account: AccountId,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<HeldGame>, StoreError> {
        holdings::held(&self.readers, account, after, most).await
    }

    async fn remove_account(&self, account: AccountId) -> Result<Vec<GameId>, StoreError> {
        let id = account.to_string();
        let mut transaction = self.writer.change(&id).await?;
        let games = holdings::release(account, &mut transaction).await?;
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
            query(table).bind(&id).execute(&mut transaction).await?;
        }
        transaction.commit().await?;
        Ok(games)
    }
}

/// Says that what was to be changed is not there, if no row was.
fn some(rows: u64) -> Result<(), StoreError> {
    if rows == 0 { Err(StoreError::Missing) } else { Ok(()) }
}

pub(super) async fn expect_account(account: AccountId, connection: &mut Connection) -> Result<(), StoreError> {
    let row = query("SELECT 1 FROM accounts WHERE id = $1").bind(account.to_string());
    row.fetch_optional(connection).await?.map(|_| ()).ok_or(StoreError::Missing)
}

async fn insert_session(session: &Session, connection: &mut Connection) -> Result<(), StoreError> {
    query(
        "INSERT INTO sessions (hash, account, agent, created_at, seen_at, proven_at, recovered) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&session.hash.bytes()[..])
    .bind(session.account.to_string())
    .bind(&session.agent)
    .bind(session.at)
    .bind(session.seen)
    .bind(session.proven)
    .bind(session.recovered)
    .execute(connection)
    .await?;
    Ok(())
}

async fn end_others(
    account: AccountId,
    but: TokenHash,
    connection: &mut Connection,
) -> Result<u64, StoreError> {
    let rows = query("DELETE FROM sessions WHERE account = $1 AND hash <> $2");
    rows.bind(account.to_string()).bind(&but.bytes()[..]).execute(connection).await
}

async fn insert_passkey(
    account: AccountId,
    passkey: &Passkey,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO passkeys (id, account, label, credential, created_at, used_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(&passkey.id)
    .bind(account.to_string())
    .bind(&passkey.label)
    .bind(&passkey.credential)
    .bind(passkey.at)
    .bind(passkey.used)
    .execute(connection)
    .await?;
    Ok(())
}

async fn insert_codes(
    account: AccountId,
    codes: &[TokenHash],
    connection: &mut Connection,
) -> Result<(), StoreError> {
    for code in codes {
        let row = query("INSERT INTO recovery_codes (hash, account) VALUES ($1, $2)");
        row.bind(&code.bytes()[..]).bind(account.to_string()).execute(connection).await?;
    }
    Ok(())
}

async fn passkeys(account: AccountId, connection: &mut Connection) -> Result<Vec<Passkey>, StoreError> {
    let rows = query(
        "SELECT id, label, credential, created_at, used_at FROM passkeys WHERE account = $1 ORDER BY created_at, id",
    );
    rows.bind(account.to_string()).fetch_all(connection).await?.iter().map(passkey).collect()
}

fn passkey(row: &Row) -> Result<Passkey, StoreError> {
    Ok(Passkey {
        id: row.try_get("id")?,
        label: row.try_get("label")?,
        credential: row.try_get("credential")?,
        at: row.try_get("created_at")?,
        used: row.try_get("used_at")?,
    })
}

fn account(row: &Row) -> Result<Account, StoreError> {
    Ok(Account {
        id: owner(row, "id")?,
        name: row.try_get("name")?,
        password: row.try_get("password")?,
        at: row.try_get("created_at")?,
    })
}

fn session(row: &Row) -> Result<Session, StoreError> {
    let hash: Vec<u8> = row.try_get("hash")?;
    let hash = hash.try_into().map_err(|_| StoreError::Corrupt("a session has no hash".into()))?;
    Ok(Session {
        hash: TokenHash::from_bytes(hash),
        account: owner(row, "account")?,
        agent: row.try_get("agent")?,
        at: row.try_get("created_at")?,
        seen: row.try_get("seen_at")?,
        proven: row.try_get("proven_at")?,
        recovered: row.try_get("recovered")?,
    })
}
