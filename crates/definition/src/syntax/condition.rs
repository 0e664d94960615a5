use super::cursor::{Cursor, Parsed};
use super::noun::{MAX_NESTED, noun, place, relation};
use super::tree::{Condition, ConditionKind, Noun, Relation, RelationKind};

/// Parses a condition: one clause, or several joined by `, and` or by `or`.
pub(crate) fn condition(cursor: &mut Cursor<'_>) -> Parsed<Condition> {
    let start = cursor.span();
    let first = clause(cursor)?;
    let mut clauses = vec![first];
    let by_or = cursor.sees("or");
    while cursor.take(if by_or { "or" } else { ", and" }) {
        clauses.push(clause(cursor)?);
    }
    if clauses.len() > 1 && cursor.sees(if by_or { ", and" } else { "or" }) {
        let fault = crate::diagnostic::Code::Syntax.at(cursor.span()).error(
            "\"and\" and \"or\" cannot be mixed here. Use only one of them.",
            "«\u{a0}and\u{a0}» et «\u{a0}or\u{a0}» ne peuvent pas être combinés ici. N'utilisez que l'un des deux.",
        );
        return Err(fault);
    }
    let span = cursor.since(start);
    match clauses.len() {
        1 => Ok(clauses.swap_remove(0)),
        _ if by_or => Ok(Condition { span, what: ConditionKind::Any(clauses) }),
        _ => Ok(Condition { span, what: ConditionKind::All(clauses) }),
    }
}

fn clause(cursor: &mut Cursor<'_>) -> Parsed<Condition> {
    let start = cursor.span();
    let what = clause_kind(cursor)?;
    Ok(Condition { span: cursor.since(start), what })
}

fn clause_kind(cursor: &mut Cursor<'_>) -> Parsed<ConditionKind> {
    if cursor.take("no move") {
        return Ok(ConditionKind::NoMove);
    }
    if cursor.take("was not threatened before") {
        return Ok(ConditionKind::NotThreatenedBefore);
    }
    if cursor.take("the enemy may then make") {
        return cursor.label().map(ConditionKind::MayThen);
    }
    if cursor.sees_passes() {
        let number = cursor.number()?;
        if !cursor.take("pass in succession") {
            cursor.expect("passes in succession")?;
        }
        return Ok(ConditionKind::Passes(number));
    }
    if let Some(comparison) = comparison(cursor, Mood::Is)? {
        return Ok(comparison);
    }
    if cursor.sees_number() {
        let least = cursor.number()?;
        if cursor.take("or more enemies threaten it") {
            return Ok(ConditionKind::ThreatenIt { least });
        }
        if let Some(count) = bounded(cursor, least.value, Mood::Is)? {
            return Ok(count);
        }
        let noun = noun(cursor, 0)?;
        cursor.expect("stand in a row")?;
        return Ok(ConditionKind::InRow { noun, least });
    }
    for (phrase, positive) in [("every", true), ("not every", false)] {
        if cursor.take(phrase) {
            let noun = noun(cursor, 0)?;
            cursor.expect("is threatened")?;
            return Ok(ConditionKind::AllThreatened { noun, positive });
        }
    }
    if cursor.take("it is") {
        let positive = !cursor.take("not");
        if let Some(relation) = placed(cursor)? {
            return Ok(ConditionKind::It { relation, positive });
        }
        if positive && cursor.sees_own_word() {
            return Ok(ConditionKind::ItIsNamed(cursor.name("a word", "un mot")?));
        }
        return Err(cursor.expected(
            "a place, or a name defined by \"call\" or \"power\"",
            "un lieu, ou un nom défini par «\u{a0}call\u{a0}» ou «\u{a0}power\u{a0}»",
        ));
    }
    // Represent `it attacks X` as the existence of an X that `it` attacks; likewise `it guards X`.
    let start = cursor.span();
    for (phrase, what) in [("it attacks", RelationKind::Attacked), ("it guards", RelationKind::Guarded)] {
        if cursor.take(phrase) {
            let relation = Relation { span: cursor.since(start), what };
            return Ok(present(noun(cursor, 0)?, Some(relation), true));
        }
    }
    if let Some(relation) = placed(cursor)? {
        return Ok(ConditionKind::Unsaid { relation });
    }
    if cursor.take("no") {
        let noun = noun(cursor, 0)?;
        if let Some(relation) = aim(cursor, Mood::Is) {
            return Ok(present(noun, Some(relation), false));
        }
        if cursor.take_any(&["attacks", "attack"]) {
            return attack(cursor, noun, false);
        }
        if cursor.take_any(&["is threatened", "are threatened"]) {
            return Ok(ConditionKind::Threatened { noun, positive: false });
        }
        return standing(cursor, noun, false);
    }
    if let Some((memory, least)) = cursor.count_at_least()? {
        return Ok(ConditionKind::MemoryAtLeast { memory, least });
    }
    let noun = noun(cursor, 0)?;
    condition_on(cursor, noun)
}

