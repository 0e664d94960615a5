use super::diagram::Studio;
use super::event::event;
use super::page::Page;
use super::power;
use super::said::{Said, both, said};
use super::words::{Words, escaped};
use crate::model::{Card, Cards, Model};

pub(super) fn cards(model: &Model, studio: Option<&Studio<'_>>, page: &mut Page) {
    let Some(cards) = &model.cards else { return };
    let section = page.begin(2, "Cards", said("Cards", "Cartes"));
    for told in taking(model, cards) {
        section.prose(told);
    }
    if model.board.wraps() {
        section.prose(said(
            "Who walks along wrapped rows goes on beyond the end of a row: sideways at its other end, and forward, where the row has no square ahead, as from its other end.",
            "Qui marche le long de rangées enroulées continue au-delà du bout d'une rangée\u{a0}: de côté par l'autre bout, et en avant, là où la rangée n'a pas de case devant elle, comme depuis l'autre bout.",
        ));
    }
    for (index, card) in cards.list.iter().enumerate() {
        let section = page.begin(3, &format!("power-{}", card.name), title(card));
        section.prose(power::told_by_author(&model.powers[card.power]).unwrap_or_default());
        for told in sentences(model, index, card) {
            section.item(told);
        }
        if let Some(diagram) = studio.and_then(|studio| studio.of_card(index)) {
            section.diagram(diagram);
        }
    }
}

fn taking(model: &Model, cards: &Cards) -> Vec<Said> {
    let words = Words::of_player(model);
    let number = cards.most;
    let mut told = vec![said(
        format!(
            "Before the game each player takes up to {number} of these cards, no two alike. The opponent may take the same ones."
        ),
        format!(
            "Avant la partie, chacun prend jusqu'à {number} de ces cartes, toutes différentes. L'adversaire peut prendre les mêmes."
        ),
    )];
    let who = Said::any(words.names(cards.bearers));
    told.push(both!("Each card belongs to one piece: {}. A piece bears one card at most, and a card is lost with its piece.", "Chaque carte appartient à une pièce\u{a0}: {}. Une pièce porte une carte au plus, et une carte se perd avec sa pièce.", who));
    if cards.ordered {
        told.push(said(
            "Each player orders these pieces at will on the squares where they begin.",
            "Chacun dispose ces pièces à son gré sur les cases où elles commencent.",
        ));
    }
    for ban in &cards.bans {
        let names = ban.map(|index| title(&cards.list[index]));
        told.push(both!(
            "Nobody takes both {} and {}.",
            "Personne ne prend à la fois {} et {}.",
            names[0],
            names[1]
        ));
    }
    told
}

pub(super) fn sentences(model: &Model, index: usize, card: &Card) -> Vec<Said> {
    let words = Words::of_kinds(model, 0);
    let mut told: Vec<Said> = words
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
                "Instead of being captured{}, its bearer stays, and the card is spent.",
                "Au lieu d'être prise{}, sa porteuse reste, et la carte est épuisée.",
                by
            )
        } else {
            both!(
                "Instead of being captured{}, its bearer stays.",
                "Au lieu d'être prise{}, sa porteuse reste.",
                by
            )
        });
    }
    let events = model.events.iter().filter(|event| event.card == Some(index));
    told.extend(events.map(|happening| event(model, happening)));
    told
}

fn title(card: &Card) -> Said {
    said(escaped(&card.title), escaped(card.french()))
}
