use std::borrow::Cow;

use entourage_kernel::{FormField, FormRow, PositionForm, RowOrder, SharedStr, Side, Square, form_rows};

use crate::geometry::{FILES, RANKS, launching_square};

const ROWS: [FormRow; RANKS] = form_rows(FILES, RowOrder::Rising);
const LAUNCHING: [Square; 2] = [launching_square(Side::First), launching_square(Side::Second)];

/// The fields of a position: `RANKS [W|B] SIDE`.
pub(crate) const FORM: PositionForm = PositionForm {
    fields: Cow::Borrowed(&[
        FormField::Rows(Cow::Borrowed(&ROWS)),
        FormField::Beside(Cow::Borrowed(&LAUNCHING)),
        FormField::Turn([SharedStr::new("w"), SharedStr::new("b")]),
    ]),
};
