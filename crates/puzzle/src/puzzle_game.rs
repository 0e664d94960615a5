use entourage_laboratory::{Bare, Comparison};
use entourage_registry::kernel::{Language, Side, TextError};
use entourage_registry::solver::{Solution, SolutionError};
use entourage_registry::{AnyGame, AnyMatch, ContentHash, OpenError, Registry, TextDefinition};

use crate::{Puzzle, PuzzleError, Source};

/// A game for which puzzles are generated or checked, with variants of the game that each lack one power.
pub struct PuzzleGame {
    pub(crate) game: Box<dyn AnyGame>,
    comparison: Comparison,
}

/// Maximum number of moves that the check of a solution examines: seconds, or a minute or two for the slowest definitions.
pub(crate) const MAX_MOVES: u64 = 2_000_000;
/// Maximum number of moves examined to find out whether a puzzle depends on a power. The theme is omitted beyond that.
const MAX_POWER_MOVES: u64 = 100_000;

impl PuzzleGame {
    /// Opens a game by its spec: a built-in game, a game added to the registry, or a shipped definition.
    pub fn open(registry: &Registry, spec: &str) -> Result<Self, OpenError> {
        let (id, options) = spec.split_once(':').unwrap_or((spec, ""));
        let game = match registry.open(spec) {
            Err(OpenError::UnknownGame { .. }) if registry.offer_shipped(id).as_deref() == Some(id) => {
                registry.open(spec)?
            }
            opened => opened?,
        };
        let added = || ContentHash::read(id).and_then(|hash| registry.definition(hash));
        let definition = registry.definition_of(id).or_else(added);
        let texts = definition.map(|definition| TextDefinition::texts(definition.as_ref()));
        let comparison = Comparison::of(registry, game.as_ref(), &texts.unwrap_or_default(), options);
        Ok(Self { game, comparison })
    }

    /// Returns the spec of the game.
    pub fn spec(&self) -> String {
        self.game.spec()
    }

    /// Checks a puzzle by the rules alone, without any search, and returns its position's key.
    ///
    /// Every defence must be answered, every line must end in a win, no other move of the winning side may win in time (except for the
    /// last move of a line), and the themes must be correct.
    pub fn check(&self, puzzle: &Puzzle) -> Result<Option<i64>, PuzzleError> {
        let metadata = self.game.metadata();
        if puzzle.rules != *metadata.rules_version {
            return Err(PuzzleError::Rules(metadata.rules_version.to_string()));
        }
        let begun = self.begin(&puzzle.position)?;
        let side = begun.side_to_move();
        if puzzle.side != side.number() {
            return Err(PuzzleError::Wrong("side", side.number().to_string()));
        }
        self.game.check_solution(&puzzle.position, puzzle.plies, &puzzle.solution, MAX_MOVES)?;
        let win_in = self.win_in(begun.as_ref(), &puzzle.solution);
        if puzzle.win_in != win_in {
            return Err(PuzzleError::Wrong("win_in", win_in.to_string()));
        }
        let themes = self.themes(begun.as_ref(), &puzzle.solution, MAX_MOVES)?;
        if puzzle.themes != themes {
            return Err(PuzzleError::Wrong("themes", format!("{themes:?}")));
        }
        Ok(begun.position_key())
    }

    pub(crate) fn begin(&self, position: &str) -> Result<Box<dyn AnyMatch>, PuzzleError> {
        let wrong = |error: TextError| PuzzleError::Solution(SolutionError::Position(Box::new(error)));
        self.game.begin(Some(position)).map_err(wrong)
    }

    /// Checks a solution and computes its themes, examining at most `moves` moves for each of both; returns the puzzle.
    pub(crate) fn puzzle(
        &self,
        begun: &dyn AnyMatch,
        solution: Solution,
        source: Option<Source>,
        moves: u64,
    ) -> Result<Puzzle, SolutionError> {
        let (position, plies) = (begun.position_text(), solution.plies());
        self.game.check_solution(&position, plies, &solution, moves)?;
        Ok(Puzzle {
            puzzle: Puzzle::VERSION,
            game: self.spec(),
            rules: self.game.metadata().rules_version.to_string(),
            side: begun.side_to_move().number(),
            win_in: self.win_in(begun, &solution),
            plies,
            themes: self.themes(begun, &solution, moves)?,
            position,
            solution,
            source,
            licence: Puzzle::LICENCE.to_owned(),
        })
    }

    /// Counts the attacker's turns in the main line.
    pub(crate) fn win_in(&self, begun: &dyn AnyMatch, solution: &Solution) -> usize {
        let mut played = begun.copy();
        let mut turns: Vec<Side> = Vec::new();
        for text in solution.main_line() {
            turns.push(played.side_to_move());
            if played.play(text).is_err() {
                break;
            }
        }
        turns.dedup();
        turns.iter().filter(|side| **side == begun.side_to_move()).count()
    }

    /// Returns the themes of a correct solution: facts about the moves, the relations that the first move begins and ends to the
    /// attacker's benefit, and the powers without which the first move would not win in time.
    pub(crate) fn themes(
        &self,
        begun: &dyn AnyMatch,
        solution: &Solution,
        moves: u64,
    ) -> Result<Vec<String>, SolutionError> {
        let position = &begun.position_text();
        let mut themes: Vec<String> = self
            .game
            .themes(position, solution, moves)?
            .into_iter()
            .map(|theme| theme.code().to_owned())
            .collect();
        themes.extend(self.relations(begun, solution));
        for Bare { power, game } in self.comparison.bare() {
            // Some positions are invalid without the power, and some take too long.
            if game.still_wins(position, solution, MAX_POWER_MOVES) == Ok(false) {
                themes.push(format!("power:{power}"));
            }
        }
        Ok(themes)
    }

    fn relations(&self, begun: &dyn AnyMatch, solution: &Solution) -> Vec<String> {
        let first = solution.main_line().first().copied().unwrap_or_default();
        let Ok(Some(weighing)) = begun.weigh(first, Language::English) else { return Vec::new() };
        let mut after = begun.copy();
        if after.play(first).is_err() || after.status().outcome().is_some() {
            return Vec::new();
        }
        let side = begun.side_to_move();
        let topology = self.game.topology();
        let kinds = self.game.metadata().relations.iter();
        let themes = kinds.flat_map(|kind| {
            // Whether there is a relation of this kind in the list that benefits the attacker while it is in effect.
            let benefits =
                |list: &[entourage_registry::view::RelationView], on: &dyn AnyMatch, wanted: bool| {
                    list.iter().filter(|relation| *kind.code == relation.kind).any(|relation| {
                        let square = topology.find(&relation.to);
                        let piece = on.pieces().into_iter().find(|(at, _)| Some(*at) == square);
                        let is_own = piece.is_some_and(|(_, piece)| piece.side() == side);
                        match relation.influence {
                            "helps" => is_own == wanted,
                            "harms" => is_own != wanted,
                            _ => false,
                        }
                    })
                };
            let begins = benefits(&weighing.comes, after.as_ref(), true);
            let ends = benefits(&weighing.goes, begun, false);
            let named = |word, holds: bool| holds.then(|| format!("{word}:{}", kind.code));
            [named("begins", begins), named("ends", ends)].into_iter().flatten()
        });
        themes.collect()
    }
}
