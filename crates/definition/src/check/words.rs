use entourage_kernel::{Side, Square, SquareSet};

use super::names::Names;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Condition, DirectionWords, Kinds, MAX_COUNT, Noun, Place, PlaceWords, Reference, Relation, Shape, Whose,
};
use crate::source::Span;
use crate::syntax::tree::{self, ConditionKind, NounKind, PlaceKind, RelationKind};

/// The context of a phrase, which determines which words are valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Where {
    Line,
    /// The pieces that a line captures in passing.
    Capturing,
    Giver,
    Receiver,
    Event,
    Call,
    Need,
    /// An end condition, or the squares of an army or of shuffled pieces.
    Player,
    Exception,
}

type Resolved<T> = Result<T, Diagnostic>;

fn meaningless(span: Span, en: &str, fr: &str) -> Diagnostic {
    Code::Meaning.at(span).error(en, fr)
}

impl Names {
    pub(crate) fn whose(&self, whose: Option<Whose>, span: Span, place: Where) -> Resolved<Whose> {
        Ok(match whose {
            Some(Whose::Their) if place != Where::Receiver => {
                return Err(meaningless(
                    span,
                    "\"their\" refers to nothing here. For the piece itself, write \"own\".",
                    "«\u{a0}their\u{a0}» ne désigne rien ici. Pour la pièce elle-même, écrivez «\u{a0}own\u{a0}».",
                ));
            }
            whose => whose.unwrap_or(Whose::Any),
        })
    }

    fn head(&self, what: &NounKind) -> Resolved<(Kinds, Option<usize>)> {
        Ok(match what {
            NounKind::Piece | NounKind::Enemy => (self.all_kinds(), None),
            NounKind::Kinds(names) => (self.kinds(names)?, None),
            NounKind::Call(name) => (self.all_kinds(), Some(self.call(name)?)),
        })
    }

    pub(crate) fn noun(&self, noun: &tree::Noun, place: Where) -> Resolved<Noun> {
        let (kinds, call) = self.head(&noun.what)?;
        let kinds = kinds & !self.kinds(&noun.but)?;
        let mut whose = self.whose(noun.whose, noun.span, place)?;
        if noun.what == NounKind::Enemy {
            whose = Whose::Enemy;
        }
        let mut relations = Vec::new();
        for relation in &noun.relations {
            relations.push(self.relation(relation, place)?);
        }
        if kinds & self.blocks() != 0 && matches!(whose, Whose::Own | Whose::Enemy | Whose::Their) {
            return Err(meaningless(
                noun.span,
                "This piece is neutral: it is neither \"own\" nor \"enemy\".",
                "Cette pièce est neutre\u{a0}: ni «\u{a0}own\u{a0}», ni «\u{a0}enemy\u{a0}».",
            ));
        }
        let says_side = relations.iter().any(|relation| matches!(relation, Relation::Theirs));
        let in_power = matches!(place, Where::Giver | Where::Receiver | Where::Capturing);
        let is_block = kinds & self.blocks() != 0;
        if in_power
            && !is_block
            && noun.whose.is_none()
            && whose == Whose::Any
            && !says_side
            && noun.what != NounKind::Piece
        {
            let first = match &noun.what {
                NounKind::Kinds(names) => names[0].text.as_str(),
                _ => "piece",
            };
            return Err(meaningless(
                noun.span,
                &format!("It is unclear whose {first} this is. Write \"own\", \"enemy\" or \"any\"."),
                &format!(
                    "Précisez à qui appartient {first}\u{a0}: écrivez «\u{a0}own\u{a0}», «\u{a0}enemy\u{a0}» ou «\u{a0}any\u{a0}»."
                ),
            ));
        }
        Ok(Noun { whose, another: noun.another, kinds, call, relations })
    }

