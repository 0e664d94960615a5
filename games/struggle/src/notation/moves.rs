use entourage_kernel::{Intent, Square, Text, TextError};

use crate::action::Action;
use crate::geometry::TOPOLOGY;
use crate::problems::{LOWER, MOVE_END, SIGN};

pub(crate) fn read_move(text: &str) -> Result<Intent, TextError> {
    let action = match text {
        "pass" => Action::Pass,
        "end" => Action::End,
        _ => read_squares(text)?,
    };
    Ok(action.intent())
}

fn read_squares(text: &str) -> Result<Action, TextError> {
    let (from, rest) = square(text, text)?;
    let sign = &rest[..rest.find(|letter: char| letter.is_ascii_alphanumeric()).unwrap_or(rest.len())];
    let (second, rest) = square(text, &rest[sign.len()..])?;
    let jumps = sign == ":";
    if !jumps && !rest.is_empty() {
        return Err(TextError::new(rest, text.len() - rest.len(), MOVE_END));
    }
    Ok(match sign {
        "" => Action::Step { from, to: second },
        "@" => Action::Teleport { from, to: second },
        ">" => Action::Caboose { rear: from, next: second },
        "||" => Action::Pact { own: from, enemy: second },
        "<>" if from < second => Action::Trade { a: from, b: second },
        "<>" => return Err(TextError::new(text, 0, LOWER)),
        ":" => return read_jump(text, from, second, rest),
        _ => {
            let at = TOPOLOGY.name(from).len();
            return Err(TextError::new(sign, at, SIGN));
        }
    })
}

fn read_jump(text: &str, from: Square, over: Square, rest: &str) -> Result<Action, TextError> {
    let (third, rest) = square(text, colon(text, rest)?)?;
    if rest.is_empty() {
        return Ok(Action::Jump { from, over, to: third });
    }
    let (to, rest) = square(text, colon(text, rest)?)?;
    if rest.is_empty() {
        Ok(Action::Catapult { from, near: over, far: third, to })
    } else {
        Err(TextError::new(rest, text.len() - rest.len(), MOVE_END))
    }
}

fn colon<'t>(text: &str, rest: &'t str) -> Result<&'t str, TextError> {
    rest.strip_prefix(':').ok_or_else(|| {
        TextError::new(
            rest,
            text.len() - rest.len(),
            Text::new(
                "a jump is written as start space, jumped space and end space, such as a3:a4:a5",
                "un saut s'écrit avec trois cases (départ, case franchie, arrivée), par exemple a3:a4:a5",
            ),
        )
    })
}

fn square<'t>(text: &str, rest: &'t str) -> Result<(Square, &'t str), TextError> {
    TOPOLOGY.read(rest).ok_or_else(|| {
        TextError::new(
            rest,
            text.len() - rest.len(),
            Text::new(
                "expected a space from a1 to a13, pass or end",
                "attendu\u{a0}: une case de a1 à a13, pass ou end",
            ),
        )
    })
}

pub(crate) fn write_move(intent: Intent) -> String {
    let sign = match Action::of(intent) {
        Some(Action::Pass) => return "pass".to_owned(),
        Some(Action::End) => return "end".to_owned(),
        Some(Action::Jump { .. } | Action::Catapult { .. }) => ":",
        Some(Action::Teleport { .. }) => "@",
        Some(Action::Caboose { .. }) => ">",
        Some(Action::Trade { .. }) => "<>",
        Some(Action::Pact { .. }) => "||",
        Some(Action::Step { .. }) | None => "",
    };
    intent.squares().map(|square| TOPOLOGY.name(square)).collect::<Vec<_>>().join(sign)
}
