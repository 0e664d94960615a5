use entourage_kernel::{Problem, Side};

use super::goal::{Goal, GoalKind};
use super::read::{Read, letter};
use super::rows;
use super::stride::{Stride, Strides, said, shown};
use super::text::Lines;
use super::{SheetMan, names};
use crate::check::{Library, subject};
use crate::syntax::MOST_BYTES;
use crate::syntax::tree::{Item, Need, NeedLine, NounKind, Piece, PieceLineKind, What, Whose};

/// Says what is filled in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SheetEdit {
    /// The name of the game.
    Title(String),
    /// The files and rows of the board.
    Board([u32; 2]),
    /// How a side is called, a word.
    Side(Side, String),
    /// A new piece, by its letter and name.
    Add(char, String),
    /// What a piece is called, its letter, and what it is worth.
    Piece {
        /// How it was called.
        piece: String,
        /// How it is called.
        name: String,
        /// Its letter.
        letter: char,
        /// What it is worth to the computer, where that is said.
        worth: Option<u32>,
    },
    /// A piece is no more.
    Remove(String),
    /// Where a piece moves, and where it captures.
    Walk {
        /// The piece.
        piece: String,
        /// Where it moves without taking anything.
        moves: Vec<Stride>,
        /// Where it captures.
        captures: Vec<Stride>,
    },
    /// What a piece may become on its last row; nothing for none.
    Becomes {
        /// The piece.
        piece: String,
        /// The names of what it may become.
        into: Vec<String>,
    },
    /// What stands on a square at the start, by its row from the top and its place there, from 0.
    Put {
        /// The row and the place.
        square: [usize; 2],
        /// What stands there.
        man: Option<SheetMan>,
    },
    /// Whether the game ends in a usual way.
    Goal(Goal, bool),
}

/// Says why something cannot be filled in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SheetError {
    /// No piece is called so.
    NoPiece(String),
    /// The name is none that the language has.
    Name(String),
    /// Another piece is called so, or has the letter.
    Taken(String),
    /// It is said in a game that this one is like, and cannot be taken back here.
    Inherited(String),
    /// The board has no such size, or no such square.
    Size,
    /// A way that leads nowhere.
    Way,
    /// The text says it in a way that a sheet cannot show.
    NotShown,
    /// The text would be too long.
    TooLong,
}

impl SheetError {
    /// Says it as a sentence.
    pub fn problem(&self) -> Problem {
        match self {
            Self::NoPiece(name) => Problem::new(
                format!("No piece is called {name}."),
                format!("Aucune pièce ne s'appelle {name}."),
            ),
            Self::Name(name) => Problem::new(
                format!(
                    "{name} is no name here: each word begins with a capital letter, and has letters, digits and hyphens only."
                ),
                format!(
                    "{name} n'est pas un nom ici\u{a0}: chaque mot commence par une majuscule, et n'a que des lettres, des chiffres et des traits d'union."
                ),
            ),
            Self::Taken(name) => {
                Problem::new(format!("{name} is taken already."), format!("{name} est déjà pris."))
            }
            Self::Inherited(name) => Problem::new(
                format!("{name} is said in the game that yours is like, and cannot be taken back here."),
                format!("{name} est dit dans le jeu auquel le vôtre ressemble, et ne peut être retiré ici."),
            ),
            Self::Size => Problem::new(
                "The board has no such size or square.",
                "Le plateau n'a pas cette taille ou cette case.",
            ),
            Self::Way => Problem::new("This way leads nowhere.", "Ce chemin ne mène nulle part."),
            Self::NotShown => Problem::new(
                "The text says this in a way that the form cannot show: change it there.",
                "Le texte le dit d'une façon que le formulaire ne peut montrer\u{a0}: changez-le là.",
            ),
            Self::TooLong => Problem::new("The text would be too long.", "Le texte serait trop long."),
        }
    }
}

