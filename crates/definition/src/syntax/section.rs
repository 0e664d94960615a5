use super::condition::condition;
use super::cursor::{Cursor, Parsed};
use super::lines::Sentence;
use super::noun::{noun, place};
use super::tree::{
    CastlingWay, CreditLine, End, EndResult, EndWhen, Need, NeedLine, NeedUnless, Quoted, Relation,
    RelationKind, WrittenFor,
};
use crate::source::Span;

pub(crate) fn end(sentence: &Sentence<'_>) -> Parsed<End> {
    let cursor = &mut Cursor::new(&sentence.tokens);
    let side = if cursor.sees_verdict() { Some(super::side_name(cursor)?) } else { None };
    let result = if side.is_some() {
        if cursor.take("wins") {
            EndResult::Win
        } else {
            cursor.expect("loses")?;
            EndResult::Loss
        }
    } else if cursor.take("win") {
        EndResult::Win
    } else if cursor.take("loss") {
        EndResult::Loss
    } else if cursor.take("draw") {
        EndResult::Draw
    } else {
        return Err(cursor.expected(
            "\"win\", \"loss\" or \"draw\" for the player to move, or a side that \"wins\" or \"loses\"",
            "«\u{a0}win\u{a0}», «\u{a0}loss\u{a0}» ou «\u{a0}draw\u{a0}», pour le joueur au trait, ou un camp qui «\u{a0}wins\u{a0}» ou «\u{a0}loses\u{a0}»",
        ));
    };
    let cause = cursor.quoted()?;
    let at_once = cursor.take(", at once");
    cursor.expect(":")?;
    let when = if cursor.take("the same position a") {
        repetition(cursor)?
    } else {
        EndWhen::Condition(condition(cursor)?)
    };
    let edition = cursor.edition()?;
    cursor.end()?;
    Ok(End { span: sentence.span(), edition, result, side, cause, at_once, when })
}

/// Parses the number of occurrences, and which side must have given check with every move since the first one.
fn repetition(cursor: &mut Cursor<'_>) -> Parsed<EndWhen> {
    const TIMES: [&str; 9] =
        ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let Some(index) = TIMES.iter().position(|time| cursor.take(time)) else {
        return Err(cursor.expected(
            "\"second\", \"third\" and so on up to \"tenth\"",
            "«\u{a0}second\u{a0}», «\u{a0}third\u{a0}» et ainsi de suite, jusqu'à «\u{a0}tenth\u{a0}»",
        ));
    };
    cursor.expect("time")?;
    let _ = cursor.take("at the start of a turn");
    let mut warners = [false; 2];
    if cursor.take(", and every") {
        let (own, enemy) = (cursor.take("own"), cursor.take("enemy"));
        warners = if own || enemy { [own, enemy] } else { [true; 2] };
        cursor.expect("move gave check")?;
    }
    Ok(EndWhen::Repetition { occurrence: index as u32 + 2, warners })
}

pub(crate) fn need(sentence: &Sentence<'_>) -> Parsed<NeedLine> {
    let cursor = &mut Cursor::new(&sentence.tokens);
    let mut needs: Vec<(Need, Span)> = Vec::new();
    loop {
        let start = cursor.span();
        let mut found = need_kind(cursor)?;
        // In `exactly 1 A, 1 B a side`, `exactly` applies to both.
        while cursor.sees(",") && cursor.sees_number_at(1) {
            let _ = cursor.take(",");
            let number = cursor.number()?;
            found.push(Need::Number {
                exactly: exactly(&found),
                number,
                noun: noun(cursor, 0)?,
                each_side: false,
            });
        }
        if cursor.take("a side") {
            for need in &mut found {
                if let Need::Number { each_side, .. } = need {
                    *each_side = true;
                }
            }
        }
        let span = cursor.since(start);
        needs.extend(found.into_iter().map(|need| (need, span)));
        if cursor.take(", unless") {
            let unless = if cursor.take("the game is won") {
                NeedUnless::GameIsWon
            } else {
                NeedUnless::Condition(condition(cursor)?)
            };
            cursor.end()?;
            return Ok(NeedLine { needs, unless: Some(unless) });
        }
        if !cursor.take(",") {
            cursor.end()?;
            return Ok(NeedLine { needs, unless: None });
        }
    }
}

