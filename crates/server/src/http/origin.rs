//! Keeps other sites' pages from changing anything here.

use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::failure::Failure;

/// Refuses requests that may change something and come from another site's page.
pub(crate) async fn same_origin(request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if reads || is_ours(request.headers()) {
        return next.run(request).await;
    }
    Failure::Origin.into_response()
}

/// Tells whether the origin, if a browser names one, is this server under the name it was asked by.
///
/// The scheme is not compared: behind a proxy that ends TLS it differs.
pub(crate) fn is_ours(headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(ORIGIN).iter();
    let Some(origin) = origins.next() else { return headers.get("sec-fetch-site").is_none_or(from_here) };
    let authority =
        origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, authority)| authority);
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let same = matches!((authority, host), (Some(ours), Some(host)) if ours.eq_ignore_ascii_case(host));
    same && origins.next().is_none()
}

fn from_here(site: &axum::http::HeaderValue) -> bool {
    site == "same-origin" || site == "none"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(pairs: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        is_ours(&headers)
    }

    #[test]
    fn only_this_server_and_programs_pass() {
        assert!(judged(&[("host", "localhost:7878")]));
        assert!(judged(&[("host", "localhost:7878"), ("origin", "http://localhost:7878")]));
        assert!(judged(&[("host", "Play.example"), ("origin", "https://play.example")]));
        assert!(judged(&[("host", "a"), ("sec-fetch-site", "same-origin")]));
        assert!(!judged(&[("host", "a"), ("sec-fetch-site", "cross-site")]));
        assert!(!judged(&[("host", "localhost:7878"), ("origin", "http://localhost:7879")]));
        assert!(!judged(&[("host", "localhost:7878"), ("origin", "http://localhost")]));
        assert!(!judged(&[("host", "localhost:7878"), ("origin", "http://evil.example")]));
        assert!(!judged(&[("host", "localhost:7878"), ("origin", "null")]));
        assert!(!judged(&[("origin", "http://localhost:7878")]));
        assert!(!judged(&[("host", "a"), ("origin", "http://a"), ("origin", "http://b")]));
    }
}
