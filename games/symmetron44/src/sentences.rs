//! Messages for each reason code: refusals, conditions and notices.

use entourage_kernel::sentence::Scene;
use entourage_kernel::{Board, Kind, Language, Reason, Text, Voice, sentences};

use crate::Position;
use crate::geometry::{PALACE, TOPOLOGY};
use crate::metadata::METADATA;
use crate::piece::{ADVANCER_BISHOP, ADVANCER_ROOK, KING};

pub(crate) fn sentence(position: &Position, reason: &Reason, voice: Voice<'_>) -> Option<String> {
    let (squares, is_french) = (&reason.squares, voice.language == Language::French);
    let piece_at = |square| position.piece_at(square);
    let scene = Scene { metadata: &METADATA, topology: &TOPOLOGY, squares, voice, piece_at: &piece_at };
    let article = |kind: Option<Kind>| match kind {
        Some(ADVANCER_ROOK | ADVANCER_BISHOP) if is_french => "l'",
        Some(_) if is_french => "le ",
        Some(_) => "the ",
        None if is_french => "la case ",
        None => "the square ",
    };
    let the = |index| scene.with_article(index, article);
    let is_home = |piece: entourage_kernel::Piece| {
        piece.kind() == KING && PALACE[piece.side().index()].contains(squares[0])
    };
    let manner = |captures| match squares.first().and_then(|&square| position.piece_at(square)) {
        Some(piece) if is_home(piece) => scene.find(MANNERS, "King/home").unwrap_or_default(),
        _ => scene.manner(MANNERS, captures),
    };
    let word = |word: &str, index: usize| match word {
        "the" => the(index),
        "all" => scene.all(index, the),
        "by" => scene.all(index, |index| format!("par {}", the(index))),
        "way" => scene.in_the_way(the),
        "kind" => scene.name(index).unwrap_or(if is_french { "pièce" } else { "piece" }).to_owned(),
        word => manner(word == "captures").to_owned(),
    };
    let case = match reason.code.as_str() {
        "exposed" if squares.len() < 2 => "exposed/unattacked",
        code => code,
    };
    scene.say(SENTENCES, case, &word)
}

pub(crate) static SENTENCES: &[(&str, Text)] = sentences! {
    "game-over"
        "the game is over: a side has only three pieces left"
        "la partie est finie\u{a0}: un camp n'a plus que trois pièces";
    "empty-square"
        "there is no piece on {0}"
        "il n'y a pas de pièce en {0}";
    "not-your-piece"
        "{the 0} belongs to your opponent"
        "{the 0} appartient à votre adversaire";
    "own-piece"
        "your own {kind 1} is on {1}"
        "la case {1} est occupée par votre propre {kind 1}";
    "same-square"
        "{the 0} must move to another square"
        "{the 0} doit aller sur une autre case";
    "cannot-reach"
        "{the 0} cannot go to {1}: {moves}"
        "{the 0} ne peut pas aller en {1}\u{a0}: {moves}";
    "cannot-reach-capture"
        "{the 0} cannot capture {the 1} that way: {captures}"
        "{the 0} ne peut pas capturer ainsi {the 1}\u{a0}: {captures}";
    "blocked"
        "{the 0} cannot reach {1}: {way}"
        "{the 0} ne peut pas atteindre {1}\u{a0}: {way}";
    "never-captures"
        "{the 0} never captures"
        "{the 0} ne capture jamais";
    "untouchable"
        "{the 1} cannot be captured: Reducers and SHSs are untouchable"
        "{the 1} ne peut pas être pris\u{a0}: les Réducteurs et les SHS sont intouchables";
    "must-promote"
        "{the 0} promotes on {1}: choose what it becomes"
        "{the 0} est promu en {1}\u{a0}: choisissez ce qu'il devient";
    "promotes-not"
        "{the 0} does not promote on {1}: only Pawns and Bawns promote, on their far rank"
        "{the 0} n'est pas promu en {1}\u{a0}: seuls les Pions et les Bawns le sont, sur leur dernière rangée";
    "mutates-not"
        "only Pawns and Bawns mutate, not {the 0}"
        "seuls les Pions et les Bawns mutent, et non {the 0}";
    "mutates-to-itself"
        "{the 0} cannot become what it already is"
        "{the 0} ne peut pas devenir ce qu'il est déjà";
    "mutates-beside-shs"
        "{the 0} can mutate only next to its own SHS"
        "{the 0} ne peut muter qu'à côté de son SHS";
    "explodes-not"
        "only Reducers and SHSs explode, not {the 0}"
        "seuls les Réducteurs et les SHS explosent, et non {the 0}";
    "explodes-with-its-like"
        "{the 0} explodes only with its enemy counterpart, not with {the 1}"
        "{the 0} n'explose qu'avec son semblable ennemi, et non avec {the 1}";
    "explodes-vertically"
        "{the 0} and {the 1} explode only on the same file and adjacent ranks"
        "{the 0} et {the 1} n'explosent que sur la même colonne et sur deux rangées voisines";
    "advances-not"
        "only an Advancer captures without entering the square"
        "seul un Avanceur capture sans entrer sur la case";
    "must-advance"
        "{the 0} must move at least one square to capture {the 1}"
        "{the 0} doit se déplacer d'au moins une case pour capturer {the 1}";
    "nothing-to-capture"
        "{the 0} cannot capture there: there is no enemy on {1}"
        "{the 0} ne peut rien capturer là\u{a0}: il n'y a pas d'ennemi en {1}";
    "advances-without-entering"
        "{the 0} captures without entering: it must stop just before {the 1}"
        "{the 0} capture sans entrer\u{a0}: il doit s'arrêter juste avant {the 1}";
    "not-the-next-square"
        "{the 0} captures only on the square right after its move, on the same line; from {2} that is not {1}"
        "{the 0} ne capture que la case qui suit son trajet, sur la même ligne\u{a0}; depuis {2}, ce n'est pas {1}";
    "launches-to-empty"
        "{the 0} can enter from its Launching Square only on an empty square"
        "{the 0} ne peut entrer depuis sa case de lancement que sur une case vide";
    "launches-to-arena"
        "{the 0} enters the Arena from its Launching Square; {1} is not in the Arena"
        "{the 0} entre dans l'arène depuis sa case de lancement\u{a0}; {1} n'en fait pas partie";
    "launch-closed"
        "{the 0} cannot go to {1}: only the Reducer, the SHS and captured Knights can"
        "{the 0} ne peut pas aller en {1}\u{a0}: seuls le Réducteur, le SHS et les Cavaliers capturés le peuvent";
    "launch-not-yours"
        "the Launching Square {1} is your opponent's"
        "la case de lancement {1} est celle de votre adversaire";
    "reduced"
        "{the 0} can move only one square: {the 2} next to it reduces it"
        "{the 0} n'avance que d'une case\u{a0}: {the 2}, à côté, le réduit";
    "symmetrised"
        "{the 0} cannot move that way: {the 2} next to it symmetrises it, swapping straight and diagonal lines"
        "{the 0} ne peut pas se déplacer ainsi\u{a0}: {the 2}, à côté, le symétrise et échange ses lignes droites et diagonales";
    "exposed/unattacked"
        "this would leave your King in check: on {0} it would be attacked"
        "ce coup laisserait votre Roi en échec en {0}";
    "exposed"
        "this would leave your King in check: on {0} it would be attacked by {all 1}"
        "ce coup laisserait votre Roi en échec\u{a0}: en {0}, il serait attaqué {by 1}";
    "leaves-three"
        "this explosion leaves you with three pieces, so you lose"
        "cette explosion ne vous laisse que trois pièces\u{a0}: vous perdez";
    "recruits"
        "{the 0} changes sides and waits on {1}"
        "{the 0} change de camp et attend en {1}";
    "recruits-not"
        "{the 0} leaves the game because your Launching Square {1} is occupied"
        "{the 0} quitte la partie, car votre case de lancement {1} est occupée";
    "three-left-1"
        "White has at most three pieces left"
        "les Blancs ont au plus trois pièces";
    "three-left-2"
        "Black has at most three pieces left"
        "les Noirs ont au plus trois pièces";
    "four-left-1"
        "White has four pieces left and loses with three"
        "les Blancs n'ont plus que quatre pièces\u{a0}: à trois, ils perdent";
    "four-left-2"
        "Black has four pieces left and loses with three"
        "les Noirs n'ont plus que quatre pièces\u{a0}: à trois, ils perdent";
    "unknown-move"
        "there is no such move in this game"
        "ce coup n'existe pas dans ce jeu";
};

