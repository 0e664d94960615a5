//! Describes events that follow from a move, and what the game remembers.

use super::grammar::{an, of};
use super::lexicon::quoted;
use super::noun::Form;
use super::phrase::{Phrase, both, phrase};
use super::words::{Words, code, escaped};
use super::writing;
use crate::model::{
    CountMemory, Deed, Effect, Event, Marking, Model, PlaceWords, Remembered, Spot, SquareMemory,
};
use entourage_kernel::Kind;

pub(super) fn event(model: &Model, event: &Event) -> Phrase {
    let words = Words::of_kinds(model, event.noun.kinds);
    let who = match event.card {
        Some(_) => super::power::bearer(),
        None => words.noun(&event.noun, Form::One),
    };
    let deed = match &event.deed {
        Deed::Captures(None) => phrase("captures", "capture"),
        Deed::Captures(Some(noun)) => phrase("captures ", "capture ").and(&words.noun(noun, Form::One)),
        Deed::Arrives(place) => phrase("arrives on ", "arrive sur ").and(&words.place(place)),
        Deed::Leaves(place) => phrase("begins its move on ", "commence son coup sur ").and(&words.place(place)),
        Deed::Castles => phrase("castles", "roque"),
        Deed::Moves => phrase("moves, capturing or not", "joue, en capturant ou non"),
        Deed::Makes { labels, onto, over, main_action } => {
            let names = words.by(*labels);
            let (en, fr) = (names.en.trim_start_matches(" by "), names.fr.trim_start_matches(" par "));
            let made = phrase(format!("makes {en}"), format!("fait {fr}"));
            let made = match over {
                Some(noun) => made.with(" over ", " par-dessus ").and(&words.noun(noun, Form::One)),
                None => made,
            };
            let made = match onto {
                Some(place) => made.with(" onto ", " vers ").and(&words.place(place)),
                None => made,
            };
            if *main_action { made.with(" in the main action", " dans l'action principale") } else { made }
        }
        Deed::IsCaptured { by } => {
            let pris = words.its().pick("pris", "prise");
            phrase("is captured", format!("est {pris}")).and(&words.by(*by))
        }
    };
    both!("After {} {}: ", "Quand {} {}\u{a0}: ", who, deed)
        .and(&effect(model, &words, event))
        .more(", ", event.condition.as_ref().map(|so| words.if_so(so)))
        .with(".", ".")
}

