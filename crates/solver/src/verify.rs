use std::collections::{HashMap, HashSet};

use entourage_kernel::{Adjudication, Board, Evaluate, Problem, Text};

use crate::{Claim, Proof};

/// What is wrong with a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The number of the line in the proof's text, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

impl Flaw {
    pub(crate) fn new(line: usize, problem: Problem) -> Self {
        Self { line, problem }
    }

    /// Explains in one clause where the flaw is and what is wrong.
    pub fn problem(&self) -> Problem {
        let Self { line, problem } = self;
        problem.clone().within(|en| format!("line {line}: {en}"), |fr| format!("ligne {line}\u{a0}: {fr}"))
    }
}

impl Proof {
    /// Holds the proof to the rules and to the organisers' options, without any search.
    ///
    /// Every claim must speak of another valid position where the game goes on; give the attacker one legal move, or the
    /// defender all of theirs; and lead by each to a win on the board, or to the claim about the very position that arises, with fewer
    /// plies. So every variation ends in a win in time, and no claim comes up twice on one. Where a game
    /// counts repetitions, positions that count as the same must be claimed with fewer different numbers of plies than draw, since
    /// those on one variation all differ; where quiet moves are counted, the plies must be too few to draw.
    pub fn verify<R: Evaluate>(&self, rules: &R, adjudication: Adjudication) -> Result<(), Flaw> {
        let in_force = adjudication.and(rules.adjudication());
        let own = rules.repetitions().iter().map(|repetition| repetition.occurrence).min();
        let limit = own.or(in_force.repetition);
        let mut known = HashSet::new();
        let mut recurring: HashMap<u64, HashSet<u16>> = HashMap::new();
        for (number, claim) in self.claims.iter().enumerate() {
            let flaw = |problem: Problem| Flaw::new(Self::HEAD + number + 1, problem);
            let said = |en: &'static str, fr: &'static str| flaw(Text::new(en, fr).into());
            if !known.insert(&claim.position) {
                return Err(said("this position was spoken of before", "on a déjà parlé de cette position"));
            }
            let position = self.check(rules, claim).map_err(flaw)?;
            if let (Some(limit), Some(key)) = (limit, rules.repetition_key(&position)) {
                let occurrences = recurring.entry(key).or_default();
                occurrences.insert(claim.plies);
                if occurrences.len() >= limit as usize {
                    return Err(said(
                        "this position may come up so often that the game is drawn",
                        "cette position peut revenir si souvent que la partie est nulle",
                    ));
                }
            }
            if in_force.quiet_limit.is_some_and(|limit| u32::from(claim.plies) > 2 * limit) {
                return Err(said(
                    "the game may be drawn before the win for want of decisive moves",
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
                    "is no legal move here, or comes twice",
                    "n'est pas un coup légal ici, ou revient",
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
                return Err(about(&reply.text, "does not lead where it should", "ne mène pas où il faudrait"));
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
                Err(about(text, "is a legal move without an answer", "est un coup légal sans réponse"))
            }
            (false, ..) => Err(Text::new("the defender has no move", "le défenseur n'a pas de coup").into()),
        }
    }
}

fn about(text: &str, en: &str, fr: &str) -> Problem {
    Problem::new(format!("\"{text}\" {en}"), format!("«\u{a0}{text}\u{a0}» {fr}"))
}
