use entourage_kernel::{Board, Language, Reason, Square, Voice};

use crate::Position;
use crate::geometry::TOPOLOGY;
use crate::metadata::METADATA;

pub(crate) const CODES: [&str; 17] = [
    "game-over",
    "unknown-move",
    "empty-square",
    "not-your-piece",
    "same-square",
    "own-piece",
    "cannot-reach",
    "blocked",
    "must-capture",
    "pawn-blocked",
    "promotion-missing",
    "promotion-wrong",
    "castling-lost",
    "castling-blocked",
    "castling-in-check",
    "castling-through-check",
    "in-check",
];

pub(crate) fn sentence(position: &Position, reason: &Reason, voice: Voice<'_>) -> Option<String> {
    let name = |square: Square| match position.piece_at(square) {
        Some(piece) => {
            let kind = METADATA.kinds[piece.kind().index()].name.get(voice.language);
            format!("{kind} {}", voice.square(&TOPOLOGY, square))
        }
        None => voice.square(&TOPOLOGY, square),
    };
    let at = |index: usize| reason.squares.get(index).map_or_else(String::new, |&square| name(square));
    let rest = |first: usize| {
        let names: Vec<String> = reason.squares.iter().skip(first).map(|&square| name(square)).collect();
        names.join(", ")
    };
    let (a, b) = (at(0), at(1));
    Some(match voice.language {
        Language::English => match reason.code.as_str() {
            "game-over" => "The game is over.".to_owned(),
            "unknown-move" => "No move has this form.".to_owned(),
            "empty-square" => format!("There is no piece on {a}."),
            "not-your-piece" => format!("{a} belongs to your opponent."),
            "same-square" => format!("{a} must go somewhere else."),
            "own-piece" => format!("{a} cannot take your own {b}."),
            "cannot-reach" => format!("{a} does not move to {b} that way."),
            "blocked" => format!("{a} cannot reach {b}: {} is in the way.", rest(2)),
            "must-capture" => {
                format!("{a} moves diagonally only to capture, and there is nothing to take on {b}.")
            }
            "pawn-blocked" => format!("{a} does not capture straight ahead: {} is in the way.", at(2)),
            "promotion-missing" => format!("{a} becomes queen, rook, bishop or knight on {b}: say which."),
            "promotion-wrong" => format!("{a} does not promote by going to {b}."),
            "castling-lost" => format!("{a} may no longer castle with {b}: one of them has moved, or is gone."),
            "castling-blocked" => format!("{a} cannot castle: {} stands between king and rook.", rest(2)),
            "castling-in-check" => format!("{a} cannot castle out of check from {}.", rest(2)),
            "castling-through-check" => format!("{a} cannot castle over or to {b}, attacked by {}.", rest(2)),
            "in-check" => {
                format!("Your king would stand in check on {}, from {}.", square(reason, 0, voice), rest(1))
            }
            _ => return None,
        },
        Language::French => match reason.code.as_str() {
            "game-over" => "La partie est finie.".to_owned(),
            "unknown-move" => "Aucun coup n'a cette forme.".to_owned(),
            "empty-square" => format!("Il n'y a pas de pièce en {a}."),
            "not-your-piece" => format!("{a} appartient à l'adversaire."),
            "same-square" => format!("{a} doit aller ailleurs."),
            "own-piece" => format!("{a} ne peut pas prendre votre propre {b}."),
            "cannot-reach" => format!("{a} ne va pas ainsi en {b}."),
            "blocked" => format!("{a} ne peut pas atteindre {b} : {} barre le chemin.", rest(2)),
            "must-capture" => {
                format!("{a} ne va en diagonale que pour capturer, et il n'y a rien à prendre en {b}.")
            }
            "pawn-blocked" => format!("{a} ne capture pas droit devant : {} barre le chemin.", at(2)),
            "promotion-missing" => format!("{a} devient dame, tour, fou ou cavalier en {b} : dites lequel."),
            "promotion-wrong" => format!("{a} n'est pas promu en allant en {b}."),
            "castling-lost" => {
                format!("{a} ne peut plus roquer avec {b} : l'un des deux a bougé, ou n'est plus là.")
            }
            "castling-blocked" => {
                format!("{a} ne peut pas roquer : {} se trouve entre le roi et la tour.", rest(2))
            }
            "castling-in-check" => format!("{a} ne peut pas roquer en étant en échec par {}.", rest(2)),
            "castling-through-check" => format!("{a} ne peut pas roquer par {b}, attaquée par {}.", rest(2)),
            "in-check" => {
                format!("Votre roi serait en échec en {}, par {}.", square(reason, 0, voice), rest(1))
            }
            _ => return None,
        },
    })
}

fn square(reason: &Reason, index: usize, voice: Voice<'_>) -> String {
    reason.squares.get(index).map_or_else(|| "?".to_owned(), |&square| voice.square(&TOPOLOGY, square))
}