fn placed(cursor: &mut Cursor<'_>) -> Parsed<Option<Relation>> {
    if let Some(relation) = relation(cursor, 0)? {
        return Ok(Some(relation));
    }
    let start = cursor.span();
    if cursor.sees("on") && !cursor.sees("on the board") {
        let _ = cursor.take("on");
        let what = RelationKind::On(place(cursor)?);
        return Ok(Some(Relation { span: cursor.since(start), what }));
    }
    Ok(None)
}

fn standing(cursor: &mut Cursor<'_>, noun: Noun, mut positive: bool) -> Parsed<ConditionKind> {
    if !cursor.take_any(&["is", "are"]) {
        return Err(cursor.expected("\"is\"", "«\u{a0}is\u{a0}»"));
    }
    if cursor.take("not") {
        positive = !positive;
    }
    located(cursor, noun, positive)
}

fn located(cursor: &mut Cursor<'_>, noun: Noun, positive: bool) -> Parsed<ConditionKind> {
    Ok(present(noun, location(cursor)?, positive))
}

/// Parses a place; `None` for the whole board.
fn location(cursor: &mut Cursor<'_>) -> Parsed<Option<Relation>> {
    if cursor.take("on the board") {
        return Ok(None);
    }
    match placed(cursor)? {
        None => Err(cursor.expected("a place", "un lieu")),
        relation => Ok(relation),
    }
}

/// Creates the condition that there is a piece in a relation, or that there is none.
fn present(noun: Noun, relation: Option<Relation>, positive: bool) -> ConditionKind {
    let (least, most) = if positive { (1, u32::MAX) } else { (0, 0) };
    ConditionKind::Count { noun: related(noun, relation), least, most }
}

fn related(mut noun: Noun, relation: Option<Relation>) -> Noun {
    noun.relations.extend(relation);
    noun
}

/// Whether a sentence states a fact, as in `an own piece guards it`, or a duty, as in `an own piece must guard it`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mood {
    Is,
    Must,
}

/// Parses `guards it` or `attacks it`.
fn aim(cursor: &mut Cursor<'_>, mood: Mood) -> Option<Relation> {
    let start = cursor.span();
    let phrases: [&[&str]; 2] = match mood {
        Mood::Is => [&["guards it", "guard it"], &["attacks it", "attack it"]],
        Mood::Must => [&["must guard it"], &["must attack it"]],
    };
    let kinds = [RelationKind::Guarding, RelationKind::Attacking];
    let found = phrases.into_iter().zip(kinds).find(|(phrases, _)| cursor.take_any(phrases));
    found.map(|(_, what)| Relation { span: cursor.since(start), what })
}

/// Parses `guard it`, `attack it` or `are` with a place; `None` for the whole board.
fn predicate(cursor: &mut Cursor<'_>, mood: Mood) -> Parsed<Option<Relation>> {
    if let Some(relation) = aim(cursor, mood) {
        return Ok(Some(relation));
    }
    let verbs: &[&str] = if mood == Mood::Is { &["is", "are"] } else { &["must be"] };
    if !cursor.take_any(verbs) {
        return Err(match mood {
            Mood::Is => cursor.expected(
                "\"are\", \"guard it\" or \"attack it\"",
                "«\u{a0}are\u{a0}», «\u{a0}guard it\u{a0}» ou «\u{a0}attack it\u{a0}»",
            ),
            Mood::Must => cursor.expected(
                "\"must be\", \"must guard it\" or \"must attack it\"",
                "«\u{a0}must be\u{a0}», «\u{a0}must guard it\u{a0}» ou «\u{a0}must attack it\u{a0}»",
            ),
        });
    }
    location(cursor)
}

