//! Messages by e-mail, where the server has somewhere to send them: who wants them, and no longer.

use std::sync::Arc;

use axum::extract::State as Shared;
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use entourage_kernel::{Language, Side};
use entourage_store::{Access, MailToken, QuestionLimits, Seat, Subscribed, Subscription};
use lettre::Address;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::bearer::Bearer;
use crate::body::Body;
use crate::failure::Failure;
use crate::limiter::{Kind, Limiter, Visitor};
use crate::negotiate::Locale;
use crate::tables::{Tables, failed};
use crate::talk_failure::TalkFailure;

/// The most bytes of an address (RFC 5321).
const LONGEST: usize = 254;
/// How often an address is asked whether it wants messages: three times a day, whoever wants it.
const QUESTIONS: QuestionLimits = QuestionLimits { most: 3, span: 24 * 60 * 60 * 1000 };

/// Routes what concerns messages.
pub(crate) fn routes() -> Router<Arc<Tables>> {
    Router::new()
        .route("/api/game/mail", get(read).post(subscribe))
        .route("/api/mail/confirm", post(confirm))
        .route("/api/mail/stop", post(stop))
}

/// Where the player of a side wants to be told; empty for nowhere.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    address: String,
}

/// What a link in a message says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Link {
    token: String,
}

async fn read(Shared(tables): Shared<Arc<Tables>>, Bearer(key): Bearer) -> Result<Json<Value>, Failure> {
    let access = tables.access(key).await?;
    let side = own_side(access)?;
    let known = match tables.post().is_open() {
        true => tables.store().subscription(access.game, side).await.map_err(failed)?,
        false => None,
    };
    Ok(Json(match known {
        Some(known) => json!({ "offered": true, "address": known.address, "confirmed": known.confirmed }),
        None => json!({ "offered": tables.post().is_open(), "address": null, "confirmed": false }),
    }))
}

async fn subscribe(
    Shared(tables): Shared<Arc<Tables>>,
    Locale { language, .. }: Locale,
    Extension(limiter): Extension<Arc<Limiter>>,
    Extension(visitor): Extension<Visitor>,
    Bearer(key): Bearer,
    Body(Wish { address }): Body<Wish>,
) -> Result<Json<Value>, Failure> {
    let access = tables.access(key).await?;
    let side = own_side(access)?;
    if !tables.post().is_open() {
        return Err(Failure::NoMail);
    }
    if address.is_empty() {
        if let Some(known) = tables.store().subscription(access.game, side).await.map_err(failed)? {
            tables.store().unsubscribe(known.token).await.map_err(failed)?;
        }
        return Ok(Json(json!({})));
    }
    let address = check(&address)?;
    limiter.take(visitor, Kind::Mails)?;
    let subscription = new(access, side, address, language, tables.now())?;
    match tables.store().subscribe(&subscription, QUESTIONS).await.map_err(failed)? {
        Subscribed::Asked => {
            // A key that was replaced meanwhile is not told on behalf of the new one.
            if let Err(failure) = tables.access(key).await {
                tables.store().unsubscribe(subscription.token).await.map_err(failed)?;
                return Err(failure);
            }
            tables.post().wake();
        }
        Subscribed::Known => {}
        Subscribed::TooOften => return Err(TalkFailure::TooFast.into()),
    }
    Ok(Json(json!({})))
}

fn new(
    Access { game, .. }: Access,
    side: Side,
    address: String,
    language: Language,
    at: i64,
) -> Result<Subscription, Failure> {
    let token = MailToken::random().map_err(|_| Failure::Unavailable)?;
    let told = String::new();
    Ok(Subscription { game, side, address, language, token, confirmed: false, told, tries: 0, news: 0, at })
}

async fn confirm(
    Shared(tables): Shared<Arc<Tables>>,
    Body(Link { token }): Body<Link>,
) -> Result<Json<Value>, Failure> {
    let token = token.parse().map_err(|()| Failure::NoGame)?;
    tables.store().confirm(token, tables.now()).await.map_err(failed)?;
    tables.post().wake();
    Ok(Json(json!({})))
}

async fn stop(
    Shared(tables): Shared<Arc<Tables>>,
    Body(Link { token }): Body<Link>,
) -> Result<Json<Value>, Failure> {
    let token = token.parse().map_err(|()| Failure::NoGame)?;
    tables.store().unsubscribe(token).await.map_err(failed)?;
    Ok(Json(json!({})))
}

/// Returns the side that a key plays, and nothing else.
fn own_side(access: Access) -> Result<Side, Failure> {
    match access.seat {
        Seat::Side(side) => Ok(side),
        Seat::Both => Err(TalkFailure::Alone.into()),
        Seat::Watch => Err(Failure::Watching),
    }
}

/// Checks an address and returns it as it is kept: in ASCII, with a domain of small letters.
fn check(text: &str) -> Result<String, Failure> {
    if text.len() > LONGEST || !text.is_ascii() || text.contains(|c: char| c.is_ascii_control() || c == ' ') {
        return Err(Failure::Address);
    }
    let address: Address = text.parse().map_err(|_| Failure::Address)?;
    if address.domain().starts_with('[') {
        return Err(Failure::Address);
    }
    Ok(format!("{}@{}", address.user(), address.domain().to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_bounded_and_carry_nothing_else() {
        assert_eq!(check("Ada.L+x@Example.ORG").unwrap(), "Ada.L+x@example.org");
        for bad in [
            "",
            "ada",
            "@example.org",
            "ada@",
            "ada@example.org\r\nBcc: eve@example.org",
            "ada@example.org, eve@example.org",
            "Ada <ada@example.org>",
            "ada @example.org",
            "ada@[127.0.0.1]",
            "ada@exa mple.org",
            "ada\u{0}@example.org",
            "é@example.org",
            &format!("{}@example.org", "a".repeat(300)),
        ] {
            assert!(check(bad).is_err(), "{bad:?}");
        }
    }
}
