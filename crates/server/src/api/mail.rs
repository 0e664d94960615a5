use entourage_registry::view::MailView;

use crate::api::prelude::*;
use crate::games::subscriptions::Wish;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(read, subscribe)).routes(routes!(confirm)).routes(routes!(stop))
}

/// Where the player of a side wants to be told; empty for nowhere.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// The address; empty for none any more.
    #[schema(max_length = 254)]
    address: String,
}

/// What a link in a message says.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Link {
    /// What the link in a message says.
    token: String,
}

/// Tells where the seat's player is told by e-mail.
#[utoipa::path(
    get, path = "/api/game/mail", security(("key" = [])),
    responses((status = 200, description = "Where, if anywhere.", body = inline(MailView)), Forbidden, Refused)
)]
async fn read(Of(games): Of<Games>, Bearer(pass): Bearer) -> Answer<MailView> {
    let offered = games.sends_mail();
    Ok(Json(match games.subscription_of(pass).await? {
        Some(known) => MailView { address: Some(known.address), confirmed: known.confirmed, offered },
        None => MailView { address: None, confirmed: false, offered },
    }))
}

/// Asks to be told by e-mail.
#[utoipa::path(
    post, path = "/api/game/mail", security(("key" = [])), request_body = inline(Wanted),
    responses((status = 200, description = "The address will be asked to confirm; nothing else is sent to it before.", body = Nothing), Refused)
)]
async fn subscribe(
    Of(games): Of<Games>,
    Locale { language, .. }: Locale,
    Extension(limiter): Extension<Arc<Limiter>>,
    Extension(visitor): Extension<Visitor>,
    Bearer(pass): Bearer,
    Body(Wanted { address }): Body<Wanted>,
) -> Answer<Nothing> {
    let wish = games.mail_wish(pass, &address, language).await?;
    if let Wish::News(_) = wish {
        limiter.take(visitor, Kind::Mails)?;
    }
    games.fulfil_mail_wish(pass, wish).await?;
    Ok(Json(Nothing {}))
}

/// Agrees to further messages.
#[utoipa::path(
    post, path = "/api/mail/confirm", request_body = inline(Link),
    responses((status = 200, description = "They will be sent.", body = Nothing), Missing)
)]
async fn confirm(Of(games): Of<Games>, Body(Link { token }): Body<Link>) -> Answer<Nothing> {
    games.confirm_mail(token.parse().map_err(|()| Error::NoGame)?).await?;
    Ok(Json(Nothing {}))
}

/// Stops messages.
#[utoipa::path(
    post, path = "/api/mail/stop", request_body = inline(Link),
    responses((status = 200, description = "None will be sent.", body = Nothing), Missing)
)]
async fn stop(Of(games): Of<Games>, Body(Link { token }): Body<Link>) -> Answer<Nothing> {
    games.stop_mail(token.parse().map_err(|()| Error::NoGame)?).await?;
    Ok(Json(Nothing {}))
}
