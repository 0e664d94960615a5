//! Pictures of positions, for letters, forums and other people's pages.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use entourage_picture::{Pieces, Style, Theme, draw};
use entourage_registry::Notation;
use serde::Deserialize;

use crate::failure::{Failure, Part};
use crate::negotiate::Locale;
use crate::page::is_unchanged;

/// The bytes beyond which no game or position is read.
const LONGEST: usize = 4096;

/// Names a position and how it is drawn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    game: String,
    position: Option<String>,
    theme: Option<String>,
    pieces: Option<String>,
    notation: Option<String>,
    #[serde(default)]
    flip: bool,
    #[serde(default)]
    bare: bool,
    /// Read by [`Locale`].
    #[serde(rename = "lang")]
    _language: Option<String>,
}

/// Draws a position; what an address means changes with the server's version only.
pub(crate) async fn picture(
    Locale { language, .. }: Locale,
    headers: HeaderMap,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Response, Failure> {
    let Query(wanted) = wanted.map_err(|rejection| Failure::Malformed(rejection.body_text()))?;
    if wanted.game.len() + wanted.position.as_ref().map_or(0, String::len) > LONGEST {
        return Err(Failure::TooLarge);
    }
    let theme: Theme = choice("theme", Theme::WORDS, wanted.theme.as_deref())?;
    let pieces: Pieces = choice("pieces", Pieces::WORDS, wanted.pieces.as_deref())?;
    let notation: Notation = choice("notation", "ours|courier", wanted.notation.as_deref())?;
    let game =
        entourage_registry::open(&wanted.game).map_err(|error| Failure::Text { part: Part::Spec, error })?;
    let begun = game
        .begin(wanted.position.as_deref())
        .map_err(|error| Failure::Text { part: Part::Position, error })?;
    let style = Style { theme, pieces, notation, flipped: wanted.flip, bare: wanted.bare };
    let picture = draw(&game.info(language), &begun.view(language), &[], style);
    let mut hasher = DefaultHasher::new();
    picture.hash(&mut hasher);
    let tag = format!("W/\"{:016x}\"", hasher.finish());
    let unchanged = is_unchanged(&headers, &tag);
    let kept = [
        (CACHE_CONTROL, "public, max-age=86400".to_owned()),
        (VARY, "accept-language".to_owned()),
        (ETAG, tag),
        // Unlike the page, a picture may stand in other people's pages.
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin".to_owned()),
    ];
    if unchanged {
        return Ok((StatusCode::NOT_MODIFIED, kept).into_response());
    }
    Ok((kept, [(CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// Reads one of a few words, or takes the default where there is none.
fn choice<T: std::str::FromStr + Default>(name: &str, known: &str, word: Option<&str>) -> Result<T, Failure> {
    match word {
        None => Ok(T::default()),
        Some(word) => word.parse().map_err(|_| Failure::Malformed(format!("{name}: {known}"))),
    }
}
