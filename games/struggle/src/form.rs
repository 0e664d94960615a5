use std::borrow::Cow;

use entourage_kernel::{FormField, FormRow, FormWord, PositionForm, SharedStr, Text};

use crate::geometry::{ROWS, WIDTHS, at};

const FORM_ROWS: [FormRow; ROWS] = {
    let mut rows = [FormRow { first: at(0, 0), number: 0, width: 0 }; ROWS];
    let mut index = 0;
    while index < ROWS {
        let row = ROWS - 1 - index;
        rows[index] = FormRow { first: at(row, 0), number: row + 1, width: WIDTHS[row] };
        index += 1;
    }
    rows
};

const RULES_HINT: Text = Text::new(
    "such as torus@B,jolt@K,hatter! in the order of the table in the rules (! means spent), or -",
    "par exemple torus@B,jolt@K,hatter! dans l'ordre du tableau des règles (! signifie «\u{a0}épuisée\u{a0}»), ou -",
);

const fn word(name: Text, noun: Text, hint: Text) -> FormField {
    FormField::Word(FormWord { name, noun, hint, plain: SharedStr::new("-") })
}

/// The fields of a position: `ROWS PLAYER PHASE RULES1 RULES2 PACTS LOST`.
pub(crate) const FORM: PositionForm = PositionForm {
    fields: Cow::Borrowed(&[
        FormField::Rows(Cow::Borrowed(&FORM_ROWS)),
        FormField::Turn([SharedStr::new("1"), SharedStr::new("2")]),
        word(
            Text::new("Phase of the turn", "Phase du tour"),
            Text::new("the phase of the turn", "la phase du tour"),
            Text::new(
                "- at the start of a turn, p after a pass, free after a free action",
                "- au début d'un tour, p après une passe, free après une action libre",
            ),
        ),
        word(
            Text::new("Player 1's Rules", "Règles du Joueur 1"),
            Text::new("Player 1's Rules", "les Règles du Joueur 1"),
            RULES_HINT,
        ),
        word(
            Text::new("Player 2's Rules", "Règles du Joueur 2"),
            Text::new("Player 2's Rules", "les Règles du Joueur 2"),
            RULES_HINT,
        ),
        word(
            Text::new("Pacts", "Pactes"),
            Text::new("the Pacts", "les Pactes"),
            Text::new(
                "such as B:r, Player 1's piece first, or -",
                "par exemple B:r, la pièce du Joueur 1 d'abord, ou -",
            ),
        ),
        word(
            Text::new("Last capture in this turn", "Dernière prise de ce tour"),
            Text::new("the space of the last capture", "la case de la dernière prise"),
            Text::new("the space of the captured piece, or -", "la case de la pièce prise, ou -"),
        ),
    ]),
};
