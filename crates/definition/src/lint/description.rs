//! Warns if a power's description forbids more than the power does, contradicts it, or names pieces not affected.
//!
//! Only a few plain phrases are recognised; other descriptions cause no warnings.

use std::ops::Range;

use crate::check::singulars;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Change, Clause, Condition, Kinds, Model, Noun, Power, Reference, Relation, Subject, Walker, Whose,
};
use crate::source::Span;
use crate::syntax::tree::{Item, What};

use super::each;
use super::phrases::{BEING_CAPTURED, Bans, CAPTURING, ENGLISH, FRENCH, MOVING, Phrases};

pub(super) fn contradictions(model: &Model, items: &[Item]) -> Vec<Diagnostic> {
    let is_card =
        |index: usize| model.cards.iter().flat_map(|cards| &cards.list).any(|card| card.power == index);
    let of_power = |(index, power): (usize, &Power)| {
        let clauses: Vec<&Clause> = model.clauses.iter().filter(|clause| clause.power == index).collect();
        if is_card(index) || clauses.is_empty() {
            return None;
        }
        let span = description_span(items, &power.name)?;
        let english = power.says.as_deref().and_then(|told| contradiction(model, &clauses, told, &ENGLISH));
        let french = || power.french.as_deref().and_then(|told| contradiction(model, &clauses, told, &FRENCH));
        let (en, fr) = english.or_else(french)?.message(&power.name);
        Some(Code::Description.at(span).warning(en, fr).with_help(
            "Describe what the power does, or remove the sentence to have one generated for the rules page.",
            "Décrivez ce que fait le pouvoir, ou supprimez la phrase\u{a0}: la page des règles en produira une.",
        ))
    };
    model.powers.iter().enumerate().filter_map(of_power).collect()
}

/// Returns the location of the power whose description applies, that is, the last one with this name.
fn description_span(items: &[Item], name: &str) -> Option<Span> {
    let mut found = None;
    each(items, &mut |item| -> Option<()> {
        if let What::Power(power) = &item.what
            && power.name.text == name
            && (power.says.is_some() || power.french.is_some())
        {
            found = Some(power.name.span);
        }
        None
    });
    found
}

enum Contradiction {
    Other(Bans),
    Opposite(Bans),
    /// The description states the opposite of a condition, a duty or a place.
    Contrary,
    /// The description says `own` where the power affects `enemy` pieces (true), or the reverse (false).
    Side(bool),
    Kind(String),
}

impl Contradiction {
    fn message(self, power: &str) -> (String, String) {
        let ban = |bans: Bans| match bans {
            MOVING => ("moving", "bouger"),
            CAPTURING => ("capturing", "capturer"),
            BEING_CAPTURED => ("being captured", "être pris"),
            _ => ("several things", "plusieurs choses"),
        };
        match self {
            Self::Other(bans) => {
                let (en, fr) = ban(bans);
                (
                    format!("The description of {power} forbids {en}, but the power forbids something else."),
                    format!(
                        "La description de {power} interdit de {fr}, mais le pouvoir interdit autre chose."
                    ),
                )
            }
            Self::Opposite(bans) => {
                let (en, fr) = ban(bans);
                (
                    format!("The description of {power} allows {en}, but the power forbids it."),
                    format!("La description de {power} permet de {fr}, mais le pouvoir l'interdit."),
                )
            }
            Self::Contrary => (
                format!("The description of {power} says the opposite of what the power does."),
                format!("La description de {power} dit le contraire de ce que fait le pouvoir."),
            ),
            Self::Side(own) => {
                let (en, fr) = if own { ("own pieces", "pièces amies") } else { ("enemies", "adversaires") };
                let (other, autre) =
                    if own { ("enemies", "les adversaires") } else { ("own pieces", "les pièces amies") };
                (
                    format!("The description of {power} is about {en}, but the power affects {other}."),
                    format!("La description de {power} parle des {fr}, mais le pouvoir agit sur {autre}."),
                )
            }
            Self::Kind(name) => (
                format!("The description of {power} mentions the {name}, but the power does not concern it."),
                format!("La description de {power} mentionne {name}, que le pouvoir ne concerne pas."),
            ),
        }
    }
}

