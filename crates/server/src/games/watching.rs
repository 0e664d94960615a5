//! The list of games that are being played and that everybody may watch, because both players have agreed to it.

use std::collections::HashMap;
use std::sync::Arc;

use entourage_kernel::Side;
use entourage_record::{GameId, Player};
use entourage_registry::view::{WatchedList, WatchedView};
use entourage_store::Store;
use tokio::sync::Mutex;

use super::hub::Hub;
use super::play::Play;
use super::report::failed;
use crate::domain::game_error::GameError;
use crate::game_in_use::GameInUse;
use crate::seating::names_shown;
use crate::server_time::ServerTime;

/// The most games of a page.
const PAGE: usize = 12;
/// The most games of the whole list.
const MOST: u32 = 120;
/// How long a list stands before it is made anew, in milliseconds: whoever asks, so often at most are games looked at.
const FRESH: i64 = 5_000;
/// The most events of a game that is listed: to make the list, games that are not at hand are played again, at the cost of whoever asks.
const LONGEST_GAME: u32 = 1_000;
/// How long nothing may have happened in a game that is being played, in milliseconds: a week.
const LATELY: i64 = 7 * DAY;
/// How long a game is listed at most, in milliseconds: two months.
const LONGEST: i64 = 60 * DAY;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Says which games come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// Those in which something happened last.
    Latest,
    /// Those of the strongest, by the stronger of the two.
    Rating,
}

/// Lists games that everybody may watch.
pub(crate) struct Watching {
    store: Arc<Store>,
    play: Arc<Play>,
    hub: Arc<Hub>,
    time: Arc<ServerTime>,
    /// The list as it was made last, and when. Who asks while it is made waits for it.
    made: Mutex<Option<(i64, Arc<[WatchedView]>)>>,
}

impl Watching {
    /// Lists games of a store.
    pub fn new(store: Arc<Store>, play: Arc<Play>, hub: Arc<Hub>, time: Arc<ServerTime>) -> Self {
        Self { store, play, hub, time, made: Mutex::default() }
    }

    /// Lists a page of the games, or of those of one, after one if it is named and still among them.
    pub async fn list(
        &self,
        game: Option<&str>,
        order: Order,
        after: Option<GameId>,
    ) -> Result<WatchedList, GameError> {
        let all = self.all().await?;
        let is_sought = |one: &&WatchedView| game.is_none_or(|game| is_of(&one.spec, game));
        let mut all: Vec<&WatchedView> = all.iter().filter(is_sought).collect();
        if order == Order::Rating {
            // Among those of whom as much is known the order stays.
            all.sort_by_key(|one| std::cmp::Reverse(one.ratings.into_iter().flatten().max()));
        }
        let after = after.map(|game| game.to_string());
        let from = match after {
            Some(game) => all.iter().position(|one| one.game == game).map_or(all.len(), |index| index + 1),
            None => 0,
        };
        let games: Vec<WatchedView> = all[from..].iter().take(PAGE).copied().cloned().collect();
        let rest = all.len() > from + games.len();
        let next = games.last().filter(|_| rest).map(|last| last.game.clone());
        Ok(WatchedList { games, next })
    }

    /// Returns the whole list, made anew if it is old.
    async fn all(&self) -> Result<Arc<[WatchedView]>, GameError> {
        let mut made = self.made.lock().await;
        let now = self.time.now();
        if let Some((_, list)) = made.as_ref().filter(|(at, _)| now - at < FRESH) {
            return Ok(Arc::clone(list));
        }
        let mut list = Vec::new();
        for game in self.store.watched(now - LONGEST, now - LATELY, LONGEST_GAME, MOST).await.map_err(failed)? {
            // One that cannot be read keeps nobody from the others.
            let seen = self.play.observe(game, |game, _| watched(game)).await;
            list.extend(seen.ok().flatten().map(|(one, players)| {
                (game, players, WatchedView { watchers: self.hub.watchers(game), ..one })
            }));
        }
        let games: Vec<GameId> = list.iter().map(|(game, _, _)| *game).collect();
        let mut seated = HashMap::new();
        for one in self.store.seated_in(&games).await.map_err(failed)? {
            seated.insert((one.game, one.side), one);
        }
        let list = list.into_iter().map(|(game, players, one)| {
            let known = Side::BOTH.map(|side| seated.remove(&(game, side)));
            let ratings = known.each_ref().map(|known| known.as_ref()?.rating);
            let bots = known.each_ref().map(|known| known.as_ref().is_some_and(|known| known.bot));
            let names = names_shown(&players, known.map(|known| known.map(|known| known.name)));
            WatchedView { names, bots, ratings, ..one }
        });
        let list: Vec<WatchedView> = list.collect();
        let list: Arc<[WatchedView]> = list.into();
        *made = Some((now, Arc::clone(&list)));
        Ok(list)
    }
}

/// Tells whether a spec is that of a game: of just its options, or of whatever options where it has none.
fn is_of(spec: &str, game: &str) -> bool {
    spec == game || spec.strip_prefix(game).is_some_and(|options| options.starts_with(':'))
}

/// Describes a game as everybody may see it, and who plays, if it is being played.
fn watched(game: &GameInUse) -> Option<(WatchedView, [Player; 2])> {
    let (spec, position) = game.shown()?;
    let told = game.game();
    let view = WatchedView {
        game: told.id.to_string(),
        spec,
        degree: told.degree.to_string(),
        position,
        moves: game.standing_moves(),
        pace: told.pace.to_string(),
        rated: told.rated,
        names: [None, None],
        bots: [false; 2],
        ratings: [None; 2],
        watchers: 0,
    };
    Some((view, told.players))
}
