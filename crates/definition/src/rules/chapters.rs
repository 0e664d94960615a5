//! Writes the chapters of a page, in order.

use super::diagram::{self, DiagramFinder};
use super::lexicon::{self, quoted};
use super::page::{self, Page};
use super::phrase::{self, Phrase, both, phrase};
use super::words::{Words, escaped};
use super::{
    GameHooks, army, board, card, chapter, ending, event, first_alike, glossary, need, noun, power, powers_of,
    shuffle, writing,
};
use crate::law::standing;
use crate::model::{Kinds, Model, Repetition};

pub(super) fn chapters(model: &Model, hooks: &GameHooks, finder: Option<&DiagramFinder<'_>>) -> Page {
    let mut page = Page { title: Phrase::same(escaped(&model.title)), sections: Vec::new() };
    let section = page.begin(
        2,
        "Board",
        phrase("The board and the starting position", "Le plateau et la position de départ"),
    );
    board::board(model, section);
    section.diagram(page::Diagram {
        position: model.start.clone(),
        caption: phrase("The start.", "Le départ."),
        squares: Vec::new(),
        moves: Vec::new(),
    });
    section.blocks.push(board::pieces(model, hooks));
    army::armies(model, section);
    shuffle::shuffle(model, section);
    let stands = (hooks.start)(model).map_or(model.all_kinds(), |start| standing(model, &start));
    moves(model, stands, finder, &mut page);
    calls(model, &mut page);
    powers(model, finder, &mut page);
    happenings(model, &mut page);
    card::cards(model, finder, &mut page);
    let section = page.begin(2, "royal", phrase("Royal pieces", "Pièces royales"));
    for told in ending::royal(model) {
        section.prose(told);
    }
    if model.must_capture {
        let must = phrase("Capturing is compulsory.", "La prise est obligatoire.");
        page.begin(2, "Capturing", phrase("Capturing", "Capturer")).prose(must);
    }
    page.begin(2, "Passing", phrase("Passing", "Passer son tour")).prose(ending::pass(model));
    ends(model, &mut page);
    let words = glossary::glossary(model, &page);
    if !words.is_empty() {
        let section = page.begin(2, "Words", phrase("Terms", "Vocabulaire"));
        for told in words {
            section.item(told);
        }
    }
    writing(model, hooks, &mut page);
    page
}

fn moves(model: &Model, stands: Kinds, finder: Option<&DiagramFinder<'_>>, page: &mut Page) {
    let section = page.begin(2, "moves", phrase("How the pieces move", "La marche des pièces"));
    section.prose(phrase(
        "Players move in turn. A move ends on an empty square. A capture removes an enemy from the board, on the square where it ends unless stated otherwise. Powers can forbid or allow other moves; see below.",
        "Les joueurs jouent à tour de rôle. Un déplacement finit sur une case vide. Une capture enlève un adversaire du plateau, sur la case où elle finit sauf indication contraire. Des pouvoirs peuvent interdire ou permettre d'autres coups\u{a0}: voir plus bas.",
    ));
    for kind in 0..model.kinds.len() {
        if first_alike(model, kind) != kind {
            continue;
        }
        let alike: Vec<usize> =
            (kind..model.kinds.len()).filter(|other| first_alike(model, *other) == kind).collect();
        let set = alike.iter().fold(0, |set, kind| set | 1 << kind);
        let words = Words::of_kinds(model, set);
        let section = page.begin(3, &chapter(model, kind), Phrase::all(words.names(set)));
        for line in words.walk(&model.kinds[kind]) {
            let what = both!("**{}**: ", "**{}**\u{a0}: ", line.what);
            section.item(what.and(&line.how));
        }
        if set & stands == 0 {
            section.item(phrase(
                "**Never on the board**: other pieces can move like this.",
                "**Jamais sur le plateau**\u{a0}: d'autres pièces peuvent se déplacer ainsi.",
            ));
        }
        gives(model, &alike, section);
        if let Some(diagram) = finder.and_then(|finder| finder.of_kind(kind)) {
            section.diagram(diagram);
        }
    }
    castling(model, page);
}

fn gives(model: &Model, kinds: &[usize], section: &mut page::Section) {
    let mut powers: Vec<usize> = kinds.iter().flat_map(|kind| powers_of(model, *kind)).collect();
    powers.sort_unstable();
    powers.dedup();
    let several = Phrase::all(powers.iter().map(|power| quoted(model, &model.powers[*power].name)));
    if powers.is_empty() {
        return;
    }
    section.item(if powers.len() == 1 {
        both!("**Power**: {}.", "**Pouvoir**\u{a0}: {}.", several)
    } else {
        both!("**Powers**: {}.", "**Pouvoirs**\u{a0}: {}.", several)
    });
}

fn castling(model: &Model, page: &mut Page) {
    let told = ending::castlings(model);
    if told.is_empty() {
        return;
    }
    let section = page.begin(3, "Castling", phrase("Castling", "Roque"));
    for told in told {
        match (told.en.strip_prefix("- "), told.fr.strip_prefix("- ")) {
            (Some(en), Some(fr)) => section.item(phrase(en, fr)),
            _ => section.prose(told),
        };
    }
}

fn calls(model: &Model, page: &mut Page) {
    if model.calls.is_empty() {
        return;
    }
    let section = page.begin(2, "Names", phrase("Names for sets of pieces", "Noms d'ensembles de pièces"));
    for call in &model.calls {
        let words = Words::of_kinds(model, call.noun.kinds);
        let who = words.noun(&call.noun, noun::Form::One);
        let name = quoted(model, &call.name);
        let told = both!("{}: {}", "{}\u{a0}: {}", name, who);
        section.item(told.more(" ", call.condition.as_ref().map(|so| words.while_so(so))).with(".", "."));
    }
}