fn contradiction(model: &Model, clauses: &[&Clause], told: &str, phrases: &Phrases) -> Option<Contradiction> {
    let words = words(told);
    let plain = lower(&words);
    let done: Option<Bans> = clauses.iter().try_fold(0, |all, clause| Some(all | bans(&clause.change)?));
    let sentences = parts(&plain, ".;");
    if let Some(done) = done {
        let (said, _) = forbidden(&plain, phrases);
        // Pieces that cannot move cannot capture either.
        let implied = if done & MOVING != 0 { done | CAPTURING } else { done };
        if said != 0 && said & implied == 0 {
            return Some(Contradiction::Other(said));
        }
        let is_plain = |clause: &&Clause| {
            clause.condition.is_none()
                && clause.while_giver.is_none()
                && !matches!(clause.change, Change::CapturedOnlyWhile(_) | Change::CannotCapture(Some(_)))
        };
        let all_plain = clauses.iter().all(is_plain);
        let bounded = has(&plain, phrases.limits) || negated(&plain, phrases);
        if !bounded && said == 0 && all_plain && allowed(&plain, phrases) == done {
            return Some(Contradiction::Opposite(done));
        }
        let is_contrary = |sentence: &&str| {
            let (under, kept) = (under(clauses), stated_condition(sentence, done, phrases));
            let denies = |part: &str| has(part, phrases.apart) && forbidden(part, phrases).0 == done;
            under.zip(kept).is_some_and(|(power, words)| power != words)
                || all_plain && acts_beside(clauses) && parts(sentence, ",").into_iter().any(denies)
        };
        if sentences.iter().any(is_contrary) {
            return Some(Contradiction::Contrary);
        }
        if said == done
            && let Some(own) =
                turned(clauses, plain.trim_start(), phrases).or_else(|| named(model, clauses, &plain, phrases))
        {
            return Some(Contradiction::Side(own));
        }
    }
    if let Some((matter, holds)) = duty(clauses)
        && sentences
            .iter()
            .any(|sentence| stated_duty(sentence, matter, phrases).is_some_and(|words| words != holds))
    {
        return Some(Contradiction::Contrary);
    }
    unrelated_kind(model, clauses, &words, phrases).map(Contradiction::Kind)
}

fn spaced(words: &[&str]) -> String {
    [" ", &words.join(" "), " "].concat()
}

fn lower(words: &[String]) -> String {
    [" ", &words.join(" ").to_lowercase(), " "].concat()
}

fn contains_words(text: &str, words: &[&str]) -> bool {
    text.contains(&spaced(words))
}

fn parts<'t>(text: &'t str, signs: &str) -> Vec<&'t str> {
    text.split(|sign| signs.contains(sign)).collect()
}

fn has(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| contains_words(text, &[phrase]))
}

fn negated(text: &str, phrases: &Phrases) -> bool {
    negations(text, phrases) > 0 || has(text, phrases.negations[1])
}

fn negations(text: &str, phrases: &Phrases) -> usize {
    let turns = |word: &&str| {
        let is_other = word.starts_with(phrases.prefix) && !phrases.limits.contains(word);
        is_other || word.ends_with("n't") || phrases.negations[0].contains(word)
    };
    text.split(' ').filter(turns).count()
}

fn allowed(text: &str, phrases: &Phrases) -> Bans {
    let is = |verbs: &[&str]| {
        phrases
            .modals
            .iter()
            .chain(phrases.only)
            .any(|modal| verbs.iter().any(|verb| contains_words(text, &[modal, verb])))
    };
    (0..3).filter(|index| is(phrases.verbs[*index])).fold(0, |all, index| all | 1 << index)
}

/// Returns whether the clauses' ban applies while a condition holds (`true`) or while it does not hold (`false`).
fn under(clauses: &[&Clause]) -> Option<bool> {
    let [clause] = clauses else { return None };
    match (&clause.change, &clause.condition) {
        _ if clause.while_giver.is_some() => None,
        (Change::CapturedOnlyWhile(condition), None) => is_affirmative(condition).map(|holds| !holds),
        (Change::CapturedOnlyWhile(_), Some(_)) => None,
        (_, condition) => is_affirmative(condition.as_ref()?),
    }
}

