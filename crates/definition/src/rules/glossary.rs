//! Explains the technical terms that occur on a page.

use super::page::Page;
use super::phrase::{Phrase, phrase};
use crate::model::{Model, Shape};

pub(super) fn glossary(model: &Model, page: &Page) -> Vec<Phrase> {
    let shape = model.board.shape;
    let straight = if shape == Shape::Grid {
        (
            "**Straight**: along a row or a column. **Diagonally**: from corner to corner.",
            "**En ligne droite**\u{a0}: le long d'une rangée ou d'une colonne. **En diagonale**\u{a0}: de coin en coin.",
        )
    } else {
        (
            "**Straight**: in any of the six directions, across the side of a square. **Diagonally**: along the edge between two of them, to the square behind it.",
            "**En ligne droite**\u{a0}: dans l'une des six directions, par le côté d'une case. **En diagonale**\u{a0}: le long de l'arête entre deux d'entre elles, vers la case qui est derrière.",
        )
    };
    let forward = if shape == Shape::Files {
        (
            "**Forward**: along the column, away from one's own edge of the board.",
            "**Vers l'avant**\u{a0}: le long de la colonne, en s'éloignant de son propre bord du plateau.",
        )
    } else if shape == Shape::Grid {
        (
            "**Forward**: away from one's own edge of the board. **Sideways**: along the row.",
            "**Vers l'avant**\u{a0}: en s'éloignant de son propre bord du plateau. **De côté**\u{a0}: le long de la rangée.",
        )
    } else {
        (
            "**Forward**: in one of the two directions away from one's own edge of the board. **Sideways**: along the row.",
            "**Vers l'avant**\u{a0}: dans l'une des deux directions qui s'éloignent de son propre bord du plateau. **De côté**\u{a0}: le long de la rangée.",
        )
    };
    let entries: [(&[&str], &str, &str); 18] = [
        (
            &["any distance"],
            "**Any distance**: over empty squares up to the first piece; a capture ends on an enemy there.",
            "**Aussi loin qu'on veut**\u{a0}: par des cases vides, jusqu'à la première pièce\u{a0}; une capture finit sur l'adversaire qui s'y trouve.",
        ),
        (&[" straight", "straight "], straight.0, straight.1),
        (&["forward"], forward.0, forward.1),
        (
            &["obliquely forward"],
            "**Obliquely forward**: in one of the two straight directions beside the one that leads forward.",
            "**Obliquement vers l'avant**\u{a0}: dans l'une des deux directions droites qui bordent celle de l'avant.",
        ),
        (
            &["at 45 degrees"],
            "**At 45 degrees**: diagonally after a straight step, or straight after a diagonal one, still going away from where the piece began.",
            "**À 45 degrés**\u{a0}: en diagonale après un pas en ligne droite, ou en ligne droite après un pas en diagonale, toujours en s'éloignant du départ.",
        ),
        (
            &["hand", "in hand"],
            "**In hand**: a side's pieces in hand are beside the board, in order; of identical pieces, the first one is dropped.",
            "**En main**\u{a0}: les pièces en main d'un camp sont à côté du plateau, en ordre\u{a0}; parmi des pièces identiques, on pose la première.",
        ),
        (
            &["own row", "own rows", "'s row", "last row"],
            "**Rows of a side**: counted from its own edge, so that its last row is the farthest from it.",
            "**Les rangées d'un camp**\u{a0}: comptées depuis son propre bord\u{a0}; sa dernière rangée en est la plus éloignée.",
        ),
        (
            &["friendly", "of its side"],
            "**Friendly**: of the same side as the piece that the sentence is about.",
            "**De son camp**\u{a0}: du même camp que la pièce dont parle la phrase.",
        ),
        (
            &["next to"],
            "**Next to**: one step away in any direction. No piece is next to itself.",
            "**À côté**\u{a0}: à un pas, dans n'importe quelle direction. Aucune pièce n'est à côté d'elle-même.",
        ),
        (
            &["in front of it", "behind it"],
            "**In front of** and **behind** a piece: from its own side's point of view.",
            "**Devant** et **derrière** une pièce\u{a0}: du point de vue de son propre camp.",
        ),
        (
            &["in its sight"],
            "**Sight**: along straight and diagonal lines up to the first piece, however either piece moves.",
            "**La ligne de vue**\u{a0}: le long des lignes droites et des diagonales jusqu'à la première pièce, quelle que soit la marche de l'une ou de l'autre.",
        ),
        (
            &["of the other colour"],
            "**Colour**: the colour of the square, as on a chequered board.",
            "**La couleur**\u{a0}: celle de la case, comme sur un damier.",
        ),
        (
            &["attacks", "guards"],
            "**Attacks**: a piece attacks an enemy that it could capture by its way of moving, even if powers forbid it. It **guards** a friendly piece that it would attack if it were an enemy.",
            "**Attaquer**\u{a0}: une pièce attaque un adversaire que sa marche lui permettrait de capturer, même si des pouvoirs l'interdisent. Elle **garde** une pièce de son camp qu'elle attaquerait si elle était adverse.",
        ),
        (
            &["threaten"],
            "**Threatens**: a piece threatens an enemy that it could capture if it were its turn, with all powers taken into account, even if this left its own royal piece in danger.",
            "**Menacer**\u{a0}: une pièce menace un adversaire qu'elle pourrait capturer si c'était son tour, compte tenu de tous les pouvoirs, même si sa propre pièce royale restait alors en danger.",
        ),
        (
            &["leaves the board", "leave the board"],
            "**Leaves the board**: without being captured, so protection from capture does not help.",
            "**Quitter le plateau**\u{a0}: sans être pris, si bien qu'une protection contre la capture n'y fait rien.",
        ),
        (
            &["withdraws from"],
            "**Withdraws from**: moves directly away from a piece that stood next to it.",
            "**S'éloigner de**\u{a0}: partir à l'opposé d'une pièce qui se trouvait juste à côté.",
        ),
        (
            &["directly between"],
            "**Directly between**: on the next square in a direction, with the other piece on the square behind.",
            "**Juste entre**\u{a0}: sur la case suivante dans une direction, l'autre pièce étant sur la case d'après.",
        ),
        (
            &[", then "],
            "**Then**: each leg of a move but the last ends on an empty square, unless stated otherwise.",
            "**Puis**\u{a0}: chaque étape d'un coup, sauf la dernière, finit sur une case vide, à moins d'indication contraire.",
        ),
    ];
    let is_used = |words: &[&str]| words.iter().any(|word| page.mentions(word));
    entries.into_iter().filter(|(words, ..)| is_used(words)).map(|(_, en, fr)| phrase(en, fr)).collect()
}
