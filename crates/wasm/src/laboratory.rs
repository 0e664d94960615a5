//! Self-play games, one per call, and what is learnt from them: statistics, comparisons of versions, and proposals.

use entourage_laboratory::{Comparison, Improvement, Job, Notes, Trial, conditions, play_trial, value};
use entourage_registry::AnyGame;
use entourage_registry::kernel::{Text, TextError};
use entourage_registry::view::ValueView;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;
use crate::{REGISTRY, json, language_of};

/// Plays self-play games and reports statistics.
#[wasm_bindgen]
pub struct Laboratory {
    game: Box<dyn AnyGame>,
    comparison: Comparison,
    trial: Trial,
    value: Option<ValueView>,
    notes: Vec<Notes>,
}

#[wasm_bindgen]
impl Laboratory {
    /// Opens a game for self-play, solves it if it is small, and plays some games to determine the openings; `trial` contains the
    /// other settings as JSON.
    ///
    /// `texts` is a JSON list of the game's definition and those that it extends, used to measure the effect of each power; if the list is
    /// empty, these effects are not measured.
    #[wasm_bindgen(constructor)]
    pub fn new(spec: &str, texts: &str, trial: &str) -> Result<Self, Failure> {
        let game = REGISTRY.open(spec)?;
        let trial = conditions(&REGISTRY, game.as_ref(), serde_json::from_str(trial)?);
        let texts: Vec<String> = serde_json::from_str(texts)?;
        let options = spec.split_once(':').map_or("", |(_, options)| options);
        let compare = || Comparison::of_texts(&REGISTRY, &texts, options);
        // With random cards, every game has different powers, so their effects are not measured.
        let comparison = if trial.cards > 0 { Comparison::default() } else { compare() };
        let value = value(game.as_ref(), &trial);
        Ok(Self { game, comparison, trial, value, notes: Vec::new() })
    }

    /// Plays the game with this number, which determines its random choices.
    pub fn play(&mut self, number: u32) -> Result<(), Failure> {
        self.notes.push(
            play_trial(&REGISTRY, self.game.as_ref(), &self.comparison, &self.trial, number)
                .ok_or_else(unplayable)?,
        );
        Ok(())
    }

    /// Returns the statistics of the games played so far as JSON.
    pub fn report(&self, language: &str) -> String {
        let language = language_of(language);
        let mut report = entourage_laboratory::report(self.game.as_ref(), &self.trial, &self.notes, language);
        report.value = self.value;
        json(&report)
    }
}

fn unplayable() -> TextError {
    TextError::new(
        "",
        0,
        Text::new("the computer cannot play this game", "l'ordinateur ne peut pas jouer à ce jeu"),
    )
}

/// Searches for single edits that improve a definition, or compares two versions.
#[wasm_bindgen]
pub struct Improver {
    improvement: Improvement,
    /// The games of the current round that are still to be played, the last one first.
    pending: Vec<Job>,
    round: usize,
}

#[wasm_bindgen]
impl Improver {
    /// Opens the versions. `texts` and `other` are JSON lists of a definition and those that it extends; if `other` is empty, edits of
    /// `texts` are tried, and otherwise `texts` is compared with it. `games` is the number of games to compare versions, or to confirm an edit.
    #[wasm_bindgen(constructor)]
    pub fn new(spec: &str, texts: &str, other: &str, trial: &str, games: u32) -> Result<Self, Failure> {
        let game = REGISTRY.open(spec)?;
        let trial = conditions(&REGISTRY, game.as_ref(), serde_json::from_str(trial)?);
        let [texts, other]: [Vec<String>; 2] = [serde_json::from_str(texts)?, serde_json::from_str(other)?];
        let improvement = if other.is_empty() {
            Improvement::new(&REGISTRY, &texts, "", trial, games)
        } else {
            Improvement::comparing(&REGISTRY, &other, &texts, trial, games)
        };
        Ok(Self { improvement: improvement.ok_or_else(unplayable)?, pending: Vec::new(), round: 0 })
    }

    /// Plays the next game; returns as JSON the stage, the number of edits, and the games of the round that are played and in all, or `None` at the end.
    pub fn play(&mut self) -> Option<String> {
        if self.pending.is_empty() {
            self.pending = self.improvement.pending();
            self.pending.reverse();
            self.round = self.pending.len();
        }
        let job = self.pending.pop()?;
        let sample = self.improvement.play(&REGISTRY, job).map(|notes| self.improvement.sample(job, &notes));
        self.improvement.add(job, sample);
        let (stage, edits, _) = self.improvement.progress();
        Some(json(&(stage, edits, self.round - self.pending.len(), self.round)))
    }

    /// Returns the best edits so far, or the comparison, as JSON.
    pub fn proposals(&self) -> String {
        json(&self.improvement.proposals())
    }
}
