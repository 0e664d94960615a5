//! The list of games that are being played and that everybody may watch, because both players have agreed to it.

use std::sync::Arc;

use entourage_record::GameId;
use entourage_registry::view::{WatchedList, WatchedView};
use entourage_store::Store;
use tokio::sync::Mutex;

use super::hub::Hub;
use super::play::Play;
use super::report::failed;
use crate::domain::game_error::GameError;
use crate::game_in_use::GameInUse;
use crate::server_time::ServerTime;

/// The most games of a page.
const PAGE: usize = 12;
/// The most games of the whole list.
const MOST: u32 = 60;
/// How long a list stands before it is made anew, in milliseconds: whoever asks, so often at most are games looked at.
const FRESH: i64 = 5_000;
/// The most events of a game that is listed: to make the list, games that are not at hand are played again, at the cost of whoever asks.
const LONGEST_GAME: u32 = 1_000;
/// How long nothing may have happened in a game that is being played, in milliseconds: a week.
const LATELY: i64 = 7 * DAY;
/// How long a game is listed at most, in milliseconds: two months.
const LONGEST: i64 = 60 * DAY;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Lists games that everybody may watch.
pub(crate) struct Watching {
    store: Arc<dyn Store>,
    play: Arc<Play>,
    hub: Arc<Hub>,
    time: Arc<ServerTime>,
    /// The list as it was made last, and when. Who asks while it is made waits for it.
    made: Mutex<Option<(i64, Arc<[WatchedView]>)>>,
}

impl Watching {
    /// Lists games of a store.
    pub fn new(store: Arc<dyn Store>, play: Arc<Play>, hub: Arc<Hub>, time: Arc<ServerTime>) -> Self {
        Self { store, play, hub, time, made: Mutex::default() }
    }

    /// Lists a page of the games, after one if it is named and still among them.
    pub async fn list(&self, after: Option<GameId>) -> Result<WatchedList, GameError> {
        let all = self.all().await?;
        let after = after.map(|game| game.to_string());
        let from = match after {
            Some(game) => all.iter().position(|one| one.game == game).map_or(all.len(), |index| index + 1),
            None => 0,
        };
        let games: Vec<WatchedView> = all[from..].iter().take(PAGE).cloned().collect();
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
            list.extend(
                seen.ok().flatten().map(|one| WatchedView { watchers: self.hub.watchers(game), ..one }),
            );
        }
        let list: Arc<[WatchedView]> = list.into();
        *made = Some((now, Arc::clone(&list)));
        Ok(list)
    }
}

/// Describes a game as everybody may see it, if it is being played.
fn watched(game: &GameInUse) -> Option<WatchedView> {
    let (spec, position) = game.shown()?;
    let told = game.game();
    Some(WatchedView {
        game: told.id.to_string(),
        spec,
        degree: told.degree.to_string(),
        position,
        moves: game.standing_moves(),
        pace: told.pace.to_string(),
        watchers: 0,
    })
}
