//! Parses events: `after` sentences about the consequences of moves.

use super::condition::condition;
use super::cursor::{Cursor, Parsed};
use super::noun::{noun, place};
use super::piece::limits;
use crate::model::{Drive, Marking, Remembered};

use super::tree::{Deed, Effect, Event, Noun, Spot, Trigger};

pub(crate) fn event(cursor: &mut Cursor<'_>) -> Parsed<Event> {
    let noun = noun(cursor, 0)?;
    happening(cursor, noun)
}

pub(crate) fn happening(cursor: &mut Cursor<'_>, noun: Noun) -> Parsed<Event> {
    let deed = deed(cursor)?;
    cursor.expect(":")?;
    let effect = effect(cursor)?;
    let condition = if cursor.take(", if") { Some(condition(cursor)?) } else { None };
    Ok(Event { trigger: Trigger { noun, deed }, effect, condition })
}

fn deed(cursor: &mut Cursor<'_>) -> Parsed<Deed> {
    if cursor.take_any(&["is captured by", "are captured by"]) {
        Ok(Deed::IsCaptured { by: cursor.labels()? })
    } else if cursor.take_any(&["captures", "capture"]) {
        Ok(Deed::Captures(if cursor.sees(":") { None } else { Some(noun(cursor, 0)?) }))
    } else if cursor.take_any(&["arrives on", "arrive on"]) {
        Ok(Deed::Arrives(place(cursor)?))
    } else if cursor.take_any(&["leaves", "leave"]) {
        Ok(Deed::Leaves(place(cursor)?))
    } else if cursor.take_any(&["castles", "castle"]) {
        Ok(Deed::Castles)
    } else if cursor.take_any(&["moves", "move"]) {
        Ok(Deed::Moves)
    } else if cursor.take_any(&["makes", "make"]) {
        let labels = cursor.labels()?;
        let over = if cursor.take("over") { Some(noun(cursor, 0)?) } else { None };
        let onto = if cursor.take("onto") { Some(place(cursor)?) } else { None };
        Ok(Deed::Makes { labels, onto, over, main_action: cursor.take("in its main action") })
    } else {
        Err(cursor.expected(
            "\"moves\", \"captures\", \"arrives on …\", \"leaves …\", \"makes a …\", \"castles\" or \"is captured by a …\"",
            "«\u{a0}moves\u{a0}», «\u{a0}captures\u{a0}», «\u{a0}arrives on …\u{a0}», «\u{a0}leaves …\u{a0}», «\u{a0}makes a …\u{a0}», «\u{a0}castles\u{a0}» ou «\u{a0}is captured by a …\u{a0}»",
        ))
    }
}

fn marking(cursor: &mut Cursor<'_>) -> Parsed<Option<Marking>> {
    if cursor.take_any(&["is wiped away", "are wiped away"]) {
        return Ok(Some(Marking::Cleared));
    }
    let is_left = cursor.take_any(&["is left", "are left"]);
    if !is_left && !cursor.take_any(&["is wiped off", "are wiped off"]) {
        return Ok(None);
    }
    let what = if cursor.take("the square it crossed") || cursor.take("on the square it crossed") {
        Remembered::Crossed
    } else if cursor.take("where it stands") {
        Remembered::Arrived
    } else {
        cursor.expect("where it stood")?;
        Remembered::Left
    };
    Ok(Some(if is_left { Marking::Left(what) } else { Marking::Wiped(what) }))
}

fn drive(cursor: &mut Cursor<'_>) -> Option<Drive> {
    let phrases = [
        (["is pushed one square away", "are pushed one square away"], false, false),
        (["is pushed away", "are pushed away"], false, true),
        (["is pulled one square towards it", "are pulled one square towards it"], true, false),
        (["is pulled towards it", "are pulled towards it"], true, true),
    ];
    let found = phrases.into_iter().find(|(phrase, ..)| cursor.take_any(phrase));
    found.map(|(_, towards, far)| Drive { towards, far })
}

