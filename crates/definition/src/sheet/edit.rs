mod goals;
mod pieces;

use entourage_kernel::{Language, Side};
use serde::Deserialize;

use super::goal::Goal;
use super::read::{Read, letter};
use super::rows;
use super::stride::Stride;
use super::text::Lines;
use super::{SheetError, names};
use crate::check::{Library, subject};
use crate::syntax::MAX_BYTES;
use crate::syntax::tree::{Item, Piece, What};

/// A change to a sheet.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[allow(missing_docs, reason = "most field names are self-explanatory")]
pub enum SheetEdit {
    /// Sets the name of the game.
    Title { title: String },
    /// Sets the numbers of files and rows of the board.
    Board { size: [u32; 2] },
    /// Sets the name of a side (1 or 2), which must be a single word.
    Side { side: u8, name: String },
    /// Adds a piece by letter and name.
    Add { letter: char, name: String },
    /// Changes the names, letter and value (in pawns, 1 to 100; estimated if `None`) of the piece that is called `piece`.
    Piece {
        piece: String,
        name: String,
        letter: char,
        worth: Option<u32>,
        /// The French name, if different.
        french: Option<String>,
    },
    /// Removes a piece.
    Remove { piece: String },
    /// Sets how a piece moves without capturing, and how it captures.
    Walk { piece: String, moves: Vec<Stride>, captures: Vec<Stride> },
    /// Sets the kinds to which a piece promotes on its last row; none for no promotion.
    Becomes { piece: String, into: Vec<String> },
    /// Sets the content of a square in the starting position.
    Put {
        /// Row from the top and index in the row, both from 0.
        square: [usize; 2],
        /// The letter of the piece, in lower case for the second side; `None` to clear the square.
        man: Option<char>,
    },
    /// Adds or removes an end condition.
    Goal { goal: Goal, holds: bool },
}

/// Applies a change to the affected sentences, and leaves the rest of the definition unchanged.
///
/// Affected sentences that are inherited from another game are copied into the definition first.
///
/// # Errors
/// Returns the reason why the change cannot be made.
pub fn edit(text: &str, library: &dyn Library, edit: &SheetEdit) -> Result<String, SheetError> {
    let mut editor = Editor { text: text.to_owned(), library };
    match edit {
        SheetEdit::Title { title } => editor.title(title)?,
        SheetEdit::Board { size } => editor.board(*size)?,
        SheetEdit::Side { side, name } => {
            editor.side(if *side == 2 { Side::Second } else { Side::First }, name)?;
        }
        SheetEdit::Add { letter, name } => editor.add(*letter, name)?,
        SheetEdit::Piece { piece, name, letter, worth, french } => {
            editor.piece(piece, name, *letter, *worth)?;
            editor.in_french(name, french.as_deref())?;
        }
        SheetEdit::Remove { piece } => editor.remove(piece)?,
        SheetEdit::Walk { piece, moves, captures } => editor.walk(piece, moves, captures)?,
        SheetEdit::Becomes { piece, into } => editor.becomes(piece, into)?,
        SheetEdit::Put { square, man } => editor.put(*square, *man)?,
        SheetEdit::Goal { goal, holds } => editor.goal(goal, *holds)?,
    }
    if editor.text.len() > MAX_BYTES { Err(SheetError::TooLong) } else { Ok(editor.text) }
}

struct Editor<'l> {
    text: String,
    library: &'l dyn Library,
}

