use entourage_kernel::{Draft, Metadata, Piece, Problem, Side, Square, TextError, Topology};

use crate::fen::{Grid, file_and_rank, read_fen, write_fen};
use crate::{Diagram, Vocabulary};

type Arrange<'a> = Box<dyn Fn(&[(Square, Piece)], Side) -> Option<String> + 'a>;
type Judge<'a> = Box<dyn Fn(&str) -> Option<TextError> + 'a>;

/// The data about a game that is required to parse a start position.
pub struct GameContext<'a> {
    /// The game's metadata, including its Game Courier labels.
    pub metadata: &'a Metadata,
    /// The board, with the square names.
    pub topology: &'a Topology,
    /// The game's default start position.
    pub start: String,
    /// Formats the start position with its pieces and side to move replaced; returns `None` if the rules cannot
    /// represent the result.
    pub arrange: Arrange<'a>,
    /// Returns why the rules refuse a position; `None` if they accept it.
    pub judge: Judge<'a>,
}

/// An imported start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position in the game's notation; `None` if spaces are missing from the board, which it cannot express.
    pub position: Option<String>,
    /// The board and the side to move, in the notation of manual games: `Ka1,Pe2,-c3 1`.
    pub board: String,
    /// Why the rules refuse the position; the error's offset is relative to `position`.
    pub problem: Option<TextError>,
}

impl Opening {
    /// Returns the start position in the game's notation if the rules accept it, otherwise in the notation of manual games (`board`).
    pub fn text(&self) -> &str {
        match (&self.position, &self.problem) {
            (Some(position), None) => position,
            _ => &self.board,
        }
    }
}

impl GameContext<'_> {
    /// Returns the labels and coordinates that Game Courier uses for the game.
    pub fn words(&self) -> Vocabulary {
        Vocabulary::new(self.metadata, self.topology)
    }

    /// Returns the piece letters and square names of Entourage's own notation.
    pub fn ours(&self) -> Vocabulary {
        Vocabulary::ours(self.metadata, self.topology)
    }

    pub(crate) fn grid(&self) -> Grid {
        Grid::of(self.topology, &self.words())
    }

    /// Parses a position in Game Courier's variant of FEN, with the first side to move and other state as at the start.
    ///
    /// The rules can still refuse the result. Spaces off the grid are empty, since the notation cannot name them. Fails
    /// on an unknown label or space.
    pub fn read_code(&self, code: &str) -> Result<Opening, TextError> {
        let words = self.words();
        let found = read_fen(code, self.grid(), &words)?;
        let mut diagram = Diagram::new(self.topology.squares.len(), []);
        for square in self.topology.all() {
            if file_and_rank(words.coordinate(square)).is_some() && !found.iter().any(|(at, _)| *at == square) {
                diagram.cut(square);
            }
        }
        for &(square, piece) in &found {
            diagram.put(square, piece);
        }
        Ok(self.opening(&diagram, Side::First))
    }

    /// Formats the pieces in Game Courier's variant of FEN.
    pub fn write_code(&self, diagram: &Diagram) -> String {
        write_fen(diagram, self.grid(), &self.words())
    }

    /// Creates the opening with the specified pieces and side to move; all other state is as in the start position.
    pub fn opening(&self, diagram: &Diagram, side: Side) -> Opening {
        let board = write_board(diagram, side, &self.ours());
        if let Some(gone) = diagram.removed().next() {
            let problem = Problem::naming(&self.metadata.courier, |voice| {
                let name = voice.square(self.topology, gone);
                let fr = format!("la case {name} manque, mais les règles l'exigent");
                Problem::new(format!("the space {name} is missing, but the rules require it"), fr)
            });
            return Opening { position: None, board, problem: Some(TextError::new("", 0, problem)) };
        }
        let pieces: Vec<(Square, Piece)> = diagram.pieces().collect();
        if let Some(position) = (self.arrange)(&pieces, side) {
            return Opening { position: Some(position), board, problem: None };
        }
        let form = &self.metadata.form;
        let words = form.read(&self.start, self.metadata).map_or_else(Vec::new, |start| start.words);
        let draft = Draft { pieces, side, words };
        let position = form.write(&draft, self.metadata);
        let problem = (self.judge)(&position);
        Opening { position: Some(position), board, problem }
    }
}

/// Formats the board and the side to move in the notation of manual games: `Ka1,Pe2,-c3 1`.
pub fn write_board(diagram: &Diagram, side: Side, ours: &Vocabulary) -> String {
    format!("{} {}", diagram.write(ours), side.number())
}

/// Parses the output of [`write_board`] strictly; returns `None` for any other form, such as a position written rank by
/// rank. Fails on an unknown letter or square, or a text that is not in canonical form.
pub fn read_board(text: &str, squares: usize, ours: &Vocabulary) -> Option<Result<(Diagram, Side), TextError>> {
    let (board, side) = text.split_once(' ')?;
    let side = Side::BOTH.into_iter().find(|known| known.number().to_string() == side)?;
    if board.contains('/') {
        return None;
    }
    Some(Diagram::read(board, squares, ours).map(|diagram| (diagram, side)))
}
