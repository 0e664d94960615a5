use entourage_registry::view::{PushSides, PushView};

use crate::api::prelude::*;
use crate::push::{MOST_KEYS, Push, Wish};

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(read, keep)).routes(routes!(stop))
}

/// Says where a browser is told, as its push service said, and of what.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PushWish {
    /// Where messages for it are handed over.
    #[schema(max_length = 1024)]
    endpoint: String,
    /// Its public key `p256dh`, in base64url.
    #[schema(max_length = 128)]
    key: String,
    /// Its secret `auth`, in base64url.
    #[schema(max_length = 32)]
    secret: String,
    /// The keys of the sides that it is to be told of; of all others it is told no more.
    #[schema(value_type = Vec<KeyText>, max_items = 64)]
    keys: Vec<String>,
}

/// Says which browser is meant.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PushStop {
    /// Where messages for it are handed over.
    endpoint: String,
}

/// Tells whether browsers are told what happens while nobody looks.
#[utoipa::path(
    get, path = "/api/push",
    responses((status = 200, description = "The key that a browser is to expect messages from, if any are sent.", body = inline(PushView)))
)]
async fn read(Of(push): Of<Push>) -> Answer<PushView> {
    Ok(Json(push.offer()))
}

/// Has a browser be told of turns, ends of games and challenges.
///
/// It is told of the sides that the keys open. Under a session it is told of all games of its account, too, and of challenges, until the
/// session ends.
#[utoipa::path(
    put, path = "/api/push", request_body = inline(PushWish),
    responses((status = 200, description = "How messages name the sides, one for each key.", body = inline(PushSides)), Refused)
)]
async fn keep(
    Of(push): Of<Push>,
    Of(accounts): Of<Accounts>,
    Locale { language, .. }: Locale,
    signed: Signed,
    Body(PushWish { endpoint, key, secret, keys }): Body<PushWish>,
) -> Answer<PushSides> {
    if keys.len() > MOST_KEYS {
        return Err(Error::malformed(format!("keys: {MOST_KEYS} at most")));
    }
    let read = |text: &String| text.parse().map_err(|()| Error::malformed("keys: 26 letters and digits each"));
    let keys = keys.iter().map(read).collect::<Result<Vec<Key>, _>>()?;
    let session = match accounts.member(signed.token).await {
        Ok(member) => Some(member.session.hash),
        Err(Error::SignedOut) => None,
        Err(error) => return Err(error),
    };
    let wish = Wish { endpoint, key: &key, secret: &secret, language };
    Ok(Json(push.keep(wish, session, &keys).await?))
}

/// Tells a browser nothing more.
#[utoipa::path(
    post, path = "/api/push/stop", request_body = inline(PushStop),
    responses((status = 200, description = "It is not told.", body = Nothing))
)]
async fn stop(Of(push): Of<Push>, Body(PushStop { endpoint }): Body<PushStop>) -> Answer<Nothing> {
    push.forget(&endpoint).await?;
    Ok(Json(Nothing {}))
}
