use entourage_kernel::Side;

use super::names::Names;
use super::words::Where;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Act, ActEffect, DirectionWords, How, Leap, Leg, Length, Line, Onto, Relation, Shape, Step, Target,
    TargetLimit, Whose,
};
use crate::source::Span;
use crate::syntax::tree::{self, LegKind, PieceLine, PieceLineKind, Walk};

#[derive(Clone, Default)]
pub(crate) struct Lines {
    pub(crate) lines: Vec<Line>,
    pub(crate) acts: Vec<Act>,
    pub(crate) never_captures: bool,
}

impl Lines {
    pub(crate) fn extend(&mut self, other: &Self) {
        self.lines.extend(other.lines.iter().cloned());
        self.acts.extend(other.acts.iter().cloned());
        self.never_captures |= other.never_captures;
    }
}

pub(crate) fn labels(lines: &[PieceLine]) -> impl Iterator<Item = &tree::Name> {
    lines.iter().filter_map(|line| match &line.what {
        PieceLineKind::Walk(walk) => walk.label.as_ref(),
        PieceLineKind::Act { label, .. } => Some(label),
        PieceLineKind::NeverCaptures => None,
    })
}

impl Names {
    pub(crate) fn lines(&self, lines: &[PieceLine], edition: &str, faults: &mut Vec<Diagnostic>) -> Lines {
        let mut found = Lines::default();
        for line in lines {
            if line.edition.as_ref().is_some_and(|name| name.text != edition) {
                continue;
            }
            let read = match &line.what {
                PieceLineKind::NeverCaptures => {
                    found.never_captures = true;
                    Ok(())
                }
                PieceLineKind::Act { label, effect, condition } => {
                    self.act(label, effect, condition.as_ref()).map(|act| found.acts.push(act))
                }
                PieceLineKind::Walk(walk) => self.walk(walk, line.span).map(|lines| found.lines.extend(lines)),
            };
            faults.extend(read.err());
        }
        found
    }

    fn act(
        &self,
        label: &tree::Name,
        effect: &tree::Effect,
        condition: Option<&tree::Condition>,
    ) -> Result<Act, Diagnostic> {
        let effect = match effect {
            tree::Effect::Removed { it: true, noun } => {
                ActEffect::Removed(noun.as_ref().map(|noun| self.noun(noun, Where::Line)).transpose()?)
            }
            tree::Effect::Becomes { kinds, most, may: false } if kinds.len() == 1 && most.is_empty() => {
                ActEffect::Becomes(self.sided(&kinds[0])?)
            }
            tree::Effect::Turned(noun) => ActEffect::Turned(self.noun(noun, Where::Line)?),
            tree::Effect::Driven(noun, drive) => ActEffect::Driven(self.noun(noun, Where::Line)?, *drive),
            _ => {
                return Err(Code::Unsupported.at(label.span).error("An act can do one of the following: remove the piece, alone or together with another piece; change it into one given kind; make another piece change sides; or push or pull another piece.", "Un acte peut, au choix, retirer la pièce, seule ou avec une autre pièce, la changer en un type donné, faire changer de camp une autre pièce ou repousser ou attirer une autre pièce."));
            }
        };
        let condition = condition.map(|condition| self.condition(condition, Where::Line)).transpose()?;
        Ok(Act { span: label.span, label: self.label(label)?, effect, condition })
    }

