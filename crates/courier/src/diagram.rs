use entourage_kernel::{Effect, Piece, Square, SquareSet, Text, TextError};

use crate::any_position::AnyPosition;
use crate::{CourierError, Leg, Vocabulary};

const BARE: &str = "-";

/// A board without rules, as in Game Courier. Each space is empty, contains a piece, or has been removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    pieces: Vec<Option<Piece>>,
    spaces: SquareSet,
}

impl Diagram {
    pub(crate) fn of(position: &dyn AnyPosition<'_>) -> Self {
        Self::filled(position.squares(), &|square| position.piece_at(square))
    }

    /// Creates a diagram in which every space exists; `piece_at` returns the piece on each square.
    pub fn filled(squares: usize, piece_at: &dyn Fn(Square) -> Option<Piece>) -> Self {
        let pieces = (0..squares).map(|index| piece_at(Square::new(index))).collect();
        Self { pieces, spaces: SquareSet::first_squares(squares) }
    }

    /// Creates a diagram in which every space exists, with the specified pieces.
    pub fn new(squares: usize, pieces: impl IntoIterator<Item = (Square, Piece)>) -> Self {
        let mut diagram = Self { pieces: vec![None; squares], spaces: SquareSet::first_squares(squares) };
        for (square, piece) in pieces {
            diagram.pieces[square.index()] = Some(piece);
        }
        diagram
    }

    /// Returns the pieces with their squares, ordered by square number.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        (0..).map(Square::new).zip(&self.pieces).filter_map(|(square, &piece)| Some((square, piece?)))
    }

    /// Returns the spaces that have been removed from the board, ordered by square number.
    pub fn removed(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.pieces.len()).map(Square::new).filter(|&square| !self.spaces.contains(square))
    }

    /// Parses the output of [`write`](Self::write) strictly; labels must have one character. Fails on any other form, or an
    /// unknown label or coordinate.
    pub fn read(text: &str, squares: usize, words: &Vocabulary) -> Result<Self, TextError> {
        let mut diagram = Self::new(squares, []);
        let mut at = 0;
        for part in text.split(',').filter(|_| text != BARE) {
            let label_end = part.chars().next().map_or(0, char::len_utf8);
            let (label, name) = part.split_at(label_end);
            let Some(square) = words.square(name).filter(|square| square.index() < squares) else {
                let en = "expected a letter and a square, such as Ka1, or a missing space, such as -c3";
                let fr = "attendu\u{a0}: une lettre et une case, comme Ka1, ou une case manquante, comme -c3";
                return Err(TextError::bilingual(part, at, en, fr));
            };
            if label == BARE {
                diagram.cut(square);
            } else {
                let problem = Text::new("no piece has this letter", "aucune pièce n'a cette lettre");
                let piece = words.piece(label).ok_or_else(|| TextError::new(label, at, problem))?;
                diagram.pieces[square.index()] = Some(piece);
            }
            at += part.len() + 1;
        }
        let written = diagram.write(words);
        if written != text {
            let fr = format!("la forme canonique est {written}");
            return Err(TextError::bilingual(text, 0, format!("the canonical form is {written}"), fr));
        }
        Ok(diagram)
    }

    pub(crate) fn cut(&mut self, square: Square) {
        self.spaces.remove(square);
        self.pieces[square.index()] = None;
    }

    /// Sets the piece on a space, or empties the space; restores the space if it was removed.
    pub(crate) fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.spaces.insert(square);
        self.pieces[square.index()] = piece;
    }

    /// Returns whether a space has not been removed from the board.
    pub fn has(&self, square: Square) -> bool {
        self.spaces.contains(square)
    }

    /// Formats the pieces and the removed spaces: `Ka1,Pe2,-c3`.
    pub fn write(&self, words: &Vocabulary) -> String {
        let pieces =
            self.pieces().map(|(square, piece)| format!("{}{}", words.label(piece), words.coordinate(square)));
        let removed = self.removed().map(|square| format!("-{}", words.coordinate(square)));
        let parts: Vec<String> = pieces.chain(removed).collect();
        if parts.is_empty() { BARE.to_owned() } else { parts.join(",") }
    }

    /// Returns the piece on a space; `None` if the space is empty or removed.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// Returns whether every space exists and has the same content as in a position.
    pub(crate) fn shows(&self, position: &dyn AnyPosition<'_>) -> bool {
        self.spaces.len() == self.pieces.len()
            && (0..)
                .map(Square::new)
                .zip(&self.pieces)
                .all(|(square, &piece)| position.piece_at(square) == piece)
    }

    /// Applies one effect of a legal move; spaces are neither removed nor restored.
    pub fn follow(&mut self, effect: Effect) {
        match effect {
            Effect::Move { from, to } => self.pieces[to.index()] = self.pieces[from.index()].take(),
            Effect::Remove { square, .. } => self.pieces[square.index()] = None,
            Effect::Place { square, piece } | Effect::Transform { square, to: piece, .. } => {
                self.pieces[square.index()] = Some(piece);
            }
            Effect::Swap { a, b } => self.pieces.swap(a.index(), b.index()),
            Effect::Pass => {}
        }
    }

    /// Applies a leg. Fails, without changing the diagram, on a missing piece, a wrong label, a removed space, or a drop,
    /// since games have no pieces in hand.
    pub fn apply(&mut self, leg: Leg, words: &Vocabulary) -> Result<(), CourierError> {
        match leg {
            Leg::Move { label, from, to } => {
                let standing = self
                    .piece_at(from)
                    .ok_or_else(|| CourierError::NoPiece(words.coordinate(from).to_owned()))?;
                if let Some(label) = label.filter(|&label| label != standing) {
                    return Err(CourierError::wrong_label(label, standing, from, words));
                }
                self.there(to, words)?;
                self.pieces[from.index()] = None;
                self.pieces[to.index()] = Some(standing);
            }
            Leg::Put { piece, at } => {
                self.put(at, Some(piece));
            }
            Leg::Clear(at) => {
                self.put(at, None);
            }
            Leg::Empty(at) => {
                self.there(at, words)?;
                self.pieces[at.index()] = None;
            }
            Leg::Cut(at) => {
                self.there(at, words)?;
                self.cut(at);
            }
            Leg::Drop { .. } => return Err(CourierError::NoHand),
        }
        Ok(())
    }

    fn there(&self, square: Square, words: &Vocabulary) -> Result<(), CourierError> {
        if self.has(square) { Ok(()) } else { Err(CourierError::NoSpace(words.coordinate(square).to_owned())) }
    }
}
