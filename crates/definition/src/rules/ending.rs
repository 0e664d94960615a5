//! Describes royal pieces, passes, castling and end conditions.

use entourage_kernel::Side;

use super::grammar::{of, the};
use super::lexicon;
use super::phrase::{Phrase, both, phrase};
use super::words::{Words, escaped};
use crate::model::{Castling, Condition, Danger, End, EndResult, Kinds, Model, Pass, Repetition, Royal};

pub(super) fn royal(model: &Model) -> Vec<Phrase> {
    let Some(Royal { kinds, danger, warning, exception }) = &model.royal else {
        return vec![phrase(
            "There are no royal pieces: no piece has to be protected from capture.",
            "Il n'y a pas de pièces royales\u{a0}: aucune pièce ne doit être protégée de la capture.",
        )];
    };
    let words = Words::of_kinds(model, *kinds);
    if *danger != Danger::Any || kinds.count_ones() > 1 {
        return several(&words, *kinds, *danger, warning, exception.as_ref());
    }
    let kind = entourage_kernel::Kind(kinds.trailing_zeros() as u8);
    let (en, name) = (escaped(words.english(kind)), the(words.french(kind)));
    let fr = super::phrase::capital(&escaped(&name));
    let (il, menace) = (words.its().pick("il", "elle"), words.its().pick("menacé", "menacée"));
    let warning = lexicon::code(model, warning);
    let (royal, lost) = (words.its().pick("royal", "royale"), words.its().pick("perdu", "perdue"));
    let mut told = vec![both!(
        "The {en} is royal: no move may lose it or leave it threatened by an enemy. If it is threatened, this is announced: {}.",
        "{fr} est {royal}\u{a0}: aucun coup de son camp ne doit faire qu'{il} soit {lost} ou reste {menace} par un adversaire. Quand {il} est {menace}, on l'annonce\u{a0}: {}.",
        warning.escaped()
    )];
    if let Some(exception) = exception {
        let so = words.condition(exception, true);
        told.push(phrase(
            format!("It may be left threatened when {}.", so.en),
            format!("{} peut rester {menace} quand {}.", super::phrase::capital(il), so.fr),
        ));
    }
    told
}

fn several(
    words: &Words<'_>,
    kinds: Kinds,
    danger: Danger,
    warning: &str,
    exception: Option<&Condition>,
) -> Vec<Phrase> {
    let who = Phrase::all(words.plurals(kinds)).capital();
    let warned = lexicon::code(words.model, warning).escaped();
    let mut told = vec![match danger {
        Danger::All => both!(
            "{} are royal together: no move may lose the last of its side, or leave all of its side threatened by enemies. If all royal pieces of a player are threatened, this is announced: {}.",
            "{} sont des pièces royales ensemble\u{a0}: aucun coup d'un camp ne doit faire perdre sa dernière, ni les laisser toutes sous la menace d'adversaires. Quand toutes celles d'un joueur sont menacées, on l'annonce\u{a0}: {}.",
            who,
            warned
        ),
        Danger::Last => both!(
            "{} are royal when they are the last of their kind on their side: no move may lose such a piece or leave it threatened by an enemy. If such a piece is threatened, this is announced: {}.",
            "{} sont des pièces royales dès que l'une est la dernière de sa sorte dans son camp\u{a0}: aucun coup ne doit faire perdre celle-là, ni la laisser sous la menace d'un adversaire. Quand une telle pièce est menacée, on l'annonce\u{a0}: {}.",
            who,
            warned
        ),
        Danger::Any => both!(
            "{} are royal: no move may lose one of its side or leave one threatened by an enemy. If one is threatened, this is announced: {}.",
            "{} sont des pièces royales\u{a0}: aucun coup d'un camp ne doit en faire perdre une, ni en laisser une sous la menace d'un adversaire. Quand l'une d'elles est menacée, on l'annonce\u{a0}: {}.",
            who,
            warned
        ),
    }];
    if let Some(exception) = exception {
        let so = words.condition(exception, true);
        told.push(both!("One may be left threatened when {}.", "L'une peut rester menacée quand {}.", so));
    }
    told
}

