//! Extractors for handlers.

use std::convert::Infallible;
use std::marker::PhantomData;

use axum::extract::{FromRef, FromRequestParts, Query, RawPathParams};
use axum::http::request::Parts;
use entourage_record::TournamentId;

use crate::api::prelude::*;
use crate::bot_api::TokenOwner;
use crate::http::bearer;
use crate::http::ndjson::Admitted;
use crate::http::offers::Offering;

pub(super) trait Needs {
    /// The accepted scopes; any one of them is enough.
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
    /// Tokens that allow playing also allow answering challenges.
    ToAnswer: "challenge:write" or "board:play" or "bot:play";
    ToBeABot: "bot:play";
}

pub(super) struct Program<N: Needs>(pub TokenOwner, pub PhantomData<N>);

impl<N: Needs> FromRequestParts<Services> for Program<N> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        let owner = owner(parts, services).await?;
        owner.expect(N::ANY)?;
        Ok(Self(owner, PhantomData))
    }
}

/// Extracts a service, such as `Games`, from the shared state.
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

/// Extracts the token's account: a bot account on `bot` paths, and an account that is not a bot on `board` paths.
pub(super) struct Player(pub TokenOwner);

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
        let owner = owner(parts, services).await?;
        owner.expect(needed)?;
        match (bots, owner.bot) {
            (true, false) => Err(Error::NotBot),
            (false, true) => Err(Error::IsBot),
            _ => Ok(Self(owner)),
        }
    }
}

/// The account that the request's token belongs to, if there is a token. The handler checks the scopes.
pub(super) struct Shown(pub Option<TokenOwner>);

impl FromRequestParts<Services> for Shown {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        match bearer::text(parts) {
            Ok(text) if BotApi::is_token(text) => Ok(Self(Some(owner(parts, services).await?))),
            _ => Ok(Self(None)),
        }
    }
}

impl<N: Needs> Program<N> {
    pub fn allowed(shown: &TokenOwner) -> Result<(), Error> {
        shown.expect(N::ANY)
    }
}

/// Looks up a token; invalid tokens count against the client's limit of sign-in attempts.
async fn owner(parts: &Parts, services: &Services) -> Result<TokenOwner, Error> {
    let found = services.bot_api.owner(bearer::text(parts)?).await;
    if let Err(Error::BadToken) = &found {
        let limiter = parts.extensions.get::<Arc<Limiter>>().ok_or(Error::Internal)?;
        let client_addr = parts.extensions.get::<ClientAddr>().copied().ok_or(Error::Internal)?;
        limiter.take(client_addr, Kind::Attempts)?;
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
    pub client_addr: ClientAddr,
    pub games: Arc<Games>,
}

impl FromRequestParts<Services> for Listener {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        let limiter = parts.extensions.get::<Arc<Limiter>>().cloned().ok_or(Error::Internal)?;
        let client_addr = parts.extensions.get::<ClientAddr>().copied().ok_or(Error::Internal)?;
        Ok(Self { limiter, client_addr, games: Arc::clone(&services.games) })
    }
}

impl Listener {
    /// Counts a new connection towards the client's rate limit, and towards the limits per client and in total until the result is dropped.
    pub fn admit(&self) -> Result<Admitted, Error> {
        self.limiter.take(self.client_addr, Kind::Connects)?;
        let open_socket = self.limiter.open_socket(self.client_addr)?;
        Ok((open_socket, self.games.hub.admit().ok_or(Error::Unavailable)?))
    }

    /// Counts a new open game or seek; fails if the client already offers the maximum number.
    pub async fn offer(&self) -> Result<Offering<GameId>, Error> {
        let (offers, client_addr) = (&self.limiter.offers, self.client_addr);
        if let Ok(offering) = offers.begin(client_addr) {
            return Ok(offering);
        }
        // Some of the counted offers may no longer be open.
        let known = offers.of(client_addr);
        let mut offered = self.games.offered(&known).await?;
        offered.extend(self.games.waiting_seeks(&known).await?);
        offers.keep(client_addr, &offered);
        offers.begin(client_addr)
    }

    /// Counts a new open tournament, like [`offer`](Self::offer).
    pub async fn offer_tournament(&self) -> Result<Offering<TournamentId>, Error> {
        let (offers, client_addr) = (&self.limiter.tournaments, self.client_addr);
        if let Ok(offering) = offers.begin(client_addr) {
            return Ok(offering);
        }
        offers.keep(client_addr, &self.games.store.open_tournaments(&offers.of(client_addr)).await?);
        offers.begin(client_addr).map_err(|_| Error::TooManyTournaments)
    }
}

/// A page of a list of games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ListPage {
    /// The `next` value of the previous page.
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
