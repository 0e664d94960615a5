//! Events: what happens after something has happened in a move.

use super::condition::condition;
use super::cursor::{Cursor, Parsed};
use super::noun::{noun, place};
use super::tree::{Deed, Effect, Event, Trigger};

/// Reads what follows `after`.
pub(crate) fn event(cursor: &mut Cursor<'_>) -> Parsed<Event> {
    let noun = noun(cursor, 0)?;
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
    } else if cursor.take_any(&["makes", "make"]) {
        let labels = cursor.labels()?;
        Ok(Deed::Makes { labels, onto: if cursor.take("onto") { Some(place(cursor)?) } else { None } })
    } else {
        Err(cursor.expected(
            "\"captures\", \"arrives on …\", \"makes a …\" or \"is captured by a …\"",
            "«\u{a0}captures\u{a0}», «\u{a0}arrives on …\u{a0}», «\u{a0}makes a …\u{a0}» ou «\u{a0}is captured by a …\u{a0}»",
        ))
    }
}

/// Reads what happens.
pub(crate) fn effect(cursor: &mut Cursor<'_>) -> Parsed<Effect> {
    if cursor.take("it becomes") {
        cursor.article();
        return cursor.kinds().map(Effect::Becomes);
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
    if cursor.sees_own_word() {
        let memory = cursor.name("a memory", "une mémoire")?;
        if cursor.take("is the square it crossed") {
            return Ok(Effect::Remember { memory, crossed: true });
        }
        cursor.expect("is where it stood")?;
        return Ok(Effect::Remember { memory, crossed: false });
    }
    let noun = noun(cursor, 0)?;
    if cursor.take_any(&["is put in", "are put in"]) {
        return Ok(Effect::Put { noun, place: place(cursor)?, if_empty: true });
    }
    if cursor.take_any(&["is put on", "are put on"]) {
        let place = place(cursor)?;
        return Ok(Effect::Put { noun, place, if_empty: cursor.take(", if that is empty") });
    }
    if cursor.take_any(&["is removed", "are removed"]) {
        return Ok(Effect::Removed { it: false, noun: Some(noun) });
    }
    if cursor.take_any(&["is captured", "are captured"]) {
        return Ok(Effect::Captured(noun));
    }
    Err(cursor.expected(
        "\"is put on …\", \"are removed\" or \"are captured\"",
        "«\u{a0}is put on …\u{a0}», «\u{a0}are removed\u{a0}» ou «\u{a0}are captured\u{a0}»",
    ))
}
