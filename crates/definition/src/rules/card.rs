use super::diagram::DiagramFinder;
use super::event::event;
use super::page::Page;
use super::phrase::{Phrase, both, phrase};
use super::power;
use super::words::{Words, escaped};
use crate::model::{Card, Cards, Model};

pub(super) fn cards(model: &Model, finder: Option<&DiagramFinder<'_>>, page: &mut Page) {
    let Some(cards) = &model.cards else { return };
    let section = page.begin(2, "Cards", phrase("Cards", "Cartes"));
    for told in taking(model, cards) {
        section.prose(told);
    }
    if model.board.wraps() {
        section.prose(phrase(
            "A piece that moves along wrapped rows does not stop at the end of a row. Moving sideways, it continues at the other end; moving forward where there is no square ahead, it continues as if from the other end.",
            "Une pièce qui suit les rangées enroulées ne s'arrête pas au bout d'une rangée. De côté, elle continue à l'autre bout\u{a0}; vers l'avant, là où il n'y a pas de case devant elle, elle continue comme depuis l'autre bout.",
        ));
    }
    for (index, card) in cards.list.iter().enumerate() {
        let section = page.begin(3, &format!("power-{}", card.name), title(card));
        section.prose(power::author_description(&model.powers[card.power]).unwrap_or_default());
        for told in sentences(model, index, card) {
            section.item(told);
        }
        if let Some(diagram) = finder.and_then(|finder| finder.of_card(index)) {
            section.diagram(diagram);
        }
    }
}

fn taking(model: &Model, cards: &Cards) -> Vec<Phrase> {
    let words = Words::of_player(model);
    let number = cards.most;
    let mut told = vec![phrase(
        format!(
            "Before the game, each player takes up to {number} of these cards, all different. The opponent may take the same ones."
        ),
        format!(
            "Avant la partie, chaque joueur prend jusqu'à {number} de ces cartes, toutes différentes. L'adversaire peut prendre les mêmes."
        ),
    )];
    let who = Phrase::any(words.names(cards.bearers));
    told.push(both!("Each card belongs to one piece: {}. A piece can have only one card, and a card is lost with its piece.", "Chaque carte appartient à une pièce\u{a0}: {}. Une pièce ne peut porter qu'une carte, et la carte est perdue avec sa pièce.", who));
    if cards.ordered {
        told.push(phrase(
            "Each player arranges these pieces freely on their starting squares.",
            "Chaque joueur dispose librement ces pièces sur leurs cases de départ.",
        ));
    }
    for ban in &cards.bans {
        let names = ban.map(|index| title(&cards.list[index]));
        told.push(both!(
            "A player cannot take both {} and {}.",
            "Un joueur ne peut pas prendre à la fois {} et {}.",
            names[0],
            names[1]
        ));
    }
    told
}

pub(super) fn sentences(model: &Model, index: usize, card: &Card) -> Vec<Phrase> {
    let words = Words::of_kinds(model, 0);
    let mut told: Vec<Phrase> = words
        .lines(&card.lines)
        .into_iter()
        .map(|line| {
            let what = power::bearer().capital().with(" also ", ", en plus, ").and(&line.what.uncapital());
            what.with(": ", "\u{a0}: ").and(&line.how)
        })
        .collect();
    let clauses = model.clauses.iter().filter(|clause| clause.card == Some(index));
    told.extend(clauses.map(|clause| power::clause(model, clause)));
    if let Some(labels) = card.stays {
        let by = words.by(labels);
        told.push(if card.once {
            both!(
                "Instead of being captured{}, its piece stays, and the card is spent.",
                "Au lieu d'être prise{}, sa pièce reste, et la carte est épuisée.",
                by
            )
        } else {
            both!(
                "Instead of being captured{}, its piece stays.",
                "Au lieu d'être prise{}, sa pièce reste.",
                by
            )
        });
    }
    let events = model.events.iter().filter(|event| event.card == Some(index));
    told.extend(events.map(|happening| event(model, happening)));
    told
}

fn title(card: &Card) -> Phrase {
    phrase(escaped(&card.title), escaped(card.french()))
}
