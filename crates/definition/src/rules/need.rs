use super::noun::Form;
use super::phrase::{Phrase, both, phrase};
use super::words::{It, Words};
use crate::model::{Need, NeedKind, NeedUnless, Noun};

pub(super) fn need(words: &Words<'_>, need: &Need) -> Phrase {
    let each = Words { it: It::Piece(words.its()), ..*words };
    let side = |each_side: bool| {
        if each_side { phrase(" for each side", " pour chaque camp") } else { Phrase::default() }
    };
    let what = match &need.what {
        NeedKind::Number { noun, most: 0, each_side, .. } => each.noun(noun, Form::None).and(&side(*each_side)),
        NeedKind::Number { noun, least, most, each_side } => {
            let (en, fr) = if least == most { ("exactly", "exactement") } else { ("at most", "au plus") };
            both!("{en} {most} {}", "{fr} {most} {}", each.counted(noun, *most)).and(&side(*each_side))
        }
        NeedKind::EachKind { most } => phrase(
            format!("at most {most} of each kind for each side"),
            format!("au plus {most} de chaque sorte pour chaque camp"),
        ),
        NeedKind::None { noun, each_side: _ } => each.noun(noun, Form::None),
        NeedKind::OnlyOn { place, nouns } => {
            let (on, sur) = if words.is_hand(place) { ("in", "dans") } else { ("on", "sur") };
            let place = words.place(place);
            let who = match alike(nouns) {
                Some(all) => each.noun(&all, Form::Many),
                None => Phrase::any(nouns.iter().map(|noun| each.noun(noun, Form::One))),
            };
            phrase(
                format!("{on} {} nothing but {}", place.en, who.en),
                format!("{sur} {} rien d'autre qu{}", place.fr, elided(&who.fr)),
            )
        }
        NeedKind::NotAllThreatened(noun) => {
            let who = each.noun(noun, Form::Many);
            let all = each.noun_gender(noun).pick("tous menacés", "toutes menacées");
            both!("{} are not all threatened", "{} ne sont pas {all}", who)
        }
        NeedKind::NotThreatened(noun) => {
            let who = each.noun(noun, Form::The);
            let menace = each.noun_gender(noun).pick("menacé", "menacée");
            both!("{} is not threatened", "{} n'est pas {menace}", who)
        }
    };
    match &need.unless {
        None => what,
        Some(NeedUnless::GameIsWon) => what.with(", unless the game is won", ", sauf si la partie est gagnée"),
        Some(NeedUnless::Condition(condition)) => what.with(", ", ", ").and(&words.unless(condition)),
    }
}

/// Merges nouns (phrases for sets of pieces) that differ only in their kinds.
fn alike(nouns: &[Noun]) -> Option<Noun> {
    let first = nouns.first().filter(|_| nouns.len() > 1)?;
    let is_alike = |noun: &Noun| {
        noun.whose == first.whose && noun.relations.is_empty() && noun.call.is_none() && !noun.another
    };
    let kinds = nouns.iter().fold(0, |kinds, noun| kinds | noun.kinds);
    nouns.iter().all(is_alike).then(|| Noun { kinds, ..first.clone() })
}

fn elided(words: &str) -> String {
    if super::grammar::elides(words) { format!("'{words}") } else { format!("e {words}") }
}
