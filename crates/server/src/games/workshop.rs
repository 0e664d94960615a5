//! What is done with games that people wrote: they are handed in, told, and shown.

use std::sync::Arc;
use std::time::Duration;

use entourage_jobs::{Done, Job};
use entourage_kernel::Language;
use entourage_record::{Key, KeyHash};
use entourage_registry::view::{
    DefinitionView, LICENCES, OriginView, ShownGame, ShownGames, Submission, SubmittedView, TrialView,
    VersionView,
};
use entourage_registry::{ContentHash, Definition, LazyDefinition, Manuscript, Registry, TextDefinition};
pub(crate) use entourage_store::{GalleryOrder as Order, Shelved as Standing};
use entourage_store::{GalleryOrder, Shelved, Shelving, Store, StoredDefinition};

use super::door::{Door, Pass};
use super::labour::Labour;
use super::replays::carry_through;
use super::report::failed;
use super::seats::Seats;
use super::shelf::Shelf;
use super::writing::check;
use crate::domain::game_error::GameError;
use crate::domain::shelf_error::ShelfError;
use crate::effort::aside;
use crate::server_time::ServerTime;

/// The most bytes of a text.
const MOST_BYTES: usize = 64 * 1024;
/// The most texts of a game.
const MOST_TEXTS: usize = 8;
/// The most characters of an author's name.
const MOST_NAME: usize = 60;
/// The most games that one key may hand in.
const MOST_OWN: u32 = 200;
/// The most later versions that are told.
const MOST_LATER: u32 = 64;
/// The games on a page of the gallery.
const PAGE: u32 = 24;
/// The random games that a game is tried by, the plies of each at most, and how many there must be in the time that there is.
const TRIAL: (u32, u32) = (100, 300);
const LEAST_GAMES: u32 = 10;
/// How long a trial may take, where nothing else is said.
pub(crate) const TRIAL_TIME: Duration = Duration::from_secs(10);

/// Looks after games that people wrote.
pub(crate) struct Workshop {
    pub(super) registry: Registry,
    pub(super) store: Arc<Store>,
    pub(super) shelf: Arc<Shelf>,
    pub(super) seats: Arc<Seats>,
    pub(super) time: Arc<ServerTime>,
    labour: Labour,
    /// How long a trial may take.
    trial: Duration,
}

impl Workshop {
    /// Looks after the games of a store, each of which is tried for so long, by whoever does long work.
    pub fn new(
        registry: Registry,
        store: Arc<Store>,
        shelf: Arc<Shelf>,
        seats: Arc<Seats>,
        time: Arc<ServerTime>,
        labour: Labour,
        trial: Duration,
    ) -> Self {
        Self { registry, store, shelf, seats, time, labour, trial }
    }

    /// Keeps a game that somebody hands in; the same again is answered again.
    pub async fn submit(
        &self,
        asked: Submission,
        key: Key,
        language: Language,
    ) -> Result<SubmittedView, GameError> {
        let Submission { texts, author, licence, earlier, cloned_from } = asked;
        if texts.is_empty() || texts.len() > MOST_TEXTS {
            return Err(ShelfError::Form.into());
        }
        if texts.iter().any(|text| text.len() > MOST_BYTES) {
            return Err(ShelfError::TooLarge.into());
        }
        if !LICENCES.contains(&licence.as_str()) {
            return Err(ShelfError::Licence.into());
        }
        check(&author, MOST_NAME, false)?;
        for text in &texts {
            check(text, MOST_BYTES, true)?;
        }
        let definition = {
            let _turn = self.labour.turn().await?;
            let read = aside(move || define(&texts, language)).await;
            read.ok_or(GameError::Internal)??
        };
        let content = definition.content().to_vec();
        let id = ContentHash::of(&content).to_string();
        let kept = StoredDefinition {
            id: id.clone(),
            content,
            name: definition.name().to_owned(),
            author: author.trim().to_owned(),
            licence,
            state: Shelved::Private,
            hidden: false,
            listed: false,
            key: *key.hash().bytes(),
            earlier,
            cloned_from,
            trial: None,
            played: 0,
            at: self.time.now(),
        };
        match self.store.shelve(&kept, MOST_OWN).await.map_err(failed)? {
            Shelving::Kept => {}
            Shelving::Taken => return Err(ShelfError::Taken { id }.into()),
            Shelving::Full => return Err(ShelfError::TooMany.into()),
            Shelving::Foreign => return Err(ShelfError::Foreign.into()),
            Shelving::NoOrigin => return Err(ShelfError::NoOrigin.into()),
        }
        let kept = self.find(&id).await?;
        self.view(kept, Some(key.hash()), language).await
    }

