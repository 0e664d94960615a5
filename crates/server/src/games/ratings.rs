use entourage_clock::Pace;
use entourage_rating::{Class, Pool, Rating};
use entourage_registry::view::{LeaderView, Leaders, PoolList, PoolView, RatingView};
use entourage_store::{Ranked, Rated};

use crate::games::prelude::*;

const MAX_POOLS: u32 = 200;
const PAGE: u32 = 50;
/// Maximum offset of a leaderboard page; players further down are not listed.
const MAX_RANK: u32 = 10_000;
/// Time in milliseconds (a year) after which inactive players are no longer listed.
const ACTIVE_WITHIN: i64 = 365 * 24 * 60 * 60 * 1000;

impl Games {
    /// Returns the ratings of the players of a rated game, with the rating changes once the game has ended.
    pub async fn seat_ratings(
        &self,
        game: GameId,
        spec: &str,
        pace: Pace,
    ) -> Result<[Option<RatingView>; 2], Error> {
        let mut seats = [None, None];
        if let Some(result) = self.store.result_of(game).await? {
            for side in [0, 1] {
                let (before, after) = (result.before[side], result.after[side]);
                seats[side] = Some(view(after, Some(after.points() - before.points())));
            }
            return Ok(seats);
        }
        let Some(class) = Class::of(pace) else { return Ok(seats) };
        let pool = Pool { game: spec.to_owned(), class };
        for (seat, account) in seats.iter_mut().zip(self.store.players_of(game).await?) {
            let Some(account) = account else { continue };
            let rated = self.store.rating(account, &pool).await?;
            *seat = Some(current(rated, self.time.now()));
        }
        Ok(seats)
    }

    pub async fn rating_pools(&self) -> Result<PoolList, Error> {
        let found = self.store.pools(MAX_POOLS).await?;
        let told =
            |(pool, players): (Pool, u32)| PoolView { game: pool.game, class: pool.class.word(), players };
        Ok(PoolList { pools: found.into_iter().map(told).collect() })
    }

    pub async fn leaders(&self, pool: &Pool, from: u32) -> Result<Leaders, Error> {
        let (now, from) = (self.time.now(), from.min(MAX_RANK));
        let mut found = self.store.leaders(pool, now - ACTIVE_WITHIN..now, from, PAGE + 1).await?;
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

pub(crate) fn are_of(pace: Pace) -> bool {
    Class::of(pace).is_some()
}

pub(crate) fn current(rated: Option<Rated>, now: i64) -> RatingView {
    view(rated.map_or(Rating::NEW, |rated| rated.now(now)), None)
}

pub(crate) fn view(rating: Rating, change: Option<i64>) -> RatingView {
    RatingView {
        rating: rating.points(),
        deviation: rating.spread(),
        provisional: rating.is_provisional(),
        change,
    }
}
