use entourage_kernel::{Adjudication, Evaluate, History, Presentation, Random, mix};
use entourage_search::{Level, choose_move};

use crate::MIDDLE_GAMES;
use crate::games::{Depths, Visitor, visit};

/// Random plies at the beginning of each game.
const OPENING: usize = 4;

/// Prints middle-game positions of a game, one from each of ten games that the highest level plays with itself
/// after a few random plies. Where a game begins with a choice of cards, the later half of its games do.
///
/// # Errors
/// An unknown game or a seed that is no number.
pub fn selfplay(game: &str, seed: &str) -> Result<(), String> {
    let seed = seed.parse().map_err(|_| format!("\"{seed}\" is no seed"))?;
    let mut play = SelfPlay { game, seed, found: false };
    visit(&mut play);
    if play.found { Ok(()) } else { Err(format!("there is no game \"{game}\"")) }
}

struct SelfPlay<'a> {
    game: &'a str,
    seed: u64,
    found: bool,
}

impl Visitor for SelfPlay<'_> {
    fn visit<R: Evaluate + Presentation>(&mut self, game: &'static str, rules: R, _: Depths) {
        if game != self.game {
            return;
        }
        self.found = true;
        println!("# Made by `cargo xtask bench selfplay {game} {}`.", self.seed);
        let mut random = Random::new(self.seed);
        let mut made = 0;
        while made < MIDDLE_GAMES {
            let length = 20 + 2 * made + random.below(6);
            let chosen = if made < MIDDLE_GAMES / 2 { None } else { set_up(&rules, &mut random) };
            if let Some(position) = play(chosen.as_ref().unwrap_or(&rules), length, &mut random) {
                println!("{}", rules.write_position(&position));
                made += 1;
            }
        }
    }
}

/// Chooses as many cards for both players as they may have, if there are cards.
fn set_up<R: Evaluate>(rules: &R, random: &mut Random) -> Option<R> {
    let picks = rules.catalogue()?.picks;
    let mut choose = |player| Some(format!("{player}={}", rules.suggest_setup(picks, random)?));
    let options = [choose(1)?, choose(2)?];
    rules.with_options(&options.each_ref().map(String::as_str)).ok()
}

/// Plays so many plies; `None` if the game is over then or before.
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
