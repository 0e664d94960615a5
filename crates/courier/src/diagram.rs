use entourage_kernel::{Board, Piece, Square, SquareSet};

use crate::{CourierError, Leg, Vocabulary};

/// Holds a board as Game Courier sees it: spaces, each with a piece or empty, and no rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    pieces: Vec<Option<Piece>>,
    spaces: SquareSet,
}

impl Diagram {
    /// Makes the diagram of a position on a board of so many squares.
    pub fn of(position: &impl Board, squares: usize) -> Self {
        let pieces = (0..squares).map(|index| position.piece_at(Square::new(index))).collect();
        Self { pieces, spaces: SquareSet::first_squares(squares) }
    }

    /// Makes the diagram of pieces on a board of so many squares, all of them there.
    pub fn new(squares: usize, pieces: impl IntoIterator<Item = (Square, Piece)>) -> Self {
        let mut diagram = Self { pieces: vec![None; squares], spaces: SquareSet::first_squares(squares) };
        for (square, piece) in pieces {
            diagram.pieces[square.index()] = Some(piece);
        }
        diagram
    }

    /// Lists the pieces with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        (0..).map(Square::new).zip(&self.pieces).filter_map(|(square, &piece)| Some((square, piece?)))
    }

    /// Lists the spaces that were removed.
    pub fn removed(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.pieces.len()).map(Square::new).filter(|&square| !self.spaces.contains(square))
    }

    /// Writes what stands where and which spaces are missing: `Ka1,Pe2,-c3`.
    pub fn write(&self, words: &Vocabulary) -> String {
        let pieces =
            self.pieces().map(|(square, piece)| format!("{}{}", words.label(piece), words.coordinate(square)));
        let removed = self.removed().map(|square| format!("-{}", words.coordinate(square)));
        let parts: Vec<String> = pieces.chain(removed).collect();
        if parts.is_empty() { "-".to_owned() } else { parts.join(",") }
    }

    /// Returns the piece on a space, or `None` if it is empty or removed.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// Tells whether the pieces stand as in a position and no space is missing.
    pub fn shows(&self, position: &impl Board) -> bool {
        self.spaces.len() == self.pieces.len()
            && (0..)
                .map(Square::new)
                .zip(&self.pieces)
                .all(|(square, &piece)| position.piece_at(square) == piece)
    }

    /// Does what a leg says.
    ///
    /// # Errors
    /// A piece that is not there, a label that is another piece's, a space that is removed, or a drop, as no game here
    /// has pieces in hand; the diagram stays as it was.
    pub fn apply(&mut self, leg: Leg, words: &Vocabulary) -> Result<(), CourierError> {
        match leg {
            Leg::Move { label, from, to } => {
                let standing = self.piece_at(from).ok_or_else(|| CourierError::nobody(from, words))?;
                if let Some(label) = label.filter(|&label| label != standing) {
                    return Err(CourierError::wrong_label(label, standing, from, words));
                }
                self.there(to, words)?;
                self.pieces[from.index()] = None;
                self.pieces[to.index()] = Some(standing);
            }
            Leg::Put { piece, at } => {
                self.spaces.insert(at);
                self.pieces[at.index()] = Some(piece);
            }
            Leg::Clear(at) => {
                self.spaces.insert(at);
                self.pieces[at.index()] = None;
            }
            Leg::Empty(at) => {
                self.there(at, words)?;
                self.pieces[at.index()] = None;
            }
            Leg::Cut(at) => {
                self.there(at, words)?;
                self.spaces.remove(at);
                self.pieces[at.index()] = None;
            }
            Leg::Drop { .. } => return Err(CourierError::NoHand),
        }
        Ok(())
    }

    fn there(&self, square: Square, words: &Vocabulary) -> Result<(), CourierError> {
        if self.spaces.contains(square) { Ok(()) } else { Err(CourierError::no_space(square, words)) }
    }
}
