//! Events: what players do in a game and about their clocks, each durable before it is acknowledged.

use std::borrow::Cow;

use entourage_record::schema::{Digest, SideNumber};
use entourage_record::{Event, Offer, Salt, Verdict};
use entourage_registry::view::Delta;
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Schema, Type};

use crate::api::prelude::*;
use crate::game_in_use::MOST_EVENTS;
use crate::seating::side_of;

const STORED: &str = "The event is stored; sent again, it gets the same answer.";

pub(super) struct EventNumber;

impl PartialSchema for EventNumber {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(0))
            .maximum(Some(MOST_EVENTS))
            .description(Some("The number that the event is to get; the first is 0."))
            .build()
            .into()
    }
}

impl ToSchema for EventNumber {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Seq")
    }
}

/// A move that is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Move {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[serde(rename = "move")]
    /// The move in canonical form.
    text: String,
}

/// A manual move that is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ByHand {
    #[schema(value_type = EventNumber)]
    seq: usize,
    /// Its legs in one word, such as `Pe7-e8;Q-e8`, or `pass`.
    #[schema(max_length = 1024)]
    turn: String,
}

/// A take-back that is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TakeBack {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(minimum = 1, maximum = 4096)]
    plies: u32,
}

/// What a side does, which is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Word {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(value_type = SideNumber)]
    side: usize,
}

/// A proposal that is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Proposes {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(value_type = SideNumber)]
    side: usize,
    offer: Offer,
}

/// An agreement that is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Agrees {
    #[schema(value_type = EventNumber)]
    seq: usize,
}

/// A vacation that is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Rests {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(value_type = SideNumber)]
    side: usize,
    #[schema(minimum = 1, maximum = 366)]
    days: u32,
}

/// A vacation ahead whose announcement is to be the event number `seq`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Announces {
    #[schema(value_type = EventNumber)]
    seq: usize,
    #[schema(value_type = SideNumber)]
    side: usize,
    #[schema(minimum = 1, maximum = 366)]
    days: u32,
    /// When it begins, at most 90 days ahead, by the server's time as `now` of the clocks has it, in milliseconds.
    from: i64,
}

/// A side's choice for the start.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SetUp {
    #[schema(value_type = SideNumber)]
    side: usize,
    /// The choice in its game's words.
    setup: String,
    /// What hides a secret choice behind its commitment; the server draws one where there is none.
    #[serde(default)]
    #[schema(value_type = Option<Digest>)]
    salt: Option<Salt>,
}

/// Declares routes that add an event: the address, the handler, the body, and the event made of it.
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
    /// Plays a move.
    post "/api/game/moves" play(Move { text, .. }) => Event::Move { text };

    /// Makes a manual move.
    ///
    /// In games with warnings what the rules refuse, in free games every turn.
    post "/api/game/turn" turn(ByHand { turn, .. }) => Event::Turn { text: turn };

    /// Has the rules judge the other side's last manual move.
    ///
    /// In free games. A turn that the rules refuse goes back to its player.
    // The verdict is found where the game is.
    post "/api/game/protest" protest(Word { side, .. }) =>
        Event::Protest { side: side_of(side)?, verdict: Verdict::Rejected };

    /// Takes plies back.
    ///
    /// Needs the other side's standing offer, unless one key plays both sides.
    post "/api/game/takeback" take_back(TakeBack { plies, .. }) => Event::Takeback { plies };

    /// Resigns.
    post "/api/game/resign" resign(Word { side, .. }) => Event::Resign { side: side_of(side)? };

    /// Proposes something.
    post "/api/game/offer" offer(Proposes { side, offer, .. }) => Event::Offer { side: side_of(side)?, offer };

    /// Declines what the other side proposes, or withdraws what one's own did.
    post "/api/game/decline" decline(Word { side, .. }) => Event::Decline { side: side_of(side)? };

    /// Agrees on a draw.
    post "/api/game/draw" draw(Agrees { .. }) => Event::Draw {};

    /// Ends the game before its second move.
    post "/api/game/abort" abort(Word { side, .. }) => Event::Abort { side: side_of(side)? };

    /// Agrees to play again.
    post "/api/game/rematch" rematch(Agrees { .. }) => Event::Rematch {};

    /// Goes on vacation.
    post "/api/game/vacation" vacation(Rests { side, days, .. }) => Event::Vacation { side: side_of(side)?, days };

    /// Announces a vacation.
    ///
    /// It begins by itself, whoever is to move then.
    post "/api/game/announce" announce(Announces { side, days, from, .. }) =>
        Event::Announce { side: side_of(side)?, days, from };

    /// Takes back the vacation that a side has announced, before it begins.
    post "/api/game/stay" stay(Word { side, .. }) => Event::Stay { side: side_of(side)? };

    /// Gives the other side time.
    ///
    /// 15 seconds in a live game, a day in a correspondence game; `side` is the one that gives.
    post "/api/game/give" give(Word { side, .. }) => Event::Give { side: side_of(side)? };

    /// Agrees to pause.
    ///
    /// Both clocks stop until both sides agree to go on, for 14 days at the most.
    post "/api/game/pause" pause(Agrees { .. }) => Event::Pause {};

    /// Agrees to go on after a pause.
    post "/api/game/resume" resume(Agrees { .. }) => Event::Resume {};
}

/// Commits a side's choice for the start.
///
/// Sent again, the same choice gets the first answer. A secret choice is bound by a commitment.
#[utoipa::path(
    post, path = "/api/game/setup", security(("key" = [])), request_body = inline(SetUp),
    responses((status = 200, description = STORED, body = Delta), Conflict, Refused)
)]
async fn set_up(
    Of(games): Of<Games>,
    locale: Locale,
    Bearer(pass): Bearer,
    Body(SetUp { side, setup, salt }): Body<SetUp>,
) -> Answer<Delta> {
    let event = Event::Setup { side: side_of(side)?, setup, salt, commitment: None };
    Ok(Json(games.change(pass, None, event, locale).await?))
}