/// How each kind moves, and how it captures if that differs; powers are ignored.
static MANNERS: &[(&str, Text)] = sentences! {
    "Pawn"
        "a Pawn moves one step forward or sideways"
        "un Pion avance d'un pas ou se décale d'un pas";
    "Pawn/captures"
        "a Pawn captures one step diagonally forward"
        "un Pion capture d'un pas en diagonale vers l'avant";
    "Bawn"
        "a Bawn moves one step diagonally forward"
        "un Bawn fait un pas en diagonale vers l'avant";
    "Bawn/captures"
        "a Bawn captures one step forward or sideways"
        "un Bawn capture d'un pas vers l'avant ou de côté";
    "Knight"
        "a Knight moves as in chess"
        "un Cavalier se déplace comme aux échecs";
    "Reducer"
        "a Reducer moves one step, or to its own Launching Square"
        "un Réducteur fait un pas, ou rejoint sa case de lancement";
    "SHS"
        "an SHS moves one step, or to its own Launching Square"
        "un SHS fait un pas, ou rejoint sa case de lancement";
    "Advancer-Rook"
        "an Advancer-Rook slides straight, or diagonally beside its own SHS"
        "un Avanceur-Tour glisse en ligne droite, ou en diagonale à côté de son SHS";
    "Advancer-Bishop"
        "an Advancer-Bishop slides diagonally, or straight beside its own SHS"
        "un Avanceur-Fou glisse en diagonale, ou en ligne droite à côté de son SHS";
    "Advancer-Rook/captures"
        "an Advancer slides along its lines and captures the very next square without entering it"
        "un Avanceur glisse le long de ses lignes et capture la case suivante sans y entrer";
    "Advancer-Bishop/captures"
        "an Advancer slides along its lines and captures the very next square without entering it"
        "un Avanceur glisse le long de ses lignes et capture la case suivante sans y entrer";
    "Dragon-Bishop"
        "a Dragon-Bishop slides diagonally or steps straight; beside its own SHS it slides straight or steps diagonally"
        "un Dragon-Fou glisse en diagonale ou fait un pas en ligne droite\u{a0}; à côté de son SHS, il glisse en ligne droite ou fait un pas en diagonale";
    "Dragon-Rook"
        "a Dragon-Rook slides straight or steps diagonally; beside its own SHS it slides diagonally or steps straight"
        "un Dragon-Tour glisse en ligne droite ou fait un pas en diagonale\u{a0}; à côté de son SHS, il glisse en diagonale ou fait un pas en ligne droite";
    "King/home"
        "in its own Palace, a King moves one square straight"
        "dans son Palais, un Roi se déplace d'une case en ligne droite";
    "King"
        "outside its own Palace, a King moves one square diagonally"
        "hors de son Palais, un Roi se déplace d'une case en diagonale";
    ""
        "that is not how it moves"
        "ce n'est pas ainsi qu'il se déplace";
};
