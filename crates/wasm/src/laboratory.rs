//! Self-play games, one per call, and statistics drawn from them.

use entourage_laboratory::{Comparison, Notes, Trial, play_trial, variations};
use entourage_registry::AnyGame;
use entourage_registry::kernel::{Text, TextError};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;
use crate::{REGISTRY, json, language_of};

/// Plays self-play games and reports statistics.
#[wasm_bindgen]
pub struct Laboratory {
    game: Box<dyn AnyGame>,
    comparison: Comparison,
    trial: Trial,
    notes: Vec<Notes>,
}

#[wasm_bindgen]
impl Laboratory {
    /// Opens a game for self-play; `trial` contains the settings as JSON.
    ///
    /// `texts` is a JSON list of the game's definition and those that it extends, used to measure the effect of each power; if the list is
    /// empty, these effects are not measured.
    #[wasm_bindgen(constructor)]
    pub fn new(spec: &str, texts: &str, trial: &str) -> Result<Self, Failure> {
        let game = REGISTRY.open(spec)?;
        let trial: Trial = serde_json::from_str(trial)?;
        let texts: Vec<String> = serde_json::from_str(texts)?;
        let options = spec.split_once(':').map_or("", |(_, options)| options);
        let compare = || Comparison::of_texts(&REGISTRY, &texts, options);
        // With random cards, every game has different powers, so their effects are not measured.
        let comparison = if trial.cards > 0 { Comparison::default() } else { compare() };
        Ok(Self { game, comparison, trial, notes: Vec::new() })
    }

    /// Plays the game with this number, which determines its random choices.
    pub fn play(&mut self, number: u32) -> Result<(), Failure> {
        let unplayed = || {
            let problem =
                Text::new("the computer cannot play this game", "l'ordinateur ne peut pas jouer à ce jeu");
            TextError::new("", 0, problem)
        };
        self.notes.push(
            play_trial(&REGISTRY, self.game.as_ref(), &self.comparison, &self.trial, number)
                .ok_or_else(unplayed)?,
        );
        Ok(())
    }

    /// Returns the statistics of the games played so far as JSON.
    pub fn report(&self, language: &str) -> String {
        json(&entourage_laboratory::report(self.game.as_ref(), &self.trial, &self.notes, language_of(language)))
    }
}

/// Returns as JSON every variation of a definition in which one number is changed, without checking the variations.
#[wasm_bindgen]
pub fn vary(text: &str) -> String {
    json(&variations(text))
}
