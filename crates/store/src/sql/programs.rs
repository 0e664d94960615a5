//! Programs that act for accounts by tokens, and accounts under which programs play.

use async_trait::async_trait;
use entourage_kernel::Side;
use entourage_record::{Access, AccountId, GameId, Seat, TokenHash};

use super::accounts::expect_account;
use super::query::query;
use super::row::{Row, owner};
use super::{holdings, seeks};
use crate::program::{ProgramStore, ProgramToken, Scopes, Upgrade};
use crate::{Account, AccountStore, SqlStore, StoreError};

#[async_trait]
impl ProgramStore for SqlStore {
    async fn issue_token(&self, token: &ProgramToken, most: u32) -> Result<(), StoreError> {
        let id = token.account.to_string();
        let mut transaction = self.writer.change(&id).await?;
        expect_account(token.account, &mut transaction).await?;
        let count = query("SELECT COUNT(*) AS count FROM program_tokens WHERE account = $1").bind(&id);
        if count.fetch_one(&mut transaction).await?.try_get::<u32>("count")? >= most {
            return Err(StoreError::Conflict);
        }
        query(
            "INSERT INTO program_tokens (hash, account, name, scopes, created_at, used_at) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&token.hash.bytes()[..])
        .bind(id)
        .bind(&token.name)
        .bind(token.scopes.to_string())
        .bind(token.at)
        .bind(token.used)
        .execute(&mut transaction)
        .await?;
        transaction.commit().await
    }

    async fn program_token(&self, hash: TokenHash) -> Result<Option<(ProgramToken, Account)>, StoreError> {
        let row = query(
            "SELECT hash, account, name, scopes, created_at, used_at FROM program_tokens WHERE hash = $1",
        );
        let row = row.bind(&hash.bytes()[..]).fetch_optional(&mut self.readers.acquire().await?).await?;
        let Some(token) = row.as_ref().map(token).transpose()? else { return Ok(None) };
        // It may have been deleted between the two.
        Ok(self.account(token.account).await?.map(|account| (token, account)))
    }

    async fn touch_token(&self, hash: TokenHash, at: i64) -> Result<(), StoreError> {
        let touched = query("UPDATE program_tokens SET used_at = $2 WHERE hash = $1");
        let touched = touched.bind(&hash.bytes()[..]).bind(at);
        let rows = touched.execute(&mut self.writer.acquire().await?).await?;
        if rows == 0 { Err(StoreError::Missing) } else { Ok(()) }
    }

    async fn program_tokens(&self, account: AccountId) -> Result<Vec<ProgramToken>, StoreError> {
        let rows = query(
            "SELECT hash, account, name, scopes, created_at, used_at FROM program_tokens
             WHERE account = $1 ORDER BY created_at DESC, hash",
        );
        let rows = rows.bind(account.to_string());
        rows.fetch_all(&mut self.readers.acquire().await?).await?.iter().map(token).collect()
    }

    async fn revoke_token(&self, account: AccountId, hash: TokenHash) -> Result<bool, StoreError> {
        let row = query("DELETE FROM program_tokens WHERE account = $1 AND hash = $2");
        let row = row.bind(account.to_string()).bind(&hash.bytes()[..]);
        Ok(row.execute(&mut self.writer.acquire().await?).await? > 0)
    }

    async fn become_bot(&self, account: AccountId, at: i64) -> Result<Upgrade, StoreError> {
        let id = account.to_string();
        let mut transaction = self.writer.change(&id).await?;
        // Nobody is paired meanwhile.
        transaction.lock(seeks::PAIRING).await?;
        expect_account(account, &mut transaction).await?;
        let known = query("SELECT 1 FROM bots WHERE account = $1").bind(&id);
        if known.fetch_optional(&mut transaction).await?.is_some() {
            return Ok(Upgrade::Bot);
        }
        let seat = query("SELECT 1 FROM seats WHERE account = $1 LIMIT 1").bind(&id);
        if seat.fetch_optional(&mut transaction).await?.is_some() {
            return Ok(Upgrade::Played);
        }
        let row = query("INSERT INTO bots (account, created_at) VALUES ($1, $2)").bind(&id).bind(at);
        row.execute(&mut transaction).await?;
        let open = query("DELETE FROM seeks WHERE account = $1 AND opponent IS NULL").bind(&id);
        open.execute(&mut transaction).await?;
        transaction.commit().await?;
        Ok(Upgrade::Bot)
    }

    async fn is_bot(&self, account: AccountId) -> Result<bool, StoreError> {
        let row = query("SELECT 1 FROM bots WHERE account = $1").bind(account.to_string());
        Ok(row.fetch_optional(&mut self.readers.acquire().await?).await?.is_some())
    }

    async fn bots_in(&self, game: GameId) -> Result<[bool; 2], StoreError> {
        let rows =
            query("SELECT s.seat FROM seats s JOIN bots b ON b.account = s.account WHERE s.game_id = $1");
        let rows = rows.bind(game.to_string()).fetch_all(&mut self.readers.acquire().await?).await?;
        let mut bots = [false; 2];
        for row in rows {
            let seat = Seat::from_word(&row.try_get::<String>("seat")?);
            for side in Side::BOTH {
                bots[side.index()] |= seat.is_some_and(|seat| seat.plays(side));
            }
        }
        Ok(bots)
    }

    async fn access_of(&self, account: AccountId, game: GameId) -> Result<Option<Access>, StoreError> {
        let row = query(
            "SELECT hash, game_id, seat, host, account FROM seats WHERE account = $1 AND game_id = $2 AND seat IN ('1', '2')
             ORDER BY seat, hash LIMIT 1",
        );
        let row = row.bind(account.to_string()).bind(game.to_string());
        let row = row.fetch_optional(&mut self.readers.acquire().await?).await?;
        row.as_ref().map(holdings::access).transpose()
    }

    async fn hold_challenges(
        &self,
        account: AccountId,
        now: i64,
        since: i64,
        until: i64,
    ) -> Result<(), StoreError> {
        let held = query(
            "UPDATE seeks SET until = $4 WHERE account = $1 AND opponent IS NOT NULL AND NOT lasts AND until > $2 AND created_at >= $3",
        );
        let held = held.bind(account.to_string()).bind(now).bind(since).bind(until);
        held.execute(&mut self.writer.acquire().await?).await.map(drop)
    }
}

fn token(row: &Row) -> Result<ProgramToken, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("a token of a program has no {what}"));
    let hash: Vec<u8> = row.try_get("hash")?;
    let scopes: String = row.try_get("scopes")?;
    Ok(ProgramToken {
        hash: TokenHash::from_bytes(hash.try_into().map_err(|_| corrupt("hash"))?),
        account: owner(row, "account")?,
        name: row.try_get("name")?,
        scopes: Scopes::from_words(&scopes).ok_or_else(|| corrupt("scopes"))?,
        at: row.try_get("created_at")?,
        used: row.try_get("used_at")?,
    })
}
