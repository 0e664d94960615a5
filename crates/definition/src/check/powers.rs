//! Turns powers and events into their model, and rejects circular dependencies between powers.

use super::names::Names;
use super::words::Where;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Change, Clause, Condition, Deed, Effect, Event, How, Kinds, Leg, Line, Noun, Onto, Power, Relation, Spot,
    Subject, Target, TargetLimit, Walker,
};
use crate::source::Span;
use crate::syntax::tree;

/// The stages in which a position is evaluated; each stage depends only on the results of earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stratum {
    Places,
    Attacks,
    Permissions,
    Threats,
}

pub(crate) fn stratum_of(condition: &Condition) -> Stratum {
    let mut most = Stratum::Places;
    condition.any(&mut |part| {
        let own = match part {
            Condition::Stands { relation, .. } => stratum_of_relation(relation),
            Condition::Attack { .. } => Stratum::Attacks,
            Condition::Under(_) => Stratum::Permissions,
            Condition::Threatened(_)
            | Condition::AllThreatened(_)
            | Condition::ThreatenIt { .. }
            | Condition::EnemyHasNoMove => Stratum::Threats,
            _ => Stratum::Places,
        };
        most = part.nouns().map(stratum_of_noun).fold(most.max(own), Stratum::max);
        false
    });
    most
}

pub(crate) fn stratum_of_noun(noun: &Noun) -> Stratum {
    noun.relations.iter().map(stratum_of_relation).max().unwrap_or(Stratum::Places)
}

fn stratum_of_relation(relation: &Relation) -> Stratum {
    match relation {
        Relation::Attacked | Relation::Guarded | Relation::Attacking | Relation::Guarding => Stratum::Attacks,
        _ => relation.noun().map_or(Stratum::Places, stratum_of_noun),
    }
}

/// Checks that a line that defines attacks does not itself depend on attacks.
pub(crate) fn check_line(line: &Line, span: Span) -> Result<(), Diagnostic> {
    let condition = line.condition.as_ref().map_or(Stratum::Places, stratum_of);
    let capturing = line.capturing.iter().map(stratum_of_noun).max().unwrap_or(Stratum::Places);
    let legs = line
        .ways
        .iter()
        .flatten()
        .flat_map(nouns_of)
        .chain(&line.pulling)
        .map(stratum_of_noun)
        .max()
        .unwrap_or(Stratum::Places);
    let most = condition.max(capturing).max(legs);
    if line.takes() && most > Stratum::Places || most > Stratum::Attacks {
        return Err(Code::Stratum.at(span).error("A capturing line cannot depend on attacks, because it defines them. Only `moves` lines and acts can.", "Une ligne qui prend ne peut pas dépendre des attaques, puisqu'elle les définit. Seuls une ligne «\u{a0}moves\u{a0}» ou un acte le peuvent."));
    }
    Ok(())
}

fn nouns_of(leg: &Leg) -> Vec<&Noun> {
    match leg {
        Leg::Swap(noun) | Leg::Push(_, noun) => vec![noun],
        Leg::Jump { over, .. } => over.iter().flatten().collect(),
        Leg::Strike(_) => Vec::new(),
        Leg::Step(step) => {
            let onto = picked!(&step.onto, Onto::Noun(noun) => noun);
            let mut found: Vec<&Noun> = onto.into_iter().collect();
            match &step.how {
                How::Slide { leaping, over, .. } => found.extend(leaping.iter().chain(over)),
                How::To(Target::Any(limits)) => found.extend(limits.iter().filter_map(TargetLimit::noun)),
                _ => {}
            }
            found
        }
    }
}

impl Names {
    pub(crate) fn clause(&self, power: &tree::Power, index: usize) -> Result<Clause, Diagnostic> {
        let givers = match &power.giver {
            tree::Giver::Kinds(names) => self.all_sided(names)?,
            tree::Giver::Any { but } => self.all_kinds() & !self.kinds(but)?,
        };
        self.clause_line(&power.line, power.name.span, index, givers)
    }

