//! Session cookies, inaccessible to scripts and other sites.

use axum::http::header::{COOKIE, SET_COOKIE, USER_AGENT};
use axum::response::AppendHeaders;
use entourage_record::Token;

use super::origin::RequestOrigin;
use crate::accounts::SignInTokens;
use crate::http::prelude::*;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Cookies {
    secure: bool,
}

pub(crate) type SetCookie = AppendHeaders<Vec<(HeaderName, HeaderValue)>>;

/// Lifetime of the browser cookie: 400 days, the maximum that browsers allow, in milliseconds.
const BROWSER_AGE: i64 = 400 * 24 * 60 * 60 * 1000;

impl Cookies {
    pub fn of(address: Option<&str>) -> Self {
        Self { secure: address.is_some_and(|address| address.starts_with("https://")) }
    }

    /// Returns the cookie's name. With the prefix `__Host-`, browsers accept the cookie only from this host.
    fn name(self) -> &'static str {
        if self.secure { "__Host-entourage" } else { "entourage" }
    }

    fn browser(self) -> &'static str {
        if self.secure { "__Host-entourage-browser" } else { "entourage-browser" }
    }

    fn written(self, name: &str, value: &str, age: i64) -> (HeaderName, HeaderValue) {
        let secure = if self.secure { "; Secure" } else { "" };
        let age = age / 1000;
        let cookie = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
        // Tokens contain only letters and digits.
        (SET_COOKIE, HeaderValue::try_from(cookie).unwrap_or(HeaderValue::from_static("")))
    }

    pub fn set(self, tokens: &SignInTokens, age: i64) -> SetCookie {
        let SignInTokens { session, browser } = tokens;
        AppendHeaders(vec![
            self.written(self.name(), &session.to_string(), age),
            self.written(self.browser(), &browser.to_string(), BROWSER_AGE),
        ])
    }

    pub fn clear(self) -> SetCookie {
        AppendHeaders(vec![self.written(self.name(), "", 0)])
    }

    /// Reads a token; a cookie that occurs twice is ignored.
    fn token(self, name: &str, parts: &Parts) -> Option<Token> {
        let cookies = parts.headers.get_all(COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
        let pairs = cookies.flat_map(|cookie| cookie.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let mut found = pairs.filter(|(known, _)| *known == name);
        match (found.next(), found.next()) {
            (Some((_, value)), None) => value.parse().ok(),
            _ => None,
        }
    }
}

/// Extracts the session cookie, unless the request comes from another site.
#[derive(Clone, Copy)]
pub(crate) struct Signed {
    pub token: Option<Token>,
    pub browser: Option<Token>,
    pub cookies: Cookies,
}

impl Signed {
    pub fn of(parts: &Parts) -> Self {
        let cookies = parts.extensions.get().copied().unwrap_or(Cookies { secure: true });
        let here = RequestOrigin::of(&parts.headers) == RequestOrigin::SameSite;
        let read = |name| cookies.token(name, parts).filter(|_| here);
        Self { token: read(cookies.name()), browser: read(cookies.browser()), cookies }
    }
}

impl<S: Sync> FromRequestParts<S> for Signed {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts))
    }
}

pub(crate) struct Agent(pub String);

impl<S: Sync> FromRequestParts<S> for Agent {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let agent = parts.headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok());
        Ok(Self(agent.unwrap_or("").to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use axum::extract::Request;

    use super::*;

    const TOKEN: Token = Token::from_bits([7; 16]);

    fn read(cookies: Cookies, headers: &[(&str, &str)]) -> Option<Token> {
        let mut request = Request::builder().extension(cookies);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        Signed::of(&request.body(()).unwrap().into_parts().0).token
    }

    #[test]
    fn cookies_are_read_from_same_site_requests_and_only_once() {
        let (plain, safe) = (Cookies::of(None), Cookies::of(Some("https://play.example")));
        let (one, safe_one) = (format!("a=b; entourage={TOKEN}"), format!("__Host-entourage={TOKEN}"));
        assert_eq!(read(plain, &[("host", "a"), ("cookie", &one)]), Some(TOKEN));
        assert_eq!(read(safe, &[("host", "a"), ("cookie", &safe_one)]), Some(TOKEN));
        // A page on a sibling domain could set the unprefixed cookie.
        assert_eq!(read(safe, &[("host", "a"), ("cookie", &one)]), None);
        for headers in [
            [("host", "a"), ("cookie", "entourage="), ("x", "")],
            [("host", "a"), ("cookie", one.as_str()), ("cookie", one.as_str())],
            [("host", "a"), ("cookie", one.as_str()), ("origin", "http://b")],
            [("host", "a"), ("cookie", one.as_str()), ("origin", "null")],
            [("host", "a"), ("cookie", one.as_str()), ("sec-fetch-site", "cross-site")],
        ] {
            assert_eq!(read(plain, &headers), None, "{headers:?}");
        }
    }

    #[test]
    fn cookies_are_inaccessible_to_scripts() {
        let tokens = SignInTokens { session: TOKEN, browser: Token::from_bits([8; 16]) };
        let AppendHeaders(plain) = Cookies::of(Some("http://localhost:7878")).set(&tokens, 60_000);
        let session = format!("entourage={TOKEN}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60");
        let mark =
            format!("entourage-browser={}; Path=/; HttpOnly; SameSite=Lax; Max-Age=34560000", tokens.browser);
        assert_eq!(plain.iter().map(|(_, text)| text.to_str().unwrap()).collect::<Vec<_>>(), [session, mark]);
        let AppendHeaders(safe) = Cookies::of(Some("https://play.example")).clear();
        let text = "__Host-entourage=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure";
        assert_eq!(safe.iter().map(|(_, text)| text.to_str().unwrap()).collect::<Vec<_>>(), [text]);
    }
}
