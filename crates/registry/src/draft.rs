//! Positions set up or pasted by a user.

use entourage_courier::{Diagram, Opening, read_board, write_board};
use entourage_kernel::{Draft, FormWord, Kind, Language, Piece, Side, Square, TextError};

use crate::view::{DraftView, FormWordView, PlacedView, SketchView};
use crate::{AnyGame, courier};

/// A position parsed from pasted input, and whether the rules accept it.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The position in the game's notation, or the unchanged input if it cannot be parsed.
    pub text: String,
    /// Whether the input is in Game Courier's dialect of FEN.
    pub courier: bool,
    /// The pieces; `None` if the input cannot be parsed as a position.
    pub draft: Option<Draft>,
    /// The board from which a game with manual moves can start, if the rules reject the position.
    pub board: Option<String>,
    /// Why the rules reject the position; offsets are into [`text`](Self::text).
    pub problem: Option<TextError>,
}

impl dyn AnyGame + '_ {
    /// Parses a position in the game's notation, a code in Game Courier's dialect of FEN, or a board of a game with
    /// manual moves, legal or not. Only Game Courier's codes contain no spaces, so the three cannot be confused.
    pub fn sketch(&self, pasted: &str) -> Sketch {
        let (metadata, ground) = (self.metadata(), courier::ground(self));
        let (pasted, squares) = (pasted.trim(), ground.topology.squares.len());
        let courier = !pasted.is_empty() && !pasted.contains(char::is_whitespace);
        let refused = |board, problem| Sketch {
            text: pasted.to_owned(),
            courier,
            draft: None,
            board,
            problem: Some(problem),
        };
        let opening = match read_board(pasted, squares, &ground.ours()) {
            Some(found) => Some(found.map(|(diagram, side)| ground.opening(&diagram, side))),
            None => courier.then(|| ground.read_code(pasted)),
        };
        let (text, mut board) = match opening {
            Some(Err(error)) => return refused(None, error),
            Some(Ok(Opening { position: Some(position), board, .. })) => (position, Some(board)),
            Some(Ok(Opening { board, problem: Some(problem), .. })) => return refused(Some(board), problem),
            None | Some(Ok(_)) => (pasted.to_owned(), None),
        };
        let draft = metadata.form.read(&text, metadata);
        let problem = (ground.judge)(&text).map(|mut error| {
            if error.squares.is_empty() && error.token.chars().count() == 1 {
                error.squares.extend(metadata.form.square_at(&text, error.at));
            }
            error
        });
        if let Some(draft) = &draft {
            let diagram = Diagram::new(squares, draft.pieces.iter().copied());
            board.get_or_insert_with(|| write_board(&diagram, draft.side, &ground.ours()));
        }
        Sketch { text, courier, draft, board: board.filter(|_| problem.is_some()), problem }
    }
}

/// Writes a draft in the game's position notation; unknown squares and kinds are left out.
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

/// Converts a sketch to its JSON type.
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
    let word = |word: &FormWord| FormWordView {
        name: word.name.get(language).to_owned(),
        hint: word.hint.get(language).to_owned(),
        plain: word.plain.to_string(),
    };
    SketchView {
        text: sketch.text.clone(),
        courier: sketch.courier,
        board: sketch.board.clone(),
        draft,
        words: game.metadata().form.words().map(word).collect(),
        squares: sketch
            .problem
            .iter()
            .flat_map(|error| &error.squares)
            .map(|&square| game.topology().name(square).to_owned())
            .collect(),
    }
}
