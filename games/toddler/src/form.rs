use entourage_kernel::{FormField, FormRow, FormWord, PositionForm, Text, form_rows};

use crate::geometry::SIZE;

const ROWS: [FormRow; SIZE] = form_rows(SIZE);

/// Describes `ROWS SIDE PASS`.
pub(crate) const FORM: PositionForm = PositionForm {
    fields: &[
        FormField::Rows(&ROWS),
        FormField::Turn(["w", "b"]),
        FormField::Word(FormWord {
            name: Text::new("Passes just made", "Passes qui viennent d'être faites"),
            hint: Text::new("-, p for one, pp for two", "-, p pour une, pp pour deux"),
            plain: "-",
        }),
    ],
};
