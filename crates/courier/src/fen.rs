use entourage_kernel::{Piece, Square, TextError, Topology};

use crate::{Diagram, Vocabulary};

const MAX_CELLS: usize = 1024;

/// Parses Game Courier's variant of FEN: returns the squares that exist, each with its piece or `None` if empty.
///
/// Ranks are listed from the highest to the lowest and separated by `/`, which fills the rest of a rank with non-spaces. A
/// number stands for that many empty spaces and can span ranks; `*` fills a rank with empty spaces; `-` is a non-space;
/// `{NB}` is a label of several letters.
pub(crate) fn read_fen(
    text: &str,
    Grid { files, ranks }: Grid,
    words: &Vocabulary,
) -> Result<Vec<(Square, Option<Piece>)>, TextError> {
    let mut fen = Fen { files, ranks, words, row: 0, file: 0, found: Vec::new() };
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '/' => fen.end_rank(at)?,
            '-' => fen.skip(at)?,
            '*' => {
                fen.wrap();
                while fen.file < files {
                    fen.put(None, "*", at)?;
                }
            }
            '0'..='9' => {
                let mut end = at + 1;
                while letters.next_if(|(_, digit)| digit.is_ascii_digit()).is_some() {
                    end += 1;
                }
                let count =
                    text[at..end].parse().ok().filter(|&count: &usize| (1..=MAX_CELLS).contains(&count));
                let count = count.ok_or_else(|| {
                    let en = format!("expected a number of empty spaces from 1 to {MAX_CELLS}");
                    let fr = format!("attendu\u{a0}: un nombre de cases vides de 1 à {MAX_CELLS}");
                    TextError::bilingual(&text[at..end], at, en, fr)
                })?;
                for _ in 0..count {
                    fen.put(None, &text[at..end], at)?;
                }
            }
            '{' => {
                let label = text[at + 1..].split('}').next().unwrap_or_default();
                let is_closed = text[at + 1 + label.len()..].starts_with('}');
                let piece = words.piece(label).filter(|_| is_closed);
                fen.put(Some(piece.ok_or_else(|| unknown(label, at + 1))?), label, at + 1)?;
                while letters.next_if(|&(offset, _)| offset <= at + 1 + label.len()).is_some() {}
            }
            _ => {
                let label = &text[at..at + letter.len_utf8()];
                fen.put(Some(words.piece(label).ok_or_else(|| unknown(label, at))?), label, at)?;
            }
        }
    }
    Ok(fen.found)
}

fn unknown(label: &str, at: usize) -> TextError {
    TextError::bilingual(
        label,
        at,
        "no piece of this game has this label",
        "aucune pièce de ce jeu n'a cette étiquette",
    )
}

struct Fen<'a> {
    files: usize,
    ranks: usize,
    words: &'a Vocabulary,
    row: usize,
    file: usize,
    found: Vec<(Square, Option<Piece>)>,
}

impl Fen<'_> {
    fn wrap(&mut self) {
        if self.file == self.files {
            (self.row, self.file) = (self.row + 1, 0);
        }
    }

    fn end_rank(&mut self, at: usize) -> Result<(), TextError> {
        self.room("/", at)?;
        (self.row, self.file) = (self.row + 1, 0);
        Ok(())
    }

    fn room(&self, token: &str, at: usize) -> Result<(), TextError> {
        if self.row < self.ranks {
            return Ok(());
        }
        let ranks = self.ranks;
        let fr = format!("il y a plus de {ranks} rangées");
        Err(TextError::bilingual(token, at, format!("there are more than {ranks} ranks"), fr))
    }

    fn skip(&mut self, at: usize) -> Result<(), TextError> {
        self.wrap();
        self.room("-", at)?;
        self.file += 1;
        Ok(())
    }

    fn put(&mut self, piece: Option<Piece>, token: &str, at: usize) -> Result<(), TextError> {
        self.wrap();
        self.room(token, at)?;
        let coordinate = coordinate(self.file, self.ranks - self.row);
        let Some(square) = self.words.square(&coordinate) else {
            let fr = format!("le plateau de ce jeu n'a pas la case {coordinate}");
            return Err(TextError::bilingual(
                token,
                at,
                format!("this game's board has no space {coordinate}"),
                fr,
            ));
        };
        self.found.push((square, piece));
        self.file += 1;
        Ok(())
    }
}

/// Formats a diagram for [`read_fen`]; the notation cannot express squares off the grid.
pub(crate) fn write_fen(diagram: &Diagram, grid: Grid, words: &Vocabulary) -> String {
    let rank = |rank: usize| {
        let (mut text, mut empties, mut gaps) = (String::new(), 0, 0);
        for file in 0..grid.files {
            let square = words.square(&coordinate(file, rank)).filter(|&square| diagram.has(square));
            let piece = square.and_then(|square| diagram.piece_at(square));
            if (square.is_none() || piece.is_some()) && empties > 0 {
                text += &empties.to_string();
                empties = 0;
            }
            // Missing spaces at the end of a rank are implied.
            match square {
                None => gaps += 1,
                Some(_) => text += &"-".repeat(std::mem::take(&mut gaps)),
            }
            match piece.map(|piece| words.label(piece)) {
                Some(label) if label.chars().count() == 1 => text += label,
                Some(label) => text += &format!("{{{label}}}"),
                None => empties += usize::from(square.is_some()),
            }
        }
        if empties > 0 { text + &empties.to_string() } else { text }
    };
    let text = (1..=grid.ranks).rev().map(rank).collect::<Vec<_>>().join("/");
    if text.is_empty() { "-".to_owned() } else { text }
}

/// The size of the grid: the part of a board whose spaces are named by file and rank.
#[derive(Clone, Copy)]
pub(crate) struct Grid {
    pub files: usize,
    pub ranks: usize,
}

impl Grid {
    pub(crate) fn of(topology: &Topology, words: &Vocabulary) -> Self {
        let cells = topology.all().filter_map(|square| file_and_rank(words.coordinate(square)));
        let (files, ranks) =
            cells.fold((0, 0), |(files, ranks), (file, rank)| (files.max(file + 1), ranks.max(rank)));
        Self { files, ranks }
    }
}

/// Returns the file (numbered from 0) and the rank of a coordinate.
pub(crate) fn file_and_rank(coordinate: &str) -> Option<(usize, usize)> {
    let file = coordinate.bytes().next().filter(u8::is_ascii_lowercase)?;
    Some((usize::from(file - b'a'), coordinate.get(1..)?.parse().ok()?))
}

pub(crate) fn coordinate(file: usize, rank: usize) -> String {
    let file = u8::try_from(file).ok().filter(|&file| file < 26).map_or('?', |file| char::from(b'a' + file));
    format!("{file}{rank}")
}
