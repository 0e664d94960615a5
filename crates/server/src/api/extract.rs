//! What handlers extract from requests: who asks, for whom a program acts, and where a page of a list begins.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Query, RawPathParams};
use axum::http::request::Parts;
use entourage_record::{AccountId, GameId};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::domain::Error;
use crate::games::Games;
use crate::http::bearer;
use crate::http::cookie::Signed;
use crate::http::limiter::{Kind, Limiter};
use crate::http::ndjson::Admitted;
use crate::http::offers::Offering;
use crate::http::visitor::Visitor;
use crate::programs::{Holder, Programs};
use crate::services::Services;
use crate::sessions::Member;

/// Says what a token must allow.
pub(super) trait Needs {
    /// The words of scopes of which one is enough.
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
    /// To know whose the token is.
    ToKnow: "account:read" or "board:play" or "bot:play";
    /// To hear what goes on.
    ToHear: "challenge:read" or "board:play" or "bot:play";
    /// To read games.
    ToRead: "games:read" or "board:play" or "bot:play";
    /// To read challenges.
    ToSeeChallenges: "challenge:read";
    /// To make challenges, and to answer them.
    ToChallenge: "challenge:write";
    /// To answer challenges: who plays may do that, too.
    ToAnswer: "challenge:write" or "board:play" or "bot:play";
    /// To be a bot.
    ToBeABot: "bot:play";
}

/// Extracts whoever a program acts for, if its token allows what is needed.
pub(super) struct Program<N: Needs>(pub Holder, pub PhantomData<N>);

impl<N: Needs> FromRequestParts<Services> for Program<N> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        let holder = holder(parts, services).await?;
        holder.expect(N::ANY)?;
        Ok(Self(holder, PhantomData))
    }
}

/// Extracts whoever a program plays for, by the face of the interface that is asked: `bot` is for bots, `board` for people.
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

/// Extracts whoever a program acts for where a request shows a token, whatever that allows: the route asks for it.
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
    /// Refuses a token that was shown and does not allow what is needed.
    pub fn allowed(shown: &Holder) -> Result<(), Error> {
        Ok(shown.expect(N::ANY)?)
    }
}

/// Finds for whom a program acts. What opens nothing counts as an attempt of its address.
async fn holder(parts: &Parts, services: &Services) -> Result<Holder, Error> {
    let found = services.programs.holder(bearer::text(parts)?).await;
    if let Err(Error::BadToken) = &found {
        let limiter = parts.extensions.get::<Arc<Limiter>>().ok_or(Error::Internal)?;
        let visitor = parts.extensions.get::<Visitor>().copied().ok_or(Error::Internal)?;
        limiter.take(visitor, Kind::Attempts)?;
    }
    Ok(found?)
}

/// Extracts whose account a request comes from; `None` of a guest.
pub(super) struct Known(pub Option<AccountId>);

impl FromRequestParts<Services> for Known {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        Ok(Self(services.accounts.known(Signed::of(parts).token).await?))
    }
}

/// Extracts who is signed in.
impl FromRequestParts<Services> for Member {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        services.accounts.member(Signed::of(parts).token).await
    }
}

/// Extracts who wants to follow something over a long connection.
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
    /// Makes room for a connection until what is returned is dropped; it counts among those of its visitor and among all.
    pub fn admit(&self) -> Result<Admitted, Error> {
        let sitting = self.limiter.sit(self.visitor)?;
        Ok((sitting, self.games.hub.admit().ok_or(Error::Unavailable)?))
    }

    /// Begins to offer a game, in whichever list it is to be, unless the address offers as many as it may.
    pub async fn offer(&self) -> Result<Offering, Error> {
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
