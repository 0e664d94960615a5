use async_trait::async_trait;
use entourage_kernel::Side;
use entourage_rating::{Pool, Rating};
use entourage_record::{AccountId, GameId};

use crate::StoreError;

/// Tells how strong somebody is in the games of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated {
    /// The rating after their last game.
    pub rating: Rating,
    /// The number of their games.
    pub games: u32,
    /// When the last of these ended, in milliseconds since 1970 (UTC).
    pub at: i64,
}

impl Rated {
    /// Returns the rating as it is at a time.
    pub fn now(&self, now: i64) -> Rating {
        self.rating.rested(now - self.at)
    }
}

/// Tells what a game did to the ratings of those who played it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedResult {
    /// Its place in the order in which ratings are computed.
    pub number: i64,
    /// The game, unless it was deleted.
    pub game: Option<GameId>,
    /// What it counted for.
    pub pool: Pool,
    /// When it ended, in milliseconds since 1970 (UTC).
    pub at: i64,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Who played, unless they left since.
    pub accounts: [Option<AccountId>; 2],
    /// Their ratings just before.
    pub before: [Rating; 2],
    /// Their ratings just after.
    pub after: [Rating; 2],
}

/// Tells of a player among others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// Their account.
    pub account: AccountId,
    /// Their name.
    pub name: String,
    /// Whether they are a bot.
    pub bot: bool,
    /// How strong they are.
    pub rated: Rated,
}

/// Keeps how strong players are. Ratings are computed by [`Store::append`](crate::Store::append) and its likes alone, in the transaction
/// that stores the end of a game.
#[async_trait]
pub trait RatingStore: Send + Sync {
    /// Returns how strong an account is in a pool; `None` if it has played no game there.
    ///
    /// # Errors
    /// `Unavailable`.
    async fn rating(&self, account: AccountId, pool: &Pool) -> Result<Option<Rated>, StoreError>;

    /// Lists how strong an account is, in every pool in which it has played.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no rating; `Unavailable`.
    async fn ratings_of(&self, account: AccountId) -> Result<Vec<(Pool, Rated)>, StoreError>;

    /// Tells what a game did to ratings; `None` if it did nothing.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no result; `Unavailable`.
    async fn result_of(&self, game: GameId) -> Result<Option<RatedResult>, StoreError>;

    /// Returns the accounts that have the sides of a game.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no account; `Unavailable`.
    async fn players_of(&self, game: GameId) -> Result<[Option<AccountId>; 2], StoreError>;

    /// Lists the pools in which somebody has a rating, with their number, those with most first; so many at most.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no pool; `Unavailable`.
    async fn pools(&self, most: u32) -> Result<Vec<(Pool, u32)>, StoreError>;

    /// Lists at most so many players of a pool who have played since a time, the strongest first, from a place on.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no rating; `Unavailable`.
    async fn leaders(&self, pool: &Pool, since: i64, from: u32, most: u32) -> Result<Vec<Ranked>, StoreError>;

    /// Computes all ratings anew from the results that are kept, and these from the records of games, and lists what differs.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no result; `Unavailable`.
    async fn misrated(&self) -> Result<Vec<String>, StoreError>;
}
