use entourage_kernel::{Effect, History, Intent, Outcome, Rules, TextError};

use crate::any_position::{AnyPosition, At};
use crate::export::write_ply_at;
use crate::import::import_at;
use crate::{CourierError, Read, Vocabulary};

const MAX_LISTED: usize = 12;

/// Finds the moves that a player typed: a canonical move, a list of legs, or a short form such as `E e8` or `Sx d5`.
///
/// A canonical move is returned even if illegal, so that playing it returns all reasons for the refusal. The other
/// forms use the labels and coordinates of `words`. A short form consists of the mover's label, `x` if the move must capture,
/// and the destination or captured square; it must match exactly one legal move. Fails if the entry has no known form
/// or matches no legal move; if it matches several, the error lists them.
pub fn read_entry<R: Rules>(
    history: &History<R>,
    entry: &str,
    words: &Vocabulary,
) -> Result<Vec<Intent>, CourierError> {
    let moves = || history.legal_moves();
    read_at(&At::of(history), &moves, history.status().outcome(), entry, words)
}

fn read_at(
    position: &dyn AnyPosition<'_>,
    moves: &dyn Fn() -> Vec<Intent>,
    ended: Option<Outcome>,
    entry: &str,
    words: &Vocabulary,
) -> Result<Vec<Intent>, CourierError> {
    let entry = entry.trim();
    let unread = match position.read_move(entry) {
        Ok(intent) => return Ok(vec![intent]),
        Err(error) => error,
    };
    if entry.contains(['-', ';', '*']) {
        return match import_at(position, ended, entry, words)? {
            Read::Moves(moves) => Ok(moves),
            Read::Word(word) => Err(TextError::bilingual(
                word.text(),
                0,
                "this is not a move: use the game's buttons instead",
                "ce n'est pas un coup\u{a0}: utilisez les boutons de la partie",
            )
            .into()),
        };
    }
    let short = Short::read(entry, words)?.ok_or(CourierError::Text(unread))?;
    let mut moves = moves();
    moves.retain(|&intent| short.fits(position, intent, words));
    match moves.as_slice() {
        [] => Err(CourierError::Illegal(None)),
        [_] => Ok(moves),
        _ => {
            let mut texts = list(position, &moves, words);
            if texts.len() > MAX_LISTED {
                texts.truncate(MAX_LISTED);
                texts.push("…".to_owned());
            }
            Err(CourierError::Ambiguous(texts))
        }
    }
}

/// Formats moves with the labels and coordinates of `words`; if two texts would be equal, uses the game's own notation.
fn list(position: &dyn AnyPosition<'_>, moves: &[Intent], words: &Vocabulary) -> Vec<String> {
    let sorted = |write: &dyn Fn(Intent) -> String| {
        let mut texts: Vec<String> = moves.iter().map(|&intent| write(intent)).collect();
        texts.sort_unstable();
        texts
    };
    if !words.is_ours() {
        let texts = sorted(&|intent| write_ply_at(position, intent, words));
        if texts.windows(2).all(|pair| pair[0] != pair[1]) {
            return texts;
        }
    }
    sorted(&|intent| position.write_move(intent))
}

struct Short<'a> {
    label: &'a str,
    captures: bool,
    coordinate: &'a str,
}

impl<'a> Short<'a> {
    /// Parses a short form; returns `None` for any other form.
    fn read(entry: &'a str, words: &Vocabulary) -> Result<Option<Self>, TextError> {
        let label_end = entry
            .char_indices()
            .map(|(at, letter)| at + letter.len_utf8())
            .filter(|&end| words.piece(&entry[..end]).is_some())
            .max();
        let Some(end) = label_end else { return Ok(None) };
        let (label, rest) = entry.split_at(end);
        let (captures, rest) = match rest.trim_start().strip_prefix('x') {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let coordinate = rest.trim();
        if !coordinate.is_empty() && words.square(coordinate).is_none() {
            let at = entry.len() - rest.trim_start().len();
            let fr = "le plateau n'a pas cette case";
            return Err(TextError::bilingual(coordinate, at, "the board has no such coordinate", fr));
        }
        Ok(Some(Self { label, captures, coordinate }))
    }

    fn fits(&self, position: &dyn AnyPosition<'_>, intent: Intent, words: &Vocabulary) -> bool {
        let piece = intent.first().and_then(|from| position.piece_at(from));
        let ends = || intent.squares().skip(1).any(|square| words.coordinate(square) == self.coordinate);
        let takes = || {
            position
                .effects(intent)
                .iter()
                .any(|effect| matches!(effect, Effect::Remove { piece, .. } if piece.side() != position.side()))
        };
        piece.is_some_and(|piece| words.label(piece) == self.label)
            && (self.coordinate.is_empty() || ends())
            && (!self.captures || takes())
    }
}
