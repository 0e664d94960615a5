//! Game operations. Each has two paths: `bot` for bot accounts, and `board` for people who play with a tool.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT;
use entourage_registry::view::program::{ExportedGame, SaidLine};

use super::game_of;
use crate::api::extract::{Player, Shown, ToRead};
use crate::api::prelude::*;
use crate::bot_api::play::Act;
use crate::http::body::Fields;

pub(super) fn routes() -> OpenApiRouter<Services> {
    router!(play; abort; resign; draw; take_back; listen, say; export)
}

/// The game and the kind of account.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct GamePath {
    #[param(schema_with = faces)]
    #[serde(rename = "face")]
    _face: String,
    /// The game's ID.
    pub id: String,
}

/// A game and a yes-or-no answer.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct AnswerPath {
    #[param(schema_with = faces)]
    #[serde(rename = "face")]
    _face: String,
    /// The game's ID.
    id: String,
    #[param(schema_with = answers)]
    accept: String,
}

/// A game and a move.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct MovePath {
    #[param(schema_with = faces)]
    #[serde(rename = "face")]
    _face: String,
    /// The game's ID.
    id: String,
    /// The move in canonical notation.
    #[serde(rename = "move")]
    text: String,
}

/// The sequence number that the move's event should get.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MoveQuery {
    /// The `seq` of the last state received, so that a retried request does not play the move twice. If it is
    /// missing, the move is played as the next event.
    seq: Option<usize>,
    /// Whether to offer a draw with the move; if the opponent has offered a draw, it is agreed instead of moving.
    #[serde(rename = "offeringDraw", default)]
    offering_draw: bool,
}

/// A chat message.
#[derive(Deserialize, ToSchema)]
struct ChatRequest {
    /// `player`, the chat with the opponent, or `spectator`; there is no chat for spectators, so their messages are discarded.
    room: Option<String>,
    #[schema(max_length = 500)]
    text: String,
}

pub(super) fn faces() -> ObjectBuilder {
    one_of(["bot", "board"]).description(Some("`bot` for bot accounts, `board` for others."))
}

fn answers() -> ObjectBuilder {
    one_of(["yes", "no"]).description(Some("`yes` offers or accepts, `no` declines."))
}

fn yes(text: &str) -> Result<bool, Error> {
    match text {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(Error::malformed("`accept` must be `yes` or `no`")),
    }
}

/// Play a move
#[utoipa::path(
    post, path = "/api/{face}/game/{id}/move/{move}", params(MovePath, MoveQuery),
    security(("token" = ["bot:play", "board:play"])),
    responses((status = 200, description = "The move is played and stored.", body = Done), Malformed, Forbidden, Conflict, Refused)
)]
async fn play(
    Of(bot_api): Of<BotApi>,
    Player(owner): Player,
    locale: Locale,
    Path(MovePath { id, text, .. }): Path<MovePath>,
    QueryFields(MoveQuery { seq, offering_draw: draw }): QueryFields<MoveQuery>,
) -> Answer<Done> {
    bot_api.act(&owner, game_of(&id)?, Act::Move { text, seq, draw }, locale).await?;
    Ok(Json(Done::YES))
}

/// Declares routes for game actions, each with a path, handler, path parameters, response description, possible
/// errors and action.
macro_rules! acts {
    ($(
        $(#[doc = $doc:tt])*
        post $path:tt $name:ident($id:ident: $params:ident $fields:tt) $said:tt [$($error:ident),*] => $act:expr;
    )*) => {$(
        $(#[doc = $doc])*
        #[utoipa::path(
            post, path = $path, params($params), security(("token" = ["bot:play", "board:play"])),
            responses((status = 200, description = $said, body = Done), $($error),*)
        )]
        async fn $name(
            Of(bot_api): Of<BotApi>,
            Player(owner): Player,
            locale: Locale,
            Path($params $fields): Path<$params>,
        ) -> Answer<Done> {
            bot_api.act(&owner, game_of(&$id)?, $act, locale).await?;
            Ok(Json(Done::YES))
        }
    )*};
}

