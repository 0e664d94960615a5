use entourage_registry::AnyReview;
use entourage_registry::kernel::{Text, TextError};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;
use crate::laid_out::lay_out;
use crate::{json, language_of};

/// A review that searches a finished game for its key moments, a limited number of nodes at a time.
#[wasm_bindgen]
pub struct Reviewer(Box<dyn AnyReview>);

#[wasm_bindgen]
impl Reviewer {
    /// Sets up a game from its start position and moves. `language` is the language of the messages.
    #[wasm_bindgen(constructor)]
    pub fn new(
        spec: &str,
        start: &str,
        moves: Vec<String>,
        courier: bool,
        language: &str,
    ) -> Result<Self, Failure> {
        let mut game = lay_out(spec, start, &[])?;
        game.set_notation(crate::notation_of(courier));
        let silent = || {
            let problem = Text::new("this game cannot be reviewed", "cette partie ne peut pas être analysée");
            Failure::from(TextError::new(spec, 0, problem))
        };
        game.review(&moves, language_of(language)).map(Self).ok_or_else(silent)
    }

    pub fn advance(&mut self, nodes: u32) -> String {
        json(&self.0.advance(nodes.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::Reviewer;

    #[test]
    fn every_game_is_looked_back_at_to_its_end() {
        for id in crate::REGISTRY.games() {
            let mut game = crate::REGISTRY.open(id).unwrap().begin(None).unwrap();
            for _ in 0..4 {
                let first = game.legal_moves().remove(0);
                game.play(&first).unwrap();
            }
            let mut reviewer = Reviewer::new(id, &game.start_text(), game.moves(), false, "en").unwrap();
            let mut last = serde_json::Value::Null;
            while last["done"].is_null() || last["done"] != last["of"] {
                last = serde_json::from_str(&reviewer.advance(5_000)).unwrap();
            }
            assert!(!last["moments"].as_array().unwrap().is_empty(), "{id}");
        }
    }

    #[test]
    fn what_cannot_be_laid_out_is_thrown_as_json() {
        let id = crate::REGISTRY.games()[0];
        let start = crate::REGISTRY.open(id).unwrap().begin(None).unwrap().start_text();
        let thrown = Reviewer::new(id, &start, vec!["?".to_owned()], false, "en").err().unwrap().into_json();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&thrown).unwrap()["kind"], "text");
    }
}
