//! Parts of the interface that browsers do not need: perft, proofs, engine matches, tuning, and batches of games.

use std::any::Any;
use std::io;
use std::sync::atomic::AtomicBool;

use entourage_kernel::{Adjudication, Board, Evaluate, Intent, Presentation, Random, Weights, divide, perft};
use entourage_search::ladder::{Conditions, Player, Tally, capture_or_move, opening, play_match};
use entourage_search::tune::{TuneSettings, Tuned, tune};
use entourage_search::{Clock, Limits};
use entourage_solver::{
    CheckpointError, Distance, NoProof, NoSolution, Proof, ProofError, Settings, Solution, SolutionError,
    Solver, Theme,
};
use entourage_vector::{Actions, AnyVector, Planes, TooFewWays, Vector};
use sha2::{Digest, Sha256};

use crate::game_face::{Game, spec_of};
use crate::hand_match::HandMatch;
use crate::match_face::Match;
use crate::search_face::{SearchFace, describe};
use crate::{AnyMatch, SearchSettings, Thought};

/// Operations on a game that only native builds have.
pub trait NativeGame {
    /// Plays `plies` random moves that are not passes and do not end the game; returns a new game if 100 attempts fail.
    fn opening(&self, plies: usize, seed: u64) -> Box<dyn AnyMatch>;
    /// Checks a proof of a win against the rules and options, without search; fails with the first error.
    fn verify(&self, proof: &Proof) -> Result<(), ProofError>;
    /// Checks the solution of a puzzle by the rules alone, including that it is unique; see [`Solution::check`].
    fn check_solution(
        &self,
        position: &str,
        plies: u16,
        solution: &Solution,
        moves: u64,
    ) -> Result<(), SolutionError>;
    /// Returns whether the first move of a solution wins under these rules; see [`Solution::still_wins`].
    fn still_wins(&self, position: &str, solution: &Solution, moves: u64) -> Result<bool, SolutionError>;
    /// Returns the themes of a correct solution; see [`Solution::themes`].
    fn themes(&self, position: &str, solution: &Solution, moves: u64) -> Result<Vec<Theme>, SolutionError>;
    /// Plays a match between two computer players, and reports after every pair of games.
    fn ladder(&self, players: [Player; 2], conditions: Conditions, report: &(dyn Fn(&Tally) + Sync)) -> Tally;
    /// Returns the weights of the static evaluation; `None` if it is not a sum of weighted terms.
    fn weights(&self) -> Option<Weights>;
    /// Fits the weights to self-play games, and reports the number of games played after each one; `None` if there are no weights.
    fn tune(&self, plan: &TuneSettings, report: &(dyn Fn(u32) + Sync)) -> Option<Tuned>;
    /// Maps moves to action numbers. At most `ways` moves share their squares; `None` estimates `ways` in random games.
    fn actions(&self, ways: Option<usize>) -> Actions;
    /// Describes the planes that encode a position.
    fn planes(&self) -> Planes;
    /// Starts a batch of `games` games, each truncated after `longest` plies; `seed` determines their random setups.
    /// Fails if the start position has more moves than actions.
    fn vector(
        &self,
        games: usize,
        actions: Actions,
        longest: usize,
        seed: u64,
    ) -> Result<Box<dyn AnyVector>, TooFewWays>;
}

/// Operations on a game in progress that only native builds have.
pub trait NativeMatch {
    /// Returns a key that is equal for positions that the rules treat as the same, regardless of adjudication.
    /// Keys change only with the version of the rules. `None` for games with manual moves.
    fn position_key(&self) -> Option<i64>;
    /// Returns whether a turn begins in the current position, rather than continues with another move of the same side.
    fn begins_turn(&self) -> bool;
    /// Counts the leaves of the tree of legal moves.
    fn perft(&self, depth: u32) -> u64;
    /// Counts the leaves below each legal move; sorted by notation.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// Chooses a random capture, or any random legal move if there is no capture; `None` if the game is over.
    fn capture_or_move(&self, seed: u64) -> Option<String>;
    /// Creates a solver for the current position, which ignores the moves that led to it.
    fn solver(&self, settings: Settings) -> Box<dyn AnySolver>;
    /// Lists the legal moves with their action numbers, sorted by number; none if the game is over. Fails if there are more moves
    /// than actions.
    fn numbered_moves(&self, actions: Actions) -> Result<Vec<(usize, String)>, TooFewWays>;
    /// Encodes the current position; see [`Planes::write`].
    ///
    /// # Panics
    /// If `out` does not have [`Planes::size`] bytes.
    fn observe(&self, out: &mut [u8]);
}