acts! {
    /// Abort a game
    ///
    /// Possible before the second move.
    post "/api/{face}/game/{id}/abort" abort(id: GamePath { id, .. })
    "The game is aborted." [Forbidden, Conflict, Refused] => Act::Abort;

    /// Resign a game
    post "/api/{face}/game/{id}/resign" resign(id: GamePath { id, .. })
    "You have resigned." [Forbidden, Conflict, Refused] => Act::Resign;

    /// Offer, accept or decline a draw
    post "/api/{face}/game/{id}/draw/{accept}" draw(id: AnswerPath { id, accept, .. })
    "The offer is made, accepted or declined." [Malformed, Forbidden, Conflict, Refused] => Act::Draw(yes(&accept)?);

    /// Offer, accept or decline a take-back
    post "/api/{face}/game/{id}/takeback/{accept}" take_back(id: AnswerPath { id, accept, .. })
    "The offer is made, accepted or declined." [Malformed, Forbidden, Conflict, Refused] => Act::Takeback(yes(&accept)?);
}

/// List chat messages
#[utoipa::path(
    get, path = "/api/{face}/game/{id}/chat", params(GamePath), security(("token" = ["bot:play", "board:play"])),
    responses((status = 200, description = "All messages, oldest first.", body = Vec<SaidLine>), Forbidden, Refused)
)]
async fn listen(
    Of(bot_api): Of<BotApi>,
    Player(owner): Player,
    Path(GamePath { id, .. }): Path<GamePath>,
) -> Answer<Vec<SaidLine>> {
    Ok(Json(bot_api.said(&owner, game_of(&id)?).await?))
}

/// Send a chat message
#[utoipa::path(
    post, path = "/api/{face}/game/{id}/chat", params(GamePath), security(("token" = ["bot:play", "board:play"])),
    request_body(content((ChatRequest = "application/json"), (ChatRequest = "application/x-www-form-urlencoded"))),
    responses((status = 200, description = "The message is sent.", body = Done), Refused)
)]
async fn say(
    Of(bot_api): Of<BotApi>,
    Player(owner): Player,
    Path(GamePath { id, .. }): Path<GamePath>,
    Fields(ChatRequest { room, text }): Fields<ChatRequest>,
) -> Answer<Done> {
    match room.as_deref() {
        None | Some("player") => bot_api.say(&owner, game_of(&id)?, text).await?,
        Some("spectator") => bot_api.expect_player(&owner, game_of(&id)?).await?,
        Some(_) => return Err(Error::malformed("`room` must be `player` or `spectator`")),
    }
    Ok(Json(Done::YES))
}

/// Export a game as JSON or PGN
///
/// Your own games require a token; public games do not.
#[utoipa::path(
    get, path = "/game/export/{id}", params(("id" = String, Path, description = "The game's ID.")),
    security((), ("token" = ["games:read"])),
    responses(
        (status = 200, description = "The game as JSON, or as PGN if the first media type in `Accept` ends with `-pgn`.", content(
            (ExportedGame = "application/json"),
            (String = "text/plain")
        )),
        Forbidden, Missing
    )
)]
async fn export(
    Of(bot_api): Of<BotApi>,
    Shown(owner): Shown,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    if let Some(owner) = &owner {
        Program::<ToRead>::allowed(owner)?;
    }
    let game = game_of(&id).map_err(|_| Error::NoGame)?;
    let game = bot_api.export(owner.as_ref(), game).await?;
    // There are several PGN media types; the response repeats the requested one.
    let asked = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or("");
    let first = asked.split([',', ';']).next().unwrap_or("").trim();
    Ok(match first.ends_with("-pgn") {
        true => ([(CONTENT_TYPE, first)], game.pgn).into_response(),
        false => Json(game).into_response(),
    })
}
