//! Messages for each reason code: refusals, conditions and notices.

use entourage_kernel::sentence::Scene;
use entourage_kernel::{Board, Kind, Language, Reason, Text, Voice, sentences};

use crate::geometry::TOPOLOGY;
use crate::metadata::METADATA;
use crate::piece::{EMPRESS, NURSE, TODDLER};

const ARTICLES: [(&str, &str); 10] = [
    ("le ", "du "),
    ("l'", "de l'"),
    ("l'", "de l'"),
    ("l'", "de l'"),
    ("le ", "du "),
    ("le ", "du "),
    ("l'", "de l'"),
    ("la ", "de la "),
    ("le ", "du "),
    ("le ", "du "),
];

pub(crate) fn sentence(position: &impl Board, reason: &Reason, voice: Voice<'_>) -> Option<String> {
    let (squares, is_french) = (&reason.squares, voice.language == Language::French);
    let piece_at = |square| position.piece_at(square);
    let scene = Scene { metadata: &METADATA, topology: &TOPOLOGY, squares, voice, piece_at: &piece_at };
    let article = |kind: Option<Kind>| match kind {
        Some(kind) if is_french => ARTICLES[kind.index()].0,
        Some(_) => "the ",
        None if is_french => "la case ",
        None => "the square ",
    };
    let the = |index| scene.with_article(index, article);
    let of = |kind: Option<Kind>| kind.map_or("de la case ", |kind| ARTICLES[kind.index()].1);
    // An empty square is feminine, "la case".
    let is_feminine = |index| matches!(scene.kind(index), None | Some(EMPRESS | NURSE));
    let word = |word: &str, index: usize| match word {
        "the" => the(index),
        "of" => scene.with_article(index, of),
        "all" => scene.all(index, the),
        "by" => scene.all(index, |index| format!("par {}", the(index))),
        "way" => scene.in_the_way(the),
        "moves" => scene.manner(MANNERS, false).to_owned(),
        "captures" => scene.manner(MANNERS, true).to_owned(),
        "kind" => scene.name(index).unwrap_or(if is_french { "pièce" } else { "piece" }).to_owned(),
        // The ending of a French past participle; the arm below is the direct object pronoun.
        "e" => if is_feminine(index) { "e" } else { "" }.to_owned(),
        _ => if is_feminine(index) { "la" } else { "le" }.to_owned(),
    };
    let is_unattacked = squares.len() < 2;
    let case = match reason.code.as_str() {
        "own-piece" if (scene.kind(0), scene.kind(1)) == (Some(NURSE), Some(TODDLER)) => "own-piece/swap",
        "cannot-reach" if scene.kind(1).is_some() => "cannot-reach/occupied",
        "cannot-reach-capture" if scene.kind(1).is_some() => "cannot-reach-capture/occupied",
        "never-captures" if scene.kind(0) == Some(TODDLER) => "never-captures/toddler",
        "invulnerable" if is_unattacked => "invulnerable/unattacked",
        "falls-to-two" if is_unattacked => "falls-to-two/unattacked",
        code => code,
    };
    scene.say(SENTENCES, case, &word)
}

