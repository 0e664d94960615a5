use axum::http::Uri;
use axum::http::header::LINK;
use entourage_kernel::Side;
use entourage_registry::view::{FinishedList, FinishedRecord, OpeningView, PaceClass};

use super::download::{PGN, download, written};
use crate::api::prelude::*;
use crate::games::finder::{FoundOrder, GameFilter, ResolvedSearch, ResultFilter};

/// Describes both exports in the OpenAPI document.
const EXPORT_DESCRIPTION: &str = "At most 1,000 games in the requested order. If there are more, the `Link` header contains the URL of the next page.";

pub(super) fn routes() -> OpenApiRouter<Services> {
    router!(list; opening; records; lines)
}

/// Filters for finished games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FinishedQuery {
    /// The game's spec. A spec without options matches games with any options; others must match exactly.
    game: Option<String>,
    /// The name of a player.
    player: Option<String>,
    /// The name of that player's opponent.
    opponent: Option<String>,
    #[param(schema_with = results)]
    result: Option<String>,
    #[param(value_type = Option<PaceClass>, inline)]
    class: Option<String>,
    /// Whether the game was rated.
    rated: Option<bool>,
    /// A position of the specified `game`. Matches games that reached it, whatever their adjudication options.
    position: Option<String>,
    /// Moves, separated by spaces, played from `position` or from the starting position of `game`. Matches
    /// games that reached the resulting position.
    line: Option<String>,
    #[param(schema_with = orders)]
    order: Option<String>,
    /// The `next` value of the previous page.
    after: Option<String>,
}

fn results() -> ObjectBuilder {
    let said = "The side that won, `draw`, or whether `player` won or lost.";
    one_of(["first", "second", "draw", "won", "lost"]).description(Some(said))
}

fn orders() -> ObjectBuilder {
    let said = "Newest first by default. `strongest` sorts by the higher of the two ratings at the time; with `player` or `position`, only the newest games, up to a limit, are sorted this way.";
    one_of(["newest", "strongest"]).description(Some(said))
}

fn order_of(word: &str) -> Result<FoundOrder, Error> {
    match word {
        "newest" => Ok(FoundOrder::Newest),
        "strongest" => Ok(FoundOrder::Strongest),
        _ => Err(Error::malformed("`order` must be `newest` or `strongest`")),
    }
}

fn result_of(word: &str) -> Result<ResultFilter, Error> {
    match word {
        "first" => Ok(ResultFilter::Side(Side::First)),
        "second" => Ok(ResultFilter::Side(Side::Second)),
        "draw" => Ok(ResultFilter::Draw),
        "won" => Ok(ResultFilter::Won),
        "lost" => Ok(ResultFilter::Lost),
        _ => Err(Error::malformed("`result` must be `first`, `second`, `draw`, `won` or `lost`")),
    }
}

impl FinishedQuery {
    async fn read(self, games: &Games, accounts: &Accounts, needs: bool) -> Result<ResolvedSearch, Error> {
        let class = self.class.as_deref().map(|word| {
            let unknown = || Error::malformed("`class` must be blitz, rapid, classical or correspondence");
            word.parse().map_err(|()| unknown())
        });
        let line = self.line.map(|line| line.split_ascii_whitespace().map(str::to_owned).collect());
        let sought = GameFilter {
            game: self.game,
            class: class.transpose()?,
            result: self.result.as_deref().map(result_of).transpose()?,
            player: known(accounts, self.player).await?,
            opponent: known(accounts, self.opponent).await?,
            rated: self.rated,
            position: None,
            order: self.order.as_deref().map(order_of).transpose()?.unwrap_or_default(),
        };
        games.look_up(sought, self.position, line, self.after, needs).await
    }
}

#[derive(Clone, Copy)]
enum Form {
    Record,
    Line,
}

async fn known(accounts: &Accounts, name: Option<String>) -> Result<Option<AccountId>, Error> {
    let Some(name) = name else { return Ok(None) };
    let account = accounts.named(&name).await?;
    Ok(Some(account.ok_or(Error::NoPerson)?))
}

