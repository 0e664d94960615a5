use std::collections::{HashMap, HashSet};

use entourage_kernel::{Adjudication, Board, Evaluate, Problem, Text};

use crate::{Claim, Proof};

/// An error in a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofError {
    /// The number of the line in the proof's text, from 1.
    pub line: usize,
    /// The problem with that line.
    pub problem: Problem,
}

impl ProofError {
    pub(crate) fn new(line: usize, problem: Problem) -> Self {
        Self { line, problem }
    }

    /// Describes the error with its line number, in one clause.
    pub fn problem(&self) -> Problem {
        let Self { line, problem } = self;
        problem.clone().within(|en| format!("line {line}: {en}"), |fr| format!("ligne {line}\u{a0}: {fr}"))
    }
}

impl Proof {
    /// Checks the proof against the rules and the organisers' options, without any search.
    ///
    /// Every claim must be about a different valid position in which the game is not over, and give one legal move of the attacker
    /// or all of the defender. Every move must lead to a win on the board, or to a claim with fewer plies about the resulting
    /// position, so that every line ends in a win in time and no claim occurs twice on a line. If the game counts repetitions,
    /// positions that count as the same must be claimed with fewer different numbers of plies than draw, since those on one line
    /// all differ. If quiet moves are counted, the plies must be too few to draw.
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
                return Err(said(
                    "this position has been claimed before",
                    "cette position figure déjà dans la preuve",
                ));
            }
            let position = self.check(rules, claim).map_err(flaw)?;
            if let (Some(limit), Some(key)) = (limit, rules.repetition_key(&position)) {
                let occurrences = recurring.entry(key).or_default();
                occurrences.insert(claim.plies);
                if occurrences.len() >= limit as usize {
                    return Err(said(
                        "this position can recur often enough to draw the game",
                        "cette position peut revenir assez souvent pour que la partie soit nulle",
                    ));
                }
            }
            if in_force.quiet_limit.is_some_and(|limit| u32::from(claim.plies) > 2 * limit) {
                return Err(said(
                    "the game can be drawn by quiet moves before the win",
                    "la partie peut être nulle avant le gain, faute de coups décisifs",
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
            return Err(Text::new("the game is over here", "la partie est finie ici").into());
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
                    "does not lead to a win or to the claim given",
                    "ne mène ni au gain ni à l'affirmation indiquée",
                ));
            }
        }
        let attacks = position.side_to_move() == self.attacker;
        match (attacks, claim.replies.len(), legal.iter().min()) {
            (true, 1, _) | (false, 1.., None) => Ok(position),
            (true, ..) => Err(Text::new(
                "the attacker needs exactly one move",
                "l'attaquant doit avoir exactement un coup",
            )
            .into()),
            (false, _, Some(text)) => {
                Err(about(text, "is a legal move without a reply", "est un coup légal sans réponse"))
            }
            (false, ..) => Err(Text::new("the defender has no move", "le défenseur n'a pas de coup").into()),
        }
    }
}

fn about(text: &str, en: &str, fr: &str) -> Problem {
    Problem::new(format!("\"{text}\" {en}"), format!("«\u{a0}{text}\u{a0}» {fr}"))
}