    pub(super) fn clause_line(
        &self,
        power: &tree::ClauseLine,
        span: Span,
        index: usize,
        givers: Kinds,
    ) -> Result<Clause, Diagnostic> {
        let while_giver = power.while_giver.as_ref().map(|condition| self.condition(condition, Where::Giver));
        let while_giver = while_giver.transpose()?;
        let everybody = matches!(power.subject, tree::Subject::Nobody(_));
        let subject = match &power.subject {
            tree::Subject::It => Subject::It,
            tree::Subject::Nobody(_) => Subject::Everybody,
            tree::Subject::Noun(noun) => Subject::Noun(self.noun(noun, Where::Giver)?),
        };
        let walker = |walker: &tree::Walker| -> Result<Walker, Diagnostic> {
            Ok(match walker {
                tree::Walker::It => Walker::It,
                tree::Walker::Kind(name) => Walker::Kind(self.kind(name)?),
            })
        };
        let change = match &power.clause {
            tree::Clause::CanCapture if everybody => Change::CannotCapture(None),
            tree::Clause::CannotMove if !everybody => Change::CannotMove,
            tree::Clause::CannotCapture(noun) if !everybody => {
                Change::CannotCapture(noun.as_ref().map(|noun| self.noun(noun, Where::Receiver)).transpose()?)
            }
            tree::Clause::CannotBeCaptured(labels) if !everybody => {
                Change::CannotBeCaptured(if labels.is_empty() { None } else { Some(self.labels(labels)?) })
            }
            tree::Clause::CannotMake(label) if !everybody => Change::CannotMake(self.label(label)?),
            tree::Clause::CapturedOnlyWhile(condition) if !everybody => {
                Change::CapturedOnlyWhile(self.condition(condition, Where::Receiver)?)
            }
            tree::Clause::WalkAs(lender) if !everybody => Change::WalkAs(walker(lender)?),
            tree::Clause::AlsoWalkAs(lender, place) if !everybody => Change::AlsoWalkAs(
                walker(lender)?,
                place.as_ref().map(|place| self.place(place, Where::Receiver)).transpose()?,
            ),
            tree::Clause::Exchanged if !everybody => Change::Exchanged,
            tree::Clause::Wrapped if !everybody && self.board.wraps() => Change::Wrapped,
            tree::Clause::Wrapped => {
                return Err(Code::Meaning.at(span).error(
                    "This game has no wrapped rows. Add `wrap rows`, and below it how they continue.",
                    "Ce jeu n'a pas de rangées enroulées. Ajoutez «\u{a0}wrap rows\u{a0}», et en dessous comment elles continuent.",
                ));
            }
            tree::Clause::OneSquare if !everybody => Change::OneSquare,
            tree::Clause::Through(noun) if !everybody => Change::Through(self.noun(noun, Where::Giver)?),
            tree::Clause::StopOn(place) if !everybody => Change::StopOn(self.place(place, Where::Receiver)?),
            tree::Clause::MayBecome(kind) if !everybody => Change::MayBecome(self.sided(kind)?),
            tree::Clause::Must { label, duty } => Change::Must {
                label: label.as_ref().map(|label| self.label(label)).transpose()?,
                condition: self.condition(duty, Where::Giver)?,
            },
            _ => {
                return Err(Code::Meaning.at(span).error(
                    "After \"nobody\" only \"can capture\" is possible. Otherwise name the pieces: \"own pieces cannot …\".",
                    "Après «\u{a0}nobody\u{a0}», seul «\u{a0}can capture\u{a0}» est possible. Sinon, nommez les pièces\u{a0}: «\u{a0}own pieces cannot …\u{a0}».",
                ));
            }
        };
        let condition = match &power.condition {
            Some((condition, positive)) => {
                let condition = self.condition(condition, Where::Receiver)?;
                Some(if *positive { condition } else { Condition::Not(Box::new(condition)) })
            }
            None => None,
        };
        let mut clause = Clause {
            span,
            power: index,
            givers,
            card: None,
            main_action: power.main_action,
            while_giver,
            subject,
            change,
            condition,
            asks_threats: false,
        };
        let most = clause_asks(&clause);
        self.check_stratum(&clause, most, span)?;
        clause.asks_threats = most == Stratum::Threats;
        Ok(clause)
    }

    fn check_stratum(&self, clause: &Clause, most: Stratum, span: Span) -> Result<(), Diagnostic> {
        let name = &self.powers[clause.power];
        if clause.changes_walks() && most > Stratum::Attacks {
            return Err(Code::Stratum.at(span).error(format!(
                    "Power {name} changes how pieces move, so it cannot depend on what powers allow. It can depend on places, sight, or attacks by a kind's own lines."
                ), format!(
                    "Le pouvoir {name} change la marche des pièces et ne peut donc pas dépendre de ce que des pouvoirs permettent. Il peut dépendre de lieux, de lignes de vue, ou d'attaques par les lignes propres d'un type."
                )));
        }
        Ok(())
    }

