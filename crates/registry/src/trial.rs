use std::collections::BTreeSet;

use entourage_kernel::{Intent, Random, Rules};

use crate::TextDefinition;

/// What playing a game at random against itself showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trial {
    /// The number of games played.
    pub games: u32,
    /// The plies of the longest.
    pub longest: u32,
    /// The number of games that ended by the rules.
    pub ended: u32,
}

/// Reports that law and generator do not say the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The position in which they differ.
    pub position: String,
}

impl Trial {
    /// Plays so many games of at most so many plies, or fewer if it is asked to stop; the same definition gives the same games.
    ///
    /// Games begin with cards or armies that are drawn, where players choose some, and by lot where they do.
    /// Every move that is played is judged by the law, and in each game law and generator are compared whole in one position.
    pub fn of(
        definition: &TextDefinition,
        games: u32,
        plies: u32,
        mut is_over: impl FnMut() -> bool,
    ) -> Result<Self, Disagreement> {
        let (mut random, mut trial) = (Random::new(0), Self::default());
        let mut typical = 1;
        while trial.games < games && !is_over() {
            let rules = &definition.rules().by_lot(&mut random);
            let compared = random.bits() as u32 % typical;
            let (mut position, mut ply) = (rules.begun(&mut random), 0);
            loop {
                let mut moves = Vec::new();
                rules.legal_moves(&position, &mut moves);
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