pub(super) fn pass(model: &Model) -> Phrase {
    let words = Words::of_player(model);
    let written = super::writing::form(model, model.pass_form)
        .map(|text| both!(" It is written {}.", " Cela s'écrit {}.", text));
    match &model.pass {
        Pass::Never => phrase("Passing is not allowed.", "On ne peut pas passer."),
        Pass::Unless(condition) => {
            let so = words.unless(condition);
            both!("A player can pass instead of moving, {}.", "Un joueur peut passer au lieu de jouer, {}.", so)
        }
        Pass::WhenNoOtherMove => phrase(
            "A player can pass only if there is no other move.",
            "Un joueur ne peut passer que s'il n'a pas d'autre coup.",
        ),
    }
    .more("", written)
}

pub(super) fn castlings(model: &Model) -> Vec<Phrase> {
    let Some(first) = model.castlings.first() else { return Vec::new() };
    let words = Words::of_kinds(model, 1 << first.royal.index());
    let square = |square: entourage_kernel::Square| model.board.topology.name(square).to_owned();
    let (royal, partner) = (words.the(first.royal), words.the(first.partner));
    let mut told = vec![both!(
        "In one move {} and {} may castle:",
        "En un seul coup, {} et {} peuvent roquer\u{a0}:",
        royal,
        partner
    )];
    // Before a random start position is drawn, the start squares are unknown.
    let is_drawn_later = model.lot.as_ref().is_some_and(|lot| lot.number.is_none());
    for side in 0..model.sides.len() {
        let ways: Vec<&Castling> = model.castlings.iter().filter(|castling| castling.side == side).collect();
        if ways.is_empty() {
            continue;
        }
        let name = lexicon::side(model, &model.sides[side].name);
        let each = ways.iter().map(|castling| {
            let ([a, b], [c, d]) = (castling.royal_way.map(square), castling.partner_way.map(square));
            if is_drawn_later {
                return both!("{} to {b} and {} to {d}", "{} jusqu'à {b} et {} jusqu'à {d}", royal, partner);
            }
            both!(
                "{} from {a} to {b} and {} from {c} to {d}",
                "{} de {a} à {b} et {} de {c} à {d}",
                royal,
                partner
            )
        });
        let each = Phrase::join(each, ", or ", ", ou ");
        told.push(both!("- {}: {}.", "- {}\u{a0}: {}.", name.escaped(), each));
    }
    match &model.lot {
        Some(lot) if lot.number.is_some() => told.push(phrase(
            "Castling is written as a move onto the partner's square.",
            "Le roque s'écrit comme un coup sur la case du partenaire.",
        )),
        Some(_) => told.push(phrase(
            "The pieces castle from their starting squares, wherever these are. Identical pieces correspond, from left to right, to those in the starting position shown above. After a random start, castling is written as a move onto the partner's square.",
            "Les pièces roquent depuis leurs cases de départ, où qu'elles soient. Les pièces identiques correspondent, de gauche à droite, à celles de la position de départ montrée plus haut. Après un départ tiré au sort, le roque s'écrit comme un coup sur la case du partenaire.",
        )),
        None => {}
    }
    told.push(phrase(
        format!(
            "Neither may have moved or been captured, all squares between them and their destinations must be empty, and {} must not be threatened, neither where it stands nor on a square that it crosses.",
            royal.en
        ),
        format!(
            "Aucune des deux pièces ne doit avoir bougé ni avoir été prise, toutes les cases entre elles et celles d'arrivée doivent être vides, et {} ne doit être sous la menace ni là où {} se trouve, ni sur une case traversée.",
            royal.fr,
            words.its().pick("il", "elle")
        ),
    ));
    told.push(phrase(
        format!("Castling is a move of {}.", royal.en),
        format!("Le roque est un coup {}.", of(&royal.fr)),
    ));
    told
}