    pub(super) fn walk(&self, walk: &Walk, span: Span) -> Result<Vec<Line>, Diagnostic> {
        let label = walk.label.as_ref().map(|label| self.label(label)).transpose()?;
        let condition =
            walk.condition.as_ref().map(|condition| self.condition(condition, Where::Line)).transpose()?;
        let from = match &walk.from {
            Some((place, inside)) => Some((self.place(place, Where::Line)?, *inside)),
            None => None,
        };
        let only_to = walk.only_to.as_ref().map(|place| self.place(place, Where::Line)).transpose()?;
        let mut capturing = Vec::new();
        for noun in &walk.capturing {
            capturing.push(self.noun(noun, Where::Capturing)?);
        }
        let pulling = walk.pulling.as_ref().map(|noun| self.noun(noun, Where::Line)).transpose()?;
        let is_led = |way: &Vec<tree::Leg>| way.last().is_some_and(|leg| leads(&leg.what));
        if pulling.is_some() && !walk.ways.iter().all(is_led) {
            return Err(Code::Meaning.at(span).error(
                "A leap has no direction, so it cannot pull.",
                "Un saut n'a pas de direction et ne peut donc pas tirer.",
            ));
        }
        let mut lines = Vec::new();
        for captures in [false, true] {
            if !(if captures { walk.captures } else { walk.moves }) {
                continue;
            }
            let mut ways = Vec::new();
            for way in &walk.ways {
                ways.push(self.way(way, captures, &capturing)?);
            }
            let line = Line {
                span,
                captures,
                label,
                is_plain: condition.is_none()
                    && capturing.is_empty()
                    && pulling.is_none()
                    && ways.iter().flatten().all(is_plain),
                ways,
                capturing: capturing.clone(),
                pulling: pulling.clone(),
                condition: condition.clone(),
                from: from.clone(),
                only_to: only_to.clone(),
                no_attack: walk.no_attack,
            };
            if captures && line.capturing.is_empty() && !line.ways.iter().all(|way| takes(way)) {
                return Err(Code::Meaning.at(span).error("This line says \"captures\" but captures nothing. Add \"onto an enemy\" or \"capturing …\".", "Cette ligne dit «\u{a0}captures\u{a0}» mais ne prend rien. Ajoutez «\u{a0}onto an enemy\u{a0}» ou «\u{a0}capturing …\u{a0}»."));
            }
            lines.push(line);
        }
        Ok(lines)
    }

    fn way(
        &self,
        legs: &[tree::Leg],
        captures: bool,
        capturing: &[crate::model::Noun],
    ) -> Result<Vec<Leg>, Diagnostic> {
        let mut way = Vec::new();
        let mut has_direction = false;
        for (index, leg) in legs.iter().enumerate() {
            let follows = has_direction;
            has_direction = leads(&leg.what);
            way.push(self.leg(leg, follows, captures)?);
            if matches!(leg.what, LegKind::Swap(_)) && legs.len() > 1 {
                return Err(Code::Unsupported.at(leg.span).error(
                    "A swap must be the only leg of a move.",
                    "Un échange doit être la seule étape d'un coup.",
                ));
            }
            let withdraws = |noun: &crate::model::Noun| {
                noun.relations
                    .iter()
                    .any(|relation| matches!(relation, Relation::Withdrawn | Relation::Approached))
            };
            if index + 1 == legs.len() && !has_direction && capturing.iter().any(withdraws) {
                return Err(Code::Meaning.at(leg.span).error(
                    "A leap has no direction, so it can neither withdraw nor approach.",
                    "Un saut n'a pas de direction\u{a0}: il ne peut ni s'éloigner ni s'approcher.",
                ));
            }
        }
        Ok(way)
    }

    fn leg(&self, leg: &tree::Leg, follows: bool, captures: bool) -> Result<Leg, Diagnostic> {
        let short = |number: &tree::Number| number.value.min(200) as usize;
        Ok(match &leg.what {
            LegKind::Step { directions, onto } => Leg::Step(Step {
                how: How::Step(self.directions(*directions, follows)?),
                onto: self.onto(onto, captures)?,
            }),
            LegKind::Slide { directions, length, leaping, over, just, onto } => Leg::Step(Step {
                how: How::Slide {
                    directions: self.directions(*directions, follows)?,
                    length: match length {
                        tree::Length::Any => Length::Any,
                        tree::Length::Exactly(number) => Length::Exactly(short(number)),
                        tree::Length::UpTo(number) => Length::UpTo(short(number)),
                    },
                    leaping: leaping.as_ref().map(|noun| self.noun(noun, Where::Line)).transpose()?,
                    over: over.as_ref().map(|noun| self.noun(noun, Where::Line)).transpose()?,
                    just: *just,
                },
                onto: self.onto(onto, captures)?,
            }),
            LegKind::Leap { by, towards, rides, onto } => {
                let leap = self.leap(by.map(|number| short(&number)), *towards)?;
                let how = if *rides { How::Ride(leap) } else { How::Leap(leap) };
                Leg::Step(Step { how, onto: self.onto(onto, captures)? })
            }
            LegKind::To(target) => {
                let target = match target {
                    tree::Target::Place(place) => Target::Place(self.place(place, Where::Line)?),
                    tree::Target::Any(limits) => Target::Any(self.limits(limits, Where::Line)?),
                };
                Leg::Step(Step { how: How::To(target), onto: Onto::Unsaid })
            }
            LegKind::Swap(noun) => Leg::Swap(self.noun(noun, Where::Line)?),
            LegKind::Push(directions, noun) => {
                Leg::Push(self.directions(*directions, follows)?, self.noun(noun, Where::Line)?)
            }
            LegKind::Strike(directions) => Leg::Strike(self.directions(*directions, follows)?),
            LegKind::Jump { directions, over } => {
                let mut jumped = Vec::new();
                for noun in over {
                    jumped.push(noun.as_ref().map(|noun| self.noun(noun, Where::Line)).transpose()?);
                }
                Leg::Jump { directions: self.directions(*directions, follows)?, over: jumped }
            }
        })
    }

