use serde::Serialize;

use crate::{CardView, CreditView, GameInfo, OptionView, SquareView};

/// Lowest `shade` that marks a square as outside the main board.
const BESIDE: u8 = 2;

/// The game definitions that the server offers in addition to the built-in games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DefinitionList {
    /// Definitions in the order of the start page.
    #[cfg_attr(feature = "schema", schema(max_items = 64))]
    pub definitions: Vec<DefinitionView>,
}

/// The source of a game definition, and the data that the start page shows about the game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "DefinedGame"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = DefinedGame))]
pub struct DefinitionView {
    pub id: String,
    pub name: String,
    pub tagline: String,
    #[cfg_attr(feature = "schema", ts(type = "Hue"))]
    pub hue: String,
    pub sides: [String; 2],
    pub options: Vec<OptionView>,
    /// Number of strength levels of the computer player.
    pub levels: usize,
    /// The cards to choose from before the game, if any.
    pub catalogue: Option<CardChoice>,
    pub cover: String,
    pub size: BoardSize,
    /// Inventors of the game and authors of the artwork.
    pub credits: Vec<CreditView>,
    /// The source of the game, then of the definitions that it extends.
    pub texts: Vec<String>,
}

/// The cards from which players choose.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CardChoice {
    /// Number of cards that each player picks, unless the players agree on fewer.
    pub picks: usize,
    /// The cards; a setup choice lists their codes in this order.
    #[cfg_attr(feature = "schema", schema(max_items = 16))]
    pub cards: Vec<NamedCard>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct NamedCard {
    /// The card's code in a game spec.
    pub code: String,
    pub name: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BoardSize {
    /// The shape of the squares.
    #[cfg_attr(feature = "schema", ts(type = "\"square\" | \"hexagon\""))]
    pub outline: String,
    pub squares: usize,
    /// Number of squares in the widest row.
    pub columns: usize,
    /// Number of squares in the longest column.
    pub rows: usize,
}

impl DefinitionView {
    pub fn new(info: GameInfo, texts: Vec<String>) -> Self {
        let all = &info.board.squares;
        let is_hexagon = all.first().is_some_and(|square| matches!(square.outline, "hexagon" | "turned"));
        // If the board has square cells, squares outside the main board are not counted.
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

fn spread(coordinates: impl Iterator<Item = f32>) -> usize {
    let mut coordinates: Vec<f32> = coordinates.collect();
    coordinates.sort_by(f32::total_cmp);
    coordinates.dedup();
    coordinates.len()
}