/// Parses `or more own pieces guard it` and the like, after the number; `None` if another phrase comes next.
fn bounded(cursor: &mut Cursor<'_>, number: u32, mood: Mood) -> Parsed<Option<ConditionKind>> {
    let (least, most) = match () {
        () if cursor.take("or more") => (number, u32::MAX),
        () if cursor.take("or fewer") => (0, number),
        () => return Ok(None),
    };
    let noun = noun(cursor, 0)?;
    let relation = predicate(cursor, mood)?;
    Ok(Some(ConditionKind::Count { noun: related(noun, relation), least, most }))
}

/// Parses a comparison of two numbers of pieces; `None` if another phrase comes next.
///
/// Examples: `more own pieces guard it than enemies attack it`, `more own pieces than enemies are next to it`.
fn comparison(cursor: &mut Cursor<'_>, mood: Mood) -> Parsed<Option<ConditionKind>> {
    // `more` can also be a name.
    let is_name = ["more is", "more are"].iter().any(|phrase| cursor.sees(phrase));
    let (joint, by) = match () {
        () if cursor.take("at least as many") => ("as", 0),
        () if !is_name && cursor.take("more") => ("than", 1),
        () => return Ok(None),
    };
    let first = noun(cursor, 0)?;
    let (noun, than) = if cursor.take(joint) {
        let second = noun(cursor, 0)?;
        let relation = predicate(cursor, mood)?;
        (related(first, relation.clone()), related(second, relation))
    } else {
        let relation = predicate(cursor, mood)?;
        cursor.expect(joint)?;
        let second = noun(cursor, 0)?;
        // After a place, the second set of pieces can be named without a place of its own: it is then the same one.
        let is_aim = relation
            .as_ref()
            .is_some_and(|relation| matches!(relation.what, RelationKind::Guarding | RelationKind::Attacking));
        let other = match is_aim || cursor.sees("is") || cursor.sees("are") {
            true => predicate(cursor, Mood::Is)?,
            false => relation.clone(),
        };
        (related(first, relation), related(second, other))
    };
    let by = if by == 1 { margin(cursor)? } else { by };
    Ok(Some(ConditionKind::More { noun, than: Box::new(than), by }))
}

/// Parses how much larger a number of pieces must be than another one; by default, by 1.
fn margin(cursor: &mut Cursor<'_>) -> Parsed<u32> {
    if !cursor.take_any(&[", by", "by"]) {
        return Ok(1);
    }
    let by = cursor.number()?;
    cursor.expect("or more")?;
    Ok(by.value)
}

fn attack(cursor: &mut Cursor<'_>, who: Noun, positive: bool) -> Parsed<ConditionKind> {
    Ok(ConditionKind::Attack { who, whom: Box::new(noun(cursor, 0)?), positive })
}

pub(crate) fn duty(cursor: &mut Cursor<'_>) -> Parsed<Condition> {
    let start = cursor.span();
    let what = duty_kind(cursor)?;
    Ok(Condition { span: cursor.since(start), what })
}

