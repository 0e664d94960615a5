//! Merges a definition with the base game from which it inherits (`like GAME`).

use std::mem::{Discriminant, discriminant};

use entourage_kernel::Problem;

use super::Library;
use crate::diagnostic::{Code, Diagnostic, kept};
use crate::source::{Source, Span};
use crate::syntax::parse;
use crate::syntax::tree::{Item, Name, What};

const MAX_BASES: usize = 8;

pub(crate) struct Merged {
    pub(crate) items: Vec<Item>,
    pub(crate) sources: Vec<Source>,
    /// The author's own sentences, and those of the inherited game with the games that it inherits from.
    pub(crate) own: Vec<Item>,
    pub(crate) inherited: Vec<Item>,
}

pub(crate) fn merge(source: Source, library: &dyn Library, faults: &mut Vec<Diagnostic>) -> Merged {
    let mut layers: Vec<Vec<Item>> = Vec::new();
    let mut sources = vec![source];
    let mut names: Vec<String> = Vec::new();
    while let Some(source) = sources.get(layers.len()) {
        let items = parse(&source.text, layers.len() as u8, faults);
        let game = items
            .iter()
            .find_map(|item| picked!(&item.what, What::Game { id, like, .. } => (id.clone(), like.clone())));
        check_once(&items, faults);
        layers.push(items);
        let Some((id, like)) = game else { break };
        names.push(id.text);
        let Some(like) = like else { break };
        sources.extend(kept(base(&like, &names, library), faults));
    }
    let own = layers.remove(0);
    let mut inherited = Vec::new();
    while let Some(above) = layers.pop() {
        inherited = merge_items(inherited, above, faults);
    }
    // Without an inherited game, the sentences are the author's own.
    let items = merge_items(inherited.clone(), own.clone(), faults);
    Merged { items, sources, own, inherited }
}

/// Merges the same sentences again without the author's sentence at `span`, or without any of the author's for `None`.
pub(crate) fn merge_without(merged: &Merged, span: Option<Span>) -> Merged {
    let is_kept = |item: &&Item| span.is_some_and(|span| item.span != span);
    let own: Vec<Item> = merged.own.iter().filter(is_kept).cloned().collect();
    let items = merge_items(merged.inherited.clone(), own.clone(), &mut Vec::new());
    Merged { items, sources: merged.sources.clone(), own, inherited: merged.inherited.clone() }
}

fn base(like: &Name, names: &[String], library: &dyn Library) -> Result<Source, Diagnostic> {
    let Name { text, span } = like;
    if names.contains(text) {
        return Err(Code::Twice.at(*span).error(
            format!("{text} cannot inherit from itself."),
            format!("{text} ne peut pas hériter de lui-même."),
        ));
    }
    if names.len() == MAX_BASES {
        return Err(Code::Size.at(*span).error(
            "The chain of inherited games is too long.",
            "La chaîne des jeux hérités est trop longue.",
        ));
    }
    library.find(text).ok_or_else(|| {
        if let Some(Problem { en, fr, .. }) = library.fault(text) {
            let en = format!("{text} cannot be read: {en}.");
            let fr = format!("{text} n'a pas pu être lu\u{a0}: {fr}.");
            return Code::UnknownName.at(*span).error(en, fr);
        }
        let known = library.names();
        let fault = Code::UnknownName
            .at(*span)
            .error(format!("There is no game named {text}."), format!("Il n'y a pas de jeu nommé {text}."));
        super::suggest(fault, text, known.iter().map(String::as_str))
    })
}

/// Returns the key by which a sentence replaces one of the base game; `None` if the sentence is always added.
pub(crate) fn subject(item: &Item) -> Option<(Discriminant<What>, String)> {
    let name = match &item.what {
        What::Edition { name, .. }
        | What::Zone { name, .. }
        | What::Call { name, .. }
        | What::Feature { name, .. }
        | What::Remember { name, .. } => name.text.as_str(),
        What::Piece(piece) if !piece.also => &piece.name.text,
        What::Power(power) => &power.name.text,
        What::Card(card) => &card.name.text,
        What::Army(army) => &army.name.text,
        // Sentences with `hands` and with `beside` both declare the squares beside the board.
        What::Hands(_) => return Some((discriminant(&What::Beside(Vec::new())), String::new())),
        What::French(_)
        | What::Credits(_)
        | What::Piece(_)
        | What::Every { .. }
        | What::After(_)
        | What::Without(_)
        | What::WithoutEdition(_)
        | What::WithoutRoyal => return None,
        _ => "",
    };
    Some((discriminant(&item.what), name.to_owned()))
}

