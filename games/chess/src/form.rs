use std::borrow::Cow;

use entourage_kernel::{FormField, FormRow, FormWord, PositionForm, RowOrder, SharedStr, Text, form_rows};

use crate::geometry::SIZE;

const ROWS: [FormRow; SIZE] = form_rows(SIZE, RowOrder::Rising);

pub(crate) const FORM: PositionForm = PositionForm { fields: Cow::Borrowed(&FIELDS) };

/// The fields of Shredder-FEN, for Chess960.
pub(crate) const SHUFFLED_FORM: PositionForm = PositionForm { fields: Cow::Borrowed(&SHUFFLED_FIELDS) };

static FIELDS: [FormField; 6] =
    fields(Text::new("letters of KQkq in this order, or -", "lettres de KQkq dans cet ordre, ou -"));

static SHUFFLED_FIELDS: [FormField; 6] = fields(Text::new(
    "the files of the rooks that can castle, such as HAha, or -",
    "les colonnes des tours qui peuvent roquer, par exemple HAha, ou -",
));

const fn fields(hint: Text) -> [FormField; 6] {
    [
        FormField::Rows(Cow::Borrowed(&ROWS)),
        FormField::Turn([SharedStr::new("w"), SharedStr::new("b")]),
        FormField::Word(FormWord {
            name: Text::new("Castling rights", "Droits au roque"),
            noun: Text::new("the castling rights", "les droits au roque"),
            hint,
            plain: SharedStr::new("-"),
        }),
        FormField::Word(FormWord {
            name: Text::new("En passant square", "Case de prise en passant"),
            noun: Text::new("the en passant square", "la case de prise en passant"),
            hint: Text::new(
                "the square that a pawn has just passed over, or -",
                "la case qu'un pion vient de franchir, ou -",
            ),
            plain: SharedStr::new("-"),
        }),
        FormField::Word(FormWord {
            name: Text::new("Halfmove clock", "Compteur de demi-coups"),
            noun: Text::new(
                "the number of plies since a capture or pawn move",
                "le nombre de demi-coups depuis une prise ou un coup de pion",
            ),
            hint: Text::new(
                "plies since a capture or pawn move, from 0",
                "demi-coups depuis une prise ou un coup de pion, à partir de 0",
            ),
            plain: SharedStr::new("0"),
        }),
        FormField::Word(FormWord {
            name: Text::new("Move number", "Numéro du coup"),
            noun: Text::new("the move number", "le numéro du coup"),
            hint: Text::new("from 1", "à partir de 1"),
            plain: SharedStr::new("1"),
        }),
    ]
}