pub(crate) fn effect(cursor: &mut Cursor<'_>) -> Parsed<Effect> {
    let may = cursor.take("it may become");
    if may || cursor.take("it becomes") {
        let kinds = cursor.kinds()?;
        let mut most = Vec::new();
        if cursor.take(", with at most") {
            loop {
                most.push((cursor.number()?, cursor.kind()?));
                if !cursor.take_any(&[", and", "and", ","]) {
                    break;
                }
            }
            cursor.expect("a side")?;
        }
        return Ok(Effect::Becomes { kinds, most, may });
    }
    if cursor.take("it is removed") {
        return Ok(Effect::Removed { it: true, noun: None });
    }
    if cursor.take("it and") {
        let noun = noun(cursor, 0)?;
        cursor.expect("are removed")?;
        return Ok(Effect::Removed { it: true, noun: Some(noun) });
    }
    if cursor.take("it may make another") {
        let label = cursor.label()?;
        cursor.expect(", never onto a square where it stood since its last capture by")?;
        let captured_by = cursor.label()?;
        cursor.expect("in this move")?;
        return Ok(Effect::Again { label, captured_by });
    }
    if cursor.take("that piece gets an extra move by") {
        return Ok(Effect::Extra { by: cursor.labels()? });
    }
    if cursor.sees_own_word() && !cursor.sees("all") {
        let memory = cursor.name("the name of a remembered square", "le nom d'une case retenue")?;
        if let Some(what) = marking(cursor)? {
            return Ok(Effect::Mark { marks: memory, what });
        }
        let what = if cursor.take("is the square it crossed") {
            Remembered::Crossed
        } else if cursor.take("is where it stands") {
            Remembered::Arrived
        } else {
            cursor.expect("is where it stood")?;
            Remembered::Left
        };
        return Ok(Effect::Remember { memory, what });
    }
    let noun = noun(cursor, 0)?;
    if cursor.take_any(&["is put in", "are put in"]) {
        return Ok(Effect::Put { noun, spot: Spot::Place { place: place(cursor)?, if_empty: true } });
    }
    if cursor.take_any(&["is put where it stood", "are put where it stood"]) {
        return Ok(Effect::Put { noun, spot: Spot::Left });
    }
    let goes = cursor.take_any(&["goes to any empty square", "go to any empty square"]);
    if goes || cursor.take_any(&["is put on any empty square", "are put on any empty square"]) {
        return Ok(Effect::Put { noun, spot: Spot::Chosen { limits: limits(cursor)?, goes } });
    }
    if cursor.take_any(&["is put on", "are put on"]) {
        let place = place(cursor)?;
        let if_empty = cursor.take(", if that is empty");
        return Ok(Effect::Put { noun, spot: Spot::Place { place, if_empty } });
    }
    if cursor.take_any(&["is removed", "are removed"]) {
        return Ok(Effect::Removed { it: false, noun: Some(noun) });
    }
    if cursor.take_any(&["changes sides", "change sides"]) {
        return Ok(Effect::Turned(noun));
    }
    if let Some(drive) = drive(cursor) {
        return Ok(Effect::Driven(noun, drive));
    }
    if cursor.take_any(&["becomes", "become"]) {
        return Ok(Effect::Transformed(noun, cursor.kind()?));
    }
    if cursor.take_any(&["is captured", "are captured"]) {
        return Ok(Effect::Captured(noun));
    }
    Err(cursor.expected(
        "\"is put on …\", \"is put where it stood\", \"goes to any empty square\", \"are removed\", \"are captured\", \"change sides\", \"become …\", \"are pushed away\" or \"are pulled towards it\"",
        "«\u{a0}is put on …\u{a0}», «\u{a0}is put where it stood\u{a0}», «\u{a0}goes to any empty square\u{a0}», «\u{a0}are removed\u{a0}», «\u{a0}are captured\u{a0}», «\u{a0}change sides\u{a0}», «\u{a0}become …\u{a0}», «\u{a0}are pushed away\u{a0}» ou «\u{a0}are pulled towards it\u{a0}»",
    ))
}
