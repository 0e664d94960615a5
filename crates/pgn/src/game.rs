use std::fmt;
use std::str::FromStr;

use entourage_kernel::{Outcome, Side};

use crate::Warning;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// The tags, each with a different name.
    pub tags: Vec<Tag>,
    pub items: Vec<Item>,
    /// The termination marker, such as `1-0`; `None` if the text has none.
    pub termination: Option<Termination>,
    /// The number of the game in the input, from 1; 0 if the game was not parsed from a text.
    pub number: u64,
    pub place: Place,
    /// What was unusual in the text, in order; at most [`MAX_WARNINGS`](crate::MAX_WARNINGS).
    pub warnings: Vec<Warning>,
}

/// A move, annotation or variation delimiter. `Begin` and `End` are balanced; a variation follows the move that it replaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    Move(Move),
    /// A numeric annotation glyph (NAG) for the previous move; for example, 1 marks a good move.
    Nag(u8),
    /// A comment, without line breaks. It is about the previous move or, if there is none, about the moves that follow.
    Comment(String),
    Begin,
    End,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The move in any notation, usually a single word.
    pub text: String,
    /// The move number and side, as written in the text.
    pub turn: Turn,
    pub place: Place,
}

impl Game {
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value.into(),
            None => self.tags.push(Tag::new(name, value)),
        }
    }

    /// Returns the moves of the main line, without variations.
    pub fn main_line(&self) -> impl Iterator<Item = &Move> {
        let mut depth = 0_usize;
        self.items.iter().filter_map(move |item| {
            match item {
                Item::Begin => depth += 1,
                Item::End => depth = depth.saturating_sub(1),
                Item::Move(played) if depth == 0 => return Some(played),
                _ => {}
            }
            None
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    pub number: u32,
    pub side: Side,
}

impl Turn {
    pub const FIRST: Self = Self { number: 1, side: Side::First };

    pub fn next(self) -> Self {
        match self.side {
            Side::First => Self { side: Side::Second, ..self },
            Side::Second => Self { number: self.number.saturating_add(1), side: Side::First },
        }
    }
}

/// The names of the tags that every game has (the Seven Tag Roster), in order.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name, which consists of letters, digits and `_+#=:-`.
    pub name: String,
    pub value: String,
    pub place: Place,
}

impl Tag {
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into(), place: Place::default() }
    }

    pub(crate) fn is_named_by(byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte)
    }

    /// Returns the value that a roster tag has if the actual value is unknown.
    pub(crate) fn unknown(name: &str) -> &'static str {
        if name == "Date" { "????.??.??" } else { "?" }
    }
}

/// A location in a text. Line and column are numbered from 1; both are 0 for games that were not parsed from a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Place {
    pub line: u64,
    pub column: u64,
}

impl Place {
    pub const START: Self = Self { line: 1, column: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    Win(Side),
    Draw,
    /// The game is in progress or abandoned, or its result is unknown (`*`).
    Open,
}

impl Termination {
    pub const ALL: [Self; 4] = [Self::Win(Side::First), Self::Win(Side::Second), Self::Draw, Self::Open];

    pub const fn mark(self) -> &'static str {
        match self {
            Self::Win(Side::First) => "1-0",
            Self::Win(Side::Second) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// Parses a result, also in unofficial spellings such as `½-½`, `1/2` and `1–0`.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.replace(['–', '—', '‐', '−', ':'], "-").replace('½', "1/2");
        let draws = text == "1/2" || text == "0.5-0.5";
        if draws { Some(Self::Draw) } else { text.parse().ok() }
    }

    pub fn of(outcome: Option<&Outcome>) -> Self {
        match outcome {
            None => Self::Open,
            Some(outcome) => outcome.winner.map_or(Self::Draw, Self::Win),
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mark())
    }
}

impl FromStr for Termination {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|termination| termination.mark() == text).ok_or(())
    }
}
