use std::fmt;
use std::io::{self, BufRead};

use crate::source::{Source, decoded};
use crate::{
    Fault, Game, Item, MAX_DEPTH, MAX_GAME_BYTES, MAX_MOVES, Move, Place, SyntaxError, Tag, Termination, Turn,
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

#[derive(Debug)]
pub enum ReadError {
    Input(io::Error),
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
            let tag = self.tag(place)?;
            draft.game.tags.push(tag);
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
                    let tag = self.tag(place)?;
                    if draft.game.tag(&tag.name).is_none() {
                        draft.game.tags.push(tag);
                    } else if is_apart {
                        self.ahead = Some(tag);
                        break;
                    } else {
                        return Err(Halt::Fault(Fault::RepeatedTag(tag.name), place));
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
                    draft.close(place)?;
                }
                b'$' => {
                    self.next()?;
                    let number = self.word(Vec::new())?.parse();
                    draft.nag(number.map_err(|_| Halt::Fault(Fault::Nag, place))?, place)?;
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
                    return Err(Halt::Fault(Fault::StraySign(char::from(byte)), place));
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
        }
        if let Some(open) = draft.lines.get(1..).and_then(|open| open.last()) {
            return Err(Halt::Fault(Fault::UnclosedVariation, open.begins));
        }
        let Draft { game, moves, .. } = draft;
        let is_any = moves > 0 || !game.tags.is_empty() || game.termination.is_some();
        Ok(is_any.then_some(game))
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
        draft.word(word, place)?;
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
        Self { game: Game::default(), lines: vec![line], moves: 0, announced: None }
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

    fn nag(&mut self, number: u8, place: Place) -> Result<(), Halt> {
        if self.line().last.is_none() {
            return Err(Halt::Fault(Fault::NagFirst, place));
        }
        self.game.items.push(Item::Nag(number));
        Ok(())
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

    fn close(&mut self, place: Place) -> Result<(), Halt> {
        if self.lines.len() == 1 {
            return Err(Halt::Fault(Fault::StrayClose, place));
        }
        if self.line().last.is_none() {
            return Err(Halt::Fault(Fault::EmptyVariation, place));
        }
        self.game.items.push(Item::End);
        self.lines.pop();
        self.announced = None;
        Ok(())
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

    fn word(&mut self, word: String, place: Place) -> Result<(), Halt> {
        if let Ok(termination) = word.parse::<Termination>() {
            if self.lines.len() == 1 {
                self.game.termination = Some(termination);
            } else {
                // A result inside a variation is kept as a comment.
                self.game.items.push(Item::Comment(word));
            }
            return Ok(());
        }
        let text = if word.starts_with('~') { word.as_str() } else { word.trim_end_matches(['!', '?']) };
        let glyph = &word[text.len()..];
        // Whether the word without its glyph is a move number or a result, as in `12!` or `1-0?`.
        let is_other = text.bytes().all(|byte| byte.is_ascii_digit()) || text.parse::<Termination>().is_ok();
        if text.starts_with('%') || !text.is_empty() && is_other {
            return Err(Halt::Fault(Fault::StraySign(word.chars().next_back().unwrap_or('%')), place));
        }
        // Some programs mark en passant captures with `e.p.`, which the move already implies.
        if !text.is_empty() && text != "e.p." {
            self.add(text.to_owned(), place)?;
        }
        match glyph {
            "" => Ok(()),
            "!" => self.nag(1, place),
            "?" => self.nag(2, place),
            "!!" => self.nag(3, place),
            "??" => self.nag(4, place),
            "!?" => self.nag(5, place),
            "?!" => self.nag(6, place),
            _ => Err(Halt::Fault(Fault::StraySign(if glyph.starts_with('!') { '!' } else { '?' }), place)),
        }
    }
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

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Syntax(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}
