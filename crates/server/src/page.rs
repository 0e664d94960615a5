//! The page, embedded in the binary.

use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::failure::Failure;

/// The built page. A debug build reads it from the source tree each time; a fresh clone has none yet.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

/// Serves a file of the page; the root is its index.
pub(crate) async fn file(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Failure::Method.into_response();
    }
    let path = match request.uri().path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match Page::get(path) {
        Some(file) => answer(path, file, request.headers().get(IF_NONE_MATCH)),
        None if path == "index.html" => Failure::NoPage.into_response(),
        None => Failure::NoRoute.into_response(),
    }
}

fn answer(path: &str, file: EmbeddedFile, known: Option<&HeaderValue>) -> Response {
    let hash = file.metadata.sha256_hash();
    // Weak: the same file may travel compressed or not.
    let tag = format!("W/\"{}\"", hash[..12].iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    // The build puts a hash into the names of assets: what such a name means never changes.
    let caching = match path.starts_with("assets/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let unchanged = known
        .and_then(|known| known.to_str().ok())
        .is_some_and(|known| known.split(',').any(|candidate| candidate.trim() == tag));
    let caching = [(CACHE_CONTROL, caching.to_owned()), (ETAG, tag)];
    match unchanged {
        true => (StatusCode::NOT_MODIFIED, caching).into_response(),
        false => {
            let kind = file.metadata.mimetype().to_owned();
            (caching, [(CONTENT_TYPE, kind)], axum::body::Body::from(file.data.into_owned())).into_response()
        }
    }
}
