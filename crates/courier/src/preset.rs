use entourage_kernel::{Text, TextError};

use crate::context::{GameContext, Opening, read_board};
use crate::{Diagram, Settings};

/// The contents of a Game Courier preset or log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The start position, if specified; the offset in its `problem` is relative to the preset's text.
    pub opening: Option<Opening>,
    /// The turns and comments, each with its line number in the list of moves (numbered from 1).
    pub turns: Vec<(usize, String)>,
    /// Keys that were ignored, such as board colours.
    pub ignored: Vec<String>,
}

const CODE: &str = "code";
const MOVES: &str = "moves";
/// The key for the start position in Entourage's own notation, which can express more than Game Courier's variant of FEN.
const EXACT: &str = "entourage";
const KNOWN: [&str; 7] = ["game", "cols", "files", "ranks", CODE, MOVES, EXACT];

impl Preset {
    /// Parses a settings file or log.
    ///
    /// `game` must be the game's name; `code` is the start position; `cols`, `files` and `ranks` must match the board; `moves`
    /// contains turns, one per line, optionally numbered. A start position that the rules refuse is not an error but part of
    /// the result. Fails if the text is malformed, is for a different game or board, or has a start position that cannot be parsed.
    pub fn read(whole: &str, ground: &GameContext<'_>) -> Result<Self, TextError> {
        let settings = Settings::read(whole)?;
        let name = ground.metadata.name.en.as_str();
        if let Some(game) = settings.find("game").filter(|game| !game.value.trim().eq_ignore_ascii_case(name)) {
            let en = format!("this preset is for another game, not {name}");
            let fr = format!("ce préréglage est celui d'un autre jeu (attendu\u{a0}: {name})");
            return Err(TextError::bilingual(game.value.clone(), game.value_at, en, fr));
        }
        let grid = ground.grid();
        let expected = |key: &str, value: String| match settings.find(key) {
            Some(found) if found.value.split_whitespace().collect::<String>() != value => {
                let en = format!("the board of {name} requires {key} {value}");
                let fr = format!("le plateau de {name} exige {key} {value}");
                Err(TextError::bilingual(found.value.clone(), found.value_at, en, fr))
            }
            _ => Ok(()),
        };
        expected("cols", grid.files.to_string())?;
        expected("files", (0..grid.files).map(|file| char::from(b'a' + file as u8)).collect())?;
        expected("ranks", (1..=grid.ranks).map(|rank| rank.to_string()).collect())?;
        let opening = opening(whole, &settings, ground)?;
        let moves = settings.find(MOVES).map_or("", |moves| moves.value.as_str());
        let turns = (1..).zip(moves.lines().map(unnumbered)).filter(|(_, line)| !line.trim().is_empty());
        let ignored = settings.keys().filter(|key| !KNOWN.contains(key)).map(ToOwned::to_owned).collect();
        Ok(Self { opening, turns: turns.map(|(number, line)| (number, line.to_owned())).collect(), ignored })
    }
}

/// Removes the move number at the start of a line: `1.`, `1...` or `1)`.
pub fn unnumbered(line: &str) -> &str {
    let begin = line.trim_start();
    let rest = begin.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let after = rest.trim_start_matches(['.', ')']);
    let is_number = rest.len() < begin.len() && after.len() < rest.len();
    let ends = after.is_empty() || after.starts_with(char::is_whitespace);
    if is_number && ends { after.trim_start() } else { line }
}

fn opening(whole: &str, settings: &Settings, ground: &GameContext<'_>) -> Result<Option<Opening>, TextError> {
    let coded = match settings.find(CODE) {
        None => None,
        Some(code) => {
            let found = ground.read_code(code.value.trim());
            Some((code, found.map_err(|error| within(whole, error.shifted(code.value_at)))?))
        }
    };
    let (said, mut opening) = match settings.find(EXACT) {
        None => match coded {
            None => return Ok(None),
            Some(coded) => coded,
        },
        Some(exact) => {
            let found = exactly(&exact.value, ground);
            let opening = found.map_err(|error| within(whole, error.shifted(exact.value_at)))?;
            if let Some((code, _)) = coded.filter(|(_, coded)| !agree(coded, &opening, ground)) {
                let en = "the position differs from the one in the FEN code";
                let problem = Text::new(en, "la position diffère de celle du code FEN");
                let at = exact.value_at.max(code.value_at);
                let token = if at == exact.value_at { &exact.value } else { &code.value };
                return Err(within(whole, TextError::new(token.clone(), at, problem)));
            }
            (exact, opening)
        }
    };
    opening.problem = opening.problem.map(|error| {
        let problem = error.problem.within(
            |why| format!("the rules refuse this position: {why}"),
            |why| format!("les règles refusent cette position\u{a0}: {why}"),
        );
        within(whole, TextError::new(said.value.clone(), said.value_at, problem).about(error.squares))
    });
    Ok(Some(opening))
}

/// Parses a start position in Entourage's notation, or a board in the notation of manual games.
fn exactly(text: &str, ground: &GameContext<'_>) -> Result<Opening, TextError> {
    let squares = ground.topology.squares.len();
    if let Some(board) = read_board(text, squares, &ground.ours()) {
        let (diagram, side) = board?;
        return Ok(ground.opening(&diagram, side));
    }
    let draft = ground.metadata.form.read(text, ground.metadata);
    let problem = (ground.judge)(text);
    match (draft, problem) {
        (Some(draft), problem) => {
            let board = ground.opening(&Diagram::new(squares, draft.pieces), draft.side).board;
            Ok(Opening { position: Some(text.to_owned()), board, problem })
        }
        (None, problem) => Err(problem.unwrap_or_else(|| {
            TextError::bilingual(
                text,
                0,
                "this is not a valid position of the game",
                "ce n'est pas une position valable du jeu",
            )
        })),
    }
}

fn agree(coded: &Opening, exact: &Opening, ground: &GameContext<'_>) -> bool {
    let code = |opening: &Opening| {
        let board = read_board(&opening.board, ground.topology.squares.len(), &ground.ours())?.ok()?;
        Some(ground.write_code(&board.0))
    };
    code(coded) == code(exact)
}

/// Formats a settings file with the game, its start position and its turns.
pub fn write_preset(ground: &GameContext<'_>, diagram: &Diagram, start: &str, turns: &[String]) -> String {
    let code = ground.write_code(diagram);
    // Game Courier's variant of FEN contains neither the side to move, nor squares off the grid, nor other fields of the position.
    let is_complete = ground.read_code(&code).is_ok_and(|opening| opening.text() == start);
    let exact = (!is_complete).then_some((EXACT, start));
    let cols = ground.grid().files.to_string();
    let values = [("game", ground.metadata.name.en.as_str()), ("cols", &cols), (CODE, &code)];
    let mut text = String::new();
    for (key, value) in values.into_iter().chain(exact) {
        let value = value.replace('\\', "\\\\").replace('\'', "\\'");
        text += &format!("$default['{key}'] = '{value}';\n");
    }
    text += &format!("$default['{MOVES}'] = <<<'NOW'\n");
    turns.iter().for_each(|turn| text += &format!("{turn}\n"));
    text + "NOW;\n"
}

/// Corrects an error's offset if escapes in a value have shifted it.
fn within(text: &str, mut error: TextError) -> TextError {
    if !text.get(error.at..).is_some_and(|rest| rest.starts_with(&error.token)) {
        error.at = text.find(&error.token).unwrap_or_default();
    }
    error
}
