//! The errors of the OpenAPI description, each with a name.

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
    Malformed = "400": "`malformed`: the request is not what is described here.";
    NoKey = "401": "`no-key`: the request has no key. `bad-key`: what it has is none. `signed-out`: nobody is signed in. `bad-token`: the token opens nothing.";
    Forbidden = "403":
        "`watching`, `turn`, `other-side`, `agreement`, `not-host`, `not-author`: the key does not allow it. `guest`: it is for those who are signed in. `oneself`: nobody plays against themselves. `challenge`, `range`: it is for somebody else. `muted`, `banned`: those who keep order do not allow it. `blocked`: the other wants nothing to do with whoever asks. `role`, `rank`: it is for those who keep more order. `credentials`: what was shown opens no account. `prove`: it is to be shown once more who is signed in. `origin`: another site's page asks. `scope`: the token does not allow it. `bot`, `not-bot`: it is for people, or for bots.";
    Missing = "404":
        "`no-game`, `no-definition`: the key or name opens nothing. `unknown`: there is no such thing of theirs. `no-person`, `no-complaint`: there is none. `no-page`: the server was built without its page.";
    Conflict = "409":
        "`conflict`: the game went on otherwise, as `state` says. `asked`: the other wishes it, too. `stale`: something else is kept by now than what was read, as `error` says. `committed`, `taken`, `begun`, `no-rematch`: it is too late, or too early. `name-taken`: somebody has the name, or one that looks like it. `last-way`: it is the only way in. `changed`: the account was changed meanwhile. `unrestrained`: what is to be lifted does not stand. `played`: the account has played already.";
    TooLarge = "413": "`too-large`: the request is too large.";
    MediaType = "415": "`media-type`: the body is not declared as JSON.";
    Misdirected = "421": "`host`: the request is for another name than the server's.";
    Refused = "422":
        "The rules or the state of the game forbid it, or a text cannot be read; the code says which.";
    Limited = "429": "`limited`: the address asks too much. `attempts`: a name was tried too often. `invitations`: it offers as many games to anybody as it may. `too-fast`: much was said in a short time. `allowance`: the account has done so as often as it may in an hour. `streams`: it has as many streams open as one may.";
    Broken = "500": "`damaged`, `internal`: the server has an error.";
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
    let header = header.description(Some("In how many seconds to try again.")).build();
    refusal.header("Retry-After", header).build()
}
