//! A side's cards as a field of the position notation: `shield@R,wings@B!`.

use entourage_kernel::{Kind, Part, Problem, Side, Text, TextError};

use crate::execution::{Hand, Pieces};
use crate::model::{Cards, Model};

pub(super) fn write(model: &Model, hand: Hand) -> String {
    let Some(cards) = &model.cards else { return "-".to_owned() };
    let held = hand.cards().filter_map(|(index, kind)| {
        let spent = if hand.is_spent(index) { "!" } else { "" };
        Some(format!("{}@{}{spent}", cards.list.get(index)?.name, model.kinds[kind.index()].letter))
    });
    let held: Vec<String> = held.collect();
    if held.is_empty() { "-".to_owned() } else { held.join(",") }
}

pub(super) fn read(model: &Model, pieces: &Pieces, side: Side, word: Part<'_>) -> Result<Hand, TextError> {
    let mut hand = Hand::default();
    let Some(cards) = model.cards.as_ref().filter(|_| word.text != "-") else { return Ok(hand) };
    let mut last = None;
    for item in word.split(',') {
        let (text, is_spent) = match item.text.strip_suffix('!') {
            Some(text) => (text, true),
            None => (item.text, false),
        };
        let (card, kind) = bound(model, cards, Part { text, at: item.at })?;
        if last >= Some(card) {
            return Err(item.error(Text::new(
                "expected each card once, in the order in which the game defines them",
                "attendu\u{a0}: chaque carte une fois, dans l'ordre où le jeu les définit",
            )));
        }
        last = Some(card);
        deal(cards, &mut hand, card, kind, item)?;
        if pieces.of(side, kind).is_empty() {
            return Err(item.error(Text::new(
                "the piece that has this card is missing",
                "la pièce qui porte cette carte manque",
            )));
        }
        if is_spent && !cards.list[card].once {
            return Err(item.error(Text::new("this card cannot be spent", "cette carte ne peut pas s'épuiser")));
        }
        if is_spent {
            hand.spend(card);
        }
    }
    Ok(hand)
}

pub(super) fn deal(
    cards: &Cards,
    hand: &mut Hand,
    card: usize,
    kind: Kind,
    item: Part<'_>,
) -> Result<(), TextError> {
    if hand.cards().count() == cards.most {
        return Err(item.error(Problem::new(
            format!("a player can take at most {} cards", cards.most),
            format!("un joueur peut prendre au plus {} cartes", cards.most),
        )));
    }
    if hand.bearer(card).is_some() {
        return Err(item.error(Text::new(
            "a player can take each card only once",
            "un joueur ne peut prendre chaque carte qu'une fois",
        )));
    }
    if hand.cards().any(|(_, other)| other == kind) {
        return Err(
            item.error(Text::new("a piece can have only one card", "une pièce ne peut porter qu'une carte"))
        );
    }
    hand.give(card, kind);
    Ok(())
}

/// Reads a card and its bearer: `shield@R`.
pub(super) fn bound(model: &Model, cards: &Cards, item: Part<'_>) -> Result<(usize, Kind), TextError> {
    let (name, letter) = match item.text.split_once('@') {
        Some((name, letter)) => (name, Some(letter)),
        None => (item.text, None),
    };
    let card = find(cards, Part { text: name, at: item.at })?;
    let letters: Vec<String> =
        bearers(model, cards).map(|kind| model.kinds[kind.index()].letter.to_string()).collect();
    let kind = letter.and_then(|letter| letters.iter().position(|other| other == letter));
    match kind.and_then(|index| bearers(model, cards).nth(index)) {
        Some(kind) => Ok((card, kind)),
        None => Err(item.error(Problem::new(
            format!("expected {name}@ followed by the letter of its piece: {}", letters.join(", ")),
            format!("attendu\u{a0}: {name}@ suivi de la lettre de sa pièce ({})", letters.join(", ")),
        ))),
    }
}

pub(super) fn find(cards: &Cards, name: Part<'_>) -> Result<usize, TextError> {
    cards.list.iter().position(|card| card.name == name.text).ok_or_else(|| {
        let names: Vec<&str> = cards.list.iter().map(|card| card.name.as_str()).collect();
        let list = names.join(", ");
        name.error(Problem::new(
            format!("unknown card; choose from {list}"),
            format!("carte inconnue\u{a0}; choix possibles\u{a0}: {list}"),
        ))
    })
}

pub(super) fn bearers(model: &Model, cards: &Cards) -> impl Iterator<Item = Kind> {
    let bearers = cards.bearers;
    (0..model.kinds.len() as u8).filter(move |index| bearers >> index & 1 != 0).map(Kind)
}
