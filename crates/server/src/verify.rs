use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use entourage_kernel::Side;
use entourage_record::{EventError, Game, GameId, GameState, Ready};
use entourage_registry::Registry;
use entourage_store::{OpenError, SqliteStore, Store, StoreError, TalkStore};

use crate::game_in_use::board::Board;
use crate::games::shelf::Shelf;
use crate::serve_error::ServeError;

/// The most games that are named at a time.
const MOST: u32 = 256;

/// Says what came of reading every game of a database.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verification {
    /// The number of games.
    pub games: usize,
    /// The number of their events.
    pub events: usize,
    /// The number of games that began under rules that are not these: their events are told, and not judged.
    pub other_rules: usize,
    /// What is wrong, a line each.
    pub faults: Vec<String>,
}

/// Plays every game of a database again, and compares where it stood after each event with what was stored then; looks through what is
/// kept beside the events, too: clocks, keys, chat, what players have ready.
///
/// The database is one of its own, such as a backup: it is brought up to date. `tell` hears how many games are read.
///
/// # Errors
/// The database cannot be opened or read.
pub async fn verify(
    directory: &Path,
    registry: &Registry,
    mut tell: impl FnMut(usize),
) -> Result<Verification, ServeError> {
    let store = Arc::new(SqliteStore::open(directory).await?);
    let shelf = Shelf::new(registry.clone(), Arc::clone(&store) as Arc<dyn Store>);
    let failed = |error| ServeError::Data(OpenError::Database { path: store.path().to_owned(), error });
    let gone = || failed(StoreError::Unavailable("a game's rules cannot be read".into()));
    let (mut found, mut after) = (Verification::default(), None);
    let mut deadlines: HashMap<String, i64> =
        store.all_deadlines().await.map_err(failed)?.into_iter().collect();
    loop {
        let names = store.games(after, MOST).await.map_err(failed)?;
        let Some(last) = names.last().copied() else { break };
        for name in names {
            // Each is looked at, whatever the others are.
            let deadline = deadlines.remove(&name.to_string());
            match store.read_with_plans(name).await {
                Ok(Some((game, plans))) => {
                    shelf.fetch(&game.spec).await.map_err(|_| gone())?;
                    found.look_at_clocks(registry, &game, deadline);
                    found.look_at_plans(name, &plans);
                    found.look(registry, game);
                }
                Ok(None) => found.fault(name, "it is gone"),
                Err(error) => found.fault(name, &error.to_string()),
            }
            found.games += 1;
        }
        tell(found.games);
        after = Some(last);
    }
    let oddities = store.oddities().await.map_err(failed)?;
    found.faults.extend(oddities.into_iter().map(|(game, problem)| format!("{game}: {problem}")));
    store.close().await;
    Ok(found)
}

impl Verification {
    /// Plays a game again.
    fn look(&mut self, registry: &Registry, mut game: Game) {
        let (name, entries) = (game.id, std::mem::take(&mut game.entries));
        self.events += entries.len();
        let Ok(board) = Board::of(registry, &game) else {
            self.other_rules += 1;
            game.entries = entries;
            if let Err(error) = GameState::<Board>::replay(game, None) {
                self.fault(name, &error.to_string());
            }
            return;
        };
        let mut state = GameState::begin(game, board);
        if let Some(start) = state.game().start_status.clone().filter(|start| *start != state.status()) {
            self.fault(name, &format!("it begins {}, and was stored as {start}", state.status()));
        }
        for (seq, entry) in entries.into_iter().enumerate() {
            let status = entry.status.clone();
            if let Err(error) = state.retell(entry) {
                let why = match error {
                    EventError::Ledger(error) => error.to_string(),
                    EventError::Refused(_) => "the rules refuse it".to_owned(),
                    _ => "the players' choices begin no game".to_owned(),
                };
                return self.fault(name, &format!("event {seq} does not follow: {why}"));
            }
            if let Some(status) = status.filter(|status| *status != state.status()) {
                return self.fault(
                    name,
                    &format!("after event {seq} it is {}, and was stored as {status}", state.status()),
                );
            }
        }
    }

    /// Compares when a game's time is up with what is kept of it.
    fn look_at_clocks(&mut self, registry: &Registry, game: &Game, kept: Option<i64>) {
        if game.pace.is_unlimited() {
            return;
        }
        let Ok(board) = Board::of(registry, game) else { return };
        // What does not follow is told elsewhere.
        let Ok(state) = GameState::replay(game.clone(), Some(board)) else { return };
        if state.rules().is_some() && state.deadline() != kept {
            let told = |at: Option<i64>| at.map_or("never".to_owned(), |at| at.to_string());
            let (now, kept) = (told(state.deadline()), told(kept));
            self.fault(game.id, &format!("its time is up at {now}, and was stored as {kept}"));
        }
    }

    /// Reads what the sides have ready.
    fn look_at_plans(&mut self, game: GameId, plans: &[Option<String>; 2]) {
        for (side, text) in Side::BOTH.into_iter().zip(plans) {
            if text.as_ref().is_some_and(|text| Ready::of_stored(text).is_none()) {
                self.fault(game, &format!("what side {} has ready makes no sense", side.number()));
            }
        }
    }

    fn fault(&mut self, game: GameId, problem: &str) {
        self.faults.push(format!("{game}: {problem}"));
    }
}
