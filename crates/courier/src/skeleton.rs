//! Reads a preset of an unknown game: its board, the labels of its pieces, and its start position.

use entourage_kernel::{Kind, Side, Square, TextError};

use crate::settings::{Assignment, Settings};

const MAX_FILES: usize = 26;

/// The game that a preset describes, without rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skeleton {
    /// The name of the game, if specified.
    pub name: Option<String>,
    /// The spaces, rank by rank from the highest; `None` where the board has no space.
    pub ranks: Vec<Vec<Option<Space>>>,
    /// The first side's label for each kind of piece.
    pub labels: Vec<String>,
}

/// The content of a space: a piece, as an index into [`Skeleton::labels`] and a side, or `None` if empty.
pub type Space = Option<(usize, Side)>;

impl Skeleton {
    /// Parses a settings file, or only the start position in Game Courier's variant of FEN.
    ///
    /// `game` is the name, `code` is the start position, and `cols`, `files` and `ranks` specify the size of the board if the
    /// code does not determine it. Fails if the text is malformed, the code is missing or invalid, or the game exceeds the kernel's limits.
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
            let fr = "il manque le code de la position de départ";
            return Err(TextError::bilingual("", text.len(), "the code of the start position is missing", fr));
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
    let fr = "attendu\u{a0}: un nombre de colonnes";
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
            let en = format!("a board must have 1 to {MAX_FILES} files");
            let fr = format!("un plateau doit avoir de 1 à {MAX_FILES} colonnes");
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
                        let en = format!("a game can have at most {most} kinds of piece");
                        let fr = format!("un jeu peut avoir au plus {most} types de pièces");
                        return Err(TextError::bilingual(token, self.at + at, en, fr));
                    }
                    board.put(Some(Some((kind, side))));
                }
            }
            if board.size() > Square::LIMIT {
                let most = Square::LIMIT;
                let fr = format!("un plateau peut avoir au plus {most} cases");
                return Err(TextError::bilingual(
                    token,
                    self.at + at,
                    format!("a board can have at most {most} squares"),
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
                "this code contains no board spaces",
                "ce code n'a aucune case",
            ));
        }
        if labels.is_empty() {
            return Err(TextError::bilingual(
                self.code,
                self.at,
                "this code has no pieces",
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
                        let en = format!("expected a number of empty spaces from 1 to {}", Square::LIMIT);
                        let fr = format!("attendu\u{a0}: un nombre de cases vides de 1 à {}", Square::LIMIT);
                        return Err(TextError::bilingual(&rest[..length], self.at + at, en, fr));
                    };
                    (length, Sign::Empty(count))
                }
                '{' => {
                    let end = rest.find('}').filter(|end| *end > 1);
                    let Some(end) = end else {
                        let fr = "une étiquette de plusieurs lettres doit finir par }";
                        return Err(TextError::bilingual(
                            "{",
                            self.at + at,
                            "a label of several letters must end with }",
                            fr,
                        ));
                    };
                    (end + 1, Sign::Label(&rest[1..end]))
                }
                letter if letter.is_alphabetic() => {
                    (letter.len_utf8(), Sign::Label(&rest[..letter.len_utf8()]))
                }
                letter => {
                    let fr = "caractère inattendu dans le code FEN";
                    return Err(TextError::bilingual(
                        letter.to_string(),
                        self.at + at,
                        "unexpected character in the FEN code",
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
    /// If the start position marks where ranks end, checks that the specified width agrees with these ranks.
    fn check(&self, signs: &[(usize, &str, Sign<'_>)]) -> Result<(), TextError> {
        let has = |is_sought: fn(&Sign<'_>) -> bool| signs.iter().any(|(_, _, sign)| is_sought(sign));
        let (found, said) = (widest(signs), self.files);
        let is_right = found == said || found < said && has(|sign| matches!(sign, Sign::Rest));
        if is_right || !has(|sign| matches!(sign, Sign::End)) {
            return Ok(());
        }
        let key = self.key;
        let en = format!("{key} specifies {said} files, but the longest rank of the code has {found}");
        let fr = format!("{key} indique {said} colonnes, mais la plus longue rangée du code en a {found}");
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

/// Returns the kind and side of a label; labels in capitals belong to the first side.
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
        // If the rank is full, the space belongs to the next rank.
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
