//! Finished games that everybody may find: by who played, what and how it ended, and by positions.

use std::sync::Arc;

use entourage_kernel::{Degree, Side};
use entourage_rating::Class;
use entourage_record::{AccountId, GameId};
use entourage_registry::Registry;
use entourage_registry::view::{
    FinishedList, FinishedRecord, FinishedView, LastView, OpeningMove, OpeningView,
};
pub(crate) use entourage_store::FoundOrder;
use entourage_store::{Found, FoundPlace, Sought, SoughtResult, Store};

use super::replays::Replays;
use super::report::failed;
use super::shelf::Shelf;
use crate::domain::game_error::{GameError, Part};
use crate::game_in_use::{GameInUse, refusal};
use crate::seating::names_shown;
use crate::server_time::ServerTime;

/// The most games of a page.
const PAGE: u32 = 20;
/// The most games that are handed out as records at a time.
const MOST_RECORDS: u32 = 1_000;
/// The most moves of a line that leads to a position.
const MOST_MOVES: usize = 200;

/// Finds finished games.
pub(crate) struct Finder {
    pub(super) registry: Registry,
    pub(super) store: Arc<Store>,
    pub(super) shelf: Arc<Shelf>,
    pub(super) replays: Arc<Replays>,
    pub(super) time: Arc<ServerTime>,
}

/// Says which finished games are asked for: all of them, but for what is said here.
#[derive(Clone, Default, Debug)]
pub(crate) struct Asked {
    /// Those of a game, by a spec with options or without.
    pub game: Option<String>,
    /// Those of an account.
    pub player: Option<AccountId>,
    /// Those against another.
    pub opponent: Option<AccountId>,
    /// Those that ended so.
    pub ended: Option<Ended>,
    /// Those at paces of a class.
    pub class: Option<Class>,
    /// Those that counted for ratings, or did not.
    pub rated: Option<bool>,
    /// Those that came to a position of the game.
    pub position: Option<String>,
    /// Those that came to where these moves lead from the position, or from the start.
    pub line: Option<Vec<String>>,
    /// Which come first.
    pub order: FoundOrder,
    /// The place after which they are listed, as it was told.
    pub after: Option<String>,
}

/// Says how a game that is asked for ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    /// A side won.
    Side(Side),
    /// Nobody won.
    Draw,
    /// The player won.
    Won,
    /// The player lost.
    Lost,
}

/// What is sought, once the position is known by its key.
pub(crate) struct Wanted {
    sought: Sought,
    after: Option<FoundPlace>,
    /// The position.
    position: Option<String>,
}

impl Finder {
    /// Finds what is asked for by its key where a position is, or `needs` to be: it is where the game begins then.
    ///
    /// # Errors
    /// No such place was told; the game, the position or a move cannot be read, or the rules refuse it.
    pub async fn look_up(&self, asked: Asked, needs: bool) -> Result<Wanted, GameError> {
        let Asked { game, player, opponent, ended, class, rated, position, line, order, after } = asked;
        let result = ended.map(|ended| match ended {
            Ended::Side(side) => SoughtResult::Side(side),
            Ended::Draw => SoughtResult::Draw,
            Ended::Won => SoughtResult::Won,
            Ended::Lost => SoughtResult::Lost,
        });
        let after = after.map(|text| read_place(&text, order).ok_or(GameError::NoGame)).transpose()?;
        let sought = Sought { game, player, opponent, result, class, rated, position: None, order };
        if !needs && position.is_none() && line.is_none() {
            return Ok(Wanted { sought, after, position: None });
        }
        let spec = sought.game.clone().unwrap_or_default();
        let (key, position) = self.place(&spec, position, line.unwrap_or_default()).await?;
        // The key says by which rules, and organisers' options are none of them.
        Ok(Wanted {
            sought: Sought { position: Some(key), game: None, ..sought },
            after,
            position: Some(position),
        })
    }

    /// Lists a page of the games that are wanted.
    pub async fn list(&self, wanted: &Wanted) -> Result<FinishedList, GameError> {
        let page = self.store.find(&wanted.sought, wanted.after, PAGE).await.map_err(failed)?;
        let games = page.games.into_iter().map(|found| self.view(found)).collect();
        Ok(FinishedList { games, next: page.next.map(place_text) })
    }

    /// Tells how the games that are wanted went on from their position.
    pub async fn opening(&self, wanted: Wanted) -> Result<OpeningView, GameError> {
        let told = self.store.continuations(&wanted.sought).await.map_err(failed)?;
        let games = told.moves.iter().map(|one| one.games).sum();
        // Where games ended no move followed.
        let moves = told.moves.into_iter().filter_map(|one| {
            Some(OpeningMove { text: one.next?, games: one.games, won: one.won, rating: one.rating })
        });
        let position = wanted.position.unwrap_or_default();
        Ok(OpeningView { position, games, more: told.more, moves: moves.collect() })
    }