    pub(crate) fn event(&self, event: &tree::Event, span: Span) -> Result<Event, Diagnostic> {
        let noun = self.noun(&event.trigger.noun, Where::Event)?;
        let deed = match &event.trigger.deed {
            tree::Deed::Captures(noun) => {
                Deed::Captures(noun.as_ref().map(|noun| self.noun(noun, Where::Event)).transpose()?)
            }
            tree::Deed::Arrives(place) => Deed::Arrives(self.place(place, Where::Event)?),
            tree::Deed::Leaves(place) => Deed::Leaves(self.place(place, Where::Event)?),
            tree::Deed::Moves => Deed::Moves,
            tree::Deed::Castles => Deed::Castles,
            tree::Deed::Makes { labels, onto, over, main_action } => Deed::Makes {
                labels: self.labels(labels)?,
                over: over.as_ref().map(|noun| self.noun(noun, Where::Event)).transpose()?,
                main_action: *main_action,
                onto: onto.as_ref().map(|place| self.place(place, Where::Event)).transpose()?,
            },
            tree::Deed::IsCaptured { by } => Deed::IsCaptured { by: self.labels(by)? },
        };
        let is_loss = matches!(deed, Deed::IsCaptured { .. });
        let effect = match &event.effect {
            tree::Effect::Remember { memory, what } => {
                Effect::Remember { memory: self.square_memory(memory)?, what: *what }
            }
            _ if is_loss => {
                return Err(Code::Unsupported.at(span).error(
                    "For a captured piece, only \"where it stood\" can be remembered.",
                    "Pour une pièce prise, on ne peut retenir que «\u{a0}where it stood\u{a0}».",
                ));
            }
            tree::Effect::Becomes { kinds: names, most, may } => {
                let kinds: Result<Vec<_>, _> = names.iter().map(|name| self.sided(name)).collect();
                let mut kinds = kinds?;
                if *may {
                    if !noun.kinds.is_power_of_two() {
                        return Err(Code::Unsupported.at(event.trigger.noun.span).error("A sentence with \"may\" must be about a single kind. Write one for each kind.", "Une phrase avec «\u{a0}may\u{a0}» doit porter sur un seul type. Écrivez-en une pour chaque type."));
                    }
                    // The first kind is the piece's own: choosing it means no promotion, in the ordinary notation.
                    kinds.insert(0, entourage_kernel::Kind(noun.kinds.trailing_zeros() as u8));
                }
                let mut bounds = Vec::new();
                for (number, name) in most {
                    let kind = self.kind(name)?;
                    if !kinds.contains(&kind) {
                        return Err(Code::Meaning.at(name.span).error(
                            format!("{} is not among the kinds that the piece can become here.", name.text),
                            format!("{} n'est pas parmi les types que la pièce peut devenir ici.", name.text),
                        ));
                    }
                    if kinds.len() == 1 {
                        return Err(Code::Meaning.at(name.span).error(
                            "With a single kind there is no choice to limit. Write \", if own … are … or fewer\" instead.",
                            "Avec un seul type, il n'y a pas de choix à limiter. Écrivez plutôt «\u{a0}, if own … are … or fewer\u{a0}».",
                        ));
                    }
                    bounds.push((kind, number.value));
                }
                Effect::Becomes { kinds, most: bounds, may: *may }
            }
            tree::Effect::Put { noun, spot } => {
                let is_block = match &noun.what {
                    tree::NounKind::Kinds(names) => self.blocks() >> self.kind(&names[0])?.index() & 1 != 0,
                    _ => false,
                };
                let is_own = is_block || noun.whose == Some(crate::model::Whose::Own);
                let (tree::NounKind::Kinds(names), true) = (&noun.what, is_own) else {
                    return Err(Code::Meaning.at(noun.span).error(
                        "Name the kind of own piece to put there, such as \"an own Pawn\".",
                        "Nommez le type de pièce à y poser, comme «\u{a0}an own Pawn\u{a0}».",
                    ));
                };
                let spot = match spot {
                    tree::Spot::Left => Spot::Left,
                    tree::Spot::Place { place, if_empty: true } => {
                        Spot::Place(self.place(place, Where::Event)?)
                    }
                    tree::Spot::Place { .. } => {
                        return Err(Code::Meaning.at(noun.span).error(
                            "The square may be occupied. Add \", if that is empty\".",
                            "La case peut être occupée. Ajoutez «\u{a0}, if that is empty\u{a0}».",
                        ));
                    }
                    tree::Spot::Chosen { limits, goes } => {
                        Spot::Chosen { limits: self.limits(limits, Where::Event)?, goes: *goes }
                    }
                };
                Effect::Put { kind: self.kind(&names[0])?, spot }
            }
            tree::Effect::Removed { it, noun } => Effect::Removed {
                it: *it,
                noun: noun.as_ref().map(|noun| self.noun(noun, Where::Event)).transpose()?,
            },
            tree::Effect::Driven(noun, drive) => Effect::Driven(self.noun(noun, Where::Event)?, *drive),
            tree::Effect::Transformed(noun, kind) => {
                let (meant, kind) = (self.noun(noun, Where::Event)?, self.sided(kind)?);
                if meant.kinds & self.blocks() != 0 {
                    return Err(Code::Meaning.at(noun.span).error(
                        "A neutral piece cannot become another piece.",
                        "Une pièce neutre ne peut pas devenir une autre pièce.",
                    ));
                }
                Effect::Transformed(meant, kind)
            }
            tree::Effect::Turned(noun) => Effect::Turned(self.noun(noun, Where::Event)?),
            tree::Effect::Mark { marks, what } => Effect::Mark { marks: self.marks(marks)?, what: *what },
            tree::Effect::Captured(noun) => Effect::Captured(self.noun(noun, Where::Event)?),
            tree::Effect::Again { label, captured_by } => {
                Effect::Again { label: self.label(label)?, captured_by: self.label(captured_by)? }
            }
            tree::Effect::Extra { by } => {
                self.labels(by)?;
                let jumps = matches!(&deed, Deed::Makes { over: Some(_), .. });
                if !jumps || event.condition.is_some() {
                    return Err(Code::Meaning.at(span).error("It is unclear which piece is meant. Write \"after it makes a jump over an own piece: that piece gets an extra move by …\".", "Précisez de quelle pièce il s'agit\u{a0}: écrivez «\u{a0}after it makes a jump over an own piece: that piece gets an extra move by …\u{a0}»."));
                }
                Effect::Extra
            }
        };
        let has_choice =
            effect.asks_square() || matches!(&effect, Effect::Becomes { kinds, .. } if kinds.len() > 1);
        if matches!(deed, Deed::Castles) && has_choice {
            return Err(Code::Unsupported.at(span).error(
                "A castling offers no further choice. Name a single kind or place.",
                "Un roque n'offre pas d'autre choix. Nommez un seul type ou un seul lieu.",
            ));
        }
        let condition =
            event.condition.as_ref().map(|condition| self.condition(condition, Where::Event)).transpose()?;
        let is_ahead = |part: &Condition| matches!(part, Condition::MayThen { .. });
        let asks = condition.as_ref().is_some_and(|condition| condition.any(&mut { is_ahead }));
        let alone = condition.as_ref().is_some_and(is_ahead);
        if asks && !(alone && matches!(effect, Effect::Remember { .. })) {
            return Err(Code::Meaning.at(span).error(
                "\"the enemy may then make …\" can only be the sole condition of an event that remembers a square.",
                "«\u{a0}the enemy may then make …\u{a0}» ne peut être que la seule condition d'un événement qui retient une case.",
            ));
        }
        Ok(Event { span, noun, card: None, deed, effect, condition })
    }
}

