use entourage_kernel::{Degree, Language, Random};
use entourage_registry::Registry;

use crate::Outcome;

pub type Script = Vec<String>;

/// How many different games there are; pairs of players share them.
const SCRIPTS: u64 = 64;
const PLIES: usize = 1_200;
/// How often a game that ends early is replaced by another.
const TRIES: u64 = 50;

pub fn write(spec: &str) -> Outcome<Vec<Script>> {
    let script = |number: u64| {
        let long = (0..TRIES).find_map(|attempt| play(spec, number * TRIES + attempt).transpose());
        long.unwrap_or_else(|| Err(format!("random games of \"{spec}\" end too soon")))
    };
    (0..SCRIPTS).map(script).collect()
}

/// Plays a random game to the last ply wanted, if it lasts so long.
fn play(spec: &str, seed: u64) -> Outcome<Option<Script>> {
    let game = Registry::built_in().begin(spec, None, Degree::Enforced);
    let mut game =
        game.map_err(|error| format!("--game: \"{spec}\": {}", error.problem.get(Language::English)))?;
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
        script.iter().for_each(|text| game.play(text).unwrap());
        assert!(script.len() == PLIES && game.status().outcome().is_none());
        assert!(play("no such game", 1).is_err());
    }
}
