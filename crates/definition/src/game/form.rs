use entourage_kernel::{FormField, FormWord, PositionForm, SharedStr, Text};

use crate::model::{Field, Model};

/// Describes how the positions of a model are written.
pub(crate) fn form(model: &Model) -> PositionForm {
    let field = |field: &Field| match field {
        Field::Rows => FormField::Rows(model.board.rows.clone().into()),
        Field::Beside => FormField::Beside(model.board.beside.clone().into()),
        Field::Side => FormField::Turn(model.sides.each_ref().map(|side| side.word.clone().into())),
        Field::Castling => word(
            Text::new("Castling rights", "Droits au roque"),
            Text::new("the castling rights", "les droits au roque"),
            Text::new("the letters of the rights, or -", "les lettres des droits, ou -"),
            "-",
        ),
        Field::Passes => word(
            Text::new("Passes", "Passes"),
            Text::new("the passes before this turn", "les passes avant ce tour"),
            Text::new("-, p or pp", "-, p ou pp"),
            "-",
        ),
        Field::Phase => word(
            Text::new("Phase", "Phase"),
            Text::new("what is under way", "ce qui est en cours"),
            Text::new(
                "- at the start of a turn, p or pp after passes",
                "- au début d'un tour, p ou pp après des passes",
            ),
            "-",
        ),
        Field::Square(index) => {
            let name = &model.squares[*index].name;
            word(
                Text::made(capital(name), capital(name)),
                Text::made(format!("the square \"{name}\""), format!("la case «\u{a0}{name}\u{a0}»")),
                Text::new("a square, or -", "une case, ou -"),
                "-",
            )
        }
        Field::Count(index) => {
            let count = &model.counts[*index];
            let name = &count.name;
            let mut field = FormWord {
                name: Text::made(capital(name), capital(name)),
                noun: Text::made(format!("the count \"{name}\""), format!("le compte «\u{a0}{name}\u{a0}»")),
                hint: Text::made(
                    format!("a number from {}", count.from),
                    format!("un nombre à partir de {}", count.from),
                ),
                plain: SharedStr::EMPTY,
            };
            field.plain = count.from.to_string().into();
            FormField::Word(field)
        }
        Field::Dash => word(Text::new("Nothing", "Rien"), Text::new("a -", "un -"), Text::new("-", "-"), "-"),
    };
    PositionForm { fields: model.fields.iter().map(field).collect::<Vec<_>>().into() }
}

fn word(name: Text, noun: Text, hint: Text, plain: &'static str) -> FormField {
    FormField::Word(FormWord { name, noun, hint, plain: SharedStr::new(plain) })
}

/// Returns a word with a capital letter.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
