//! Powers: giver, condition, receivers, and what changes for them.

use super::condition::condition;
use super::cursor::{Cursor, Parsed};
use super::lines::Sentence;
use super::noun::{but, noun, place};
use super::tree::{Clause, Giver, Power, Subject, Walker};
use crate::diagnostic::Diagnostic;

/// Reads what follows `power`, and the sentences below.
pub(crate) fn power(
    cursor: &mut Cursor<'_>,
    below: &[Sentence<'_>],
    faults: &mut Vec<Diagnostic>,
) -> Parsed<Power> {
    let name = cursor.name("the name of the power", "le nom du pouvoir")?;
    cursor.expect("of")?;
    let giver = if cursor.take_any(&["any piece", "every piece"]) {
        Giver::Any { but: but(cursor)? }
    } else {
        Giver::Kinds(cursor.kinds()?)
    };
    cursor.expect(":")?;
    let while_giver = if cursor.take_any(&["while", "when"]) {
        let condition = condition(cursor)?;
        cursor.expect(",")?;
        Some(condition)
    } else {
        None
    };
    let (subject, clause) = if cursor.take("after its move it must be next to") {
        (Subject::It, Clause::MustBeNextTo(noun(cursor, 0)?))
    } else {
        let span = cursor.span();
        let subject = if cursor.take("it") {
            Subject::It
        } else if cursor.take("nobody") {
            Subject::Nobody(span)
        } else {
            Subject::Noun(noun(cursor, 0)?)
        };
        (subject, clause(cursor)?)
    };
    let condition = if cursor.take_any(&[", unless", "unless"]) {
        Some((condition(cursor)?, false))
    } else if cursor.take_any(&[", while", "while", ", when", "when"]) {
        Some((condition(cursor)?, true))
    } else {
        None
    };
    let mut power = Power { name, giver, while_giver, subject, clause, condition, says: None, french: None };
    for sentence in below {
        let cursor = &mut Cursor::new(&sentence.tokens);
        let said = if cursor.take("says") {
            cursor.quoted().map(|quoted| power.says = Some(quoted.text))
        } else if cursor.take("fr") {
            cursor.quoted().map(|quoted| power.french = Some(quoted.text))
        } else {
            Err(cursor.expected("\"says\" or \"fr\"", "«\u{a0}says\u{a0}» ou «\u{a0}fr\u{a0}»"))
        };
        faults.extend(said.and_then(|()| cursor.end()).err());
        faults.extend(super::nothing_below(sentence));
    }
    Ok(power)
}

fn clause(cursor: &mut Cursor<'_>) -> Parsed<Clause> {
    if cursor.take("can be captured only while") {
        condition(cursor).map(Clause::CapturedOnlyWhile)
    } else if cursor.take("can capture") {
        Ok(Clause::CanCapture)
    } else if cursor.take("cannot move") {
        Ok(Clause::CannotMove)
    } else if cursor.take("cannot be captured") {
        Ok(Clause::CannotBeCaptured(if cursor.take("by") { cursor.labels()? } else { Vec::new() }))
    } else if cursor.take("cannot capture") {
        let bare =
            cursor.is_done() || [",", "unless", "while", "when", "in"].iter().any(|sign| cursor.sees(sign));
        Ok(Clause::CannotCapture(if bare { None } else { Some(noun(cursor, 0)?) }))
    } else if cursor.take("cannot make") {
        cursor.label().map(Clause::CannotMake)
    } else if cursor.take_any(&["also walks as", "also walk as"]) {
        let walker = walker(cursor)?;
        Ok(Clause::AlsoWalkAs(walker, if cursor.take(", only to") { Some(place(cursor)?) } else { None }))
    } else if cursor.take_any(&["walks as", "walk as"]) {
        walker(cursor).map(Clause::WalkAs)
    } else if cursor
        .take_any(&["walks with straight and diagonal exchanged", "walk with straight and diagonal exchanged"])
    {
        Ok(Clause::Exchanged)
    } else if cursor.take_any(&["slides one square only", "slide one square only"]) {
        Ok(Clause::OneSquare)
    } else if cursor.take("may become") {
        cursor.kind().map(Clause::MayBecome)
    } else {
        Err(cursor.expected(
            "what the power does: \"cannot move\", \"cannot capture\", \"cannot be captured\", \"can be captured only while …\", \"cannot make a …\", \"walks as …\", \"also walks as …\", \"may become …\" or \"slides one square only\"",
            "ce que fait le pouvoir\u{a0}: «\u{a0}cannot move\u{a0}», «\u{a0}cannot capture\u{a0}», «\u{a0}cannot be captured\u{a0}», «\u{a0}can be captured only while …\u{a0}», «\u{a0}cannot make a …\u{a0}», «\u{a0}walks as …\u{a0}», «\u{a0}also walks as …\u{a0}», «\u{a0}may become …\u{a0}» ou «\u{a0}slides one square only\u{a0}»",
        ))
    }
}

fn walker(cursor: &mut Cursor<'_>) -> Parsed<Walker> {
    if cursor.take("it") { Ok(Walker::It) } else { cursor.kind().map(Walker::Kind) }
}
