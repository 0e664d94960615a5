use entourage_kernel::{Enforcement, Intent, MoveList, Rules, perft};
use entourage_registry::Registry;

use crate::Outcome;
use crate::cozy;
use crate::games::MOST_MOVES;
use crate::perft::Walk;

/// A function that lists a position's moves in alphabetical order, independently of the measured code.
pub type Shown<'a, P> = &'a dyn Fn(&P) -> Outcome<Vec<String>>;

/// Checks the moves of a position and of its successors against an independent list, and checks that listing, counting
/// and the kernel's perft find the same number of leaves.
pub fn check<R: Rules>(
    game: &str,
    rules: &R,
    position: &R::Position,
    depth: u32,
    shown: Shown<'_, R::Position>,
) -> Outcome {
    for intent in check_moves(game, rules, position, shown)? {
        check_moves(game, rules, &rules.play_unchecked(position, intent), shown)?;
    }
    let mut walk = Walk::new(rules.clone(), position, depth);
    let leaves = [walk.listed(), walk.counted(), perft(rules, position, depth)];
    if leaves[0] != leaves[1] || leaves[1] != leaves[2] {
        return Err(format!("{game}: leaf counts differ: {leaves:?} in {}", rules.write_position(position)));
    }
    Ok(())
}

pub fn shown<R: Rules>(game: &str, rules: &R, position: &R::Position) -> Outcome<Vec<String>> {
    let text = rules.write_position(position);
    let begun = Registry::built_in().begin(game, Some(&text), Enforcement::Enforced);
    Ok(begun.map_err(|error| format!("{game}: {text}: {error:?}"))?.legal_moves())
}

pub fn check_against_cozy<R: Rules>(rules: &R, texts: &[String], depth: u32) -> Outcome {
    for text in texts {
        let position = rules.read_position(text).map_err(|error| format!("{text}: {error:?}"))?;
        let board = cozy_chess::Board::from_fen(text, false).map_err(|error| format!("{text}: {error}"))?;
        let leaves =
            [perft(rules, &position, depth), cozy::counted(&board, depth), cozy::listed(&board, depth)];
        if leaves[0] != leaves[1] || leaves[1] != leaves[2] {
            return Err(format!("chess: leaf counts of Entourage and cozy-chess differ: {leaves:?} in {text}"));
        }
    }
    Ok(())
}

/// Returns the texts of moves in alphabetical order.
pub fn sorted<R: Rules>(rules: &R, moves: &[Intent]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&intent| rules.write_move(intent)).collect();
    texts.sort();
    texts
}

/// Checks the moves of a position, and returns them.
fn check_moves<R: Rules>(
    game: &str,
    rules: &R,
    position: &R::Position,
    shown: Shown<'_, R::Position>,
) -> Outcome<Vec<Intent>> {
    let mut moves = MoveList::<MOST_MOVES>::new();
    rules.generate(position, &mut moves);
    let moves = moves.as_slice().to_vec();
    let text = rules.write_position(position);
    let (listed, shown) = (sorted(rules, &moves), shown(position)?);
    let counted = rules.count_moves(position) as usize;
    if listed == shown && counted == shown.len() {
        Ok(moves)
    } else {
        Err(format!(
            "{game}: expected {} moves, but {} are listed and {counted} counted in {text}",
            shown.len(),
            listed.len()
        ))
    }
}
