//! Game events, each stored durably before it is acknowledged.

use std::borrow::Cow;

use entourage_record::schema::{Digest, SideNumber};
use entourage_record::{Event, Offer, Salt, Verdict};
use entourage_registry::view::Delta;
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Schema, Type};

use crate::api::prelude::*;
use crate::loaded_game::MAX_EVENTS;
use crate::seating::side_of;

const STORED: &str = "The event is stored. A repeated request gets the same response.";

pub(super) struct EventNumber;

impl PartialSchema for EventNumber {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(0))
            .maximum(Some(MAX_EVENTS))
            .description(Some("The expected number of the event, counted from 0."))
            .build()
            .into()
    }
}

impl ToSchema for EventNumber {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Seq")
    }
}

/// A move to play.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Move {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[serde(rename = "move")]
    /// The move in canonical notation.
    text: String,
}

/// A manual move: steps that move, place or remove pieces, which the rules need not allow.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ManualMove {
    #[schema(value_type = EventNumber)]
    seq: usize,
    /// The steps of the move, such as `Pe7-e8;Q-e8`, or `pass`.
    #[schema(max_length = 1024)]
    turn: String,
}

/// The number of plies to take back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TakeBack {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(minimum = 1, maximum = 4096)]
    plies: u32,
}

/// The side that acts.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SideAction {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(value_type = SideNumber)]
    side: usize,
}

/// An offer to the opponent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OfferRequest {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(value_type = SideNumber)]
    side: usize,
    offer: Offer,
}

/// Agreement to the opponent's offer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Agreement {
    #[schema(value_type = EventNumber)]
    seq: usize,
}

/// A vacation that begins now.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct VacationRequest {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(value_type = SideNumber)]
    side: usize,
    #[schema(minimum = 1, maximum = 366)]
    days: u32,
}

/// A vacation that begins later.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ScheduledVacation {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(value_type = SideNumber)]
    side: usize,
    #[schema(minimum = 1, maximum = 366)]
    days: u32,
    /// The start of the vacation in server time, in milliseconds like the clock's `now`; at most 90 days ahead.
    from: i64,
}

/// A side's setup.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SetupRequest {
    #[schema(value_type = SideNumber)]
    side: usize,
    /// The setup in the game's notation.
    setup: String,
    /// The salt of a secret setup's commitment; if missing, the server generates one.
    #[schema(value_type = Option<Digest>)]
    salt: Option<Salt>,
}

/// Declares a route for each kind of event: path, handler, request body, and the event to build from the body.
macro_rules! events {
    ($($(#[doc = $doc:tt])* post $path:tt $name:ident($body:ident $fields:tt) => $event:expr;)*) => {
        pub(super) fn routes() -> OpenApiRouter<Services> {
            OpenApiRouter::new()$(.routes(routes!($name)))*.routes(routes!(set_up))
        }

        $(
            $(#[doc = $doc])*
            #[utoipa::path(
                post, path = $path, security(("key" = [])), request_body = inline($body),
                responses((status = 200, description = STORED, body = Delta), Conflict, Refused)
            )]
            async fn $name(
                Of(games): Of<Games>,
                locale: Locale,
                Bearer(pass): Bearer,
                Body(body): Body<$body>,
            ) -> Answer<Delta> {
                let seq = body.seq;
                let $body $fields = body;
                Ok(Json(games.change(pass, Some(seq), $event, locale).await?))
            }
        )*
    };
}

events! {
    /// Play a move
    post "/api/game/moves" play(Move { text, .. }) => Event::Move { text };

    /// Make a manual move
    ///
    /// Needed for illegal moves if rule enforcement is set to warnings, and for every move if it is off.
    post "/api/game/turn" turn(ManualMove { turn, .. }) => Event::Turn { text: turn };

    /// Protest against the opponent's last manual move
    ///
    /// Possible if rule enforcement is off. If the move is illegal, it is taken back.
    // The verdict is filled in when the event is added.
    post "/api/game/protest" protest(SideAction { side, .. }) =>
        Event::Protest { side: side_of(side)?, verdict: Verdict::Rejected };

    /// Take back plies
    ///
    /// Requires the opponent's offer, unless one key plays both sides.
    post "/api/game/takeback" take_back(TakeBack { plies, .. }) => Event::Takeback { plies };

    /// Resign
    post "/api/game/resign" resign(SideAction { side, .. }) => Event::Resign { side: side_of(side)? };

    /// Make an offer
    post "/api/game/offer" offer(OfferRequest { side, offer, .. }) => Event::Offer { side: side_of(side)?, offer };

    /// Decline the opponent's offer or withdraw your own
    post "/api/game/decline" decline(SideAction { side, .. }) => Event::Decline { side: side_of(side)? };

    /// Agree to a draw
    post "/api/game/draw" draw(Agreement { .. }) => Event::Draw {};

    /// Abort the game
    ///
    /// Possible before the second move.
    post "/api/game/abort" abort(SideAction { side, .. }) => Event::Abort { side: side_of(side)? };

    /// Agree to a rematch
    post "/api/game/rematch" rematch(Agreement { .. }) => Event::Rematch {};

    /// Go on vacation
    post "/api/game/vacation" vacation(VacationRequest { side, days, .. }) => Event::Vacation { side: side_of(side)?, days };

    /// Schedule a vacation
    ///
    /// It begins automatically, whichever side is to move.
    post "/api/game/announce" announce(ScheduledVacation { side, days, from, .. }) =>
        Event::Announce { side: side_of(side)?, days, from };

    /// Cancel a scheduled vacation
    post "/api/game/stay" stay(SideAction { side, .. }) => Event::Stay { side: side_of(side)? };

    /// Give the opponent time
    ///
    /// Adds 15 seconds in a real-time game, a day in a correspondence game. `side` is the side that gives the time.
    post "/api/game/give" give(SideAction { side, .. }) => Event::Give { side: side_of(side)? };

    /// Agree to pause the game
    ///
    /// Both clocks stop until both sides agree to resume, for at most 14 days.
    post "/api/game/pause" pause(Agreement { .. }) => Event::Pause {};

    /// Agree to resume the game
    post "/api/game/resume" resume(Agreement { .. }) => Event::Resume {};
}

/// Submit a setup
///
/// A repeated request with the same setup gets the same response. For a secret setup, a commitment is published.
#[utoipa::path(
    post, path = "/api/game/setup", security(("key" = [])), request_body = inline(SetupRequest),
    responses((status = 200, description = STORED, body = Delta), Conflict, Refused)
)]
async fn set_up(
    Of(games): Of<Games>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(SetupRequest { side, setup, salt }): Body<SetupRequest>,
) -> Answer<Delta> {
    let event = Event::Setup { side: side_of(side)?, setup, salt, commitment: None };
    Ok(Json(games.change(pass, None, event, locale).await?))
}
