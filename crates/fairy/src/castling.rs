//! Castling: where King and Rook stand and go.

use crate::piece_type::PieceType;
use crate::rules::Rules;
use crate::start::Start;

/// Holds one castling of a side, by files.
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

/// Finds the castlings that a side may make at the start, by the letters of its rights.
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
        // The last of two rights to one side counts.
        found.retain(|other| other.letter != letter);
        found.push(castling);
    }
    found.sort_by_key(|castling| castling.letter != 'K');
    found
}