    /// Tells of a game to whoever knows its name. Of a hidden one it tells its author, and whoever holds a key to a game of it, or knows the
    /// name of such a game that is shown to everybody: they need its rules.
    pub async fn tell(
        &self,
        id: &str,
        pass: Option<Pass>,
        door: Option<Door>,
        language: Language,
    ) -> Result<SubmittedView, GameError> {
        let kept = self.find(id).await?;
        let by = pass.and_then(Pass::key).map(|key| key.hash());
        if kept.hidden && by.is_none_or(|by| *by.bytes() != kept.key) {
            let game = match (door, pass) {
                (Some(door), _) => self.seats.enter(door).await,
                (None, Some(pass)) => self.seats.access(pass).await,
                (None, None) => return Err(ShelfError::Unknown.into()),
            };
            let game = game.map_err(|_| ShelfError::Unknown)?.game;
            let game = self.store.read(game).await.map_err(failed)?.ok_or(ShelfError::Unknown)?;
            if ContentHash::of_spec(&game.spec).map(|hash| hash.to_string()).as_deref() != Some(id) {
                return Err(ShelfError::Unknown.into());
            }
        }
        self.view(kept, by, language).await
    }

    /// Says whom a game is shown; everybody only after it was looked at.
    pub async fn set_state(
        self: &Arc<Self>,
        id: String,
        key: Key,
        state: Shelved,
        language: Language,
    ) -> Result<SubmittedView, GameError> {
        let workshop = Arc::clone(self);
        // What was tried is kept, even if whoever asked has gone away.
        carry_through(async move {
            let kept = workshop.find(&id).await?;
            if *key.hash().bytes() != kept.key {
                return Err(ShelfError::Foreign.into());
            }
            if kept.hidden {
                return Err(ShelfError::Hidden.into());
            }
            let trial = match (state, &kept.trial) {
                (Shelved::Public, None) => Some(workshop.look_at(kept.content.clone(), language).await?),
                _ => None,
            };
            let set = workshop.store.set_shelved(&id, key.hash(), state, trial.as_deref()).await;
            set.map_err(|error| match failed(error) {
                GameError::NoGame => ShelfError::Hidden.into(),
                other => other,
            })?;
            let kept = workshop.find(&id).await?;
            workshop.view(kept, Some(key.hash()), language).await
        })
        .await
    }

    /// Lists games that are shown to everybody.
    pub async fn gallery(
        &self,
        order: GalleryOrder,
        after: Option<String>,
        language: Language,
    ) -> Result<ShownGames, GameError> {
        let mut found = self.store.gallery(order, after.as_deref(), PAGE + 1).await.map_err(failed)?;
        let has_more = found.len() > PAGE as usize;
        found.truncate(PAGE as usize);
        let next = found.last().filter(|_| has_more).map(|last| last.id.clone());
        for kept in &found {
            self.shelf.fetch(&kept.id).await?;
        }
        let registry = self.registry.clone();
        let shown = move || found.into_iter().filter_map(|kept| show(&registry, kept, language)).collect();
        Ok(ShownGames { games: aside(shown).await.ok_or(GameError::Internal)?, next })
    }

    /// Looks whether a game may be shown to everybody, and returns what is kept of that.
    async fn look_at(&self, content: Vec<u8>, language: Language) -> Result<String, GameError> {
        let read = {
            let _turn = self.labour.turn().await?;
            aside(move || {
                let texts = TextDefinition::texts(&LazyDefinition::new(content));
                let unanswered = manuscript(&texts, language)?.unanswered(language);
                if unanswered.is_empty() { Ok(texts) } else { Err(ShelfError::Unanswered(unanswered)) }
            })
            .await
        };
        let texts = read.ok_or(GameError::Internal)??;
        let (games, plies) = TRIAL;
        let most_ms = u64::try_from(self.trial.as_millis()).unwrap_or(u64::MAX);
        Ok(verdict(self.labour.carry_out(Job::Trial { texts, games, plies, most_ms }).await?)?)
    }

    async fn find(&self, id: &str) -> Result<StoredDefinition, GameError> {
        let found = self.store.definition(id).await.map_err(failed)?;
        Ok(found.ok_or(ShelfError::Unknown)?)
    }