    pub(crate) fn place(&self, place: &tree::Place, at: Where) -> Resolved<Place> {
        let mut whose = self.whose(place.whose, place.span, at)?;
        let rows = |first: usize, last: usize| {
            Side::BOTH.map(|side| {
                let inside = |row: usize| (first..=last).contains(&row);
                let squares = self.board.squares();
                squares.filter(|square| self.board.row_for(*square, side).is_some_and(inside)).collect()
            })
        };
        let (words, squares): (PlaceWords, [SquareSet; 2]) = match &place.what {
            PlaceKind::Zone(name) => {
                let zone = self.zone(name)?;
                if self.zones[zone].is_shared {
                    whose = Whose::Any;
                } else if place.whose.is_none() {
                    return Err(meaningless(
                        place.span,
                        &format!("It is unclear whose {} this is. Write \"own\" or \"enemy\".", name.text),
                        &format!(
                            "Précisez à qui appartient {}\u{a0}: écrivez «\u{a0}own\u{a0}» ou «\u{a0}enemy\u{a0}».",
                            name.text
                        ),
                    ));
                }
                (PlaceWords::Zone(zone), self.zones[zone].squares)
            }
            PlaceKind::Rows(first, last) => {
                let [first, last] = [self.row(first.value, first.span)?, self.row(last.value, last.span)?];
                if place.whose.is_none() {
                    return Err(meaningless(
                        place.span,
                        "It is unclear from which side's edge this is counted. Write \"own\" or \"enemy\".",
                        "Précisez depuis le bord de quel camp compter\u{a0}: écrivez «\u{a0}own\u{a0}» ou «\u{a0}enemy\u{a0}».",
                    ));
                }
                let (first, last) = (first.min(last), first.max(last));
                (PlaceWords::Rows(first, last), rows(first, last))
            }
            PlaceKind::LastRow => {
                let squares = Side::BOTH.map(|side| {
                    let is_last = |square: &Square| {
                        let row = self.board.row_for(*square, side);
                        row.is_some() && row == self.board.depth(*square)
                    };
                    self.board.squares().filter(is_last).collect()
                });
                (PlaceWords::LastRow, squares)
            }
        };
        if place.whose.is_none() && matches!(place.what, PlaceKind::LastRow) {
            whose = Whose::Own;
        }
        Ok(Place { whose, words, squares })
    }

    pub(crate) fn directions(&self, directions: tree::Directions, follows: bool) -> Resolved<DirectionWords> {
        let tree::Directions { words, span } = directions;
        let (shape, angles) = (self.board.shape, DirectionWords::TURNING.with(DirectionWords::BENDING));
        if shape != Shape::Grid && words.meets(angles) {
            return Err(meaningless(
                span,
                "Hexagons have no right angles. Name the directions instead.",
                "Il n'y a pas d'angles droits sur des hexagones. Nommez plutôt les directions.",
            ));
        }
        if shape == Shape::Files && words.meets(DirectionWords::SIDEWAYS) {
            return Err(meaningless(
                span,
                "On hexagons in files, there is no \"sideways\" direction. Write \"straight\", \"diagonal\" or \"obliquely forward\".",
                "Sur des hexagones en colonnes, il n'y a pas de direction «\u{a0}sideways\u{a0}». Écrivez «\u{a0}straight\u{a0}», «\u{a0}diagonal\u{a0}» ou «\u{a0}obliquely forward\u{a0}».",
            ));
        }
        if shape != Shape::Files && words.meets(DirectionWords::OBLIQUELY_FORWARD) {
            return Err(meaningless(
                span,
                "The direction \"obliquely forward\" only exists on hexagons in files. Write \"diagonally forward\".",
                "La direction «\u{a0}obliquely forward\u{a0}» n'existe que sur des hexagones en colonnes. Écrivez «\u{a0}diagonally forward\u{a0}».",
            ));
        }
        if shape != Shape::Grid && words.meets(DirectionWords::ONE_SIDED) {
            return Err(meaningless(
                span,
                "Directions to the left or right only exist on a square grid. Name other directions.",
                "Les directions à gauche et à droite n'existent que sur un plateau à cases carrées. Nommez d'autres directions.",
            ));
        }
        if !follows && words.meets(DirectionWords::FOLLOWING) {
            return Err(meaningless(
                span,
                "This is the first leg, so it cannot turn or continue.",
                "C'est la première étape\u{a0}: elle ne peut ni tourner ni continuer.",
            ));
        }
        Ok(words)
    }