fn check_once(items: &[Item], faults: &mut Vec<Diagnostic>) {
    let mut said: Vec<((Discriminant<What>, String), &Item)> = Vec::new();
    for item in items {
        let several = matches!(item.what, What::Power(_) | What::Edition { .. } | What::Castling { .. });
        let Some(about) = subject(item).filter(|(_, name)| !several && name.is_empty()) else { continue };
        let meets = |other: &Item| match (&item.edition, &other.edition) {
            (Some(one), Some(other)) => one.text == other.text,
            _ => true,
        };
        if said.iter().any(|(other, old)| *other == about && meets(old)) {
            faults.push(Code::Twice.at(item.span).error(
                "This sentence occurs twice. Keep one, or assign them to different editions.",
                "Cette phrase figure deux fois. N'en gardez qu'une, ou mettez-les dans des éditions différentes.",
            ));
        }
        said.push((about, item));
    }
}

/// Merges a game's sentences into those of the base game: a sentence with the same subject is replaced in place, others are appended.
fn merge_items(mut items: Vec<Item>, above: Vec<Item>, faults: &mut Vec<Diagnostic>) -> Vec<Item> {
    for item in &above {
        let before = items.len();
        if matches!(item.what, What::WithoutRoyal) {
            items.retain(|item| !matches!(item.what, What::Royal { .. }));
            if items.len() == before {
                faults.push(
                    Code::UnknownName.at(item.span).error(
                        "The inherited game has no royal piece.",
                        "Le jeu hérité n'a pas de pièce royale.",
                    ),
                );
            }
            continue;
        }
        let (name, en, fr) = match &item.what {
            What::Without(name) => {
                let is_it = |item: &Item| matches!(&item.what, What::Feature { name: other, .. } if other.text == name.text);
                items.retain(|item| !is_it(item));
                (name, "There is no feature named", "Il n'y a pas de «\u{a0}feature\u{a0}» du nom de")
            }
            What::WithoutEdition(name) => {
                drop_edition(&mut items, &name.text);
                (name, "There is no edition named", "Il n'y a pas d'édition nommée")
            }
            _ => continue,
        };
        if items.len() == before {
            let (en, fr) = (format!("{en} {}.", name.text), format!("{fr} {}.", name.text));
            faults.push(Code::UnknownName.at(name.span).error(en, fr));
        }
    }
    // If only one edition remains, the game no longer offers a choice of editions.
    let editions =
        |items: &[Item]| items.iter().filter(|item| matches!(item.what, What::Edition { .. })).count();
    if above.iter().any(|item| matches!(item.what, What::WithoutEdition(_)))
        && editions(&items) == 1
        && editions(&above) == 0
    {
        settle_edition(&mut items);
    }
    let is_said =
        |item: &Item| !matches!(item.what, What::Without(_) | What::WithoutEdition(_) | What::WithoutRoyal);
    let (said_again, added): (Vec<Item>, Vec<Item>) =
        above.into_iter().filter(|item| is_said(item)).partition(|item| {
            subject(item).is_some_and(|about| items.iter().any(|old| subject(old).as_ref() == Some(&about)))
        });
    let mut found: Vec<Item> = Vec::with_capacity(items.len() + added.len());
    let mut done = Vec::new();
    for item in items {
        let about = subject(&item);
        let again = said_again.iter().filter(|new| about.is_some() && subject(new) == about);
        if again.clone().next().is_none() {
            found.push(item);
        } else if !done.contains(&about) {
            found.extend(again.cloned());
            done.push(about);
        }
    }
    found.extend(added);
    found
}

fn drop_edition(items: &mut Vec<Item>, edition: &str) {
    let is_of = |name: &Option<Name>| name.as_ref().is_some_and(|name| name.text == edition);
    items.retain(|item| {
        !is_of(&item.edition) && !matches!(&item.what, What::Edition { name, .. } if name.text == edition)
    });
    for item in items {
        match &mut item.what {
            What::Feature { items, .. } => drop_edition(items, edition),
            What::Piece(crate::syntax::tree::Piece { lines, .. }) | What::Every { lines, .. } => {
                lines.retain(|line| !is_of(&line.edition));
            }
            What::Ends(ends) => ends.retain(|end| !is_of(&end.edition)),
            _ => {}
        }
    }
}

fn settle_edition(items: &mut Vec<Item>) {
    items.retain(|item| !matches!(item.what, What::Edition { .. }));
    for item in items {
        item.edition = None;
        match &mut item.what {
            What::Feature { items, .. } => settle_edition(items),
            What::Piece(crate::syntax::tree::Piece { lines, .. }) | What::Every { lines, .. } => {
                lines.iter_mut().for_each(|line| line.edition = None);
            }
            What::Ends(ends) => ends.iter_mut().for_each(|end| end.edition = None),
            _ => {}
        }
    }
}

pub(crate) fn in_edition<'i>(items: &'i [Item], edition: &str, found: &mut Vec<&'i Item>) {
    let holds = |item: &&Item| item.edition.as_ref().is_none_or(|name| name.text == edition);
    for item in items.iter().filter(holds) {
        match &item.what {
            What::Feature { items, .. } => in_edition(items, edition, found),
            _ => found.push(item),
        }
    }
}

pub(crate) fn heading(items: &[Item]) -> Span {
    let game = items.iter().find(|item| matches!(item.what, What::Game { .. }));
    game.map_or(Span { line: 1, column: 1, length: 1, file: 0 }, |item| item.span)
}
