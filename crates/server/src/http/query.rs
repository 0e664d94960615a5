use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::domain::Error;

/// Extracts the fields of the query; a query that cannot be read is malformed.
pub(crate) struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let read = Query::try_from_uri(&parts.uri);
        read.map(|Query(fields)| Self(fields)).map_err(|rejection| Error::malformed(rejection.body_text()))
    }
}