    pub(super) fn limits(
        &self,
        limits: &[tree::TargetLimit],
        place: Where,
    ) -> Result<Vec<TargetLimit>, Diagnostic> {
        limits.iter().map(|limit| self.limit(limit, place)).collect()
    }

    pub(super) fn limit(&self, limit: &tree::TargetLimit, place: Where) -> Result<TargetLimit, Diagnostic> {
        Ok(match limit {
            tree::TargetLimit::OtherColour(_) => TargetLimit::OtherColour,
            tree::TargetLimit::NextTo(reference) => TargetLimit::NextTo(self.reference(reference, place)?),
            tree::TargetLimit::NotNextTo(reference) => {
                TargetLimit::NotNextTo(self.reference(reference, place)?)
            }
            tree::TargetLimit::Away { least, most, directions } => self.away(*least, *most, *directions)?,
            tree::TargetLimit::Enclosing(noun) => TargetLimit::Enclosing(self.noun(noun, place)?),
            tree::TargetLimit::OnFile { noun, most } => self.on_file(noun, *most, place)?,
            tree::TargetLimit::Of(on) => TargetLimit::Of(self.place(on, place)?),
            tree::TargetLimit::Reached(leg) => match self.leg(leg, false, false)? {
                Leg::Step(Step {
                    how: How::Slide { leaping: Some(_), .. } | How::Slide { over: Some(_), .. },
                    ..
                }) => return Err(only_empty(leg.span)),
                Leg::Step(Step { how, onto: Onto::Unsaid }) => TargetLimit::Reached(how),
                _ => return Err(only_empty(leg.span)),
            },
        })
    }

    fn on_file(&self, noun: &tree::Noun, most: u32, place: Where) -> Result<TargetLimit, Diagnostic> {
        if self.board.shape == Shape::Rows {
            return Err(Code::Meaning.at(noun.span).error(
                "A board with hexagons in rows has no files.",
                "Un plateau d'hexagones en rangées n'a pas de colonnes.",
            ));
        }
        Ok(TargetLimit::OnFile { noun: self.noun(noun, place)?, most })
    }

    fn leap(&self, by: [usize; 2], towards: Option<tree::Directions>) -> Result<Leap, Diagnostic> {
        let Some(directions) = towards else { return Ok(Leap { by, towards: DirectionWords::NONE }) };
        let leap = Leap { by, towards: self.directions(directions, false)? };
        let everywhere = Leap { by, towards: DirectionWords::NONE };
        let leads = |leap: Leap| {
            let mut squares = self.board.squares();
            squares.any(|square| !self.board.leaps(square, leap, Side::First).is_empty())
        };
        if leads(everywhere) && !leads(leap) {
            return Err(Code::Meaning.at(directions.span).error("This leap does not go in that direction: a leap with two different distances takes straight or oblique directions, a leap with equal distances diagonal ones.", "Ce saut ne va pas dans cette direction\u{a0}: un saut à deux distances différentes prend des directions droites ou obliques, un saut à distances égales des diagonales."));
        }
        Ok(leap)
    }