/// Returns whether a condition is affirmative (true) or negative (false); `None` if it has several parts.
fn is_affirmative(condition: &Condition) -> Option<bool> {
    match condition {
        Condition::Not(part) => is_affirmative(part).map(|holds| !holds),
        Condition::All(_) | Condition::Any(_) | Condition::NoMove | Condition::EnemyHasNoMove => None,
        Condition::Count { most, .. } => match most {
            0 => Some(false),
            most => (*most == u32::MAX).then_some(true),
        },
        _ => Some(true),
    }
}

/// Returns whether a sentence's ban applies while a condition holds (`true`) or while it does not hold (`false`).
fn stated_condition(sentence: &str, done: Bans, phrases: &Phrases) -> Option<bool> {
    let [only, unless, while_so] = phrases.conditions;
    let (banned, rest) = forbidden(sentence, phrases);
    if has(sentence, only) || has(sentence, phrases.only) && has(sentence, while_so) {
        // French expresses "can only" as "cannot … but" (`ne peut … que`).
        let said = if banned == 0 { allowed(sentence, phrases) } else { banned };
        return (said == done && !negated(&rest, phrases)).then_some(false);
    }
    let is_plain = banned == done && !negated(&rest, phrases) && !has(&rest, &["only"]);
    match (has(&rest, unless), has(&rest, while_so)) {
        (true, _) if is_plain => Some(false),
        (false, true) if is_plain => Some(true),
        _ => None,
    }
}

fn acts_beside(clauses: &[&Clause]) -> bool {
    clauses.iter().all(|clause| match &clause.subject {
        Subject::Noun(noun) => {
            noun.relations.iter().any(|relation| matches!(relation, Relation::NextTo(Reference::It)))
        }
        _ => false,
    })
}

/// Returns the index in `Phrases::matters` of what a duty is about, and whether the duty is a requirement (true) or a prohibition (false).
fn duty(clauses: &[&Clause]) -> Option<(usize, bool)> {
    let [Clause { change: Change::Must { condition, .. }, condition: None, while_giver: None, .. }] = clauses
    else {
        return None;
    };
    let mut inner = condition;
    while let Condition::Not(part) = inner {
        inner = part;
    }
    let is_attacked =
        |noun: &Noun| noun.relations.iter().any(|relation| matches!(relation, Relation::Attacked));
    let matter = match inner {
        Condition::Attack { .. } => 0,
        Condition::Count { noun, .. } if is_attacked(noun) => 0,
        Condition::Stands { relation: Relation::NextTo(_), .. } => 1,
        Condition::Threatened(_) | Condition::ThreatenIt { .. } => 2,
        _ => return None,
    };
    Some((matter, is_affirmative(condition)?))
}

fn stated_duty(sentence: &str, matter: usize, phrases: &Phrases) -> Option<bool> {
    let speaks = phrases.matters[matter].iter().any(|word| sentence.contains(word));
    // `after` introduces duties.
    let is_limit = |word: &&&str| !["after", "après"].contains(*word);
    let bounded = phrases.limits.iter().filter(is_limit).any(|word| has(sentence, &[word]));
    let signs = negations(sentence, phrases);
    // A double negative is ambiguous.
    (speaks && !bounded && has(sentence, phrases.duties) && signs < 2).then_some(signs == 0)
}

/// Splits a sentence into words; punctuation marks are separate words.
fn words(told: &str) -> Vec<String> {
    let set: String = told
        .chars()
        .flat_map(|letter| match letter {
            '\u{2019}' => vec!['\''],
            letter if letter.is_alphanumeric() || letter == '\'' || letter == '-' => vec![letter],
            letter if letter.is_whitespace() => vec![' '],
            sign => vec![' ', sign, ' '],
        })
        .collect();
    set.split_whitespace().map(str::to_owned).collect()
}

