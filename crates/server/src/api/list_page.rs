//! Where a page of a list of games begins.

use crate::domain::Error;
use axum::extract::FromRequestParts;
use axum::extract::Query;
use axum::http::request::Parts;
use entourage_record::GameId;
use serde::Deserialize;
use utoipa::IntoParams;

/// Asks for a page of a list of games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ListPage {
    /// The game after which it begins, as `next` of the page before says.
    after: Option<String>,
}

/// Names the game after which a page begins, as a request asks for it; `None` for the first page.
pub(super) struct After(pub(super) Option<GameId>);

impl<S: Send + Sync> FromRequestParts<S> for After {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Query(ListPage { after }) = Query::from_request_parts(parts, state)
            .await
            .map_err(|rejection| Error::malformed(rejection.body_text()))?;
        Ok(Self(after.map(|name| name.parse().map_err(|()| Error::NoGame)).transpose()?))
    }
}
