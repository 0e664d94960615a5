//! Programs that act for accounts by tokens, and accounts under which programs play.

use std::fmt;

use async_trait::async_trait;
use entourage_record::{Access, AccountId, GameId, TokenHash};

use crate::{Account, StoreError};

/// Says what a program may do by a token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    /// Read whose token it is.
    AccountRead,
    /// Read the account's games.
    GamesRead,
    /// Read the challenges that the account has made, or is to answer.
    ChallengeRead,
    /// Challenge people, and answer and withdraw challenges.
    ChallengeWrite,
    /// Play the games of a person, who holds the program in their hands.
    BoardPlay,
    /// Play the games of a bot.
    BotPlay,
}

/// Holds several scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scopes(u8);

/// Holds what opens an account to a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramToken {
    /// What is kept of the token.
    pub hash: TokenHash,
    /// Whose account it opens.
    pub account: AccountId,
    /// What its holder calls it.
    pub name: String,
    /// What the program may do.
    pub scopes: Scopes,
    /// Since when, in milliseconds since 1970 (UTC).
    pub at: i64,
    /// When it was used last.
    pub used: Option<i64>,
}

/// Says what came of making an account that of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Upgrade {
    /// It is a bot's, now or before.
    Bot,
    /// It has a seat in a game: whoever plays it is a person.
    Played,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::AccountRead,
        Self::GamesRead,
        Self::ChallengeRead,
        Self::ChallengeWrite,
        Self::BoardPlay,
        Self::BotPlay,
    ];

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::AccountRead => "account:read",
            Self::GamesRead => "games:read",
            Self::ChallengeRead => "challenge:read",
            Self::ChallengeWrite => "challenge:write",
            Self::BoardPlay => "board:play",
            Self::BotPlay => "bot:play",
        }
    }

    /// Finds it by its word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.word() == word)
    }
}

impl Scopes {
    /// Tells whether one scope is among them.
    pub fn has(self, scope: Scope) -> bool {
        self.0 & 1 << scope as u8 != 0
    }

    /// Tells whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Lists them in the order of [`Scope::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.has(*scope))
    }

    /// Reads words with spaces between them; `None` if one of them is no scope's.
    pub fn from_words(words: &str) -> Option<Self> {
        words.split_whitespace().map(Scope::from_word).collect()
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |all, scope| all | 1 << scope as u8))
    }
}

/// Writes the words that [`from_words`](Scopes::from_words) reads.
impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.iter().map(Scope::word).collect();
        f.write_str(&words.join(" "))
    }
}

/// Keeps the tokens of programs, and which accounts are those of bots.
#[async_trait]
pub trait ProgramStore: Send + Sync {
    /// Stores a token, if its account has fewer than so many.
    ///
    /// # Errors
    /// `Conflict` if it has as many; `Missing` if there is no such account; `Unavailable`.
    async fn issue_token(&self, token: &ProgramToken, most: u32) -> Result<(), StoreError>;

    /// Reads a token with its account; `None` if it opens nothing.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no token; `Unavailable`.
    async fn program_token(&self, hash: TokenHash) -> Result<Option<(ProgramToken, Account)>, StoreError>;

    /// Notes that a token was used at a time.
    ///
    /// # Errors
    /// `Missing` if it was revoked; `Unavailable`.
    async fn touch_token(&self, hash: TokenHash, at: i64) -> Result<(), StoreError>;

    /// Lists the tokens of an account, the newest first.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no token; `Unavailable`.
    async fn program_tokens(&self, account: AccountId) -> Result<Vec<ProgramToken>, StoreError>;

    /// Revokes a token of an account; returns whether there was one.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn revoke_token(&self, account: AccountId, hash: TokenHash) -> Result<bool, StoreError>;

    /// Makes an account that has a seat in no game that of a bot, for ever, at a time; its seeks that anybody may take are withdrawn.
    ///
    /// # Errors
    /// `Missing` if there is no such account; `Unavailable`.
    async fn become_bot(&self, account: AccountId, at: i64) -> Result<Upgrade, StoreError>;

    /// Tells whether an account is a bot's.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn is_bot(&self, account: AccountId) -> Result<bool, StoreError>;

    /// Tells which sides of a game are bots'.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn bots_in(&self, game: GameId) -> Result<[bool; 2], StoreError>;

    /// Finds which side of a game an account plays, if it plays one; the first where it has both.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no seat; `Unavailable`.
    async fn access_of(&self, account: AccountId, game: GameId) -> Result<Option<Access>, StoreError>;

    /// Lets the challenges of an account that go with their maker stand until a time, if they stand at another and were made since a third.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn hold_challenges(
        &self,
        account: AccountId,
        now: i64,
        since: i64,
        until: i64,
    ) -> Result<(), StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_written_and_read() {
        let all: Scopes = Scope::ALL.into_iter().collect();
        assert_eq!(Scopes::from_words(&all.to_string()), Some(all));
        let two = Scopes::from_words("bot:play  account:read").unwrap();
        assert_eq!(two.to_string(), "account:read bot:play");
        assert!(two.has(Scope::BotPlay) && !two.has(Scope::BoardPlay) && !two.is_empty());
        assert_eq!(Scopes::from_words(""), Some(Scopes::default()));
        assert_eq!(Scopes::from_words("bot:play everything"), None);
    }
}
