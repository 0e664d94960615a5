use serde::Serialize;

use crate::{CardView, CreditView, GameInfo, OptionView, SquareView};

/// The shade of squares that stand beside a board of squares.
const BESIDE: u8 = 2;

/// Lists the games that the server offers beside those of the house: each is written as text.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DefinitionList {
    /// In the order in which people are offered them.
    #[cfg_attr(feature = "openapi", schema(max_items = 64))]
    pub definitions: Vec<DefinitionView>,
}

/// Describes a game that is written as text what stands on its box, and the text.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "DefinedGame"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = DefinedGame))]
pub struct DefinitionView {
    pub id: String,
    pub name: String,
    pub tagline: String,
    #[cfg_attr(feature = "types", ts(type = "Hue"))]
    pub hue: String,
    pub sides: [String; 2],
    pub options: Vec<OptionView>,
    /// The number of strengths of the computer player.
    pub levels: usize,
    /// What players choose from before the game, if anything.
    pub catalogue: Option<CardChoice>,
    pub cover: String,
    pub size: BoardSize,
    /// Who is thanked for it: who invented it, and whose pictures it shows.
    pub credits: Vec<CreditView>,
    /// The text of the game, and after it those of the games that it is like.
    pub texts: Vec<String>,
}

/// From which cards players choose.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CardChoice {
    /// How many one player takes, if the players agree on no smaller number.
    pub picks: usize,
    /// The cards, in the order in which notation lists them.
    #[cfg_attr(feature = "openapi", schema(max_items = 16))]
    pub cards: Vec<NamedCard>,
}

/// Names a card.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NamedCard {
    /// The name in specs.
    pub code: String,
    pub name: String,
}

/// How large a board is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardSize {
    /// How its squares are shaped.
    #[cfg_attr(feature = "types", ts(type = "\"square\" | \"hexagon\""))]
    pub outline: String,
    pub squares: usize,
    /// How many of them lie side by side at most.
    pub columns: usize,
    /// How many of them lie above one another at most.
    pub rows: usize,
}

impl DefinitionView {
    pub fn new(info: GameInfo, texts: Vec<String>) -> Self {
        let all = &info.board.squares;
        let is_hexagon = all.first().is_some_and(|square| matches!(square.outline, "hexagon" | "turned"));
        // Of a board of squares those count that lie in its rows: others stand beside it.
        let is_counted = |square: &&SquareView| is_hexagon || square.shade < BESIDE;
        let squares: Vec<&SquareView> = all.iter().filter(is_counted).collect();
        let size = BoardSize {
            outline: if is_hexagon { "hexagon" } else { "square" }.to_owned(),
            squares: squares.len(),
            columns: spread(squares.iter().map(|square| square.x)),
            rows: spread(squares.iter().map(|square| square.y)),
        };
        let GameInfo { id, name, tagline, hue, sides, options, levels, cover, catalogue, credits, .. } = info;
        let catalogue = catalogue.map(|catalogue| {
            let named = |card: CardView| NamedCard { code: card.code, name: card.name };
            CardChoice { picks: catalogue.picks, cards: catalogue.cards.into_iter().map(named).collect() }
        });
        Self {
            id,
            name,
            tagline,
            hue: hue.to_owned(),
            sides,
            options,
            levels,
            catalogue,
            cover: cover.position,
            size,
            credits,
            texts,
        }
    }
}

/// Counts how many different places there are.
fn spread(places: impl Iterator<Item = f32>) -> usize {
    let mut places: Vec<f32> = places.collect();
    places.sort_by(f32::total_cmp);
    places.dedup();
    places.len()
}
