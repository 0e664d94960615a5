//! Submits, reads and publishes user-written game definitions.

use std::time::Duration;

use entourage_jobs::{Done, Job};
use entourage_kernel::Language;
use entourage_record::KeyHash;
use entourage_registry::view::{
    DefinitionView, LICENCES, OriginView, ShownGame, ShownGames, Submission, SubmittedView, TrialView,
    VersionView,
};
use entourage_registry::{ContentHash, Definition, LazyDefinition, Manuscript, TextDefinition};
use entourage_store::{GalleryOrder, StoredDefinition, SubmitOutcome, Visibility};

use super::pass::EntryPoint;
use super::writing::check;
use crate::cpu_budget::run_blocking;
use crate::games::prelude::*;

pub(crate) use entourage_store::{GalleryOrder as Order, Visibility as Standing};

const MAX_TEXT: usize = 64 * 1024;
const MAX_TEXTS: usize = 8;
const MAX_NAME: usize = 60;
const MAX_OWN: u32 = 200;
const MAX_LATER: u32 = 64;
const PAGE: u32 = 24;
/// Number of random games in a test of a definition, and their maximum length in plies.
const TEST_GAMES: (u32, u32) = (100, 300);
/// Minimum number of test games that must finish in time.
const MIN_GAMES: u32 = 10;
pub(crate) const TRIAL_TIME: Duration = Duration::from_secs(10);

impl Games {
    /// Stores a definition; submitting the same one again has no effect.
    pub async fn submit_definition(
        &self,
        asked: Submission,
        key: Key,
        account: Option<AccountId>,
        language: Language,
    ) -> Result<SubmittedView, Error> {
        let Submission { texts, author, licence, earlier, cloned_from } = asked;
        if texts.is_empty() || texts.len() > MAX_TEXTS {
            return Err(texts_expected());
        }
        if texts.iter().any(|text| text.len() > MAX_TEXT) {
            return Err(Error::TooLarge);
        }
        if !LICENCES.contains(&licence.as_str()) {
            return Err(Error::Licence);
        }
        check(&author, MAX_NAME, false)?;
        for text in &texts {
            check(text, MAX_TEXT, true)?;
        }
        let definition = {
            let _turn = self.jobs.turn().await?;
            let read = run_blocking(move || define(&texts, language)).await;
            read.ok_or(Error::Internal)??
        };
        let content = definition.content().to_vec();
        let id = ContentHash::of(&content).to_string();
        let kept = StoredDefinition {
            id: id.clone(),
            content,
            name: definition.name().to_owned(),
            author: author.trim().to_owned(),
            account,
            licence,
            state: Visibility::Private,
            hidden: false,
            listed: false,
            key: *key.hash().bytes(),
            earlier,
            cloned_from,
            trial: None,
            played: 0,
            at: self.time.now(),
        };
        match self.store.add_definition(&kept, MAX_OWN).await? {
            SubmitOutcome::Kept => {}
            SubmitOutcome::Taken => return Err(Error::DefinitionTaken(id)),
            SubmitOutcome::Full => return Err(Error::TooManyDefinitions),
            SubmitOutcome::Foreign => return Err(Error::NotAuthor),
            SubmitOutcome::NoOrigin => return Err(Error::NoOrigin),
        }
        let kept = self.find_definition(&id).await?;
        self.definition_view(kept, Some(key.hash()), language).await
    }

    /// Returns a definition. A hidden one requires the author's key, or access to a game that uses it.
    pub async fn definition(
        &self,
        id: &str,
        pass: Option<Pass>,
        entry_point: Option<EntryPoint>,
        language: Language,
    ) -> Result<SubmittedView, Error> {
        let kept = self.find_definition(id).await?;
        let by = pass.and_then(Pass::key).map(|key| key.hash());
        if kept.hidden && by.is_none_or(|by| *by.bytes() != kept.key) {
            let game = match (entry_point, pass) {
                (Some(entry_point), _) => self.enter(entry_point).await,
                (None, Some(pass)) => self.access(pass).await,
                (None, None) => return Err(Error::NoDefinition),
            };
            let game = game.map_err(|_| Error::NoDefinition)?.game;
            let game = self.store.read(game).await?.ok_or(Error::NoDefinition)?;
            if ContentHash::of_spec(&game.spec).map(|hash| hash.to_string()).as_deref() != Some(id) {
                return Err(Error::NoDefinition);
            }
        }
        self.definition_view(kept, by, language).await
    }

    /// Sets the visibility of a definition, which is tested before it is published.
    pub async fn set_definition_state(
        self: &Arc<Self>,
        id: String,
        key: Key,
        state: Visibility,
        language: Language,
    ) -> Result<SubmittedView, Error> {
        let games = Arc::clone(self);
        // Completed even if the client disconnects, so that the test result is stored.
        run_to_completion(async move {
            let kept = games.find_definition(&id).await?;
            if *key.hash().bytes() != kept.key {
                return Err(Error::NotAuthor);
            }
            if kept.hidden {
                return Err(Error::Hidden);
            }
            let trial = match (state, &kept.trial) {
                (Visibility::Public, None) => Some(games.try_definition(kept.content.clone(), language).await?),
                _ => None,
            };
            let set = games.store.set_visibility(&id, key.hash(), state, trial.as_deref()).await;
            set.map_err(|error| match Error::from(error) {
                Error::NoGame => Error::Hidden,
                other => other,
            })?;
            let kept = games.find_definition(&id).await?;
            games.definition_view(kept, Some(key.hash()), language).await
        })
        .await
    }

