use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use entourage_record::Key;

use super::failure::Failure;

/// Extracts the key to a game from `Authorization: Bearer KEY`. A header reaches no log, no history and no referrer.
pub(crate) struct Bearer(pub Key);

impl<S: Sync> FromRequestParts<S> for Bearer {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let header = parts.headers.get(AUTHORIZATION).ok_or(Failure::NoKey)?;
        let text = header.to_str().map_err(|_| Failure::NoKey)?;
        let (scheme, key) = text.split_once(' ').ok_or(Failure::NoKey)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(Failure::NoKey);
        }
        key.trim().parse().map(Self).map_err(|()| Failure::BadKey)
    }
}

/// Extracts a key where the request has one.
pub(crate) struct Held(pub Option<Key>);

impl<S: Sync> FromRequestParts<S> for Held {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        if !parts.headers.contains_key(AUTHORIZATION) {
            return Ok(Self(None));
        }
        Bearer::from_request_parts(parts, state).await.map(|Bearer(key)| Self(Some(key)))
    }
}
