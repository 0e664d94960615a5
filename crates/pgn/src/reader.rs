use std::io::{self, BufRead};

use crate::source::{Source, decoded};
use crate::{
    Fault, Game, Item, MAX_DEPTH, MAX_GAME_BYTES, MAX_MOVES, MAX_WARNINGS, Move, Place, SyntaxError, Tag,
    Termination, Turn, Warning,
};

/// Reads games from a stream, one at a time.
///
/// After a malformed game, reading resumes at the next game, which is recognized by a tag after a blank line.
pub struct Reader<R> {
    source: Source<R>,
    games: u64,
    ahead: Option<Tag>,
    opened: Option<Place>,
    begins: u64,
    is_done: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    Input(io::Error),
    #[error(transparent)]
    Syntax(SyntaxError),
}

enum Halt {
    Input(io::Error),
    Fault(Fault, Place),
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Self {
        Self::Input(error)
    }
}

struct Draft {
    game: Game,
    /// The main line followed by the open variations.
    lines: Vec<Line>,
    moves: usize,
    /// The turn (move number and side) announced by the last move number; it applies to the next move.
    announced: Option<Turn>,
    /// The end of the last item.
    end: Place,
}

struct Line {
    next: Turn,
    /// The turn of the last move.
    last: Option<Turn>,
    begins: Place,
}

impl<R: BufRead> Reader<R> {
    pub fn new(input: R) -> Self {
        Self { source: Source::new(input), games: 0, ahead: None, opened: None, begins: 0, is_done: false }
    }

    pub fn bytes(&self) -> u64 {
        self.source.read()
    }

    pub fn games(&self) -> u64 {
        self.games
    }

    fn read(&mut self) -> Result<Option<Game>, Halt> {
        if self.source.read() == 0 {
            self.source.skip_mark()?;
        }
        self.begins = self.source.read();
        let mut draft = Draft::new();
        if let Some(tag) = self.ahead.take() {
            draft.begin(tag.place);
            draft.game.tags.push(tag);
        }
        if let Some(place) = self.opened.take() {
            draft.begin(place);
            self.tag_of(&mut draft, place, false)?;
        }
        loop {
            if draft.game.place == Place::default() {
                self.begins = self.source.read();
            }
            let Some(byte) = self.source.peek()? else { break };
            let place = self.source.place();
            match byte {
                _ if byte.is_ascii_whitespace() => {
                    self.next()?;
                    continue;
                }
                b'%' if self.source.begins_line() => {
                    self.source.skip_line()?;
                    continue;
                }
                b'[' if draft.moves > 0 => break,
                _ => draft.begin(place),
            }
            match byte {
                b'[' => {
                    let is_apart = self.source.follows_blank_line();
                    self.next()?;
                    self.tag_of(&mut draft, place, is_apart)?;
                    if self.ahead.is_some() {
                        break;
                    }
                }
                b'{' => {
                    self.next()?;
                    let text = self.until(b'}')?.ok_or(Halt::Fault(Fault::UnclosedComment, place))?;
                    draft.comment(&text);
                }
                b';' => {
                    let text = self.until(b'\n')?.unwrap_or_default();
                    draft.comment(text.trim_start_matches(';'));
                }
                b'(' => {
                    self.next()?;
                    draft.open(place)?;
                }
                b')' => {
                    self.next()?;
                    draft.close(place);
                }
                b'$' => {
                    self.next()?;
                    match self.word(Vec::new())?.parse() {
                        Ok(number) => draft.nag(number, place),
                        Err(_) => draft.warn(Fault::Nag, place),
                    }
                }
                b'.' => {
                    self.dots()?;
                    draft.announce_second();
                }
                b'"' => {
                    self.next()?;
                    let text = self.quoted(place)?;
                    draft.turn_in_quotes(text, place)?;
                }
                b'}' | b']' | b'<' | b'>' => {
                    self.next()?;
                    draft.warn(Fault::StraySign(char::from(byte)), place);
                }
                _ => {
                    if let Some(number) = self.number_or(&mut draft, place)? {
                        let dots = self.dots()?;
                        draft.announce(number, dots);
                    }
                    if draft.game.termination.is_some() {
                        break;
                    }
                }
            }
            draft.end = self.source.place();
        }
        while draft.lines.len() > 1 {
            let begins = draft.line().begins;
            draft.warn(Fault::UnclosedVariation, begins);
            draft.close(begins);
        }
        let game = &draft.game;
        let is_any = draft.moves > 0 || !game.tags.is_empty() || game.termination.is_some();
        if is_any && game.termination.is_none() {
            draft.warn(Fault::NoResult, draft.end);
        }
        Ok(is_any.then_some(draft.game))
    }