fn bans(change: &Change) -> Option<Bans> {
    match change {
        Change::CannotMove => Some(MOVING),
        Change::CannotCapture(_) => Some(CAPTURING),
        Change::CannotBeCaptured(_) | Change::CapturedOnlyWhile(_) => Some(BEING_CAPTURED),
        Change::CannotMake(_)
        | Change::WalkAs(_)
        | Change::AlsoWalkAs(..)
        | Change::Exchanged
        | Change::Wrapped
        | Change::OneSquare
        | Change::Through(_)
        | Change::StopOn(_)
        | Change::MayBecome(_)
        | Change::Must { .. } => None,
    }
}

/// Returns what a description certainly forbids, and the rest of the description.
fn forbidden(plain: &str, phrases: &Phrases) -> (Bans, String) {
    let (mut found, mut other) = (0, plain.to_owned());
    let clauses = parts(plain, ".,;");
    let mut deny = |phrase: &[&str], index: usize| {
        let phrase = spaced(phrase);
        let Some(at) = plain.find(&phrase) else { return };
        // "Enemies cannot capture it" also means that it cannot be captured.
        let is_bare = !plain[at + phrase.len()..].starts_with(char::is_alphabetic);
        found |= if 1 << index == CAPTURING && !is_bare { CAPTURING | BEING_CAPTURED } else { 1 << index };
        other = other.replace(&phrase, " ");
    };
    for (index, verbs) in phrases.verbs.iter().enumerate() {
        for verb in *verbs {
            phrases.denials.iter().for_each(|denial| deny(&[denial, verb], index));
            // "No piece beside it can move" forbids moving.
            for modal in phrases.modals {
                let denies = |part: &&str| {
                    let first = part.trim_start().split_once(' ').map_or("", |(first, _)| first);
                    phrases.nobody.contains(&first) && contains_words(part, &[modal, verb])
                };
                if clauses.iter().any(denies) {
                    deny(&[modal, verb], index);
                }
            }
        }
    }
    for (phrase, ban) in phrases.whole {
        if contains_words(plain, &[phrase]) {
            found |= ban;
            other = other.replace(phrase, "");
        }
    }
    (found, other)
}

/// Returns `true` if a description begins with own pieces but all clauses affect enemies, `false` for the reverse.
fn turned(clauses: &[&Clause], plain: &str, phrases: &Phrases) -> Option<bool> {
    let begins =
        |own: bool| phrases.openings[usize::from(!own)].iter().any(|opening| plain.starts_with(opening));
    let acts_on = |whose: Whose| {
        clauses.iter().all(|clause| matches!(&clause.subject, Subject::Noun(noun) if noun.whose == whose))
    };
    match (begins(true), begins(false)) {
        (true, false) if acts_on(Whose::Enemy) => Some(true),
        (false, true) if acts_on(Whose::Own) => Some(false),
        _ => None,
    }
}

/// Returns `true` if the piece with the power is wrongly called "own", `false` if wrongly "enemy"; otherwise `None`.
fn named(model: &Model, clauses: &[&Clause], plain: &str, phrases: &Phrases) -> Option<bool> {
    let whose = |clause: &&Clause| picked!(&clause.subject, Subject::Noun(noun) if noun.kinds & clause.givers == 0 => noun.whose);
    let own = match whose(clauses.first()?)? {
        Whose::Own => true,
        Whose::Enemy => false,
        _ => return None,
    };
    let givers = clauses[0].givers;
    if !clauses.iter().all(|clause| {
        whose(clause) == whose(&clauses[0]) && clause.givers == givers && clause.condition.is_none()
    }) {
        return None;
    }
    let kinds = model.kinds.iter().enumerate().filter(|(kind, _)| givers >> kind & 1 != 0);
    let names = kinds
        .flat_map(|(_, kind)| [Some(&kind.name), kind.french.as_ref()])
        .flatten()
        .map(|name| name.to_lowercase());
    let called = |name: &str, own: bool| {
        let words = phrases.sides[usize::from(!own)].iter();
        words.clone().any(|word| contains_words(plain, &[word, name]) || contains_words(plain, &[name, word]))
    };
    let is_turned = |name: String| called(&name, !own) && !called(&name, own) && !has(plain, &["by", "par"]);
    // From the point of view of a piece that an enemy power affects, the piece with the power is an enemy.
    names.into_iter().any(is_turned).then_some(!own)
}

