use crate::{Metadata, Piece, Side, Square, Text};

/// Describes how a game writes its positions: fields with one space between them.
///
/// It is what a board set up by hand needs to know of a game. It says nothing of what the rules allow: every text that
/// [`Rules::read_position`](crate::Rules::read_position) takes is written so, but not the other way round.
#[derive(Debug)]
pub struct PositionForm {
    /// The fields in order; rows and the side to move are among them.
    pub fields: &'static [FormField],
}

/// Describes one field of a position string.
#[derive(Debug)]
pub enum FormField {
    /// Rows joined by `/`: letters of pieces, and decimal counts of empty squares between them.
    Rows(&'static [FormRow]),
    /// What stands on squares beside the rows, such as `[N|-]`.
    Beside(&'static [Square]),
    /// The side to move, by the word for each side.
    Turn([&'static str; 2]),
    /// Something else that a position knows.
    Word(FormWord),
}

/// Describes a row of squares with rising numbers.
#[derive(Clone, Copy, Debug)]
pub struct FormRow {
    /// The first square.
    pub first: Square,
    /// The number of squares.
    pub width: usize,
}

/// Describes a word that is no piece and no side.
#[derive(Debug)]
pub struct FormWord {
    /// What it is.
    pub name: Text,
    /// How it is written.
    pub hint: Text,
    /// The word that says nothing special, for a board set up anew.
    pub plain: &'static str,
}

/// Holds what a position string says, whether or not the rules allow it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The pieces with their squares; a square stands here at most once.
    pub pieces: Vec<(Square, Piece)>,
    /// The side to move.
    pub side: Side,
    /// The words in the order of the fields.
    pub words: Vec<String>,
}

/// Returns the rows of a rectangle whose squares are numbered row by row, in the order in which they are written.
///
/// # Panics
/// If there are more squares than a board may have.
pub const fn form_rows<const ROWS: usize>(width: usize) -> [FormRow; ROWS] {
    let mut rows = [FormRow { first: Square::new(0), width }; ROWS];
    let mut row = 0;
    while row < ROWS {
        rows[row].first = Square::new(row * width);
        row += 1;
    }
    rows
}

/// A letter of a text, the square it stands for and its byte offset.
type Letter = (Square, char, usize);

impl PositionForm {
    /// Reads a text of this form; `None` for any other.
    pub fn read(&self, text: &str, metadata: &Metadata) -> Option<Draft> {
        let (letters, side, words) = self.scan(text)?;
        let piece = |(square, letter, _): Letter| Some((square, metadata.piece_of(letter)?));
        Some(Draft { pieces: letters.into_iter().map(piece).collect::<Option<_>>()?, side, words })
    }

    /// Writes a text of this form. A word that is missing or cannot stand in a field is written plain.
    pub fn write(&self, draft: &Draft, metadata: &Metadata) -> String {
        let letter = |square: Square| {
            let found = draft.pieces.iter().find(|(at, _)| *at == square);
            found.map(|(_, piece)| metadata.letter_of(*piece))
        };
        let mut words = draft.words.iter();
        let mut text = String::with_capacity(96);
        for (index, field) in self.fields.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            match field {
                FormField::Rows(rows) => write_rows(rows, &letter, &mut text),
                FormField::Beside(squares) => {
                    for (index, &square) in squares.iter().enumerate() {
                        text.push(if index == 0 { '[' } else { '|' });
                        text.push(letter(square).unwrap_or('-'));
                    }
                    text.push(']');
                }
                FormField::Turn(sides) => text.push_str(sides[draft.side.index()]),
                FormField::Word(word) => {
                    let given = words.next().map_or("", String::as_str);
                    text.push_str(if fits(given) { given } else { word.plain });
                }
            }
        }
        text
    }

    /// Lists the words among the fields, in order.
    pub fn words(&self) -> impl Iterator<Item = &'static FormWord> {
        self.fields.iter().filter_map(|field| match field {
            FormField::Word(word) => Some(word),
            _ => None,
        })
    }

    /// Returns the square whose letter stands at a byte offset of a text of this form.
    pub fn square_at(&self, text: &str, at: usize) -> Option<Square> {
        let (letters, ..) = self.scan(text)?;
        letters.into_iter().find(|(_, _, offset)| *offset == at).map(|(square, ..)| square)
    }

    fn scan(&self, text: &str) -> Option<(Vec<Letter>, Side, Vec<String>)> {
        let (mut letters, mut side, mut words) = (Vec::new(), Side::First, Vec::new());
        let mut parts = text.split(' ');
        let mut at = 0;
        for field in self.fields {
            let part = parts.next()?;
            match field {
                FormField::Rows(rows) => scan_rows(rows, part, at, &mut letters)?,
                FormField::Beside(squares) => {
                    let inner = part.strip_prefix('[')?.strip_suffix(']')?;
                    let mut offset = at + 1;
                    let mut places = squares.iter();
                    for held in inner.split('|') {
                        let (&square, mut found) = (places.next()?, held.chars());
                        let letter = found.next().filter(|_| found.as_str().is_empty())?;
                        if letter != '-' {
                            letters.push((square, letter, offset));
                        }
                        offset += held.len() + 1;
                    }
                    if places.next().is_some() {
                        return None;
                    }
                }
                FormField::Turn(sides) => {
                    side = Side::BOTH.into_iter().find(|side| sides[side.index()] == part)?;
                }
                FormField::Word(_) if !fits(part) => return None,
                FormField::Word(_) => words.push(part.to_owned()),
            }
            at += part.len() + 1;
        }
        parts.next().is_none().then_some((letters, side, words))
    }
}

/// Tells whether a word can stand in a field.
fn fits(word: &str) -> bool {
    !word.is_empty() && !word.contains(char::is_whitespace)
}

fn write_rows(rows: &[FormRow], letter: &impl Fn(Square) -> Option<char>, text: &mut String) {
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            text.push('/');
        }
        let mut empties = 0;
        for place in 0..=row.width {
            // A place beyond the last ends the count.
            let here = (place < row.width).then(|| letter(Square::new(row.first.index() + place)));
            if here == Some(None) {
                empties += 1;
                continue;
            }
            if empties > 0 {
                text.push_str(&empties.to_string());
                empties = 0;
            }
            text.extend(here.flatten());
        }
    }
}

fn scan_rows(rows: &[FormRow], field: &str, at: usize, letters: &mut Vec<Letter>) -> Option<()> {
    let mut offset = at;
    let mut parts = field.split('/');
    for row in rows {
        let part = parts.next()?;
        let mut place = 0;
        let mut rest = part;
        while let Some(first) = rest.chars().next() {
            let here = offset + part.len() - rest.len();
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                place += rest[..digits].parse::<usize>().ok().filter(|count| *count <= row.width)?;
                rest = &rest[digits..];
            } else {
                if place < row.width {
                    letters.push((Square::new(row.first.index() + place), first, here));
                }
                place += 1;
                rest = &rest[first.len_utf8()..];
            }
        }
        if place != row.width {
            return None;
        }
        offset += part.len() + 1;
    }
    parts.next().is_none().then_some(())
}