pub(super) fn end(model: &Model, end: &End) -> Phrase {
    let words = Words::of_player(model);
    let who = match (end.at_once, end.result) {
        (at_once, result) if end.side.is_some() => named(model, end.side, result, at_once),
        (false, EndResult::Win) => phrase("The player to move wins", "Le joueur au trait gagne"),
        (false, EndResult::Loss) => phrase("The player to move loses", "Le joueur au trait perd"),
        (true, EndResult::Win) => {
            phrase("The player who moves wins at once", "Le joueur qui joue gagne aussitôt")
        }
        (true, EndResult::Loss) => {
            phrase("The player who moves loses at once", "Le joueur qui joue perd aussitôt")
        }
        (false, EndResult::Draw) => phrase("The game is a draw", "La partie est nulle"),
        (true, EndResult::Draw) => phrase("The game is a draw at once", "La partie est aussitôt nulle"),
    };
    let when = match &end.when {
        Condition::Passes(1) => phrase(" when a player passes", " quand un joueur passe"),
        Condition::Passes(number) => {
            phrase(format!(" after {number} passes in succession"), format!(" après {number} passes de suite"))
        }
        condition => {
            let so = words.condition(condition, true);
            // A draw concerns both players, so state whose pieces are meant.
            let (so, of_whom) = match end.result {
                EndResult::Draw => of_player(so),
                EndResult::Win | EndResult::Loss => (so, Phrase::default()),
            };
            both!(" when{} {}", " quand{} {}", of_whom, so)
        }
    };
    who.and(&when).with(".", ".")
}

/// Replaces pronouns with the player to move; also returns a phrase to precede any pronouns that remain.
fn of_player(words: Phrase) -> (Phrase, Phrase) {
    let en = words.en.replace("they have", "the player to move has");
    let fr = words.fr.strip_prefix("il a ").map(|rest| format!("le joueur au trait a {rest}"));
    let words = phrase(en, fr.unwrap_or(words.fr));
    let speaks = words.en.split(' ').any(|word| matches!(word, "their" | "they"));
    let of_whom = phrase(", for the player to move,", ", pour le joueur au trait,");
    (words, if speaks { of_whom } else { Phrase::default() })
}

fn named(model: &Model, side: Option<Side>, result: EndResult, at_once: bool) -> Phrase {
    let name = side.map(|side| lexicon::side(model, &model.sides[side.index()].name)).unwrap_or_default();
    let (en, fr) = match result {
        EndResult::Win => ("wins", "gagne"),
        EndResult::Loss => ("loses", "perd"),
        EndResult::Draw => ("draws", "annule"),
    };
    let (now, aussitot) = if at_once { (" at once", " aussitôt") } else { ("", "") };
    both!("The player of {} {en}{now}", "Le joueur du camp «\u{a0}{}\u{a0}» {fr}{aussitot}", name.escaped())
}

pub(super) fn repetition(model: &Model, repetition: &Repetition) -> Phrase {
    const TIMES: [(&str, &str); 9] = [
        ("second", "deuxième"),
        ("third", "troisième"),
        ("fourth", "quatrième"),
        ("fifth", "cinquième"),
        ("sixth", "sixième"),
        ("seventh", "septième"),
        ("eighth", "huitième"),
        ("ninth", "neuvième"),
        ("tenth", "dixième"),
    ];
    let (en, fr) = TIMES[(repetition.occurrence as usize).saturating_sub(2).min(TIMES.len() - 1)];
    let who = match repetition.result {
        EndResult::Draw => phrase("The game is a draw", "La partie est nulle"),
        result if repetition.side.is_some() => named(model, repetition.side, result, false),
        EndResult::Win => phrase("The player to move wins", "Le joueur au trait gagne"),
        EndResult::Loss => phrase("The player to move loses", "Le joueur au trait perd"),
    };
    let when = phrase(
        format!(" when the same position occurs for the {en} time, with the same player to move"),
        format!(" quand la même position se présente pour la {fr} fois, avec le même joueur au trait"),
    );
    let warned = match repetition.warners {
        [false, false] => Phrase::default(),
        [true, true] => phrase(
            ", and every move since its first occurrence threatened a royal piece",
            ", et que chaque coup depuis la première fois menaçait une pièce royale",
        ),
        [true, false] => phrase(
            ", and every move of the player to move since its first occurrence threatened a royal piece",
            ", et que chaque coup du joueur au trait depuis la première fois menaçait une pièce royale",
        ),
        [false, true] => phrase(
            ", and every move of the other player since its first occurrence threatened a royal piece",
            ", et que chaque coup de l'autre joueur depuis la première fois menaçait une pièce royale",
        ),
    };
    who.and(&when).and(&warned).with(".", ".")
}

pub(super) fn no_move() -> Phrase {
    phrase(
        "If the player to move has no move and no other condition is met, the game is a draw.",
        "Si le joueur au trait n'a aucun coup et qu'aucune autre condition n'est remplie, la partie est nulle.",
    )
}
