use std::io::{self, BufRead};

use crate::Place;

pub(crate) struct Source<R> {
    input: R,
    place: Place,
    read: u64,
    /// Number of line breaks since the last byte that is not whitespace; 2 at the start of the text.
    breaks: u32,
}

impl<R: BufRead> Source<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, place: Place::START, read: 0, breaks: 2 }
    }

    pub(crate) fn place(&self) -> Place {
        self.place
    }

    pub(crate) fn read(&self) -> u64 {
        self.read
    }

    pub(crate) fn begins_line(&self) -> bool {
        self.place.column == 1
    }

    /// Returns whether a line begins at the current byte, after a blank line or at the start of the text.
    pub(crate) fn follows_blank_line(&self) -> bool {
        self.begins_line() && self.breaks >= 2
    }

    pub(crate) fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(crate) fn next(&mut self) -> io::Result<Option<u8>> {
        let Some(byte) = self.peek()? else { return Ok(None) };
        self.input.consume(1);
        self.read += 1;
        match byte {
            b'\n' => {
                self.place = Place { line: self.place.line + 1, column: 1 };
                self.breaks = self.breaks.saturating_add(1);
            }
            // Only the first byte of a character advances the column.
            0x80..=0xBF => {}
            _ => self.place.column += 1,
        }
        if !byte.is_ascii_whitespace() {
            self.breaks = 0;
        }
        Ok(Some(byte))
    }

    pub(crate) fn skip_line(&mut self) -> io::Result<()> {
        while self.next()?.is_some_and(|byte| byte != b'\n') {}
        Ok(())
    }

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

/// Decodes a text as UTF-8, or, if it is not valid UTF-8, as Latin-1, which old files use.
pub(crate) fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}
