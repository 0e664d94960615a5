use entourage_registry::view::{NewPuzzle, PuzzleAnswer, PuzzleList, PuzzleTryResult, PuzzleView, SetRatings};

use crate::api::prelude::*;
use crate::games::puzzles::PuzzleSearch;

pub(super) fn routes() -> OpenApiRouter<Services> {
    router!(list, make; read, delete; set_ratings; attempt)
}

/// Which puzzles to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct PuzzleQuery {
    /// Only puzzles of the game with this ID, without options.
    game: Option<String>,
    /// Only puzzles of the user with this name.
    author: Option<String>,
    /// The `next` value of the previous page.
    after: Option<String>,
}

/// A user's first try of a puzzle.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PuzzleTryRequest {
    /// All moves played from the position, by both sides, up to the win or the first wrong move; none if the user gave up.
    #[schema(max_items = 40)]
    moves: Vec<String>,
    /// Whether a hint was shown.
    hinted: bool,
}

/// List puzzles by players
#[utoipa::path(
    get, path = "/api/puzzles", params(PuzzleQuery), security((), ("session" = [])),
    responses((status = 200, description = "A page of puzzles.", body = PuzzleList), Malformed, Missing)
)]
async fn list(
    Of(games): Of<Games>,
    Known(account): Known,
    QueryFields(PuzzleQuery { game, author, after }): QueryFields<PuzzleQuery>,
) -> Answer<PuzzleList> {
    Ok(Json(games.list_puzzles(PuzzleSearch { game, author, after }, account).await?))
}

/// Make a puzzle
///
/// Publishes the position if it is a puzzle: the side to move can force a win within 7 plies, and only one move does so, at each turn
/// before the last one. The proof can take longer than the time limit of a request (503 `slow`); repeat the request until it is answered. The
/// puzzle is in the public domain.
#[utoipa::path(
    post, path = "/api/puzzles", security(("session" = [])), request_body = NewPuzzle,
    responses((status = 200, description = "The puzzle, or why the position is not a puzzle.", body = PuzzleAnswer), Forbidden, Missing, Refused)
)]
async fn make(Of(games): Of<Games>, member: Member, Body(new): Body<NewPuzzle>) -> Answer<PuzzleAnswer> {
    Ok(Json(games.make_puzzle(member, new).await?))
}

/// Get a puzzle by a player
#[utoipa::path(
    get, path = "/api/puzzles/{puzzle}", params(("puzzle" = String, Path, description = "The puzzle's ID.")),
    security((), ("session" = [])),
    responses((status = 200, description = "The puzzle.", body = PuzzleView), Missing)
)]
async fn read(Of(games): Of<Games>, Known(account): Known, Path(id): Path<String>) -> Answer<PuzzleView> {
    Ok(Json(games.puzzle(&id, account).await?))
}

/// Delete a puzzle
///
/// Only the author can do this.
#[utoipa::path(
    delete, path = "/api/puzzles/{puzzle}", params(("puzzle" = String, Path, description = "The puzzle's ID.")),
    security(("session" = [])),
    responses((status = 200, description = "The puzzle is deleted.", body = Nothing), Missing)
)]
async fn delete(Of(games): Of<Games>, member: Member, Path(id): Path<String>) -> Answer<Nothing> {
    games.delete_puzzle(&id, &member).await?;
    Ok(Json(Nothing {}))
}

/// Get the ratings of a shipped set of puzzles
#[utoipa::path(
    get, path = "/api/puzzle-sets/{set}", params(("set" = String, Path, description = "The name of the set.")),
    security((), ("session" = [])),
    responses((status = 200, description = "The ratings.", body = SetRatings), Missing)
)]
async fn set_ratings(
    Of(games): Of<Games>,
    Known(account): Known,
    Path(set): Path<String>,
) -> Answer<SetRatings> {
    Ok(Json(games.set_ratings(&set, account).await?))
}

/// Report the first try of a puzzle
///
/// The server checks the moves against the solution, and changes the puzzle rating of the account and the rating of the puzzle. Later
/// tries, and tries of one's own puzzles, do not count.
#[utoipa::path(
    post, path = "/api/puzzle-sets/{set}/{puzzle}",
    params(
        ("set" = String, Path, description = "The name of a shipped set, or `players`."),
        ("puzzle" = String, Path, description = "The puzzle's ID."),
    ),
    security(("session" = [])), request_body = inline(PuzzleTryRequest),
    responses((status = 200, description = "The rating.", body = PuzzleTryResult), Missing)
)]
async fn attempt(
    Of(games): Of<Games>,
    member: Member,
    Path(place): Path<(String, String)>,
    Body(PuzzleTryRequest { moves, hinted }): Body<PuzzleTryRequest>,
) -> Answer<PuzzleTryResult> {
    Ok(Json(games.try_puzzle(&member, place, &moves, hinted).await?))
}