    /// Reads a tag and adds it to `draft`, or to `ahead` if it begins the next game.
    fn tag_of(&mut self, draft: &mut Draft, place: Place, is_apart: bool) -> Result<(), Halt> {
        match self.tag(place) {
            Ok(tag) if draft.game.tag(&tag.name).is_none() => draft.game.tags.push(tag),
            Ok(tag) if is_apart => self.ahead = Some(tag),
            Ok(tag) => draft.warn(Fault::RepeatedTag(tag.name), place),
            Err(Halt::Fault(fault @ Fault::Tag, place)) => {
                draft.warn(fault, place);
                self.until(b'\n')?;
            }
            Err(halt) => return Err(halt),
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Option<u8>, Halt> {
        if self.source.read() - self.begins >= MAX_GAME_BYTES {
            return Err(Halt::Fault(Fault::TooLong, self.source.place()));
        }
        Ok(self.source.next()?)
    }

    /// Reads up to the byte `end` and returns the text before it; `None` if `end` is missing. The end of the input counts as a line break.
    fn until(&mut self, end: u8) -> Result<Option<String>, Halt> {
        let mut bytes = Vec::new();
        loop {
            match self.next()? {
                Some(byte) if byte == end => break,
                Some(byte) => bytes.push(byte),
                None if end == b'\n' => break,
                None => return Ok(None),
            }
        }
        Ok(Some(decoded(bytes)))
    }

    fn tag(&mut self, place: Place) -> Result<Tag, Halt> {
        let wrong = || Halt::Fault(Fault::Tag, place);
        self.blanks()?;
        let mut name = Vec::new();
        while let Some(byte) = self.source.peek()?.filter(|&byte| Tag::is_named_by(byte)) {
            self.next()?;
            name.push(byte);
        }
        self.blanks()?;
        if name.is_empty() || self.source.peek()? != Some(b'"') {
            return Err(wrong());
        }
        self.next()?;
        let mut value = Vec::new();
        loop {
            let byte = self.source.peek()?.filter(|&byte| byte != b'\n').ok_or_else(wrong)?;
            self.next()?;
            match byte {
                b'\\' => match self.source.peek()? {
                    Some(escaped @ (b'"' | b'\\')) => {
                        self.next()?;
                        value.push(escaped);
                    }
                    _ => value.push(byte),
                },
                // An unescaped quotation mark that does not end the value is part of the value.
                b'"' => match self.source.peek()? {
                    Some(b']' | b' ' | b'\t') => break,
                    _ => value.push(byte),
                },
                b'\r' => {}
                byte => value.push(byte),
            }
        }
        self.blanks()?;
        if self.source.peek()? != Some(b']') {
            return Err(wrong());
        }
        self.next()?;
        // Tag names are ASCII.
        Ok(Tag { name: decoded(name), value: decoded(value), place })
    }

    fn quoted(&mut self, place: Place) -> Result<String, Halt> {
        let mut bytes = Vec::new();
        loop {
            match self.next()? {
                Some(b'"') => return Ok(decoded(bytes)),
                Some(byte) if !byte.is_ascii_control() => bytes.push(byte),
                _ => return Err(Halt::Fault(Fault::StraySign('"'), place)),
            }
        }
    }

    fn blanks(&mut self) -> Result<(), Halt> {
        while self.source.peek()?.is_some_and(|byte| byte == b' ' || byte == b'\t') {
            self.next()?;
        }
        Ok(())
    }

    fn dots(&mut self) -> Result<usize, Halt> {
        let mut dots = 0;
        while self.source.peek()? == Some(b'.') {
            self.next()?;
            dots += 1;
        }
        Ok(dots)
    }

    /// Reads the rest of a word that begins with `bytes`. A manual move (`~` and its text) ends only at whitespace.
    fn word(&mut self, mut bytes: Vec<u8>) -> Result<String, Halt> {
        while let Some(byte) = self.source.peek()? {
            let is_by_hand = bytes.first() == Some(&b'~');
            if byte.is_ascii_whitespace() || !is_by_hand && b"{}()[]<>$;\"".contains(&byte) {
                break;
            }
            self.next()?;
            bytes.push(byte);
        }
        Ok(decoded(bytes))
    }

    /// Reads the next word. Returns it if it is a move number; otherwise adds it to `draft` as a move, glyph or result.
    fn number_or(&mut self, draft: &mut Draft, place: Place) -> Result<Option<u32>, Halt> {
        let mut digits = Vec::new();
        while let Some(byte) = self.source.peek()?.filter(u8::is_ascii_digit) {
            self.next()?;
            digits.push(byte);
        }
        let ends =
            |byte: Option<u8>| byte.is_none_or(|byte| byte.is_ascii_whitespace() || b".{}()$;".contains(&byte));
        if !digits.is_empty() && ends(self.source.peek()?) {
            // A number too large to parse becomes the maximum, which is harmless: moves do not depend on move numbers.
            return Ok(Some(decoded(digits).parse().unwrap_or(u32::MAX)));
        }
        let word = self.word(digits)?;
        // An ellipsis can be a single character.
        let turn = word.split_once('…').filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()));
        let rest = turn.map_or(&*word, |(_, rest)| rest);
        if let Some((number, _)) = turn {
            number.parse().into_iter().for_each(|number| draft.announce(number, 2));
            draft.announce_second();
        }
        if !rest.is_empty() {
            draft.word(rest, place)?;
        }
        Ok(None)
    }