    pub(crate) fn relation(&self, relation: &tree::Relation, place: Where) -> Resolved<Relation> {
        let of_a_move = |found: Relation| match place {
            Where::Capturing | Where::Event => Ok(found),
            _ => Err(meaningless(
                relation.span,
                "\"it withdraws from\", \"it approaches\" and \"it jumps\" can only describe a move.",
                "«\u{a0}it withdraws from\u{a0}», «\u{a0}it approaches\u{a0}» et «\u{a0}it jumps\u{a0}» ne peuvent décrire qu'un coup.",
            )),
        };
        let inner = |noun: &tree::Noun| self.noun(noun, place).map(Box::new);
        Ok(match &relation.what {
            RelationKind::NextTo(reference) => Relation::NextTo(self.reference(reference, place)?),
            RelationKind::Before => Relation::Before,
            RelationKind::Behind => Relation::Behind,
            RelationKind::BeforeOrBehind => Relation::BeforeOrBehind,
            RelationKind::Between(noun, directions) => {
                Relation::Between(inner(noun)?, self.directions(*directions, false)?)
            }
            RelationKind::Sight(through) => {
                Relation::Sight(through.as_ref().map(|noun| inner(noun)).transpose()?)
            }
            RelationKind::SameKind => Relation::SameKind,
            RelationKind::Enclosed(directions) => Relation::Enclosed(match directions {
                Some(directions) => self.directions(*directions, false)?,
                None => DirectionWords::ANY,
            }),
            RelationKind::Attacked => Relation::Attacked,
            RelationKind::Guarded => Relation::Guarded,
            RelationKind::Attacking => Relation::Attacking,
            RelationKind::Guarding => Relation::Guarding,
            RelationKind::Withdrawn => of_a_move(Relation::Withdrawn)?,
            RelationKind::Approached => of_a_move(Relation::Approached)?,
            RelationKind::Jumped => of_a_move(Relation::Jumped)?,
            RelationKind::FileCrossesRow(noun) => Relation::FileCrossesRow(inner(noun)?),
            RelationKind::RowCrossesFile(noun) => Relation::RowCrossesFile(inner(noun)?),
            RelationKind::Theirs if place == Where::Receiver => Relation::Theirs,
            RelationKind::Theirs => {
                return Err(meaningless(
                    relation.span,
                    "\"theirs\" refers to nothing here. Write \"own\" or \"enemy\".",
                    "«\u{a0}theirs\u{a0}» ne désigne rien ici. Écrivez «\u{a0}own\u{a0}» ou «\u{a0}enemy\u{a0}».",
                ));
            }
            RelationKind::On(on) => match self.remembered(on) {
                Some(remembered) => remembered,
                None => Relation::On(self.place(on, place)?),
            },
            RelationKind::Away(limit) => Relation::Away(Box::new(self.limit(limit, place)?)),
            RelationKind::NotCalled(name) => Relation::NotCalled(self.call(name)?),
        })
    }

    /// Resolves the name of a remembered square or of marked squares.
    fn remembered(&self, on: &tree::Place) -> Option<Relation> {
        match &on.what {
            PlaceKind::Zone(name) if on.whose.is_none() => {
                let square = self.find_square_memory(name).map(Relation::OnMemory);
                square.or_else(|| self.find_marks(name).map(Relation::OnMarks))
            }
            _ => None,
        }
    }

    pub(crate) fn reference(&self, reference: &tree::Reference, place: Where) -> Resolved<Reference> {
        Ok(match reference {
            tree::Reference::It => Reference::It,
            tree::Reference::Noun(noun) => Reference::Noun(Box::new(self.noun(noun, place)?)),
        })
    }

