use entourage_registry::view::MailView;

use crate::api::prelude::*;
use crate::games::subscriptions::Wish;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(read, subscribe)).routes(routes!(confirm)).routes(routes!(stop))
}

/// An e-mail address for notifications about the game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// The address; empty to unsubscribe.
    #[schema(max_length = 254)]
    address: String,
}

/// The token from a link in an e-mail.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Link {
    token: String,
}

/// Get the e-mail subscription
#[utoipa::path(
    get, path = "/api/game/mail", security(("key" = [])),
    responses((status = 200, description = "The address, if any.", body = inline(MailView)), Forbidden, Refused)
)]
async fn read(Of(games): Of<Games>, Bearer(pass): Bearer) -> Answer<MailView> {
    let offered = games.sends_mail();
    Ok(Json(match games.subscription_of(pass).await? {
        Some(known) => MailView { address: Some(known.address), confirmed: known.confirmed, offered },
        None => MailView { address: None, confirmed: false, offered },
    }))
}

/// Subscribe to e-mail notifications
#[utoipa::path(
    post, path = "/api/game/mail", security(("key" = [])), request_body = inline(Wanted),
    responses((status = 200, description = "A confirmation request is sent; notifications start once it is accepted.", body = Nothing), Refused)
)]
async fn subscribe(
    Of(games): Of<Games>,
    Locale { language, .. }: Locale,
    Extension(limiter): Extension<Arc<Limiter>>,
    Extension(client_addr): Extension<ClientAddr>,
    Bearer(pass): Bearer,
    Body(Wanted { address }): Body<Wanted>,
) -> Answer<Nothing> {
    let wish = games.mail_wish(pass, &address, language).await?;
    if let Wish::News(_) = wish {
        limiter.take(client_addr, Kind::Mails)?;
    }
    games.fulfil_mail_wish(pass, wish).await?;
    Ok(Json(Nothing {}))
}

/// Confirm an e-mail subscription
#[utoipa::path(
    post, path = "/api/mail/confirm", request_body = inline(Link),
    responses((status = 200, description = "Subscribed.", body = Nothing), Missing)
)]
async fn confirm(Of(games): Of<Games>, Body(Link { token }): Body<Link>) -> Answer<Nothing> {
    games.confirm_mail(token.parse().map_err(|()| Error::NoGame)?).await?;
    Ok(Json(Nothing {}))
}

/// Unsubscribe from e-mail notifications
#[utoipa::path(
    post, path = "/api/mail/stop", request_body = inline(Link),
    responses((status = 200, description = "Unsubscribed.", body = Nothing), Missing)
)]
async fn stop(Of(games): Of<Games>, Body(Link { token }): Body<Link>) -> Answer<Nothing> {
    games.stop_mail(token.parse().map_err(|()| Error::NoGame)?).await?;
    Ok(Json(Nothing {}))
}
