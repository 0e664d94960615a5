use entourage_kernel::{Piece, Square};
use entourage_registry::{AnyGame, AnyMatch};

use super::board::Board;

const PASS: &str = "@@@@";

pub struct BoardMove {
    /// The move in the game's notation.
    pub text: String,
    pub squares: Vec<Square>,
    /// The move's legs in XBoard's notation; `None` if XBoard would misread the move, or another move has the same notation.
    pub legs: Option<Vec<String>>,
}

impl BoardMove {
    pub fn sent(&self) -> Option<String> {
        self.legs.as_ref().map(|legs| legs.join(","))
    }

    pub fn becomes(&self) -> Option<char> {
        let last = self.legs.as_ref()?.last()?;
        last.chars().next_back().filter(char::is_ascii_lowercase)
    }
}

/// Returns the legal moves in XBoard's notation. If XBoard can display none of them, each is written as the squares of
/// its path, so that the game can continue.
pub fn board_moves(at: &dyn AnyMatch, board: &Board) -> Vec<BoardMove> {
    let game = at.game();
    let mut found: Vec<BoardMove> = Vec::new();
    for text in at.legal_moves() {
        let squares = game.move_squares(&text).unwrap_or_default();
        let legs = if board.is_known {
            Some(vec![castled(at, &text).unwrap_or_else(|| text.clone())])
        } else {
            displayed(at, game.as_ref(), board, &text, &squares)
        };
        let legs = legs.filter(|legs| !found.iter().any(|other| other.legs.as_ref() == Some(legs)));
        found.push(BoardMove { text, squares, legs });
    }
    if found.iter().all(|board_move| board_move.legs.is_none()) {
        let mut taken = Vec::new();
        for board_move in &mut found {
            let legs = legs(board, &board_move.squares);
            // If several moves have the same notation, only the first can be entered.
            if !taken.contains(&legs) {
                board_move.legs = Some(legs.clone());
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

/// Returns XBoard's notation for castling in games with shuffled start positions; `None` for all other moves.
fn castled(at: &dyn AnyMatch, text: &str) -> Option<String> {
    if at.game().is_unnamed() {
        return None;
    }
    let short = at.write_short(text)?;
    let short = short.trim_end_matches(['+', '#']);
    short.starts_with("O-O").then(|| short.to_owned())
}

/// Returns a move in XBoard's notation; `None` if XBoard would misinterpret it. For XBoard, only one piece moves; it
/// captures every piece on the squares of its path, and can promote.
fn displayed(
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

pub fn plain(game: &dyn AnyGame, board: &Board, text: &str) -> String {
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

/// Highlights where a piece can move: red for captures, cyan for intermediate squares, magenta for promotion choices, and yellow for
/// other moves.
pub fn target_marks(at: &dyn AnyMatch, board: &Board, moves: &[BoardMove], from: Square) -> String {
    let pieces = at.pieces();
    let moves = || {
        moves.iter().filter(|board_move| board_move.legs.is_some() && board_move.squares.first() == Some(&from))
    };
    board.marks(|square| {
        let last = || moves().filter(|board_move| board_move.squares.last() == Some(&square));
        if last().filter(|board_move| board_move.becomes().is_some()).count() > 1 {
            return Some('M');
        }
        let is_intermediate =
            moves().any(|board_move| board_move.squares.len() > 2 && board_move.squares[1] == square);
        if last().next().is_none() {
            return is_intermediate.then_some('C');
        }
        let captures = pieces.iter().any(|(other, _)| *other == square)
            || last().next().is_some_and(|board_move| !victims(at, board_move).is_empty());
        Some(if captures { 'R' } else { 'Y' })
    })
}

pub fn capture_marks(
    at: &dyn AnyMatch,
    board: &Board,
    moves: &[BoardMove],
    from: Square,
    to: Square,
) -> String {
    let ends = |board_move: &&BoardMove| {
        board_move.squares.first() == Some(&from) && board_move.squares.last() == Some(&to)
    };
    let victims = moves.iter().find(ends).map(|board_move| victims(at, board_move)).unwrap_or_default();
    board.marks(|square| victims.contains(&square).then_some('g'))
}

pub fn choices(moves: &[BoardMove], from: Square, to: Square) -> String {
    let ends = |board_move: &&BoardMove| {
        board_move.squares.first() == Some(&from) && board_move.squares.last() == Some(&to)
    };
    let mut letters: Vec<char> = moves.iter().filter(ends).filter_map(BoardMove::becomes).collect();
    // Puts the queen first.
    letters.sort_by_key(|letter| !matches!(letter, 'q'));
    letters.into_iter().map(|letter| letter.to_ascii_uppercase()).collect()
}

fn victims(at: &dyn AnyMatch, board_move: &BoardMove) -> Vec<Square> {
    let mut after = at.copy();
    if after.play(&board_move.text).is_err() {
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
