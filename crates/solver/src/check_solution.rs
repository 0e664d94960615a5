//! Checks solutions by the rules alone: it plays every line of the tree, and enumerates all lines after every other move.

use std::collections::BTreeSet;

use entourage_kernel::{
    Adjudication, Board, Evaluate, Intent, Language, Outcome, Past, Problem, Side, TextError,
};

use crate::Solution;

/// Why a solution is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the field names are self-explanatory")]
pub enum SolutionError {
    /// The position cannot be parsed, or is not in canonical notation.
    Position(Box<TextError>),
    /// The game is over in the position.
    Over,
    /// The tree has more moves than [`MAX_MOVES`](Self::MAX_MOVES).
    Size { moves: usize },
    /// The longest line of the tree has a different number of plies, or more than [`MAX_PLIES`](Self::MAX_PLIES).
    Plies { found: u16 },
    /// A move is not legal after `line`, or is repeated.
    Illegal { line: Vec<String>, text: String },
    /// A legal defence is missing after `line`.
    Unanswered { line: Vec<String>, text: String },
    /// The tree ends after `line`, but the attacker has not won.
    NotWon { line: Vec<String> },
    /// The tree continues after `line`, but the game is over.
    Ended { line: Vec<String> },
    /// After `line`, the tree has several moves of the attacker, or omits a move that wins at once.
    Several { line: Vec<String> },
    /// After `line`, another move wins within the same number of plies.
    Second { line: Vec<String>, text: String },
    /// The enumeration exceeds its limit on the number of moves.
    Effort,
}

impl SolutionError {
    /// Maximum number of moves in a tree.
    pub const MAX_MOVES: usize = 400;
    /// Maximum number of plies.
    pub const MAX_PLIES: u16 = 7;

    /// Returns the error message.
    pub fn problem(&self) -> Problem {
        let after = |line: &[String], en: &str, fr: &str| match line.join(" ") {
            line if line.is_empty() => Problem::new(en, fr),
            line => Problem::new(format!("after {line}, {en}"), format!("après {line}, {fr}")),
        };
        match self {
            Self::Position(error) => {
                Problem::new(error.message(Language::English), error.message(Language::French))
            }
            Self::Over => Problem::new("the game is already over", "la partie est déjà finie"),
            Self::Size { moves } => Problem::new(
                format!("the solution has {moves} moves; the limit is {}", Self::MAX_MOVES),
                format!("la solution a {moves} coups\u{a0}; la limite est de {}", Self::MAX_MOVES),
            ),
            Self::Plies { found } => Problem::new(
                format!(
                    "the longest line has {found} plies, which differs from \"plies\" or exceeds the limit"
                ),
                format!(
                    "la plus longue ligne a {found} demi-coups, ce qui diffère de «\u{a0}plies\u{a0}» ou dépasse la limite"
                ),
            ),
            Self::Illegal { line, text } => after(
                line,
                &format!("\"{text}\" is not a legal move, or is repeated"),
                &format!("«\u{a0}{text}\u{a0}» n'est pas un coup légal, ou est répété"),
            ),
            Self::Unanswered { line, text } => {
                after(line, &format!("the defence {text} is missing"), &format!("la défense {text} manque"))
            }
            Self::NotWon { line } => after(
                line,
                "the solution ends, but the game is not won",
                "la solution s'arrête, mais la partie n'est pas gagnée",
            ),
            Self::Ended { line } => after(
                line,
                "the game is over, but the solution continues",
                "la partie est finie, mais la solution continue",
            ),
            Self::Several { line } => after(
                line,
                "the solution must have one move, or all moves that win at once",
                "la solution doit avoir un seul coup, ou tous les coups qui gagnent aussitôt",
            ),
            Self::Second { line, text } => after(
                line,
                &format!("there is a second solution: {text}"),
                &format!("il y a une deuxième solution\u{a0}: {text}"),
            ),
            Self::Effort => Problem::new(
                "the position has too many lines of play to check",
                "la position a trop de variantes pour être vérifiée",
            ),
        }
    }
}

