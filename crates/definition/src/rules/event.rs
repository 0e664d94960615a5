//! What happens after something has happened in a move, and what is remembered of it.

use super::grammar::{an, of};
use super::lexicon::quoted;
use super::noun::Form;
use super::said::{Said, said};
use super::words::{Words, code, escaped};
use crate::model::{CountMemory, Deed, Effect, Event, Model, PlaceWords, SquareMemory};

/// Tells an event in one sentence.
pub(super) fn event(model: &Model, event: &Event) -> Said {
    let words = Words::of_kinds(model, event.noun.kinds);
    let who = words.noun(&event.noun, Form::One);
    let deed = match &event.deed {
        Deed::Captures(None) => said("captures", "capture"),
        Deed::Captures(Some(noun)) => said("captures ", "capture ").and(&words.noun(noun, Form::One)),
        Deed::Arrives(place) => said("arrives on ", "arrive sur ").and(&words.place(place)),
        Deed::Makes { labels, onto } => {
            let names = words.by(*labels);
            let (en, fr) = (names.en.trim_start_matches(" by "), names.fr.trim_start_matches(" par "));
            let made = said(format!("makes {en}"), format!("fait {fr}"));
            match onto {
                Some(place) => made.with(" onto ", " vers ").and(&words.place(place)),
                None => made,
            }
        }
        Deed::IsCaptured { by } => {
            let pris = words.its().pick("pris", "prise");
            said("is captured", format!("est {pris}")).and(&words.by(*by))
        }
    };
    let condition = match &event.condition {
        Some(condition) => said(", ", ", ").and(&words.if_so(condition)),
        None => Said::default(),
    };
    said(format!("After {} {}: ", who.en, deed.en), format!("Quand {} {}\u{a0}: ", who.fr, deed.fr))
        .and(&effect(model, &words, &event.effect))
        .and(&condition)
        .with(".", ".")
}

fn effect(model: &Model, words: &Words<'_>, effect: &Effect) -> Said {
    let il = words.it_does();
    match effect {
        Effect::Becomes(kinds) => {
            let names: Vec<Said> = kinds
                .iter()
                .map(|kind| said(an(&escaped(words.english(*kind))), escaped(words.french(*kind))))
                .collect();
            let choice =
                if kinds.len() > 1 { said(", as its player likes", ", au choix") } else { Said::default() };
            said("it becomes ", format!("{} devient ", il.fr)).and(&Said::any(&names)).and(&choice)
        }
        Effect::Put { kind, place } => {
            let is_hand = matches!(place.words, PlaceWords::Zone(zone) if words.model.is_hand(zone));
            let place = words.place(place);
            let kind = 1 << kind.index();
            let name = words.kind_names(kind, Form::One, false);
            if is_hand {
                return said(
                    format!("{} of its side is put in {}", an(&name.en), place.en),
                    format!("{} de son camp va dans {}", name.fr, place.fr),
                );
            }
            said(
                format!("{} of its side is put on {}, if that is empty", an(&name.en), place.en),
                format!("on pose {} de son camp sur {}, si elle est vide", name.fr, place.fr),
            )
        }
        Effect::Removed { it, noun } => {
            let others = noun.as_ref().map(|noun| words.noun(noun, Form::Many));
            match (it, others) {
                (true, Some(others)) => said(
                    format!("it and {} leave the board", others.en),
                    format!("{} quitte le plateau, et avec {} {}", il.fr, words.it().fr, others.fr),
                ),
                (false, Some(others)) => {
                    said(format!("{} leave the board", others.en), format!("{} quittent le plateau", others.fr))
                }
                (true, None) => said("it leaves the board", format!("{} quitte le plateau", il.fr)),
                (false, None) => said("nothing happens", "il ne se passe rien"),
            }
        }
        Effect::Captured(noun) => {
            let who = words.noun(noun, Form::Many);
            said(format!("it captures {}, too", who.en), format!("{} capture aussi {}", il.fr, who.fr))
        }
        Effect::Remember { memory, crossed } => {
            let name = words.memory(*memory);
            let (en, fr) = if *crossed {
                ("the square that it crossed", format!("la case qu'{} a traversée", il.fr))
            } else {
                ("the square where it stood", format!("la case où {} se trouvait", il.fr))
            };
            said(
                format!("{en} is remembered as {}", name.en),
                format!("on retient {fr} sous le nom {}", name.fr),
            )
        }
        Effect::Again { label, captured_by } => {
            let (label, by) = (words.label(*label), words.label(*captured_by));
            let end = model.end_form.and_then(|form| model.forms.get(form));
            let written = end.map_or_else(Said::default, |form| {
                let text = super::writing::template(&form.template);
                said(
                    format!("; {} ends the turn before", text.en),
                    format!("\u{a0}; {} finit le tour avant", text.fr),
                )
            });
            said(
                format!(
                    "it may make another move {} in the same turn, never onto a square where it stood since its last capture by a move {}",
                    label.en, by.en
                ),
                format!(
                    "{} peut faire dans le même tour un autre coup {}, jamais vers une case où {} s'est trouvé{} depuis sa dernière capture par un coup {}",
                    il.fr,
                    label.fr,
                    il.fr,
                    words.its().pick("", "e"),
                    by.fr
                ),
            )
            .and(&written)
        }
    }
}

/// Tells how long a square is remembered.
pub(super) fn square(memory: &SquareMemory) -> Said {
    let name = quoted(&memory.name);
    let (en, fr) = if memory.next_turn {
        ("until the end of the next turn", "jusqu'à la fin du tour suivant")
    } else {
        ("until the end of the turn", "jusqu'à la fin du tour")
    };
    said(
        format!("The square {} is remembered {en}.", name.en),
        format!("La case {} est retenue {fr}.", name.fr),
    )
}

/// Tells how a count runs.
pub(super) fn count(model: &Model, count: &CountMemory) -> Said {
    let name = quoted(&count.name);
    let words = Words::of_player(model);
    let after = match count.side {
        None => said("every move", "chaque coup"),
        Some(side) => {
            let name = super::lexicon::side(&model.sides[side].name);
            said(
                format!("every move of {}", escaped(&name.en)),
                format!("chaque coup {}", of(&format!("les {}", escaped(&name.fr)))),
            )
        }
    };
    let runs = said(
        format!("The count {} begins at {} and is {} more after {}", name.en, count.from, count.more, after.en),
        format!(
            "Le compte {} commence à {} et augmente de {} après {}",
            name.fr, count.from, count.more, after.fr
        ),
    );
    let again = count.again.map_or_else(Said::default, |(value, kinds)| {
        let who = words.kind_names(kinds, Form::One, false);
        said(
            format!("; after a capture or a move of {} it is {} again", an(&who.en), code(&value.to_string())),
            format!(
                "\u{a0}; après une capture ou un coup {}, il revient à {}",
                of(&who.fr),
                code(&value.to_string())
            ),
        )
    });
    runs.and(&again).with(".", ".")
}
