use entourage_kernel::{FormField, FormRow, PositionForm, Side, Square, form_rows};

use crate::geometry::{FILES, RANKS, launching_square};

const ROWS: [FormRow; RANKS] = form_rows(FILES);
const LAUNCHING: [Square; 2] = [launching_square(Side::First), launching_square(Side::Second)];

/// Describes `RANKS [W|B] SIDE`.
pub(crate) const FORM: PositionForm = PositionForm {
    fields: &[FormField::Rows(&ROWS), FormField::Beside(&LAUNCHING), FormField::Turn(["w", "b"])],
};