pub(crate) static SENTENCES: &[(&str, Text)] = sentences! {
    "game-over"
        "the game is over"
        "la partie est finie";
    "empty-square"
        "there is no piece on {0}"
        "il n'y a pas de pièce en {0}";
    "not-your-piece"
        "{the 0} belongs to your opponent"
        "{the 0} appartient à votre adversaire";
    "own-piece/swap"
        "your own Toddler is on {1}; to swap, move the Toddler"
        "votre propre Bambin est en {1}\u{a0}; pour échanger, jouez le Bambin";
    "own-piece"
        "your own {kind 1} is on {1}"
        "la case {1} est occupée par votre propre {kind 1}";
    "same-square"
        "{the 0} must move to another square"
        "{the 0} doit aller sur une autre case";
    "cannot-reach/occupied"
        "{the 0} cannot reach {the 1}: {captures}"
        "{the 0} ne peut pas atteindre {the 1}\u{a0}: {captures}";
    "cannot-reach"
        "{the 0} cannot go to {1}: {moves}"
        "{the 0} ne peut pas aller en {1}\u{a0}: {moves}";
    "cannot-reach-capture/occupied"
        "{the 0} cannot capture {the 1} that way: {captures}"
        "{the 0} ne peut pas capturer ainsi {the 1}\u{a0}: {captures}";
    "cannot-reach-capture"
        "{the 0} cannot capture on {1}: {captures}"
        "{the 0} ne peut pas capturer en {1}\u{a0}: {captures}";
    "must-capture"
        "{the 0} moves diagonally only to capture, and {1} is empty"
        "{the 0} ne va en diagonale que pour capturer, et la case {1} est vide";
    "blocked"
        "{the 0} cannot reach {1}: {way}"
        "{the 0} ne peut pas atteindre {1}\u{a0}: {way}";
    "never-captures/toddler"
        "{the 0} cannot capture while its Emperor or Empress is on the board"
        "{the 0} ne peut rien capturer tant que son Empereur ou son Impératrice est en jeu";
    "never-captures"
        "{the 0} never captures"
        "{the 0} ne capture jamais";
    "solidarity"
        "a Phoenix never captures a Phoenix"
        "un Phénix ne capture jamais un Phénix";
    "neutralised"
        "{the 0} cannot capture from there: {the 1} is next to it"
        "{the 0} ne peut rien capturer de là\u{a0}: {the 1} est à côté";
    "protected"
        "{the 0} cannot be captured: {the 1} beside it protects it"
        "{the 0} ne peut pas être capturé{e 0}\u{a0}: {the 1}, à côté, {it 0} protège";
    "invulnerable/unattacked"
        "{the 0} can be captured only while two of your pieces attack it, and none does"
        "{the 0} ne peut être capturé{e 0} que si deux de vos pièces l'attaquent, et aucune ne l'attaque";
    "invulnerable"
        "{the 0} can be captured only while two of your pieces attack it, and only {the 1} does"
        "{the 0} ne peut être capturé{e 0} que si deux de vos pièces l'attaquent, or {the 1} l'attaque seul{e 1}";
    "falls-to-two/unattacked"
        "{the 0} can be captured only by two attackers at once, and none attacks it"
        "{the 0} ne peut être capturé{e 0} que par deux attaquants à la fois, et aucun ne l'attaque";
    "falls-to-two"
        "{the 0} can be captured only by two attackers at once, and only {the 1} attacks it"
        "{the 0} ne peut être capturé{e 0} que par deux attaquants à la fois, or {the 1} l'attaque seul{e 1}";
    "sheltered"
        "{the 0} cannot be captured while {the 1} has her in sight"
        "{the 0} ne peut pas être capturé{e 0} tant que {the 1} {it 0} voit";
    "frozen"
        "nothing can be captured while {the 0} and {the 1} are neighbours"
        "rien ne peut être capturé tant que {the 0} et {the 1} sont côte à côte";
    "leap-occupied"
        "{the 0} cannot capture by leaping"
        "{the 0} ne peut pas capturer en bondissant";
    "swap-major"
        "{the 0} is major and can no longer trade places with {the 1}"
        "{the 0} est majeur et ne peut plus échanger sa place avec {the 1}";
    "swap-not-nurse"
        "{the 0} can trade places only with its own Nurses"
        "{the 0} ne peut échanger sa place qu'avec ses propres Nurses";
    "step-occupied"
        "after capturing, {the 0} can step only to an empty square, not to the square of {the 1}"
        "après une capture, {the 0} ne peut faire un pas que vers une case vide, et non vers celle {of 1}";
    "not-a-captain"
        "only a Captain can make two steps in one move"
        "seul un Capitaine peut faire deux pas en un coup";
    "nothing-to-capture"
        "{the 0} can make a second step only after a capture, and there is no enemy on {1}"
        "{the 0} ne peut faire un second pas qu'après une capture, et il n'y a pas d'ennemi en {1}";
    "pass-in-threat"
        "you cannot pass while in Threat: {the 0} is attacked by {all 1}"
        "vous ne pouvez pas passer en Menace\u{a0}: {the 0} est attaqué{e 0} {by 1}";
    "threatened"
        "this would leave your Toddler in Threat: on {0} it is attacked by {all 1}"
        "ce coup laisserait votre Bambin en Menace\u{a0}: en {0}, il est attaqué {by 1}";
    "toddler-contact"
        "while in Threat, your Toddler can move next to the enemy Toddler on {1} only if it is not attacked there, and it would be attacked by {all 2}"
        "en Menace, votre Bambin ne peut rejoindre le Bambin ennemi en {1} que sur une case non attaquée, or il y serait attaqué {by 2}";
    "attacked-together"
        "{the 0} is attacked together by {all 1}, so it can be captured"
        "{the 0} est attaqué{e 0} à la fois {by 1}\u{a0}: la capture est permise";
    "frozen-by-angels"
        "the two Guardian Angels on {0} and {1} are neighbours: nothing can be captured"
        "les deux Anges gardiens sont côte à côte en {0} et {1}\u{a0}: rien ne peut être capturé";
    "frozen-by-geniuses"
        "the two Geniuses on {0} and {1} are neighbours: nothing can be captured"
        "les deux Génies sont côte à côte en {0} et {1}\u{a0}: rien ne peut être capturé";
    "contact"
        "the Toddlers on {0} and {1} touch each other: the game is drawn"
        "les Bambins se touchent en {0} et {1}\u{a0}: la partie est nulle";
    "unknown-move"
        "there is no such move in this game"
        "ce coup n'existe pas dans ce jeu";
};

