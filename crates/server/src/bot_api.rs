//! The bot API: tokens, and a Lichess-compatible interface to the game commands.

pub(crate) mod challenges;
pub(crate) mod events;
pub(crate) mod follower;
mod format;
pub(crate) mod play;
mod prelude;
mod streams;

use std::sync::Arc;

use entourage_record::{AccountId, Token, TokenHash};
use entourage_registry::view::program::{Perf, ProgramAccount, ProgramCount};
use entourage_registry::view::{NewToken, ProfileView, TokenView, TokenWish, Tokens};
use entourage_store::{ProgramToken, Scope, Scopes, Store, StoreError, Upgrade, random};
use serde_json::{Value, json};

use crate::domain::Error;
use crate::games::Games;
use crate::games::store_errors::OnStoreError;
use crate::people::People;
use crate::sanctions;
use crate::server_time::ServerTime;
use crate::sessions::Member;

use streams::Streams;

/// Prefix of API tokens: secret scanners can recognise it, and tokens are not mistaken for game keys.
const TOKEN_PREFIX: &str = "ent_";
const MAX_TOKENS: u32 = 20;
const MAX_NAME: usize = 60;
/// Minimum interval between updates of a token's last use, in milliseconds.
const USE_INTERVAL: i64 = 60_000;

pub(crate) struct BotApi {
    store: Arc<Store>,
    time: Arc<ServerTime>,
    games: Arc<Games>,
    people: Arc<People>,
    streams: Arc<Streams>,
}

#[derive(Clone, Debug)]
pub(crate) struct TokenOwner {
    pub token: TokenHash,
    pub account: AccountId,
    pub name: String,
    pub bot: bool,
    scopes: Scopes,
}

impl TokenOwner {
    pub fn expect(&self, words: &'static [&'static str]) -> Result<(), Error> {
        let allowed = self.scopes.iter().any(|scope| words.contains(&scope.word()));
        if allowed { Ok(()) } else { Err(Error::Scope(words)) }
    }

    pub fn tested(&self) -> Value {
        let scopes: Vec<&str> = self.scopes.iter().map(Scope::word).collect();
        json!({ "userId": self.name.to_lowercase(), "scopes": scopes.join(","), "expires": null })
    }
}

impl BotApi {
    pub fn new(store: Arc<Store>, games: Arc<Games>, people: Arc<People>) -> Self {
        let time = Arc::clone(&games.time);
        Self { store, time, games, people, streams: Arc::default() }
    }

    pub fn is_token(text: &str) -> bool {
        text.starts_with(TOKEN_PREFIX)
    }

    /// Returns the account of a token and records its use. Fails if the account is banned.
    pub async fn owner(&self, text: &str) -> Result<TokenOwner, Error> {
        let token: Option<Token> = text.strip_prefix(TOKEN_PREFIX).and_then(|token| token.parse().ok());
        self.known(token.ok_or(Error::BadToken)?.hash()).await
    }

    pub async fn known(&self, hash: TokenHash) -> Result<TokenOwner, Error> {
        let found = self.store.program_token(hash).await?;
        let (token, account) = found.ok_or(Error::BadToken)?;
        let (now, unknown) = (self.time.now(), Error::BadToken);
        let kept = self.store.rights(account.id).await?.ok_or(unknown)?;
        sanctions::expect_not_banned(&kept, self.time.date_of(now))?;
        if token.used.is_none_or(|used| now - used >= USE_INTERVAL) {
            self.store.touch_token(hash, now).await.on(StoreError::Missing, Error::BadToken)?;
        }
        let bot = self.store.is_bot(account.id).await?;
        Ok(TokenOwner { token: hash, account: account.id, name: account.name, bot, scopes: token.scopes })
    }