    pub(crate) fn condition(&self, condition: &tree::Condition, place: Where) -> Resolved<Condition> {
        let all = |parts: &[tree::Condition]| -> Resolved<Vec<Condition>> {
            parts.iter().map(|part| self.condition(part, place)).collect()
        };
        let signed = |positive: bool, condition: Condition| {
            if positive { condition } else { Condition::Not(Box::new(condition)) }
        };
        let only = |allowed: bool, en: &str, fr: &str| {
            if allowed { Ok(()) } else { Err(meaningless(condition.span, en, fr)) }
        };
        Ok(match &condition.what {
            ConditionKind::All(parts) => Condition::All(all(parts)?),
            ConditionKind::Any(parts) => Condition::Any(all(parts)?),
            ConditionKind::NoMove => {
                only(
                    place == Where::Player,
                    "Only an end condition can depend on whether there is a move.",
                    "Seule une condition de fin peut dépendre de l'existence d'un coup.",
                )?;
                Condition::NoMove
            }
            ConditionKind::Count { noun, least, most } => {
                Condition::Count { noun: self.noun(noun, place)?, least: *least, most: *most }
            }
            ConditionKind::It { relation, positive } => {
                let relation = self.relation(relation, place)?;
                signed(*positive, Condition::Stands { receiver: false, relation })
            }
            ConditionKind::Unsaid { relation } => {
                let relation = self.relation(relation, place)?;
                Condition::Stands { receiver: place == Where::Receiver, relation }
            }
            ConditionKind::ItIsNamed(name) => match self.power(name) {
                Some(power) => Condition::Under(power),
                None => Condition::Called(self.call(name)?),
            },
            ConditionKind::Threatened { noun, positive } => {
                signed(*positive, Condition::Threatened(self.noun(noun, place)?))
            }
            ConditionKind::ItThreatened { positive } => signed(*positive, Condition::ThreatenIt { least: 1 }),
            ConditionKind::AllThreatened { noun, positive } => {
                signed(*positive, Condition::AllThreatened(self.noun(noun, place)?))
            }
            ConditionKind::Attack { who, whom, positive } => {
                // In the second phrase, `own` and `enemy` are relative to the attacker.
                let (who, whom) = (self.noun(who, place)?, Box::new(self.noun(whom, Where::Line)?));
                signed(*positive, Condition::Attack { who, whom })
            }
            ConditionKind::More { noun, than, by } => Condition::More {
                noun: self.noun(noun, place)?,
                than: Box::new(self.noun(than, place)?),
                by: *by,
            },
            ConditionKind::InRow { noun, least } => {
                Condition::InRow { noun: self.noun(noun, place)?, least: least.value }
            }
            ConditionKind::EnemyHasMove { positive } => signed(!positive, Condition::EnemyHasNoMove),
            ConditionKind::Passes(number) => {
                only(
                    place == Where::Player,
                    "Only an end condition can depend on the number of passes.",
                    "Seule une condition de fin peut dépendre du nombre de passes.",
                )?;
                if !(1..=2).contains(&number.value) {
                    return Err(Code::Size.at(number.span).error(
                        "The number of passes in succession must be 1 or 2.",
                        "Le nombre de passes de suite doit être 1 ou 2.",
                    ));
                }
                Condition::Passes(number.value as u8)
            }
            ConditionKind::NotThreatenedBefore => {
                only(
                    place == Where::Exception,
                    "\"was not threatened before\" can only be used in an exception below `royal`.",
                    "«\u{a0}was not threatened before\u{a0}» ne s'emploie que dans une exception sous «\u{a0}royal\u{a0}».",
                )?;
                signed(false, Condition::ThreatenedBefore)
            }
            ConditionKind::ThreatenIt { least } => Condition::ThreatenIt { least: least.value },
            ConditionKind::MayThen(label) => {
                only(
                    place == Where::Event,
                    "\"the enemy may then make …\" can only be used in an event that remembers a square.",
                    "«\u{a0}the enemy may then make …\u{a0}» ne s'emploie que dans un événement qui retient une case.",
                )?;
                Condition::MayThen { label: self.label(label)? }
            }
            ConditionKind::MemoryAtLeast { memory, least } => {
                let count = self.count(memory)?;
                let height = self.heights.get(count).copied().unwrap_or(MAX_COUNT.into());
                if least.value > height {
                    let (name, asked) = (&memory.text, least.value);
                    return Err(Code::Meaning.at(least.span).error(
                        format!("{name} never reaches {asked}: its maximum is {height}."),
                        format!("{name} n'atteint jamais {asked}\u{a0}: son maximum est {height}."),
                    ));
                }
                if place != Where::Player {
                    self.felt.borrow_mut().insert(count);
                }
                Condition::CountAtLeast { count, least: least.value.min(MAX_COUNT.into()) as u16 }
            }
        })
    }
}