    pub async fn gallery(
        &self,
        order: GalleryOrder,
        after: Option<String>,
        language: Language,
    ) -> Result<ShownGames, Error> {
        let mut found = self.store.gallery(order, after.as_deref(), PAGE + 1).await?;
        let has_more = found.len() > PAGE as usize;
        found.truncate(PAGE as usize);
        let next = found.last().filter(|_| has_more).map(|last| last.id.clone());
        for kept in &found {
            self.library.fetch(&kept.id).await?;
        }
        let registry = self.registry.clone();
        let shown = move || found.into_iter().filter_map(|kept| show(&registry, kept, language)).collect();
        Ok(ShownGames { games: run_blocking(shown).await.ok_or(Error::Internal)?, next })
    }

    /// Tests a definition with random games; returns the result in its stored form.
    async fn try_definition(&self, content: Vec<u8>, language: Language) -> Result<String, Error> {
        let read = {
            let _turn = self.jobs.turn().await?;
            run_blocking(move || {
                let texts = TextDefinition::texts(&LazyDefinition::new(content));
                let unanswered = manuscript(&texts, language)?.unanswered(language);
                if unanswered.is_empty() { Ok(texts) } else { Err(Error::Unanswered(unanswered)) }
            })
            .await
        };
        let texts = read.ok_or(Error::Internal)??;
        let (games, plies) = TEST_GAMES;
        let most_ms = u64::try_from(self.trial.as_millis()).unwrap_or(u64::MAX);
        verdict(self.jobs.run(Job::Trial { texts, games, plies, most_ms }).await?)
    }

    async fn find_definition(&self, id: &str) -> Result<StoredDefinition, Error> {
        let found = self.store.definition(id).await?;
        found.ok_or(Error::NoDefinition)
    }

    async fn definition_view(
        &self,
        kept: StoredDefinition,
        by: Option<KeyHash>,
        language: Language,
    ) -> Result<SubmittedView, Error> {
        self.library.fetch(&kept.id).await?;
        let later = self.store.later(&kept.id, by, MAX_LATER).await?;
        let version = |one: StoredDefinition| VersionView { state: told(&one), id: one.id, created: one.at };
        let origin = match &kept.cloned_from {
            Some(origin) => self.store.definition(origin).await?,
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
        let game = run_blocking(game).await.ok_or(Error::Internal)?.ok_or(Error::Damaged)?;
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

fn texts_expected() -> Error {
    Error::malformed("`texts` must contain the game's definition and those of the games that it extends")
}

fn manuscript(texts: &[String], language: Language) -> Result<Manuscript, Error> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let manuscript = Manuscript::read(&texts).ok_or_else(texts_expected)?;
    let errors = manuscript.errors(language);
    if errors.is_empty() { Ok(manuscript) } else { Err(Error::Faults(errors)) }
}

fn define(texts: &[String], language: Language) -> Result<TextDefinition, Error> {
    manuscript(texts, language)?.define().ok_or_else(texts_expected)
}

fn told(kept: &StoredDefinition) -> &'static str {
    if kept.hidden { "hidden" } else { kept.state.word() }
}

fn verdict(done: Done) -> Result<String, Error> {
    match done {
        Done::Tried { games, .. } if games < MIN_GAMES => Err(Error::TooSlow),
        Done::Tried { games, longest, ended, ms } => Ok(format!("{games} {longest} {ended} {ms}")),
        Done::Differ { position } => {
            tracing::error!(position, "reference rules and move generator of a user-written game disagree");
            Err(Error::Disagreement { position })
        }
        // The definition crashes workers or cannot be played.
        Done::Abandoned => Err(Error::TooSlow),
        Done::Noted { .. }
        | Done::Reviewed { .. }
        | Done::Proved { .. }
        | Done::Unproved { .. }
        | Done::Invalid => Err(texts_expected()),
    }
}

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
    fn successful_trials_are_stored_and_others_refused() {
        let tried = |games| Done::Tried { games, longest: 300, ended: 4, ms: 1_234 };
        let kept = verdict(tried(MIN_GAMES)).unwrap();
        let seen = trial(&kept).unwrap();
        assert_eq!((seen.games, seen.longest, seen.ended, seen.ms), (MIN_GAMES, 300, 4, 1_234));
        let differ = Done::Differ { position: "4/4 w".to_owned() };
        for (done, code) in [
            (tried(MIN_GAMES - 1), "too-slow"),
            (Done::Abandoned, "too-slow"),
            (differ, "disagreement"),
            (Done::Invalid, "malformed"),
        ] {
            assert_eq!(verdict(done).unwrap_err().code(), code);
        }
        for language in [Language::English, Language::French] {
            let sentence = Error::Disagreement { position: "4/4 w".to_owned() }.sentence(language);
            assert!(sentence.is_some_and(|sentence| sentence.contains("4/4 w")));
        }
    }
}
