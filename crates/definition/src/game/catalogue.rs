//! The cards that players choose from before a game.

use entourage_kernel::{Card, Catalogue, Kind, Metadata, Problem, Random, SharedStr, Side, Square, Text};

use super::hands::bearers;
use super::page;
use crate::execution::{Hand, Position};
use crate::model::{Cards, Model};
use crate::rules;

#[derive(Clone, Debug)]
pub(super) struct Order {
    /// The kinds that can bear cards, ordered by the first player's starting squares.
    pub(super) kinds: Vec<Kind>,
    /// For each side, the starting squares of the pieces of these kinds, in the order of `kinds`.
    pub(super) places: [Vec<Square>; 2],
}

pub(super) fn order(model: &Model, cards: &Cards, start: &Position) -> Result<Order, Problem> {
    let begins = |side: Side, kind: Kind| start.placement().of(side, kind).first();
    let mut own: Vec<(Kind, Square)> =
        bearers(model, cards).filter_map(|kind| Some((kind, begins(Side::First, kind)?))).collect();
    own.sort_by_key(|(_, square)| model.board.place(*square));
    let (kinds, first): (Vec<Kind>, Vec<Square>) = own.into_iter().unzip();
    let second: Vec<Square> = kinds.iter().filter_map(|kind| begins(Side::Second, *kind)).collect();
    let others = bearers(model, cards).filter(|kind| begins(Side::Second, *kind).is_some()).count();
    if second.len() != kinds.len() || others != kinds.len() {
        return Err(Problem::new(
            "both sides must begin with the same pieces that can have cards",
            "les deux camps doivent commencer avec les mêmes pièces capables de porter des cartes",
        ));
    }
    Ok(Order { kinds, places: [first, second] })
}

pub(super) fn catalogue(model: &Model, cards: &Cards, order: &Order, metadata: &Metadata) -> Catalogue {
    let mut examples = page::card_examples(model, metadata);
    let names = |squares: &Vec<Square>| {
        let names: Vec<SharedStr> =
            squares.iter().map(|square| model.board.topology.squares[square.index()].name.clone()).collect();
        names.into()
    };
    let described = cards.list.iter().enumerate().map(|(index, card)| {
        let text = rules::card_text(model, index);
        let power = &model.powers[card.power];
        let summary = power
            .description()
            .map_or_else(|| text.clone(), |[en, fr]| Text::made(en.to_owned(), fr.to_owned()));
        Card {
            code: card.name.clone().into(),
            name: Text::made(card.title.clone(), card.french().to_owned()),
            summary,
            text,
            bound: Some(card.usual),
            once: card.once,
            costs_piece: false,
            examples: examples[index].take().into_iter().collect::<Vec<_>>().into(),
        }
    });
    Catalogue {
        cards: described.collect::<Vec<Card>>().into(),
        picks: cards.most,
        arranged: order.kinds.clone().into(),
        places: order.places.each_ref().map(names),
    }
}

/// Draws random cards without banned pairs and assigns each to a different piece: the card's default bearer if it is free.
pub(super) fn draw(
    cards: &Cards,
    bans: &[[usize; 2]],
    order: &Order,
    picks: usize,
    random: &mut Random,
) -> Option<Hand> {
    let mut hand = Hand::default();
    for _ in 0..picks.min(cards.most) {
        let is_free = |kind: Kind| hand.cards().all(|(_, other)| other != kind);
        let banned = |card: usize| {
            let meets = |[one, other]: &[usize; 2]| {
                *one == card && hand.bearer(*other).is_some() || *other == card && hand.bearer(*one).is_some()
            };
            bans.iter().any(meets)
        };
        let open: Vec<usize> =
            (0..cards.list.len()).filter(|card| hand.bearer(*card).is_none() && !banned(*card)).collect();
        let card = *random.pick(&open)?;
        let usual = cards.list[card].usual;
        let free: Vec<Kind> = order.kinds.iter().copied().filter(|kind| is_free(*kind)).collect();
        let kind = if free.contains(&usual) { usual } else { *random.pick(&free)? };
        hand.give(card, kind);
    }
    Some(hand)
}
