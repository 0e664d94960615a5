use crate::{Place, Tag, Termination, Turn};

/// Holds a game as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// Its tags, each name once.
    pub tags: Vec<Tag>,
    /// Its moves with all that is said about them.
    pub items: Vec<Item>,
    /// The mark at its end; `None` where it is missing.
    pub termination: Option<Termination>,
    /// Which game of its text it is, from 1; 0 if it was read from none.
    pub number: u64,
    /// Where it begins.
    pub place: Place,
}

/// Is a part of a game. Begins and ends of variations are balanced, and a variation stands behind a move, instead of which it was possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A move.
    Move(Move),
    /// A numeric annotation glyph about the move before, such as 1 for a good one.
    Nag(u8),
    /// A remark about the move before, or about what follows where there is none; in one line.
    Comment(String),
    /// A variation begins.
    Begin,
    /// It ends.
    End,
}

/// Holds a move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// How it is written, in one word.
    pub text: String,
    /// Whose it is by the numbers that are written.
    pub turn: Turn,
    /// Where it stands.
    pub place: Place,
}

impl Game {
    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Gives a tag a value, in its old place or behind all others.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value.into(),
            None => self.tags.push(Tag::new(name, value)),
        }
    }

    /// Lists the moves that were played, variations left out.
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
