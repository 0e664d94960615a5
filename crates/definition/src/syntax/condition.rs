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
    if cursor.sees_number() {
        let least = cursor.number()?;
        if cursor.take("or more enemies threaten it") {
            return Ok(ConditionKind::ThreatenIt { least });
        }
        for (phrase, is_least) in [("or more", true), ("or fewer", false)] {
            if cursor.take(phrase) {
                let (least, most) = if is_least { (least.value, u32::MAX) } else { (0, least.value) };
                let noun = noun(cursor, 0)?;
                if !cursor.take_any(&["is", "are"]) {
                    return Err(cursor.expected("\"are\"", "«\u{a0}are\u{a0}»"));
                }
                return Ok(match located(cursor, noun, true)? {
                    ConditionKind::Count { noun, .. } => ConditionKind::Count { noun, least, most },
                    other => other,
                });
            }
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
            let mut noun = noun(cursor, 0)?;
            noun.relations.push(relation);
            return Ok(ConditionKind::Count { noun, least: 1, most: u32::MAX });
        }
    }
    if let Some(relation) = placed(cursor)? {
        return Ok(ConditionKind::Unsaid { relation });
    }
    if cursor.take("no") {
        let noun = noun(cursor, 0)?;
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

fn located(cursor: &mut Cursor<'_>, mut noun: Noun, positive: bool) -> Parsed<ConditionKind> {
    if !cursor.take("on the board") {
        let Some(relation) = placed(cursor)? else {
            return Err(cursor.expected("a place", "un lieu"));
        };
        noun.relations.push(relation);
    }
    Ok(if positive {
        ConditionKind::Count { noun, least: 1, most: u32::MAX }
    } else {
        ConditionKind::Count { noun, least: 0, most: 0 }
    })
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
            let mut whom = noun(cursor, 0)?;
            whom.relations.push(Relation { span: start, what: RelationKind::Attacked });
            let (least, most) = if positive { (1, u32::MAX) } else { (0, 0) };
            return Ok(ConditionKind::Count { noun: whom, least, most });
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
        "the condition after the move: \"it must be next to …\", \"it must not attack …\", \"it must not be threatened\", \"the enemy King must not be threatened\", \"no piece may attack …\" or \"the enemy must have a move\"",
        "la condition après le coup\u{a0}: «\u{a0}it must be next to …\u{a0}», «\u{a0}it must not attack …\u{a0}», «\u{a0}it must not be threatened\u{a0}», «\u{a0}the enemy King must not be threatened\u{a0}», «\u{a0}no piece may attack …\u{a0}» ou «\u{a0}the enemy must have a move\u{a0}»",
    )
}

fn condition_on(cursor: &mut Cursor<'_>, noun: Noun) -> Parsed<ConditionKind> {
    if cursor.take_any(&["guards it", "guard it"]) {
        return Ok(ConditionKind::GuardsIt(noun));
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
            return Ok(ConditionKind::More { noun, than: Box::new(super::noun::noun(cursor, 0)?) });
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
        let present = |noun: Noun| Condition {
            span: noun.span,
            what: ConditionKind::Count { noun, least: 1, most: u32::MAX },
        };
        return Ok(ConditionKind::Any(nouns.into_iter().map(present).collect()));
    }
    standing(cursor, noun, true)
}
