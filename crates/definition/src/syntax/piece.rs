use super::condition::condition;
use super::cursor::{Cursor, Parsed};
use super::event::effect;
use super::lines::Sentence;
use super::noun::{directions, noun, place, reference};
use super::tree::{
    Directions, Leg, LegKind, Length, Name, Number, Onto, Piece, PieceLine, PieceLineKind, Target, TargetLimit,
    Walk,
};
use crate::diagnostic::{Code, Diagnostic, kept};
use crate::model::DirectionWords;

pub(crate) fn piece(
    cursor: &mut Cursor<'_>,
    also: bool,
    below: &[Sentence<'_>],
    faults: &mut Vec<Diagnostic>,
) -> Parsed<Piece> {
    let (mut letter, mut plural) = (None, None);
    let name = if cursor.sees_quoted() || !cursor.sees_kind() {
        return Err(
            cursor.expected("the letter of the piece, or its name", "la lettre de la pièce, ou son nom")
        );
    } else {
        let first = cursor.kind()?;
        if cursor.sees_quoted() {
            letter = Some(first);
            let name = cursor.quoted()?;
            let (text, several) = one_and_several(name.text);
            plural = several;
            Name { text, span: name.span }
        } else {
            first
        }
    };
    let mut piece = Piece {
        also,
        letter,
        name,
        plural,
        short: None,
        french: None,
        french_plural: None,
        worth: None,
        drawn_as: None,
        label: None,
        like: None,
        is_block: false,
        lines: Vec::new(),
    };
    while about(cursor, &mut piece)? {}
    cursor.end()?;
    piece.lines = piece_lines(below, faults);
    Ok(piece)
}

/// Splits a name such as `Man/Men` into the singular and the irregular plural.
fn one_and_several(name: String) -> (String, Option<String>) {
    match name.split_once('/') {
        Some((one, several)) => (one.trim().to_owned(), Some(several.trim().to_owned())),
        None => (name, None),
    }
}

fn about(cursor: &mut Cursor<'_>, piece: &mut Piece) -> Parsed<bool> {
    let span = cursor.span();
    let is_new = if cursor.take("short") {
        piece.short.replace(cursor.quoted()?.text).is_none()
    } else if cursor.take("fr") {
        let (french, several) = one_and_several(cursor.quoted()?.text);
        piece.french_plural = several;
        piece.french.replace(french).is_none()
    } else if cursor.take("worth") {
        piece.worth.replace(cursor.number()?).is_none()
    } else if cursor.take("drawn as") {
        piece.drawn_as.replace(cursor.quoted()?).is_none()
    } else if cursor.take("label") {
        piece.label.replace(cursor.quoted()?).is_none()
    } else if cursor.take_any(&["walks like", "walk like"]) {
        piece.like.replace(cursor.kind()?).is_none()
    } else if cursor.take("of nobody") {
        !std::mem::replace(&mut piece.is_block, true)
    } else {
        return Ok(false);
    };
    if is_new {
        return Ok(true);
    }
    Err(Code::Twice.at(span).error("The piece already has this line.", "La pièce a déjà cette ligne."))
}

pub(crate) fn piece_lines(below: &[Sentence<'_>], faults: &mut Vec<Diagnostic>) -> Vec<PieceLine> {
    let mut lines = Vec::new();
    for sentence in below {
        lines.extend(kept(piece_line(sentence), faults));
        faults.extend(super::nothing_below(sentence));
    }
    lines
}

pub(crate) fn piece_line(sentence: &Sentence<'_>) -> Parsed<PieceLine> {
    let cursor = &mut Cursor::new(&sentence.tokens);
    let span = cursor.span();
    if cursor.take("never captures") {
        let edition = cursor.edition()?;
        cursor.end()?;
        return Ok(PieceLine { span, edition, what: PieceLineKind::NeverCaptures });
    }
    if cursor.take("acts (") {
        let label = cursor.label()?;
        cursor.expect(") :")?;
        let effect = effect(cursor)?;
        let condition = if cursor.take_any(&[", when", ", while"]) { Some(condition(cursor)?) } else { None };
        let edition = cursor.edition()?;
        cursor.end()?;
        return Ok(PieceLine { span, edition, what: PieceLineKind::Act { label, effect, condition } });
    }
    let (moves, captures) = if cursor.take("moves and captures") {
        (true, true)
    } else if cursor.take("moves") {
        (true, false)
    } else if cursor.take("captures") {
        (false, true)
    } else {
        let (en, fr) = (
            "\"moves:\", \"captures:\", \"moves and captures:\", \"acts (…):\" or \"never captures\"",
            "«\u{a0}moves:\u{a0}», «\u{a0}captures:\u{a0}», «\u{a0}moves and captures:\u{a0}», «\u{a0}acts (…):\u{a0}» ou «\u{a0}never captures\u{a0}»",
        );
        return Err(cursor.expected(en, fr));
    };
    let label = if cursor.take("(") {
        let label = cursor.label()?;
        cursor.expect(")")?;
        Some(label)
    } else {
        None
    };
    cursor.expect(":")?;
    let mut walk = Walk {
        moves,
        captures,
        label,
        ways: vec![way(cursor)?],
        capturing: Vec::new(),
        pulling: None,
        condition: None,
        from: None,
        only_to: None,
        no_attack: false,
    };
    while cursor.take_any(&[", or", "or"]) {
        walk.ways.push(way(cursor)?);
    }
    if cursor.take(", capturing") {
        walk.capturing.push(noun(cursor, 0)?);
        while cursor.take_any(&[", and", "and"]) {
            walk.capturing.push(noun(cursor, 0)?);
        }
    }
    if cursor.take(", pulling") {
        walk.pulling = Some(noun(cursor, 0)?);
    }
    let edition = bounds(cursor, &mut walk)?;
    cursor.end()?;
    Ok(PieceLine { span, edition, what: PieceLineKind::Walk(walk) })
}

fn bounds(cursor: &mut Cursor<'_>, walk: &mut Walk) -> Parsed<Option<Name>> {
    let mut edition = None;
    loop {
        if cursor.take_any(&[", when", ", while"]) {
            walk.condition = Some(condition(cursor)?);
        } else if cursor.take(", from outside") {
            walk.from = Some((place(cursor)?, false));
        } else if cursor.take(", from") {
            walk.from = Some((place(cursor)?, true));
        } else if cursor.take(", only to") {
            walk.only_to = Some(place(cursor)?);
        } else if cursor.take(", no attack") {
            walk.no_attack = true;
        } else if let Some(name) = cursor.edition()? {
            edition = Some(name);
        } else {
            return Ok(edition);
        }
    }
}

fn way(cursor: &mut Cursor<'_>) -> Parsed<Vec<Leg>> {
    const MAX_LEGS: usize = 4;
    let mut legs = vec![leg(cursor)?];
    while cursor.take(", then") {
        if legs.len() == MAX_LEGS {
            return Err(cursor.expected("at most four legs", "au plus quatre étapes"));
        }
        legs.push(leg(cursor)?);
    }
    Ok(legs)
}

fn leg(cursor: &mut Cursor<'_>) -> Parsed<Leg> {
    let start = cursor.span();
    let what = if cursor.take("step") {
        LegKind::Step { directions: directions(cursor)?, onto: onto(cursor)? }
    } else if cursor.take("slide") {
        let (directions, length) = slide(cursor)?;
        let leaping = if cursor.take("leaping") { Some(Box::new(noun(cursor, 0)?)) } else { None };
        let just = cursor.take("just over one");
        let over = if just || cursor.take("over one") { Some(Box::new(noun(cursor, 0)?)) } else { None };
        LegKind::Slide { directions, length, leaping, over, just, onto: onto(cursor)? }
    } else if cursor.sees("leap") || cursor.sees("ride") {
        let (by, towards, rides) = leap(cursor)?;
        LegKind::Leap { by, towards, rides, onto: onto(cursor)? }
    } else if cursor.take("jump") {
        let directions = directions(cursor)?;
        cursor.expect("over")?;
        let mut over = vec![jumped(cursor)?];
        while cursor.take("and") {
            over.push(jumped(cursor)?);
        }
        LegKind::Jump { directions, over }
    } else if cursor.take("push") {
        LegKind::Push(directions(cursor)?, noun(cursor, 0)?)
    } else if cursor.take("strike") {
        LegKind::Strike(directions(cursor)?)
    } else if cursor.take("swap with") {
        LegKind::Swap(noun(cursor, 0)?)
    } else if cursor.take("to") {
        LegKind::To(target(cursor)?)
    } else {
        return Err(cursor.expected(
            "\"step\", \"slide\", \"leap\", \"ride\", \"jump\", \"to\", \"swap with\", \"push\" or \"strike\"",
            "«\u{a0}step\u{a0}», «\u{a0}slide\u{a0}», «\u{a0}leap\u{a0}», «\u{a0}ride\u{a0}», «\u{a0}jump\u{a0}», «\u{a0}to\u{a0}», «\u{a0}swap with\u{a0}», «\u{a0}push\u{a0}» ou «\u{a0}strike\u{a0}»",
        ));
    };
    Ok(Leg { span: cursor.since(start), what })
}

fn slide(cursor: &mut Cursor<'_>) -> Parsed<(Directions, Length)> {
    let directions = directions(cursor)?;
    let length = if cursor.take("exactly") {
        Length::Exactly(cursor.number()?)
    } else if cursor.take("up to") {
        Length::UpTo(cursor.number()?)
    } else {
        Length::Any
    };
    Ok((directions, length))
}

fn leap(cursor: &mut Cursor<'_>) -> Parsed<([Number; 2], Option<Directions>, bool)> {
    let rides = !cursor.take("leap") && cursor.take("ride");
    let first = cursor.number()?;
    cursor.expect("-")?;
    let second = cursor.number()?;
    let leads = DirectionWords::ALL.iter().any(|(phrase, _)| cursor.sees(phrase));
    Ok(([first, second], if leads { Some(directions(cursor)?) } else { None }, rides))
}

fn sees_leg(cursor: &Cursor<'_>) -> bool {
    ["step", "slide", "leap", "ride"].iter().any(|leg| cursor.sees(&format!("a {leg}")))
}

/// Parses a distance limit, if one comes next. A leg in the limit cannot contain another noun, to avoid unbounded recursion.
pub(super) fn away(cursor: &mut Cursor<'_>) -> Parsed<Option<TargetLimit>> {
    if cursor.sees_steps() {
        return steps_away(cursor).map(Some);
    }
    if !sees_leg(cursor) {
        return Ok(None);
    }
    cursor.article();
    let start = cursor.span();
    let onto = Onto::Unsaid;
    let what = if cursor.take("step") {
        LegKind::Step { directions: directions(cursor)?, onto }
    } else if cursor.take("slide") {
        let (directions, length) = slide(cursor)?;
        LegKind::Slide { directions, length, leaping: None, over: None, just: false, onto }
    } else {
        let (by, towards, rides) = leap(cursor)?;
        LegKind::Leap { by, towards, rides, onto }
    };
    let leg = Leg { span: cursor.since(start), what };
    cursor.expect("away")?;
    Ok(Some(TargetLimit::Reached(Box::new(leg))))
}

fn steps_away(cursor: &mut Cursor<'_>) -> Parsed<TargetLimit> {
    let least = cursor.number()?;
    let most = if cursor.take("or") { cursor.number()? } else { least };
    cursor.expect("steps")?;
    let directions = directions(cursor)?;
    cursor.expect("away")?;
    Ok(TargetLimit::Away { least, most, directions })
}

fn jumped(cursor: &mut Cursor<'_>) -> Parsed<Option<super::tree::Noun>> {
    if cursor.take("any square") { Ok(None) } else { noun(cursor, 0).map(Some) }
}

fn onto(cursor: &mut Cursor<'_>) -> Parsed<Onto> {
    if !cursor.take("onto") {
        Ok(Onto::Unsaid)
    } else if cursor.take("an empty square") {
        Ok(Onto::Empty)
    } else if cursor.sees_own_word() {
        cursor.name("a remembered square", "une case retenue").map(Onto::Memory)
    } else {
        noun(cursor, 0).map(Onto::Noun)
    }
}

fn target(cursor: &mut Cursor<'_>) -> Parsed<Target> {
    if !cursor.take_any(&["any empty square", "any square"]) {
        return place(cursor).map(Target::Place);
    }
    limits(cursor).map(Target::Any)
}

pub(super) fn limits(cursor: &mut Cursor<'_>) -> Parsed<Vec<TargetLimit>> {
    let mut limits = Vec::new();
    loop {
        let start = cursor.span();
        if cursor.take("of the other colour") {
            limits.push(TargetLimit::OtherColour(start));
        } else if cursor.take("not next to") {
            limits.push(TargetLimit::NotNextTo(reference(cursor, 0)?));
        } else if cursor.take("next to") {
            limits.push(TargetLimit::NextTo(reference(cursor, 0)?));
        } else if cursor.take("on a file with") {
            let most = match cursor.take("no") {
                true => 0,
                false => {
                    cursor.expect("at most")?;
                    cursor.number()?.value
                }
            };
            limits.push(TargetLimit::OnFile { noun: noun(cursor, 0)?, most });
        } else if cursor.take("where it encloses") {
            limits.push(TargetLimit::Enclosing(noun(cursor, 0)?));
        } else if cursor.take("of") {
            limits.push(TargetLimit::Of(place(cursor)?));
        } else if cursor.sees_number() {
            limits.push(steps_away(cursor)?);
        } else if sees_leg(cursor) {
            cursor.article();
            limits.push(TargetLimit::Reached(Box::new(leg(cursor)?)));
            cursor.expect("away")?;
        } else {
            return Ok(limits);
        }
    }
}
