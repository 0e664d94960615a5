//! Games of the computer against itself, a game a call, and what they say.

use entourage_laboratory::{Notes, Trial, play};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;
use crate::{REGISTRY, json, language_of};

/// Plays a game of a spec, which trial (JSON) and number determine, and returns what was noted of it as JSON.
///
/// # Errors
/// A spec or a trial that cannot be read.
#[wasm_bindgen]
pub fn try_out(spec: &str, trial: &str, number: u32) -> Result<String, String> {
    let game = REGISTRY.open(spec).map_err(|error| Failure::from(error).into_json())?;
    let trial: Trial = serde_json::from_str(trial).map_err(|error| Failure::of_json(&error).into_json())?;
    Ok(json(&play(game.as_ref(), &trial, number)))
}

/// Tells what the games noted (a JSON list) say of a spec's game, as JSON.
///
/// # Errors
/// A spec, a trial or notes that cannot be read.
#[wasm_bindgen]
pub fn report(spec: &str, trial: &str, notes: &str, language: &str) -> Result<String, String> {
    let game = REGISTRY.open(spec).map_err(|error| Failure::from(error).into_json())?;
    let of_json = |error: serde_json::Error| Failure::of_json(&error).into_json();
    let trial: Trial = serde_json::from_str(trial).map_err(of_json)?;
    let notes: Vec<Notes> = serde_json::from_str(notes).map_err(of_json)?;
    Ok(json(&entourage_laboratory::report(game.as_ref(), &trial, &notes, language_of(language))))
}