/// The operations on a search that need threads and clocks.
pub trait NativeSearch {
    /// Sets the search to the current position of a game and keeps the transposition table; returns `false` and changes nothing
    /// unless the game has the same rules and options as the game searched before.
    fn restart(&mut self, game: &(dyn AnyMatch + 'static)) -> bool;
    /// Starts over at the current position of a game with an empty transposition table, whose memory is reused if its
    /// size stays the same; returns `false` and changes nothing if the game has other rules than the game searched before.
    fn reset(&mut self, game: &(dyn AnyMatch + 'static), settings: SearchSettings) -> bool;
    /// Returns the memory and threads in use.
    fn means(&self) -> Means;
    /// Restricts the root moves to `moves` until the next restart; no effect if none of them is legal.
    fn choose_from(&mut self, moves: &[String]);
    /// Searches within limits, and reports after every completed depth.
    fn run(
        &mut self,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Thought;
}

/// The resources of a search, possibly fewer than requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// The size of the transposition table in MiB.
    pub table_mb: usize,
    /// The number of threads of the last run.
    pub threads: usize,
}

/// A solver that finds and proves the shortest forced win of one side.
pub trait AnySolver: Send {
    /// Searches about `nodes` more positions for wins within `most` plies; returns whether the search is complete.
    fn advance(&mut self, nodes: u64, most: u16) -> bool;
    /// Returns the known bounds on the number of plies to a win.
    fn distance(&self) -> Distance;
    /// Returns the number of positions searched so far, including those before a loaded checkpoint.
    fn nodes(&self) -> u64;
    /// Returns the proof of the win; fails if there is none or it does not verify.
    fn proof(&mut self) -> Result<Proof, NoProof>;
    /// Returns the solution of the win if it is unique, and searches about `nodes` more positions for it; see [`Solver::solution`].
    ///
    /// # Errors
    /// If there is no unique solution, or the search gave up.
    fn solution(&mut self, nodes: u64) -> Result<Solution, NoSolution>;
    /// Writes a checkpoint from which the solver can continue.
    ///
    /// # Errors
    /// If writing fails.
    fn save(&self, out: &mut dyn io::Write) -> io::Result<()>;
    /// Loads a checkpoint for the same task.
    ///
    /// # Errors
    /// If reading fails, or the checkpoint is corrupt or for another task; the solver then starts from scratch.
    fn load(&mut self, input: &mut dyn io::Read) -> Result<(), CheckpointError>;
}

impl<R: Evaluate + Presentation> NativeGame for Game<R> {
    fn opening(&self, plies: usize, seed: u64) -> Box<dyn AnyMatch> {
        let history = opening(&self.rules, self.adjudication, plies, &mut Random::new(seed));
        Box::new(Match::of(history))
    }

    fn verify(&self, proof: &Proof) -> Result<(), ProofError> {
        proof.verify(&self.rules, self.adjudication)
    }

    fn check_solution(
        &self,
        position: &str,
        plies: u16,
        solution: &Solution,
        moves: u64,
    ) -> Result<(), SolutionError> {
        solution.check(&self.rules, self.adjudication, position, plies, moves)
    }

    fn still_wins(&self, position: &str, solution: &Solution, moves: u64) -> Result<bool, SolutionError> {
        solution.still_wins(&self.rules, self.adjudication, position, moves)
    }

    fn themes(&self, position: &str, solution: &Solution, moves: u64) -> Result<Vec<Theme>, SolutionError> {
        solution.themes(&self.rules, self.adjudication, position, moves)
    }

    fn ladder(&self, players: [Player; 2], conditions: Conditions, report: &(dyn Fn(&Tally) + Sync)) -> Tally {
        play_match(&self.rules, players, conditions, report)
    }

    fn weights(&self) -> Option<Weights> {
        self.rules.weights()
    }

    fn tune(&self, plan: &TuneSettings, report: &(dyn Fn(u32) + Sync)) -> Option<Tuned> {
        tune(&self.rules, plan, report)
    }

    fn actions(&self, ways: Option<usize>) -> Actions {
        match ways {
            Some(ways) => Actions::new(self.rules.topology().squares.len(), ways),
            None => Actions::survey(&self.rules),
        }
    }

    fn planes(&self) -> Planes {
        Planes::of(&self.rules)
    }

    fn vector(
        &self,
        games: usize,
        actions: Actions,
        longest: usize,
        seed: u64,
    ) -> Result<Box<dyn AnyVector>, TooFewWays> {
        Ok(Box::new(Vector::new(self.rules.clone(), self.adjudication, games, actions, longest, seed)?))
    }
}

impl<R: Evaluate + Presentation> NativeMatch for Match<R> {
    fn position_key(&self) -> Option<i64> {
        let position = self.position();
        // Positions without a repetition key, such as those within a turn, match only if they are identical.
        let key = self.rules().repetition_key(position).unwrap_or_else(|| !position.hash());
        let mut digest = Sha256::new();
        digest.update(spec_of(self.rules(), Adjudication::NONE));
        digest.update([0]);
        digest.update(key.to_le_bytes());
        digest.finalize().first_chunk().map(|bytes| i64::from_le_bytes(*bytes))
    }

    fn begins_turn(&self) -> bool {
        self.rules().repetition_key(self.position()).is_some()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.rules(), self.position(), depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let mut rows: Vec<(String, u64)> = divide(self.rules(), self.position(), depth)
            .into_iter()
            .map(|(intent, count)| (self.rules().write_move(intent), count))
            .collect();
        rows.sort_unstable();
        rows
    }

    fn capture_or_move(&self, seed: u64) -> Option<String> {
        capture_or_move(&self.history, seed).map(|intent| self.rules().write_move(intent))
    }

    fn solver(&self, settings: Settings) -> Box<dyn AnySolver> {
        let solver = Solver::new(self.rules().clone(), self.position().clone(), settings);
        Box::new(SolverFace { solver, spec: self.spec() })
    }

    fn numbered_moves(&self, actions: Actions) -> Result<Vec<(usize, String)>, TooFewWays> {
        let legal = self.history.legal_moves();
        actions.check(&legal)?;
        let numbered =
            |&intent: &Intent| Some((actions.number(&legal, intent)?, self.rules().write_move(intent)));
        let mut moves: Vec<_> = legal.iter().filter_map(numbered).collect();
        moves.sort_unstable();
        Ok(moves)
    }

    fn observe(&self, out: &mut [u8]) {
        let history = &self.history;
        let legal = if history.status().outcome().is_some() { Vec::new() } else { history.legal_moves() };
        Planes::of(self.rules()).write(self.position(), history.past(), &legal, out);
    }
}

impl NativeMatch for HandMatch {
    fn position_key(&self) -> Option<i64> {
        None
    }

    fn begins_turn(&self) -> bool {
        self.last_ruled().begins_turn()
    }

    fn perft(&self, depth: u32) -> u64 {
        self.ruled().map(|game| game.perft(depth)).unwrap_or_default()
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        self.ruled().map(|game| game.divide(depth)).unwrap_or_default()
    }

    fn capture_or_move(&self, seed: u64) -> Option<String> {
        self.advised()?.capture_or_move(seed)
    }

    fn solver(&self, settings: Settings) -> Box<dyn AnySolver> {
        self.last_ruled().solver(settings)
    }

    fn numbered_moves(&self, actions: Actions) -> Result<Vec<(usize, String)>, TooFewWays> {
        self.advised().map_or(Ok(Vec::new()), |game| game.numbered_moves(actions))
    }

    fn observe(&self, out: &mut [u8]) {
        self.last_ruled().observe(out);
    }
}

impl<R: Evaluate> NativeSearch for SearchFace<R> {
    fn reset(&mut self, game: &(dyn AnyMatch + 'static), settings: SearchSettings) -> bool {
        let game: &dyn Any = game;
        let Some(Match { history, .. }) = game.downcast_ref::<Match<R>>() else { return false };
        Self::reset(self, history, settings);
        true
    }

    fn restart(&mut self, game: &(dyn AnyMatch + 'static)) -> bool {
        let game: &dyn Any = game;
        let Some(Match { history, .. }) = game.downcast_ref::<Match<R>>() else { return false };
        // The transposition table is valid for one set of options only.
        let same = history.rules().options() == self.search.rules().options();
        if same {
            self.search.restart(history);
        }
        same
    }

    fn means(&self) -> Means {
        Means { table_mb: self.search.table_mb(), threads: self.search.threads() }
    }

    fn choose_from(&mut self, moves: &[String]) {
        let rules = self.search.rules();
        let intents: Vec<Intent> = moves.iter().filter_map(|text| rules.read_move(text).ok()).collect();
        self.search.choose_from(&intents);
    }

    fn run(
        &mut self,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let variations = self.variations;
        let best = self.search.run(limits, clock, stop, &mut |search| {
            let best = search.best();
            report(&describe(search, variations, false, best.as_ref(), best.as_ref().map(|best| best.intent)));
        });
        self.thought(true, best.as_ref())
    }
}

struct SolverFace<R: Evaluate> {
    solver: Solver<R>,
    spec: String,
}

impl<R: Evaluate> AnySolver for SolverFace<R> {
    fn advance(&mut self, nodes: u64, most: u16) -> bool {
        self.solver.advance(nodes, most)
    }

    fn distance(&self) -> Distance {
        self.solver.distance()
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    fn proof(&mut self) -> Result<Proof, NoProof> {
        self.solver.proof(&self.spec)
    }

    fn solution(&mut self, nodes: u64) -> Result<Solution, NoSolution> {
        self.solver.solution(nodes)
    }

    fn save(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.solver.save(&self.spec, out)
    }

    fn load(&mut self, input: &mut dyn io::Read) -> Result<(), CheckpointError> {
        self.solver.load(&self.spec, input)
    }
}