    async fn view(
        &self,
        kept: StoredDefinition,
        by: Option<KeyHash>,
        language: Language,
    ) -> Result<SubmittedView, GameError> {
        self.shelf.fetch(&kept.id).await?;
        let later = self.store.later(&kept.id, by, MOST_LATER).await.map_err(failed)?;
        let version = |one: StoredDefinition| VersionView { state: told(&one), id: one.id, created: one.at };
        let origin = match &kept.cloned_from {
            Some(origin) => self.store.definition(origin).await.map_err(failed)?,
            None => None,
        };
        let origin = origin.map(|origin| OriginView {
            id: origin.id,
            name: origin.name,
            author: origin.author,
            licence: origin.licence,
        });
        let (registry, id) = (self.registry.clone(), kept.id.clone());
        let texts = TextDefinition::texts(&LazyDefinition::new(kept.content.clone()));
        let game = move || {
            let game = registry.open(&id).ok()?;
            Some(DefinitionView::new(game.info(language), texts))
        };
        let game = aside(game).await.ok_or(GameError::Internal)?.ok_or(GameError::Damaged)?;
        Ok(SubmittedView {
            state: told(&kept),
            listed: kept.listed,
            own: by.is_some_and(|by| *by.bytes() == kept.key),
            trial: kept.trial.as_deref().and_then(trial),
            id: kept.id,
            game,
            author: kept.author,
            licence: kept.licence,
            created: kept.at,
            earlier: kept.earlier,
            later: later.into_iter().map(version).collect(),
            cloned_from: origin,
            played: kept.played,
        })
    }
}

fn manuscript(texts: &[String], language: Language) -> Result<Manuscript, ShelfError> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let manuscript = Manuscript::read(&texts).ok_or(ShelfError::Form)?;
    let errors = manuscript.errors(language);
    if errors.is_empty() { Ok(manuscript) } else { Err(ShelfError::Faults(errors)) }
}

fn define(texts: &[String], language: Language) -> Result<TextDefinition, ShelfError> {
    manuscript(texts, language)?.define().ok_or(ShelfError::Form)
}

/// Returns the word for whom a game is shown.
fn told(kept: &StoredDefinition) -> &'static str {
    if kept.hidden { "hidden" } else { kept.state.word() }
}

/// Says whether a game that was tried may be shown to everybody, and returns what is kept of the trial.
fn verdict(done: Done) -> Result<String, ShelfError> {
    match done {
        Done::Tried { games, .. } if games < LEAST_GAMES => Err(ShelfError::TooSlow),
        Done::Tried { games, longest, ended, ms } => Ok(format!("{games} {longest} {ended} {ms}")),
        Done::Differ { position } => {
            tracing::error!(position, "law and generator of a written game differ");
            Err(ShelfError::Disagreement { position })
        }
        // Whoever plays it dies of it, or cannot play it at all.
        Done::Deadly => Err(ShelfError::TooSlow),
        Done::Noted { .. } | Done::Reviewed { .. } | Done::Senseless => Err(ShelfError::Form),
    }
}

/// Reads what is kept of a trial.
fn trial(text: &str) -> Option<TrialView> {
    let numbers: Vec<u32> = text.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
    let [games, longest, ended, ms] = numbers.try_into().ok()?;
    Some(TrialView { games, longest, ended, ms })
}

fn show(registry: &Registry, kept: StoredDefinition, language: Language) -> Option<ShownGame> {
    let info = registry.open(&kept.id).ok()?.info(language);
    Some(ShownGame {
        id: kept.id,
        name: info.name,
        tagline: info.tagline,
        hue: info.hue.to_owned(),
        cover: info.cover.position,
        author: kept.author,
        licence: kept.licence,
        listed: kept.listed,
        played: kept.played,
        created: kept.at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_is_kept_or_says_why_not() {
        let tried = |games| Done::Tried { games, longest: 300, ended: 4, ms: 1_234 };
        let kept = verdict(tried(LEAST_GAMES)).unwrap();
        let seen = trial(&kept).unwrap();
        assert_eq!((seen.games, seen.longest, seen.ended, seen.ms), (LEAST_GAMES, 300, 4, 1_234));
        let differ = Done::Differ { position: "4/4 w".to_owned() };
        for (done, code) in [
            (tried(LEAST_GAMES - 1), "too-slow"),
            (Done::Deadly, "too-slow"),
            (differ, "disagreement"),
            (Done::Senseless, "malformed"),
        ] {
            assert_eq!(verdict(done).unwrap_err().code(), code);
        }
    }
}
