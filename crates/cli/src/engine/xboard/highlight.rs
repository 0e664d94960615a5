use entourage_kernel::Square;
use entourage_registry::AnyMatch;

use super::board::Board;
use super::wire::Wired;

/// Marks where what stands on a square can go: red where it captures, cyan where the move goes on from there, magenta where it becomes what
/// the person chooses, yellow elsewhere.
pub fn ways(at: &dyn AnyMatch, board: &Board, moves: &[Wired], from: Square) -> String {
    let pieces = at.pieces();
    let moves = || moves.iter().filter(|wired| wired.legs.is_some() && wired.squares.first() == Some(&from));
    board.marks(|square| {
        let last = || moves().filter(|wired| wired.squares.last() == Some(&square));
        if last().filter(|wired| wired.becomes().is_some()).count() > 1 {
            return Some('M');
        }
        let goes_on = moves().any(|wired| wired.squares.len() > 2 && wired.squares[1] == square);
        if last().next().is_none() {
            return goes_on.then_some('C');
        }
        let captures = pieces.iter().any(|(other, _)| *other == square)
            || last().next().is_some_and(|wired| !victims(at, wired).is_empty());
        Some(if captures { 'R' } else { 'Y' })
    })
}

/// Marks green what a move from one square to another would take.
pub fn taken(at: &dyn AnyMatch, board: &Board, moves: &[Wired], from: Square, to: Square) -> String {
    let ends = |wired: &&Wired| wired.squares.first() == Some(&from) && wired.squares.last() == Some(&to);
    let victims = moves.iter().find(ends).map(|wired| victims(at, wired)).unwrap_or_default();
    board.marks(|square| victims.contains(&square).then_some('g'))
}

/// Lists the letters of what a piece may become by moving from one square to another.
pub fn choices(moves: &[Wired], from: Square, to: Square) -> String {
    let ends = |wired: &&Wired| wired.squares.first() == Some(&from) && wired.squares.last() == Some(&to);
    let mut letters: Vec<char> = moves.iter().filter(ends).filter_map(Wired::becomes).collect();
    // What people want most comes first where there is a queen.
    letters.sort_by_key(|letter| !matches!(letter, 'q'));
    letters.into_iter().map(|letter| letter.to_ascii_uppercase()).collect()
}

/// Lists where enemies stand that a move would take.
fn victims(at: &dyn AnyMatch, wired: &Wired) -> Vec<Square> {
    let mut after = at.copy();
    if after.play(&wired.text).is_err() {
        return Vec::new();
    }
    let after = after.pieces();
    let mover = at.side_to_move();
    let stays = |square: Square, piece| after.contains(&(square, piece));
    at.pieces()
        .into_iter()
        .filter(|&(square, piece)| piece.side() != mover && !stays(square, piece))
        .map(|(square, _)| square)
        .collect()
}