fn powers(model: &Model, finder: Option<&DiagramFinder<'_>>, page: &mut Page) {
    let is_card =
        |index: usize| model.cards.iter().flat_map(|cards| &cards.list).any(|card| card.power == index);
    if (0..model.powers.len()).all(is_card) {
        return;
    }
    let section = page.begin(2, "Powers", phrase("Powers", "Pouvoirs"));
    section.prose(phrase(
        "A power lasts as long as the piece that gives it stays where it is. The board before a move decides whether it applies.",
        "Un pouvoir dure tant que la pièce qui le donne reste là où elle est. C'est le plateau d'avant le coup qui décide s'il s'applique.",
    ));
    for (index, known) in model.powers.iter().enumerate().filter(|(index, _)| !is_card(*index)) {
        let title =
            phrase(escaped(&phrase::capital(&known.name)), format!("«\u{a0}{}\u{a0}»", escaped(&known.name)));
        let section = page.begin(3, &format!("power-{}", known.name), title);
        let clauses: Vec<Phrase> = model
            .clauses
            .iter()
            .filter(|clause| clause.power == index)
            .map(|clause| power::clause(model, clause))
            .collect();
        if let Some(told) = power::author_description(known) {
            section.prose(told);
            clauses.into_iter().for_each(|told| {
                section.item(told);
            });
        } else if clauses.len() == 1 {
            clauses.into_iter().for_each(|told| {
                section.prose(told);
            });
        } else {
            clauses.into_iter().for_each(|told| {
                section.item(told);
            });
        }
        if let Some(diagram) = finder.and_then(|finder| finder.of_power(index)) {
            section.diagram(diagram);
        }
    }
}

fn happenings(model: &Model, page: &mut Page) {
    if model.events.is_empty() && model.squares.is_empty() && model.counts.is_empty() {
        return;
    }
    let section = page.begin(2, "Events", phrase("Effects of moves", "Effets des coups"));
    for event in model.events.iter().filter(|event| event.card.is_none()) {
        section.item(event::event(model, event));
    }
    for memory in &model.squares {
        section.item(event::square(model, memory));
    }
    for count in
        model.counts.iter().filter(|count| count.more > 0 || count.again.is_some() || !count.gains.is_empty())
    {
        section.item(event::count(model, count));
    }
}

fn ends(model: &Model, page: &mut Page) {
    let section = page.begin(2, "End", phrase("End of the game", "Fin de la partie"));
    section.prose(phrase(
        "These conditions are checked in this order at the start of a turn; the first that is met ends the game.",
        "Ces conditions sont vérifiées dans cet ordre au début d'un tour\u{a0}; la première qui est remplie termine la partie.",
    ));
    let mut done: Vec<&str> = Vec::new();
    for end in &model.ends {
        if done.contains(&end.cause.as_str()) {
            continue;
        }
        done.push(&end.cause);
        let section = page.begin(3, &end.cause, lexicon::heading(model, &end.cause));
        let several: Vec<Phrase> = model
            .ends
            .iter()
            .filter(|other| other.cause == end.cause)
            .map(|end| ending::end(model, end))
            .collect();
        let is_one = several.len() == 1;
        for told in several {
            if is_one {
                section.prose(told)
            } else {
                section.item(told)
            };
        }
    }
    let plain = model.drawn_repetition().filter(|_| !done.contains(&"repetition"));
    let is_told = |each: &&Repetition| match plain {
        Some(occurrence) => each.occurrence == occurrence,
        None => model.drawn_repetition().is_none(),
    };
    let repetitions: Vec<&Repetition> = model.repetitions.iter().filter(is_told).collect();
    let cause = |each: &Repetition| if plain.is_some() { "repetition".to_owned() } else { each.cause.clone() };
    let mut causes: Vec<String> = repetitions.iter().map(|each| cause(each)).collect();
    causes.dedup();
    for name in causes {
        let section = page.begin(3, &name, lexicon::heading(model, &name));
        for each in repetitions.iter().filter(|each| cause(each) == name) {
            section.prose(ending::repetition(model, each));
        }
    }
    if !super::mentions_no_move(model) {
        page.begin(3, "no-move", lexicon::heading(model, "no-move")).prose(ending::no_move());
    }
}

fn writing(model: &Model, hooks: &GameHooks, page: &mut Page) {
    page.begin(2, "Notation", phrase("Notation", "Notation"));
    let section = page.begin(3, "Positions", phrase("Positions", "Positions"));
    section.prose(phrase(
        "A position is written as these fields, separated by spaces:",
        "Une position s'écrit avec ces champs, séparés par des espaces\u{a0}:",
    ));
    for field in writing::fields(model, hooks) {
        section.item(field.capital().with(".", "."));
    }
    if !model.needs.is_empty() {
        section.prose(phrase(
            "Every position must have, from the point of view of the player to move:",
            "Toute position doit avoir, du point de vue du joueur au trait\u{a0}:",
        ));
        let words = Words::of_player(model);
        for need in &model.needs {
            section.item(need::need(&words, need).capital().with(".", "."));
        }
    }
    let example = diagram::usual_move(model, hooks);
    let section = page.begin(3, "Texts", phrase("Moves", "Coups"));
    for told in writing::moves(model, example.as_deref()) {
        match (told.en.strip_prefix("- "), told.fr.strip_prefix("- ")) {
            (Some(en), Some(fr)) => section.item(phrase(en, fr)),
            _ => section.prose(told),
        };
    }
    section.prose(writing::labels(model));
}