impl Editor<'_> {
    fn read(&self) -> Read {
        Read::of(&self.text, self.library)
    }

    fn change(&mut self, change: impl FnOnce(&mut Lines<'_>)) {
        let mut lines = Lines::of(&self.text);
        change(&mut lines);
        self.text = lines.finish();
    }

    /// Returns the line of the last sentence that `pick` accepts, copying an inherited one into the definition; `None` if none matches.
    fn own(&mut self, pick: impl Fn(&What) -> bool) -> Option<u32> {
        let read = self.read();
        let (item, ()) = read.last(|what| pick(what).then_some(()))?;
        if item.span.file > 0 {
            self.adopt(&read, item);
            return self.read().last(|what| pick(what).then_some(())).map(|(item, ())| item.span.line);
        }
        Some(item.span.line)
    }

    fn adopt(&mut self, read: &Read, item: &Item) {
        // If several editions have the sentence, it is replaced in all of them.
        let same = read.every().filter(|other| subject(other) == subject(item) && other.span.file > 0);
        let mut lines = vec![String::new()];
        for item in same {
            let source =
                read.sources.get(usize::from(item.span.file)).map_or("", |source| source.text.as_str());
            let block = Lines::of(source).block(item.span.line);
            let indent = block.len() - block.trim_start().len();
            lines.extend(block.lines().map(|line| line.get(indent..).unwrap_or(line.trim_start()).to_owned()));
        }
        self.change(|text| text.end(lines));
    }

    /// Inserts a sentence before the `ends` section, or at the end of the definition.
    fn put_sentence(&mut self, sentence: Vec<String>) {
        let read = self.read();
        let ends = read.last(|what| matches!(what, What::Ends(_)).then_some(()));
        let line = ends.map(|(item, ())| item.span).filter(|span| span.file == 0).map(|span| span.line);
        self.change(|lines| match line {
            Some(line) => lines.before(line, sentence.into_iter().chain([String::new()]).collect()),
            None => lines.end(sentence),
        });
    }

    fn title(&mut self, title: &str) -> Result<(), SheetError> {
        if title.trim().is_empty() || title.contains(['"', '\n', '\r']) || title.chars().count() > 60 {
            return Err(SheetError::Name(title.to_owned()));
        }
        let read = self.read();
        if read.title().as_deref() == Some(title) {
            return Ok(());
        }
        let found = read.last(|what| picked!(what, What::Game { id, by, like, .. } => (id.text.clone(), by.clone(), like.clone())));
        let (item, (id, by, like)) = found.ok_or(SheetError::NotShown)?;
        if item.span.file > 0 {
            return Err(SheetError::NotShown);
        }
        let by = by.map_or_else(String::new, |by| format!(" by \"{by}\""));
        let like = like.map_or_else(String::new, |like| format!(" like {}", like.text));
        let line = item.span.line;
        self.change(|lines| lines.replace(line, &format!("game {id} \"{title}\"{by}{like}")));
        Ok(())
    }

    fn board(&mut self, size: [u32; 2]) -> Result<(), SheetError> {
        let [files, height] = size;
        let most = entourage_kernel::Square::LIMIT as u32;
        if !(1..=26).contains(&files) || !(1..=most).contains(&height) || files * height > most {
            return Err(SheetError::Size);
        }
        let read = self.read();
        let (old, start) = (read.board(), read.start());
        if old == Some(size) {
            return Ok(());
        }
        let is_said = read.last(|what| matches!(what, What::Board(_)).then_some(())).is_some();
        if is_said && old.is_none() {
            return Err(SheetError::NotShown);
        }
        let top = read.last(|what| match what {
            What::Board(crate::syntax::tree::Board::Grid { top, .. }) => *top,
            _ => None,
        });
        // The row on top is row 1 or the last row, whose number changes with the height.
        let top = top.map(|(_, top)| if top.value == 1 { 1 } else { height });
        let top = top.map_or_else(String::new, |row| format!(", row {row} on top"));
        let words = format!("board {files} x {height}{top}");
        match self.own(|what| matches!(what, What::Board(_))) {
            Some(line) => self.change(|lines| lines.replace(line, &words)),
            None => self.put_sentence(vec![words]),
        }
        if let Some((rows, rest)) = start {
            self.start(&rows::fit(rows, size), &rest);
        }
        Ok(())
    }

    fn start(&mut self, rows: &rows::Rows, rest: &str) {
        let words = format!("start \"{}{rest}\"", rows::write(rows));
        match self.own(|what| matches!(what, What::Start(_))) {
            Some(line) => self.change(|lines| lines.replace(line, &words)),
            None => self.put_sentence(vec![words]),
        }
    }

    fn side(&mut self, side: Side, name: &str) -> Result<(), SheetError> {
        sound_name(name)?;
        let read = self.read();
        let found = read.last(
            |what| picked!(what, What::Sides(sides) => sides.each_ref().map(|side| side.name.text.clone())),
        );
        let Some((_, sides)) = found.filter(|_| !name.contains(' ')) else {
            return Err(SheetError::Name(name.to_owned()));
        };
        let old = &sides[side.index()];
        if old == name {
            return Ok(());
        }
        if sides[(!side).index()] == name || read.piece_named(name).is_some() {
            return Err(SheetError::Taken(name.to_owned()));
        }
        self.own(|what| matches!(what, What::Sides(_)));
        self.text = if old.contains(' ') {
            self.text.replacen(&format!("\"{old}\""), name, 1)
        } else {
            names::renamed(&self.text, old, name, &[Language::English])
        };
        Ok(())
    }

    fn put(&mut self, [row, place]: [usize; 2], man: Option<char>) -> Result<(), SheetError> {
        let read = self.read();
        let (mut rows, rest) = read.start().ok_or(SheetError::NotShown)?;
        let kind = man.map(|man| man.to_ascii_uppercase());
        if let Some(kind) = kind.filter(|_| !read.pieces().any(|(_, piece)| letter(piece) == kind)) {
            return Err(SheetError::NoPiece(kind.to_string()));
        }
        let stood = rows.get_mut(row).and_then(|row| row.get_mut(place)).ok_or(SheetError::Size)?;
        if *stood == man {
            return Ok(());
        }
        *stood = man;
        self.start(&rows, &rest);
        Ok(())
    }
}

fn found<'r>(read: &'r Read, name: &str) -> Result<(&'r Item, &'r Piece), SheetError> {
    let found = read.pieces().find(|(_, piece)| piece.name.text == name);
    found.ok_or_else(|| SheetError::NoPiece(name.to_owned()))
}

fn sound_name(name: &str) -> Result<(), SheetError> {
    let is_word = |word: &str| {
        word.starts_with(char::is_uppercase)
            && word.chars().all(|c| c.is_alphanumeric() || c == '-')
            && !word.ends_with('-')
    };
    if name.chars().count() <= 40 && name.split(' ').all(is_word) {
        Ok(())
    } else {
        Err(SheetError::Name(name.to_owned()))
    }
}
