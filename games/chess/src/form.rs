use entourage_kernel::{FormField, FormRow, FormWord, PositionForm, Text, form_rows};

use crate::geometry::SIZE;

const ROWS: [FormRow; SIZE] = form_rows(SIZE);

/// Describes FEN.
pub(crate) const FORM: PositionForm = PositionForm {
    fields: &[
        FormField::Rows(&ROWS),
        FormField::Turn(["w", "b"]),
        FormField::Word(FormWord {
            name: Text::new("Castling rights", "Droits au roque"),
            hint: Text::new("some of KQkq in this order, or -", "de KQkq et dans cet ordre, ou -"),
            plain: "-",
        }),
        FormField::Word(FormWord {
            name: Text::new("Passed square", "Case franchie"),
            hint: Text::new(
                "the square that a pawn has just passed over, or -",
                "la case qu'un pion vient de franchir, ou -",
            ),
            plain: "-",
        }),
        FormField::Word(FormWord {
            name: Text::new("Quiet plies", "Demi-coups sans prise"),
            hint: Text::new(
                "since a capture or a pawn's move, from 0",
                "depuis une prise ou un coup de pion, à partir de 0",
            ),
            plain: "0",
        }),
        FormField::Word(FormWord {
            name: Text::new("Number of the move", "Numéro du coup"),
            hint: Text::new("from 1", "à partir de 1"),
            plain: "1",
        }),
    ],
};
