//! Games of the computer against itself, a game a call, and what they say.

use entourage_laboratory::{Comparison, Notes, Trial, Variation, play_trial, variations};
use entourage_registry::AnyGame;
use entourage_registry::kernel::{Text, TextError};
use entourage_registry::view::VariationView;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;
use crate::{REGISTRY, json, language_of};

/// Plays a game of the computer against itself, again and again, and tells what it is like.
#[wasm_bindgen]
pub struct Laboratory {
    game: Box<dyn AnyGame>,
    comparison: Comparison,
    trial: Trial,
    notes: Vec<Notes>,
}

#[wasm_bindgen]
impl Laboratory {
    /// Opens the game of a spec, to be played as a trial (JSON) says.
    ///
    /// Its texts are a JSON list; by them it is looked what powers allow and decide, and without any it is not.
    #[wasm_bindgen(constructor)]
    pub fn new(spec: &str, texts: &str, trial: &str) -> Result<Self, String> {
        let of_json = |error: serde_json::Error| Failure::of_json(&error).into_json();
        let game = REGISTRY.open(spec).map_err(|error| Failure::from(error).into_json())?;
        let trial: Trial = serde_json::from_str(trial).map_err(of_json)?;
        let texts: Vec<String> = serde_json::from_str(texts).map_err(of_json)?;
        let options = spec.split_once(':').map_or("", |(_, options)| options);
        let compare = || Comparison::of_texts(&REGISTRY, &texts, options);
        // Where cards are drawn each game is another one, and nothing is compared.
        let comparison = if trial.cards > 0 { Comparison::default() } else { compare() };
        Ok(Self { game, comparison, trial, notes: Vec::new() })
    }

    /// Plays the game of a number.
    pub fn play(&mut self, number: u32) -> Result<(), String> {
        let unplayed = || {
            let problem =
                Text::new("the computer cannot play this game", "l'ordinateur ne peut jouer à ce jeu");
            Failure::from(TextError::new("", 0, problem)).into_json()
        };
        self.notes.push(
            play_trial(&REGISTRY, self.game.as_ref(), &self.comparison, &self.trial, number)
                .ok_or_else(unplayed)?,
        );
        Ok(())
    }

    /// Returns what the games played say, as JSON.
    pub fn report(&self, language: &str) -> String {
        json(&entourage_laboratory::report(self.game.as_ref(), &self.trial, &self.notes, language_of(language)))
    }
}

/// Lists the texts that differ from one by a number, as JSON; whether they can be played is seen when they are made known.
#[wasm_bindgen]
pub fn vary(text: &str) -> String {
    let view = |Variation { line, before, after, text }| VariationView { line, before, after, text };
    json(&variations(text).into_iter().map(view).collect::<Vec<_>>())
}
