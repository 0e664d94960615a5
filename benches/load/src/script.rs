//! Random games to play.

use entourage_kernel::{Degree, Random};
use entourage_registry::Registry;

use crate::Outcome;

/// The moves of a legal game.
pub type Script = Vec<String>;

/// The number of different games; pairs of players share them.
const SCRIPTS: u64 = 64;
/// The number of plies of a game.
const PLIES: usize = 1_200;
/// How often a game that ends is begun anew.
const PATIENCE: u64 = 50;

/// Plays random games of a spec that go on for long.
///
/// # Errors
/// There is no such game, or its games do not last.
pub fn write(spec: &str) -> Outcome<Vec<Script>> {
    (0..SCRIPTS)
        .map(|number| {
            (0..PATIENCE)
                .find_map(|attempt| play(spec, number * PATIENCE + attempt).transpose())
                .unwrap_or_else(|| Err(format!("random games of \"{spec}\" end too soon")))
        })
        .collect()
}

/// Plays a random game to the last ply wanted, if it lasts so long.
fn play(spec: &str, seed: u64) -> Outcome<Option<Script>> {
    let mut game = Registry::built_in().begin(spec, None, Degree::Enforced).map_err(|error| {
        format!("--game: \"{spec}\": {}", error.problem.get(entourage_kernel::Language::English))
    })?;
    let mut random = Random::new(seed);
    let mut script = Script::with_capacity(PLIES);
    while script.len() < PLIES {
        let mut legal = game.legal_moves();
        // A move that ends the game is not played, nor one that leaves no other.
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
        let script = play(spec, 1).unwrap().unwrap();
        let mut game = Registry::built_in().open(spec).unwrap().begin(None).unwrap();
        for text in &script {
            game.play(text).unwrap();
        }
        assert!(script.len() == PLIES && game.status().outcome().is_none());
        assert!(play("no such game", 1).is_err());
    }
}
