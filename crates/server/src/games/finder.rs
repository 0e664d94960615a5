//! Search for finished games by players, result and positions.

use entourage_kernel::Enforcement;
use entourage_rating::Class;
use entourage_registry::view::{
    FinishedList, FinishedRecord, FinishedView, LastView, OpeningMove, OpeningView,
};
use entourage_store::{Found, FoundPlace, StoredRecord};

use crate::domain::Part;
use crate::games::prelude::*;
use crate::loaded_game::{complete_stored, refusal};

pub(crate) use entourage_store::{FoundOrder, GameFilter, ResultFilter};

const PAGE: u32 = 20;
const MAX_RECORDS: u32 = 1_000;
/// Number of games that an export reads at a time.
const EXPORTED: usize = 20;
const MAX_MOVES: usize = 200;

pub(crate) struct ResolvedSearch {
    sought: GameFilter,
    after: Option<FoundPlace>,
    position: Option<String>,
}

impl Games {
    /// Prepares a search for the store. Computes the position key if `position`, `line` or `needs` is set.
    pub async fn look_up(
        &self,
        sought: GameFilter,
        position: Option<String>,
        line: Option<Vec<String>>,
        after: Option<String>,
        needs: bool,
    ) -> Result<ResolvedSearch, Error> {
        let after = after.map(|text| read_place(&text, sought.order).ok_or(Error::NoGame)).transpose()?;
        if !needs && position.is_none() && line.is_none() {
            return Ok(ResolvedSearch { sought, after, position: None });
        }
        let spec = sought.game.clone().unwrap_or_default();
        let (key, position) = self.reached(&spec, position, line.unwrap_or_default()).await?;
        // The key depends only on the rules, so games with other adjudication options also match.
        Ok(ResolvedSearch {
            sought: GameFilter { position: Some(key), game: None, ..sought },
            after,
            position: Some(position),
        })
    }

    pub async fn list_finished(&self, wanted: &ResolvedSearch) -> Result<FinishedList, Error> {
        let page = self.store.find(&wanted.sought, wanted.after, PAGE).await?;
        let games = page.games.into_iter().map(|found| self.finished_view(found)).collect();
        Ok(FinishedList { games, next: page.next.map(place_text) })
    }

    pub async fn opening(&self, wanted: ResolvedSearch) -> Result<OpeningView, Error> {
        let told = self.store.continuations(&wanted.sought).await?;
        let games = told.moves.iter().map(|one| one.games).sum();
        // Games that ended in the position have no next move.
        let moves = told.moves.into_iter().filter_map(|one| {
            Some(OpeningMove { text: one.next?, games: one.games, won: one.won, rating: one.rating })
        });
        let position = wanted.position.unwrap_or_default();
        Ok(OpeningView { position, games, more: told.more, moves: moves.collect() })
    }

    /// Returns the position after the moves in `line`, as its key in the position index and in the game's notation.
    pub(super) async fn reached(
        &self,
        spec: &str,
        position: Option<String>,
        line: Vec<String>,
    ) -> Result<(i64, String), Error> {
        if line.len() > MAX_MOVES {
            return Err(Error::TooLong { most: MAX_MOVES });
        }
        self.library.fetch(spec).await?;
        let (registry, spec) = (self.registry.clone(), spec.to_owned());
        self.replays.replay(line.len(), move || reach(&registry, &spec, position.as_deref(), &line)).await?
    }

    /// Returns found games in groups, each of which is exported at once, and the place where the next page begins.
    pub async fn to_export(&self, wanted: &ResolvedSearch) -> Result<(Vec<Vec<Found>>, Option<String>), Error> {
        let mut page = self.store.find(&wanted.sought, wanted.after, MAX_RECORDS).await?;
        let mut groups = Vec::new();
        while !page.games.is_empty() {
            groups.push(page.games.drain(..page.games.len().min(EXPORTED)).collect());
        }
        Ok((groups, page.next.map(place_text)))
    }

