//! Explains the technical terms that occur on a page.

use super::page::Page;
use super::said::{Said, said};
use crate::model::{Model, Shape};

pub(super) fn glossary(model: &Model, page: &Page) -> Vec<Said> {
    let shape = model.board.shape;
    let straight = if shape == Shape::Grid {
        (
            "**Straight**: along a row or a column. **Diagonally**: across, corner by corner.",
            "**Tout droit**\u{a0}: le long d'une rangée ou d'une colonne. **En diagonale**\u{a0}: de coin en coin.",
        )
    } else {
        (
            "**Straight**: in any of the six directions, across the side of a square. **Diagonally**: along the edge between two of them, to the square behind it.",
            "**Tout droit**\u{a0}: dans l'une des six directions, par le côté d'une case. **En diagonale**\u{a0}: le long de l'arête entre deux d'entre elles, vers la case qui est derrière.",
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
            "**Any distance**: over empty squares, as far as the first piece; a capture ends on an enemy there.",
            "**Aussi loin qu'on veut**\u{a0}: par des cases vides, jusqu'à la première pièce\u{a0}; une capture finit sur un adversaire qui s'y trouve.",
        ),
        (&[" straight", "straight "], straight.0, straight.1),
        (&["forward"], forward.0, forward.1),
        (
            &["obliquely forward"],
            "**Obliquely forward**: in one of the two straight directions beside the one that leads forward.",
            "**Obliquement vers l'avant**\u{a0}: dans l'une des deux directions droites qui bordent celle de l'avant.",
        ),
        (
            &["at half a right angle"],
            "**At half a right angle**: diagonally after a straight step, or straight after a diagonal one, still going away from where the piece began.",
            "**D'un demi-angle droit**\u{a0}: en diagonale après un pas droit, ou tout droit après un pas en diagonale, toujours en s'éloignant du départ.",
        ),
        (
            &["hand", "in hand"],
            "**In hand**: what a side holds stands beside the board, in order; of equal pieces the first one moves.",
            "**En main**\u{a0}: ce qu'un camp détient se tient à côté du plateau, en ordre\u{a0}; de pièces égales, la première joue.",
        ),
        (
            &["own row", "own rows", "'s row", "last row"],
            "**Rows of a side**: counted from its own edge, so that its last row is the farthest from it.",
            "**Les rangées d'un camp**\u{a0}: comptées depuis son propre bord\u{a0}; sa dernière rangée en est la plus éloignée.",
        ),
        (
            &["friendly", "of its side"],
            "**Friendly**: of the same side as the piece of which the sentence speaks.",
            "**De son camp**\u{a0}: du même camp que la pièce dont parle la phrase.",
        ),
        (
            &["next to"],
            "**Next to**: one step away in any direction. No piece is next to itself.",
            "**À côté**\u{a0}: à un pas, dans n'importe quelle direction. Aucune pièce n'est à côté d'elle-même.",
        ),
        (
            &["in front of it", "behind it"],
            "**In front of** and **behind** a piece: as its own side looks at the board.",
            "**Devant** et **derrière** une pièce\u{a0}: comme son propre camp voit le plateau.",
        ),
        (
            &["in its sight"],
            "**Sight**: along straight and diagonal lines up to the first piece, whatever either piece may do.",
            "**La ligne de vue**\u{a0}: le long des lignes droites et des diagonales jusqu'à la première pièce, quoi que l'une ou l'autre puisse faire.",
        ),
        (
            &["of the other colour"],
            "**Colour**: that of the squares, as on a chequered board.",
            "**La couleur**\u{a0}: celle des cases, comme sur un damier.",
        ),
        (
            &["attacks", "guards"],
            "**Attacks**: a piece attacks an enemy that its way of moving could capture, whatever powers forbid. It **guards** a friendly piece that it would attack, were that an enemy.",
            "**Attaquer**\u{a0}: une pièce attaque un adversaire que sa marche lui permettrait de capturer, quoi que les pouvoirs interdisent. Elle **garde** une pièce de son camp qu'elle attaquerait, fût-elle adverse.",
        ),
        (
            &["threaten"],
            "**Threatens**: a piece threatens an enemy that it could capture if it were its turn, all powers counted, whatever then became of its own side.",
            "**Menacer**\u{a0}: une pièce menace un adversaire qu'elle pourrait capturer si c'était son tour, tous pouvoirs comptés, quoi qu'il arrive ensuite à son propre camp.",
        ),
        (
            &["leaves the board", "leave the board"],
            "**Leaves the board**: without being captured, so that nothing which keeps from capture helps.",
            "**Quitter le plateau**\u{a0}: sans être pris, si bien que rien de ce qui préserve d'une capture n'y aide.",
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
            "**Then**: each leg of a move but the last ends on an empty square, unless it says otherwise.",
            "**Puis**\u{a0}: chaque étape d'un coup, sauf la dernière, finit sur une case vide, à moins d'indication contraire.",
        ),
    ];
    let is_used = |words: &[&str]| words.iter().any(|word| page.says(word));
    entries.into_iter().filter(|(words, ..)| is_used(words)).map(|(_, en, fr)| said(en, fr)).collect()
}
