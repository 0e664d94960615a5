//! API tokens and bot accounts.

use std::fmt;

use entourage_record::{AccountId, GameId, Seat, TokenHash};

use crate::columns::{as_text, from_row, words};
use crate::database::select;
use crate::error::some;
use crate::games::{expect_account, expect_session};
use crate::seats::by_side;
use crate::{Account, EmailKind, Result, Session, Store, StoreError, account_mail, seeks};

words! {
    #[derive(PartialOrd, Ord)]
    pub enum Scope {
        AccountRead = "account:read",
        GamesRead = "games:read",
        /// Read challenges made or received by the account.
        ChallengeRead = "challenge:read",
        ChallengeWrite = "challenge:write",
        /// Play games as a human player (not a bot), for example with an electronic board.
        BoardPlay = "board:play",
        BotPlay = "bot:play",
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scopes(u8);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramToken {
    pub hash: TokenHash,
    pub account: AccountId,
    pub name: String,
    pub scopes: Scopes,
    pub at: i64,
    pub used: Option<i64>,
}

from_row! {
    ProgramToken in "program_tokens" { hash, account, name, scopes, at = "created_at", used = "used_at" }
}

/// The result of turning an account into a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Upgrade {
    /// The account has become a bot account, or already was one.
    Bot,
    /// The account has played as a person and cannot become a bot account.
    Played,
}

impl Scopes {
    pub fn has(self, scope: Scope) -> bool {
        self.0 & 1 << scope as u8 != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the scopes in the order of [`Scope::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.has(*scope))
    }

    /// Parses space-separated scopes; `None` if one of them is unknown.
    pub fn from_words(words: &str) -> Option<Self> {
        words.split_whitespace().map(Scope::from_word).collect()
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |all, scope| all | 1 << scope as u8))
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.iter().map(Scope::word).collect();
        f.write_str(&words.join(" "))
    }
}

as_text! { Scopes { |scopes| scopes.to_string(), |words| Self::from_words(&words) } }

impl Store {
    /// Stores a token, and announces it by e-mail. Fails with `Conflict` if the account has `most` tokens, and with `Missing` if the session has ended.
    pub async fn issue_token(&self, by: &Session, token: &ProgramToken, most: u32) -> Result<()> {
        let mut transaction = self.writer.change(token.account).await?;
        expect_session(by, &mut transaction).await?;
        let count = "SELECT COUNT(*) FROM program_tokens WHERE account = $1";
        if transaction.one::<u32>(count, token.account).await? >= most {
            return Err(StoreError::Conflict);
        }
        transaction.insert(token).await?;
        account_mail::tell(token.account, EmailKind::Token, &mut transaction).await?;
        transaction.commit().await
    }

    pub async fn program_token(&self, hash: TokenHash) -> Result<Option<(ProgramToken, Account)>> {
        let token: Option<ProgramToken> =
            self.readers.optional(select::<ProgramToken>("WHERE hash = $1"), hash).await?;
        let Some(token) = token else { return Ok(None) };
        // The account may have been deleted between the two queries.
        Ok(self.account(token.account).await?.map(|account| (token, account)))
    }

    /// Records the use of a token. Fails with `Missing` if the token was revoked.
    pub async fn touch_token(&self, hash: TokenHash, at: i64) -> Result<()> {
        let touch = "UPDATE program_tokens SET used_at = $2 WHERE hash = $1";
        some(self.writer.execute(touch, (hash, at)).await? > 0)
    }

    pub async fn program_tokens(&self, account: AccountId) -> Result<Vec<ProgramToken>> {
        let tokens = select::<ProgramToken>("WHERE account = $1 ORDER BY created_at DESC, hash");
        self.readers.all(tokens, account).await
    }

    pub async fn revoke_token(&self, account: AccountId, hash: TokenHash) -> Result<bool> {
        let revoke = "DELETE FROM program_tokens WHERE account = $1 AND hash = $2";
        Ok(self.writer.execute(revoke, (account, hash)).await? > 0)
    }

    /// Permanently turns an account that has no seat in any game into a bot account, and withdraws its open seeks.
    /// Fails with `Missing` if there is no such account.
    pub async fn become_bot(&self, account: AccountId, at: i64) -> Result<Upgrade> {
        let mut transaction = self.writer.change(account).await?;
        // This lock prevents players from being paired until the transaction ends.
        transaction.lock(seeks::PAIRING).await?;
        expect_account(account, &mut transaction).await?;
        if transaction.exists("SELECT 1 FROM bots WHERE account = $1", account).await? {
            return Ok(Upgrade::Bot);
        }
        if transaction.exists("SELECT 1 FROM seats WHERE account = $1 LIMIT 1", account).await? {
            return Ok(Upgrade::Played);
        }
        transaction.execute("INSERT INTO bots (account, created_at) VALUES ($1, $2)", (account, at)).await?;
        transaction.execute("DELETE FROM seeks WHERE account = $1 AND opponent IS NULL", account).await?;
        transaction.commit().await?;
        Ok(Upgrade::Bot)
    }

    pub async fn is_bot(&self, account: AccountId) -> Result<bool> {
        self.readers.exists("SELECT 1 FROM bots WHERE account = $1", account).await
    }

    pub async fn bots_in(&self, game: GameId) -> Result<[bool; 2]> {
        let rows =
            "SELECT s.seat, b.account FROM seats s JOIN bots b ON b.account = s.account WHERE s.game_id = $1";
        let bots: Vec<(Seat, String)> = self.readers.all(rows, game).await?;
        Ok(by_side(bots).map(|bot| bot.is_some()))
    }

    /// Extends an account's open challenges to time `until`. Affects only challenges that expire when the account goes
    /// offline and that were made at `since` or later.
    pub async fn hold_challenges(&self, account: AccountId, now: i64, since: i64, until: i64) -> Result<()> {
        let hold = "UPDATE seeks SET until = $4
             WHERE account = $1 AND opponent IS NOT NULL AND NOT lasts AND until > $2 AND created_at >= $3";
        self.writer.execute(hold, (account, now, since, until)).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_round_trip() {
        let all: Scopes = Scope::ALL.into_iter().collect();
        assert_eq!(Scopes::from_words(&all.to_string()), Some(all));
        let two = Scopes::from_words("bot:play  account:read").unwrap();
        assert_eq!(two.to_string(), "account:read bot:play");
        assert!(two.has(Scope::BotPlay) && !two.has(Scope::BoardPlay) && !two.is_empty());
        assert_eq!(Scopes::from_words(""), Some(Scopes::default()));
        assert_eq!(Scopes::from_words("bot:play everything"), None);
    }
}
