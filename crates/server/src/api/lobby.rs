use entourage_record::schema::SideNumber;
use entourage_registry::view::{InvitationList, Met, SeekList, Wish, Wished};

use crate::api::prelude::*;
use crate::http::answers::NoKey;
use crate::seating::side_of;

const MOST_KEYS: usize = 64;

/// Ends the connection if the session it came by has ended or no longer opens the game; the page may come again with another.
pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list, wish))
        .routes(routes!(take))
        .routes(routes!(withdraw))
        .routes(routes!(met))
        .routes(routes!(challenges))
        .routes(routes!(list_invitations))
        .routes(routes!(take_invitation))
}

/// Asks for the game of a seek.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TakingSeek {
    /// The name of the seek.
    seek: String,
    /// A key that the client has drawn: whoever does not hear the answer asks again with it.
    #[schema(value_type = KeyText)]
    key: String,
}

/// Withdraws a seek, or declines it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Withdrawal {
    /// The key of its maker; without, whoever is signed in withdraws what is theirs, and declines what they are challenged to.
    #[serde(default)]
    #[schema(value_type = Option<KeyText>)]
    key: Option<String>,
}

/// Asks which seeks have become games.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Meeting {
    /// The keys of the seeks, which open the games.
    #[schema(value_type = Vec<KeyText>, max_items = 64)]
    keys: Vec<String>,
}

fn key_of(text: &str) -> Result<Key, Error> {
    text.parse().map_err(|()| Error::malformed("key: 26 letters and digits"))
}

/// Lists those who look for an opponent.
#[utoipa::path(
    get, path = "/api/seeks", params(ListPage),
    responses((status = 200, description = "A page of the list, the newest first.", body = SeekList), Malformed, Missing)
)]
async fn list(Of(games): Of<Games>, After(after): After) -> Answer<SeekList> {
    Ok(Json(games.list_seeks(after).await?))
}

/// Wishes a game: whoever waits for just that is the opponent at once; where nobody does, a seek waits.
#[utoipa::path(
    post, path = "/api/seeks", request_body = Wish,
    responses(
        (status = 200, description = "The game, which the key opens.", body = Wished),
        (status = 201, description = "A seek that waits; over the lobby's socket, or by its key, its maker hears that somebody has come.", body = Wished),
        Refused, Forbidden, Conflict
    )
)]
async fn wish(
    Of(accounts): Of<Accounts>,
    Of(games): Of<Games>,
    Known(account): Known,
    locale: Locale,
    listener: Listener,
    Body(wish): Body<Wish>,
) -> Result<(StatusCode, Json<Wished>), Error> {
    let key = key_of(&wish.key)?;
    let opponent = match &wish.opponent {
        Some(name) => Some(accounts.named(name).await?.ok_or(Error::NoOpponent)?),
        None => None,
    };
    let offering = listener.offer().await?;
    let made = games.wish_seek(wish, account, opponent, locale).await?;
    let seek = made.id.to_string();
    if !made.begun {
        offering.complete(made.id);
        return Ok((StatusCode::CREATED, Json(Wished { seek, state: None })));
    }
    let state = state_of(games.state(Pass::Key(key), locale).await?, locale.language);
    Ok((StatusCode::OK, Json(Wished { seek, state: Some(Box::new(state)) })))
}

/// Takes a seek, or accepts a challenge.
#[utoipa::path(
    post, path = "/api/seeks/take", request_body = inline(TakingSeek),
    responses((status = 200, description = "The game; sent again with the same key, it gets the same answer.", body = State), Refused, Forbidden, Missing, Conflict)
)]
async fn take(
    Of(games): Of<Games>,
    Known(account): Known,
    locale: Locale,
    Body(TakingSeek { seek, key }): Body<TakingSeek>,
) -> Answer<State> {
    let seek: GameId = seek.parse().map_err(|()| Error::Taken)?;
    let key = key_of(&key)?;
    games.take_seek(seek, key, account, locale).await?;
    Ok(Json(state_of(games.state(Pass::Key(key), locale).await?, locale.language)))
}

/// Tells which seeks have become games since their maker was there.
///
/// Whoever has the keys need not try each: a key opens nothing before somebody has come.
#[utoipa::path(
    post, path = "/api/seeks/met", request_body = inline(Meeting),
    responses((status = 200, description = "For each key whether it opens a game.", body = inline(Met)))
)]
async fn met(Of(games): Of<Games>, Body(Meeting { keys }): Body<Meeting>) -> Answer<Met> {
    if keys.len() > MOST_KEYS {
        return Err(Error::malformed(format!("keys: {MOST_KEYS} at most")));
    }
    let mut met = Vec::with_capacity(keys.len());
    for key in &keys {
        met.push(games.begun_seek(&key_of(key)?).await?.is_some());
    }
    Ok(Json(Met { met }))
}

/// Withdraws a seek, or declines a challenge.
#[utoipa::path(
    post, path = "/api/seeks/{seek}/withdrawal",
    params(("seek" = String, Path, description = "The name of the seek.")), request_body = inline(Withdrawal),
    responses((status = 200, description = "It is gone.", body = Nothing), Missing)
)]
async fn withdraw(
    Of(games): Of<Games>,
    Known(account): Known,
    Path(seek): Path<String>,
    Body(Withdrawal { key }): Body<Withdrawal>,
) -> Answer<Nothing> {
    let seek: GameId = seek.parse().map_err(|()| Error::NoSeek)?;
    let key = key.as_deref().map(key_of).transpose()?;
    games.withdraw_seek(seek, key, account).await?;
    Ok(Json(Nothing {}))
}

/// Lists the challenges that whoever is signed in has made, or is to answer.
#[utoipa::path(
    get, path = "/api/challenges",
    responses((status = 200, description = "The newest first.", body = SeekList), NoKey)
)]
async fn challenges(Of(games): Of<Games>, Known(account): Known) -> Answer<SeekList> {
    let account = account.ok_or(Error::SignedOut)?;
    Ok(Json(games.challenges(account).await?))
}

/// Asks for the free side of a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Taking {
    game: String,
    #[schema(value_type = SideNumber)]
    side: usize,
    /// A key that the client has drawn: whoever does not hear the answer asks again with it.
    #[schema(value_type = KeyText)]
    key: String,
}

/// Lists games whose free side anybody may take.
#[utoipa::path(
    get, path = "/api/invitations", params(ListPage),
    responses((status = 200, description = "A page of the list, the newest first.", body = inline(InvitationList)), Malformed, Missing)
)]
async fn list_invitations(Of(games): Of<Games>, After(after): After) -> Answer<InvitationList> {
    Ok(Json(games.list_invitations(after).await?))
}

/// Takes the free side of a game.
#[utoipa::path(
    post, path = "/api/invitations/take", request_body = inline(Taking),
    responses((status = 200, description = "The side is taken; sent again with the same key, it gets the same answer.", body = State), Forbidden, Missing, Conflict)
)]
async fn take_invitation(
    Of(games): Of<Games>,
    Known(account): Known,
    locale: Locale,
    Body(Taking { game, side, key }): Body<Taking>,
) -> Answer<State> {
    let game = game.parse().map_err(|()| Error::Taken)?;
    let key = key_of(&key)?;
    games.take_invitation(game, side_of(side)?, key, account).await?;
    Ok(Json(state_of(games.state(Pass::Key(key), locale).await?, locale.language)))
}
