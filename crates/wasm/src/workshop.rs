//! Functions for the definition editor: check, edit and format a definition as the user types, and add its game.

use std::collections::BTreeMap;
use std::sync::Arc;

use entourage_registry::kernel::{Text, TextError};
use entourage_registry::{ContentHash, Library, Source, TextDefinition, sheet};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;
use crate::{REGISTRY, json, language_of};

/// The definitions that a game can extend, by name.
struct Shelf(BTreeMap<String, String>);

impl Library for Shelf {
    fn find(&self, id: &str) -> Option<Source> {
        self.0.get(id).map(|text| Source::new(format!("{id}.game"), text))
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// Checks a game definition and returns errors and warnings as JSON; `library` is a JSON object of the definitions that it can extend, by
/// name. With `thorough`, also reports code that is valid but probably unintended.
#[wasm_bindgen]
pub fn examine(text: &str, library: &str, language: &str, thorough: bool) -> Result<String, Failure> {
    let shelf = serde_json::from_str(library)?;
    Ok(json(&entourage_registry::examine(&REGISTRY, text, &Shelf(shelf), language_of(language), thorough)))
}

/// Returns as JSON the parts of a definition that a form can edit; `library` as in [`examine`].
#[wasm_bindgen]
pub fn sheet(text: &str, library: &str) -> Result<String, Failure> {
    let shelf = serde_json::from_str(library)?;
    Ok(json(&sheet::sheet(text, &Shelf(shelf))))
}

/// Applies an edit from the form (JSON), and returns the changed definition; `library` as in [`examine`].
#[wasm_bindgen]
pub fn fill_in(text: &str, library: &str, edit: &str) -> Result<String, Failure> {
    let (shelf, edit) = (serde_json::from_str(library)?, serde_json::from_str(edit)?);
    let filled = sheet::edit(text, &Shelf(shelf), &edit);
    Ok(filled.map_err(|error| TextError::new("", 0, error.problem()))?)
}

/// Generates a skeleton of a definition from a Game Courier preset.
#[wasm_bindgen]
pub fn skeleton(text: &str, id: &str, title: &str) -> Result<String, Failure> {
    Ok(entourage_registry::skeleton(text, id, title)?)
}

/// Formats a definition; `None` if it cannot be parsed.
#[wasm_bindgen]
pub fn format(text: &str) -> Option<String> {
    entourage_registry::format(text).ok()
}

/// Returns the content hash of a game. `texts` is a JSON list of its definition and those that it extends.
#[wasm_bindgen]
pub fn name_of(texts: &str) -> Result<String, Failure> {
    let texts: Vec<String> = serde_json::from_str(texts)?;
    Ok(ContentHash::of(&TextDefinition::content_of(&texts)).to_string())
}

pub(crate) fn add(name: &str, definition: TextDefinition) -> Result<(), Failure> {
    let other = || {
        let problem = Text::new("the hash does not match the name", "l'empreinte ne correspond pas au nom");
        TextError::new(name, 0, problem)
    };
    let found = REGISTRY.add(Arc::new(definition)).map_err(|_| other())?;
    if found.to_string() == name { Ok(()) } else { Err(other().into()) }
}

/// Removes a game that was added under its content hash; games in progress can continue.
#[wasm_bindgen]
pub fn forget(name: &str) {
    if let Some(hash) = ContentHash::read(name) {
        REGISTRY.remove(hash);
    }
}
