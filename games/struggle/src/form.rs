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
    "such as torus@B,jolt@K,hatter! in the order of the table (! means spent), or -",
    "par exemple torus@B,jolt@K,hatter! dans l'ordre du tableau (! signifie épuisée), ou -",
);

/// `ROWS PLAYER PHASE RULES1 RULES2 PACTS LOST`
pub(crate) const FORM: PositionForm = PositionForm {
    fields: Cow::Borrowed(&[
        FormField::Rows(Cow::Borrowed(&FORM_ROWS)),
        FormField::Turn([SharedStr::new("1"), SharedStr::new("2")]),
        FormField::Word(FormWord {
            name: Text::new("Phase of the turn", "Phase du tour"),
            noun: Text::new("the phase of the turn", "la phase du tour"),
            hint: Text::new(
                "- at the start of a turn, p after a pass, free after a free action",
                "- au début d'un tour, p après une passe, free après une action libre",
            ),
            plain: SharedStr::new("-"),
        }),
        FormField::Word(FormWord {
            name: Text::new("Player 1's Rules", "Règles du Joueur 1"),
            noun: Text::new("Player 1's Rules", "les Règles du Joueur 1"),
            hint: RULES_HINT,
            plain: SharedStr::new("-"),
        }),
        FormField::Word(FormWord {
            name: Text::new("Player 2's Rules", "Règles du Joueur 2"),
            noun: Text::new("Player 2's Rules", "les Règles du Joueur 2"),
            hint: RULES_HINT,
            plain: SharedStr::new("-"),
        }),
        FormField::Word(FormWord {
            name: Text::new("Pacts", "Pactes"),
            noun: Text::new("the Pacts", "les Pactes"),
            hint: Text::new(
                "such as B:r, Player 1's piece first, or -",
                "par exemple B:r, la pièce du Joueur 1 d'abord, ou -",
            ),
            plain: SharedStr::new("-"),
        }),
        FormField::Word(FormWord {
            name: Text::new("Last capture in this turn", "Dernière prise de ce tour"),
            noun: Text::new("the space of the last capture", "l'espace de la dernière capture"),
            hint: Text::new("its space, or -", "son espace, ou -"),
            plain: SharedStr::new("-"),
        }),
    ]),
};
