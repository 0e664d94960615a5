//! Link previews of public games: metadata in the page's head, and images.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::Response;
use entourage_picture::CARD;
use entourage_record::GameId;

use super::page::{SiteAddress, UNCHANGED, escaped, framed, tag_of, versioned};
use crate::domain::{Error, Locale, Preview};
use crate::games::Games;
use crate::http::error_responses::Missing;
use crate::http::headers::PUBLIC;

/// Short cache time, because the game continues.
const CACHE_CONTROL_VALUE: &str = "public, max-age=60";

/// Embed a public game
#[utoipa::path(
    get, path = "/embed/{name}", params(("name" = String, Path, description = "The game's public name.")),
    responses(
        (status = 200, description = "The page, which loads the game.", body = String, content_type = "text/html"),
        (status = 304, description = UNCHANGED),
        Missing
    )
)]
pub(crate) async fn embed_public(
    State(games): State<Arc<Games>>,
    Extension(site): Extension<SiteAddress>,
    Locale { language, .. }: Locale,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    // The page itself reports that the game was not found.
    let Ok(game) = name.parse::<GameId>() else { return framed("", &headers) };
    match games.preview(game, language).await {
        Ok(preview) => framed(&head(&preview, game, site.0.as_deref().unwrap_or("")), &headers),
        Err(_) => framed("", &headers),
    }
}

/// Render a public game for link previews
#[utoipa::path(
    get, path = "/embed/{name}/card.png", params(("name" = String, Path, description = "The game's public name.")),
    responses(
        (status = 200, description = "The image, 1,200 by 630 pixels.", body = Vec<u8>, content_type = "image/png"),
        (status = 304, description = UNCHANGED),
        Missing
    )
)]
pub(crate) async fn card(
    State(games): State<Arc<Games>>,
    Locale { language, .. }: Locale,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let game: GameId = name.parse().map_err(|()| Error::NoGame)?;
    let picture = games.card(game, language).await?;
    let kept = (PUBLIC, [(CACHE_CONTROL, CACHE_CONTROL_VALUE)]);
    Ok(versioned(&headers, tag_of(&picture), kept, ([(CONTENT_TYPE, "image/png")], picture)))
}

fn head(Preview { info, view, .. }: &Preview, game: GameId, address: &str) -> String {
    let [width, height] = CARD;
    let properties = [
        ("type", "website".to_owned()),
        ("site_name", "Entourage".to_owned()),
        ("title", info.name.clone()),
        ("description", view.status_text.clone()),
        ("image", format!("{address}/embed/{game}/card.png")),
        ("image:width", width.to_string()),
        ("image:height", height.to_string()),
        ("image:alt", format!("{}, {}", info.name, view.status_text)),
    ];
    let properties =
        properties.into_iter().filter(|(name, _)| cfg!(feature = "cards") || !name.starts_with("image"));
    let lines = properties
        .map(|(name, value)| format!("<meta property=\"og:{name}\" content=\"{}\" />", escaped(&value)));
    lines.collect::<String>() + "<meta name=\"twitter:card\" content=\"summary_large_image\" />"
}
