use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use entourage_record::Key;

use super::cookie::Signed;
use super::failure::Failure;
use crate::domain::account_error::AccountError;
use crate::games::door::Pass;

/// Extracts what opens a game from `Authorization: Bearer KEY`. A header reaches no log, no history and no referrer. In place of the key may
/// stand the name of a game, after `@`: it is opened by the session of whoever is signed in.
pub(crate) struct Bearer(pub Pass);

impl<S: Sync> FromRequestParts<S> for Bearer {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        pass(text(parts)?, Signed::of(parts)).map(Self)
    }
}

/// Extracts what opens a game where the request has it.
pub(crate) struct Held(pub Option<Pass>);

impl<S: Sync> FromRequestParts<S> for Held {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        if !parts.headers.contains_key(AUTHORIZATION) {
            return Ok(Self(None));
        }
        Bearer::from_request_parts(parts, state).await.map(|Bearer(pass)| Self(Some(pass)))
    }
}

/// Extracts the key that an author has drawn, and nothing that stands in its place.
pub(crate) struct Author(pub Key);

impl<S: Sync> FromRequestParts<S> for Author {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        text(parts)?.parse().map(Self).map_err(|()| Failure::BadKey)
    }
}

/// Returns what stands after `Bearer`.
pub(crate) fn text(parts: &Parts) -> Result<&str, Failure> {
    let header = parts.headers.get(AUTHORIZATION).ok_or(Failure::NoKey)?;
    let text = header.to_str().map_err(|_| Failure::NoKey)?;
    let (scheme, key) = text.split_once(' ').ok_or(Failure::NoKey)?;
    if scheme.eq_ignore_ascii_case("bearer") { Ok(key.trim()) } else { Err(Failure::NoKey) }
}

/// Reads a key, or what stands in its place for whoever is signed in.
pub(crate) fn pass(text: &str, signed: Signed) -> Result<Pass, Failure> {
    if !text.starts_with('@') {
        return text.parse().map(Pass::Key).map_err(|()| Failure::BadKey);
    }
    let token = signed.token.ok_or(AccountError::SignedOut)?;
    Pass::read(text, token.hash()).ok_or(Failure::BadKey)
}
