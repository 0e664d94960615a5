use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use entourage_kernel::Side;
use entourage_record::{EventError, Game, GameId, GameState, Ready};
use entourage_registry::Registry;
use entourage_store::{Finished, IndexedGame, Outcome, Phase, Standing, Store, StoreError, WholeTournament};

use crate::games::library::Library;
use crate::loaded_game::board::Board;
use crate::loaded_game::{LoadedGame, READING};
use crate::serve_error::ServeError;

const BATCH: u32 = 256;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verification {
    pub games: usize,
    pub events: usize,
    /// Number of games played under another version of the rules; their moves cannot be checked.
    pub other_rules: usize,
    pub faults: Vec<String>,
}

/// Replays every game of a database and compares each position with the stored one; also checks clocks, keys,
/// chat and conditional moves. The database must be a copy, such as a backup, because it is migrated. `tell` is
/// called with the number of games checked so far.
pub async fn verify(
    directory: &Path,
    registry: &Registry,
    mut tell: impl FnMut(usize),
) -> Result<Verification, ServeError> {
    let store = Arc::new(Store::open(directory).await?);
    let library = Library::new(registry.clone(), Arc::clone(&store) as Arc<Store>);
    let failed = |error| ServeError::Data(store.unusable(error));
    let gone = || failed(StoreError::Unavailable("the rules of a game cannot be loaded".into()));
    let (mut found, mut after) = (Verification::default(), None);
    let mut deadlines: HashMap<String, i64> =
        store.all_deadlines().await.map_err(failed)?.into_iter().collect();
    loop {
        let names = store.games(after, BATCH).await.map_err(failed)?;
        let Some(last) = names.last().copied() else { break };
        for name in names {
            // Remove the deadline even if the game turns out to be corrupt.
            let deadline = deadlines.remove(&name.to_string());
            match store.read_with_plans(name).await {
                Ok(Some(Standing { game, plans, .. })) => {
                    library.fetch(&game.spec).await.map_err(|_| gone())?;
                    found.look_at_clocks(registry, &game, deadline);
                    found.look_at_plans(name, &plans);
                    let (kept, told) = store.finished(name).await.map_err(failed)?;
                    if let Some((kept, looked)) = kept {
                        found.look_at_finding(registry, &game, &kept, &looked, told);
                    }
                    found.look(registry, game);
                }
                Ok(None) => found.fault(name, "missing"),
                Err(error) => found.fault(name, &error.to_string()),
            }
            found.games += 1;
        }
        tell(found.games);
        after = Some(last);
    }
    found.look_at_tournaments(store.as_ref()).await.map_err(failed)?;
    found.faults.extend(store.rating_inconsistencies().await.map_err(failed)?);
    let oddities = store.inconsistencies().await.map_err(failed)?;
    found.faults.extend(oddities.into_iter().map(|(game, problem)| format!("{game}: {problem}")));
    store.close().await;
    Ok(found)
}

impl Verification {
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
            self.fault(name, &format!("initial status is {}, but {start} is stored", state.status()));
        }
        for (seq, entry) in entries.into_iter().enumerate() {
            let status = entry.status.clone();
            if let Err(error) = state.apply_stored(entry) {
                let why = match error {
                    EventError::Ledger(error) => error.to_string(),
                    EventError::Refused(_) => "illegal move".to_owned(),
                    _ => "the setups are invalid".to_owned(),
                };
                return self.fault(name, &format!("event {seq} is invalid: {why}"));
            }
            if let Some(status) = status.filter(|status| *status != state.status()) {
                return self.fault(
                    name,
                    &format!("status after event {seq} is {}, but {status} is stored", state.status()),
                );
            }
        }
    }

    fn look_at_clocks(&mut self, registry: &Registry, game: &Game, kept: Option<i64>) {
        if game.pace.is_unlimited() {
            return;
        }
        let Ok(board) = Board::of(registry, game) else { return };
        // Replay errors are reported by `look`.
        let Ok(state) = GameState::replay(game.clone(), Some(board)) else { return };
        if state.rules().is_some() && state.deadline() != kept {
            let told = |at: Option<i64>| at.map_or("never".to_owned(), |at| at.to_string());
            let (now, kept) = (told(state.deadline()), told(kept));
            self.fault(game.id, &format!("deadline is {now}, but {kept} is stored"));
        }
    }

    /// Checks the index entry of a finished game against its record. Games that are not indexed yet are
    /// skipped.
    fn look_at_finding(
        &mut self,
        registry: &Registry,
        game: &Game,
        kept: &Finished,
        looked: &IndexedGame,
        told: Option<Finished>,
    ) {
        let Some(mut told) = told else {
            return self.fault(game.id, "indexed, but not finished or not public");
        };
        // A player's rating at the time of this game cannot always be recomputed; if it cannot, accept the stored one.
        for (told, kept) in told.ratings.iter_mut().zip(kept.ratings) {
            *told = told.or(kept);
        }
        if told != *kept {
            self.fault(game.id, "index entry does not match the record");
        }
        if looked.reading != READING || looked.last.is_none() {
            return;
        }
        // Replay errors are reported by `look`.
        let again = LoadedGame::of(registry, game.clone()).map(|game| game.looked());
        if again.is_ok_and(|again| again.last.is_some() && again != *looked) {
            self.fault(game.id, "indexed positions do not match the game");
        }
    }

    fn look_at_plans(&mut self, game: GameId, plans: &[Option<String>; 2]) {
        for (side, text) in Side::BOTH.into_iter().zip(plans) {
            if text.as_ref().is_some_and(|text| Ready::of_stored(text).is_none()) {
                self.fault(game, &format!("conditional moves of side {} are corrupt", side.number()));
            }
        }
    }

    /// Recomputes every tournament from the records of its games, and compares it with the stored one.
    async fn look_at_tournaments(&mut self, store: &Store) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let some = store.tournaments(&Phase::ALL, after, BATCH).await?;
            let Some(last) = some.last() else { return Ok(()) };
            after = Some(last.tournament.id);
            for listed in &some {
                // A listed tournament is missing only if the database is being changed.
                if let Some(whole) = store.tournament(listed.tournament.id).await? {
                    self.look_at_tournament(store, whole).await?;
                }
            }
        }
    }

    async fn look_at_tournament(&mut self, store: &Store, kept: WholeTournament) -> Result<(), StoreError> {
        let name = kept.tournament.id;
        for pairing in kept.pairings.iter().filter(|pairing| pairing.second.is_some()) {
            let Some(game) = pairing.game else { continue };
            let recorded = match store.outcome_by_record(game).await {
                Ok(recorded) => recorded,
                Err(StoreError::Missing) => continue,
                Err(error) => return Err(error),
            };
            // A game that no player joined has no result, however it ended.
            let nobody_came = matches!(
                (pairing.outcome, recorded),
                (Some(Outcome::Neither), None | Some(Outcome::Forfeit(_)))
            );
            if pairing.outcome == recorded || nobody_came {
                continue;
            }
            let word = |outcome: Option<Outcome>| outcome.map_or("unfinished", Outcome::word);
            let (by_record, by_tournament) = (word(recorded), word(pairing.outcome));
            self.faults.push(format!(
                "tournament {name}: result of {game} is {by_record}, but counted as {by_tournament}"
            ));
        }
        if kept.tournament.phase == Phase::Over && kept.pairings.iter().any(|pairing| pairing.outcome.is_none())
        {
            self.faults.push(format!("tournament {name}: finished, but a game is still in progress"));
        }
        Ok(())
    }

    fn fault(&mut self, game: GameId, problem: &str) {
        self.faults.push(format!("{game}: {problem}"));
    }
}