/// Fills something in: writes it into the sentences that are concerned, and leaves all else as it is.
///
/// What another game says that this one is like is said again in the text first.
///
/// # Errors
/// What cannot be filled in.
pub fn edit(text: &str, library: &dyn Library, edit: &SheetEdit) -> Result<String, SheetError> {
    let mut desk = Desk { text: text.to_owned(), library };
    match edit {
        SheetEdit::Title(title) => desk.title(title)?,
        SheetEdit::Board(size) => desk.board(*size)?,
        SheetEdit::Side(side, name) => desk.side(*side, name)?,
        SheetEdit::Add(letter, name) => desk.add(*letter, name)?,
        SheetEdit::Piece { piece, name, letter, worth } => desk.piece(piece, name, *letter, *worth)?,
        SheetEdit::Remove(piece) => desk.remove(piece)?,
        SheetEdit::Walk { piece, moves, captures } => desk.walk(piece, moves, captures)?,
        SheetEdit::Becomes { piece, into } => desk.becomes(piece, into)?,
        SheetEdit::Put { square, man } => desk.put(*square, *man)?,
        SheetEdit::Goal(goal, holds) => desk.goal(goal, *holds)?,
    }
    if desk.text.len() > MOST_BYTES { Err(SheetError::TooLong) } else { Ok(desk.text) }
}

/// Holds a text while it is filled in.
struct Desk<'l> {
    text: String,
    library: &'l dyn Library,
}

