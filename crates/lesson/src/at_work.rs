use entourage_registry::kernel::Language;
use entourage_registry::{AnyGame, AnyMatch};

/// Tells whether a power, a card, an alert, a mark, a condition or a cause of endings is at work at a moment of a game.
pub(crate) fn is_at_work(game: &dyn AnyGame, begun: &dyn AnyMatch, code: &str) -> bool {
    let view = begun.view(Language::English);
    let cards = game.info(Language::English).catalogue.map_or_else(Vec::new, |catalogue| catalogue.cards);
    // A card that no piece carries is named by the conditions.
    let card = cards.into_iter().find(|card| card.code == code).map(|card| card.name);
    view.relations.iter().any(|relation| relation.kind == code)
        || view.pieces.iter().any(|piece| piece.marks.iter().any(|mark| mark == code))
        || view.alert.as_deref() == Some(code)
        || view.ended.as_ref().is_some_and(|end| end.cause == code)
        || view.conditions.iter().any(|condition| {
            condition.code == code || card.as_ref().is_some_and(|card| condition.sentence.contains(card))
        })
}
