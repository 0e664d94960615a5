//! The contents of a preset for an unknown game: its board, its pieces by their labels, and its start.

use entourage_kernel::{Kind, Side, Square, TextError};

use crate::settings::{Assignment, Settings};

const MAX_FILES: usize = 26;

/// A game of a preset, without rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skeleton {
    /// The name of the game, if given.
    pub name: Option<String>,
    /// The spaces, rank by rank from the highest; `None` is no space.
    pub ranks: Vec<Vec<Option<Space>>>,
    /// The first side's labels of the kinds.
    pub labels: Vec<String>,
}

/// A space: the index of a label in [`Skeleton::labels`] and the side, or empty.
pub type Space = Option<(usize, Side)>;

impl Skeleton {
    /// Parses a settings file, or a preset's code alone.
    ///
    /// `game` is the name, `code` the start, and `cols`, `files` and `ranks` the size of the board if the code leaves
    /// it open. Fails on a malformed text, a missing or invalid code, or more than a game here can have.
    pub fn read(text: &str) -> Result<Self, TextError> {
        let body = text.trim_start().trim_start_matches("<?php").trim_end().trim_end_matches("?>");
        let begin = text.len() - text.trim_start().trim_start_matches("<?php").len();
        if !body.trim_start().starts_with('$') {
            let code = body.trim();
            let at = text.len() - text.trim_start().len();
            return Sketch { code, at, width: None, ranks: None }.read(None);
        }
        let settings = Settings::read(body).map_err(|error| error.shifted(begin))?;
        let Some(code) = settings.find("code") else {
            let fr = "il manque un code qui donne la position de départ";
            return Err(TextError::bilingual("", text.len(), "a code with the start position is missing", fr));
        };
        let cols = settings.find("cols").filter(|cols| !cols.value.trim().is_empty());
        let cols = cols.map(|cols| Ok((cols, cols.value.trim().parse().map_err(|_| no_number(cols, begin))?)));
        let cols = cols.transpose()?;
        let count = || {
            let files = settings.find("files")?;
            let words = files.value.split_whitespace().count();
            Some((files, if words > 1 { words } else { files.value.trim().chars().count() }))
        };
        let width = cols.or_else(count).map(|(said, files)| Width {
            files,
            key: &said.key,
            value: &said.value,
            at: said.value_at + begin,
        });
        let name = settings.find("game").map(|game| game.value.trim().to_owned());
        let ranks = settings.find("ranks").and_then(|ranks| {
            let words = ranks.value.split_whitespace().count();
            (words > 1).then_some(words)
        });
        let sketch = Sketch { code: code.value.trim(), at: code.value_at + begin, width, ranks };
        sketch.read(name.filter(|name| !name.is_empty()))
    }
}

fn no_number(setting: &Assignment, begin: usize) -> TextError {
    let fr = "on attend un nombre de colonnes";
    TextError::bilingual(&setting.value, setting.value_at + begin, "expected a number of files", fr)
}

struct Sketch<'a> {
    code: &'a str,
    at: usize,
    width: Option<Width<'a>>,
    ranks: Option<usize>,
}

struct Width<'a> {
    files: usize,
    key: &'a str,
    value: &'a str,
    at: usize,
}

#[derive(Clone, Copy)]
enum Sign<'a> {
    End,
    NoSpace,
    Rest,
    Empty(usize),
    Label(&'a str),
}

