use entourage_kernel::{Draft, Problem, Rules, Side, Square, TextError};

use crate::fen::read_fen;
use crate::{Settings, Vocabulary};

/// Holds what a preset or a log of Game Courier says of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The position in which it begins, as the game writes it; `None` where nothing is said of it.
    pub position: Option<String>,
    /// The turns, each with the number of its line among the moves.
    pub turns: Vec<(usize, String)>,
    /// The keys that say nothing to us, such as colours of the board.
    pub ignored: Vec<String>,
}

/// The key of the moves, one turn a line.
const MOVES: &str = "moves";

impl Preset {
    /// Reads a settings file or a log of a game.
    ///
    /// `game` must name the game, `code` is the opening position, `cols`, `files` and `ranks` its board, which must be the game's own;
    /// `moves` are turns, one a line.
    ///
    /// # Errors
    /// A text that is no list of assignments, another game or board, or a position that the rules refuse.
    pub fn read<R: Rules>(whole: &str, rules: &R, words: &Vocabulary) -> Result<Self, TextError> {
        let settings = Settings::read(whole)?;
        let name = rules.metadata().name.en;
        if let Some(game) = settings.find("game").filter(|game| !game.value.trim().eq_ignore_ascii_case(name)) {
            let problem = Problem::new(
                format!("this is another game than {name}"),
                format!("c'est un autre jeu que {name}"),
            );
            return Err(TextError::new(game.value.clone(), game.value_at, problem));
        }
        let (files, ranks) = size(rules, words);
        let expected = |key: &str, value: String| match settings.find(key) {
            Some(found) if found.value.split_whitespace().collect::<String>() != value => {
                let problem = Problem::new(
                    format!("the board of {name} has {key} {value}"),
                    format!("le plateau de {name} a {key} {value}"),
                );
                Err(TextError::new(found.value.clone(), found.value_at, problem))
            }
            _ => Ok(()),
        };
        expected("cols", files.to_string())?;
        expected("files", (0..files).map(|file| char::from(b'a' + file as u8)).collect())?;
        expected("ranks", (1..=ranks).map(|rank| rank.to_string()).collect())?;
        let position = match settings.find("code") {
            None => None,
            Some(code) => {
                let at = code.value_at;
                let text = read_code(code.value.trim(), rules, words);
                let text = text.map_err(|error| within(whole, error.shifted(at)))?;
                check(rules, &text).map_err(|problem| TextError::new(code.value.clone(), at, problem))?;
                Some(text)
            }
        };
        let moves = settings.find(MOVES).map_or("", |moves| moves.value.as_str());
        let turns = (1..).zip(moves.lines()).filter(|(_, line)| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with("//")
        });
        const KNOWN: [&str; 6] = ["game", "cols", "files", "ranks", "code", MOVES];
        let ignored = settings.keys().filter(|key| !KNOWN.contains(key)).map(ToOwned::to_owned).collect();
        Ok(Self { position, turns: turns.map(|(number, line)| (number, line.to_owned())).collect(), ignored })
    }
}

/// Keeps an error's place inside the text, as escapes in a value may have moved it.
fn within(text: &str, mut error: TextError) -> TextError {
    if !text.get(error.at..).is_some_and(|rest| rest.starts_with(&error.token)) {
        error.at = text.find(&error.token).unwrap_or_default();
    }
    error
}

/// Returns the file, counted from 0, and the rank of a coordinate; `None` for a name of another form.
fn on_grid(coordinate: &str) -> Option<(usize, usize)> {
    let file = coordinate.bytes().next().filter(u8::is_ascii_lowercase)?;
    Some((usize::from(file - b'a'), coordinate.get(1..)?.parse().ok()?))
}

/// Returns how many files and ranks the game's grid has.
fn size<R: Rules>(rules: &R, words: &Vocabulary) -> (usize, usize) {
    let places = rules.topology().all().filter_map(|square| on_grid(words.coordinate(square)));
    places.fold((0, 0), |(files, ranks), (file, rank)| (files.max(file + 1), ranks.max(rank)))
}

/// Reads a position in Game Courier's form of FEN and writes it as the game does, the first side to move and the rest as at the start.
///
/// Whether the rules allow the position is theirs to say. Spaces off the grid begin empty, as this form cannot name them.
///
/// # Errors
/// A label or a space that the game does not have, and a space of the board that is missing.
pub fn read_code<R: Rules>(code: &str, rules: &R, words: &Vocabulary) -> Result<String, TextError> {
    let (files, ranks) = size(rules, words);
    let found = read_fen(code, files, ranks, words)?;
    let is_there = |square: Square| found.iter().any(|(at, _)| *at == square);
    for square in rules.topology().all() {
        let name = words.coordinate(square);
        if on_grid(name).is_some() && !is_there(square) {
            let problem = Problem::new(
                format!("the rules keep the space {name}, which is missing here"),
                format!("les règles gardent la case {name}, qui manque ici"),
            );
            return Err(TextError::new(code, 0, problem));
        }
    }
    let metadata = rules.metadata();
    let start = metadata.form.read(&rules.write_position(&rules.start()), metadata);
    let pieces = found.into_iter().filter_map(|(square, piece)| Some((square, piece?))).collect();
    let draft = Draft { pieces, side: Side::First, words: start.map_or_else(Vec::new, |start| start.words) };
    Ok(metadata.form.write(&draft, metadata))
}

/// Lets the rules judge a position.
fn check<R: Rules>(rules: &R, text: &str) -> Result<(), Problem> {
    rules.read_position(text).map(|_| ()).map_err(|error| {
        let Problem { en, fr } = error.problem;
        Problem::new(
            format!("the rules refuse this position: {en}"),
            format!("les règles refusent cette position\u{a0}: {fr}"),
        )
    })
}