    /// Finds the position to which a line of moves leads from another one, or from where a game begins: its key, and how it is written.
    async fn place(
        &self,
        spec: &str,
        position: Option<String>,
        line: Vec<String>,
    ) -> Result<(i64, String), GameError> {
        if line.len() > MOST_MOVES {
            return Err(GameError::TooLong { most: MOST_MOVES });
        }
        self.shelf.fetch(spec).await?;
        let (registry, spec) = (self.registry.clone(), spec.to_owned());
        self.replays.replay(line.len(), move || reach(&registry, &spec, position.as_deref(), &line)).await?
    }

    /// Lists those games that are handed out as records, and where it goes on.
    pub async fn to_hand_out(&self, wanted: &Wanted) -> Result<(Vec<Found>, Option<String>), GameError> {
        let page = self.store.find(&wanted.sought, wanted.after, MOST_RECORDS).await.map_err(failed)?;
        Ok((page.games, page.next.map(place_text)))
    }

    /// Writes a game that was found as a record in PGN's shape; `None` if it is gone, or shown no more.
    pub async fn record(&self, found: Found) -> Result<Option<String>, GameError> {
        let (game, ratings) = (found.finished.game, found.finished.ratings);
        let write =
            move |told: &GameInUse| told.scoresheet(names_shown(&told.game().players, found.names), ratings);
        self.while_shown(game, write).await
    }

    /// Tells a game that was found whole; `None` if it is gone, or shown no more.
    pub async fn whole(&self, found: Found) -> Result<Option<FinishedRecord>, GameError> {
        let (game, view) = (found.finished.game, self.view(found));
        let tell =
            |told: &GameInUse| FinishedRecord { game: view, start: told.start(), line: told.moves().to_vec() };
        self.while_shown(game, tell).await
    }

    /// Sets a game up as it is stored, beside those in use, for somebody to look at it.
    pub async fn told<T: Send + 'static>(
        &self,
        id: GameId,
        see: impl FnOnce(&GameInUse) -> T + Send + 'static,
    ) -> Result<T, GameError> {
        let game = self.store.read(id).await.map_err(failed)?.ok_or(GameError::NoGame)?;
        self.shelf.fetch(&game.spec).await?;
        let registry = self.registry.clone();
        let steps = game.entries.iter().map(|entry| entry.event.legs().max(1)).sum();
        let told = move || GameInUse::of(&registry, game).map(|told| see(&told));
        self.replays.replay(steps, told).await?.map_err(|_| GameError::Damaged)
    }

    /// Does the same with a game that everybody may find, if it is so still; one that makes no sense is passed over.
    async fn while_shown<T: Send + 'static>(
        &self,
        id: GameId,
        see: impl FnOnce(&GameInUse) -> T + Send + 'static,
    ) -> Result<Option<T>, GameError> {
        if !self.store.is_published(id).await.map_err(failed)? {
            return Ok(None);
        }
        match self.told(id, see).await {
            Ok(seen) => Ok(Some(seen)),
            Err(GameError::NoGame | GameError::Damaged) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    fn view(&self, found: Found) -> FinishedView {
        let Found { finished, names, bots, degree, pace, last } = found;
        FinishedView {
            game: finished.game.to_string(),
            spec: finished.spec,
            degree: degree.to_string(),
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

/// Plays a line of moves.
fn reach(
    registry: &Registry,
    spec: &str,
    position: Option<&str>,
    line: &[String],
) -> Result<(i64, String), GameError> {
    let unread = |part| move |error| GameError::Text { part, error };
    let spec = registry.open(spec).map_err(|error| unread(Part::Spec)(error.into()))?.spec();
    let begun = registry.begin(&spec, position, Degree::Enforced);
    let mut live = begun.map_err(unread(Part::Position))?;
    for (index, text) in line.iter().enumerate() {
        if let Err(error) = live.play(text) {
            return Err(refusal(live.as_ref(), error).in_list(index));
        }
    }
    let key = live.position_key().ok_or(GameError::Internal)?;
    Ok((key, live.position_text()))
}

/// Writes a place in the list.
fn place_text(FoundPlace { strength, at, game }: FoundPlace) -> String {
    match strength {
        None => format!("{at}.{game}"),
        Some(strength) => format!("{strength}.{at}.{game}"),
    }
}

/// Reads a place in the list of an order as it is written; `None` if it is none.
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
