use entourage_registry::view::{PushSides, PushView};

use crate::api::prelude::*;
use crate::push::{MAX_KEYS, NewSubscription, Push};

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(read, keep)).routes(routes!(stop))
}

/// A browser's push subscription and the games that it covers.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PushWish {
    /// The push service's endpoint URL.
    #[schema(max_length = 1024)]
    endpoint: String,
    /// The public key `p256dh`, in base64url.
    #[schema(max_length = 128)]
    key: String,
    /// The secret `auth`, in base64url.
    #[schema(max_length = 32)]
    secret: String,
    /// The keys of the seats to send notifications for; replaces the previous list.
    #[schema(value_type = Vec<KeyText>, max_items = 64)]
    keys: Vec<String>,
}

/// A push subscription to remove.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PushStop {
    /// The push service's endpoint URL.
    endpoint: String,
}

/// Get the server's public key for push subscriptions
#[utoipa::path(
    get, path = "/api/push",
    responses((status = 200, description = "The application server key, if push notifications are available.", body = inline(PushView)))
)]
async fn read(Of(push): Of<Push>) -> Answer<PushView> {
    Ok(Json(push.offer()))
}

/// Subscribe to push notifications
///
/// Covers turns and results in the games that the keys open. With a session, also covers the account's games
/// and challenges, until the session ends.
#[utoipa::path(
    put, path = "/api/push", request_body = inline(PushWish),
    responses((status = 200, description = "For each key, the name by which notifications refer to its side.", body = inline(PushSides)), Refused)
)]
async fn keep(
    Of(push): Of<Push>,
    Of(accounts): Of<Accounts>,
    Locale { language, .. }: Locale,
    signed: Signed,
    Body(PushWish { endpoint, key, secret, keys }): Body<PushWish>,
) -> Answer<PushSides> {
    if keys.len() > MAX_KEYS {
        return Err(Error::malformed(format!("`keys` can have at most {MAX_KEYS} entries")));
    }
    let read = |text: &String| text.parse().map_err(|()| Error::malformed("a key has 26 letters and digits"));
    let keys = keys.iter().map(read).collect::<Result<Vec<Key>, _>>()?;
    let session = accounts.signed_in(signed.token).await?.map(|member| member.session.hash);
    let wish = NewSubscription { endpoint, key: &key, secret: &secret, language };
    Ok(Json(push.keep(wish, session, &keys).await?))
}

/// Unsubscribe from push notifications
#[utoipa::path(
    post, path = "/api/push/stop", request_body = inline(PushStop),
    responses((status = 200, description = "Unsubscribed.", body = Nothing))
)]
async fn stop(Of(push): Of<Push>, Body(PushStop { endpoint }): Body<PushStop>) -> Answer<Nothing> {
    push.forget(&endpoint).await?;
    Ok(Json(Nothing {}))
}
