//! Boards set up by hand behind the object-safe face.

use entourage_courier::{Vocabulary, read_code};
use entourage_kernel::{Draft, Evaluate, FormWord, Kind, Language, Piece, Side, Square, TextError};

use crate::AnyGame;
use crate::view::{DraftView, FormWordView, PlacedView, SketchView};

/// Tells what a pasted text says of a position, and what the rules say of it.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The position as the game writes it; the pasted text itself where that cannot be said.
    pub text: String,
    /// Whether the text is in Game Courier's form of FEN.
    pub courier: bool,
    /// What stands where; `None` where the text has not the form of a position.
    pub draft: Option<Draft>,
    /// Why the rules do not begin from it, its offset in [`text`](Self::text).
    pub problem: Option<TextError>,
}

/// Reads a position of the game's own writing or in Game Courier's form of FEN. The former has several words, the latter one, so
/// that no text could be both.
pub(crate) fn read<R: Evaluate>(rules: &R, pasted: &str) -> Sketch {
    let metadata = rules.metadata();
    let pasted = pasted.trim();
    let courier = !pasted.is_empty() && !pasted.contains(char::is_whitespace);
    let text = if courier {
        match read_code(pasted, rules, &Vocabulary::new(metadata, rules.topology())) {
            Ok(text) => text,
            Err(error) => {
                return Sketch { text: pasted.to_owned(), courier, draft: None, problem: Some(error) };
            }
        }
    } else {
        pasted.to_owned()
    };
    let draft = metadata.form.read(&text, metadata);
    let problem = rules.read_position(&text).err().map(|mut error| {
        if error.squares.is_empty() && error.token.chars().count() == 1 {
            error.squares.extend(metadata.form.square_at(&text, error.at));
        }
        error
    });
    Sketch { text, courier, draft, problem }
}

/// Writes a draft that names its squares and kinds, as the game writes positions; what the game does not have is left out.
pub fn write_draft(game: &dyn AnyGame, draft: &DraftView) -> String {
    let metadata = game.metadata();
    let piece = |placed: &PlacedView| {
        let square = game.topology().find(&placed.square)?;
        let side = Side::BOTH.into_iter().find(|side| side.number() == placed.side)?;
        let kind = u8::try_from(placed.kind).ok().filter(|_| placed.kind < metadata.kinds.len())?;
        Some((square, Piece::new(Kind(kind), side)))
    };
    let draft = Draft {
        pieces: draft.pieces.iter().filter_map(piece).collect(),
        side: if draft.side == Side::Second.number() { Side::Second } else { Side::First },
        words: draft.words.clone(),
    };
    metadata.form.write(&draft, metadata)
}

/// Describes a sketch by names, in a language.
pub fn view_sketch(game: &dyn AnyGame, sketch: &Sketch, language: Language) -> SketchView {
    let placed = |&(square, piece): &(Square, Piece)| PlacedView {
        square: game.topology().name(square).to_owned(),
        side: piece.side().number(),
        kind: piece.kind().index(),
    };
    let draft = sketch.draft.as_ref().map(|draft| DraftView {
        pieces: draft.pieces.iter().map(placed).collect(),
        side: draft.side.number(),
        words: draft.words.clone(),
    });
    let word = |word: &'static FormWord| FormWordView {
        name: word.name.get(language),
        hint: word.hint.get(language),
        plain: word.plain,
    };
    SketchView {
        text: sketch.text.clone(),
        courier: sketch.courier,
        draft,
        words: game.metadata().form.words().map(word).collect(),
        squares: sketch
            .problem
            .iter()
            .flat_map(|error| &error.squares)
            .map(|&square| game.topology().name(square))
            .collect(),
    }
}
