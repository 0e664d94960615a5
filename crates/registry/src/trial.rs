use std::collections::BTreeSet;

use entourage_kernel::{Intent, Random, Rules};

use crate::TextDefinition;

/// The result of playing random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trial {
    /// The number of games played.
    pub games: u32,
    /// The length of the longest game, in plies.
    pub longest: u32,
    /// The number of games that ended by the rules before the ply limit.
    pub ended: u32,
}

/// A position in which the law (the reference implementation of the rules) and the move generator disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The position in the game's notation.
    pub position: String,
}

impl Trial {
    /// Plays up to `games` random games of at most `plies` plies, until `is_over` returns true. The random seed is fixed.
    ///
    /// Each game has a random setup, including the cards or armies that players would otherwise choose. Each move
    /// played is checked against the law (the reference rules), as are all moves generated in one position per game.
    pub fn of(
        definition: &TextDefinition,
        games: u32,
        plies: u32,
        mut is_over: impl FnMut() -> bool,
    ) -> Result<Self, Disagreement> {
        let (mut random, mut trial) = (Random::new(0), Self::default());
        let mut typical = 1;
        while trial.games < games && !is_over() {
            let rules = &definition.rules().with_random_start(&mut random);
            let compared = random.bits() as u32 % typical;
            let (mut position, mut ply) = (rules.random_start(&mut random), 0);
            loop {
                let moves = rules.list_moves(&position);
                if ply == compared {
                    compare(rules, &position, &moves)?;
                }
                let Some(&intent) = random.pick(&moves) else {
                    trial.ended += 1;
                    break;
                };
                if rules.allow(&position, intent).is_err() {
                    return Err(Disagreement { position: rules.write_position(&position) });
                }
                if ply == plies || is_over() {
                    break;
                }
                position = rules.play_unchecked(&position, intent);
                ply += 1;
            }
            trial.games += 1;
            trial.longest = trial.longest.max(ply);
            typical = ply.max(1);
        }
        Ok(trial)
    }
}

fn compare<R: Rules>(rules: &R, position: &R::Position, moves: &[Intent]) -> Result<(), Disagreement> {
    let listed: BTreeSet<Intent> = moves.iter().copied().collect();
    let candidates = rules.candidates(position).into_iter().chain(moves.iter().copied());
    let allowed = candidates.filter(|&intent| rules.allow(position, intent).is_ok()).collect();
    let is_over = rules.terminal(position).is_some();
    if if is_over { listed.is_empty() } else { listed == allowed } {
        return Ok(());
    }
    Err(Disagreement { position: rules.write_position(position) })
}
