//! Starting points of games: positions pasted or set up manually, and imported games.

use entourage_registry::kernel::{Enforcement, Language, Problem, Text, TextError};
use entourage_registry::view::{
    DraftView, Imported, ImportedTurn, ReadRecord, RecordItem, RulesFailure, Sketched,
};
use entourage_registry::{CourierError, Notation, Opening, Replay, ReplayError, view_sketch, write_draft};
use entourage_scoresheet::pgn::{Game, Item, Move, Place, ReadError, Reader, Turn};
use entourage_scoresheet::{Sheet, Style};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;
use crate::{REGISTRY, enforcement_of, json, language_of, notation_of};

/// Maximum size in bytes of a pasted game.
const LONGEST_LOG: usize = 1 << 20;
const TOO_LONG: Text = Text::new("the game is too long", "la partie est trop longue");

/// Parses a position in the game's or Game Courier's notation, whether or not the rules allow it, and describes it as JSON. With
/// `courier`, messages use Game Courier's square names.
#[wasm_bindgen]
pub fn sketch(spec: &str, text: &str, courier: bool, language: &str) -> Result<String, Failure> {
    let game = REGISTRY.open(spec)?;
    let found = game.sketch(text);
    let sketch = view_sketch(game.as_ref(), &found, language_of(language));
    let problem = found.problem.map(|error| RulesFailure::from(notation_of(courier).of_error(error)));
    Ok(json(&Sketched { sketch, problem }))
}

/// Converts a board that was set up manually from JSON to the game's position notation.
#[wasm_bindgen]
pub fn draft(spec: &str, board: &str) -> Result<String, Failure> {
    let game = REGISTRY.open(spec)?;
    let board: DraftView = serde_json::from_str(board)?;
    Ok(write_draft(game.as_ref(), &board))
}

/// Parses a Game Courier settings file, a log or a list of turns (one per line), and plays the turns with the given
/// rule enforcement. With `courier`, messages use Game Courier's square names.
#[wasm_bindgen]
pub fn import_courier(
    spec: &str,
    text: &str,
    enforcement: &str,
    courier: bool,
    language: &str,
) -> Result<String, Failure> {
    let read = || {
        let enforcement = enforcement_of(enforcement)?;
        read(spec, text, enforcement, notation_of(courier), language_of(language))
    };
    read().map(|found| json(&found))
}

/// Parses the first game in PGN and plays its moves; returns its spec, initial position and moves as JSON.
#[wasm_bindgen]
pub fn import_record(text: &str) -> Result<String, Failure> {
    if text.len() > LONGEST_LOG {
        return Err(TextError::new("", LONGEST_LOG, TOO_LONG).into());
    }
    let mut reader = Reader::new(text.as_bytes());
    let game = match reader.next() {
        Some(Ok(game)) => game,
        Some(Err(ReadError::Syntax(error))) => return Err(at_line(error.place, error.fault.problem())),
        // Reading from memory cannot fail.
        None | Some(Err(ReadError::Input(_))) => {
            let problem = Text::new("the text contains no game", "le texte ne contient aucune partie");
            return Err(TextError::new("", 0, problem).into());
        }
    };
    let more = reader.next().is_some();
    let sheet = Sheet::read(&REGISTRY, &game, Style::Plain);
    let sheet = sheet.map_err(|fault| at_line(fault.place, fault.problem))?;
    let (spec, start, moves) = (sheet.spec, sheet.played.start_text(), sheet.played.moves());
    let items = sheet.game.items.into_iter().map(|item| match item {
        Item::Move(played) => RecordItem::Move { text: played.text, side: played.turn.side.number() },
        Item::Nag(number) => RecordItem::Nag(number),
        Item::Comment(text) => RecordItem::Comment(text),
        Item::Begin => RecordItem::Begin,
        Item::End => RecordItem::End,
    });
    let (items, tags) = (items.collect(), game.tags.into_iter().map(|tag| (tag.name, tag.value)).collect());
    let warnings = sheet.warnings.into_iter().map(|warning| located(warning.place, warning.problem).into());
    let enforcement = sheet.enforcement.word();
    Ok(json(&ReadRecord { spec, enforcement, start, moves, items, tags, more, warnings: warnings.collect() }))
}

