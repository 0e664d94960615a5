//! Each operation has two addresses: `bot` for bots, and `board` for people who use a program.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT;
use entourage_registry::view::program::{ExportedGame, SaidLine};

use super::game_of;
use crate::api::extract::{Player, Shown, ToRead};
use crate::api::prelude::*;
use crate::http::body::Fields;
use crate::programs::play::Act;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(play))
        .routes(routes!(abort))
        .routes(routes!(resign))
        .routes(routes!(draw))
        .routes(routes!(take_back))
        .routes(routes!(listen, say))
        .routes(routes!(export))
}

/// Which face of the interface is asked, and of which game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct GamePath {
    #[param(schema_with = faces)]
    #[serde(rename = "face")]
    _face: String,
    /// The game.
    pub id: String,
}

/// The same, and an answer.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct Answered {
    #[param(schema_with = faces)]
    #[serde(rename = "face")]
    _face: String,
    /// The game.
    id: String,
    #[param(schema_with = answers)]
    accept: String,
}

/// The same, and a move.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct Moving {
    #[param(schema_with = faces)]
    #[serde(rename = "face")]
    _face: String,
    /// The game.
    id: String,
    /// The move in canonical form.
    #[serde(rename = "move")]
    text: String,
}

/// Says which event a move is to be.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Numbered {
    /// The number that its event expects to get, as `seq` of the last state said: sent again, it is not played twice. Without, it is the next one.
    #[serde(default)]
    seq: Option<usize>,
}

/// A line to say.
#[derive(Deserialize, ToSchema)]
struct Saying {
    /// `player`: to whoever plays the other side. Nobody else is talked to.
    #[serde(default)]
    room: Option<String>,
    #[schema(max_length = 500)]
    text: String,
}

pub(super) fn faces() -> ObjectBuilder {
    one_of(["bot", "board"]).description(Some("`bot` for bots, `board` for people."))
}

fn answers() -> ObjectBuilder {
    one_of(["yes", "no"]).description(Some("`yes` proposes or agrees, `no` declines."))
}

fn yes(text: &str) -> Result<bool, Error> {
    match text {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(Error::malformed("yes or no")),
    }
}

/// Plays a move.
#[utoipa::path(
    post, path = "/api/{face}/game/{id}/move/{move}", params(Moving, Numbered),
    security(("token" = ["bot:play", "board:play"])),
    responses((status = 200, description = "It is played, and stored.", body = Done), Malformed, Forbidden, Conflict, Refused)
)]
async fn play(
    Of(programs): Of<Programs>,
    Player(holder): Player,
    locale: Locale,
    Path(Moving { id, text, .. }): Path<Moving>,
    Asked(Numbered { seq }): Asked<Numbered>,
) -> Answer<Done> {
    programs.act(&holder, game_of(&id)?, Act::Move { text, seq }, locale).await?;
    Ok(Json(Done::YES))
}

/// Declares routes by which programs act in a game: for each its address and handler, what its path holds, the description of its answer, the
/// errors that it names, and the act.
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
            Of(programs): Of<Programs>,
            Player(holder): Player,
            locale: Locale,
            Path($params $fields): Path<$params>,
        ) -> Answer<Done> {
            programs.act(&holder, game_of(&$id)?, $act, locale).await?;
            Ok(Json(Done::YES))
        }
    )*};
}

acts! {
    /// Ends a game before its second move.
    post "/api/{face}/game/{id}/abort" abort(id: GamePath { id, .. })
    "It is over." [Forbidden, Conflict, Refused] => Act::Abort;

    /// Resigns.
    post "/api/{face}/game/{id}/resign" resign(id: GamePath { id, .. })
    "It is over." [Forbidden, Conflict, Refused] => Act::Resign;

    /// Proposes a draw, agrees to one, or declines one.
    post "/api/{face}/game/{id}/draw/{accept}" draw(id: Answered { id, accept, .. })
    "It is said." [Malformed, Forbidden, Conflict, Refused] => Act::Draw(yes(&accept)?);

    /// Proposes to take one's last move back, agrees to that, or declines it.
    post "/api/{face}/game/{id}/takeback/{accept}" take_back(id: Answered { id, accept, .. })
    "It is said." [Malformed, Forbidden, Conflict, Refused] => Act::Takeback(yes(&accept)?);
}

/// Lists what the players of a game have said.
#[utoipa::path(
    get, path = "/api/{face}/game/{id}/chat", params(GamePath), security(("token" = ["bot:play", "board:play"])),
    responses((status = 200, description = "All lines, the oldest first.", body = Vec<SaidLine>), Forbidden, Refused)
)]
async fn listen(
    Of(programs): Of<Programs>,
    Player(holder): Player,
    Path(GamePath { id, .. }): Path<GamePath>,
) -> Answer<Vec<SaidLine>> {
    Ok(Json(programs.said(&holder, game_of(&id)?).await?))
}

/// Says something to the other player of a game.
#[utoipa::path(
    post, path = "/api/{face}/game/{id}/chat", params(GamePath), security(("token" = ["bot:play", "board:play"])),
    request_body(content((Saying = "application/json"), (Saying = "application/x-www-form-urlencoded"))),
    responses((status = 200, description = "It is said.", body = Done), Refused)
)]
async fn say(
    Of(programs): Of<Programs>,
    Player(holder): Player,
    Path(GamePath { id, .. }): Path<GamePath>,
    Fields(Saying { room, text }): Fields<Saying>,
) -> Answer<Done> {
    if room.is_some_and(|room| room != "player") {
        return Err(Error::malformed("room: player"));
    }
    programs.say(&holder, game_of(&id)?, text).await?;
    Ok(Json(Done::YES))
}

/// Reads a game whole, as JSON or as a record in PGN's shape.
///
/// Whoever plays it shows a token; a game that is shown to everybody needs none.
#[utoipa::path(
    get, path = "/game/export/{id}", params(("id" = String, Path, description = "The game.")),
    security((), ("token" = ["games:read"])),
    responses(
        (status = 200, description = "The game; the record alone where `Accept` asks first for a type that ends with `-pgn`.", content(
            (ExportedGame = "application/json"),
            (String = "text/plain")
        )),
        Forbidden, Missing
    )
)]
async fn export(
    Of(programs): Of<Programs>,
    Shown(holder): Shown,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    if let Some(holder) = &holder {
        Program::<ToRead>::allowed(holder)?;
    }
    let game = game_of(&id).map_err(|_| Error::NoGame)?;
    let game = programs.export(holder.as_ref(), game).await?;
    // There are several such types; whoever asks for one is answered by its name.
    let asked = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or("");
    let first = asked.split([',', ';']).next().unwrap_or("").trim();
    Ok(match first.ends_with("-pgn") {
        true => ([(CONTENT_TYPE, first)], game.pgn).into_response(),
        false => Json(game).into_response(),
    })
}