impl Desk<'_> {
    fn read(&self) -> Read {
        Read::of(&self.text, self.library)
    }

    /// Changes the lines of the text.
    fn change(&mut self, change: impl FnOnce(&mut Lines<'_>)) {
        let mut lines = Lines::of(&self.text);
        change(&mut lines);
        self.text = lines.finish();
    }

    /// Returns the line of the last sentence that a choice picks, said again in the text where another game says it; `None` where nobody says it.
    fn own(&mut self, pick: impl Fn(&What) -> bool) -> Option<u32> {
        let read = self.read();
        let (item, ()) = read.last(|what| pick(what).then_some(()))?;
        if item.span.file > 0 {
            self.adopt(&read, item);
            return self.read().last(|what| pick(what).then_some(())).map(|(item, ())| item.span.line);
        }
        Some(item.span.line)
    }

    /// Says a sentence of another game again.
    fn adopt(&mut self, read: &Read, item: &Item) {
        // What is said in several editions is replaced in all of them.
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

    /// Puts a sentence where such sentences stand: before the ends, or at the end of the text.
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
        let found = read.last(|what| match what {
            What::Game { id, by, like, .. } => Some((id.text.clone(), by.clone(), like.clone())),
            _ => None,
        });
        let (item, (id, by, like)) = found.ok_or(SheetError::NotShown)?;
        if item.span.file > 0 {
            return Err(SheetError::NotShown);
        }
        let by = by.map_or_else(String::new, |by| format!(" by \"{by}\""));
        let like = like.map_or_else(String::new, |like| format!(" like {}", like.text));
        let line = item.span.line;
        self.change(|lines| lines.say(line, &format!("game {id} \"{title}\"{by}{like}")));
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
        // Which row is on top: the first one, or the last of however many there are.
        let top = top.map(|(_, top)| if top.value == 1 { 1 } else { height });
        let top = top.map_or_else(String::new, |row| format!(", row {row} on top"));
        let words = format!("board {files} x {height}{top}");
        match self.own(|what| matches!(what, What::Board(_))) {
            Some(line) => self.change(|lines| lines.say(line, &words)),
            None => self.put_sentence(vec![words]),
        }
        if let Some((rows, rest)) = start {
            self.start(&rows::fit(rows, size), &rest);
        }
        Ok(())
    }

    /// Says the start anew.
    fn start(&mut self, rows: &rows::Rows, rest: &str) {
        let words = format!("start \"{}{rest}\"", rows::write(rows));
        match self.own(|what| matches!(what, What::Start(_))) {
            Some(line) => self.change(|lines| lines.say(line, &words)),
            None => self.put_sentence(vec![words]),
        }
    }

    fn side(&mut self, side: Side, name: &str) -> Result<(), SheetError> {
        sound_name(name)?;
        let read = self.read();
        let found = read.last(|what| match what {
            What::Sides(sides) => Some(sides.each_ref().map(|side| side.name.text.clone())),
            _ => None,
        });
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
            names::renamed(&self.text, old, name)
        };
        Ok(())
    }

    fn add(&mut self, letter: char, name: &str) -> Result<(), SheetError> {
        let read = self.read();
        self.free(&read, None, letter, name)?;
        let free = read.last(|what| matches!(what, What::FreeHand(_)).then_some(())).is_some();
        let mut lines = vec![format!("piece {letter} \"{name}\"")];
        if !free {
            lines.push("  moves and captures: step any".to_owned());
        }
        let last = read.pieces().filter(|(item, _)| item.span.file == 0).last();
        match last.map(|(item, _)| item.span.line) {
            Some(line) => self.change(|text| text.behind(line, lines)),
            None => self.put_sentence(lines),
        }
        Ok(())
    }

    /// Makes sure that no other piece, and no side, has a name or a letter.
    fn free(&self, read: &Read, but: Option<&str>, letter: char, name: &str) -> Result<(), SheetError> {
        sound_name(name)?;
        if !letter.is_ascii_uppercase() {
            return Err(SheetError::Name(letter.to_string()));
        }
        for (_, piece) in read.pieces().filter(|(_, piece)| Some(piece.name.text.as_str()) != but) {
            if piece.name.text == name {
                return Err(SheetError::Taken(name.to_owned()));
            }
            if self::letter(piece) == Some(letter) {
                return Err(SheetError::Taken(letter.to_string()));
            }
        }
        Ok(())
    }

    /// Returns the line of a piece's own sentence, said again where another game says it.
    fn own_piece(&mut self, name: &str) -> Result<u32, SheetError> {
        let is_it = |what: &What| matches!(what, What::Piece(piece) if !piece.also && piece.name.text == name);
        self.own(is_it).ok_or_else(|| SheetError::NoPiece(name.to_owned()))
    }

    fn piece(&mut self, old: &str, name: &str, letter: char, worth: Option<u32>) -> Result<(), SheetError> {
        let read = self.read();
        let (item, piece) = found(&read, old)?;
        self.free(&read, Some(old), letter, name)?;
        if worth.is_some_and(|worth| !(1..=100).contains(&worth)) {
            return Err(SheetError::Size);
        }
        let (old_letter, old_worth) = (self::letter(piece), piece.worth.map(|worth| worth.value));
        if name != old {
            if item.span.file > 0 {
                return Err(SheetError::Inherited(old.to_owned()));
            }
            self.text = names::renamed(&self.text, old, name);
        }
        if old_letter == Some(letter) && old_worth == worth {
            return Ok(());
        }
        let line = self.own_piece(name)?;
        let read = self.read();
        let (_, piece) = found(&read, name)?;
        let mut words = format!("piece {letter} \"{name}\"");
        for (word, text) in [("short", &piece.short), ("fr", &piece.french)] {
            words += &text.as_ref().map_or_else(String::new, |text| format!(" {word} \"{text}\""));
        }
        words += &worth.map_or_else(String::new, |worth| format!(" worth {worth}"));
        words += &piece.like.as_ref().map_or_else(String::new, |like| format!(" walks like {}", like.text));
        self.change(|lines| lines.say(line, &words));
        if let (Some(old), Some((mut rows, rest))) = (old_letter.filter(|old| *old != letter), read.start()) {
            for man in rows.iter_mut().flatten().flatten().filter(|man| man.letter == old) {
                man.letter = letter;
            }
            self.start(&rows, &rest);
        }
        Ok(())
    }

    fn remove(&mut self, name: &str) -> Result<(), SheetError> {
        let read = self.read();
        let (item, piece) = found(&read, name)?;
        if item.span.file > 0 {
            return Err(SheetError::Inherited(name.to_owned()));
        }
        let (line, letter) = (item.span.line, self::letter(piece));
        if let Some((mut rows, rest)) = read.start() {
            let is_it = |man: &&mut Option<SheetMan>| man.map(|man| man.letter) == letter;
            let mut changed = false;
            for man in rows.iter_mut().flatten().filter(is_it) {
                (*man, changed) = (None, true);
            }
            self.change(|lines| lines.remove(line));
            if changed {
                self.start(&rows, &rest);
            }
        } else {
            self.change(|lines| lines.remove(line));
        }
        Ok(())
    }

    fn walk(&mut self, name: &str, moves: &[Stride], captures: &[Stride]) -> Result<(), SheetError> {
        if moves.iter().chain(captures).any(|stride| !stride.is_sound()) {
            return Err(SheetError::Way);
        }
        let [moves, captures] = [moves, captures].map(Strides::of);
        let line = self.own_piece(name)?;
        let read = self.read();
        let (_, piece) = found(&read, name)?;
        let both = moves.among(&captures, true);
        let wanted = [
            (true, true, "moves and captures", both.clone()),
            (true, false, "moves", moves.among(&both, false)),
            (false, true, "captures", captures.among(&both, false)),
        ];
        let free = read.last(|what| matches!(what, What::FreeHand(_)).then_some(())).is_some();
        let is_idle = moves.is_empty() && captures.is_empty() && (free || piece.is_block);
        let never = captures.is_empty() && !is_idle && !captures_by_hand(&read, piece);
        let mut text = Lines::of(&self.text);
        // What is new stands behind the last line that a sheet shows.
        let shown_lines = piece.lines.iter().filter(|line| shown(line).is_some());
        let after = shown_lines.map(|line| line.span.line).max().unwrap_or(line);
        for (moves, captures, verb, strides) in wanted {
            let alike: Vec<_> = piece
                .lines
                .iter()
                .filter_map(|line| Some((line.span.line, shown(line)?)))
                .filter(|(_, shown)| (shown.moves, shown.captures) == (moves, captures))
                .collect();
            let mut old = Strides::default();
            alike.iter().for_each(|(_, shown)| old.add(shown.strides.as_slice()));
            if old == strides {
                continue;
            }
            let mut alike = alike.iter();
            if !strides.is_empty() {
                let words = format!("{verb}: {}", said(&strides));
                match alike.next() {
                    Some((line, _)) => text.say(*line, &words),
                    None => text.below(after, format!("  {words}")),
                }
            }
            alike.for_each(|(line, _)| text.remove(*line));
        }
        let nevers: Vec<u32> = piece
            .lines
            .iter()
            .filter(|line| matches!(line.what, PieceLineKind::NeverCaptures) && line.edition.is_none())
            .map(|line| line.span.line)
            .collect();
        if never && nevers.is_empty() {
            text.behind(line, vec!["  never captures".to_owned()]);
        } else if !captures.is_empty() || is_idle {
            nevers.into_iter().for_each(|line| text.remove(line));
        }
        self.text = text.finish();
        Ok(())
    }

    fn becomes(&mut self, name: &str, into: &[String]) -> Result<(), SheetError> {
        let read = self.read();
        found(&read, name)?;
        into.iter().try_for_each(|name| found(&read, name).map(drop))?;
        let old: Vec<String> =
            read.promotions().filter(|(_, who, _)| who == name).flat_map(|(.., into)| into).collect();
        if old == into {
            return Ok(());
        }
        let mut own = Vec::new();
        for (item, ..) in read.promotions().filter(|(_, who, _)| who == name) {
            if item.span.file > 0 {
                return Err(SheetError::Inherited(name.to_owned()));
            }
            own.push(item.span.line);
        }
        let words = format!("after a {name} arrives on its last rank: it becomes {}", listed(into));
        match (own.first(), into.is_empty()) {
            (Some(line), false) => self.change(|lines| lines.say(*line, &words)),
            (None, false) => self.put_sentence(vec![words]),
            (_, true) => self.change(|lines| own.iter().for_each(|line| lines.remove(*line))),
        }
        Ok(())
    }

    fn put(&mut self, [row, place]: [usize; 2], man: Option<SheetMan>) -> Result<(), SheetError> {
        let read = self.read();
        let (mut rows, rest) = read.start().ok_or(SheetError::NotShown)?;
        if let Some(man) = man
            && !read.pieces().any(|(_, piece)| letter(piece) == Some(man.letter))
        {
            return Err(SheetError::NoPiece(man.letter.to_string()));
        }
        let stood = rows.get_mut(row).and_then(|row| row.get_mut(place)).ok_or(SheetError::Size)?;
        if *stood == man {
            return Ok(());
        }
        *stood = man;
        self.start(&rows, &rest);
        Ok(())
    }

    fn goal(&mut self, goal: &Goal, holds: bool) -> Result<(), SheetError> {
        let read = self.read();
        let piece = match &goal.piece {
            Some(piece) if goal.kind.needs_piece() => found(&read, piece)?.1.name.text.clone(),
            None if goal.kind.needs_piece() => return Err(SheetError::NoPiece(String::new())),
            _ => String::new(),
        };
        let same = |other: &Goal| other.kind == goal.kind;
        let old = read.goals().into_iter().find(same);
        let asked = Goal { kind: goal.kind, piece: goal.kind.needs_piece().then(|| piece.clone()) };
        if if holds { old == Some(asked) } else { old.is_none() } {
            return Ok(());
        }
        let is_ends = |what: &What| matches!(what, What::Ends(_));
        let Some(line) = self.own(is_ends) else {
            self.change(|lines| lines.end(vec!["ends".to_owned(), format!("  {}", goal.kind.said(&piece))]));
            return self.royal(goal.kind, None, Some(&piece));
        };
        let read = self.read();
        let lines: Vec<u32> = read
            .last(|what| match what {
                What::Ends(ends) => Some(ends),
                _ => None,
            })
            .into_iter()
            .flat_map(|(_, ends)| ends)
            .filter(|end| super::goal::goal(end).is_some_and(|other| same(&other)))
            .map(|end| end.span.line)
            .collect();
        let words = goal.kind.said(&piece);
        self.change(|text| match (lines.first(), holds) {
            (Some(line), true) => text.say(*line, &words),
            (None, true) if goal.kind.is_early() => text.below(line, format!("  {words}")),
            (None, true) => text.behind(line, vec![format!("  {words}")]),
            (_, false) => lines.iter().for_each(|line| text.remove(*line)),
        });
        let old = old.and_then(|old| old.piece);
        self.royal(goal.kind, old.as_deref(), holds.then_some(piece.as_str()))
    }

    /// Says what a checkmate brings with it: which piece is royal, and that no side begins by leaving it threatened.
    fn royal(&mut self, kind: GoalKind, old: Option<&str>, new: Option<&str>) -> Result<(), SheetError> {
        if kind != GoalKind::Checkmate || old == new {
            return Ok(());
        }
        let read = self.read();
        let royal = read.last(|what| match what {
            What::Royal { kinds, warning, .. } => Some((kinds.len(), warning.text.clone())),
            _ => None,
        });
        match (royal, new) {
            (Some((_, (2.., _))), _) => return Err(SheetError::NotShown),
            (Some((item, _)), None) if item.span.file > 0 => {
                return Err(SheetError::Inherited(old.unwrap_or_default().to_owned()));
            }
            (Some((item, _)), None) => {
                let line = item.span.line;
                self.change(|lines| lines.remove(line));
            }
            (Some((_, (_, warning))), Some(new)) => {
                let line = self.own(|what| matches!(what, What::Royal { .. })).ok_or(SheetError::NotShown)?;
                self.change(|lines| lines.say(line, &format!("royal {new}, warned as \"{warning}\"")));
            }
            (None, Some(new)) => self.put_sentence(vec![format!("royal {new}, warned as \"check\"")]),
            (None, None) => {}
        }
        self.safe(old, new);
        Ok(())
    }

    /// Says in `needs` that the side that has moved has not left a piece threatened, or says it no more.
    fn safe(&mut self, old: Option<&str>, new: Option<&str>) {
        let read = self.read();
        let needs = read.last(|what| match what {
            What::Needs(lines) => Some(lines),
            _ => None,
        });
        let line_of = |name: &str| {
            let lines = needs.as_ref().map(|(_, lines)| lines.as_slice()).unwrap_or_default();
            lines.iter().find_map(|line| unthreatened(line, name))
        };
        let words = |name: &str| format!("the enemy {name} is not threatened");
        let (stands, goes) = (new.and_then(line_of), old.and_then(line_of));
        if needs.is_none() {
            if let Some(new) = new {
                self.change(|lines| lines.end(vec!["needs".to_owned(), format!("  {}", words(new))]));
            }
            return;
        }
        if (stands.is_some() && goes.is_none()) || (new.is_none() && goes.is_none()) {
            return;
        }
        // The line has moved if another game said it.
        let Some(line) = self.own(|what| matches!(what, What::Needs(_))) else { return };
        let read = self.read();
        let lines = read.last(|what| match what {
            What::Needs(lines) => Some(lines),
            _ => None,
        });
        let lines = lines.map(|(_, lines)| lines.clone()).unwrap_or_default();
        let at =
            |name: Option<&str>| name.and_then(|name| lines.iter().find_map(|line| unthreatened(line, name)));
        let (stands, goes) = (at(new), at(old));
        let is_last = lines.len() == 1;
        self.change(|text| match (goes, new) {
            (Some(goes), Some(new)) if stands.is_none() => text.say(goes, &words(new)),
            // A section with nothing below it says nothing.
            (Some(_), None) if is_last => text.remove(line),
            (Some(goes), _) => text.remove(goes),
            (None, Some(new)) => text.behind(line, vec![format!("  {}", words(new))]),
            (None, None) => {}
        });
    }
}