/// Formats a game with variations and annotations as PGN, in short notation. `items` and `tags` are JSON as in `ReadRecord`;
/// fails at a move that the rules do not allow.
#[wasm_bindgen]
pub fn write_record(spec: &str, start: &str, items: &str, tags: &str) -> Result<String, Failure> {
    let items: Vec<RecordItem> = serde_json::from_str(items)?;
    let tags: Vec<(String, String)> = serde_json::from_str(tags)?;
    let mut game = Game::default();
    for (name, value) in tags {
        game.set_tag(&name, value);
    }
    game.set_tag("Game", spec);
    if REGISTRY.open(spec)?.begin(None)?.start_text() != start {
        game.set_tag("SetUp", "1");
        game.set_tag("FEN", start);
    }
    let items = items.into_iter().map(|item| match item {
        RecordItem::Move { text, .. } => Item::Move(Move { text, turn: Turn::FIRST, place: Place::default() }),
        RecordItem::Nag(number) => Item::Nag(number),
        RecordItem::Comment(text) => Item::Comment(text),
        RecordItem::Begin => Item::Begin,
        RecordItem::End => Item::End,
    });
    game.items = items.collect();
    let sheet = Sheet::read(&REGISTRY, &game, Style::Short);
    let mut game = sheet.map_err(|fault| Failure::from(TextError::new("", 0, fault.problem)))?.game;
    game.set_tag("Result", game.termination.map_or("*", |termination| termination.mark()));
    Ok(game.to_string())
}

fn located(Place { line, .. }: Place, problem: Problem) -> Problem {
    problem.within(|why| format!("line {line}: {why}"), |why| format!("ligne {line}\u{a0}: {why}"))
}

fn at_line(place: Place, problem: Problem) -> Failure {
    TextError::new("", 0, located(place, problem)).into()
}

fn read(
    spec: &str,
    text: &str,
    enforcement: Enforcement,
    notation: Notation,
    language: Language,
) -> Result<Imported, Failure> {
    if text.len() > LONGEST_LOG {
        return Err(TextError::new("", LONGEST_LOG, TOO_LONG).into());
    }
    let game = REGISTRY.open(spec)?;
    // Settings files and logs begin with an assignment; turns never do.
    let (opening, turns, ignored) = if text.trim_start().starts_with('$') {
        let preset = game.read_preset(text)?;
        (preset.opening, preset.turns.into_iter().map(|(_, turn)| turn).collect(), preset.ignored)
    } else {
        (None, text.lines().map(str::to_owned).collect::<Vec<_>>(), Vec::new())
    };
    let problem = opening.as_ref().and_then(|opening| opening.problem.clone());
    let problem = problem.map(|error| RulesFailure::from(notation.of_error(error)));
    let mut begun = match REGISTRY.begin(spec, opening.as_ref().map(Opening::text), enforcement) {
        Ok(begun) => begun,
        Err(error) => {
            let opening = Some(problem.unwrap_or_else(|| notation.of_error(error).into()));
            let (moves, refused, stop) = (Vec::new(), None, None);
            return Ok(Imported { start: None, moves, word: None, ignored, opening, refused, stop });
        }
    };
    begun.set_notation(notation);
    let mut replay = Replay::new(begun);
    let stopped = turns.into_iter().find_map(|turn| Some((replay.line(&turn).err()?, turn)));
    let failure = |error: CourierError| {
        let judge = replay.lawful().unwrap_or(replay.played());
        Failure::of_typing(error, |refusal| judge.refusal_sentences(refusal, language)).0
    };
    let stop = stopped.map(|(error, text)| {
        let (over, why) = match error {
            ReplayError::Over(word) => (Some(word.text()), None),
            ReplayError::Refused(error) => (None, Some(failure(error))),
        };
        ImportedTurn { turn: replay.turns(), text: text.trim().to_owned(), over, why }
    });
    let refused = replay.refused().map(|refused| {
        let why = Some(failure(refused.why.clone()));
        ImportedTurn { turn: refused.turn, text: refused.text.clone(), over: None, why }
    });
    Ok(Imported {
        start: Some(replay.played().start_text()),
        moves: replay.played().moves(),
        word: replay.word().map(|word| word.text()),
        ignored,
        opening: problem,
        refused,
        stop,
    })
}
