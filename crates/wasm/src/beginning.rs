//! Where games begin: positions pasted or set up by hand, and games that were played elsewhere.

use entourage_registry::kernel::{Language, Refusal, Text, TextError};
use entourage_registry::view::{DraftView, SketchView};
use entourage_registry::{Replay, ReplayError, open, view_sketch, write_draft};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;
use crate::{json, language_of, notation_of};

/// The bytes beyond which no settings file or log is read.
const LONGEST_LOG: usize = 1 << 20;

#[derive(Serialize)]
struct Sketched {
    #[serde(flatten)]
    sketch: SketchView,
    /// Why the rules do not begin from it.
    problem: Option<Failure>,
}

/// Reads a position of a game's own writing or in Game Courier's form, whether or not the rules allow it, and describes it as JSON.
///
/// # Errors
/// A spec that cannot be read.
#[wasm_bindgen]
pub fn sketch(spec: &str, text: &str, language: &str) -> Result<String, String> {
    let game = open(spec).map_err(|error| Failure::from(error).into_json())?;
    let found = game.sketch(text);
    let sketch = view_sketch(game.as_ref(), &found, language_of(language));
    Ok(json(&Sketched { sketch, problem: found.problem.map(Failure::from) }))
}

/// Writes a board set up by hand, which is given as JSON, as its game writes positions.
///
/// # Errors
/// A spec that cannot be read, or a board that is no JSON.
#[wasm_bindgen]
pub fn draft(spec: &str, board: &str) -> Result<String, String> {
    let game = open(spec).map_err(|error| Failure::from(error).into_json())?;
    let board: DraftView = serde_json::from_str(board).map_err(|error| Failure::of_json(&error).into_json())?;
    Ok(write_draft(game.as_ref(), &board))
}

/// Tells what a game played on Game Courier was, as far as the rules take it.
#[derive(Serialize)]
struct Imported {
    start: String,
    /// The moves up to the first turn that is refused.
    moves: Vec<String>,
    /// The word with which the players ended it.
    word: Option<&'static str>,
    /// The keys that say nothing to us.
    ignored: Vec<String>,
    stop: Option<Stop>,
}

/// Says which turn is refused first, and why.
#[derive(Serialize)]
struct Stop {
    /// Its number, from 1.
    turn: usize,
    text: String,
    /// The word after which it comes, where nothing may follow.
    over: Option<&'static str>,
    why: Option<Failure>,
}

/// Reads a settings file, a log or turns, one a line, of Game Courier's players, and plays them under the rules of a spec;
/// `courier` says that sentences name squares as they do.
///
/// # Errors
/// A spec or a text that cannot be read, another game or board, or a position that the rules refuse.
#[wasm_bindgen]
pub fn import_courier(spec: &str, text: &str, courier: bool, language: &str) -> Result<String, String> {
    read(spec, text, courier, language_of(language)).map(|found| json(&found)).map_err(Failure::into_json)
}

fn read(spec: &str, text: &str, courier: bool, language: Language) -> Result<Imported, Failure> {
    if text.len() > LONGEST_LOG {
        let problem =
            Text::new("no settings file or log is so long", "aucun réglage ni journal n'est aussi long");
        return Err(TextError::new("", LONGEST_LOG, problem).into());
    }
    let game = open(spec)?;
    // Every settings file and log begins with an assignment, and no turn does.
    let (position, turns, ignored) = if text.trim_start().starts_with('$') {
        let preset = game.read_preset(text)?;
        (preset.position, preset.turns.into_iter().map(|(_, turn)| turn).collect(), preset.ignored)
    } else {
        (None, text.lines().map(str::to_owned).collect::<Vec<_>>(), Vec::new())
    };
    let mut begun = game.begin(position.as_deref())?;
    begun.set_notation(notation_of(courier));
    let mut replay = Replay::new(begun);
    let refused = turns.into_iter().find_map(|turn| Some((replay.line(&turn).err()?, turn)));
    let played = replay.played();
    let stop = refused.map(|(error, text)| {
        let (over, why) = match error {
            ReplayError::Over(word) => (Some(word.text()), None),
            ReplayError::Refused(error) => {
                let reasons = |refusal: &Refusal| played.refusal_sentences(refusal, language);
                (None, Some(Failure::of_typing(error, reasons)))
            }
        };
        Stop { turn: replay.turns(), text: text.trim().to_owned(), over, why }
    });
    Ok(Imported {
        start: played.start_text(),
        moves: played.moves(),
        word: replay.word().map(|word| word.text()),
        ignored,
        stop,
    })
}
