//! Describes in one sentence how a player wins.

use entourage_kernel::{Square, Text};

use super::ending;
use super::grammar::{Gender, the};
use super::phrase::{Phrase, phrase};
use super::words::Words;
use crate::model::{Condition, End, EndResult, Model, Noun, Place, PlaceWords, Relation, Whose};

/// Maximum number of ways to win that the sentence mentions.
const MAX_WAYS: usize = 2;

/// Describes the ways to win, as an instruction to the player; if none has a short form, returns the sentence of the rules page.
pub(crate) fn goal(model: &Model) -> Text {
    let words = Words::of_player(model);
    let mut ways: Vec<(u8, Phrase)> = Vec::new();
    for end in &model.ends {
        match way(&words, end) {
            Some(way) if !ways.iter().any(|(_, known)| *known == way.1) => ways.push(way),
            _ => {}
        }
    }
    ways.sort_by_key(|(rank, _)| *rank);
    if ways.is_empty() {
        let decisive = model.ends.iter().find(|end| end.result != EndResult::Draw);
        return decisive.map_or_else(|| Text::new("", ""), |end| ending::end(model, end).plain());
    }
    let told = Phrase::join(ways.into_iter().take(MAX_WAYS).map(|(_, way)| way), ", or ", ", ou ");
    told.capital().with(".", ".").plain()
}

/// Returns the short form of an end condition, and its rank among the ways to win.
fn way(words: &Words<'_>, end: &End) -> Option<(u8, Phrase)> {
    let loses = end.result == EndResult::Loss;
    if end.result == EndResult::Draw || end.side.is_some() {
        return None;
    }
    let victim = if loses { Whose::Own } else { Whose::Enemy };
    match &end.when {
        Condition::All(parts) if loses && parts.iter().any(|part| matches!(part, Condition::NoMove)) => {
            let caught = parts.iter().find_map(|part| match part {
                Condition::Threatened(noun) => Some(caught(words, noun, false)),
                Condition::AllThreatened(noun) => Some(caught(words, noun, true)),
                _ => None,
            })?;
            Some((0, caught))
        }
        Condition::NoMove if loses => Some((
            3,
            phrase("leave your opponent without a legal move", "privez votre adversaire de tout coup légal"),
        )),
        Condition::Count { noun, least: 0, most: 0 } if noun.whose == victim && is_plain(noun) => {
            let who = named(words, noun);
            Some((1, phrase(format!("capture the enemy {}", who.en), format!("capturez {} adverse", who.fr))))
        }
        Condition::Count { noun, least: 1.., most: u32::MAX } => arrival(words, noun, loses),
        _ => None,
    }
}

/// Describes a threat without defence to one piece of some kinds, or to all of them.
fn caught(words: &Words<'_>, noun: &Noun, is_all: bool) -> Phrase {
    let is_feminine = words.noun_gender(noun) == Gender::Feminine;
    if is_all {
        let who = Phrase::all(words.kinds(noun.kinds).map(|kind| words.plural(kind)));
        let (tous, un) = if is_feminine { ("toutes", "une") } else { ("tous", "un") };
        return phrase(
            format!("threaten all enemy {} where no move can save one", who.en),
            format!("menacez {tous} les {} adverses sans qu'aucun coup puisse en sauver {un}", who.fr),
        );
    }
    let who = named(words, noun);
    let saved = match (noun.kinds.count_ones(), is_feminine) {
        (1, true) => "la sauver",
        (1, false) => "le sauver",
        _ => "parer la menace",
    };
    phrase(
        format!("threaten the enemy {} where no move can save it", who.en),
        format!("menacez {} adverse sans qu'aucun coup puisse {saved}", who.fr),
    )
}

/// Describes a win by reaching a place.
fn arrival(words: &Words<'_>, noun: &Noun, loses: bool) -> Option<(u8, Phrase)> {
    let mover = if loses { Whose::Enemy } else { Whose::Own };
    let [Relation::On(place)] = &noun.relations[..] else { return None };
    if noun.whose != mover || noun.call.is_some() || noun.kinds.count_ones() != 1 {
        return None;
    }
    let (kind, to) = (words.kinds(noun.kinds).next()?, destination(words, place, mover)?);
    let name = words.name(kind);
    Some((
        2,
        phrase(
            format!("bring your {} to {}", name.en, to.en),
            format!("amenez votre {} sur {}", name.fr, to.fr),
        ),
    ))
}

fn destination(words: &Words<'_>, place: &Place, mover: Whose) -> Option<Phrase> {
    let whose = match (place.whose == mover, place.whose) {
        (_, Whose::Any) => phrase("", ""),
        (true, _) => phrase("your ", "votre "),
        (false, _) => phrase("the enemy's ", ""),
    };
    let is_enemy = whose.en.starts_with("the enemy");
    let (article, adverse) =
        if whose.fr.is_empty() { ("la ", if is_enemy { " adverse" } else { "" }) } else { ("", "") };
    match place.words {
        PlaceWords::LastRow => Some(phrase("the last row", "la dernière rangée")),
        PlaceWords::Rows(first, last) if first == last => Some(phrase(
            format!("{}row {first}", whose.en),
            format!("{article}{}rangée {first}{adverse}", whose.fr),
        )),
        PlaceWords::Zone(_) => {
            let all = (0..words.model.board.topology.squares.len()).map(Square::new);
            let squares: Vec<Square> =
                all.filter(|&square| place.squares.iter().any(|set| set.contains(square))).collect();
            let row = |square: &Square| {
                words.model.board.topology.name(*square).trim_start_matches(char::is_alphabetic).to_owned()
            };
            let first = squares.first().map(&row).filter(|row| !row.is_empty())?;
            let is_row = squares.iter().all(|square| row(square) == first);
            is_row.then(|| phrase(format!("row {first}"), format!("la rangée {first}")))
        }
        PlaceWords::Rows(..) => None,
    }
}

/// Returns whether a noun names kinds and nothing else.
fn is_plain(noun: &Noun) -> bool {
    noun.call.is_none() && noun.relations.is_empty()
}

fn named(words: &Words<'_>, noun: &Noun) -> Phrase {
    Phrase::any(
        words.kinds(noun.kinds).map(|kind| phrase(words.english(kind), the(words.french(kind))).escaped()),
    )
}
