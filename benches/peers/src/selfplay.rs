use entourage_kernel::{Adjudication, Evaluate, History, Presentation, Random, mix};
use entourage_search::{Level, choose_move};

use crate::MIDDLE_GAMES;
use crate::Outcome;
use crate::games::{Depths, Visitor, visit};
use crate::words::Words;

const OPENING: usize = 4;

/// Prints ten middle-game positions, one per self-play game at the highest level after a few random plies. In games with cards, half of
/// the self-play games use them.
pub fn selfplay(game: &str, seed: &str) -> Outcome {
    let seed = seed.parse().map_err(|_| format!("\"{seed}\" is not a valid seed"))?;
    visit(&Words::read(&[game], &[])?.games, &mut SelfPlay(seed))
}

struct SelfPlay(u64);

impl Visitor for SelfPlay {
    fn visit<R: Evaluate + Presentation>(&mut self, game: &'static str, rules: R, _: Depths) -> Outcome {
        println!("# Made by `cargo xtask bench selfplay {game} {}`.", self.0);
        let mut random = Random::new(self.0);
        let mut made = 0;
        while made < MIDDLE_GAMES {
            let length = 20 + 2 * made + random.below(6);
            let chosen = if made < MIDDLE_GAMES / 2 { None } else { set_up(&rules, &mut random) };
            if let Some(position) = play(chosen.as_ref().unwrap_or(&rules), length, &mut random) {
                println!("{}", rules.write_position(&position));
                made += 1;
            }
        }
        Ok(())
    }
}

fn set_up<R: Evaluate>(rules: &R, random: &mut Random) -> Option<R> {
    let picks = rules.catalogue()?.picks;
    let mut choose = |player| Some(format!("{player}={}", rules.suggest_setup(picks, random)?));
    let options = [choose(1)?, choose(2)?];
    rules.with_options(&options.each_ref().map(String::as_str)).ok()
}

/// Plays a number of plies; `None` if the game ends earlier.
fn play<R: Evaluate + Presentation>(rules: &R, length: usize, random: &mut Random) -> Option<R::Position> {
    let level = Level::ALL.last()?;
    let mut history = History::new(rules.clone(), Adjudication::NONE, rules.start());
    while history.moves().len() < length {
        let seed = mix(random.bits());
        let intent = if history.moves().len() < OPENING {
            random.pick(&history.legal_moves()).copied()?
        } else {
            choose_move(&history, *level, seed)?
        };
        history.play(intent).ok()?;
    }
    let last = history.position();
    rules.has_moves(last).then(|| last.clone())
}
