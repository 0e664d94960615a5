use std::fmt;

use entourage_kernel::{Adjudication, Outcome, Random, Rules};

use crate::actions::{Actions, Crowded, mover};
use crate::lane::Lane;
use crate::planes::Planes;

/// Plays many games of the same rules side by side, a move each at a time; a game that ends begins anew at once.
#[derive(Clone)]
pub struct Vector<R: Rules> {
    rules: R,
    in_force: Adjudication,
    actions: Actions,
    longest: usize,
    lanes: Vec<Lane<R>>,
    /// As at the start, copied where a game begins anew.
    first: Lane<R>,
    random: Random,
}

/// What is wrong with a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are named for what they hold")]
pub enum StepError {
    /// There is not one action for each game.
    Count { games: usize, found: usize },
    /// The action is no legal move's.
    Illegal { game: usize, action: i64 },
    /// A position has more moves than actions. All games were moved on, and those with such a position have begun anew.
    Crowded(Crowded),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { games, found } => {
                write!(f, "expected {games} numbers, one for each game, not {found}")
            }
            Self::Illegal { game, action } => write!(f, "action {action} is no legal move of game {game}"),
            Self::Crowded(crowded) => crowded.fmt(f),
        }
    }
}

impl std::error::Error for StepError {}

/// Takes what a step tells, a place for each game.
#[derive(Debug)]
pub struct Stepped<'a> {
    /// What the move brought to whoever made it: 1 if it won, -1 if it lost, 0 in a draw and while the game goes on.
    pub rewards: &'a mut [f32],
    /// Whether the move ended the game by its rules.
    pub ended: &'a mut [bool],
    /// Whether the game was broken off because it had grown too long.
    pub cut: &'a mut [bool],
}

/// Holds what every legal move of every game leads to, game by game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ahead {
    /// The number of legal moves of each game.
    pub counts: Vec<i64>,
    /// The action of each move.
    pub actions: Vec<i64>,
    /// What is observed after each move, from the view of whoever is to move then.
    pub planes: Vec<u8>,
    /// What each move brings to whoever makes it if it ends the game: 1 if it wins, -1 if it loses, 0 in a draw; NaN where the game goes on.
    pub rewards: Vec<f32>,
}

/// Plays many games of rules that are not named.
pub trait AnyVector: Send {
    /// Counts the games.
    fn games(&self) -> usize;
    /// Returns how moves are numbered.
    fn actions(&self) -> Actions;
    /// Returns what is observed.
    fn planes(&self) -> Planes;
    /// Begins all games anew; a seed sets what [`sample`](Self::sample) draws from now on.
    fn reset(&mut self, seed: Option<u64>);
    /// Plays an action in each game; all are judged before any is played.
    ///
    /// # Errors
    /// What is wrong; no game was moved on then, but for [`StepError::Crowded`].
    fn step(&mut self, actions: &[i64], told: &mut Stepped<'_>) -> Result<(), StepError>;
    /// Draws a legal action for each game, every legal move as likely as the others.
    ///
    /// # Errors
    /// There is not a place for each game.
    fn sample(&mut self, actions: &mut [i64]) -> Result<(), StepError>;
    /// Plays so many random moves in each game, and returns how many games ended.
    fn play_out(&mut self, plies: usize) -> u64;
    /// Writes for each game which actions are legal.
    ///
    /// # Panics
    /// If there is not a place for every action of every game.
    fn write_masks(&self, masks: &mut [bool]);
    /// Writes for each game what is observed, as [`Planes::write`] does.
    ///
    /// # Panics
    /// If there are not so many bytes.
    fn write_planes(&self, planes: &mut [u8]);
    /// Looks one move ahead in each game, as whoever learns to value positions does.
    fn look_ahead(&self) -> Ahead;
    /// Writes for each game who is to move, 0 for the first side and 1 for the second.
    fn write_sides(&self, sides: &mut [u8]);
    /// Writes the position of a game, counted from 0.
    fn position_text(&self, game: usize) -> Option<String>;
    /// Lists the legal moves of a game, counted from 0, with their actions.
    fn moves(&self, game: usize) -> Option<Vec<(usize, String)>>;
}

impl<R: Rules> Vector<R> {
    /// Begins so many games under rules and organisers' options. A game that has lasted `longest` plies is broken off.
    pub fn new(
        rules: R,
        adjudication: Adjudication,
        games: usize,
        actions: Actions,
        longest: usize,
        seed: u64,
    ) -> Result<Self, Crowded> {
        let first = Lane::begin(&rules);
        actions.check(&first.moves)?;
        let in_force = adjudication.and(rules.adjudication());
        let lanes = vec![first.clone(); games];
        Ok(Self { rules, in_force, actions, longest: longest.max(1), lanes, first, random: Random::new(seed) })
    }

    fn expect(&self, found: usize) -> Result<(), StepError> {
        let games = self.lanes.len();
        if found == games { Ok(()) } else { Err(StepError::Count { games, found }) }
    }

    fn begin_anew(&mut self, game: usize) {
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
        (0..self.lanes.len()).for_each(|game| self.begin_anew(game));
        if let Some(seed) = seed {
            self.random = Random::new(seed);
        }
    }

    fn step(&mut self, actions: &[i64], told: &mut Stepped<'_>) -> Result<(), StepError> {
        for found in [actions.len(), told.rewards.len(), told.ended.len(), told.cut.len()] {
            self.expect(found)?;
        }
        let numbering = self.actions;
        let find = |(game, (lane, &action)): (usize, (&Lane<R>, &i64))| {
            let found = usize::try_from(action).ok().and_then(|number| numbering.find(&lane.moves, number));
            found.ok_or(StepError::Illegal { game, action })
        };
        let intents = self.lanes.iter().zip(actions).enumerate().map(find).collect::<Result<Vec<_>, _>>()?;
        let mut crowded = Ok(());
        for (game, intent) in intents.into_iter().enumerate() {
            let lane = &mut self.lanes[game];
            let by = mover(&lane.position);
            let outcome = lane.play(&self.rules, self.in_force, intent);
            let is_cut = outcome.is_none() && lane.past.plies() >= self.longest;
            let is_crowded = numbering.check(&lane.moves);
            told.rewards[game] = outcome.as_ref().map_or(0.0, |outcome| reward(outcome, by));
            told.ended[game] = outcome.is_some();
            told.cut[game] = is_cut;
            if outcome.is_some() || is_cut || is_crowded.is_err() {
                self.begin_anew(game);
            }
            crowded = crowded.and(is_crowded);
        }
        crowded.map_err(StepError::Crowded)
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
                            || lane.past.plies() >= self.longest
                    }
                };
                if over {
                    ended += 1;
                    self.begin_anew(game);
                }
            }
        }
        ended
    }

    fn write_masks(&self, masks: &mut [bool]) {
        assert_eq!(masks.len(), self.lanes.len() * self.actions.count(), "a place for every action");
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

    fn look_ahead(&self) -> Ahead {
        let kind = self.planes();
        let mut ahead = Ahead::default();
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
