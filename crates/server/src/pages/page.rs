use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use axum::Extension;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{Html, IntoResponse, IntoResponseParts, Response};
use entourage_kernel::Text;
use rust_embed::EmbeddedFile;

use crate::domain::Error;
use crate::http::error_responses::Missing;
use crate::http::failure::HasErrorBody;
use crate::http::headers::{FRAMEABLE, PUBLIC};
use crate::http::negotiate::language;
use crate::http::response_memory::Shared;

/// Looks up a file of the website by path; set once per process.
static FILES: OnceLock<fn(&str) -> Option<EmbeddedFile>> = OnceLock::new();

/// Sets the website's files for all servers of this process; without them, a server offers only its API.
///
/// The `entourage` binary embeds the files, so that this crate can be compiled while the website is being
/// built.
pub fn embed_page(files: fn(&str) -> Option<EmbeddedFile>) {
    let _ = FILES.set(files);
}

fn embedded(path: &str) -> Option<EmbeddedFile> {
    FILES.get().and_then(|files| files(path))
}

pub(super) const UNCHANGED: &str = "Not modified since the version in `If-None-Match`.";

const BROTLI: &str = ".br";

#[derive(Clone, Debug, Default)]
pub(crate) struct SiteAddress(pub Option<Arc<str>>);

const EMBED: &str = "embed.html";

/// The preview image in the start page's metadata; link previews require an absolute URL instead of this path.
const PICTURE: &str = "content=\"/card.jpg\"";

pub(crate) async fn file(request: Request) -> Response {
    let (parts, _) = request.into_parts();
    if !matches!(parts.method, Method::GET | Method::HEAD) {
        return Error::Method.into_response();
    }
    let path = match parts.uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    // Compressed copies are not served under their own paths.
    match embedded(path).filter(|_| !path.ends_with(BROTLI)) {
        // For a sandboxed embed, even this site's own files are cross-origin.
        Some(file) if !path.ends_with(".html") => (PUBLIC, answer(path, file, &parts.headers)).into_response(),
        Some(file) if path == "index.html" => match parts.extensions.get() {
            Some(SiteAddress(Some(address))) => index(&file, address, &parts.headers),
            _ => answer(path, file, &parts.headers),
        },
        Some(file) => answer(path, file, &parts.headers),
        None if path == "index.html" => Error::NoPage.into_response(),
        None => not_found(&parts),
    }
}

fn index(file: &EmbeddedFile, address: &str, headers: &HeaderMap) -> Response {
    made(pictured(&String::from_utf8_lossy(&file.data), address), headers)
}

fn made(page: String, headers: &HeaderMap) -> Response {
    versioned(headers, tag_of(&page), [(CACHE_CONTROL, "no-cache")], Html(page))
}

/// Sends a body with its ETag, or 304 if the client already has this version.
pub(super) fn versioned(
    headers: &HeaderMap,
    tag: String,
    kept: impl IntoResponseParts,
    body: impl IntoResponse,
) -> Response {
    match is_unchanged(headers, &tag) {
        true => (StatusCode::NOT_MODIFIED, kept, [(ETAG, tag)]).into_response(),
        false => (kept, [(ETAG, tag)], body).into_response(),
    }
}

fn pictured(page: &str, address: &str) -> String {
    page.replace(PICTURE, &format!("content=\"{}/card.jpg\"", escaped(address)))
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// Embed a game
///
/// The page reads a spectator's key from the URL fragment.
#[utoipa::path(
    get, path = "/embed",
    responses(
        (status = 200, description = "The page.", body = String, content_type = "text/html"),
        (status = 304, description = UNCHANGED),
        Missing
    )
)]
pub(crate) async fn embed(headers: HeaderMap) -> Response {
    framed("", &headers)
}

