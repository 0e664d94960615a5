//! How strong players are, and which games tell it.

use std::sync::Arc;

use entourage_clock::Pace;
use entourage_rating::{Class, Pool, Rating};
use entourage_record::GameId;
use entourage_registry::view::{LeaderView, Leaders, PoolList, PoolView, RatingView};
use entourage_store::{Ranked, Rated, Store};

use super::report::failed;
use crate::domain::game_error::GameError;
use crate::server_time::ServerTime;

/// The most pools that are listed.
const MOST_POOLS: u32 = 200;
/// The most players of a page.
const PAGE: u32 = 50;
/// How deep one may leaf.
const DEEPEST: u32 = 10_000;
/// How long ago a player who is listed has played at most, in milliseconds: a year.
const LATELY: i64 = 365 * 24 * 60 * 60 * 1000;

/// Tells how strong players are.
pub(crate) struct Ratings {
    pub(super) store: Arc<Store>,
    pub(super) time: Arc<ServerTime>,
}

impl Ratings {
    /// Tells how strong those are who play a rated game, and what it did to that once it has ended.
    pub async fn seats(
        &self,
        game: GameId,
        spec: &str,
        pace: Pace,
    ) -> Result<[Option<RatingView>; 2], GameError> {
        let mut seats = [None, None];
        if let Some(result) = self.store.result_of(game).await.map_err(failed)? {
            for side in [0, 1] {
                let (before, after) = (result.before[side], result.after[side]);
                seats[side] = Some(view(after, Some(after.points() - before.points())));
            }
            return Ok(seats);
        }
        let Some(class) = Class::of(pace) else { return Ok(seats) };
        let pool = Pool { game: spec.to_owned(), class };
        for (seat, account) in seats.iter_mut().zip(self.store.players_of(game).await.map_err(failed)?) {
            let Some(account) = account else { continue };
            let rated = self.store.rating(account, &pool).await.map_err(failed)?;
            *seat = Some(current(rated, self.time.now()));
        }
        Ok(seats)
    }

    /// Tells whether there are ratings of games at a pace.
    pub fn are_of(pace: Pace) -> bool {
        Class::of(pace).is_some()
    }

    /// Lists the pools in which somebody has a rating.
    pub async fn pools(&self) -> Result<PoolList, GameError> {
        let found = self.store.pools(MOST_POOLS).await.map_err(failed)?;
        let told =
            |(pool, players): (Pool, u32)| PoolView { game: pool.game, class: pool.class.word(), players };
        Ok(PoolList { pools: found.into_iter().map(told).collect() })
    }

    /// Lists players of a pool who have played lately, the strongest first, from a place on.
    pub async fn leaders(&self, pool: &Pool, from: u32) -> Result<Leaders, GameError> {
        let (now, from) = (self.time.now(), from.min(DEEPEST));
        let mut found = self.store.leaders(pool, now - LATELY, from, PAGE + 1).await.map_err(failed)?;
        let next = (found.len() > PAGE as usize).then_some(from + PAGE);
        found.truncate(PAGE as usize);
        let told = |Ranked { name, bot, rated, .. }| LeaderView {
            name,
            bot,
            rating: view(rated.now(now), None),
            games: rated.games,
        };
        Ok(Leaders { leaders: found.into_iter().map(told).collect(), next })
    }
}

/// Describes how strong somebody is at a time, who may not have played yet.
pub(crate) fn current(rated: Option<Rated>, now: i64) -> RatingView {
    view(rated.map_or(Rating::NEW, |rated| rated.now(now)), None)
}

/// Describes a rating.
fn view(rating: Rating, change: Option<i64>) -> RatingView {
    RatingView {
        rating: rating.points(),
        deviation: rating.spread(),
        provisional: rating.is_provisional(),
        change,
    }
}