    fn away(
        &self,
        least: tree::Number,
        most: tree::Number,
        directions: tree::Directions,
    ) -> Result<TargetLimit, Diagnostic> {
        const MAX_STEPS: u32 = 16;
        if !(1..=MAX_STEPS).contains(&least.value) || !(least.value..=MAX_STEPS).contains(&most.value) {
            return Err(Code::Size.at(most.span).error(
                format!("The number of steps must be from 1 to {MAX_STEPS}, with the smaller number first in a range."),
                format!("Le nombre de pas doit être compris entre 1 et {MAX_STEPS}\u{a0}; dans un intervalle, le plus petit d'abord."),
            ));
        }
        let directions = self.directions(directions, false)?;
        Ok(TargetLimit::Away { least: least.value as u8, most: most.value as u8, directions })
    }

    fn onto(&self, onto: &tree::Onto, captures: bool) -> Result<Onto, Diagnostic> {
        Ok(match onto {
            tree::Onto::Unsaid => Onto::Unsaid,
            tree::Onto::Empty => Onto::Empty,
            tree::Onto::Memory(name) => Onto::Memory(self.square_memory(name)?),
            tree::Onto::Noun(noun) if captures => {
                let victim = self.noun(noun, Where::Line)?;
                if victim.kinds & !self.blocks() == 0 {
                    return Err(Code::Meaning.at(noun.span).error(
                        "A neutral piece cannot be captured.",
                        "Une pièce neutre ne peut pas être prise.",
                    ));
                }
                Onto::Noun(victim)
            }
            tree::Onto::Noun(noun) => {
                return Err(Code::Meaning.at(noun.span).error(
                    "A \"moves\" line captures nothing, so it must end on an empty square.",
                    "Une ligne «\u{a0}moves\u{a0}» ne prend rien et doit donc finir sur une case vide.",
                ));
            }
        })
    }
}

fn only_empty(span: Span) -> Diagnostic {
    Code::Meaning.at(span).error(
        "A distance can only be measured over empty squares, not over pieces.",
        "Une distance ne se mesure que par des cases vides, pas par-dessus des pièces.",
    )
}

fn leads(leg: &LegKind) -> bool {
    !matches!(leg, LegKind::Leap { .. } | LegKind::To(_) | LegKind::Swap(_))
}

fn takes(way: &[Leg]) -> bool {
    let last = way.len().saturating_sub(1);
    way.iter().enumerate().any(|(index, leg)| match leg {
        Leg::Strike(_) => true,
        Leg::Step(Step { onto: Onto::Noun(_), .. }) => true,
        Leg::Step(Step { how: How::Slide { leaping: Some(_), .. }, .. }) => true,
        Leg::Step(Step { onto: Onto::Unsaid, .. }) => index == last,
        _ => false,
    })
}

fn is_any_piece(noun: &crate::model::Noun) -> bool {
    noun.whose == Whose::Any && noun.relations.is_empty() && noun.call.is_none() && !noun.another
}

/// Returns whether squares and kinds alone determine what a leg (one part of a move) captures.
fn is_plain(leg: &Leg) -> bool {
    match leg {
        Leg::Strike(_) => true,
        Leg::Step(Step { how, onto }) => {
            let plain_how = match how {
                How::Slide { leaping, over, .. } => leaping.is_none() && over.as_ref().is_none_or(is_any_piece),
                How::To(Target::Any(limits)) => limits.iter().all(|limit| {
                    !matches!(
                        limit,
                        TargetLimit::OnFile { .. }
                            | TargetLimit::Enclosing(_)
                            | TargetLimit::NextTo(crate::model::Reference::Noun(_))
                            | TargetLimit::NotNextTo(crate::model::Reference::Noun(_))
                    )
                }),
                _ => true,
            };
            let plain_onto = match onto {
                Onto::Noun(noun) => {
                    noun.relations.is_empty() && noun.call.is_none() && noun.whose != Whose::Own
                }
                _ => true,
            };
            plain_how && plain_onto
        }
        Leg::Swap(_) | Leg::Push(..) | Leg::Jump { .. } => false,
    }
}
