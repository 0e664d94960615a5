use std::fmt;

use entourage_kernel::TextError;

/// A line in Extended Position Description (EPD) format: a position and its operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    pub position: String,
    pub operations: Vec<Operation>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    pub code: String,
    /// The operands: words or quoted strings, exactly as written.
    pub operands: Vec<String>,
}

pub const MAX_EPD_BYTES: usize = 1 << 14;

impl Epd {
    /// Parses a line whose position has `least` to `most` fields; after the first `least`, only numbers are read as further fields.
    pub fn read(line: &str, least: usize, most: usize) -> Result<Self, TextError> {
        if line.len() > MAX_EPD_BYTES {
            let fr = "la ligne est trop longue";
            return Err(TextError::bilingual("", MAX_EPD_BYTES, "the line is too long", fr));
        }
        let mut at = 0;
        let mut position: Vec<&str> = Vec::new();
        while let Some((begin, word)) = word(line, at) {
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            if position.len() >= most || position.len() >= least && !is_number {
                break;
            }
            position.push(word);
            at = begin + word.len();
        }
        if position.len() < least {
            let (en, fr) = ("a field of the position is missing", "il manque un champ de la position");
            return Err(TextError::bilingual("", line.trim_end().len(), en, fr));
        }
        let mut operations = Vec::new();
        while let Some((begin, _)) = word(line, at) {
            at = begin;
            operations.push(operation(line, &mut at)?);
        }
        Ok(Self { position: position.join(" "), operations })
    }

    pub fn find(&self, code: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.code == code)
    }

    /// Sets the operands of the operation with this code, or removes the operation if `operands` is empty.
    pub fn set(&mut self, code: &str, operands: Vec<String>) {
        self.operations.retain(|operation| operation.code != code);
        if !operands.is_empty() {
            self.operations.push(Operation { code: code.to_owned(), operands });
        }
    }
}

impl Operation {
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.operands
            .iter()
            .map(|operand| operand.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(operand))
    }
}

fn word(line: &str, at: usize) -> Option<(usize, &str)> {
    let rest = &line[at..];
    let begin = at + (rest.len() - rest.trim_start().len());
    let word = line[begin..].split_whitespace().next()?;
    Some((begin, word))
}

fn operation(line: &str, at: &mut usize) -> Result<Operation, TextError> {
    let rest = &line[*at..];
    let length = rest.find(|letter: char| letter.is_whitespace() || letter == ';').unwrap_or(rest.len());
    let code = &rest[..length];
    if !code.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        let (en, fr) = ("expected the name of an operation", "attendu\u{a0}: le nom d'une opération");
        return Err(TextError::bilingual(code, *at, en, fr));
    }
    *at += length;
    let mut operands = Vec::new();
    loop {
        let rest = &line[*at..];
        *at += rest.len() - rest.trim_start().len();
        let rest = &line[*at..];
        let Some(first) = rest.chars().next() else {
            let fr = "il manque un point-virgule";
            return Err(TextError::bilingual("", line.len(), "a semicolon is missing", fr));
        };
        if first == ';' {
            *at += 1;
            return Ok(Operation { code: code.to_owned(), operands });
        }
        let length = match first {
            '"' => rest[1..].find('"').map(|end| end + 2).ok_or_else(|| {
                let fr = "il manque le guillemet fermant";
                TextError::bilingual("", line.len(), "the closing quote is missing", fr)
            })?,
            _ => rest.find(|letter: char| letter.is_whitespace() || letter == ';').unwrap_or(rest.len()),
        };
        operands.push(rest[..length].to_owned());
        *at += length;
    }
}

/// Formats the position, followed by the operations sorted by name.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position)?;
        let mut operations: Vec<&Operation> = self.operations.iter().collect();
        operations.sort_by(|a, b| a.code.cmp(&b.code));
        operations.into_iter().try_for_each(|Operation { code, operands }| {
            write!(f, " {code}")?;
            operands.iter().try_for_each(|operand| write!(f, " {operand}"))?;
            f.write_str(";")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_written_with_sorted_operations() {
        for line in include_str!("../tests/data/epd.tsv").lines() {
            let [line, position, written] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let Ok(epd) = Epd::read(line, 4, 6) else {
                assert_eq!(position, "", "{line}");
                continue;
            };
            assert_eq!(epd.position, position);
            assert_eq!(epd.to_string(), format!("{position}{written}"));
            assert_eq!(Epd::read(&epd.to_string(), 4, 6).unwrap().to_string(), epd.to_string());
        }
        let mut epd = Epd::read("8/8 w - - id \"one two\";", 4, 6).unwrap();
        assert_eq!(epd.find("id").unwrap().texts().collect::<Vec<_>>(), ["one two"]);
        epd.set("id", vec!["\"x\"".to_owned()]);
        epd.set("pv", Vec::new());
        assert_eq!(epd.to_string(), "8/8 w - - id \"x\";");
    }

    #[test]
    fn errors_are_located() {
        for (line, token, at) in [
            ("8/8 w", "", 5),
            ("8/8 w - - bm e4", "", 15),
            ("8/8 w - - id \"x;", "", 16),
            ("8/8 w - - 0 1 ; bm e4;", "", 14),
            ("8/8 w - - \"x\";", "\"x\"", 10),
        ] {
            let error = Epd::read(line, 4, 6).unwrap_err();
            assert_eq!((error.token.as_str(), error.at), (token, at), "{line}: {error}");
        }
        assert!(Epd::read(&"x ".repeat(MAX_EPD_BYTES), 4, 6).is_err());
    }
}
