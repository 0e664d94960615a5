use entourage_kernel::Side;

use super::names::Names;
use super::powers::{Stratum, stratum_of};
use super::words::Where;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Again, Castling, Condition, CountMemory, Danger, End, Gain, MAX_COUNT, Need, NeedKind, NeedUnless, Noun,
    Relation, Repetition, Royal,
};
use crate::source::Span;
use crate::syntax::tree;

pub(crate) enum AnyEnd {
    Now(End),
    Repetition(Repetition),
}

impl Names {
    pub(crate) fn end(&self, end: &tree::End, has_royal: bool) -> Result<AnyEnd, Diagnostic> {
        check_word(&end.cause.text, end.cause.span)?;
        let side = end.side.as_ref().map(|name| self.side(name)).transpose()?;
        let result = end.result;
        let cause = end.cause.text.clone();
        let when = match &end.when {
            tree::EndWhen::Repetition { .. } if end.at_once => {
                return Err(Code::Meaning.at(end.span).error(
                    "Repetition is checked at the start of a turn, so it cannot end the game \"at once\".",
                    "La répétition se vérifie au début d'un tour\u{a0}: elle ne peut pas terminer la partie «\u{a0}at once\u{a0}».",
                ));
            }
            tree::EndWhen::Repetition { warners: [_, true] | [true, _], .. } if !has_royal => {
                return Err(Code::Meaning.at(end.span).error(
                    "This game has no royal piece, so no move gives check.",
                    "Ce jeu n'a pas de pièce royale\u{a0}: aucun coup ne donne échec.",
                ));
            }
            tree::EndWhen::Repetition { occurrence, warners } => {
                let (occurrence, warners) = (*occurrence, *warners);
                return Ok(AnyEnd::Repetition(Repetition {
                    span: end.span,
                    occurrence,
                    warners,
                    result,
                    side,
                    cause,
                }));
            }
            tree::EndWhen::Condition(condition) => self.condition(condition, Where::Player)?,
        };
        let asks_moves = when.any(&mut |part| matches!(part, Condition::NoMove));
        let asks = stratum_of(&when);
        if end.at_once && (asks_moves || asks > Stratum::Places) {
            return Err(Code::Stratum.at(end.span).error("An end condition with \"at once\" is checked during a move, so it can only depend on where pieces are.", "Une condition de fin avec «\u{a0}at once\u{a0}» se vérifie pendant un coup\u{a0}: elle ne peut dépendre que de la position des pièces."));
        }
        Ok(AnyEnd::Now(End { span: end.span, result, side, cause, at_once: end.at_once, when, asks_moves }))
    }

    pub(crate) fn needs(
        &self,
        line: &tree::NeedLine,
        sources: &[crate::source::Source],
    ) -> Result<Vec<Need>, Diagnostic> {
        let unless = match &line.unless {
            None => None,
            Some(NeedUnless::GameIsWon) => Some(NeedUnless::GameIsWon),
            Some(NeedUnless::Condition(condition)) => {
                Some(NeedUnless::Condition(self.condition(condition, Where::Need)?))
            }
        };
        let mut needs = Vec::new();
        for (need, span) in &line.needs {
            let what = match need {
                tree::Need::Number { exactly, number, noun, each_side } => NeedKind::Number {
                    noun: self.noun(noun, Where::Need)?,
                    least: if *exactly { number.value } else { 0 },
                    most: number.value,
                    each_side: *each_side,
                },
                tree::Need::EachKind { most } => NeedKind::EachKind { most: most.value },
                tree::Need::NoneOn { noun, place } => {
                    let each_side = noun.whose.is_none();
                    let mut noun = self.noun(noun, Where::Need)?;
                    noun.relations.push(Relation::On(self.place(place, Where::Need)?));
                    NeedKind::None { noun, each_side }
                }
                tree::Need::OnlyOn { place, nouns } => {
                    let nouns: Result<Vec<Noun>, _> =
                        nouns.iter().map(|noun| self.noun(noun, Where::Need)).collect();
                    NeedKind::OnlyOn { place: self.place(place, Where::Need)?, nouns: nouns? }
                }
                tree::Need::NotAllThreatened(noun) => NeedKind::NotAllThreatened(self.noun(noun, Where::Need)?),
                tree::Need::NotThreatened(noun) => NeedKind::NotThreatened(self.noun(noun, Where::Need)?),
            };
            needs.push(Need { what, unless: unless.clone(), sentence: source_text(*span, sources) });
        }
        Ok(needs)
    }

    pub(crate) fn royal(
        &self,
        kinds: &[tree::Name],
        warning: &tree::Quoted,
        danger: Option<tree::Danger>,
        exception: Option<&tree::Condition>,
    ) -> Result<Royal, Diagnostic> {
        check_word(&warning.text, warning.span)?;
        let exception = exception.map(|condition| self.condition(condition, Where::Exception)).transpose()?;
        let danger = danger.map_or(Danger::Any, |(danger, _)| danger);
        Ok(Royal { kinds: self.all_sided(kinds)?, danger, warning: warning.text.clone(), exception })
    }

