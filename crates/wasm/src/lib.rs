//! The rules and the computer player for browsers.
//!
//! A thin layer over the registry that exchanges strings and JSON with JavaScript. Errors are thrown as `RulesFailure` in JSON; no
//! input causes a panic.

#[cfg(not(one_game))]
mod beginning;
#[cfg(not(one_game))]
mod composer;
mod failure;
mod game_match;
#[cfg(feature = "text")]
mod laboratory;
mod laid_out;
#[cfg(not(any(feature = "text", one_game)))]
mod lesson;
mod record;
#[cfg(not(one_game))]
mod reviewer;
mod thinker;
#[cfg(feature = "text")]
mod workshop;

#[cfg(not(one_game))]
pub use beginning::{draft, import_courier, import_record, sketch, write_record};
#[cfg(not(one_game))]
pub use composer::{Listener, solve_position};
pub use game_match::Match;
#[cfg(feature = "text")]
pub use laboratory::{Improver, Laboratory};
#[cfg(not(any(feature = "text", one_game)))]
pub use lesson::Lesson;
pub use record::Ledger;
#[cfg(not(one_game))]
pub use reviewer::Reviewer;
pub use thinker::Thinker;
#[cfg(feature = "text")]
pub use workshop::{examine, fill_in, forget, format, name_of, sheet, skeleton};

use std::sync::LazyLock;

#[cfg(feature = "text")]
use entourage_registry::ContentHash;
use entourage_registry::kernel::{Enforcement, Language, Text, TextError};
use entourage_registry::{Notation, Registry};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use failure::Failure;

/// The built-in games of this module. Global, because JavaScript calls free functions.
#[cfg(not(feature = "text"))]
static REGISTRY: LazyLock<Registry> = LazyLock::new(include!(concat!(env!("OUT_DIR"), "/registry.rs")));

/// The game definitions that the web client has added.
#[cfg(feature = "text")]
static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::default);

/// Returns as JSON the pictures of built-in games, for use in game definitions.
#[cfg(not(feature = "text"))]
#[wasm_bindgen]
pub fn loans() -> String {
    json(&REGISTRY.loans())
}

/// Sets the pictures of built-in games to `loans`, the result of `loans()` in their module. Call before `define`.
#[cfg(feature = "text")]
#[wasm_bindgen]
pub fn borrow_art(loans: &str) -> Result<(), Failure> {
    REGISTRY.borrow_art(serde_json::from_str(loans)?);
    Ok(())
}

/// Adds a game under a name, or under the content hash of its definitions. Has no effect if the name is taken.
///
/// `texts` is a JSON list of the game's definition and the definitions that it extends.
#[cfg(feature = "text")]
#[wasm_bindgen]
pub fn define(name: &str, texts: &str) -> Result<(), Failure> {
    if REGISTRY.definition_of(name).is_some() {
        return Ok(());
    }
    let texts: Vec<String> = serde_json::from_str(texts)?;
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let unsound = || {
        let problem =
            Text::new("the definition of this game has errors", "la définition de ce jeu contient des erreurs");
        TextError::new(name, 0, problem)
    };
    let definition = entourage_registry::TextDefinition::of_texts(&texts).ok_or_else(unsound)?;
    if ContentHash::read(name).is_some() {
        return workshop::add(name, definition);
    }
    Ok(REGISTRY.offer(name, std::sync::Arc::new(definition)).map_err(|_| unsound())?)
}

#[cfg(feature = "text")]
#[wasm_bindgen]
pub fn rules_page(spec: &str, language: &str) -> Result<String, Failure> {
    let game = REGISTRY.open(spec)?;
    Ok(game.rules_page(language_of(language)))
}

/// Returns the descriptions of all games as a JSON list, in a language (`en` or `fr`).
#[wasm_bindgen]
pub fn games(language: &str) -> Result<String, Failure> {
    let language = language_of(language);
    let infos = REGISTRY
        .games()
        .iter()
        .map(|id| Ok(REGISTRY.open(id)?.info(language)))
        .collect::<Result<Vec<_>, Failure>>();
    infos.map(|infos| json(&infos))
}

#[wasm_bindgen]
pub fn info(spec: &str, language: &str) -> Result<String, Failure> {
    let game = REGISTRY.open(spec)?;
    Ok(json(&game.info(language_of(language))))
}

/// Checks a player's choice of `picks` cards from a game's catalogue, and returns it in canonical notation.
#[wasm_bindgen]
pub fn check_setup(spec: &str, picks: u32, choice: &str, language: &str) -> Result<String, Failure> {
    let game = REGISTRY.open(spec)?;
    game.check_setup(picks as usize, choice).map_err(|error| Failure::of_setup(&error, language_of(language)))
}

/// Suggests a sensible choice of `picks` cards, determined by the seed; `None` if there is no such choice.
#[wasm_bindgen]
pub fn suggest_setup(spec: &str, picks: u32, seed: f64) -> Result<Option<String>, Failure> {
    let game = REGISTRY.open(spec)?;
    Ok(game.suggest_setup(picks as usize, seed.to_bits()))
}

fn language_of(code: &str) -> Language {
    code.parse().unwrap_or_default()
}

fn enforcement_of(word: &str) -> Result<Enforcement, TextError> {
    let problem = Text::new("expected enforced, warned or free", "valeur attendue : enforced, warned ou free");
    word.parse().map_err(|()| TextError::new(word, 0, problem))
}

fn notation_of(courier: bool) -> Notation {
    if courier { Notation::Courier } else { Notation::Ours }
}

/// Writes a value as JSON. This cannot fail, because the keys of all maps are strings.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}