    /// Creates a token, which cannot be shown again later.
    pub async fn issue(&self, member: &Member, wish: &TokenWish) -> Result<NewToken, Error> {
        let now = self.time.now();
        member.expect_fresh(now)?;
        let name: String = wish.name.trim().chars().filter(|letter| !letter.is_control()).collect();
        if name.is_empty() || name.chars().count() > MAX_NAME {
            return Err(Error::TokenName);
        }
        let scopes: Option<Scopes> = wish.scopes.iter().map(|word| Scope::from_word(word)).collect();
        let scopes = scopes.filter(|scopes| !scopes.is_empty());
        let scopes = scopes.ok_or(Error::TokenScopes)?;
        let token = random().map(Token::from_bits).map_err(|_| Error::Unavailable)?;
        let (hash, account) = (token.hash(), member.account.id);
        let kept = ProgramToken { hash, account, name, scopes, at: now, used: None };
        self.store.issue_token(&member.session, &kept, MAX_TOKENS).await.map_err(|error| match error {
            StoreError::Conflict => Error::TooManyTokens,
            StoreError::Missing => Error::SignedOut,
            error => error.into(),
        })?;
        self.games.notifier.notify();
        Ok(NewToken { token: format!("{TOKEN_PREFIX}{token}"), tokens: self.list(account).await?.tokens })
    }

    pub async fn list(&self, account: AccountId) -> Result<Tokens, Error> {
        let view = |token: ProgramToken| TokenView {
            id: token.hash.id(),
            name: token.name,
            scopes: token.scopes.iter().map(Scope::word).collect(),
            since: self.time.date_of(token.at),
            used: token.used.map(|at| self.time.date_of(at)),
        };
        let tokens = self.store.program_tokens(account).await?;
        let bot = self.store.is_bot(account).await?;
        Ok(Tokens { tokens: tokens.into_iter().map(view).collect(), bot })
    }

    /// Revokes a token. Needs no confirmation of identity, because revoking gives no access.
    pub async fn revoke(&self, member: &Member, name: &str) -> Result<Tokens, Error> {
        let account = member.account.id;
        let all = self.store.program_tokens(account).await?;
        let found = all.into_iter().find(|token| token.hash.id() == name);
        let hash = found.ok_or(Error::NotYours)?.hash;
        self.store.revoke_token(account, hash).await?;
        self.games.hub.tell_account(account);
        self.list(account).await
    }

    /// Completes when a token has been revoked.
    async fn revoked(&self, TokenOwner { token, account, .. }: TokenOwner) {
        let mut changes = self.games.hub.account(account);
        while !matches!(self.known(token).await, Err(Error::BadToken | Error::Banned(_))) {
            // At each heartbeat, streams themselves check the token.
            let _ = changes.changed().await;
        }
    }

    /// Makes the account a bot account, unless it has already played.
    pub async fn upgrade(&self, owner: &TokenOwner) -> Result<(), Error> {
        match self.store.become_bot(owner.account, self.time.now()).await {
            Ok(Upgrade::Bot) => {
                self.games.hub.tell_lobby();
                Ok(())
            }
            Ok(Upgrade::Played) => Err(Error::HasPlayed),
            Err(StoreError::Missing) => Err(Error::BadToken),
            Err(error) => Err(error.into()),
        }
    }

    pub async fn account(&self, name: &str) -> Result<ProgramAccount, Error> {
        let profile = self.people.profile(name, None).await?;
        let ProfileView { name, since, bot, running, won, drawn, lost, ratings, .. } = profile;
        let perfs = ratings.into_iter().map(|rated| {
            let perf = Perf {
                rating: rated.rating.rating,
                rd: rated.rating.deviation,
                prov: rated.rating.provisional,
            };
            (format!("{} {}", rated.game, rated.class), perf)
        });
        Ok(ProgramAccount {
            id: name.to_lowercase(),
            username: name,
            title: format::title(bot),
            created_at: since,
            perfs: perfs.collect(),
            count: ProgramCount {
                all: running + won + drawn + lost,
                win: won,
                draw: drawn,
                loss: lost,
                playing: running,
            },
        })
    }
}