/// Sends the page for embeds, with additional elements in its head.
pub(super) fn framed(head: &str, headers: &HeaderMap) -> Response {
    const END: &str = "</head>";
    match embedded(EMBED) {
        Some(file) if head.is_empty() => (FRAMEABLE, answer(EMBED, file, headers)).into_response(),
        Some(file) => {
            let page = String::from_utf8_lossy(&file.data).replacen(END, &format!("{head}{END}"), 1);
            (FRAMEABLE, made(page, headers)).into_response()
        }
        None => Error::NoPage.into_response(),
    }
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    // Weak, because the file may be sent with or without compression.
    let tag = format!("W/\"{}\"", hash[..12].iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    // Asset names contain a content hash.
    let caching = match path.starts_with("assets/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let kind = [(CONTENT_TYPE, file.metadata.mimetype().to_owned())];
    let body = |data: Cow<'static, [u8]>| match data {
        // Static data is not copied.
        Cow::Borrowed(data) => (Extension(Shared), Body::from(data)),
        Cow::Owned(data) => (Extension(Shared), Body::from(data)),
    };
    let body = match embedded(&format!("{path}{BROTLI}")).filter(|_| takes_brotli(headers)) {
        // The compression layer skips responses that have an encoding.
        Some(small) => {
            let encoding = [(CONTENT_ENCODING, "br"), (VARY, "accept-encoding")];
            (kind, encoding, body(small.data)).into_response()
        }
        None => (kind, body(file.data)).into_response(),
    };
    versioned(headers, tag, [(CACHE_CONTROL, caching)], body)
}

/// Returns a weak ETag, since responses may be sent with or without compression.
pub(super) fn tag_of(answer: &(impl Hash + ?Sized)) -> String {
    let mut hasher = DefaultHasher::new();
    answer.hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}

fn is_unchanged(headers: &HeaderMap, tag: &str) -> bool {
    headers
        .get(IF_NONE_MATCH)
        .and_then(|known| known.to_str().ok())
        .is_some_and(|known| known.split(',').any(|candidate| candidate.trim() == tag))
}

fn takes_brotli(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|list| list.split(',')).any(|encoding| {
        let mut parts = encoding.split(';').map(str::trim);
        parts.next() == Some("br") && parts.all(|part| !matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

static TITLE: Text = Text::new("Page not found", "Page introuvable");
static ADVICE: Text = Text::new(
    "Check the address: the link may be incomplete.",
    "Vérifiez l'adresse : le lien est peut-être incomplet.",
);
static GAMES: Text = Text::new("Go to the home page", "Aller à la page d'accueil");

fn not_found(parts: &Parts) -> Response {
    if !wants_page(&parts.headers) || parts.uri.path().starts_with("/api/") {
        return Error::NoRoute.into_response();
    }
    let language = language(parts);
    let [title, advice, games] = [&TITLE, &ADVICE, &GAMES].map(|text| text.get(language));
    let page = format!(
        "<!doctype html><html lang=\"{code}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
         <title>{title} · Entourage</title><link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\
         <link rel=\"stylesheet\" href=\"/not_found.css\"></head><body><main><img src=\"/icon.svg\" alt=\"\" width=\"72\" height=\"72\">\
         <h1>{title}</h1><p>{advice}</p><p><a href=\"/\">{games}</a></p></main></body></html>",
        code = language.code(),
    );
    (StatusCode::NOT_FOUND, [(VARY, "accept, accept-language")], HasErrorBody, Html(page)).into_response()
}

fn wants_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted
        .flat_map(|list| list.split(','))
        .any(|kind| kind.split(';').next().is_some_and(|kind| kind.trim() == "text/html"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preview_image_has_an_absolute_address() {
        let page = format!("<meta property=\"og:image\" {PICTURE} /><a href=\"/card.jpg\">");
        assert_eq!(
            pictured(&page, "https://play.example"),
            "<meta property=\"og:image\" content=\"https://play.example/card.jpg\" /><a href=\"/card.jpg\">"
        );
        assert!(pictured(&page, "https://x\"y").contains("https://x&quot;y/card.jpg"));
    }

    #[test]
    fn brotli_is_sent_only_if_accepted() {
        for (accepted, takes) in [
            ("gzip, deflate, br, zstd", true),
            ("br;q=0.5", true),
            ("br; q=0, gzip", false),
            ("brown", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, accepted.parse().unwrap());
            assert_eq!(takes_brotli(&headers), takes, "{accepted}");
        }
        assert!(!takes_brotli(&HeaderMap::new()));
    }
}
