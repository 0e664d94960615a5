use entourage_kernel::{Text, TextError};

/// The assignments of a settings file or log, in order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Settings(Vec<Assignment>);

/// One assignment, `$name['key'] = value;`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// The key, without quotes.
    pub key: String,
    /// The value, with escapes resolved.
    pub value: String,
    /// Byte offset of the assignment in the file.
    pub at: usize,
    /// Byte offset of the value in the file, after the opening quote.
    pub value_at: usize,
}

impl Settings {
    /// Parses a list of assignments; a value is a string literal or a block between `<<<'NOW'` and `NOW;`.
    ///
    /// As in PHP files, the list can start with `<?php`, end with `?>`, and contain comments. Fails on any other syntax, and
    /// on a key that is assigned twice.
    pub fn read(text: &str) -> Result<Self, TextError> {
        let mut reader = Reader { text, at: 0 };
        let mut settings = Self::default();
        reader.skip_spaces();
        let has_head = reader.skip(HEAD);
        loop {
            reader.skip_remarks()?;
            if has_head && reader.skip(TAIL) {
                reader.skip_spaces();
                if !reader.rest().is_empty() {
                    let problem = Text::new("nothing may follow ?>", "rien ne doit suivre ?>");
                    let token = reader.rest().split_whitespace().next().unwrap_or_default();
                    return Err(TextError::new(token, reader.at, problem));
                }
            }
            if reader.rest().is_empty() {
                return Ok(settings);
            }
            let assignment = reader.assignment()?;
            if settings.find(&assignment.key).is_some() {
                let fr = "cette clé est assignée deux fois";
                return Err(TextError::bilingual(
                    assignment.key,
                    assignment.at,
                    "this key is assigned twice",
                    fr,
                ));
            }
            settings.0.push(assignment);
        }
    }

    /// Returns the assignment with the specified key, if any; keys are unique.
    pub fn find(&self, key: &str) -> Option<&Assignment> {
        self.0.iter().find(|assignment| assignment.key == key)
    }

    /// Returns the keys in the order of the file.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|assignment| assignment.key.as_str())
    }
}

const HEAD: &str = "<?php";
const TAIL: &str = "?>";

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_spaces(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn skip(&mut self, word: &str) -> bool {
        let is_here = self.rest().starts_with(word);
        self.at += if is_here { word.len() } else { 0 };
        is_here
    }

    fn skip_remarks(&mut self) -> Result<(), TextError> {
        loop {
            self.skip_spaces();
            if self.skip("/*") {
                self.until("*/")?;
            } else if self.rest().starts_with("//") || self.rest().starts_with('#') {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else {
                return Ok(());
            }
        }
    }

    fn expect(&mut self, wanted: &str) -> Result<(), TextError> {
        self.skip_spaces();
        if !self.rest().starts_with(wanted) {
            let token = self.rest().split_whitespace().next().unwrap_or_default();
            return Err(TextError::bilingual(
                token,
                self.at,
                format!("expected \"{wanted}\""),
                format!("attendu\u{a0}: «\u{a0}{wanted}\u{a0}»"),
            ));
        }
        self.at += wanted.len();
        Ok(())
    }

    fn until(&mut self, mark: &str) -> Result<&'a str, TextError> {
        let (at, rest) = (self.at, self.rest());
        let Some(end) = rest.find(mark) else {
            return Err(TextError::bilingual(
                "",
                self.text.len(),
                format!("\"{mark}\" is missing"),
                format!("il manque «\u{a0}{mark}\u{a0}»"),
            ));
        };
        self.at = at + end + mark.len();
        Ok(&rest[..end])
    }

    fn assignment(&mut self) -> Result<Assignment, TextError> {
        let at = self.at;
        self.expect("$")?;
        let name = self.rest().bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        self.at += name;
        self.expect("[")?;
        self.skip_spaces();
        let quote = match self.rest().chars().next() {
            Some(quote @ ('\'' | '"')) => quote,
            _ => {
                let fr = "attendu\u{a0}: une clé entre guillemets";
                return Err(TextError::bilingual("", self.at, "expected a key in quotes", fr));
            }
        };
        self.at += 1;
        let key = self.until(quote.encode_utf8(&mut [0; 4]))?.to_owned();
        self.expect("]")?;
        self.expect("=")?;
        self.skip_spaces();
        let (value_at, value) = self.value()?;
        self.expect(";")?;
        Ok(Assignment { key, value, at, value_at })
    }

    fn value(&mut self) -> Result<(usize, String), TextError> {
        let rest = self.rest();
        if rest.starts_with("<<<") {
            self.at += 3;
            self.expect("'")?;
            let mark = self.until("'")?;
            self.until("\n")?;
            let value_at = self.at;
            return Ok((value_at, self.block(mark)?));
        }
        let quote = match rest.chars().next() {
            Some(quote @ ('\'' | '"')) => quote,
            _ => {
                let en = "expected a value in quotes, or a block such as <<<'NOW'";
                let fr = "attendu\u{a0}: une valeur entre guillemets, ou un bloc comme <<<'NOW'";
                return Err(TextError::bilingual(
                    rest.split_whitespace().next().unwrap_or_default(),
                    self.at,
                    en,
                    fr,
                ));
            }
        };
        let value_at = self.at + 1;
        let mut value = String::new();
        let mut letters = rest.char_indices().skip(1);
        while let Some((offset, letter)) = letters.next() {
            match letter {
                '\\' => match letters.next() {
                    Some((_, escaped)) if escaped == quote || escaped == '\\' => value.push(escaped),
                    Some((_, 'n')) if quote == '"' => value.push('\n'),
                    Some((_, other)) => value.extend(['\\', other]),
                    None => break,
                },
                letter if letter == quote => {
                    self.at += offset + 1;
                    return Ok((value_at, value));
                }
                letter => value.push(letter),
            }
        }
        Err(TextError::bilingual(
            "",
            self.text.len(),
            "the closing quote is missing",
            "il manque le guillemet fermant",
        ))
    }

    fn block(&mut self, mark: &str) -> Result<String, TextError> {
        let rest = self.rest();
        let mut offset = 0;
        for line in rest.split_inclusive('\n') {
            if !mark.is_empty()
                && line
                    .strip_prefix(mark)
                    .is_some_and(|after| after.trim_end().is_empty() || after.starts_with(';'))
            {
                self.at += offset + mark.len();
                return Ok(rest[..offset].trim_end_matches(['\n', '\r']).to_owned());
            }
            offset += line.len();
        }
        Err(TextError::bilingual(mark, self.text.len(), "this block is not closed", "ce bloc n'est pas fermé"))
    }
}
