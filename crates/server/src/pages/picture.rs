use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderName};
use axum::response::Response;
use entourage_kernel::Language;
use entourage_picture::{Pieces, Style, Theme, draw};
use entourage_record::schema::one_of;
use entourage_registry::{Notation, Registry};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::schema::ObjectBuilder;

use crate::domain::{Error, Locale, Part};
use crate::games::Games;
use crate::http::body::QueryFields;
use crate::http::error_responses::{Malformed, Refused, TooLarge};

use super::page::{UNCHANGED, tag_of, versioned};

const MAX_QUERY: usize = 4096;

/// A position and its appearance.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImageQuery {
    /// The game's spec.
    #[param(max_length = 2048, pattern = "^[ -~]*$")]
    game: String,
    /// The position; by default the starting position.
    #[param(max_length = 2048, pattern = "^[ -~]*$")]
    position: Option<String>,
    #[param(schema_with = themes)]
    theme: Option<String>,
    #[param(schema_with = pieces)]
    pieces: Option<String>,
    #[param(schema_with = notations)]
    notation: Option<String>,
    /// Whether to show the board from the second player's side.
    #[serde(default)]
    flip: bool,
    /// Whether to omit coordinates.
    #[serde(default)]
    bare: bool,
}

const NOTATIONS: &str = "ours|courier";

fn themes() -> ObjectBuilder {
    one_of(Theme::WORDS.split('|')).description(Some("The colour theme."))
}

fn pieces() -> ObjectBuilder {
    one_of(Pieces::WORDS.split('|')).description(Some("The piece set."))
}

fn notations() -> ObjectBuilder {
    one_of(NOTATIONS.split('|')).description(Some("The notation of labels and coordinates."))
}

/// Render a position as SVG
#[utoipa::path(
    get, path = "/board.svg", params(ImageQuery),
    responses(
        (status = 200, description = "The image.", body = String, content_type = "image/svg+xml"),
        (status = 304, description = UNCHANGED),
        Malformed,
        TooLarge,
        Refused
    )
)]
pub(crate) async fn picture(
    State(games): State<Arc<Games>>,
    Locale { language, .. }: Locale,
    headers: HeaderMap,
    QueryFields(query): QueryFields<ImageQuery>,
) -> Result<Response, Error> {
    games.library.fetch(&query.game).await?;
    render(&games.registry, language, &headers, &query)
}

fn render(
    registry: &Registry,
    language: Language,
    headers: &HeaderMap,
    query: &ImageQuery,
) -> Result<Response, Error> {
    if query.game.len() + query.position.as_ref().map_or(0, String::len) > MAX_QUERY {
        return Err(Error::TooLarge);
    }
    let theme: Theme = choice("theme", Theme::WORDS, query.theme.as_deref())?;
    let pieces: Pieces = choice("pieces", Pieces::WORDS, query.pieces.as_deref())?;
    let notation: Notation = choice("notation", NOTATIONS, query.notation.as_deref())?;
    let game = registry.open(&query.game).map_err(|error| Error::Text(Part::Spec, error.into()))?;
    let begun = game.begin(query.position.as_deref()).map_err(|error| Error::Text(Part::Position, error))?;
    // Cacheable: the image at a URL changes only with the server's version.
    let style = Style { theme, pieces, notation, flipped: query.flip, bare: query.bare };
    let picture = draw(&game.info(language), &begun.view(language), &[], style);
    let kept = [
        (CACHE_CONTROL, "public, max-age=86400"),
        (VARY, "accept-language"),
        // Other sites can embed images.
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    Ok(versioned(headers, tag_of(&picture), kept, ([(CONTENT_TYPE, "image/svg+xml")], picture)))
}

fn choice<T: std::str::FromStr + Default>(name: &str, known: &str, word: Option<&str>) -> Result<T, Error> {
    match word {
        None => Ok(T::default()),
        Some(word) => word.parse().map_err(|_| Error::malformed(format!("`{name}` must be one of {known}"))),
    }
}
