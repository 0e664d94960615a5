//! The workshop's functions: checking and formatting a definition during typing, and defining its game.

use std::collections::BTreeMap;
use std::sync::Arc;

use entourage_registry::kernel::{Text, TextError};
use entourage_registry::sheet::SheetError;
use entourage_registry::{ContentHash, Library, Source, TextDefinition};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;
use crate::{REGISTRY, json, language_of};

/// Holds the texts of games that others may be like, each under its name.
struct Shelf(BTreeMap<String, String>);

impl Library for Shelf {
    fn find(&self, id: &str) -> Option<Source> {
        self.0.get(id).map(|text| Source::new(format!("{id}.game"), text))
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// Reads the text of a game and tells what is wrong with it, as JSON; `library` holds the texts of games that it may be like, by their names.
///
/// A thorough reading tells also of what is no error and probably not meant.
#[wasm_bindgen]
pub fn examine(text: &str, library: &str, language: &str, thorough: bool) -> Result<String, String> {
    let shelf = serde_json::from_str(library).map_err(|error| Failure::of_json(&error).into_json())?;
    Ok(json(&entourage_registry::examine(&REGISTRY, text, &Shelf(shelf), language_of(language), thorough)))
}

/// Reads what of a text can be filled in like a form, as JSON; `library` is that of [`examine`].
#[wasm_bindgen]
pub fn sheet(text: &str, library: &str) -> Result<String, String> {
    let shelf = serde_json::from_str(library).map_err(|error| Failure::of_json(&error).into_json())?;
    Ok(json(&crate::sheet::sheet(text, &Shelf(shelf))))
}

/// Fills something in (JSON), and returns the text with it; `library` is that of [`examine`].
#[wasm_bindgen]
pub fn fill_in(text: &str, library: &str, edit: &str) -> Result<String, String> {
    let of_json = |error: serde_json::Error| Failure::of_json(&error).into_json();
    let shelf = serde_json::from_str(library).map_err(of_json)?;
    let edit = serde_json::from_str(edit).map_err(of_json)?;
    let failure = |error: SheetError| Failure::from(TextError::new("", 0, error.problem())).into_json();
    crate::sheet::fill_in(text, &Shelf(shelf), edit).map_err(failure)
}

/// Writes what a preset of Game Courier says as a text to go on with.
#[wasm_bindgen]
pub fn skeleton(text: &str, id: &str, title: &str) -> Result<String, String> {
    entourage_registry::skeleton(text, id, title).map_err(|error| Failure::from(error).into_json())
}

/// Sets a text in canonical form; nothing where it cannot be read.
#[wasm_bindgen]
pub fn format(text: &str) -> Option<String> {
    entourage_registry::format(text).ok()
}

/// Names a game by its text and those of the games that it is like, a JSON list: the same texts are the same game.
#[wasm_bindgen]
pub fn name_of(texts: &str) -> Result<String, String> {
    let texts: Vec<String> =
        serde_json::from_str(texts).map_err(|error| Failure::of_json(&error).into_json())?;
    Ok(ContentHash::of(&TextDefinition::content_of(&texts)).to_string())
}

pub(crate) fn add(name: &str, definition: TextDefinition) -> Result<(), String> {
    let other = || {
        let problem = Text::new("these texts are another game", "ces textes sont un autre jeu");
        Failure::from(TextError::new(name, 0, problem)).into_json()
    };
    let found = REGISTRY.add(Arc::new(definition)).map_err(|_| other())?;
    if found.to_string() == name { Ok(()) } else { Err(other()) }
}

/// Forgets a game that is known by its content: games of it that are open go on.
#[wasm_bindgen]
pub fn forget(name: &str) {
    if let Some(hash) = ContentHash::read(name) {
        REGISTRY.remove(hash);
    }
}