/// Returns a kind that a description mentions although no clause affects the kind; `None` if the clauses affect most kinds.
fn unrelated_kind(model: &Model, clauses: &[&Clause], words: &[String], phrases: &Phrases) -> Option<String> {
    let touched = clauses.iter().fold(0, |kinds, clause| kinds | of_clause(model, clause));
    if touched.count_ones() as usize * 2 > model.kinds.len() {
        return None;
    }
    let mut at = 0;
    while at < words.len() {
        // Use the longest match: a Gold General is not a General.
        let found = (1..=4).rev().filter(|count| at + count <= words.len()).find_map(|count| {
            let name = words[at..at + count].join(" ");
            let names = singulars(&name);
            let is_it = |kind: &crate::model::KindModel| {
                names.contains(&kind.name)
                    || kind.plurals.iter().flatten().any(|many| *many == name)
                    || kind.french.as_ref().is_some_and(|french| names.contains(french))
            };
            model.kinds.iter().position(is_it).map(|kind| (kind, count))
        });
        let Some((kind, count)) = found else {
            at += 1;
            continue;
        };
        let is = |list: &[&str], word: &String| list.iter().any(|known| word.eq_ignore_ascii_case(known));
        let before = words[..at].iter().rev().find(|word| !is(phrases.articles, word));
        let part = part(words, at);
        let conceded = words[part.start..at].iter().any(|word| is(phrases.concessions, word));
        let told = lower(&words[part]);
        // The description can name a kind to exclude it from the power.
        let left_out = forbidden(&told, phrases).0 == 0 && negated(&told, phrases);
        let is_aside = conceded || left_out || before.is_some_and(|word| is(phrases.asides, word));
        if touched >> kind & 1 == 0 && !is_aside {
            return Some(model.kinds[kind].name.clone());
        }
        at += count;
    }
    None
}

fn part(words: &[String], at: usize) -> Range<usize> {
    let is_sign = |word: &String| !word.starts_with(char::is_alphanumeric);
    let from = words[..at].iter().rposition(is_sign).map_or(0, |sign| sign + 1);
    from..words[at..].iter().position(is_sign).map_or(words.len(), |sign| at + sign)
}

fn of_clause(model: &Model, clause: &Clause) -> Kinds {
    let subject = match &clause.subject {
        Subject::It => 0,
        Subject::Everybody => model.all_kinds(),
        Subject::Noun(noun) => of_noun(noun),
    };
    let change = match &clause.change {
        Change::CannotCapture(Some(noun)) | Change::Through(noun) => of_noun(noun),
        Change::CapturedOnlyWhile(condition) | Change::Must { condition, .. } => of_condition(condition),
        Change::WalkAs(Walker::Kind(kind))
        | Change::AlsoWalkAs(Walker::Kind(kind), _)
        | Change::MayBecome(kind) => 1 << kind.index(),
        Change::CannotMove
        | Change::CannotCapture(None)
        | Change::CannotBeCaptured(_)
        | Change::CannotMake(_)
        | Change::WalkAs(Walker::It)
        | Change::AlsoWalkAs(Walker::It, _)
        | Change::Exchanged
        | Change::Wrapped
        | Change::OneSquare
        | Change::StopOn(_) => 0,
    };
    let conditions = clause.condition.iter().chain(&clause.while_giver);
    conditions.fold(clause.givers | subject | change, |kinds, condition| kinds | of_condition(condition))
}

fn of_noun(noun: &Noun) -> Kinds {
    noun.relations.iter().filter_map(Relation::noun).fold(noun.kinds, |kinds, noun| kinds | of_noun(noun))
}

fn of_condition(condition: &Condition) -> Kinds {
    let mut found = 0;
    condition.any(&mut |part| {
        // A set of pieces defined by `call`, or affected by a power, can include any kind.
        let any = if matches!(part, Condition::Called(_) | Condition::Under(_)) { Kinds::MAX } else { 0 };
        found = part.nouns().fold(found | any, |kinds, noun| kinds | of_noun(noun));
        false
    });
    found
}
