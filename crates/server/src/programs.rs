//! Programs that act for accounts: tokens by which they are known, what they are told, and what they ask for.
//!
//! What they do is done by the same commands as people's; here it is told in other words.

pub(crate) mod challenges;
pub(crate) mod events;
pub(crate) mod follower;
pub(crate) mod play;
mod streams;
mod telling;

use std::sync::Arc;

use entourage_record::{AccountId, Token, TokenHash};
use entourage_registry::view::program::{Perf, ProgramAccount, ProgramCount};
use entourage_registry::view::{NewToken, ProfileView, TokenView, TokenWish, Tokens};
use entourage_store::{ProgramToken, Scope, Scopes, Store, StoreError, Upgrade, random};

use crate::domain::account_error::AccountError;
use crate::domain::game_error::GameError;
use crate::domain::program_error::ProgramError;
use crate::games::Games;
use crate::games::report::failed;
use crate::people::People;
use crate::rights;
use crate::server_time::ServerTime;
use crate::sessions;
use crate::sessions::Member;

use streams::Streams;

/// What stands before each token: whoever finds one knows what it opens, and nobody takes it for a key to a game.
const SIGN: &str = "ent_";
/// The most tokens of an account.
const MOST: u32 = 20;
/// The most characters of what somebody calls a token.
const NAME: usize = 60;
/// How long ago a token was used at most before that is noted again, in milliseconds: a minute.
const USED: i64 = 60_000;

/// Lets programs act for accounts.
pub(crate) struct Programs {
    store: Arc<Store>,
    time: Arc<ServerTime>,
    games: Arc<Games>,
    people: Arc<People>,
    streams: Arc<Streams>,
}

/// Whoever a program acts for, and what it may do.
#[derive(Clone, Debug)]
pub(crate) struct Holder {
    /// What is kept of the token.
    pub token: TokenHash,
    /// The account.
    pub account: AccountId,
    /// Its name.
    pub name: String,
    /// Whether it is a bot's.
    pub bot: bool,
    scopes: Scopes,
}

impl Holder {
    /// Refuses a token that has none of some scopes, by their words.
    pub fn expect(&self, words: &'static [&'static str]) -> Result<(), ProgramError> {
        let allowed = self.scopes.iter().any(|scope| words.contains(&scope.word()));
        if allowed { Ok(()) } else { Err(ProgramError::Scope(words)) }
    }
}

impl Programs {
    /// Lets programs play the games of a store.
    pub fn new(store: Arc<Store>, games: Arc<Games>, people: Arc<People>) -> Self {
        let time = Arc::clone(&games.time);
        Self { store, time, games, people, streams: Arc::default() }
    }

    /// Tells whether what stands after `Bearer` is meant as a token.
    pub fn is_token(text: &str) -> bool {
        text.starts_with(SIGN)
    }

    /// Finds for whom a program acts that shows a token, and notes that it does. A banned account's opens nothing.
    pub async fn holder(&self, text: &str) -> Result<Holder, GameError> {
        let token: Option<Token> = text.strip_prefix(SIGN).and_then(|token| token.parse().ok());
        self.known(token.ok_or(ProgramError::Token)?.hash()).await
    }

    /// Finds for whom a program acts by what is kept of its token.
    pub async fn known(&self, hash: TokenHash) -> Result<Holder, GameError> {
        let found = self.store.program_token(hash).await.map_err(failed)?;
        let (token, account) = found.ok_or(ProgramError::Token)?;
        let (now, unknown) = (self.time.now(), GameError::from(ProgramError::Token));
        let kept = self.store.rights(account.id).await.map_err(failed)?.ok_or(unknown)?;
        rights::expect_welcome(&kept, self.time.date_of(now))?;
        if token.used.is_none_or(|used| now - used >= USED) {
            self.store.touch_token(hash, now).await.map_err(|error| match error {
                StoreError::Missing => ProgramError::Token.into(),
                error => failed(error),
            })?;
        }
        let bot = self.store.is_bot(account.id).await.map_err(failed)?;
        Ok(Holder { token: hash, account: account.id, name: account.name, bot, scopes: token.scopes })
    }

    /// Makes a token for whoever is signed in and has proved lately who they are; it is told this once.
    pub async fn issue(&self, member: &Member, wish: &TokenWish) -> Result<NewToken, AccountError> {
        let now = self.time.now();
        member.expect_fresh(now)?;
        let name: String = wish.name.trim().chars().filter(|letter| !letter.is_control()).collect();
        if name.is_empty() || name.chars().count() > NAME {
            return Err(GameError::from(ProgramError::Name).into());
        }
        let scopes: Option<Scopes> = wish.scopes.iter().map(|word| Scope::from_word(word)).collect();
        let scopes = scopes.filter(|scopes| !scopes.is_empty());
        let scopes = scopes.ok_or(GameError::from(ProgramError::Scopes))?;
        let token = random().map(Token::from_bits).map_err(|_| GameError::Unavailable)?;
        let (hash, account) = (token.hash(), member.account.id);
        let kept = ProgramToken { hash, account, name, scopes, at: now, used: None };
        self.store.issue_token(&kept, MOST).await.map_err(|error| match error {
            StoreError::Conflict => AccountError::from(GameError::from(ProgramError::Many)),
            StoreError::Missing => AccountError::SignedOut,
            error => failed(error).into(),
        })?;
        Ok(NewToken { token: format!("{SIGN}{token}"), tokens: self.list(member).await?.tokens })
    }

    /// Lists the tokens of whoever is signed in.
    pub async fn list(&self, member: &Member) -> Result<Tokens, AccountError> {
        let account = member.account.id;
        let view = |token: ProgramToken| TokenView {
            id: sessions::name(token.hash),
            name: token.name,
            scopes: token.scopes.iter().map(Scope::word).collect(),
            since: self.time.date_of(token.at),
            used: token.used.map(|at| self.time.date_of(at)),
        };
        let tokens = self.store.program_tokens(account).await.map_err(failed)?;
        let bot = self.store.is_bot(account).await.map_err(failed)?;
        Ok(Tokens { tokens: tokens.into_iter().map(view).collect(), bot })
    }

    /// Revokes a token of whoever is signed in, by its name. Nobody needs to prove more for that: it takes nothing from anybody.
    pub async fn revoke(&self, member: &Member, name: &str) -> Result<(), AccountError> {
        let account = member.account.id;
        let all = self.store.program_tokens(account).await.map_err(failed)?;
        let found = all.into_iter().find(|token| sessions::name(token.hash) == name);
        let hash = found.ok_or(AccountError::Unknown)?.hash;
        self.store.revoke_token(account, hash).await.map_err(failed)?;
        Ok(())
    }

    /// Makes the account that a program acts for a bot's, if it has played nothing yet.
    pub async fn upgrade(&self, holder: &Holder) -> Result<(), GameError> {
        match self.store.become_bot(holder.account, self.time.now()).await {
            Ok(Upgrade::Bot) => {
                self.games.hub.tell_lobby();
                Ok(())
            }
            Ok(Upgrade::Played) => Err(ProgramError::Played.into()),
            Err(StoreError::Missing) => Err(ProgramError::Token.into()),
            Err(error) => Err(failed(error)),
        }
    }

    /// Tells of somebody by name.
    pub async fn account(&self, name: &str) -> Result<ProgramAccount, AccountError> {
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
            title: telling::title(bot),
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
