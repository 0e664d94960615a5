use entourage_registry::view::{Keys, KeysApart, NewKey, Proposal};

use crate::api::prelude::*;
use crate::http::origin::SandboxHeaders;

pub(super) fn routes() -> OpenApiRouter<Services> {
    router!(create; read; next; renew)
}

/// A request to replace the key to a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Renewal {
    #[schema(schema_with = seats)]
    seat: String,
}

/// A new game and its keys.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum Created {
    /// One key plays both sides.
    Shared {
        #[schema(value_type = KeyText)]
        id: String,
        state: State,
    },
    /// Each side has its own key.
    Apart { keys: KeysApart, state: State },
}

fn seats() -> ObjectBuilder {
    one_of(Seat::ALL.into_iter().filter(|seat| *seat != Seat::Both).map(Seat::word))
}

/// Create a game
#[utoipa::path(
    post, path = "/api/games", request_body = Proposal,
    responses(
        (status = 201, description = "The game and its keys, which are not shown again. A repeated request with the same client-generated key returns the existing game.", body = Created),
        Refused, Conflict
    )
)]
async fn create(
    Of(games): Of<Games>,
    Known(account): Known,
    locale: Locale,
    listener: Listener,
    Body(proposal): Body<Proposal>,
) -> Result<(StatusCode, Json<Created>), Error> {
    let key = proposal.key.as_deref().map(str::parse).transpose();
    let key = key.map_err(|()| Error::malformed("`key` must have 26 letters and digits"))?;
    let offering = match proposal.seats {
        Some(seats) if seats.open => Some(listener.offer().await?),
        _ => None,
    };
    let (keys, snapshot) = games.create_game(proposal, key, account, locale).await?;
    if let Some(offering) = offering {
        offering.complete(snapshot.game);
    }
    let state = state_of(snapshot, locale.language);
    let created = match keys {
        Keys::Shared { id } => Created::Shared { id, state },
        Keys::Apart { keys } => Created::Apart { keys, state },
    };
    Ok((StatusCode::CREATED, Json(created)))
}

/// Get a game
#[utoipa::path(
    get, path = "/api/game", security(("key" = [])),
    responses((status = 200, description = "The game.", body = State), Forbidden)
)]
async fn read(
    Of(games): Of<Games>,
    locale: Locale,
    request_origin: RequestOrigin,
    Bearer(pass): Bearer,
) -> (SandboxHeaders, Answer<State>) {
    (request_origin.headers(), seen(&games, locale, request_origin, pass).await)
}

/// Returns a game. A sandboxed page must use a spectator's key; a player's key is refused.
async fn seen(games: &Arc<Games>, locale: Locale, request_origin: RequestOrigin, pass: Pass) -> Answer<State> {
    let access = games.access(pass).await?;
    if request_origin == RequestOrigin::Sandboxed && access.seat != Seat::Watch {
        return Err(Error::Origin);
    }
    Ok(Json(state_of(games.state_of(access, locale).await?, locale.language)))
}

/// Get the key to the rematch
#[utoipa::path(
    post, path = "/api/game/next", security(("key" = [])),
    responses((status = 200, description = "The key.", body = inline(NewKey)), Forbidden, Conflict)
)]
async fn next(Of(games): Of<Games>, Bearer(pass): Bearer) -> Answer<NewKey> {
    Ok(Json(NewKey { key: games.next_key(pass).await? }))
}

/// Replace the key to a seat
///
/// Possible before the game's first event.
#[utoipa::path(
    post, path = "/api/game/keys", security(("key" = [])), request_body = inline(Renewal),
    responses((status = 200, description = "The new key; it is not shown again.", body = inline(NewKey)), Refused, Conflict)
)]
async fn renew(Of(games): Of<Games>, Bearer(pass): Bearer, Body(body): Body<Renewal>) -> Answer<NewKey> {
    let seat = Seat::from_word(&body.seat).filter(|seat| *seat != Seat::Both);
    let seat = seat.ok_or_else(|| Error::malformed("`seat` must be `1`, `2` or `watch`"))?;
    let key = games.renew_key(pass, seat).await?;
    Ok(Json(NewKey { key: key.to_string() }))
}
