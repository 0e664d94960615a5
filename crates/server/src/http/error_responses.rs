//! Named error responses for the OpenAPI description.

use std::collections::BTreeMap;

use entourage_view::FailureBody;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

macro_rules! refusals {
    ($($name:ident = $status:literal: $description:literal;)*) => {
        $(
            #[doc = $description]
            pub(crate) struct $name;

            impl $name {
                pub fn promise() -> (&'static str, Ref) {
                    ($status, Ref::from_response_name(stringify!($name)))
                }
            }

            impl IntoResponses for $name {
                fn responses() -> BTreeMap<String, RefOr<Response>> {
                    let (status, promise) = Self::promise();
                    BTreeMap::from([(status.to_owned(), RefOr::Ref(promise))])
                }
            }
        )*

        pub(crate) fn all() -> Vec<(&'static str, Response)> {
            vec![$((stringify!($name), refusal($status, $description))),*]
        }
    };
}

refusals! {
    Malformed = "400": "`malformed`: the request does not match this description.";
    NoKey = "401": "`no-key`: the request has no key. `bad-key`: the key is not valid. `signed-out`: not signed in. `bad-token`: the token is invalid or revoked.";
    Forbidden = "403":
        "`watching`, `turn`, `other-side`, `agreement`, `not-host`, `not-author`: the key does not allow this. `guest`: requires an account. `oneself`: you cannot play against yourself. `challenge`, `range`: this is open only to other players. `muted`, `banned`: a moderator has sanctioned the account. `blocked`: the other player has blocked you. `role`, `rank`: requires a higher role. `credentials`: wrong name or password. `prove`: requires a recent confirmation of your identity. `origin`: the request comes from another site. `scope`: the token lacks the required scope. `study-role`: your role in the study does not allow this. `comment-author`: the comment is another user's. `bot`: not allowed for bots. `not-bot`: allowed only for bots.";
    Missing = "404":
        "`no-game`, `no-definition`, `no-study`, `no-puzzle`: not found. `unknown`: the seek, tournament or item of your account was not found. `link`: the link was already used or has expired. `no-person`, `no-complaint`: no such player or report. `no-page`: the server was built without the website.";
    Conflict = "409":
        "`conflict`: the game has changed; `state` is its current state. `asked`: the opponent also wants the game deleted; set `agree` to confirm. `stale`: the stored text has changed since it was read; `error` contains the current one. `committed`, `taken`, `begun`, `no-rematch`: it is too late or too early for this. `name-taken`: the name, or one that looks like it, is taken. `last-way`: the only way to sign in cannot be removed. `changed`: the account or tournament has changed. `unrestrained`: the account has no such sanction. `played`: the account has already played. `no-chapter`, `no-node`, `edit-taken`, `same-move`, `study-rules`: the edit cannot be applied to the study as it is now.";
    TooLarge = "413": "`too-large`: the request is too large.";
    MediaType = "415": "`media-type`: the `Content-Type` is not JSON.";
    Misdirected = "421": "`host`: the server does not serve this host name.";
    Refused = "422":
        "The rules or the state of the game do not allow this, or part of the request cannot be parsed; see the error code.";
    Limited = "429": "`limited`: too many requests from this address. `attempts`: too many sign-in attempts for this name. `invitations`: too many open games from this address. `too-fast`: too many messages in a short time. `allowance`: the account's hourly allowance is used up. `streams`: the account has too many open streams.";
    Broken = "500": "`damaged`, `internal`: a server error.";
    Unavailable = "503": "`unavailable`, `slow`, `busy`, `full`: try again later.";
}

fn refusal(status: &str, description: &str) -> Response {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name(FailureBody::name()))).build();
    let refusal = ResponseBuilder::new().description(description).content("application/json", body);
    if status != Limited::promise().0 {
        return refusal.build();
    }
    let seconds = ObjectBuilder::new().schema_type(Type::Integer).build();
    let header = HeaderBuilder::new().schema(seconds);
    let header = header.description(Some("Seconds until you can try again.")).build();
    refusal.header("Retry-After", header).build()
}
