//! Refuses changes requested by other sites.

use axum::http::StatusCode;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, HOST, ORIGIN, VARY,
};

use crate::http::prelude::*;

/// The site from which a request comes, according to the browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RequestOrigin {
    /// This site, or a client other than a browser.
    SameSite,
    /// A sandboxed page, possibly of this site. Browsers do not send cookies with its requests; it can only
    /// watch a game whose key it has.
    Sandboxed,
    CrossSite,
}

pub(crate) type SandboxHeaders = Option<[(HeaderName, &'static str); 2]>;

impl RequestOrigin {
    pub fn of(headers: &HeaderMap) -> Self {
        let mut origins = headers.get_all(ORIGIN).iter();
        match (is_ours(headers), origins.next(), origins.next()) {
            (true, _, _) => Self::SameSite,
            (false, Some(origin), None) if origin == "null" => Self::Sandboxed,
            _ => Self::CrossSite,
        }
    }

    /// Returns the headers that let a sandboxed page read the response.
    pub fn headers(self) -> SandboxHeaders {
        (self == Self::Sandboxed).then_some([(ACCESS_CONTROL_ALLOW_ORIGIN, "null"), (VARY, "origin")])
    }
}

impl<S: Sync> FromRequestParts<S> for RequestOrigin {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

/// The only route that a sandboxed page can use with a key.
const READ: &str = "/api/game";

/// Answers the CORS preflight of a sandboxed page that reads a game.
fn preflight(request: &Request) -> Option<Response> {
    let reads = request.headers().get(ACCESS_CONTROL_REQUEST_METHOD).is_some_and(|method| method == "GET");
    let asks = *request.method() == Method::OPTIONS && request.uri().path() == READ && reads;
    let headers = RequestOrigin::of(request.headers()).headers().filter(|_| asks)?;
    let allowed = [
        (ACCESS_CONTROL_ALLOW_METHODS, "GET"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "authorization"),
        (ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    Some((StatusCode::NO_CONTENT, headers, allowed).into_response())
}

pub(crate) async fn same_origin(request: Request, next: Next) -> Response {
    if let Some(answer) = preflight(&request) {
        return answer;
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if reads || is_ours(request.headers()) {
        return next.run(request).await;
    }
    Error::Origin.into_response()
}

/// Returns whether the origin, if there is one, is this host. The scheme is ignored, since a proxy may
/// terminate TLS.
fn is_ours(headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(ORIGIN).iter();
    let from_here = |site: &HeaderValue| site == "same-origin" || site == "none";
    let Some(origin) = origins.next() else { return headers.get("sec-fetch-site").is_none_or(from_here) };
    let authority =
        origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, authority)| authority);
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let same = matches!((authority, host), (Some(ours), Some(host)) if ours.eq_ignore_ascii_case(host));
    same && origins.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::RequestOrigin::{CrossSite, SameSite, Sandboxed};
    use super::*;

    #[test]
    fn requests_are_attributed_to_a_site() {
        for (host, origins, fetched, expected) in [
            ("localhost:7878", &[][..], "", SameSite),
            ("localhost:7878", &["http://localhost:7878"], "", SameSite),
            ("Play.example", &["https://play.example"], "", SameSite),
            ("a", &[], "same-origin", SameSite),
            ("a", &[], "cross-site", CrossSite),
            ("a", &["http://b"], "", CrossSite),
            ("localhost:7878", &["http://localhost:7879"], "", CrossSite),
            ("localhost:7878", &["http://localhost"], "", CrossSite),
            ("localhost:7878", &["http://evil.example"], "", CrossSite),
            ("", &["http://localhost:7878"], "", CrossSite),
            ("a", &["http://a", "http://b"], "", CrossSite),
            ("a", &["null"], "", Sandboxed),
            ("null", &["null"], "", Sandboxed),
            ("a", &["null", "null"], "", CrossSite),
        ] {
            let mut headers = HeaderMap::new();
            let named = origins.iter().map(|origin| ("origin", *origin));
            for (name, value) in [("host", host), ("sec-fetch-site", fetched)].into_iter().chain(named) {
                if !value.is_empty() {
                    headers.append(name, value.parse().unwrap());
                }
            }
            assert_eq!(RequestOrigin::of(&headers), expected, "{headers:?}");
            assert_eq!(is_ours(&headers), expected == SameSite, "{headers:?}");
        }
    }
}