fn effect(model: &Model, words: &Words<'_>, event: &Event) -> Phrase {
    let il = words.it_does();
    match &event.effect {
        Effect::Becomes { kinds, most, may } => {
            let stays = |kind: &entourage_kernel::Kind| event.noun.kinds == 1 << kind.index();
            let names = kinds.iter().filter(|kind| !*may || !stays(kind)).map(|kind| words.a(*kind));
            let choice = if kinds.len() > 1 {
                phrase(", at the player's choice", ", au choix")
            } else {
                Phrase::default()
            };
            let became = match may {
                true => phrase("it may become ", format!("{} peut devenir ", il.fr)),
                false => phrase("it becomes ", format!("{} devient ", il.fr)),
            }
            .and(&Phrase::any(names))
            .and(&choice);
            if most.is_empty() {
                return became;
            }
            let bounds = most.iter().map(|(kind, most)| {
                let name = if *most == 1 { words.name(*kind) } else { words.plural(*kind) };
                Phrase::same(format!("{most} ")).and(&name)
            });
            became
                .with(", with at most ", ", avec au plus ")
                .and(&Phrase::join(bounds, ", ", ", "))
                .with(" a side", " par camp")
        }
        Effect::Put { kind, spot } => put(model, words, *kind, spot),
        Effect::Removed { it, noun } => {
            let others = noun.as_ref().map(|noun| words.noun(noun, Form::Many));
            let is_held = noun
                .iter()
                .flat_map(|noun| &noun.relations)
                .any(|relation| matches!(relation, crate::model::Relation::On(place) if words.is_hand(place)));
            match (it, others) {
                (true, Some(others)) => phrase(
                    format!("it and {} leave the board", others.en),
                    format!("{} quitte le plateau, et avec {} {}", il.fr, words.it().fr, others.fr),
                ),
                (false, Some(others)) if is_held => {
                    both!("{} leave the hand", "{} quittent la main", others)
                }
                (false, Some(others)) => {
                    both!("{} leave the board", "{} quittent le plateau", others)
                }
                (true, None) => phrase("it leaves the board", format!("{} quitte le plateau", il.fr)),
                (false, None) => phrase("nothing happens", "il ne se passe rien"),
            }
        }
        Effect::Turned(noun) => {
            let who = words.noun(noun, Form::Many);
            both!("{} change sides", "{} changent de camp", who)
        }
        Effect::Driven(noun, drive) => words.driven(noun, Form::Many, *drive),
        Effect::Transformed(noun, kind) => {
            let (who, name) = (words.noun(noun, Form::Many), words.plural(*kind));
            both!("{} become {}", "{} deviennent {}", who, name)
        }
        Effect::Captured(noun) => {
            let who = words.noun(noun, Form::Many);
            phrase(format!("it captures {}, too", who.en), format!("{} capture aussi {}", il.fr, who.fr))
        }
        Effect::Remember { memory, what } => {
            let (name, square) = (words.memory(*memory), remembered(*what, &il));
            both!("{} is remembered as {}", "on retient {} sous le nom {}", square, name)
        }
        Effect::Mark { marks, what } => {
            let name = quoted(model, &model.marks[*marks]);
            match what {
                Marking::Left(what) => {
                    let square = remembered(*what, &il);
                    both!("{} is marked {}", "{} est marquée {}", square, name)
                }
                Marking::Wiped(what) => {
                    let square = remembered(*what, &il);
                    both!("{} is no longer marked {}", "{} n'est plus marquée {}", square, name)
                }
                Marking::Cleared => {
                    both!("all marks {} are removed", "toutes les marques {} sont enlevées", name)
                }
            }
        }
        Effect::Extra => {
            let by = words.by(model.cards.as_ref().map_or(0, |cards| cards.extra));
            let written = writing::form(model, model.end_form);
            let written = written.map(|text| both!("; {} declines it", "\u{a0}; {} y renonce", text));
            both!("after its move, that piece can move{} in the same turn; several pieces move in the order in which they were jumped", "après son coup, cette pièce peut jouer{} dans le même tour\u{a0}; plusieurs jouent dans l'ordre où elles ont été sautées", by)
            .and(&written.unwrap_or_default())
        }
        Effect::Again { label, captured_by } => {
            let (label, by) = (words.label(*label), words.label(*captured_by));
            let written = writing::form(model, model.end_form);
            let written = written
                .map(|text| both!("; {} ends the turn early", "\u{a0}; {} termine le tour plus tôt", text));
            phrase(
                format!(
                    "it can make another move {} in the same turn, but never onto a square where it has been since its last capture by a move {}",
                    label.en, by.en
                ),
                format!(
                    "{} peut faire dans le même tour un autre coup {}, mais jamais vers une case où {} s'est trouvé{} depuis sa dernière capture par un coup {}",
                    il.fr,
                    label.fr,
                    il.fr,
                    words.its().pick("", "e"),
                    by.fr
                ),
            )
            .and(&written.unwrap_or_default())
        }
    }
}

fn put(model: &Model, words: &Words<'_>, kind: Kind, spot: &Spot) -> Phrase {
    let il = words.it_does();
    let is_block = model.blocks >> kind.index() & 1 != 0;
    let name = words.kind_names(1 << kind.index(), Form::One, false);
    let what = phrase(an(&name.en), name.fr.clone());
    let what = if is_block { what } else { what.with(" of its side", " de son camp") };
    match spot {
        Spot::Left => phrase(
            format!("{} is put where it stood", what.en),
            format!("on pose {} là d'où {} vient", what.fr, il.fr),
        ),
        Spot::Chosen { limits, goes } => {
            let squares = words.any_empty(limits);
            match goes {
                true => phrase(
                    format!(
                        "its player takes the {} from where it stands, or a new one if there is none, and puts it on {}",
                        name.en, squares.en
                    ),
                    format!(
                        "son joueur prend {} là où il y en a, sinon dans la réserve, et pose la pièce sur {}",
                        what.fr, squares.fr
                    ),
                ),
                false => both!("its player puts {} on {}", "son joueur pose {} sur {}", what, squares),
            }
        }
        Spot::Place(place) => {
            let is_hand = matches!(place.words, PlaceWords::Zone(zone) if model.is_hand(zone));
            let place = words.place(place);
            if is_hand {
                return both!("{} is put in {}", "{} va dans {}", what, place);
            }
            both!("{} is put on {}, if that is empty", "on pose {} sur {}, si elle est vide", what, place)
        }
    }
}

