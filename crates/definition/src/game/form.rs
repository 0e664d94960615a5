use entourage_kernel::{FormField, FormWord, PositionForm, SharedStr, Text};

use crate::model::{Field, Model};
use crate::rules::{self, capital};

pub(crate) fn form(model: &Model) -> PositionForm {
    let french = |name: &'_ str| model.in_french(name).unwrap_or(name).to_owned();
    let named = |name: &str, [en, fr]: [&str; 2], hint: Text| {
        let noun = Text::made(format!("{en} \"{name}\""), format!("{fr} «\u{a0}{}\u{a0}»", french(name)));
        word(Text::made(capital(name), capital(&french(name))), noun, hint)
    };
    let field = |field: &Field| {
        FormField::Word(match field {
            Field::Rows => return FormField::Rows(model.board.rows.clone().into()),
            Field::Beside => return FormField::Beside(model.board.beside.clone().into()),
            Field::Side => {
                return FormField::Turn(model.sides.each_ref().map(|side| side.word.clone().into()));
            }
            Field::Castling => word(
                Text::new("Castling rights", "Droits au roque"),
                Text::new("the castling rights", "les droits au roque"),
                Text::new(
                    "the letters of the remaining castling rights, such as KQkq, or -",
                    "les lettres des droits au roque restants, comme KQkq, ou -",
                ),
            ),
            Field::Passes => word(
                Text::new("Passes", "Passes"),
                Text::new("the passes before this turn", "les passes avant ce tour"),
                Text::new("- for none, p for one or pp for two", "- pour aucune, p pour une ou pp pour deux"),
            ),
            Field::Phase => word(
                Text::new("Phase", "Phase"),
                Text::new("the turn in progress", "le tour en cours"),
                Text::new(
                    "- at the start of a turn, p or pp after one or two passes",
                    "- au début d'un tour, p ou pp après une ou deux passes",
                ),
            ),
            Field::Cards(side) => {
                let name = rules::side_name(model, &model.sides[*side].name);
                let example = example(model);
                word(
                    Text::made(format!("Cards of {}", name.en), format!("Cartes\u{a0}: {}", name.fr)),
                    Text::made(format!("the cards of {}", name.en), format!("les cartes ({})", name.fr)),
                    Text::made(example.0, example.1),
                )
            }
            Field::Square(index) => {
                let hint = Text::new("a square, or -", "une case, ou -");
                named(&model.squares[*index].name, ["the square", "la case"], hint)
            }
            Field::Marks(index) => {
                let hint = Text::new(
                    "squares separated by commas, row by row from the top, or -",
                    "des cases séparées par des virgules, rangée par rangée à partir du haut, ou -",
                );
                named(&model.marks[*index], ["the marked squares", "les cases marquées"], hint)
            }
            Field::Count(index) => {
                let count = &model.counts[*index];
                let from = count.from.to_string();
                let hint =
                    Text::made(format!("a number, {from} or more"), format!("un nombre, {from} ou plus"));
                FormWord { plain: from.into(), ..named(&count.name, ["the count", "le compteur"], hint) }
            }
            Field::Dash => {
                word(Text::new("Unused", "Inutilisé"), Text::new("a hyphen", "un tiret"), Text::new("-", "-"))
            }
        })
    };
    PositionForm { fields: model.fields.iter().map(field).collect::<Vec<_>>().into() }
}

fn example(model: &Model) -> (String, String) {
    let first =
        model.cards.iter().find_map(|cards| cards.list.iter().find(|card| card.once).or(cards.list.first()));
    let shown = first
        .map_or_else(String::new, |card| format!("{}@{}", card.name, model.kinds[card.usual.index()].letter));
    let is_spent = first.is_some_and(|card| card.once);
    let (en, fr) = if is_spent {
        (format!(", {shown}! once it is spent"), format!(", {shown}! une fois épuisée"))
    } else {
        Default::default()
    };
    (
        format!("each card with the letter of its piece, such as {shown}{en}, separated by commas, or -"),
        format!("chaque carte avec la lettre de sa pièce, comme {shown}{fr}, séparées par des virgules, ou -"),
    )
}

fn word(name: Text, noun: Text, hint: Text) -> FormWord {
    FormWord { name, noun, hint, plain: SharedStr::new("-") }
}
