//! Refuses changes by other sites' pages.

use axum::http::StatusCode;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, HOST, ORIGIN, VARY,
};

use crate::http::prelude::*;

/// Whose page a request comes from, as the browser reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whence {
    /// This server's, or no browser.
    Here,
    /// A sandboxed page, perhaps this server's. Browsers add nothing secret to its requests, so that a key to watch, which the page must
    /// know, allows watching; no key allows anything else.
    Shut,
    Elsewhere,
}

pub(crate) type ShutHeaders = Option<[(HeaderName, &'static str); 2]>;

impl Whence {
    pub fn of(headers: &HeaderMap) -> Self {
        let mut origins = headers.get_all(ORIGIN).iter();
        match (is_ours(headers), origins.next(), origins.next()) {
            (true, _, _) => Self::Here,
            (false, Some(origin), None) if origin == "null" => Self::Shut,
            _ => Self::Elsewhere,
        }
    }

    /// Returns the headers that let a sandboxed page read the answer.
    pub fn headers(self) -> ShutHeaders {
        (self == Self::Shut).then_some([(ACCESS_CONTROL_ALLOW_ORIGIN, "null"), (VARY, "origin")])
    }
}

impl<S: Sync> FromRequestParts<S> for Whence {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

/// The one address that a sandboxed page reads with a key.
const READ: &str = "/api/game";

/// Answers the preflight request of a sandboxed page that reads a game.
fn foreseen(request: &Request) -> Option<Response> {
    let reads = request.headers().get(ACCESS_CONTROL_REQUEST_METHOD).is_some_and(|method| method == "GET");
    let asks = *request.method() == Method::OPTIONS && request.uri().path() == READ && reads;
    let headers = Whence::of(request.headers()).headers().filter(|_| asks)?;
    let allowed = [
        (ACCESS_CONTROL_ALLOW_METHODS, "GET"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "authorization"),
        (ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    Some((StatusCode::NO_CONTENT, headers, allowed).into_response())
}

pub(crate) async fn same_origin(request: Request, next: Next) -> Response {
    if let Some(answer) = foreseen(&request) {
        return answer;
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if reads || is_ours(request.headers()) {
        return next.run(request).await;
    }
    Error::Origin.into_response()
}

/// Returns whether the origin, if the browser sends one, is this server under the requested name. The scheme is not compared: behind a
/// proxy that ends TLS it differs.
fn is_ours(headers: &HeaderMap) -> bool {
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

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    fn judged(pairs: &[(&'static str, &'static str)]) -> bool {
        is_ours(&headers(pairs))
    }

    #[test]
    fn a_sandbox_is_neither_here_nor_another_site() {
        let whence = |pairs| Whence::of(&headers(pairs));
        assert_eq!(whence(&[("host", "a")]), Whence::Here);
        assert_eq!(whence(&[("host", "a"), ("origin", "null")]), Whence::Shut);
        assert_eq!(whence(&[("host", "null"), ("origin", "null")]), Whence::Shut);
        assert_eq!(whence(&[("host", "a"), ("origin", "null"), ("origin", "null")]), Whence::Elsewhere);
        assert_eq!(whence(&[("host", "a"), ("origin", "http://b")]), Whence::Elsewhere);
        assert_eq!(whence(&[("host", "a"), ("sec-fetch-site", "cross-site")]), Whence::Elsewhere);
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
