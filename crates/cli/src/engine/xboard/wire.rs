use entourage_kernel::{Piece, Square};
use entourage_registry::{AnyGame, AnyMatch};

use super::board::Board;

/// The notation of a pass.
const PASS: &str = "@@@@";

pub struct Wired {
    /// The move as the game writes it.
    pub text: String,
    pub squares: Vec<Square>,
    /// The move's legs in XBoard's notation; `None` if XBoard would misinterpret it or another move has the same
    /// notation.
    pub legs: Option<Vec<String>>,
}

impl Wired {
    pub fn sent(&self) -> Option<String> {
        self.legs.as_ref().map(|legs| legs.join(","))
    }

    pub fn becomes(&self) -> Option<char> {
        let last = self.legs.as_ref()?.last()?;
        last.chars().next_back().filter(char::is_ascii_lowercase)
    }
}

/// Returns the legal moves with XBoard's notation. If it can show none, they are written by their squares anyway: the
/// user must be able to play one.
pub fn wire(at: &dyn AnyMatch, board: &Board) -> Vec<Wired> {
    let game = at.game();
    let mut found: Vec<Wired> = Vec::new();
    for text in at.legal_moves() {
        let squares = game.move_squares(&text).unwrap_or_default();
        let legs = if board.is_known {
            Some(vec![castled(at, &text).unwrap_or_else(|| text.clone())])
        } else {
            shown(at, game.as_ref(), board, &text, &squares)
        };
        let legs = legs.filter(|legs| !found.iter().any(|other| other.legs.as_ref() == Some(legs)));
        found.push(Wired { text, squares, legs });
    }
    if found.iter().all(|wired| wired.legs.is_none()) {
        let mut taken = Vec::new();
        for wired in &mut found {
            let legs = legs(board, &wired.squares);
            // Of moves with equal notation only the first can be meant.
            if !taken.contains(&legs) {
                wired.legs = Some(legs.clone());
                taken.push(legs);
            }
        }
    }
    found
}

fn legs(board: &Board, squares: &[Square]) -> Vec<String> {
    match squares {
        [] => vec![PASS.to_owned()],
        [only] => vec![format!("{0}{0}", board.name(*only))],
        _ => squares.windows(2).map(|leg| format!("{}{}", board.name(leg[0]), board.name(leg[1]))).collect(),
    }
}

/// Writes castling on shuffled ranks as XBoard does; returns `None` for any other move.
fn castled(at: &dyn AnyMatch, text: &str) -> Option<String> {
    if at.game().is_unnamed() {
        return None;
    }
    let short = at.write_short(text)?;
    let short = short.trim_end_matches(['+', '#']);
    short.starts_with("O-O").then(|| short.to_owned())
}

/// Writes a move for XBoard if XBoard would execute it like the game: a piece moves along squares, captures what
/// stands there, and may promote.
fn shown(
    at: &dyn AnyMatch,
    game: &dyn AnyGame,
    board: &Board,
    text: &str,
    squares: &[Square],
) -> Option<Vec<String>> {
    let before = at.pieces();
    let mut after = at.copy();
    after.play(text).ok()?;
    let mut after = after.pieces();
    let Some((&from, &to)) = squares.first().zip(squares.last()) else {
        return (sorted(before) == sorted(after)).then(|| vec![PASS.to_owned()]);
    };
    let mover = before.iter().find(|(square, _)| *square == from)?.1;
    let became = after.iter().find(|(square, _)| *square == to)?.1;
    let mut expected: Vec<(Square, Piece)> =
        before.into_iter().filter(|(square, _)| !squares.contains(square)).collect();
    expected.push((to, became));
    after.sort_unstable_by_key(|(square, _)| square.index());
    if sorted(expected) != after || became.side() != mover.side() {
        return None;
    }
    let mut legs = legs(board, squares);
    if became != mover
        && let Some(last) = legs.last_mut()
    {
        last.push(game.metadata().letter_of(became).to_ascii_lowercase());
    }
    Some(legs)
}

fn sorted(mut pieces: Vec<(Square, Piece)>) -> Vec<(Square, Piece)> {
    pieces.sort_unstable_by_key(|(square, _)| square.index());
    pieces
}

pub fn plainly(game: &dyn AnyGame, board: &Board, text: &str) -> String {
    if board.is_known {
        return text.to_owned();
    }
    match game.move_squares(text).unwrap_or_default().as_slice() {
        [] => PASS.to_owned(),
        squares => squares.iter().map(|&square| board.name(square)).collect(),
    }
}

pub fn squares(board: &Board, text: &str) -> Option<Vec<Square>> {
    let mut found: Vec<Square> = Vec::new();
    for leg in text.split(',') {
        let (from, rest) = board.read(leg)?;
        let (to, _) = board.read(rest)?;
        if found.last() != Some(&from) {
            found.push(from);
        }
        found.push(to);
    }
    Some(found)
}

/// Marks a piece's targets: red for captures, cyan for intermediate squares, magenta for promotions with a choice,
/// yellow for others.
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

pub fn taken(at: &dyn AnyMatch, board: &Board, moves: &[Wired], from: Square, to: Square) -> String {
    let ends = |wired: &&Wired| wired.squares.first() == Some(&from) && wired.squares.last() == Some(&to);
    let victims = moves.iter().find(ends).map(|wired| victims(at, wired)).unwrap_or_default();
    board.marks(|square| victims.contains(&square).then_some('g'))
}

pub fn choices(moves: &[Wired], from: Square, to: Square) -> String {
    let ends = |wired: &&Wired| wired.squares.first() == Some(&from) && wired.squares.last() == Some(&to);
    let mut letters: Vec<char> = moves.iter().filter(ends).filter_map(Wired::becomes).collect();
    // The queen comes first.
    letters.sort_by_key(|letter| !matches!(letter, 'q'));
    letters.into_iter().map(|letter| letter.to_ascii_uppercase()).collect()
}

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
