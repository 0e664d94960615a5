//! Plays matches between players, to check that each level beats the one below.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use entourage_kernel::{Adjudication, Effect, Evaluate, History, Intent, Outcome, Random, Side, mix};

use crate::{Level, choose_move};

/// A player in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// The computer at a strength level.
    Level(Level),
    /// A player that plays random captures, or a random move (possibly a pass) if there is no capture.
    Captures,
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "level {level}"),
            Self::Captures => f.write_str("captures"),
        }
    }
}

/// The settings of a match.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Adjudication options that apply in addition to the game's rules.
    pub adjudication: Adjudication,
    /// The number of games, rounded up to an even number: each opening is played twice, with sides swapped.
    pub games: u32,
    /// The seed of the openings and the players' random choices.
    pub seed: u64,
    /// The number of games played concurrently, at least 1; has no influence on the result.
    pub threads: usize,
}

/// The result of a match from the first player's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// Returns the number of games played.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the percentage of points won, where a draw is half a point; 50 if no game was played.
    pub fn percent(&self) -> f64 {
        match self.games() {
            0 => 50.0,
            games => f64::from(2 * self.wins + self.draws) * 50.0 / f64::from(games),
        }
    }

    /// Returns the Elo difference that the points imply; infinite if one side won all of them.
    pub fn elo(&self) -> f64 {
        let share = self.percent() / 100.0;
        400.0 * (share / (1.0 - share)).log10()
    }
}

/// Formats the result as `+130 =20 -50 (70.0 %, Elo +147)`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wins, draws, losses } = self;
        write!(f, "+{wins} ={draws} -{losses} ({:.1} %, Elo {:+.0})", self.percent(), self.elo())
    }
}

pub(crate) const OPENING: usize = 6;
/// The number of plies after which a game is scored as a draw.
const MAX_PLIES: usize = 2_000;

/// Plays a match between two players, calling `report` after every pair of games.
pub fn play_match<R: Evaluate>(
    rules: &R,
    players: [Player; 2],
    conditions: Conditions,
    report: &(dyn Fn(&Tally) + Sync),
) -> Tally {
    let next = AtomicU32::new(0);
    let tally = Mutex::new(Tally::default());
    let play_pairs = || {
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= conditions.games.div_ceil(2) {
                return;
            }
            let outcomes = play_pair(rules, players, conditions, mix(conditions.seed ^ mix(pair.into())));
            let Ok(mut tally) = tally.lock() else { return };
            for (outcome, first) in outcomes.into_iter().zip(Side::BOTH) {
                match outcome.winner {
                    None => tally.draws += 1,
                    Some(winner) if winner == first => tally.wins += 1,
                    Some(_) => tally.losses += 1,
                }
            }
            report(&tally);
        }
    };
    run_on_threads(conditions.threads, &play_pairs);
    tally.into_inner().unwrap_or_default()
}

#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn run_on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}

#[cfg(target_arch = "wasm32")]
pub(crate) fn run_on_threads(_threads: usize, work: &(dyn Fn() + Sync)) {
    work();
}

fn play_pair<R: Evaluate>(rules: &R, players: [Player; 2], conditions: Conditions, seed: u64) -> [Outcome; 2] {
    let opening = opening(rules, conditions.adjudication, OPENING, &mut Random::new(seed));
    let [a, b] = players;
    [play_game(opening.clone(), [a, b], seed), play_game(opening, [b, a], seed)]
}

/// Plays `plies` random moves that are not passes and do not end the game; returns a new game if 100 attempts fail.
pub fn opening<R: Evaluate>(
    rules: &R,
    adjudication: Adjudication,
    plies: usize,
    random: &mut Random,
) -> History<R> {
    for _ in 0..100 {
        let mut history = History::new(rules.clone(), adjudication, rules.start());
        for _ in 0..plies {
            let moves: Vec<Intent> =
                history.legal_moves().into_iter().filter(|intent| !intent.is_empty()).collect();
            if random.pick(&moves).is_none_or(|&intent| history.play(intent).is_err()) {
                break;
            }
        }
        if history.moves().len() == plies && history.status().outcome().is_none() {
            return history;
        }
    }
    History::new(rules.clone(), adjudication, rules.start())
}

/// Plays a game between two players to its end; `players[0]` plays the first side.
pub fn play_game<R: Evaluate>(mut history: History<R>, players: [Player; 2], seed: u64) -> Outcome {
    use entourage_kernel::Board;
    for ply in 0..MAX_PLIES {
        if let Some(outcome) = history.status().outcome() {
            return outcome;
        }
        let player = players[history.position().side_to_move().index()];
        let seed = mix(seed ^ ply as u64);
        let chosen = match player {
            Player::Level(level) => choose_move(&history, level, seed),
            Player::Captures => capture_or_move(&history, seed),
        };
        if chosen.is_none_or(|intent| history.play(intent).is_err()) {
            break;
        }
    }
    Outcome::draw("length")
}

/// Chooses a random capture, or else a random legal move; `None` if the game is over.
pub fn capture_or_move<R: Evaluate>(history: &History<R>, seed: u64) -> Option<Intent> {
    let (rules, position) = (history.rules(), history.position());
    let moves = history.legal_moves();
    let captures: Vec<Intent> = moves
        .iter()
        .copied()
        .filter(|&intent| {
            rules.effects(position, intent).iter().any(|effect| matches!(effect, Effect::Remove { .. }))
        })
        .collect();
    let mut random = Random::new(seed);
    random.pick(if captures.is_empty() { &moves } else { &captures }).copied()
}