impl Sketch<'_> {
    fn read(&self, name: Option<String>) -> Result<Skeleton, TextError> {
        let signs = self.signs()?;
        if let Some(width) = &self.width {
            width.check(&signs)?;
        }
        let files = self.width.as_ref().map_or_else(|| widest(&signs), |width| width.files);
        if !(1..=MAX_FILES).contains(&files) {
            let en = format!("a board here has from 1 to {MAX_FILES} files");
            let fr = format!("un plateau a ici de 1 à {MAX_FILES} colonnes");
            return Err(TextError::bilingual(files.to_string(), self.at, en, fr));
        }
        let mut board = Board { files, ranks: Vec::new(), rank: Vec::new() };
        let mut labels: Vec<String> = Vec::new();
        for &(at, token, sign) in &signs {
            match sign {
                Sign::End => board.end(),
                Sign::NoSpace => board.put(None),
                Sign::Rest => board.rest(),
                Sign::Empty(count) => (0..count).for_each(|_| board.put(Some(None))),
                Sign::Label(label) => {
                    let (kind, side) = known(label, &mut labels);
                    if labels.len() > Kind::LIMIT {
                        let most = Kind::LIMIT;
                        let en = format!("a game here has at most {most} kinds of piece");
                        let fr = format!("un jeu a ici au plus {most} sortes de pièces");
                        return Err(TextError::bilingual(token, self.at + at, en, fr));
                    }
                    board.put(Some(Some((kind, side))));
                }
            }
            if board.size() > Square::LIMIT {
                let most = Square::LIMIT;
                let fr = format!("un plateau a ici au plus {most} cases");
                return Err(TextError::bilingual(
                    token,
                    self.at + at,
                    format!("a board here has at most {most} squares"),
                    fr,
                ));
            }
        }
        board.end();
        if let Some(ranks) =
            self.ranks.filter(|ranks| *ranks > board.ranks.len() && ranks * files <= Square::LIMIT)
        {
            board.ranks.resize_with(ranks, || vec![Some(None); files]);
        }
        if board.ranks.iter().flatten().flatten().next().is_none() {
            return Err(TextError::bilingual(
                self.code,
                self.at,
                "this code has no space",
                "ce code n'a aucune case",
            ));
        }
        if labels.is_empty() {
            return Err(TextError::bilingual(
                self.code,
                self.at,
                "this code has no piece",
                "ce code n'a aucune pièce",
            ));
        }
        Ok(Skeleton { name, ranks: board.ranks, labels })
    }

    fn signs(&self) -> Result<Vec<(usize, &str, Sign<'_>)>, TextError> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(letter) = self.code[at..].chars().next() {
            let rest = &self.code[at..];
            let (length, sign) = match letter {
                '/' => (1, Sign::End),
                '-' => (1, Sign::NoSpace),
                '*' => (1, Sign::Rest),
                '0'..='9' => {
                    let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                    let count = rest[..length].parse().ok().filter(|count| (1..=Square::LIMIT).contains(count));
                    let Some(count) = count else {
                        let en = format!("expected a count of empty spaces, 1 to {}", Square::LIMIT);
                        let fr = format!("on attend un nombre de cases vides, de 1 à {}", Square::LIMIT);
                        return Err(TextError::bilingual(&rest[..length], self.at + at, en, fr));
                    };
                    (length, Sign::Empty(count))
                }
                '{' => {
                    let end = rest.find('}').filter(|end| *end > 1);
                    let Some(end) = end else {
                        let fr = "une étiquette de plusieurs lettres finit par }";
                        return Err(TextError::bilingual(
                            "{",
                            self.at + at,
                            "a label of several letters ends with }",
                            fr,
                        ));
                    };
                    (end + 1, Sign::Label(&rest[1..end]))
                }
                letter if letter.is_alphabetic() => {
                    (letter.len_utf8(), Sign::Label(&rest[..letter.len_utf8()]))
                }
                letter => {
                    let fr = "caractère inattendu dans un code";
                    return Err(TextError::bilingual(
                        letter.to_string(),
                        self.at + at,
                        "unexpected character in a code",
                        fr,
                    ));
                }
            };
            found.push((at, &rest[..length], sign));
            at += length;
        }
        Ok(found)
    }
}

impl Width<'_> {
    /// Checks it against a code that ends its ranks itself; otherwise it determines the ranks.
    fn check(&self, signs: &[(usize, &str, Sign<'_>)]) -> Result<(), TextError> {
        let has = |is_sought: fn(&Sign<'_>) -> bool| signs.iter().any(|(_, _, sign)| is_sought(sign));
        let (found, said) = (widest(signs), self.files);
        let is_right = found == said || found < said && has(|sign| matches!(sign, Sign::Rest));
        if is_right || !has(|sign| matches!(sign, Sign::End)) {
            return Ok(());
        }
        let key = self.key;
        let en = format!("{key} says {said} files, but the longest rank of the code has {found}");
        let fr = format!("{key} dit {said} colonnes, mais la plus longue rangée du code en a {found}");
        Err(TextError::bilingual(self.value, self.at, en, fr))
    }
}

fn widest(signs: &[(usize, &str, Sign<'_>)]) -> usize {
    let (mut widest, mut width) = (0, 0_usize);
    for (_, _, sign) in signs {
        match sign {
            Sign::End => width = 0,
            Sign::Rest => {}
            Sign::Empty(count) => width = width.saturating_add(*count),
            Sign::NoSpace | Sign::Label(_) => width = width.saturating_add(1),
        }
        widest = widest.max(width);
    }
    widest
}

/// Returns the kind and side of a label: capitals are the first side's.
fn known(label: &str, labels: &mut Vec<String>) -> (usize, Side) {
    let first = label.chars().find(|letter| letter.is_alphabetic());
    let side = if first.is_some_and(char::is_lowercase) { Side::Second } else { Side::First };
    let label = label.to_uppercase();
    let kind = labels.iter().position(|known| *known == label).unwrap_or_else(|| {
        labels.push(label);
        labels.len() - 1
    });
    (kind, side)
}

struct Board {
    files: usize,
    ranks: Vec<Vec<Option<Space>>>,
    rank: Vec<Option<Space>>,
}

impl Board {
    fn size(&self) -> usize {
        self.ranks.len() * self.files + self.rank.len()
    }

    fn put(&mut self, space: Option<Space>) {
        // A full rank continues in the next.
        if self.rank.len() == self.files {
            self.ranks.push(std::mem::take(&mut self.rank));
        }
        self.rank.push(space);
    }

    fn rest(&mut self) {
        self.put(Some(None));
        self.rank.resize(self.files, Some(None));
    }

    fn end(&mut self) {
        if self.rank.is_empty() && !self.ranks.is_empty() {
            return;
        }
        self.rank.resize(self.files, None);
        self.ranks.push(std::mem::take(&mut self.rank));
    }
}
