//! Move notation: writes and parses intents.

use entourage_kernel::{Intent, Square, Text, TextError};

use crate::model::{Model, MoveForm, Placeholder, Template};

pub(crate) fn write_move(model: &Model, intent: Intent) -> String {
    let form = model
        .forms
        .get(usize::from(intent.choice()))
        .filter(|form| form.template.squares().len() == intent.len());
    let name = |square: Square| model.board.topology.name(square);
    let Some(form) = form else {
        // The intent does not fit a move format of this game, so write its squares and its choice number.
        let names: String = intent.squares().map(name).collect();
        return if intent.choice() == 0 { names } else { format!("{names}={}", intent.choice()) };
    };
    let places = form.template.squares();
    let parts = match &form.template {
        Template::Word(word) => return word.clone(),
        Template::Parts(parts) => parts,
    };
    parts
        .iter()
        .map(|part| match part {
            Placeholder::Literal(text) => text.clone(),
            Placeholder::Becomes { small } => letter(model, form, *small),
            square => {
                let index = places.iter().position(|place| *place == square).unwrap_or_default();
                intent.square(index).map_or_else(String::new, |square| name(square).to_owned())
            }
        })
        .collect()
}

fn letter(model: &Model, form: &MoveForm, small: bool) -> String {
    let letter = form.becomes.map_or('?', |kind| model.kinds[kind.index()].letter);
    if small { letter.to_lowercase().collect() } else { letter.to_string() }
}

pub(crate) fn read_move(model: &Model, text: &str) -> Result<Intent, TextError> {
    let mut farthest = 0;
    // The ordinary format comes last, since more specific formats take precedence.
    for choice in (1..model.forms.len()).chain([0]) {
        match read_form(model, &model.forms[choice], text) {
            Ok(squares) => return Ok(Intent::of(&squares).with_choice(choice as u8)),
            Err(at) => farthest = farthest.max(at),
        }
    }
    let problem = Text::new("unknown move notation", "notation de coup inconnue");
    Err(TextError::new(&text[farthest..], farthest, problem))
}

/// Parses a move in one format; on failure, returns the length of the matching prefix.
fn read_form(model: &Model, form: &MoveForm, text: &str) -> Result<Vec<Square>, usize> {
    let parts = match &form.template {
        Template::Word(word) => return if text == word { Ok(Vec::new()) } else { Err(0) },
        Template::Parts(parts) => parts,
    };
    let places = form.template.squares();
    let mut squares: Vec<Option<Square>> = vec![None; places.len()];
    let mut rest = text;
    for part in parts {
        let at = text.len() - rest.len();
        match part {
            Placeholder::Literal(literal) => rest = rest.strip_prefix(literal.as_str()).ok_or(at)?,
            Placeholder::Becomes { small } => {
                rest = rest.strip_prefix(letter(model, form, *small).as_str()).ok_or(at)?;
            }
            place => {
                let (square, after) = model.board.topology.read(rest).ok_or(at)?;
                let index = places.iter().position(|other| *other == place).unwrap_or_default();
                if squares[index].is_some_and(|known| known != square) {
                    return Err(at);
                }
                squares[index] = Some(square);
                rest = after;
            }
        }
    }
    if rest.is_empty() { Ok(squares.into_iter().flatten().collect()) } else { Err(text.len() - rest.len()) }
}
