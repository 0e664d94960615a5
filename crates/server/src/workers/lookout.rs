//! Games that other processes have changed.

use std::sync::Arc;

use entourage_record::GameId;
use tokio::sync::Semaphore;

use crate::domain::Error;
use crate::games::Games;

/// Games read at a time; with the followers this is three quarters of the process's database connections.
const AT_ONCE: usize = 4;

pub(crate) async fn look_out(games: Arc<Games>) {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    loop {
        for game in games.hub.behind().await {
            // Nobody closes it. Whoever takes long keeps one place, and holds up nobody else.
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            let games = Arc::clone(&games);
            tokio::spawn(async move {
                look(&games, game).await;
                drop(place);
            });
        }
    }
}

async fn look(games: &Arc<Games>, game: GameId) {
    // What is heard from here on makes it doubtful again.
    games.hub.confirm(game);
    match games.catch_up(game).await {
        Ok((progress, over)) => games.hub.learn(game, progress, over),
        // The next heartbeat finds that it is still to be looked at.
        Err(Error::Unavailable) => games.hub.doubt(game),
        // Whoever follows it finds out what is the matter.
        Err(_) => games.hub.hear(game, None),
    }
}
