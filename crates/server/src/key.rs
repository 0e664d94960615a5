use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use entourage_store::GameId;

use crate::failure::Failure;

/// Extracts the id of a game from `Authorization: Bearer ID`. A header reaches no log, no history and no referrer.
pub(crate) struct Key(pub GameId);

impl<S: Sync> FromRequestParts<S> for Key {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let header = parts.headers.get(AUTHORIZATION).ok_or(Failure::NoKey)?;
        let text = header.to_str().map_err(|_| Failure::NoKey)?;
        let (scheme, id) = text.split_once(' ').ok_or(Failure::NoKey)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(Failure::NoKey);
        }
        // What is no id at all names no game either.
        id.trim().parse().map(Self).map_err(|()| Failure::NoGame)
    }
}