fn exactly(found: &[Need]) -> bool {
    matches!(found.first(), Some(Need::Number { exactly: true, .. }))
}

fn need_kind(cursor: &mut Cursor<'_>) -> Parsed<Vec<Need>> {
    let exactly = cursor.take("exactly");
    if exactly || cursor.take("at most") {
        let number = cursor.number()?;
        if !exactly && cursor.take("of each kind a side") {
            return Ok(vec![Need::EachKind { most: number }]);
        }
        return Ok(vec![Need::Number { exactly, number, noun: noun(cursor, 0)?, each_side: false }]);
    }
    if cursor.take("no") {
        let mut noun = noun(cursor, 0)?;
        let last = noun.relations.pop_if(|relation| matches!(relation.what, RelationKind::On(_)));
        let Some(Relation { what: RelationKind::On(place), .. }) = last else {
            return Err(cursor.expected("\"on\" and a place", "«\u{a0}on\u{a0}» et un lieu"));
        };
        return Ok(vec![Need::NoneOn { noun, place }]);
    }
    if cursor.take("on") {
        let place = place(cursor)?;
        cursor.expect("only")?;
        let mut nouns = vec![noun(cursor, 0)?];
        while cursor.take_any(&[",", "or"]) {
            nouns.push(noun(cursor, 0)?);
        }
        return Ok(vec![Need::OnlyOn { place, nouns }]);
    }
    if cursor.take("not every") {
        let noun = noun(cursor, 0)?;
        cursor.expect("is threatened")?;
        return Ok(vec![Need::NotAllThreatened(noun)]);
    }
    let noun = noun(cursor, 0)?;
    cursor.expect("is not threatened")?;
    Ok(vec![Need::NotThreatened(noun)])
}

pub(crate) fn written(sentence: &Sentence<'_>) -> Parsed<(WrittenFor, Quoted)> {
    let cursor = &mut Cursor::new(&sentence.tokens);
    let start = cursor.span();
    let what =
        if cursor.take("becoming") { WrittenFor::Becoming(start) } else { WrittenFor::Label(cursor.label()?) };
    let template = cursor.quoted()?;
    cursor.end()?;
    Ok((what, template))
}

pub(crate) fn french(sentence: &Sentence<'_>) -> Parsed<(Quoted, Quoted)> {
    let cursor = &mut Cursor::new(&sentence.tokens);
    let name = cursor.quoted()?;
    cursor.expect("is")?;
    let french = cursor.quoted()?;
    cursor.end()?;
    Ok((name, french))
}

pub(crate) fn credit_line(sentence: &Sentence<'_>) -> Parsed<CreditLine> {
    let cursor = &mut Cursor::new(&sentence.tokens);
    let role = cursor.quoted()?;
    let french = if cursor.take("fr") { Some(cursor.quoted()?) } else { None };
    cursor.expect(":")?;
    let who = cursor.quoted()?;
    cursor.end()?;
    Ok(CreditLine { role, french, who })
}

pub(crate) fn castling(sentence: &Sentence<'_>) -> Parsed<CastlingWay> {
    let cursor = &mut Cursor::new(&sentence.tokens);
    let letter = cursor.name("the letter of the castling right", "la lettre du droit au roque")?;
    cursor.expect(":")?;
    let square = |cursor: &mut Cursor<'_>| cursor.name("a square", "une case");
    let first = square(cursor)?;
    cursor.expect("to")?;
    let second = square(cursor)?;
    cursor.expect(",")?;
    let third = square(cursor)?;
    cursor.expect("to")?;
    let fourth = square(cursor)?;
    cursor.end()?;
    Ok(CastlingWay { letter, squares: [first, second, third, fourth] })
}
