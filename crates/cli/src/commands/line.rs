use std::io::Write;

use crate::arguments::Line;
use crate::failure::Failure;
use crate::input;

/// Tells where the game stands after the moves given, if any.
///
/// # Errors
/// A wrong game, position or move, or a closed output.
pub fn status(line: &Line, out: &mut impl Write) -> Result<(), Failure> {
    let (position, moves) = input::split(&line.rest);
    let mut game = input::open_at(&line.game, position)?;
    input::play(game.as_mut(), moves)?;
    Ok(writeln!(out, "{}", game.status())?)
}

/// Prints the position after the moves given.
///
/// # Errors
/// A wrong game, position or move, no move at all, or a closed output.
pub fn play(line: &Line, out: &mut impl Write) -> Result<(), Failure> {
    let (position, moves) = input::split(&line.rest);
    let mut game = input::open_at(&line.game, position)?;
    if moves.is_empty() {
        return Err(input::no_move());
    }
    input::play(game.as_mut(), moves)?;
    Ok(writeln!(out, "{}", game.position_text())?)
}