pub(super) fn square(model: &Model, memory: &SquareMemory) -> Phrase {
    let name = quoted(model, &memory.name);
    let (en, fr) = if memory.next_turn {
        ("until the end of the next turn", "jusqu'à la fin du tour suivant")
    } else {
        ("until the end of the turn", "jusqu'à la fin du tour")
    };
    both!("The square {} is remembered {en}.", "La case {} est retenue {fr}.", name)
}

pub(super) fn count(model: &Model, count: &CountMemory) -> Phrase {
    let name = quoted(model, &count.name);
    let words = Words::of_player(model);
    if !count.gains.is_empty() {
        return gains(model, count, &words);
    }
    let after = match count.side {
        None => phrase("every move", "chaque coup"),
        Some(side) => {
            let name = super::lexicon::side(model, &model.sides[side].name);
            phrase(
                format!("every move of {}", escaped(&name.en)),
                format!("chaque coup {}", of(&format!("les {}", escaped(&name.fr)))),
            )
        }
    };
    let runs = phrase(
        format!(
            "The count {} begins at {} and increases by {} after {}",
            name.en, count.from, count.more, after.en
        ),
        format!(
            "Le compteur {} commence à {} et augmente de {} après {}",
            name.fr, count.from, count.more, after.fr
        ),
    );
    let again = count.again.map(|again| {
        let mut causes = Vec::new();
        if again.captures {
            causes.push(phrase("a capture", "une capture"));
        }
        if again.kinds != 0 {
            let who = words.kind_names(again.kinds, Form::One, false);
            causes.push(phrase(format!("a move of {}", an(&who.en)), format!("un coup {}", of(&who.fr))));
        }
        for label in (0..model.labels.len()).filter(|label| again.labels >> label & 1 != 0) {
            let name = words.label(label);
            causes.push(both!("a move {}", "un coup {}", name));
        }
        if again.changes {
            causes.push(phrase("a change of kind", "un changement de sorte"));
        }
        let causes = Phrase::any(causes);
        let value = code(&again.value.to_string());
        both!("; after {} it returns to {value}", "\u{a0}; après {}, il revient à {value}", causes)
    });
    let back = count.back.map(|[value, most]| {
        let [value, most] = [value, most].map(|number| code(&number.to_string()));
        phrase(
            format!("; instead of {most} it returns to {value}"),
            format!("\u{a0}; au lieu de {most}, il revient à {value}"),
        )
    });
    runs.more("", again).more("", back).with(".", ".")
}

fn remembered(what: Remembered, il: &Phrase) -> Phrase {
    match what {
        Remembered::Crossed => {
            phrase("the square that it crossed", format!("la case qu'{} a traversée", il.fr))
        }
        Remembered::Left => phrase("the square where it stood", format!("la case où {} se trouvait", il.fr)),
        Remembered::Arrived => {
            phrase("the square where it has arrived", format!("la case où {} arrive", il.fr))
        }
    }
}

fn gains(model: &Model, count: &CountMemory, words: &Words<'_>) -> Phrase {
    let name = quoted(model, &count.name);
    let each = count.gains.iter().map(|gain| {
        let by = gain.side.map(|side| {
            let name = super::lexicon::side(model, &model.sides[side].name);
            both!(" by {}", " par «\u{a0}{}\u{a0}»", name.escaped())
        });
        let what = match gain.captured {
            None => phrase("every check given", "chaque échec donné"),
            Some(kinds) => {
                let who = words.kind_names(kinds, Form::One, false);
                phrase(format!("every capture of {}", an(&who.en)), format!("chaque capture {}", of(&who.fr)))
            }
        };
        phrase(format!("by {} after ", gain.more), format!("de {} après ", gain.more)).and(&what).more("", by)
    });
    phrase(
        format!("The count {} begins at {} and increases ", name.en, count.from),
        format!("Le compteur {} commence à {} et augmente ", name.fr, count.from),
    )
    .and(&Phrase::join(each, ", ", ", "))
    .with(".", ".")
}
