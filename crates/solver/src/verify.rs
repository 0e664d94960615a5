use std::collections::{HashMap, HashSet};

use entourage_kernel::{Adjudication, Board, Evaluate, Problem, Text};

use crate::{Claim, Proof};

/// An error in a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofError {
    /// The line number in the proof's text (numbered from 1).
    pub line: usize,
    /// The error message, without the line number.
    pub problem: Problem,
}

impl ProofError {
    pub(crate) fn new(line: usize, problem: Problem) -> Self {
        Self { line, problem }
    }

    /// Returns the error message after the line number: for example, `line 3: the game is already over`.
    pub fn problem(&self) -> Problem {
        let Self { line, problem } = self;
        problem.clone().within(|en| format!("line {line}: {en}"), |fr| format!("ligne {line}\u{a0}: {fr}"))
    }
}

impl Proof {
    /// Checks the proof against the rules and the organisers' adjudication options, without any search.
    ///
    /// Each claim must concern a valid position in which the game is not over, and list one legal move of the attacker
    /// or all legal moves of the defender. Each move must win at once, or lead to the position of a claim with fewer
    /// plies; so every line of play ends in a win within the claimed plies and reaches each claim at most once. If the
    /// nth occurrence of a position draws the game, claims whose positions count as repetitions of each other must use
    /// fewer than n different ply counts, because the count decreases along a line. If a number of quiet moves draws
    /// the game, no claim may have enough plies to reach that number.
    pub fn verify<R: Evaluate>(&self, rules: &R, adjudication: Adjudication) -> Result<(), ProofError> {
        let in_force = adjudication.and(rules.adjudication());
        let own = rules.repetitions().iter().map(|repetition| repetition.occurrence).min();
        let limit = own.or(in_force.repetition);
        let mut known = HashSet::new();
        let mut recurring: HashMap<u64, HashSet<u16>> = HashMap::new();
        for (number, claim) in self.claims.iter().enumerate() {
            let flaw = |problem: Problem| ProofError::new(Self::HEAD + number + 1, problem);
            let said = |en: &'static str, fr: &'static str| flaw(Text::new(en, fr).into());
            if !known.insert(&claim.position) {
                return Err(said("this position already has a claim", "cette position a déjà une affirmation"));
            }
            let position = self.check(rules, claim).map_err(flaw)?;
            if let (Some(limit), Some(key)) = (limit, rules.repetition_key(&position)) {
                let occurrences = recurring.entry(key).or_default();
                occurrences.insert(claim.plies);
                if occurrences.len() >= limit as usize {
                    return Err(said(
                        "this position can recur often enough to draw the game",
                        "cette position peut se répéter assez souvent pour que la partie soit nulle",
                    ));
                }
            }
            if in_force.quiet_limit.is_some_and(|limit| u32::from(claim.plies) > 2 * limit) {
                return Err(said(
                    "the limit on moves without a capture can make the game a draw before the win",
                    "la limite de coups sans prise peut rendre la partie nulle avant le gain",
                ));
            }
        }
        Ok(())
    }

    fn check<R: Evaluate>(&self, rules: &R, claim: &Claim) -> Result<R::Position, Problem> {
        let position = rules.read_position(&claim.position).map_err(|error| error.problem)?;
        let mut legal = Vec::new();
        if rules.outcome(&position).is_none() {
            rules.legal_moves(&position, &mut legal);
        }
        let mut legal: HashSet<String> = legal.into_iter().map(|intent| rules.write_move(intent)).collect();
        if legal.is_empty() {
            return Err(Text::new("the game is already over", "la partie est déjà finie").into());
        }
        for reply in &claim.replies {
            if !legal.remove(&reply.text) {
                return Err(about(
                    &reply.text,
                    "is not a legal move here, or is repeated",
                    "n'est pas un coup légal ici, ou est répété",
                ));
            }
            let intent = rules.read_move(&reply.text).map_err(|error| error.problem)?;
            rules
                .allow(&position, intent)
                .map_err(|_| about(&reply.text, "is refused by the rules", "est refusé par les règles"))?;
            let next = rules.play_unchecked(&position, intent);
            let holds = match reply.to {
                None => rules.outcome(&next).is_some_and(|outcome| outcome.winner == Some(self.attacker)),
                Some(to) => self.claims.get(to).is_some_and(|other| {
                    other.plies < claim.plies && other.position == rules.write_position(&next)
                }),
            };
            if !holds {
                return Err(about(
                    &reply.text,
                    "does not lead to a win or to the specified claim",
                    "ne mène ni au gain ni à l'affirmation indiquée",
                ));
            }
        }
        let attacks = position.side_to_move() == self.attacker;
        match (attacks, claim.replies.len(), legal.iter().min()) {
            (true, 1, _) | (false, 1.., None) => Ok(position),
            (true, ..) => Err(Text::new(
                "the claim must list exactly one move of the attacker",
                "l'affirmation doit contenir exactement un coup de l'attaquant",
            )
            .into()),
            (false, _, Some(text)) => {
                Err(about(text, "is missing from the claim", "manque dans l'affirmation"))
            }
            (false, ..) => Err(Text::new("the claim lists no move", "l'affirmation n'a aucun coup").into()),
        }
    }
}

fn about(text: &str, en: &str, fr: &str) -> Problem {
    Problem::new(format!("\"{text}\" {en}"), format!("«\u{a0}{text}\u{a0}» {fr}"))
}
