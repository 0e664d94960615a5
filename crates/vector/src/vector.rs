use entourage_kernel::{Adjudication, Outcome, Random, Rules};

use crate::actions::{Actions, TooFewWays, mover};
use crate::lane::Lane;
use crate::planes::Planes;

/// Many games under the same rules, played in lockstep; a game that ends is restarted at once.
#[derive(Clone)]
pub struct Vector<R: Rules> {
    rules: R,
    in_force: Adjudication,
    actions: Actions,
    max_plies: usize,
    lanes: Vec<Lane<R>>,
    /// A game at its start, copied whenever a game is restarted.
    first: Lane<R>,
    random: Random,
}

/// Why a step failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are named for what they hold")]
pub enum StepError {
    /// The number of actions differs from the number of games.
    #[error("expected {games} entries, one for each game, not {found}")]
    Count { games: usize, found: usize },
    /// The action is not a legal move.
    #[error("action {action} is not a legal move of game {game}")]
    Illegal { game: usize, action: i64 },
    /// Too many moves of a position share their first and last square. All games were advanced; those affected were restarted.
    #[error(transparent)]
    TooFewWays(TooFewWays),
}

/// The results of a step, with an entry for each game.
#[derive(Debug)]
pub struct StepResults<'a> {
    /// The reward for the player who moved: 1 for a win, -1 for a loss, 0 for a draw or while the game is in progress.
    pub rewards: &'a mut [f32],
    /// Whether the move ended the game under the rules.
    pub ended: &'a mut [bool],
    /// Whether the game was cut off because it reached the maximum number of plies.
    pub cut: &'a mut [bool],
}

/// The results of every legal move of every game, game by game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lookahead {
    /// The number of legal moves of each game.
    pub counts: Vec<i64>,
    /// The action of each move.
    pub actions: Vec<i64>,
    /// The observation after each move, from the point of view of the side then to move.
    pub planes: Vec<u8>,
    /// The reward for the player who moves: 1 for a win, -1 for a loss, 0 for a draw; NaN if the game continues.
    pub rewards: Vec<f32>,
}

/// A [`Vector`] as a trait object, independent of the rules' type.
pub trait AnyVector: Send {
    /// Returns the number of games.
    fn games(&self) -> usize;
    /// Returns the numbering of moves.
    fn actions(&self) -> Actions;
    /// Returns the format of observations.
    fn planes(&self) -> Planes;
    /// Restarts all games. If `seed` is given, also reseeds the random number generator.
    fn reset(&mut self, seed: Option<u64>);
    /// Plays an action in each game; all actions are checked before any is played. Fails without advancing any game, except
    /// with [`StepError::TooFewWays`].
    fn step(&mut self, actions: &[i64], out: &mut StepResults<'_>) -> Result<(), StepError>;
    /// Chooses a random legal action for each game, with equal probabilities. Fails if `actions` does not have an entry for each
    /// game.
    fn sample(&mut self, actions: &mut [i64]) -> Result<(), StepError>;
    /// Plays `plies` random moves in each game; returns the number of games that ended.
    fn play_out(&mut self, plies: usize) -> u64;
    /// Writes the mask of legal actions of each game. Panics if `masks` does not have an entry for every action of every game.
    fn write_masks(&self, masks: &mut [bool]);
    /// Writes the observation of each game, as [`Planes::write`] does. Panics if `planes` is not as long as the observations of
    /// all games together.
    fn write_planes(&self, planes: &mut [u8]);
    /// Returns the observation and the reward after each legal move in each game, for learning position values.
    fn look_ahead(&self) -> Lookahead;
    /// Writes the side to move in each game, 0 for the first side and 1 for the second.
    fn write_sides(&self, sides: &mut [u8]);
    /// Returns the position string of a game (numbered from 0); `None` if there is no such game.
    fn position_text(&self, game: usize) -> Option<String>;
    /// Returns the action and notation of each legal move in a game (numbered from 0); `None` if there is no such game.
    fn moves(&self, game: usize) -> Option<Vec<(usize, String)>>;
}

impl<R: Rules> Vector<R> {
    /// Starts `games` games, each cut off after `max_plies` plies. `adjudication` cannot relax the rules' own limits.
    pub fn new(
        rules: R,
        adjudication: Adjudication,
        games: usize,
        actions: Actions,
        max_plies: usize,
        seed: u64,
    ) -> Result<Self, TooFewWays> {
        let first = Lane::begin(&rules);
        actions.check(&first.moves)?;
        let in_force = adjudication.and(rules.adjudication());
        let lanes = vec![first.clone(); games];
        Ok(Self {
            rules,
            in_force,
            actions,
            max_plies: max_plies.max(1),
            lanes,
            first,
            random: Random::new(seed),
        })
    }

    fn expect(&self, found: usize) -> Result<(), StepError> {
        let games = self.lanes.len();
        if found == games { Ok(()) } else { Err(StepError::Count { games, found }) }
    }

    fn restart(&mut self, game: usize) {
        self.lanes[game].clone_from(&self.first);
    }
}

fn reward(outcome: &Outcome, mover: u8) -> f32 {
    match outcome.winner {
        None => 0.0,
        Some(side) if side as u8 == mover => 1.0,
        Some(_) => -1.0,
    }
}

impl<R: Rules> AnyVector for Vector<R> {
    fn games(&self) -> usize {
        self.lanes.len()
    }