impl Solution {
    /// Checks by the rules alone that the tree is a win in exactly `plies` plies for the side to move, whatever the defence,
    /// and that no other move of the attacker wins within the plies that are left, except for the last move of a longer line.
    ///
    /// Examines at most `moves` moves; adjudication and the rules on repeated positions count from the position.
    pub fn check<R: Evaluate>(
        &self,
        rules: &R,
        adjudication: Adjudication,
        position: &str,
        plies: u16,
        moves: u64,
    ) -> Result<(), SolutionError> {
        let start = self.start(rules, position)?;
        match self.plies() {
            found if found != plies || found > SolutionError::MAX_PLIES => Err(SolutionError::Plies { found }),
            _ => Enumeration::new(rules, adjudication, &start, moves).tree(&start, self, plies),
        }
    }

    /// Returns whether the first move wins within as many plies under the given rules, which can differ from those of the puzzle.
    ///
    /// # Errors
    /// If the rules refuse the position, or more than `moves` moves would have to be examined.
    pub fn still_wins<R: Evaluate>(
        &self,
        rules: &R,
        adjudication: Adjudication,
        position: &str,
        moves: u64,
    ) -> Result<bool, SolutionError> {
        let start = self.start(rules, position)?;
        let mut enumeration = Enumeration::new(rules, adjudication, &start, moves);
        let legal = enumeration.legal_moves(&start)?;
        for (text, then) in self.branches() {
            let Some(&intent) = legal.iter().find(|&&intent| rules.write_move(intent) == text) else {
                continue;
            };
            let plies = self.plies().min(SolutionError::MAX_PLIES).saturating_sub(1);
            let wins = enumeration.after(&start, intent, |this, next, ended| match ended {
                Some(_) => Ok(this.won(ended.as_ref())),
                None => this.wins(next, plies, Some(then)),
            })?;
            if wins {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn start<R: Evaluate>(&self, rules: &R, position: &str) -> Result<R::Position, SolutionError> {
        let start = rules.read_position(position).map_err(|error| SolutionError::Position(Box::new(error)))?;
        let moves = self.size();
        if rules.outcome(&start).is_some() {
            Err(SolutionError::Over)
        } else if moves > SolutionError::MAX_MOVES {
            Err(SolutionError::Size { moves })
        } else {
            Ok(start)
        }
    }
}

/// A walk through all lines of play from a position.
pub(crate) struct Enumeration<'r, R: Evaluate> {
    rules: &'r R,
    in_force: Adjudication,
    attacker: Side,
    past: Past,
    line: Vec<Intent>,
    /// For each number of plies left, the defence that last refuted a move; it is tried first.
    refutations: [Option<Intent>; SolutionError::MAX_PLIES as usize + 1],
    moves_left: u64,
}

impl<'r, R: Evaluate> Enumeration<'r, R> {
    pub(crate) fn new(rules: &'r R, adjudication: Adjudication, start: &R::Position, moves: u64) -> Self {
        Self {
            rules,
            in_force: adjudication.and(rules.adjudication()),
            attacker: start.side_to_move(),
            past: Past::new(rules, start),
            line: Vec::new(),
            refutations: Default::default(),
            moves_left: moves,
        }
    }

    /// Plays a legal move, and calls `then` with the position after it and the outcome if the game is over.
    fn after<T>(
        &mut self,
        position: &R::Position,
        intent: Intent,
        then: impl FnOnce(&mut Self, &R::Position, Option<Outcome>) -> T,
    ) -> T {
        let next = self.rules.play_unchecked(position, intent);
        self.past.push(self.rules, self.rules.is_decisive(position, intent), &next);
        self.line.push(intent);
        let ended = self.rules.outcome(&next);
        let ended = ended.or_else(|| self.past.outcome(self.rules, self.in_force, &next));
        let result = then(self, &next, ended);
        self.line.pop();
        self.past.pop();
        result
    }

    fn legal_moves(&mut self, position: &R::Position) -> Result<Vec<Intent>, SolutionError> {
        let mut moves = Vec::new();
        self.rules.legal_moves(position, &mut moves);
        self.moves_left = self.moves_left.checked_sub(moves.len() as u64).ok_or(SolutionError::Effort)?;
        Ok(moves)
    }

    fn won(&self, outcome: Option<&Outcome>) -> bool {
        outcome.is_some_and(|outcome| outcome.winner == Some(self.attacker))
    }

    fn wins_at_once(&mut self, position: &R::Position, intent: Intent) -> bool {
        self.after(position, intent, |this, _, ended| this.won(ended.as_ref()))
    }

    /// Returns whether the attacker can force a win within `plies` from a position in which the game is not over. The attacker's
    /// moves in `hint` are tried first.
    pub(crate) fn wins(
        &mut self,
        position: &R::Position,
        plies: u16,
        hint: Option<&Solution>,
    ) -> Result<bool, SolutionError> {
        if plies == 0 {
            return Ok(false);
        }
        let attacks = position.side_to_move() == self.attacker;
        let mut moves = self.legal_moves(position)?;
        let refutation = self.refutations[usize::from(plies)];
        if attacks {
            let wins_at_once = moves.iter().any(|&intent| self.wins_at_once(position, intent));
            if wins_at_once || plies == 1 {
                return Ok(wins_at_once);
            }
            let hinted = hint.and_then(|hint| hint.0.keys().next());
            if let Some(at) =
                hinted.and_then(|text| moves.iter().position(|&one| self.rules.write_move(one) == *text))
            {
                moves.swap(0, at);
            }
        } else if let Some(at) = moves.iter().position(|intent| Some(*intent) == refutation) {
            moves.swap(0, at);
        }
        for intent in moves {
            let below = hint.and_then(|hint| hint.after(&self.rules.write_move(intent)));
            let won = self.after(position, intent, |this, next, ended| match ended {
                Some(_) => Ok(this.won(ended.as_ref())),
                None => this.wins(next, plies - 1, below),
            })?;
            if won == attacks {
                if !attacks {
                    self.refutations[usize::from(plies)] = Some(intent);
                }
                return Ok(attacks);
            }
        }
        Ok(!attacks)
    }

    fn line(&self) -> Vec<String> {
        self.line.iter().map(|&intent| self.rules.write_move(intent)).collect()
    }

    /// Checks the tree in a position in which the game is not over.
    fn tree(&mut self, position: &R::Position, tree: &Solution, plies: u16) -> Result<(), SolutionError> {
        let moves = self.legal_moves(position)?;
        let mut legal: BTreeSet<String> = moves.iter().map(|&intent| self.rules.write_move(intent)).collect();
        for (text, then) in tree.branches() {
            let illegal = |this: &Self| SolutionError::Illegal { line: this.line(), text: text.to_owned() };
            let intent = self.rules.read_move(text).ok().filter(|_| legal.remove(text));
            let intent = intent.ok_or_else(|| illegal(self))?;
            self.rules.allow(position, intent).map_err(|_| illegal(self))?;
            self.after(position, intent, |this, next, ended| match (ended, then.0.is_empty()) {
                (None, false) => this.tree(next, then, plies - 1),
                (Some(_), false) => Err(SolutionError::Ended { line: this.line() }),
                (ended, true) if this.won(ended.as_ref()) => Ok(()),
                (_, true) => Err(SolutionError::NotWon { line: this.line() }),
            })?;
        }
        if position.side_to_move() != self.attacker {
            return match legal.pop_first() {
                Some(text) => Err(SolutionError::Unanswered { line: self.line(), text }),
                None => Ok(()),
            };
        }
        let is_last = tree.0.values().all(|then| then.0.is_empty());
        let is_choice_allowed = is_last && !self.line.is_empty();
        if tree.0.len() != 1 || !is_choice_allowed && tree.branches().count() != 1 {
            return Err(SolutionError::Several { line: self.line() });
        }
        for intent in moves {
            let text = self.rules.write_move(intent);
            if !legal.contains(&text) {
                continue;
            }
            let won = self.after(position, intent, |this, next, ended| match ended {
                Some(_) => Ok(this.won(ended.as_ref())),
                None if is_last => Ok(false),
                None => this.wins(next, plies - 1, None),
            })?;
            if won && is_last {
                return Err(SolutionError::Several { line: self.line() });
            }
            if won {
                return Err(SolutionError::Second { line: self.line(), text });
            }
        }
        Ok(())
    }
}
