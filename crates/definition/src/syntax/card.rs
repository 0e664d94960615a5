//! Parses cards: the rules that apply to all cards, and what each card gives to the piece that bears it.

use super::cursor::{Cursor, Parsed};
use super::event::happening;
use super::lines::Sentence;
use super::noun::but;
use super::piece::piece_line;
use super::power::{clause_line, description};
use super::tree::{Card, CardLine, CardLineKind, CardsLine, CardsLineKind, Noun, NounKind, Whose, Wrap};
use crate::diagnostic::Diagnostic;

pub(crate) fn cards_line(sentence: &Sentence<'_>) -> Parsed<CardsLine> {
    let cursor = &mut Cursor::new(&sentence.tokens);
    let what = if cursor.take("each player takes 0 to") {
        let most = cursor.number()?;
        cursor.expect(", no two alike")?;
        CardsLineKind::Takes(most)
    } else if cursor.take("a card for a piece goes to a piece") {
        let but = but(cursor)?;
        cursor.expect(", and a piece bears one at most")?;
        CardsLineKind::Bearers { but }
    } else if cursor.take("a card is lost with its piece") {
        CardsLineKind::LostWithPiece
    } else if cursor.take("each player orders these pieces at will") {
        CardsLineKind::Ordered
    } else if cursor.take("never") {
        let one = cursor.name("the name of a card", "le nom d'une carte")?;
        cursor.expect("with")?;
        CardsLineKind::Never([one, cursor.name("the name of a card", "le nom d'une carte")?])
    } else {
        return Err(cursor.expected(
            "\"each player takes 0 to …\", \"a card for a piece goes to …\", \"a card is lost with its piece\", \"each player orders these pieces at will\" or \"never … with …\"",
            "«\u{a0}each player takes 0 to …\u{a0}», «\u{a0}a card for a piece goes to …\u{a0}», «\u{a0}a card is lost with its piece\u{a0}», «\u{a0}each player orders these pieces at will\u{a0}» ou «\u{a0}never … with …\u{a0}»",
        ));
    };
    cursor.end()?;
    Ok(CardsLine { span: sentence.span(), what })
}

pub(crate) fn wrap_line(sentence: &Sentence<'_>) -> Parsed<Wrap> {
    let cursor = &mut Cursor::new(&sentence.tokens);
    let wrap = if cursor.take("sideways : on to the other end of the row") {
        Wrap { sideways: true, forward: false }
    } else if cursor.take("forward : on as from the other end of the row") {
        Wrap { sideways: false, forward: true }
    } else {
        return Err(cursor.expected(
            "\"sideways: on to the other end of the row\" or \"forward: on as from the other end of the row\"",
            "«\u{a0}sideways: on to the other end of the row\u{a0}» ou «\u{a0}forward: on as from the other end of the row\u{a0}»",
        ));
    };
    cursor.end()?;
    Ok(wrap)
}

pub(crate) fn card(
    cursor: &mut Cursor<'_>,
    below: &[Sentence<'_>],
    faults: &mut Vec<Diagnostic>,
) -> Parsed<Card> {
    let name = cursor.name("the name of the card", "le nom de la carte")?;
    let title = cursor.quoted()?.text;
    let title_french = if cursor.take("fr") { Some(cursor.quoted()?.text) } else { None };
    cursor.expect("for one piece")?;
    let usual = if cursor.take(", usually") { Some(cursor.kind()?) } else { None };
    let once = cursor.take(", once");
    cursor.end()?;
    let mut card = Card { name, title, title_french, usual, once, lines: Vec::new(), says: None, french: None };
    for sentence in below {
        let cursor = &mut Cursor::new(&sentence.tokens);
        let read = match description(cursor) {
            Some(said) => {
                said.map(|said| said.keep(&mut card.says, &mut card.french)).and_then(|()| cursor.end())
            }
            None => card_line(sentence).map(|line| card.lines.push(line)),
        };
        faults.extend(read.err());
        faults.extend(super::nothing_below(sentence));
    }
    Ok(card)
}

fn card_line(sentence: &Sentence<'_>) -> Parsed<CardLine> {
    let cursor = &mut Cursor::new(&sentence.tokens);
    let span = sentence.span();
    let walks = ["moves", "captures", "acts", "never captures"].iter().any(|word| cursor.sees(word));
    let what = if walks {
        return Ok(CardLine { span, what: CardLineKind::Walk(piece_line(sentence)?) });
    } else if cursor.take("instead of being captured by") {
        let by = cursor.labels()?;
        cursor.expect(", it stays")?;
        CardLineKind::Stays(by)
    } else if cursor.take("after it") {
        CardLineKind::Event(happening(cursor, bearer(span))?)
    } else {
        CardLineKind::Clause(clause_line(cursor)?)
    };
    cursor.end()?;
    Ok(CardLine { span, what })
}

/// Returns the phrase for a card's bearer: any piece of the mover's side, since the card itself limits the kinds.
fn bearer(span: crate::source::Span) -> Noun {
    let what = NounKind::Piece;
    Noun { span, whose: Some(Whose::Own), another: false, what, but: Vec::new(), relations: Vec::new() }
}
