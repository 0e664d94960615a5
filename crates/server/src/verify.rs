use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use entourage_kernel::Side;
use entourage_record::{EventError, Game, GameId, GameState, Ready, Rules};
use entourage_registry::Registry;
use entourage_store::{Finished, IndexedGame, Outcome, Phase, Standing, Store, StoreError, WholeTournament};
use futures_util::{StreamExt, stream};

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

/// Replays the games of a database on all cores, in the order of their IDs, and compares each position with the
/// stored one; also checks clocks, keys, chat and conditional moves. Skips the games up to `after`, where an
/// interrupted verification continues. The database must be a copy, such as a backup, because it is migrated. `tell`
/// is called after each batch with the report so far and the last game of the batch.
pub async fn verify(
    directory: &Path,
    registry: &Registry,
    mut after: Option<GameId>,
    mut tell: impl FnMut(&Verification, GameId),
) -> Result<Verification, ServeError> {
    let store = Arc::new(Store::open(directory).await?);
    let library = Arc::new(Library::new(registry.clone(), Arc::clone(&store)));
    let failed = |error| ServeError::Data(store.unusable(error));
    let mut found = Verification::default();
    let mut deadlines: HashMap<String, i64> =
        store.all_deadlines().await.map_err(failed)?.into_iter().collect();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    loop {
        let names = store.games(after, BATCH).await.map_err(failed)?;
        let Some(last) = names.last().copied() else { break };
        let checks = names.into_iter().map(|name| {
            let (store, library, registry) = (Arc::clone(&store), Arc::clone(&library), registry.clone());
            let deadline = deadlines.remove(&name.to_string());
            tokio::spawn(async move { check(&store, &library, &registry, name, deadline).await })
        });
        let mut checks = stream::iter(checks).buffered(2 * processors);
        while let Some(checked) = checks.next().await {
            let broken = || StoreError::Unavailable("checking a game failed".into());
            found.add(checked.unwrap_or_else(|_| Err(broken())).map_err(failed)?);
        }
        tell(&found, last);
        after = Some(last);
    }
    found.look_at_tournaments(store.as_ref()).await.map_err(failed)?;
    found.faults.extend(store.rating_inconsistencies().await.map_err(failed)?);
    let oddities = store.inconsistencies().await.map_err(failed)?;
    found.faults.extend(oddities.into_iter().map(|(game, problem)| format!("{game}: {problem}")));
    store.close().await;
    Ok(found)
}

/// Checks a single game.
async fn check(
    store: &Store,
    library: &Library,
    registry: &Registry,
    name: GameId,
    deadline: Option<i64>,
) -> Result<Verification, StoreError> {
    let mut found = Verification { games: 1, ..Verification::default() };
    match store.read_with_plans(name).await {
        Ok(Some(Standing { game, plans, .. })) => {
            let gone = |_| StoreError::Unavailable("the rules of a game cannot be loaded".into());
            library.fetch(&game.spec).await.map_err(gone)?;
            let listed = match store.finished(name).await? {
                Some(kept) => Some((kept, store.computed_entry(game.clone()).await?)),
                None => None,
            };
            found.look_at_plans(name, &plans);
            found.look(registry, game, deadline, listed);
        }
        Ok(None) => found.fault(name, "missing"),
        Err(error) => found.fault(name, &error.to_string()),
    }
    Ok(found)
}

/// The stored index entry of a game, and the one computed from its record.
type Listed = Option<((Finished, IndexedGame), Option<Finished>)>;

impl Verification {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.events += other.events;
        self.other_rules += other.other_rules;
        self.faults.extend(other.faults);
    }

    /// Replays a game once; only if a replay fails or differs, replays it again to describe the fault.
    fn look(&mut self, registry: &Registry, game: Game, deadline: Option<i64>, listed: Listed) {
        let name = game.id;
        self.events += game.entries.len();
        let Ok(board) = Board::of(registry, &game) else {
            self.other_rules += 1;
            let replayed = GameState::<Board>::replay(game.clone(), None);
            self.look_at_finding(name, listed, None);
            return replayed.err().into_iter().for_each(|error| self.fault(name, &error.to_string()));
        };
        let begun =
            if game.setup.is_some() { GameState::<Board>::PREPARING.to_owned() } else { board.status() };
        let is =
            |stored: &Option<String>, status: String| stored.as_ref().is_none_or(|stored| *stored == status);
        let mut is_sound = is(&game.start_status, begun);
        let replayed = LoadedGame::replay(registry, game.clone(), Some(board), |state, _, _| {
            is_sound &= is(&game.entries[state.seq()].status, state.status());
        });
        let replayed = replayed.ok().filter(|told| told.state.rules().is_some());
        is_sound &= replayed.is_some();
        if let Some(told) =
            replayed.as_ref().filter(|told| !game.pace.is_unlimited() && told.state.deadline() != deadline)
        {
            let word = |at: Option<i64>| at.map_or("never".to_owned(), |at| at.to_string());
            let (now, kept) = (word(told.state.deadline()), word(deadline));
            self.fault(name, &format!("deadline is {now}, but {kept} is stored"));
        }
        self.look_at_finding(name, listed, replayed);
        if !is_sound {
            self.describe(registry, game);
        }
    }

    /// Replays a game event by event, and reports the first difference.
    fn describe(&mut self, registry: &Registry, mut game: Game) {
        let (name, entries) = (game.id, std::mem::take(&mut game.entries));
        let Ok(board) = Board::of(registry, &game) else { return };
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

    /// Checks the index entry of a finished game against its record. Games that are not indexed yet are
    /// skipped.
    fn look_at_finding(&mut self, name: GameId, listed: Listed, replayed: Option<LoadedGame>) {
        let Some(((kept, looked), told)) = listed else { return };
        let Some(mut told) = told else {
            return self.fault(name, "indexed, but not finished or not public");
        };
        // A player's rating at the time of this game cannot always be recomputed; if it cannot, accept the stored one.
        for (told, kept) in told.ratings.iter_mut().zip(kept.ratings) {
            *told = told.or(kept);
        }
        if told != kept {
            self.fault(name, "index entry does not match the record");
        }
        if looked.reading != READING || looked.last.is_none() {
            return;
        }
        let again = replayed.map(|game| game.looked());
        if again.is_some_and(|again| again.last.is_some() && again != looked) {
            self.fault(name, "indexed positions do not match the game");
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
