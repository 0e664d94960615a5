use entourage_registry::{AnyGame, Registry};

use super::board::Board;
use crate::engine::shuffled;

/// XBoard's name for the game that it knows best.
const NORMAL: &str = "normal";
/// The same on shuffled ranks.
const SHUFFLED: &str = "fischerandom";

/// Lists the variants that a board may choose: the game that XBoard knows, every other that stands on a rectangle, and the one that the
/// engine was started with.
pub fn names(registry: &Registry, started: &dyn AnyGame) -> Vec<String> {
    let mut names = vec![NORMAL.to_owned(), SHUFFLED.to_owned()];
    let mut add = |game: &dyn AnyGame| {
        let spec = game.spec();
        let fits = !spec.contains(',') && !is_known(registry, game) && Board::of(game, false).is_some();
        if fits && !names.contains(&spec) {
            names.push(spec);
        }
    };
    for name in registry.games() {
        if let Ok(game) = registry.open(name) {
            add(game.as_ref());
        }
    }
    add(started);
    names
}

/// Opens the game that XBoard knows best; `None` if nobody offers it.
pub fn normal(registry: &Registry) -> Option<Box<dyn AnyGame>> {
    let games = registry.games();
    games.iter().filter_map(|name| registry.open(name).ok()).find(|game| game.is_unnamed())
}

/// Tells whether XBoard knows the rules of a game: the one it knows best, on shuffled ranks or not.
pub fn is_known(registry: &Registry, game: &dyn AnyGame) -> bool {
    normal(registry).is_some_and(|normal| normal.metadata().id == game.metadata().id)
}

/// Opens the game of a variant; `None` if there is none, or its board is none of XBoard's.
pub fn open(registry: &Registry, name: &str, started: &str) -> Option<(Box<dyn AnyGame>, Board)> {
    let game = match name {
        NORMAL => normal(registry)?,
        SHUFFLED => shuffled::reopen(registry, normal(registry)?.as_ref(), true)?,
        // What people wrote is named by the engine's argument alone.
        _ if name == started => registry.open(started).ok()?,
        _ => registry.open(name).ok()?,
    };
    let board = Board::of(game.as_ref(), is_known(registry, game.as_ref()))?;
    Some((game, board))
}