    /// Returns the records of found games as PGN, without those that were deleted or are no longer public. Only games that are not
    /// indexed yet are replayed.
    pub async fn finished_records(&self, found: Vec<Found>) -> Result<String, Error> {
        let games: Vec<GameId> = found.iter().map(|found| found.finished.game).collect();
        let stored = self.store.records(&games).await?.into_iter();
        let mut stored: HashMap<GameId, StoredRecord> = stored.map(|stored| (stored.game, stored)).collect();
        let mut text = String::new();
        for Found { finished, names, .. } in found {
            let Some(stored) = stored.remove(&finished.game) else { continue };
            let names = names_shown(&stored.players, names);
            let (ratings, tournament) = (finished.ratings, stored.tournament);
            let read = stored.record.as_deref();
            let record =
                read.and_then(|read| complete_stored(read, names.clone(), ratings, tournament.clone()));
            let write = move |told: &LoadedGame| told.scoresheet(names, ratings, tournament);
            match record {
                Some(record) => text += &record,
                None => text += &self.while_shown(finished.game, write).await?.unwrap_or_default(),
            }
        }
        Ok(text)
    }

    /// Returns found games with their moves, without those that were deleted or are no longer public.
    pub async fn finished_wholes(&self, found: Vec<Found>) -> Result<Vec<FinishedRecord>, Error> {
        let mut wholes = Vec::new();
        for found in found {
            let (game, view) = (found.finished.game, self.finished_view(found));
            let tell = |told: &LoadedGame| FinishedRecord {
                game: view,
                start: told.start(),
                line: told.moves().to_vec(),
            };
            wholes.extend(self.while_shown(game, tell).await?);
        }
        Ok(wholes)
    }

    /// Replays a stored game without caching it.
    pub async fn replayed<T: Send + 'static>(
        &self,
        id: GameId,
        see: impl FnOnce(&LoadedGame) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let game = self.store.read(id).await?.ok_or(Error::NoGame)?;
        self.library.fetch(&game.spec).await?;
        let registry = self.registry.clone();
        let steps = game.entries.iter().map(|entry| entry.event.legs().max(1)).sum();
        let told = move || LoadedGame::of(&registry, game).map(|told| see(&told));
        self.replays.replay(steps, told).await?.map_err(|_| Error::Damaged)
    }

    /// Replays a game; returns `None` if the game is not public, is corrupt, or was deleted.
    async fn while_shown<T: Send + 'static>(
        &self,
        id: GameId,
        see: impl FnOnce(&LoadedGame) -> T + Send + 'static,
    ) -> Result<Option<T>, Error> {
        if !self.store.is_published(id).await? {
            return Ok(None);
        }
        match self.replayed(id, see).await {
            Ok(seen) => Ok(Some(seen)),
            Err(Error::NoGame | Error::Damaged) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    fn finished_view(&self, found: Found) -> FinishedView {
        let Found { finished, names, bots, enforcement, pace, last } = found;
        FinishedView {
            game: finished.game.to_string(),
            spec: finished.spec,
            enforcement: enforcement.to_string(),
            pace: pace.to_string(),
            class: finished.class.map(Class::word),
            rated: finished.rated,
            names,
            bots,
            ratings: finished.ratings,
            winner: finished.winner.map(|side| side.number()),
            cause: finished.cause,
            moves: finished.plies,
            ended: self.time.date_of(finished.at),
            last: last.map(|last| LastView { spec: last.spec, position: last.position }),
        }
    }
}

fn reach(
    registry: &Registry,
    spec: &str,
    position: Option<&str>,
    line: &[String],
) -> Result<(i64, String), Error> {
    let spec = registry.open(spec).map_err(|error| Error::Text(Part::Spec, error.into()))?.spec();
    let begun = registry.begin(&spec, position, Enforcement::Enforced);
    let mut live = begun.map_err(|error| Error::Text(Part::Position, error))?;
    for (index, text) in line.iter().enumerate() {
        if let Err(error) = live.play(text) {
            return Err(refusal(live.as_ref(), error).in_list(index));
        }
    }
    let key = live.position_key().ok_or(Error::Internal)?;
    Ok((key, live.position_text()))
}

fn place_text(FoundPlace { strength, at, game }: FoundPlace) -> String {
    match strength {
        None => format!("{at}.{game}"),
        Some(strength) => format!("{strength}.{at}.{game}"),
    }
}

fn read_place(text: &str, order: FoundOrder) -> Option<FoundPlace> {
    let (strength, rest) = match order {
        FoundOrder::Newest => (None, text),
        FoundOrder::Strongest => {
            let (strength, rest) = text.split_once('.')?;
            (Some(strength.parse().ok()?), rest)
        }
    };
    let (at, game) = rest.split_once('.')?;
    let place = FoundPlace { strength, at: at.parse().ok()?, game: game.parse().ok()? };
    (place_text(place) == text).then_some(place)
}