    fn actions(&self) -> Actions {
        self.actions
    }

    fn planes(&self) -> Planes {
        Planes::of(&self.rules)
    }

    fn reset(&mut self, seed: Option<u64>) {
        (0..self.lanes.len()).for_each(|game| self.restart(game));
        if let Some(seed) = seed {
            self.random = Random::new(seed);
        }
    }

    fn step(&mut self, actions: &[i64], out: &mut StepResults<'_>) -> Result<(), StepError> {
        for found in [actions.len(), out.rewards.len(), out.ended.len(), out.cut.len()] {
            self.expect(found)?;
        }
        let numbering = self.actions;
        let find = |(game, (lane, &action)): (usize, (&Lane<R>, &i64))| {
            let found = usize::try_from(action).ok().and_then(|number| numbering.find(&lane.moves, number));
            found.ok_or(StepError::Illegal { game, action })
        };
        let intents = self.lanes.iter().zip(actions).enumerate().map(find).collect::<Result<Vec<_>, _>>()?;
        let mut too_few = Ok(());
        for (game, intent) in intents.into_iter().enumerate() {
            let lane = &mut self.lanes[game];
            let by = mover(&lane.position);
            let outcome = lane.play(&self.rules, self.in_force, intent);
            let is_cut = outcome.is_none() && lane.past.plies() >= self.max_plies;
            let is_crowded = numbering.check(&lane.moves);
            out.rewards[game] = outcome.as_ref().map_or(0.0, |outcome| reward(outcome, by));
            out.ended[game] = outcome.is_some();
            out.cut[game] = is_cut;
            if outcome.is_some() || is_cut || is_crowded.is_err() {
                self.restart(game);
            }
            too_few = too_few.and(is_crowded);
        }
        too_few.map_err(StepError::TooFewWays)
    }

    fn sample(&mut self, actions: &mut [i64]) -> Result<(), StepError> {
        self.expect(actions.len())?;
        for (lane, action) in self.lanes.iter().zip(actions) {
            let drawn = self.random.pick(&lane.moves);
            let number = drawn.and_then(|&intent| self.actions.number(&lane.moves, intent));
            *action = number.and_then(|number| i64::try_from(number).ok()).unwrap_or(-1);
        }
        Ok(())
    }

    fn play_out(&mut self, plies: usize) -> u64 {
        let mut ended = 0;
        for game in 0..self.lanes.len() {
            for _ in 0..plies {
                let lane = &mut self.lanes[game];
                let over = match self.random.pick(&lane.moves) {
                    None => true,
                    Some(&intent) => {
                        lane.play(&self.rules, self.in_force, intent).is_some()
                            || lane.past.plies() >= self.max_plies
                    }
                };
                if over {
                    ended += 1;
                    self.restart(game);
                }
            }
        }
        ended
    }

    fn write_masks(&self, masks: &mut [bool]) {
        assert_eq!(masks.len(), self.lanes.len() * self.actions.count(), "an entry for every action");
        let masks = masks.chunks_exact_mut(self.actions.count());
        self.lanes.iter().zip(masks).for_each(|(lane, mask)| self.actions.write_mask(&lane.moves, mask));
    }

    fn write_planes(&self, planes: &mut [u8]) {
        let kind = self.planes();
        assert_eq!(planes.len(), self.lanes.len() * kind.size(), "a byte for every square of every plane");
        let observations = planes.chunks_exact_mut(kind.size());
        self.lanes
            .iter()
            .zip(observations)
            .for_each(|(lane, out)| kind.write(&lane.position, &lane.past, &lane.moves, out));
    }

    fn look_ahead(&self) -> Lookahead {
        let kind = self.planes();
        let mut ahead = Lookahead::default();
        for lane in &self.lanes {
            let by = mover(&lane.position);
            let before = ahead.actions.len();
            let mut next = lane.clone();
            for &intent in &lane.moves {
                let number = self.actions.number(&lane.moves, intent);
                let Some(action) = number.and_then(|number| i64::try_from(number).ok()) else { continue };
                next.position.clone_from(&lane.position);
                let outcome = next.play(&self.rules, self.in_force, intent);
                ahead.actions.push(action);
                ahead.rewards.push(outcome.map_or(f32::NAN, |outcome| reward(&outcome, by)));
                let at = ahead.planes.len();
                ahead.planes.resize(at + kind.size(), 0);
                kind.write(&next.position, &next.past, &next.moves, &mut ahead.planes[at..]);
                next.past.pop();
            }
            ahead.counts.push((ahead.actions.len() - before) as i64);
        }
        ahead
    }

    fn write_sides(&self, sides: &mut [u8]) {
        self.lanes.iter().zip(sides).for_each(|(lane, side)| *side = mover(&lane.position));
    }

    fn position_text(&self, game: usize) -> Option<String> {
        Some(self.rules.write_position(&self.lanes.get(game)?.position))
    }

    fn moves(&self, game: usize) -> Option<Vec<(usize, String)>> {
        let lane = self.lanes.get(game)?;
        let mut moves: Vec<_> = lane
            .moves
            .iter()
            .filter_map(|&intent| {
                Some((self.actions.number(&lane.moves, intent)?, self.rules.write_move(intent)))
            })
            .collect();
        moves.sort_unstable();
        Some(moves)
    }
}
