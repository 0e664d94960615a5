//! Messages that explain why moves are illegal.

use entourage_kernel::sentence::Scene;
use entourage_kernel::{Board, Reason, Text, Voice, sentences};

use crate::Position;
use crate::geometry::TOPOLOGY;
use crate::metadata::METADATA;

pub(crate) fn sentence(position: &Position, reason: &Reason, voice: Voice<'_>) -> Option<String> {
    let squares = &reason.squares;
    let piece_at = |square| position.piece_at(square);
    let scene = Scene { metadata: &METADATA, topology: &TOPOLOGY, squares, voice, piece_at: &piece_at };
    let the = |index| match (scene.name(index), squares.get(index)) {
        (Some(kind), _) => format!("{kind} {}", scene.square(index)),
        (None, Some(_)) => scene.square(index),
        (None, None) => String::new(),
    };
    let all = |first| (first..squares.len()).map(the).collect::<Vec<_>>().join(", ");
    let word = |word: &str, index: usize| if word == "all" { all(index) } else { the(index) };
    Some(scene.fill(scene.find(SENTENCES, &reason.code)?, &word))
}

pub(crate) static SENTENCES: &[(&str, Text)] = sentences! {
    "game-over"
        "The game is over."
        "La partie est finie.";
    "unknown-move"
        "There is no such move in this game."
        "Ce coup n'existe pas dans ce jeu.";
    "empty-square"
        "There is no piece on {the 0}."
        "Il n'y a pas de pièce en {the 0}.";
    "not-your-piece"
        "{the 0} belongs to your opponent."
        "{the 0} appartient à l'adversaire.";
    "same-square"
        "{the 0} must move to another square."
        "{the 0} doit aller sur une autre case.";
    "own-piece"
        "{the 0} cannot capture your own {the 1}."
        "{the 0} ne peut pas prendre votre propre {the 1}.";
    "cannot-reach"
        "{the 0} does not move to {the 1} that way."
        "{the 0} ne peut pas aller ainsi en {the 1}.";
    "blocked"
        "{the 0} cannot reach {the 1}: {all 2} is in the way."
        "{the 0} ne peut pas atteindre {the 1} : {all 2} barre le chemin.";
    "must-capture"
        "{the 0} moves diagonally only to capture, and there is nothing to capture on {the 1}."
        "{the 0} ne va en diagonale que pour capturer, et il n'y a rien à prendre en {the 1}.";
    "pawn-blocked"
        "{the 0} cannot capture straight ahead: {the 2} is in the way."
        "{the 0} ne peut pas capturer droit devant : {the 2} barre le chemin.";
    "promotion-missing"
        "{the 0} promotes on {the 1}: choose queen, rook, bishop or knight."
        "{the 0} est promu en {the 1} : choisissez dame, tour, fou ou cavalier.";
    "promotion-wrong"
        "{the 0} does not promote on {the 1}."
        "{the 0} n'est pas promu en {the 1}.";
    "castling-lost"
        "{the 0} can no longer castle with {the 1}: one of them has moved or been captured."
        "{the 0} ne peut plus roquer avec {the 1} : l'un des deux a bougé ou a été pris.";
    "castling-blocked"
        "{the 0} cannot castle: {all 2} is in the way."
        "{the 0} ne peut pas roquer : {all 2} barre le chemin.";
    "castling-in-check"
        "{the 0} cannot castle out of check from {all 2}."
        "{the 0} ne peut pas roquer : {all 2} le met en échec.";
    "castling-through-check"
        "{the 0} cannot castle through or to {the 1}, which is attacked by {all 2}."
        "{the 0} ne peut pas traverser ni atteindre {the 1} en roquant : cette case est attaquée par {all 2}.";
    "in-check"
        "Your king would be in check on {0} from {all 1}."
        "Votre roi serait mis en échec en {0} par {all 1}.";
};
