use std::borrow::Cow;

use entourage_kernel::{FormField, FormRow, FormWord, PositionForm, RowOrder, SharedStr, Text, form_rows};

use crate::geometry::SIZE;

const ROWS: [FormRow; SIZE] = form_rows(SIZE, RowOrder::Falling);

/// The fields of a position: `ROWS SIDE PASS`.
pub(crate) const FORM: PositionForm = PositionForm {
    fields: Cow::Borrowed(&[
        FormField::Rows(Cow::Borrowed(&ROWS)),
        FormField::Turn([SharedStr::new("w"), SharedStr::new("b")]),
        FormField::Word(FormWord {
            name: Text::new("Consecutive passes", "Passes consécutives"),
            noun: Text::new("the passes", "les passes"),
            hint: Text::new("- for none, p for one, pp for two", "- pour aucune, p pour une, pp pour deux"),
            plain: SharedStr::new("-"),
        }),
    ]),
};