/// Returns the line of a need that says nothing but that the enemy's piece is not threatened.
fn unthreatened(line: &NeedLine, name: &str) -> Option<u32> {
    let [(Need::NotThreatened(noun), span)] = line.needs.as_slice() else { return None };
    let NounKind::Kinds(kinds) = &noun.what else { return None };
    let is_it = noun.whose == Some(Whose::Enemy) && kinds.len() == 1 && kinds[0].text == name;
    (is_it && line.unless.is_none() && noun.relations.is_empty()).then_some(span.line)
}

/// Tells whether a piece captures by lines that a sheet does not show.
fn captures_by_hand(read: &Read, piece: &Piece) -> bool {
    let hidden = |line: &&crate::syntax::tree::PieceLine| match &line.what {
        PieceLineKind::Walk(walk) => shown(line).is_none() && (walk.captures || !walk.capturing.is_empty()),
        _ => false,
    };
    let added = |item: &Item| match &item.what {
        What::Every { .. } => true,
        What::Piece(other) => other.also && other.name.text == piece.name.text,
        _ => false,
    };
    piece.like.is_some() || piece.lines.iter().any(|line| hidden(&line)) || read.items.iter().any(added)
}

fn found<'r>(read: &'r Read, name: &str) -> Result<(&'r Item, &'r Piece), SheetError> {
    let found = read.pieces().find(|(_, piece)| piece.name.text == name);
    found.ok_or_else(|| SheetError::NoPiece(name.to_owned()))
}

/// Makes sure that a name is one that sentences can have.
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

/// Lists names: `A, B or C`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
