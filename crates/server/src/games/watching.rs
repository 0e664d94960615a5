//! Public games in progress.

use entourage_registry::view::{WatchedList, WatchedView};

use crate::games::prelude::*;

const PAGE: usize = 12;
const MAX_LISTED: u32 = 120;
/// How long the list is reused, in milliseconds.
const FRESH: i64 = 5_000;
/// Games with more events are not listed, because listing a game can require replaying its moves.
const MAX_EVENTS: u32 = 1_000;
/// Time in milliseconds (a week) after the last event at which a game is no longer listed.
const ACTIVE_WITHIN: i64 = 7 * DAY;
/// Maximum age of listed games in milliseconds: two months.
const MAX_AGE: i64 = 60 * DAY;
const DAY: i64 = 24 * 60 * 60 * 1000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    Latest,
    Rating,
}

impl Games {
    pub async fn list_watched(
        self: &Arc<Self>,
        game: Option<&str>,
        player: Option<&str>,
        order: Order,
        after: Option<GameId>,
    ) -> Result<WatchedList, Error> {
        let all = self.watched_games().await?;
        let is_sought = |one: &&WatchedView| {
            let plays = |name: &str| one.names.iter().flatten().any(|known| known == name);
            game.is_none_or(|game| is_of(&one.spec, game)) && player.is_none_or(plays)
        };
        let mut all: Vec<&WatchedView> = all.iter().filter(is_sought).collect();
        if order == Order::Rating {
            // The sort is stable: games of equal rating keep their order.
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

    async fn watched_games(self: &Arc<Self>) -> Result<Arc<[WatchedView]>, Error> {
        let mut made = self.watched.lock().await;
        let now = self.time.now();
        if let Some((_, list)) = made.as_ref().filter(|(at, _)| now - at < FRESH) {
            return Ok(Arc::clone(list));
        }
        let mut list = Vec::new();
        for game in self.store.watched(now - MAX_AGE, now - ACTIVE_WITHIN, MAX_EVENTS, MAX_LISTED).await? {
            // Games that cannot be read are skipped.
            let seen = self.observe(game, |game, _| watched(game)).await;
            list.extend(seen.ok().flatten().map(|(one, players)| {
                (game, players, WatchedView { watchers: self.hub.watchers(game), ..one })
            }));
        }
        let games: Vec<GameId> = list.iter().map(|(game, _, _)| *game).collect();
        let mut seated = HashMap::new();
        for one in self.store.seated_in(&games).await? {
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

/// Returns whether a spec matches a game filter; a filter without options matches any options.
fn is_of(spec: &str, game: &str) -> bool {
    spec == game || spec.strip_prefix(game).is_some_and(|options| options.starts_with(':'))
}

fn watched(game: &LoadedGame) -> Option<(WatchedView, [Player; 2])> {
    let (spec, position) = game.shown()?;
    let told = game.game();
    let view = WatchedView {
        game: told.id.to_string(),
        spec,
        enforcement: told.enforcement.to_string(),
        position,
        moves: game.moves().len(),
        pace: told.pace.to_string(),
        rated: told.rated,
        names: [None, None],
        bots: [false; 2],
        ratings: [None; 2],
        watchers: 0,
    };
    Some((view, told.players))
}
