use entourage_kernel::{Enforcement, Language, Random};
use entourage_registry::Registry;

use crate::Outcome;

pub type Script = Vec<String>;

/// Number of different scripted games, which the player pairs share.
const SCRIPTS: u64 = 64;
const PLIES: usize = 1_200;
/// Maximum number of attempts to find a random game of full length.
const ATTEMPTS: u64 = 50;

pub fn write(spec: &str) -> Outcome<Vec<Script>> {
    let script = |number: u64| {
        let long = (0..ATTEMPTS).find_map(|attempt| play(spec, number * ATTEMPTS + attempt, PLIES).transpose());
        long.unwrap_or_else(|| Err(format!("random games of \"{spec}\" are too short")))
    };
    (0..SCRIPTS).map(script).collect()
}

/// Returns a random game with a number of moves; `None` if no move continues the game.
pub fn play(spec: &str, seed: u64, plies: usize) -> Outcome<Option<Script>> {
    let game = Registry::built_in().begin(spec, None, Enforcement::Enforced);
    let mut game =
        game.map_err(|error| format!("--game: \"{spec}\": {}", error.problem.get(Language::English)))?;
    let mut random = Random::new(seed);
    let mut script = Script::with_capacity(plies);
    while script.len() < plies {
        let mut legal = game.legal_moves();
        // Moves that end the game are avoided.
        loop {
            if legal.is_empty() {
                return Ok(None);
            }
            let text = legal.swap_remove(random.below(legal.len()));
            if game.play(&text).is_err() {
                continue;
            }
            if game.status().outcome().is_none() {
                script.push(text);
                break;
            }
            game.undo();
        }
    }
    Ok(Some(script))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_legal_games() {
        let spec = Registry::built_in().games()[0];
        let script = play(spec, 1, PLIES).unwrap().unwrap();
        let mut game = Registry::built_in().open(spec).unwrap().begin(None).unwrap();
        script.iter().for_each(|text| game.play(text).unwrap());
        assert!(script.len() == PLIES && game.status().outcome().is_none());
        assert!(play("no such game", 1, PLIES).is_err());
    }
}