    /// Resolves the castlings of both sides: the definition lists those of the first side, which are mirrored for the second.
    pub(crate) fn castlings(
        &self,
        royal: &tree::Name,
        partner: &tree::Name,
        ways: &[tree::CastlingWay],
    ) -> Result<Vec<Castling>, Diagnostic> {
        let (royal, partner) = (self.sided(royal)?, self.sided(partner)?);
        for (index, way) in ways.iter().enumerate() {
            let mut letters = way.letter.text.chars();
            let is_letter = letters.next().is_some_and(|c| c.is_ascii_uppercase()) && letters.next().is_none();
            if !is_letter || ways[..index].iter().any(|other| other.letter.text == way.letter.text) {
                return Err(Code::Notation.at(way.letter.span).error(
                    "The letter of a castling right must be a single capital letter, different for each right.",
                    "La lettre d'un droit au roque doit être une seule majuscule, différente pour chaque droit.",
                ));
            }
        }
        let mut found = Vec::new();
        for side in Side::BOTH {
            for way in ways {
                let mut squares = Vec::new();
                for name in &way.squares {
                    let square = self.square(name)?;
                    let mirrored = if side == Side::First { Some(square) } else { self.board.mirrored(square) };
                    squares.push(mirrored.ok_or_else(|| self.no_row(name))?);
                }
                let [a, b, c, d] = squares[..] else { continue };
                if a == c || b == d || a == b {
                    return Err(self.no_row(&way.squares[0]));
                }
                let (between, crossed) =
                    Castling::path(&self.board, [a, b], [c, d]).ok_or_else(|| self.no_row(&way.squares[0]))?;
                let letter = way.letter.text.chars().next().unwrap_or('K');
                found.push(Castling {
                    span: way.letter.span,
                    letter: if side == Side::First {
                        letter.to_ascii_uppercase()
                    } else {
                        letter.to_ascii_lowercase()
                    },
                    side: side.index(),
                    royal,
                    partner,
                    royal_way: [a, b],
                    is_onto_partner: self.board.neighbours(a).contains(b) && b != c,
                    partner_way: [c, d],
                    between,
                    crossed,
                });
            }
        }
        Ok(found)
    }

    fn no_row(&self, name: &tree::Name) -> Diagnostic {
        Code::Meaning.at(name.span).error(
            "Both pieces must castle along the same row.",
            "Les deux pièces doivent roquer le long de la même rangée.",
        )
    }

    fn again(&self, value: u16, causes: &[tree::Cause]) -> Result<Again, Diagnostic> {
        let mut again = Again { value, captures: false, changes: false, kinds: 0, labels: 0 };
        for cause in causes {
            match cause {
                tree::Cause::Capture => again.captures = true,
                tree::Cause::Change => again.changes = true,
                tree::Cause::Move(noun) => again.kinds |= self.noun(noun, Where::Event)?.kinds,
                tree::Cause::Label(label) => again.labels |= 1 << self.label(label)?,
            }
        }
        Ok(again)
    }

    pub(crate) fn counting(
        &self,
        name: &str,
        count: &tree::Count,
        span: Span,
        has_royal: bool,
    ) -> Result<CountMemory, Diagnostic> {
        let short = |number: u32| number.min(MAX_COUNT.into()) as u16;
        let side = count.side.as_ref().map(|side| self.side(side)).transpose()?;
        let again = match &count.again {
            Some((value, causes)) => Some(self.again(short(*value), causes)?),
            None => None,
        };
        let back = count.back.map(|[value, most]| [short(value), short(most)]);
        if back.is_some_and(|[value, most]| value >= most || most <= short(count.from)) {
            return Err(Code::Meaning.at(span).error(
                "A count must return to a value below its limit, and begin below the limit.",
                "Un compteur doit revenir à une valeur inférieure à sa limite, et commencer en dessous.",
            ));
        }
        let mut gains = Vec::new();
        for gain in &count.gains {
            if gain.captured.is_none() && !has_royal {
                return Err(Code::Meaning.at(gain.span).error(
                    "This game has no royal piece, so no move gives check.",
                    "Ce jeu n'a pas de pièce royale\u{a0}: aucun coup ne donne échec.",
                ));
            }
            gains.push(Gain {
                more: short(gain.more),
                side: gain.side.as_ref().map(|side| self.side(side)).transpose()?.map(Side::index),
                captured: match &gain.captured {
                    Some(noun) => Some(self.noun(noun, Where::Event)?.kinds),
                    None => None,
                },
            });
        }
        Ok(CountMemory {
            name: name.to_owned(),
            from: short(count.from),
            more: short(count.more),
            side: side.map(Side::index),
            again,
            back,
            gains,
            is_felt: false,
        })
    }
}

fn check_word(word: &str, span: Span) -> Result<(), Diagnostic> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !word.is_empty() && word.chars().all(fits) {
        return Ok(());
    }
    Err(Code::Notation.at(span).error(
        "This must be a single lower-case word, such as \"check\" or \"checkmate\".",
        "Il faut ici un seul mot en minuscules, comme «\u{a0}check\u{a0}» ou «\u{a0}checkmate\u{a0}».",
    ))
}

fn source_text(span: Span, sources: &[crate::source::Source]) -> String {
    let line = sources
        .get(usize::from(span.file))
        .and_then(|source| source.text.lines().nth((span.line as usize).saturating_sub(1)));
    let words = line.unwrap_or_default().chars().skip((span.column as usize).saturating_sub(1));
    words.take(span.length as usize).collect()
}
