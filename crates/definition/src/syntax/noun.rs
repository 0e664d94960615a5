//! Parses phrases for sets of pieces and for places.

use crate::model::DirectionWords;

use super::cursor::{Cursor, Parsed};
use super::piece::away;
use super::tree::{
    Directions, Name, Noun, NounKind, Place, PlaceKind, Reference, Relation, RelationKind, Whose,
};

/// Maximum nesting depth of nouns and conditions.
pub(crate) const MAX_NESTED: usize = 6;

pub(crate) fn noun(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<Noun> {
    let start = cursor.span();
    if depth > MAX_NESTED {
        return Err(cursor.expected("a less deeply nested phrase", "une phrase moins imbriquée"));
    }
    let another = cursor.take("another");
    let mut whose = None;
    // After an article or `all`, a phrase means pieces of either side, unless it contains `own` or `enemy`.
    if another || cursor.take_any(&["a", "an", "the", "all"]) {
        whose = Some(Whose::Any);
    }
    let what = if cursor.take("own") {
        whose = Some(Whose::Own);
        head(cursor)?
    } else if cursor.take("their own") {
        whose = Some(Whose::Their);
        head(cursor)?
    } else if cursor.take("enemies") {
        NounKind::Enemy
    } else if cursor.take("enemy") {
        let is_verb = cursor.sees("attacks it") || cursor.sees("attack it");
        let more =
            cursor.sees_kind() || cursor.sees("piece") || cursor.sees("pieces") || cursor.sees_own_word();
        if more && !is_verb {
            whose = Some(Whose::Enemy);
            head(cursor)?
        } else {
            NounKind::Enemy
        }
    } else {
        if cursor.take("any") {
            whose = Some(Whose::Any);
        }
        head(cursor)?
    };
    let but = if takes_but(cursor) { cursor.kinds_of_noun()? } else { Vec::new() };
    let mut relations = Vec::new();
    while let Some(relation) = relation(cursor, depth)? {
        relations.push(relation);
    }
    Ok(Noun { span: cursor.since(start), whose, another, what, but, relations })
}

fn head(cursor: &mut Cursor<'_>) -> Parsed<NounKind> {
    if cursor.take_any(&["piece", "pieces"]) {
        Ok(NounKind::Piece)
    } else if cursor.sees_kind() {
        cursor.kinds_of_noun().map(NounKind::Kinds)
    } else if cursor.sees_own_word() {
        cursor.name("a piece", "une pièce").map(NounKind::Call)
    } else {
        Err(cursor.expected("a piece", "une pièce"))
    }
}

pub(crate) fn but(cursor: &mut Cursor<'_>) -> Parsed<Vec<super::tree::Name>> {
    if takes_but(cursor) { cursor.kinds() } else { Ok(Vec::new()) }
}

fn takes_but(cursor: &mut Cursor<'_>) -> bool {
    cursor.take_any(&["but", "other than"])
}

pub(crate) fn relation(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<Option<Relation>> {
    let start = cursor.span();
    let inner = |cursor: &mut Cursor<'_>| noun(cursor, depth + 1).map(Box::new);
    let what = if cursor.take("next to") {
        RelationKind::NextTo(reference(cursor, depth)?)
    } else if cursor.take("directly before or behind it") {
        RelationKind::BeforeOrBehind
    } else if cursor.take("directly before it") {
        RelationKind::Before
    } else if cursor.take("directly behind it") {
        RelationKind::Behind
    } else if cursor.take("directly between it and") {
        let other = inner(cursor)?;
        cursor.expect(",")?;
        RelationKind::Between(other, directions(cursor)?)
    } else if cursor.sees("directly") {
        return Err(cursor.expected(
            "\"directly before it\", \"directly behind it\" or \"directly between it and …\"",
            "«\u{a0}directly before it\u{a0}», «\u{a0}directly behind it\u{a0}» ou «\u{a0}directly between it and …\u{a0}»",
        ));
    } else if cursor.take("in its sight through") {
        RelationKind::Sight(Some(inner(cursor)?))
    } else if cursor.take("in its sight") {
        RelationKind::Sight(None)
    } else if cursor.take("of its kind") {
        RelationKind::SameKind
    } else if cursor.take("of theirs") {
        RelationKind::Theirs
    } else if cursor.take_any(&[
        "that it attacks or guards",
        "it attacks or guards",
        "that it attacks",
        "it attacks",
    ]) {
        RelationKind::Attacked
    } else if cursor.take_any(&["that it encloses", "it encloses"]) {
        let leads = DirectionWords::ALL.iter().any(|(phrase, _)| cursor.sees(phrase));
        RelationKind::Enclosed(if leads { Some(directions(cursor)?) } else { None })
    } else if cursor.take("that is not") {
        RelationKind::NotCalled(
            cursor.name("a name defined by \"call\"", "un nom défini par «\u{a0}call\u{a0}»")?,
        )
    } else if cursor.take_any(&["that it guards", "it guards"]) {
        RelationKind::Guarded
    } else if cursor.take_any(&["that attack it", "that attacks it"]) {
        RelationKind::Attacking
    } else if cursor.take_any(&["that guard it", "that guards it"]) {
        RelationKind::Guarding
    } else if cursor.take("it withdraws from") {
        RelationKind::Withdrawn
    } else if cursor.take("it approaches") {
        RelationKind::Approached
    } else if cursor.take("it jumps") {
        RelationKind::Jumped
    } else if cursor.take("where its file crosses the row of") {
        RelationKind::FileCrossesRow(inner(cursor)?)
    } else if cursor.take("where its row crosses the file of") {
        RelationKind::RowCrossesFile(inner(cursor)?)
    } else if cursor.take_any(&["that stand on their own", "on their own"]) {
        RelationKind::On(Place { whose: Some(Whose::Its), ..rest_of_place(cursor)? })
    } else if let Some(place) = in_hand(cursor) {
        RelationKind::On(place)
    } else if let Some(limit) = away(cursor)? {
        RelationKind::Away(Box::new(limit))
    } else if cursor.sees("on") && !cursor.sees("on the board") {
        let _ = cursor.take("on");
        RelationKind::On(place(cursor)?)
    } else {
        return Ok(None);
    };
    Ok(Some(Relation { span: cursor.since(start), what }))
}

pub(crate) fn reference(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<Reference> {
    if cursor.take("it") { Ok(Reference::It) } else { Ok(Reference::Noun(Box::new(noun(cursor, depth + 1)?))) }
}

fn in_hand(cursor: &mut Cursor<'_>) -> Option<Place> {
    let start = cursor.span();
    let phrases = [
        ("in own hand", Whose::Own),
        ("in enemy hand", Whose::Enemy),
        ("in its own hand", Whose::Its),
        ("in their own hand", Whose::Its),
        ("in their hand", Whose::Its),
        ("in hand", Whose::Its),
    ];
    let whose = phrases.into_iter().find(|(phrase, _)| cursor.take(phrase)).map(|(_, whose)| whose)?;
    let span = cursor.since(start);
    Some(Place { span, whose: Some(whose), what: PlaceKind::Zone(Name { text: "hand".to_owned(), span }) })
}

pub(crate) fn place(cursor: &mut Cursor<'_>) -> Parsed<Place> {
    let start = cursor.span();
    let whose = [
        ("their own", Some(Whose::Their)),
        ("its own", Some(Whose::Its)),
        ("their", Some(Whose::Their)),
        ("its", Some(Whose::Its)),
        ("own", Some(Whose::Own)),
        ("enemy", Some(Whose::Enemy)),
    ];
    cursor.article();
    let whose = whose.into_iter().find(|(phrase, _)| cursor.take(phrase)).and_then(|(_, whose)| whose);
    let rest = rest_of_place(cursor)?;
    Ok(Place { span: cursor.since(start), whose, ..rest })
}

fn rest_of_place(cursor: &mut Cursor<'_>) -> Parsed<Place> {
    let start = cursor.span();
    let what = if cursor.take_any(&["last rank", "last row"]) {
        PlaceKind::LastRow
    } else if cursor.take_any(&["rank", "ranks", "row", "rows"]) {
        let first = cursor.number()?;
        PlaceKind::Rows(first, if cursor.take("to") { cursor.number()? } else { first })
    } else {
        PlaceKind::Zone(cursor.name("a zone, or a row", "une zone, ou une rangée")?)
    };
    Ok(Place { span: cursor.since(start), whose: None, what })
}

pub(crate) fn directions(cursor: &mut Cursor<'_>) -> Parsed<Directions> {
    let start = cursor.span();
    let mut words = DirectionWords::NONE;
    loop {
        let found = DirectionWords::ALL.iter().find(|(phrase, _)| cursor.take(phrase));
        let Some((_, word)) = found else {
            return Err(cursor.expected(
                "a direction, such as \"straight\", \"diagonal\", \"any\", \"forward\", \"backward\", \"sideways\" or \"diagonally forward\"",
                "une direction, comme «\u{a0}straight\u{a0}», «\u{a0}diagonal\u{a0}», «\u{a0}any\u{a0}», «\u{a0}forward\u{a0}», «\u{a0}backward\u{a0}», «\u{a0}sideways\u{a0}» ou «\u{a0}diagonally forward\u{a0}»",
            ));
        };
        words = words.with(*word);
        let more = cursor.sees("or")
            && DirectionWords::ALL.iter().any(|(phrase, _)| cursor.sees(&format!("or {phrase}")));
        if !more {
            return Ok(Directions { words, span: cursor.since(start) });
        }
        let _ = cursor.take("or");
    }
}
