use std::io::{self, BufRead};

use crate::Place;

/// Hands out the bytes of a text and knows where they stand.
pub(crate) struct Source<R> {
    input: R,
    place: Place,
    read: u64,
    /// The line breaks since anything else was there; a text begins as after a blank line.
    breaks: u32,
}

impl<R: BufRead> Source<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, place: Place::START, read: 0, breaks: 2 }
    }

    /// Returns where the next byte stands.
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// Counts the bytes handed out.
    pub(crate) fn read(&self) -> u64 {
        self.read
    }

    /// Tells whether a line begins here.
    pub(crate) fn begins_line(&self) -> bool {
        self.place.column == 1
    }

    /// Tells whether a line begins here and the one before is blank, or there is none.
    pub(crate) fn follows_blank_line(&self) -> bool {
        self.begins_line() && self.breaks >= 2
    }

    /// Looks at the next byte.
    pub(crate) fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes the next byte.
    pub(crate) fn next(&mut self) -> io::Result<Option<u8>> {
        let Some(byte) = self.peek()? else { return Ok(None) };
        self.input.consume(1);
        self.read += 1;
        match byte {
            b'\n' => {
                self.place = Place { line: self.place.line + 1, column: 1 };
                self.breaks = self.breaks.saturating_add(1);
            }
            // The bytes of a character after its first one have no column of their own.
            0x80..=0xBF => {}
            _ => self.place.column += 1,
        }
        if !byte.is_ascii_whitespace() {
            self.breaks = 0;
        }
        Ok(Some(byte))
    }

    /// Takes the rest of the line, its break too.
    pub(crate) fn skip_line(&mut self) -> io::Result<()> {
        while self.next()?.is_some_and(|byte| byte != b'\n') {}
        Ok(())
    }

    /// Passes over the mark with which some programs begin a text.
    pub(crate) fn skip_mark(&mut self) -> io::Result<()> {
        const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];
        let begins = loop {
            match self.input.fill_buf() {
                Ok(buffer) => break buffer.starts_with(&MARK),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        };
        if begins {
            self.input.consume(MARK.len());
            self.read += MARK.len() as u64;
        }
        Ok(())
    }
}

/// Makes a text of bytes in UTF-8, or as old files have it in Latin-1.
pub(crate) fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}
