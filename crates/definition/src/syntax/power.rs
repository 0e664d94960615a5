use super::condition::{condition, duty};
use super::cursor::{Cursor, Parsed};
use super::lines::Sentence;
use super::noun::{but, noun, place};
use super::tree::{Clause, ClauseLine, Giver, Power, Subject, Walker};
use crate::diagnostic::Diagnostic;

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
    let line = clause_line(cursor)?;
    let mut power = Power { name, giver, line, says: None, french: None };
    for sentence in below {
        let cursor = &mut Cursor::new(&sentence.tokens);
        let said = match description(cursor) {
            Some(said) => said.map(|said| said.keep(&mut power.says, &mut power.french)),
            None => Err(cursor.expected("\"says\" or \"fr\"", "«\u{a0}says\u{a0}» ou «\u{a0}fr\u{a0}»")),
        };
        faults.extend(said.and_then(|()| cursor.end()).err());
        faults.extend(super::nothing_below(sentence));
    }
    Ok(power)
}

pub(crate) enum Description {
    English(String),
    French(String),
}

impl Description {
    pub(crate) fn keep(self, english: &mut Option<String>, french: &mut Option<String>) {
        match self {
            Self::English(text) => *english = Some(text),
            Self::French(text) => *french = Some(text),
        }
    }
}

pub(crate) fn description(cursor: &mut Cursor<'_>) -> Option<Parsed<Description>> {
    if cursor.take("says") {
        Some(cursor.quoted().map(|quoted| Description::English(quoted.text)))
    } else if cursor.take("fr") {
        Some(cursor.quoted().map(|quoted| Description::French(quoted.text)))
    } else {
        None
    }
}

pub(crate) fn clause_line(cursor: &mut Cursor<'_>) -> Parsed<ClauseLine> {
    let main_action = cursor.take("in its main action");
    let while_giver = if cursor.take_any(&["while", "when"]) {
        let condition = condition(cursor)?;
        cursor.expect(",")?;
        Some(condition)
    } else {
        None
    };
    let (subject, clause) = if cursor.take("after its") {
        let label = if cursor.take("move") { None } else { Some(cursor.label()?) };
        (Subject::It, Clause::Must { label, duty: duty(cursor)? })
    } else {
        let span = cursor.span();
        let subject = if cursor.take("it") {
            Subject::It
        } else if cursor.take("nobody") {
            Subject::Nobody(span)
        } else {
            Subject::Noun(noun(cursor, 0)?)
        };
        if cursor.take_any(&["can move only while", "can move only when"]) {
            let condition = Some((condition(cursor)?, false));
            return Ok(ClauseLine { main_action, while_giver, subject, clause: Clause::CannotMove, condition });
        }
        if cursor.take_any(&["can capture only while", "can capture only when"]) {
            let condition = Some((condition(cursor)?, false));
            let clause = Clause::CannotCapture(None);
            return Ok(ClauseLine { main_action, while_giver, subject, clause, condition });
        }
        (subject, clause(cursor)?)
    };
    let condition = if cursor.take_any(&[", unless", "unless"]) {
        Some((condition(cursor)?, false))
    } else if cursor.take_any(&[", while", "while", ", when", "when"]) {
        Some((condition(cursor)?, true))
    } else {
        None
    };
    Ok(ClauseLine { main_action, while_giver, subject, clause, condition })
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
    } else if cursor.take_any(&["walks along wrapped rows", "walk along wrapped rows"]) {
        Ok(Clause::Wrapped)
    } else if cursor.take_any(&["slides one square only", "slide one square only"]) {
        Ok(Clause::OneSquare)
    } else if cursor.take_any(&["walks through", "walk through"]) {
        noun(cursor, 0).map(Clause::Through)
    } else if cursor.take_any(&["stops on", "stop on"]) {
        place(cursor).map(Clause::StopOn)
    } else if cursor.take("may become") {
        cursor.kind().map(Clause::MayBecome)
    } else {
        Err(cursor.expected(
            "the effect of the power: \"cannot move\", \"cannot capture\", \"cannot be captured\", \"can be captured only while …\", \"cannot make a …\", \"can move only while …\", \"walks as …\", \"also walks as …\", \"may become …\", \"slides one square only\", \"walks through …\", \"stops on …\" or \"after its move it must …\"",
            "l'effet du pouvoir\u{a0}: «\u{a0}cannot move\u{a0}», «\u{a0}cannot capture\u{a0}», «\u{a0}cannot be captured\u{a0}», «\u{a0}can be captured only while …\u{a0}», «\u{a0}cannot make a …\u{a0}», «\u{a0}can move only while …\u{a0}», «\u{a0}walks as …\u{a0}», «\u{a0}also walks as …\u{a0}», «\u{a0}may become …\u{a0}», «\u{a0}slides one square only\u{a0}», «\u{a0}walks through …\u{a0}», «\u{a0}stops on …\u{a0}» ou «\u{a0}after its move it must …\u{a0}»",
        ))
    }
}

fn walker(cursor: &mut Cursor<'_>) -> Parsed<Walker> {
    if cursor.take("it") { Ok(Walker::It) } else { cursor.kind().map(Walker::Kind) }
}
