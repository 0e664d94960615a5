use std::collections::HashSet;

use entourage_registry::kernel::{Random, mix};
use entourage_registry::solver::{Distance, Settings};
use entourage_registry::{Score, SearchSettings};

use crate::puzzle_game::MAX_MOVES;
use crate::{Puzzle, PuzzleError, PuzzleGame, Source};

/// Finds puzzles in games that the computer plays against itself. The same seed gives the same puzzles on every machine.
pub struct Generator {
    game: PuzzleGame,
    seed: u64,
    plies: u16,
    /// The last puzzle's source, and the ply at which the search for the next one in the same game begins.
    last: Option<(Source, usize)>,
    known: HashSet<i64>,
    short: usize,
    found: usize,
}

/// The progress of a generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of games played to their end.
    pub games: u64,
    /// The number of positions examined.
    pub positions: u64,
}

/// Minimum number of plies in a random opening, and the number of different lengths.
const OPENING: [usize; 2] = [4, 8];
/// Plies after which a game is abandoned.
const MAX_PLIES: usize = 200;
/// Nodes of the search that chooses a move; a position is examined further if this search finds a win.
const PLAY_NODES: u64 = 1_000;
/// One move in so many is random, for each side of a game: mistakes give the other side wins to find. In some games, only a weak
/// opponent loses soon.
const MISTAKES: [usize; 3] = [8, 3, 1];
/// Nodes of the search for the shortest win, and of the search for other solutions.
const PROOF_NODES: u64 = 200_000;
/// Maximum number of times that a search is resumed.
const MAX_PAUSES: usize = 8;
/// One puzzle in so many can be a win in a single turn.
const SHORT_SHARE: usize = 10;

impl Generator {
    /// Creates a generator of puzzles that are won within `plies`.
    pub fn new(game: PuzzleGame, seed: u64, plies: u16) -> Self {
        Self { game, seed, plies, last: None, known: HashSet::new(), short: 0, found: 0 }
    }

    /// Returns the number of puzzles found, including those before an interruption.
    pub fn found(&self) -> usize {
        self.found
    }

    /// Continues after a puzzle of an interrupted run. Fails if the puzzle does not belong to the run.
    pub fn resume(&mut self, puzzle: &Puzzle) -> Result<(), PuzzleError> {
        let place = |source: Source| (source.game, source.ply);
        let source = puzzle.source.ok_or(PuzzleError::Other)?;
        let is_later = self.last.is_none_or(|(last, _)| place(source) > place(last));
        let is_ours = puzzle.game == self.game.spec() && source.seed == self.seed && puzzle.plies <= self.plies;
        if !is_ours || !is_later {
            return Err(PuzzleError::Other);
        }
        let key = self.game.begin(&puzzle.position)?.position_key();
        self.add(puzzle, source, key);
        Ok(())
    }

    fn add(&mut self, puzzle: &Puzzle, source: Source, key: Option<i64>) {
        self.known.extend(key);
        self.short += usize::from(puzzle.win_in == 1);
        self.found += 1;
        self.last = Some((source, source.ply + usize::from(puzzle.plies)));
    }

    /// Plays games until `report` returns `false`; calls `found` for every puzzle and stops if it fails or returns `false`.
    pub fn run<E>(
        &mut self,
        found: &mut dyn FnMut(&Puzzle) -> Result<bool, E>,
        report: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), E> {
        let first = self.last.map_or(0, |(source, _)| source.game);
        let mut progress = Progress { games: 0, positions: 0 };
        for number in first.. {
            if !self.play(number, &mut progress, found, report)? {
                break;
            }
            progress.games += 1;
        }
        Ok(())
    }

    /// Plays a game; returns whether to continue.
    fn play<E>(
        &mut self,
        number: u64,
        progress: &mut Progress,
        found: &mut dyn FnMut(&Puzzle) -> Result<bool, E>,
        report: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<bool, E> {
        let mut random = Random::new(mix(self.seed ^ mix(number)));
        let [least, lengths] = OPENING;
        let mut played = self.game.game.opening(least + random.below(lengths), random.bits());
        let mut mistakes = [MISTAKES[0]; 2];
        mistakes[random.below(2)] = MISTAKES[random.below(MISTAKES.len())];
        let mut mover = played.side_to_move();
        for ply in played.moves().len()..MAX_PLIES {
            if played.status().outcome().is_some() {
                break;
            }
            if !report(*progress) {
                return Ok(false);
            }
            progress.positions += 1;
            let side = played.side_to_move();
            let thought =
                played.search(SearchSettings { table_mb: 1, ..Default::default() }).advance(PLAY_NODES);
            let wins = thought.value.and_then(Score::plies_to_end).is_some_and(|plies| plies > 0);
            let is_new = self.last.is_none_or(|(last, next)| last.game != number || ply > next);
            // Puzzles begin at the start of a turn.
            if wins && is_new && side != mover {
                let source = Source { seed: self.seed, game: number, ply };
                if let Some((puzzle, key)) = self.puzzle(&played.position_text(), source) {
                    self.add(&puzzle, source, Some(key));
                    if !found(&puzzle)? {
                        return Ok(false);
                    }
                }
            }
            mover = side;
            let moves = if random.one_in(mistakes[side.index()]) { played.legal_moves() } else { Vec::new() };
            let chosen = random.pick(&moves).or(thought.best.as_ref());
            if chosen.is_none_or(|text| played.play(text).is_err()) {
                break;
            }
        }
        Ok(true)
    }

    fn puzzle(&self, position: &str, source: Source) -> Option<(Puzzle, i64)> {
        let begun = self.game.begin(position).ok()?;
        let key = begun.position_key()?;
        if begun.status().outcome().is_some() || self.known.contains(&key) {
            return None;
        }
        let side = begun.side_to_move();
        let mut solver = begun.solver(Settings { attacker: side, table_mb: 8 });
        // The solver pauses early where it meets only known positions.
        let mut advance = || solver.advance(PROOF_NODES.saturating_sub(solver.nodes()), self.plies);
        let _ = (0..MAX_PAUSES).any(|_| advance());
        let plies = solver.distance().most;
        if plies == Distance::NEVER || plies > self.plies {
            return None;
        }
        let solution = solver.solution(PROOF_NODES).ok()?;
        let win_in = self.game.win_in(begun.as_ref(), &solution);
        if win_in == 1 && (self.short + 1) * SHORT_SHARE > self.found + 1 {
            return None;
        }
        let puzzle = self.game.puzzle(begun.as_ref(), solution, Some(source), MAX_MOVES).ok()?;
        (puzzle.write().len() <= Puzzle::MAX_LINE).then_some((puzzle, key))
    }
}
