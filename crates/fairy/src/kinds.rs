//! Determines the kinds of a game. A promoted piece type has one kind per unpromoted type, if the difference matters.

use crate::piece_type::PieceType;
use crate::rules::Rules;
use crate::start::Start;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub(crate) one: PieceType,
    pub(crate) before: Option<PieceType>,
    pub(crate) letter: char,
    pub(crate) name: String,
    pub(crate) french: Option<String>,
}

pub(crate) fn remembers(rules: &Rules) -> bool {
    rules.is("capturesToHand") && !rules.is("dropLoop") || rules.is("pieceDemotion")
}

pub(crate) fn is_pawn(rules: &Rules, one: PieceType, side: usize) -> bool {
    one == PieceType::PAWN || rules.promotion_pawns[side].has(one)
}

pub(crate) fn promotions(rules: &Rules, one: PieceType) -> Vec<(PieceType, Option<PieceType>)> {
    let mut found = Vec::new();
    let mut add = |to: PieceType, before: Option<PieceType>| {
        let entry = (to, before.filter(|_| remembers(rules)));
        if !found.contains(&entry) {
            found.push(entry);
        }
    };
    for side in [0, 1] {
        if is_pawn(rules, one, side) {
            rules.promotion_types[side].types().for_each(|to| add(to, Some(rules.main_pawn[side])));
        }
    }
    if let Some(to) = rules.promoted[usize::from(one.0)].filter(|_| one != PieceType::KING) {
        add(to, Some(one));
    }
    found
}

pub(crate) fn find(rules: &Rules, start: &Start) -> Vec<(PieceType, Option<PieceType>)> {
    let mut found: Vec<(PieceType, Option<PieceType>)> = Vec::new();
    let mut open: Vec<(PieceType, Option<PieceType>)> =
        start.placed.iter().map(|placed| (placed.one, placed.before.filter(|_| remembers(rules)))).collect();
    open.extend(start.hands.iter().flatten().map(|one| (*one, None)));
    while let Some(next) = open.pop() {
        if found.contains(&next) {
            continue;
        }
        found.push(next);
        let (one, before) = next;
        open.extend(promotions(rules, one));
        if rules.is("capturesToHand") || rules.is("pieceDemotion") {
            open.push((before.unwrap_or(one), None));
        }
    }
    found.sort_by_key(|(one, before)| (before.is_some(), *one, *before));
    // The King comes first.
    found.sort_by_key(|(one, before)| *one != PieceType::KING || before.is_some());
    found
}

/// Assigns letters and names; returns `None` if there are too few letters.
pub(crate) fn name(rules: &Rules, found: &[(PieceType, Option<PieceType>)]) -> Option<Vec<Kind>> {
    let has = |one: PieceType| found.iter().any(|(other, _)| *other == one);
    let mut kinds: Vec<Kind> = Vec::new();
    let letter_of = |one: PieceType| rules.letters[usize::from(one.0)];
    for &(one, before) in found {
        let (base, french) = base_name(rules, one, &has);
        let is_taken = |letter: char| {
            kinds.iter().any(|kind| kind.letter == letter)
                || found.iter().any(|(other, before)| before.is_none() && letter_of(*other) == Some(letter))
        };
        let letter = match before {
            None => letter_of(one)?,
            Some(_) => ('A'..='Z').rev().find(|letter| !is_taken(*letter))?,
        };
        let mut name = base;
        let mut french = french;
        if let Some(before) = before {
            let (source, source_french) = base_name(rules, before, &has);
            // A piece with a single promotion is named after its unpromoted type.
            let is_one = found.iter().filter(|(_, other)| *other == Some(before)).count() == 1;
            let (shown, shown_french) = if is_one { (source, source_french) } else { (name, french) };
            name = format!("Promoted {shown}");
            french = shown_french.map(|shown| format!("{shown} promu"));
        }
        if kinds.iter().any(|kind| kind.name == name) {
            name = format!("{name} {letter}");
            french = french.map(|french| format!("{french} {letter}"));
        }
        kinds.push(Kind { one, before, letter, name, french });
    }
    Some(kinds)
}

/// Returns a type's common name, unless another type in the game has it.
fn base_name(rules: &Rules, one: PieceType, has: &impl Fn(PieceType) -> bool) -> (String, Option<String>) {
    let letter = rules.letters[usize::from(one.0)].unwrap_or('X');
    let known = one.names(rules.walk(one));
    let plain: Option<(&str, &str)> = match one.option().as_str() {
        "commoner" if letter == 'K' && !has(PieceType::KING) => Some(("King", "Roi")),
        "shogiPawn" if !has(PieceType::PAWN) => Some(("Pawn", "Pion")),
        "shogiKnight" if !has(PieceType::KNIGHT) => Some(("Knight", "Cavalier")),
        "janggiCannon" if !has(PieceType(27)) => Some(("Cannon", "Canon")),
        "janggiElephant" if !has(PieceType(31)) => Some(("Elephant", "Éléphant")),
        _ if one.is_custom() && known.is_none() && letter == 'P' && !has(PieceType::PAWN) => {
            Some(("Pawn", "Pion"))
        }
        _ if one.is_custom() && known.is_none() && letter == 'K' && !has(PieceType::KING) => {
            Some(("King", "Roi"))
        }
        _ => None,
    };
    match plain.or(known) {
        Some((name, french)) => (name.to_owned(), Some(french.to_owned())),
        None => (format!("Piece {letter}"), Some(format!("Pièce {letter}"))),
    }
}
