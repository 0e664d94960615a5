//! Whoever offers a game to anybody: so many from one address at a time.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::domain::Error;
use crate::games::Games;
use crate::http::limiter::Limiter;
use crate::http::offers::Offering;
use crate::http::visitor::Visitor;
use crate::services::Services;

/// Extracts who offers something.
pub(super) struct Offerer {
    games: Arc<Games>,
    limiter: Arc<Limiter>,
    visitor: Visitor,
}

impl FromRequestParts<Services> for Offerer {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        let limiter = parts.extensions.get::<Arc<Limiter>>().cloned().ok_or(Error::Internal)?;
        let visitor = parts.extensions.get::<Visitor>().copied().ok_or(Error::Internal)?;
        Ok(Self { games: Arc::clone(&services.games), limiter, visitor })
    }
}

impl Offerer {
    /// Begins to offer a game, in whichever list it is to stand, unless the address offers as many as one may.
    pub async fn begin(&self) -> Result<Offering, Error> {
        let (offers, visitor) = (&self.limiter.offers, self.visitor);
        if let Ok(offering) = offers.begin(visitor) {
            return Ok(offering);
        }
        // Some may have been taken since.
        let known = offers.of(visitor);
        let mut offered = self.games.offered(&known).await?;
        offered.extend(self.games.waiting_seeks(&known).await?);
        offers.keep(visitor, &offered);
        offers.begin(visitor)
    }
}
