//! Descriptions of pieces and marks. The description of a piece depends on the Rule that the piece carries.

use entourage_kernel::{Board, Language, Square, Text};

use crate::piece::{GREY, WHITE};
use crate::position::Position;
use crate::rule::Rule;

static WAYS: Text = Text::new(
    "Steps to a neighbouring space or jumps over a neighbour, sideways or forward, and can keep jumping.",
    "Fait un pas vers une case voisine ou saute par-dessus une pièce voisine, de côté ou en avant, et peut sauter encore.",
);
static CAPTURES: Text =
    Text::new("Enemies that it jumps are captured.", "Capture les ennemis par-dessus lesquels elle saute.");
static PLAIN: Text = Text::new("It carries no Rule.", "Elle ne porte aucune Règle.");
static ARMOR_SPENT: Text = Text::new(
    "Its Armor is spent: the next jump can capture it.",
    "Son Armure est épuisée : le prochain saut peut la capturer.",
);
static CONVERSION_SPENT: Text = Text::new(
    "Its Conversion is spent: it captures like the other pieces.",
    "Sa Conversion est épuisée : elle capture comme les autres pièces.",
);

/// Describes a coloured piece with its Rule; `None` for White and Grey, which carry none.
pub(crate) fn portrait(position: &Position, square: Square, language: Language) -> Option<String> {
    let piece = position.piece_at(square).filter(|piece| ![WHITE, GREY].contains(&piece.kind()))?;
    let team = position.state.team(piece.side());
    let rule = team.rule_of(piece.kind());
    let spent = rule.is_some_and(|rule| team.is_spent(rule));
    // The cards of these Rules already describe what happens to jumped pieces.
    let captures = !matches!((rule, spent), (Some(Rule::Pacifist), _) | (Some(Rule::Conversion), false));
    let own = match (rule, spent) {
        (None, _) => PLAIN.get(language).to_owned(),
        (Some(Rule::Armor), true) => ARMOR_SPENT.get(language).to_owned(),
        (Some(Rule::Conversion), true) => CONVERSION_SPENT.get(language).to_owned(),
        (Some(rule), _) => rule.card().text.get(language).to_owned(),
    };
    let parts = [Some(WAYS.get(language)), captures.then(|| CAPTURES.get(language)), Some(own.as_str())];
    Some(parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// Returns the meaning of a mark; `None` for marks with self-explanatory names.
pub(crate) fn meaning(mark: &str) -> Option<&'static Text> {
    match mark {
        "armor-spent" => Some(&ARMOR_SPENT),
        "conversion-spent" => Some(&CONVERSION_SPENT),
        code => Some(&Rule::find(code)?.card().text),
    }
}
