use crate::area::Area;
use crate::piece_type::PieceType;
use crate::rules::{Rules, Sides};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub(crate) file: usize,
    pub(crate) rank: usize,
    pub(crate) is_black: bool,
    pub(crate) one: PieceType,
    pub(crate) before: Option<PieceType>,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Start {
    pub(crate) placed: Vec<Placed>,
    pub(crate) walls: Area,
    pub(crate) hands: Sides<Vec<PieceType>>,
    pub(crate) is_black: bool,
    pub(crate) castling: String,
    pub(crate) checks: Option<Sides<u32>>,
}

impl Start {
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

    /// Returns whether White's pieces are, on average, at least two ranks above Black's.
    pub(crate) fn is_upside_down(&self) -> bool {
        let of = |is_black: bool| self.placed.iter().filter(move |placed| placed.is_black == is_black);
        let sum = |is_black: bool| of(is_black).map(|placed| placed.rank).sum::<usize>();
        let (white, black) = (of(false).count(), of(true).count());
        white > 0 && black > 0 && sum(false) * black >= (sum(true) + 2 * black) * white
    }

    pub(crate) fn count(&self, one: PieceType, is_black: bool) -> usize {
        let on_board =
            self.placed.iter().filter(|placed| placed.one == one && placed.is_black == is_black).count();
        on_board + self.hands[usize::from(is_black)].iter().filter(|held| **held == one).count()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Castling {
    pub(crate) letter: char,
    pub(crate) king: PieceType,
    pub(crate) rook: PieceType,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) rook_from: usize,
    pub(crate) rook_to: usize,
}

pub(crate) fn find(rules: &Rules, start: &Start, side: usize) -> Vec<Castling> {
    if !rules.castling {
        return Vec::new();
    }
    let is_black = side == 1;
    let rank =
        if is_black { (rules.ranks - 1).saturating_sub(rules.castling_rank) } else { rules.castling_rank };
    let at = |file: usize| {
        let here = |placed: &&crate::start::Placed| {
            (placed.file, placed.rank, placed.is_black) == (file, rank, is_black)
        };
        start.placed.iter().find(here).map(|placed| placed.one)
    };
    let king = rules.castling_king[side];
    let is_rook = |file: usize| at(file).is_some_and(|one| rules.castling_rooks[side].has(one));
    let kings: Vec<usize> = (0..rules.files).filter(|file| at(*file) == Some(king)).collect();
    let from = match kings[..] {
        [only] => only,
        _ if at(rules.castling_king_file) == Some(king) => rules.castling_king_file,
        _ => return Vec::new(),
    };
    let mut found: Vec<Castling> = Vec::new();
    for letter in start.castling.chars().filter(|letter| letter.is_ascii_lowercase() == is_black) {
        let rook_from = match letter.to_ascii_uppercase() {
            'K' => (0..=rules.rook_king_side.min(rules.files - 1)).rev().find(|file| is_rook(*file)),
            'Q' => (rules.rook_queen_side..rules.files).find(|file| is_rook(*file)),
            other => Some((other as usize).wrapping_sub('A' as usize)),
        };
        let Some(rook_from) = rook_from.filter(|file| is_rook(*file)) else { continue };
        let Some(rook) = at(rook_from) else { continue };
        let is_king_side = from < rook_from;
        let to = if is_king_side { rules.castling_king_side } else { rules.castling_queen_side };
        let rook_to = if is_king_side { to.wrapping_sub(1) } else { to + 1 };
        let letter = if is_king_side { 'K' } else { 'Q' };
        let castling = Castling { letter, king, rook, from, to, rook_from, rook_to };
        // If two castling rights are on the same wing, the last one applies.
        found.retain(|other| other.letter != letter);
        found.push(castling);
    }
    found.sort_by_key(|castling| castling.letter != 'K');
    found
}
