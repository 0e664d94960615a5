//! Whoever a program acts for, by the token that it shows. A route that does not ask for it is opened by no token.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;

use crate::domain::Error;
use crate::http::bearer;
use crate::http::limiter::{Kind, Limiter};
use crate::http::visitor::Visitor;
use crate::programs::{Holder, Programs};
use crate::services::Services;

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
