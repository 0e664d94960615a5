//! Plays random turns; shared by unit and integration tests.

use entourage_kernel::Random;
use entourage_registry::AnyMatch;

/// Plays a random turn and returns its plies; `None` if the turn ends the game.
pub fn random_turn(live: &mut dyn AnyMatch, random: &mut Random) -> Option<Vec<String>> {
    let (side, mut plies) = (live.side_to_move(), Vec::new());
    while live.side_to_move() == side {
        let legal = live.legal_moves();
        let text = legal[random.below(legal.len())].clone();
        live.play(&text).unwrap();
        plies.push(text);
        if live.status().outcome().is_some() {
            return None;
        }
    }
    Some(plies)
}