/// How each kind moves, and how it captures if that differs.
static MANNERS: &[(&str, Text)] = sentences! {
    "Toddler"
        "a Toddler moves one square in any direction"
        "un Bambin fait un pas vers une case voisine";
    "Emperor"
        "an Emperor moves any distance straight or diagonally"
        "un Empereur va aussi loin qu'il veut, en ligne droite ou en diagonale";
    "Empress/captures"
        "an Empress captures at any distance, straight or diagonally"
        "une Impératrice capture à toute distance, en ligne droite ou en diagonale";
    "Empress"
        "an Empress moves any distance straight or diagonally, or leaps to a square next to her own Toddler"
        "une Impératrice va aussi loin qu'elle veut, en ligne droite ou en diagonale, ou bondit à côté de son Bambin";
    "Guardian Angel"
        "a Guardian Angel moves any distance straight or diagonally"
        "un Ange gardien va aussi loin qu'il veut, en ligne droite ou en diagonale";
    "Genius"
        "a Genius moves any distance straight or diagonally"
        "un Génie va aussi loin qu'il veut, en ligne droite ou en diagonale";
    "Phoenix/captures"
        "a Phoenix captures like a chess knight"
        "un Phénix capture comme un cavalier aux échecs";
    "Phoenix"
        "a Phoenix flies to a square of the other colour that is not next to its own"
        "un Phénix vole vers une case de l'autre couleur qui ne touche pas la sienne";
    "Android"
        "an Android moves any distance along rows and columns and turns at most once"
        "un Androïde suit rangées et colonnes aussi loin qu'il veut et tourne une fois au plus";
    "Nurse"
        "a Nurse moves any distance diagonally"
        "une Nurse va aussi loin qu'elle veut en diagonale";
    "Soldier/captures"
        "a Soldier captures one square diagonally"
        "un Soldat capture d'un pas en diagonale";
    "Soldier"
        "a Soldier moves one square straight"
        "un Soldat se déplace d'un pas en ligne droite";
    "Captain/captures"
        "a Captain captures one square diagonally, with at most one straight step before or after"
        "un Capitaine capture d'un pas en diagonale, avec au plus un pas en ligne droite avant ou après";
    "Captain"
        "a Captain moves one square straight, and farther only with a capture"
        "un Capitaine se déplace d'un pas en ligne droite, et ne va plus loin qu'en capturant";
    ""
        "that is not how it moves"
        "cette pièce ne se déplace pas ainsi";
};

#[cfg(test)]
mod tests {
    use entourage_kernel::{Piece, Placement, Position, Side, Square};

    use super::*;

    /// The ten kinds on a1 to j1, and enemy Soldiers below them on a2 to j2.
    fn board() -> Position<(), 10> {
        let mut position = Position::new(Placement::default(), Side::First, ());
        for kind in 0..10 {
            position.put(Square::new(kind), Piece::new(Kind(kind as u8), Side::First));
            position.put(Square::new(11 + kind), Piece::new(Kind(8), Side::Second));
        }
        position
    }

    fn say(code: &'static str, squares: &[usize], language: Language) -> String {
        let said = sentence(
            &board(),
            &Reason::new(code, "", squares.iter().map(|&index| Square::new(index))),
            language.into(),
        );
        said.unwrap_or_else(|| panic!("{code} has no sentence"))
    }

    #[test]
    fn sentences_name_the_pieces() {
        for (code, squares, english, french) in [
            (
                "blocked",
                &[7, 9, 8][..],
                "The Nurse on h1 cannot reach j1: the Soldier on i1 is in the way.",
                "La Nurse en h1 ne peut pas atteindre j1\u{a0}: le Soldat en i1 barre le chemin.",
            ),
            (
                "protected",
                &[2, 3],
                "The Empress on c1 cannot be captured: the Guardian Angel on d1 beside it protects it.",
                "L'Impératrice en c1 ne peut pas être capturée\u{a0}: l'Ange gardien en d1, à côté, la protège.",
            ),
            (
                "attacked-together",
                &[4, 7, 6],
                "The Genius on e1 is attacked together by the Nurse on h1 and the Android on g1, so it can be captured.",
                "Le Génie en e1 est attaqué à la fois par la Nurse en h1 et par l'Androïde en g1\u{a0}: la capture est permise.",
            ),
            (
                "threatened",
                &[50, 11, 1],
                "This would leave your Toddler in Threat: on g5 it is attacked by the Soldier on a2 and the Emperor on b1.",
                "Ce coup laisserait votre Bambin en Menace\u{a0}: en g5, il est attaqué par le Soldat en a2 et par l'Empereur en b1.",
            ),
            (
                "step-occupied",
                &[9, 1],
                "After capturing, the Captain on j1 can step only to an empty square, not to the square of the Emperor on b1.",
                "Après une capture, le Capitaine en j1 ne peut faire un pas que vers une case vide, et non vers celle de l'Empereur en b1.",
            ),
        ] {
            assert_eq!(say(code, squares, Language::English), english);
            assert_eq!(say(code, squares, Language::French), french);
        }
    }
}