    fn recover(&mut self) -> io::Result<()> {
        loop {
            if self.source.follows_blank_line() && self.source.peek()? == Some(b'[') {
                let place = self.source.place();
                self.source.next()?;
                if self.source.peek()?.is_some_and(|byte| byte.is_ascii_alphabetic()) {
                    self.opened = Some(place);
                    return Ok(());
                }
            }
            if self.source.next()?.is_none() {
                return Ok(());
            }
        }
    }
}

impl Draft {
    fn new() -> Self {
        let line = Line { next: Turn::FIRST, last: None, begins: Place::START };
        Self { game: Game::default(), lines: vec![line], moves: 0, announced: None, end: Place::START }
    }

    fn begin(&mut self, place: Place) {
        if self.game.place == Place::default() {
            self.game.place = place;
        }
    }

    fn line(&mut self) -> &mut Line {
        self.lines.last_mut().expect("the game itself is never closed")
    }

    fn announce(&mut self, number: u32, dots: usize) {
        let side = if dots > 1 { entourage_kernel::Side::Second } else { entourage_kernel::Side::First };
        self.announced = Some(Turn { number, side });
    }

    fn announce_second(&mut self) {
        if let Some(turn) = &mut self.announced {
            turn.side = entourage_kernel::Side::Second;
        }
    }

