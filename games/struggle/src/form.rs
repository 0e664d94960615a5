use entourage_kernel::{FormField, FormRow, FormWord, PositionForm, Text};

use crate::geometry::{ROWS, WIDTHS, at};

const FORM_ROWS: [FormRow; ROWS] = {
    let mut rows = [FormRow { first: at(0, 0), width: 0 }; ROWS];
    let mut place = 0;
    while place < ROWS {
        let row = ROWS - 1 - place;
        rows[place] = FormRow { first: at(row, 0), width: WIDTHS[row] };
        place += 1;
    }
    rows
};

const RULES_HINT: Text = Text::new(
    "such as torus@B,jolt@K,hatter! in the order of the table (! is spent), or -",
    "par exemple torus@B,jolt@K,hatter! dans l'ordre du tableau (! épuisée), ou -",
);

/// Describes `ROWS PLAYER PHASE RULES1 RULES2 PACTS LOST`.
pub(crate) const FORM: PositionForm = PositionForm {
    fields: &[
        FormField::Rows(&FORM_ROWS),
        FormField::Turn(["1", "2"]),
        FormField::Word(FormWord {
            name: Text::new("Under way", "En cours"),
            hint: Text::new(
                "- at the beginning of a turn, p after a pass, free after a free action",
                "- au début d'un tour, p après une passe, free après une action libre",
            ),
            plain: "-",
        }),
        FormField::Word(FormWord {
            name: Text::new("Player 1's Rules", "Règles du Joueur 1"),
            hint: RULES_HINT,
            plain: "-",
        }),
        FormField::Word(FormWord {
            name: Text::new("Player 2's Rules", "Règles du Joueur 2"),
            hint: RULES_HINT,
            plain: "-",
        }),
        FormField::Word(FormWord {
            name: Text::new("Pacts", "Pactes"),
            hint: Text::new(
                "such as B:r, Player 1's piece first, or -",
                "par exemple B:r, la pièce du Joueur 1 d'abord, ou -",
            ),
            plain: "-",
        }),
        FormField::Word(FormWord {
            name: Text::new("Last capture in this turn", "Dernière prise de ce tour"),
            hint: Text::new("its space, or -", "son espace, ou -"),
            plain: "-",
        }),
    ],
};