/// Search finished games
///
/// Includes games that both players agreed to publish before the start, unless either has withdrawn consent.
#[utoipa::path(
    get, path = "/api/finished", params(FinishedQuery),
    responses((status = 200, description = "A page of games in the requested order.", body = FinishedList), Malformed, Missing, Refused)
)]
async fn list(
    Of(games): Of<Games>,
    Of(accounts): Of<Accounts>,
    QueryFields(query): QueryFields<FinishedQuery>,
) -> Answer<FinishedList> {
    let wanted = query.read(&games, &accounts, false).await?;
    Ok(Json(games.list_finished(&wanted).await?))
}

/// Explore moves played in finished games
///
/// Counts the moves played from a position, by default the starting position, in the games that [the
/// search](/api/finished) finds.
#[utoipa::path(
    get, path = "/api/finished/moves", params(FinishedQuery),
    responses((status = 200, description = "The moves played and their results.", body = OpeningView), Malformed, Missing, Refused)
)]
async fn opening(
    Of(games): Of<Games>,
    Of(accounts): Of<Accounts>,
    QueryFields(query): QueryFields<FinishedQuery>,
) -> Answer<OpeningView> {
    let wanted = query.read(&games, &accounts, true).await?;
    Ok(Json(games.opening(wanted).await?))
}

/// Export finished games as PGN
#[utoipa::path(
    get, path = "/api/finished/records.pgn", params(FinishedQuery),
    responses(
        (status = 200, description = EXPORT_DESCRIPTION, body = String, content_type = "text/plain", headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`, if there may be one."))),
        Malformed, Missing, Refused
    )
)]
async fn records(
    Of(games): Of<Games>,
    Of(accounts): Of<Accounts>,
    uri: Uri,
    QueryFields(query): QueryFields<FinishedQuery>,
) -> Result<Response, Error> {
    export(games, &accounts, query, &uri, Form::Record).await
}

/// Export finished games as NDJSON
#[utoipa::path(
    get, path = "/api/finished/records.ndjson", params(FinishedQuery),
    responses(
        (status = 200, description = EXPORT_DESCRIPTION, body = FinishedRecord, content_type = "application/x-ndjson", headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`, if there may be one."))),
        Malformed, Missing, Refused
    )
)]
async fn lines(
    Of(games): Of<Games>,
    Of(accounts): Of<Accounts>,
    uri: Uri,
    QueryFields(query): QueryFields<FinishedQuery>,
) -> Result<Response, Error> {
    export(games, &accounts, query, &uri, Form::Line).await
}

/// Streams games, a few at a time.
async fn export(
    games: Arc<Games>,
    accounts: &Accounts,
    query: FinishedQuery,
    uri: &Uri,
    form: Form,
) -> Result<Response, Error> {
    let (found, next) = games.to_export(&query.read(&games, accounts, false).await?).await?;
    let link = next.map(|next| (LINK, format!("<{}>; rel=\"next\"", behind(uri, &next))));
    let text = written(found, move |some| {
        let games = Arc::clone(&games);
        async move {
            match form {
                Form::Record => games.finished_records(some).await,
                Form::Line => Ok(games.finished_wholes(some).await?.iter().filter_map(line_of).collect()),
            }
        }
    });
    let file = match form {
        Form::Record => download(PGN, "entourage-games.pgn", text),
        Form::Line => download("application/x-ndjson", "entourage-games.ndjson", text),
    };
    Ok((AppendHeaders(link), file?).into_response())
}

fn line_of(whole: &FinishedRecord) -> Option<String> {
    serde_json::to_string(whole).ok().map(|line| line + "\n")
}

/// Returns the URL of the request's next page, which begins after `place`.
fn behind(uri: &Uri, place: &str) -> String {
    let words = uri.query().unwrap_or_default().split('&');
    let words = words.filter(|word| !word.is_empty() && !word.starts_with("after="));
    let after = format!("after={place}");
    let words: Vec<&str> = words.chain([after.as_str()]).collect();
    format!("{}?{}", uri.path(), words.join("&"))
}
