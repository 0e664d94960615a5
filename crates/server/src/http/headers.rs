//! Security headers.

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};

use crate::http::prelude::*;

/// The content security policy: allows files from this server, and WebAssembly for the rules of the games, but no
/// inline scripts.
macro_rules! policy {
    ($ancestors:literal) => {
        concat!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; ",
            "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; ",
            "form-action 'none'; frame-ancestors ",
            $ancestors
        )
    };
}

const POLICY: &str = policy!("'none'");

/// Headers of pages that other sites can embed.
pub(crate) const FRAMEABLE: [(HeaderName, &str); 2] = [
    (CONTENT_SECURITY_POLICY, policy!("*")),
    (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
];

pub(crate) type PublicHeaders = [(HeaderName, &'static str); 2];

/// Headers of public data, which sandboxed embeds can also read.
pub(crate) const PUBLIC: PublicHeaders = [
    (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
];

const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (REFERRER_POLICY, "no-referrer"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Adds default headers; a response without `Cache-Control` is marked as `no-store`.
pub(crate) async fn strict(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in &HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