fn duty_kind(cursor: &mut Cursor<'_>) -> Parsed<ConditionKind> {
    if cursor.take("the enemy must have a move") {
        return Ok(ConditionKind::EnemyHasMove { positive: true });
    }
    let start = cursor.span();
    if cursor.take("it must") {
        let positive = !cursor.take("not");
        if cursor.take("attack") {
            let whom = noun(cursor, 0)?;
            return Ok(present(whom, Some(Relation { span: start, what: RelationKind::Attacked }), positive));
        }
        if cursor.take("be") {
            if let Some(relation) = placed(cursor)? {
                return Ok(ConditionKind::It { relation, positive });
            }
            if cursor.take("threatened") {
                return Ok(ConditionKind::ItThreatened { positive });
            }
        }
        return Err(unknown_duty(cursor));
    }
    if cursor.sees("it") {
        return Err(unknown_duty(cursor));
    }
    if let Some(comparison) = comparison(cursor, Mood::Must)? {
        return Ok(comparison);
    }
    if cursor.sees_number() {
        let number = cursor.number()?.value;
        return match bounded(cursor, number, Mood::Must)? {
            Some(count) => Ok(count),
            None => Err(cursor
                .expected("\"or more\" or \"or fewer\"", "«\u{a0}or more\u{a0}» ou «\u{a0}or fewer\u{a0}»")),
        };
    }
    let none = cursor.take("no");
    let who = noun(cursor, 0)?;
    let positive = if none {
        cursor.expect("may")?;
        false
    } else {
        if !cursor.take("must") {
            return Err(unknown_duty(cursor));
        }
        !cursor.take("not")
    };
    for (phrase, what) in [("guard it", RelationKind::Guarding), ("attack it", RelationKind::Attacking)] {
        let start = cursor.span();
        if cursor.take(phrase) {
            return Ok(present(who, Some(Relation { span: cursor.since(start), what }), positive));
        }
    }
    if cursor.take("attack") {
        return attack(cursor, who, positive);
    }
    if cursor.take("be threatened") {
        return Ok(ConditionKind::Threatened { noun: who, positive });
    }
    if !cursor.take("be") {
        return Err(unknown_duty(cursor));
    }
    located(cursor, who, positive)
}

fn unknown_duty(cursor: &Cursor<'_>) -> crate::diagnostic::Diagnostic {
    cursor.expected(
        "the condition after the move: \"it must be next to …\", \"it must not attack …\", \"it must not be threatened\", \"an own piece must guard it\", \"the enemy King must not be threatened\", \"no piece may attack …\" or \"the enemy must have a move\"",
        "la condition après le coup\u{a0}: «\u{a0}it must be next to …\u{a0}», «\u{a0}it must not attack …\u{a0}», «\u{a0}it must not be threatened\u{a0}», «\u{a0}an own piece must guard it\u{a0}», «\u{a0}the enemy King must not be threatened\u{a0}», «\u{a0}no piece may attack …\u{a0}» ou «\u{a0}the enemy must have a move\u{a0}»",
    )
}

fn condition_on(cursor: &mut Cursor<'_>, noun: Noun) -> Parsed<ConditionKind> {
    if let Some(relation) = aim(cursor, Mood::Is) {
        return Ok(present(noun, Some(relation), true));
    }
    if cursor.take_any(&["attacks", "attack"]) {
        return attack(cursor, noun, true);
    }
    if cursor.take_any(&["is threatened", "are threatened"]) {
        return Ok(ConditionKind::Threatened { noun, positive: true });
    }
    if cursor.take_any(&["is not threatened", "are not threatened"]) {
        return Ok(ConditionKind::Threatened { noun, positive: false });
    }
    if cursor.take("are") {
        if cursor.take("more than") {
            let than = Box::new(super::noun::noun(cursor, 0)?);
            return Ok(ConditionKind::More { noun, than, by: margin(cursor)? });
        }
        if cursor.sees_number() {
            let number = cursor.number()?.value;
            if cursor.take("or fewer") {
                return Ok(ConditionKind::Count { noun, least: 0, most: number });
            }
            cursor.expect("or more")?;
            return Ok(ConditionKind::Count { noun, least: number, most: u32::MAX });
        }
        let positive = !cursor.take("not");
        return located(cursor, noun, positive);
    }
    if cursor.sees("or") {
        let mut nouns = vec![noun];
        while cursor.take("or") {
            if nouns.len() > MAX_NESTED {
                return Err(cursor.expected("fewer pieces", "moins de pièces"));
            }
            nouns.push(super::noun::noun(cursor, 0)?);
        }
        cursor.expect("is on the board")?;
        let is_there = |noun: Noun| Condition { span: noun.span, what: present(noun, None, true) };
        return Ok(ConditionKind::Any(nouns.into_iter().map(is_there).collect()));
    }
    standing(cursor, noun, true)
}
