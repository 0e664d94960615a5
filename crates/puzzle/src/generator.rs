use std::collections::HashSet;

use entourage_registry::kernel::{Random, mix};
use entourage_registry::solver::{Distance, Settings};
use entourage_registry::{AnyMatch, Score, SearchSettings, Thought};

use crate::puzzle_game::MAX_MOVES;
use crate::{Puzzle, PuzzleError, PuzzleGame, Source};

/// Finds puzzles in games that the computer plays against itself, or in stored games. The same seed or the same games give the
/// same puzzles on every machine.
pub struct Generator {
    game: PuzzleGame,
    seed: Option<u64>,
    plies: u16,
    /// The last puzzle's source, and the ply at which the search for the next one in the same game begins.
    last: Option<(Source, usize)>,
    known: HashSet<i64>,
    short: usize,
    found: usize,
}

/// The progress of a generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The number of games played or examined to their end.
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
/// Nodes of the search that chooses the positions of stored games to be examined further.
const STORED_NODES: u64 = 10_000;
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
    /// Creates a generator of puzzles that are won within `plies`. The seed is that of self-play; `None` for stored games.
    pub fn new(game: PuzzleGame, seed: Option<u64>, plies: u16) -> Self {
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

    /// Returns the number of the first game to be played or examined.
    pub fn first_game(&self) -> u64 {
        self.last.map_or(0, |(source, _)| source.game)
    }

    /// Plays games until `report` returns `false`; calls `found` for every puzzle and stops if it fails or returns `false`.
    pub fn run<E>(
        &mut self,
        found: &mut dyn FnMut(&Puzzle) -> Result<bool, E>,
        report: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), E> {
        let mut progress = Progress::default();
        for number in self.first_game().. {
            if !self.play(number, &mut progress, found, report)? {
                break;
            }
            progress.games += 1;
        }
        Ok(())
    }

    /// Seeks puzzles in a stored game, given by its start position and the position after each move; returns whether to continue.
    ///
    /// Games must be examined in the order of their numbers. Positions that the rules do not accept are skipped. `found` and
    /// `report` are called as by [`run`](Self::run).
    pub fn examine<E>(
        &mut self,
        number: u64,
        positions: &[String],
        progress: &mut Progress,
        found: &mut dyn FnMut(&Puzzle) -> Result<bool, E>,
        report: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<bool, E> {
        let mut mover = None;
        for (ply, position) in positions.iter().enumerate() {
            let Ok(begun) = self.game.begin(position) else { continue };
            let side = begun.side_to_move();
            let is_turn = mover.replace(side).is_some_and(|mover| mover != side);
            let source = Source { seed: self.seed, game: number, ply };
            if !is_turn || !self.is_new(source) || begun.status().outcome().is_some() {
                continue;
            }
            if !report(*progress) {
                return Ok(false);
            }
            progress.positions += 1;
            if is_won(&search(begun.as_ref(), STORED_NODES)) && !self.seek(position, source, found)? {
                return Ok(false);
            }
        }
        progress.games += 1;
        Ok(true)
    }

    /// Returns whether a position is not within the solution of the last puzzle.
    fn is_new(&self, Source { game, ply, .. }: Source) -> bool {
        self.last.is_none_or(|(last, next)| (game, ply) > (last.game, next))
    }

    /// Adds and reports the puzzle in a position, if there is one; returns whether to continue.
    fn seek<E>(
        &mut self,
        position: &str,
        source: Source,
        found: &mut dyn FnMut(&Puzzle) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let Some((puzzle, key)) = self.puzzle(position, source) else { return Ok(true) };
        self.add(&puzzle, source, Some(key));
        found(&puzzle)
    }

    /// Plays a game; returns whether to continue.
    fn play<E>(
        &mut self,
        number: u64,
        progress: &mut Progress,
        found: &mut dyn FnMut(&Puzzle) -> Result<bool, E>,
        report: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<bool, E> {
        let mut random = Random::new(mix(self.seed.unwrap_or_default() ^ mix(number)));
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
            let thought = search(played.as_ref(), PLAY_NODES);
            let source = Source { seed: self.seed, game: number, ply };
            // Puzzles begin at the start of a turn.
            let is_candidate = is_won(&thought) && self.is_new(source) && side != mover;
            if is_candidate && !self.seek(&played.position_text(), source, found)? {
                return Ok(false);
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

fn search(played: &dyn AnyMatch, nodes: u64) -> Thought {
    played.search(SearchSettings { table_mb: 1, ..Default::default() }).advance(nodes)
}

fn is_won(thought: &Thought) -> bool {
    thought.value.and_then(Score::plies_to_end).is_some_and(|plies| plies > 0)
}
