use entourage_kernel::{Draft, Metadata, Piece, Problem, Side, Square, TextError, Topology};

use crate::fen::{read_fen, write_fen};
use crate::grid::{Grid, file_and_rank};
use crate::{Diagram, Vocabulary};

/// Writes a position of pieces and a side to move.
type Arrange<'a> = Box<dyn Fn(&[(Square, Piece)], Side) -> Option<String> + 'a>;
/// Says what is wrong with a position, if anything is.
type Judge<'a> = Box<dyn Fn(&str) -> Option<TextError> + 'a>;

/// Holds what there is to know of a game before anything is played, to read where games begin elsewhere.
pub struct Ground<'a> {
    /// The game's description.
    pub metadata: &'a Metadata,
    /// The board.
    pub topology: &'a Topology,
    /// Where the game begins, as it writes positions.
    pub start: String,
    /// Writes the position in which pieces stand so and a side is to move, and which else is like the start as far as it can be; `None` where
    /// the rules know none.
    pub arrange: Arrange<'a>,
    /// Says why the rules do not begin from a position as the game writes it, if they do not.
    pub judge: Judge<'a>,
}

/// Says where a game begins that was not set up by its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position as the game writes it; `None` where spaces of the board are missing.
    pub position: Option<String>,
    /// What stands where and who moves, as games by hand write it: `Ka1,Pe2,-c3 1`.
    pub board: String,
    /// Why the rules do not begin so; its offset is that in the position.
    pub problem: Option<TextError>,
}

impl Opening {
    /// Returns the text to begin from: a position where the rules do, and else the board, from which hands do.
    pub fn text(&self) -> &str {
        match (&self.position, &self.problem) {
            (Some(position), None) => position,
            _ => &self.board,
        }
    }
}

impl Ground<'_> {
    /// Returns the words of Game Courier's players.
    pub fn words(&self) -> Vocabulary {
        Vocabulary::new(self.metadata, self.topology)
    }

    /// Returns the words of our own position strings.
    pub fn ours(&self) -> Vocabulary {
        Vocabulary::ours(self.metadata, self.topology)
    }

    pub(crate) fn grid(&self) -> Grid {
        Grid::of(self.topology, &self.words())
    }

    /// Reads a position in Game Courier's form of FEN: the first side to move, and the rest as at the start as far as it can be.
    ///
    /// Whether the rules allow the position is theirs to say. Spaces off the grid begin empty, as this form cannot name them.
    ///
    /// # Errors
    /// A label or a space that the game does not have.
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

    /// Writes what stands where in Game Courier's form of FEN.
    pub fn write_code(&self, diagram: &Diagram) -> String {
        write_fen(diagram, self.grid(), &self.words())
    }

    /// Describes the beginning with what stands where and a side to move, the rest as at the start as far as it can be.
    pub fn opening(&self, diagram: &Diagram, side: Side) -> Opening {
        let board = write_board(diagram, side, &self.ours());
        if let Some(gone) = diagram.removed().next() {
            let problem = Problem::naming(&self.metadata.courier, |voice| {
                let name = voice.square(self.topology, gone);
                Problem::new(
                    format!("the rules keep the space {name}, which is missing here"),
                    format!("les règles gardent la case {name}, qui manque ici"),
                )
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

/// Writes what stands where and who is to move as games by hand do: `Ka1,Pe2,-c3 1`.
pub fn write_board(diagram: &Diagram, side: Side, ours: &Vocabulary) -> String {
    format!("{} {}", diagram.write(ours), side.number())
}

/// Reads what [`write_board`] writes for a board of so many squares; `None` for a text of another form, such as a position as games
/// write them, which has rows.
///
/// # Errors
/// A text of this form that would not be written so, an unknown letter or square.
pub fn read_board(text: &str, squares: usize, ours: &Vocabulary) -> Option<Result<(Diagram, Side), TextError>> {
    let (board, side) = text.split_once(' ')?;
    let side = Side::BOTH.into_iter().find(|known| known.number().to_string() == side)?;
    if board.contains('/') {
        return None;
    }
    Some(Diagram::read(board, squares, ours).map(|diagram| (diagram, side)))
}