    fn comment(&mut self, text: &str) {
        let text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            self.game.items.push(Item::Comment(text));
        }
    }

    fn warn(&mut self, fault: Fault, place: Place) {
        if self.game.warnings.len() < MAX_WARNINGS {
            self.game.warnings.push(Warning { place, problem: fault.problem() });
        }
    }

    fn nag(&mut self, number: u8, place: Place) {
        match self.line().last {
            Some(_) => self.game.items.push(Item::Nag(number)),
            None => self.warn(Fault::NagFirst, place),
        }
    }

    fn open(&mut self, place: Place) -> Result<(), Halt> {
        let Some(last) = self.line().last else { return Err(Halt::Fault(Fault::VariationFirst, place)) };
        if self.lines.len() > MAX_DEPTH {
            return Err(Halt::Fault(Fault::TooDeep, place));
        }
        self.game.items.push(Item::Begin);
        self.lines.push(Line { next: last, last: None, begins: place });
        self.announced = None;
        Ok(())
    }

    fn close(&mut self, place: Place) {
        if self.lines.len() == 1 {
            return self.warn(Fault::StrayClose, place);
        }
        let Line { last, begins, .. } = *self.line();
        if last.is_some() {
            self.game.items.push(Item::End);
        } else if let Some(begin) = self.game.items.iter().rposition(|item| *item == Item::Begin) {
            // Comments in the variation become comments on the move before it.
            self.warn(Fault::EmptyVariation, begins);
            self.game.items.remove(begin);
        }
        self.lines.pop();
        self.announced = None;
    }

    fn turn_in_quotes(&mut self, text: String, place: Place) -> Result<(), Halt> {
        let text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() { Err(Halt::Fault(Fault::StraySign('"'), place)) } else { self.add(text, place) }
    }

    fn add(&mut self, text: String, place: Place) -> Result<(), Halt> {
        if self.moves == MAX_MOVES {
            return Err(Halt::Fault(Fault::TooManyMoves, place));
        }
        self.moves += 1;
        let announced = self.announced.take();
        let line = self.line();
        let turn = announced.unwrap_or(line.next);
        (line.last, line.next) = (Some(turn), turn.next());
        self.game.items.push(Item::Move(Move { text, turn, place }));
        Ok(())
    }

    fn word(&mut self, word: &str, place: Place) -> Result<(), Halt> {
        if let Some(termination) = Termination::read(word) {
            if self.lines.len() == 1 {
                self.game.termination = Some(termination);
                if word != termination.mark() {
                    self.warn(Fault::ReadAs(word.to_owned(), termination.mark().to_owned()), place);
                }
            } else {
                // A result inside a variation is kept as a comment.
                self.game.items.push(Item::Comment(word.to_owned()));
            }
            return Ok(());
        }
        let (text, glyphs) = split(word);
        // Whether the word without its glyphs is a move number or a result, as in `12!` or `1-0?`.
        let is_other = text.bytes().all(|byte| byte.is_ascii_digit()) || Termination::read(text).is_some();
        if text.starts_with('%') || !text.is_empty() && is_other {
            return Err(Halt::Fault(Fault::StraySign(word.chars().next_back().unwrap_or('%')), place));
        }
        let removed = word[text.len()..].trim_matches(['!', '?']);
        if !removed.is_empty() && (!text.is_empty() || !glyphs.is_empty()) {
            let read = [text.to_owned()].into_iter().chain(glyphs.iter().map(|number| format!("${number}")));
            let read = read.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
            self.warn(Fault::ReadAs(word.to_owned(), read), place);
        }
        if !text.is_empty() {
            self.add(text.to_owned(), place)?;
        }
        glyphs.into_iter().for_each(|number| self.nag(number, place));
        Ok(())
    }
}

/// The signs that are read as glyphs, each with its number.
const GLYPHS: &str = "! 1 ? 2 !! 3 ‼ 3 ?? 4 ⁇ 4 !? 5 ⁉ 5 ?! 6 ⁈ 6 □ 7 = 10 ∞ 13 +/= 14 ⩲ 14 =/+ 15 ⩱ 15 \
                      +/- 16 ± 16 -/+ 17 ∓ 17 +- 18 -+ 19 N 146 TN 146 D 220";

/// Splits a word into a move and the numbers of the glyphs after it. Drops marks of en passant captures, which the move
/// already implies.
pub(crate) fn split(word: &str) -> (&str, Vec<u8>) {
    let (mut text, mut glyphs) = (word, Vec::new());
    if word.starts_with('~') || word.ends_with(|last: char| last.is_ascii_digit()) {
        return (text, glyphs);
    }
    let known: Vec<&str> = GLYPHS.split(' ').collect();
    // Letters and `=` are glyphs only on their own; attached to a move, they are part of it.
    let ends = |text: &str, glyph: &str| {
        text == glyph || text.ends_with(glyph) && !glyph.starts_with('=') && !glyph.ends_with(['N', 'D'])
    };
    while let Some(glyph) =
        known.chunks(2).filter(|glyph| ends(text, glyph[0])).max_by_key(|glyph| glyph[0].len())
    {
        text = &text[..text.len() - glyph[0].len()];
        glyphs.insert(0, glyph[1].parse().unwrap_or_default());
    }
    let marked = ["e.p.", "e.p", "ep"].into_iter().find_map(|mark| text.strip_suffix(mark));
    let is_mark = |rest: &&str| rest.is_empty() || rest.ends_with(|last: char| last.is_ascii_digit());
    (marked.filter(is_mark).unwrap_or(text), glyphs)
}

/// Iteration continues after a malformed game, but ends after an input error.
impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        match self.read() {
            Ok(Some(mut game)) => {
                self.games += 1;
                game.number = self.games;
                Some(Ok(game))
            }
            Ok(None) => {
                self.is_done = true;
                None
            }
            Err(Halt::Fault(fault, place)) => {
                self.games += 1;
                if let Err(error) = self.recover() {
                    self.is_done = true;
                    return Some(Err(ReadError::Input(error)));
                }
                Some(Err(ReadError::Syntax(SyntaxError { fault, place, game: self.games })))
            }
            Err(Halt::Input(error)) => {
                self.is_done = true;
                Some(Err(ReadError::Input(error)))
            }
        }
    }
}