pub(crate) fn clause_asks(clause: &Clause) -> Stratum {
    let conditions = clause.while_giver.iter().chain(&clause.condition).map(stratum_of);
    let nouns = match &clause.subject {
        Subject::Noun(noun) => stratum_of_noun(noun),
        _ => Stratum::Places,
    };
    let change = match &clause.change {
        Change::CannotCapture(Some(noun)) | Change::Through(noun) => stratum_of_noun(noun),
        Change::CapturedOnlyWhile(condition) | Change::Must { condition, .. } => stratum_of(condition),
        _ => Stratum::Places,
    };
    conditions.max().unwrap_or(Stratum::Places).max(nouns).max(change)
}

/// Finds a cycle of powers that depend on one another.
pub(crate) fn circle(powers: &[Power], clauses: &[Clause]) -> Option<Vec<usize>> {
    let of_power = |power| clauses.iter().filter(move |clause| clause.power == power);
    let asks: Vec<Vec<usize>> =
        (0..powers.len()).map(|power| of_power(power).flat_map(dependencies).collect()).collect();
    for start in 0..powers.len() {
        let mut path = vec![start];
        let mut seen = vec![false; powers.len()];
        // Depth-first search from `start` until a path returns to it.
        while let Some(&last) = path.last() {
            if path.len() > 1 && last == start {
                path.pop();
                return Some(path);
            }
            let next = asks[last].iter().copied().find(|next| *next == start || !seen[*next]);
            match next {
                Some(next) => {
                    seen[next] = true;
                    path.push(next);
                }
                None => {
                    path.pop();
                }
            }
        }
    }
    None
}

pub(crate) fn dependencies(clause: &Clause) -> Vec<usize> {
    let mut found = Vec::new();
    let of_change = picked!(&clause.change, Change::CapturedOnlyWhile(asked) | Change::Must { condition: asked, .. } => asked);
    for condition in clause.while_giver.iter().chain(&clause.condition).chain(of_change) {
        condition.any(&mut |part| {
            found.extend(picked!(part, Condition::Under(power) => *power));
            false
        });
    }
    found
}
