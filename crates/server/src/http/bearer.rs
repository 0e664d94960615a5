use axum::http::header::AUTHORIZATION;
use entourage_record::Key;

use super::cookie::Signed;
use crate::games::pass::Pass;
use crate::http::prelude::*;

/// Extracts the key from `Authorization: Bearer KEY`; headers, unlike URLs, are not logged or kept in browser
/// history. Signed-in users can send `@` and the game's ID instead.
pub(crate) struct Bearer(pub Pass);

impl<S: Sync> FromRequestParts<S> for Bearer {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        pass(text(parts)?, Signed::of(parts)).map(Self)
    }
}

pub(crate) struct Held(pub Option<Pass>);

impl<S: Sync> FromRequestParts<S> for Held {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        if !parts.headers.contains_key(AUTHORIZATION) {
            return Ok(Self(None));
        }
        Bearer::from_request_parts(parts, state).await.map(|Bearer(pass)| Self(Some(pass)))
    }
}

/// Extracts an author's key; sessions and tokens are not accepted in its place.
pub(crate) struct Author(pub Key);

impl<S: Sync> FromRequestParts<S> for Author {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        text(parts)?.parse().map(Self).map_err(|()| Error::BadKey)
    }
}

pub(crate) fn text(parts: &Parts) -> Result<&str, Error> {
    let header = parts.headers.get(AUTHORIZATION).ok_or(Error::NoKey)?;
    let text = header.to_str().map_err(|_| Error::NoKey)?;
    let (scheme, key) = text.split_once(' ').ok_or(Error::NoKey)?;
    if scheme.eq_ignore_ascii_case("bearer") { Ok(key.trim()) } else { Err(Error::NoKey) }
}

pub(crate) fn pass(text: &str, signed: Signed) -> Result<Pass, Error> {
    if !text.starts_with('@') {
        return text.parse().map(Pass::Key).map_err(|()| Error::BadKey);
    }
    let token = signed.token.ok_or(Error::SignedOut)?;
    Pass::read(text, token.hash()).ok_or(Error::BadKey)
}
