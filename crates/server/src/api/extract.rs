//! Extractors for handlers.

use std::convert::Infallible;
use std::marker::PhantomData;

use axum::extract::{FromRef, FromRequestParts, Query, RawPathParams};
use axum::http::request::Parts;

use crate::api::prelude::*;
use crate::http::bearer;
use crate::http::ndjson::Admitted;
use crate::http::offers::Offering;
use crate::programs::Holder;

pub(super) trait Needs {
    /// Any one of these scopes is enough.
    const ANY: &'static [&'static str];
}

macro_rules! needs {
    ($($(#[$doc:meta])* $name:ident: $($scope:literal)or+;)*) => {
        $(
            $(#[$doc])*
            pub(super) struct $name;

            impl Needs for $name {
                const ANY: &'static [&'static str] = &[$($scope),+];
            }
        )*
    };
}

needs! {
    ToKnow: "account:read" or "board:play" or "bot:play";
    ToHear: "challenge:read" or "board:play" or "bot:play";
    ToRead: "games:read" or "board:play" or "bot:play";
    ToSeeChallenges: "challenge:read";
    ToChallenge: "challenge:write";
    /// Programs that can play can also answer challenges.
    ToAnswer: "challenge:write" or "board:play" or "bot:play";
    ToBeABot: "bot:play";
}

pub(super) struct Program<N: Needs>(pub Holder, pub PhantomData<N>);

impl<N: Needs> FromRequestParts<Services> for Program<N> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        let holder = holder(parts, services).await?;
        holder.expect(N::ANY)?;
        Ok(Self(holder, PhantomData))
    }
}

/// Extracts one of the services.
pub(super) struct Of<T>(pub Arc<T>);

impl<T: Send + Sync> FromRequestParts<Services> for Of<T>
where
    Arc<T>: FromRef<Services>,
{
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, services: &Services) -> Result<Self, Infallible> {
        Ok(Self(FromRef::from_ref(services)))
    }
}

/// The account of a token, checked against the address: `bot` is for bots, `board` for people.
pub(super) struct Player(pub Holder);

impl FromRequestParts<Services> for Player {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        let params = RawPathParams::from_request_parts(parts, services).await.map_err(|_| Error::NoRoute)?;
        let face = params.iter().find(|(name, _)| *name == "face").map(|(_, face)| face.to_owned());
        let (needed, bots): (&'static [&'static str], bool) = match face.as_deref() {
            Some("bot") => (&["bot:play"], true),
            Some("board") => (&["board:play"], false),
            _ => return Err(Error::NoRoute),
        };
        let holder = holder(parts, services).await?;
        holder.expect(needed)?;
        match (bots, holder.bot) {
            (true, false) => Err(Error::NotBot),
            (false, true) => Err(Error::IsBot),
            _ => Ok(Self(holder)),
        }
    }
}

/// The account of a token, if the request has one. The handler checks the token's scopes.
pub(super) struct Shown(pub Option<Holder>);

impl FromRequestParts<Services> for Shown {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        match bearer::text(parts) {
            Ok(text) if Programs::is_token(text) => Ok(Self(Some(holder(parts, services).await?))),
            _ => Ok(Self(None)),
        }
    }
}

impl<N: Needs> Program<N> {
    pub fn allowed(shown: &Holder) -> Result<(), Error> {
        shown.expect(N::ANY)
    }
}

/// Looks up a token; an invalid one counts against the client's sign-in attempts.
async fn holder(parts: &Parts, services: &Services) -> Result<Holder, Error> {
    let found = services.programs.holder(bearer::text(parts)?).await;
    if let Err(Error::BadToken) = &found {
        let limiter = parts.extensions.get::<Arc<Limiter>>().ok_or(Error::Internal)?;
        let visitor = parts.extensions.get::<Visitor>().copied().ok_or(Error::Internal)?;
        limiter.take(visitor, Kind::Attempts)?;
    }
    found
}

pub(super) struct Known(pub Option<AccountId>);

impl FromRequestParts<Services> for Known {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        Ok(Self(services.accounts.known(Signed::of(parts).token).await?))
    }
}

impl FromRequestParts<Services> for Member {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        services.accounts.member(Signed::of(parts).token).await
    }
}

/// A client that requests a long-lived connection.
pub(super) struct Listener {
    pub limiter: Arc<Limiter>,
    pub visitor: Visitor,
    pub games: Arc<Games>,
}

impl FromRequestParts<Services> for Listener {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        let limiter = parts.extensions.get::<Arc<Limiter>>().cloned().ok_or(Error::Internal)?;
        let visitor = parts.extensions.get::<Visitor>().copied().ok_or(Error::Internal)?;
        Ok(Self { limiter, visitor, games: Arc::clone(&services.games) })
    }
}

impl Listener {
    /// Counts the connection, per client and in total, until the result is dropped.
    pub fn admit(&self) -> Result<Admitted, Error> {
        let sitting = self.limiter.sit(self.visitor)?;
        Ok((sitting, self.games.hub.admit().ok_or(Error::Unavailable)?))
    }

    /// Counts a game offered to others, unless the client already has as many open offers as allowed.
    pub async fn offer(&self) -> Result<Offering, Error> {
        let (offers, visitor) = (&self.limiter.offers, self.visitor);
        if let Ok(offering) = offers.begin(visitor) {
            return Ok(offering);
        }
        // Some of the known offers may have been accepted.
        let known = offers.of(visitor);
        let mut offered = self.games.offered(&known).await?;
        offered.extend(self.games.waiting_seeks(&known).await?);
        offers.keep(visitor, &offered);
        offers.begin(visitor)
    }
}

/// A page of a list of games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ListPage {
    /// The last game of the previous page, from its `next`.
    after: Option<String>,
}

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
