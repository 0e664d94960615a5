//! The position in which a game begins.

use crate::area::Area;
use crate::piece_type::PieceType;
use crate::rules::{Rules, Sides};

/// Holds what stands on a square: whose it is, its type, and what it was before it was promoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub(crate) file: usize,
    pub(crate) rank: usize,
    pub(crate) is_black: bool,
    pub(crate) one: PieceType,
    pub(crate) before: Option<PieceType>,
}

/// Holds the position in which a game begins.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Start {
    pub(crate) placed: Vec<Placed>,
    /// The squares on which nothing may ever stand.
    pub(crate) walls: Area,
    pub(crate) hands: Sides<Vec<PieceType>>,
    pub(crate) is_black: bool,
    /// The letters of castling rights, as they are written.
    pub(crate) castling: String,
    /// How many checks each side has to give.
    pub(crate) checks: Option<Sides<u32>>,
}

impl Start {
    /// Reads the start of a variant; `None` if it cannot be read.
    pub(crate) fn read(rules: &Rules) -> Option<Self> {
        let mut words = rules.start.split_whitespace();
        let pieces = words.next()?;
        let (rows, hands) = match pieces.split_once('[') {
            Some((rows, hands)) => (rows, hands.trim_end_matches(']')),
            None => (pieces, ""),
        };
        let mut start = Self::default();
        let all: Vec<&str> = rows.split('/').collect();
        if all.len() != rules.ranks {
            return None;
        }
        for (index, row) in all.iter().enumerate() {
            start.row(rules, row, rules.ranks - 1 - index)?;
        }
        for letter in hands.chars().filter(|letter| *letter != '-') {
            start.hands[usize::from(letter.is_ascii_lowercase())].push(rules.find(letter)?);
        }
        start.is_black = words.next() == Some("b");
        let rest: Vec<&str> = words.collect();
        if let Some(castling) =
            rest.first().filter(|word| !word.starts_with(|letter: char| letter.is_ascii_digit()))
        {
            start.castling = castling.trim_matches('-').to_owned();
        }
        start.checks = rest.iter().find_map(|word| {
            let (white, black) = word.split_once('+')?;
            Some([white.parse().ok()?, black.parse().ok()?])
        });
        Some(start)
    }

    fn row(&mut self, rules: &Rules, row: &str, rank: usize) -> Option<()> {
        let mut letters = row.chars().peekable();
        let mut file = 0;
        while let Some(letter) = letters.next() {
            if let Some(digit) = letter.to_digit(10) {
                let more = letters.next_if(char::is_ascii_digit).and_then(|next| next.to_digit(10));
                file += more.map_or(digit, |next| 10 * digit + next) as usize;
                continue;
            }
            if file >= rules.files {
                return None;
            }
            if letter == '*' {
                self.walls = self.walls | Area::of(file, rank);
            } else {
                let is_promoted = letter == '+';
                let letter = if is_promoted { letters.next()? } else { letter };
                let found = rules.find(letter)?;
                let (one, before) = if is_promoted {
                    (rules.promoted[usize::from(found.0)]?, Some(found))
                } else {
                    (found, None)
                };
                let _ = letters.next_if_eq(&'~');
                self.placed.push(Placed { file, rank, is_black: letter.is_ascii_lowercase(), one, before });
            }
            file += 1;
        }
        (file <= rules.files).then_some(())
    }

    /// Counts the pieces of a type that a side begins with, those in hand included.
    pub(crate) fn count(&self, one: PieceType, is_black: bool) -> usize {
        let on_board =
            self.placed.iter().filter(|placed| placed.one == one && placed.is_black == is_black).count();
        on_board + self.hands[usize::from(is_black)].iter().filter(|held| **held == one).count()
    }
}
