use std::io;

use axum::body::Body;
use axum::http::Uri;
use axum::http::header::LINK;
use entourage_kernel::Side;
use entourage_rating::Class;
use entourage_registry::view::{FinishedList, FinishedRecord, OpeningView, PaceClass};
use futures_util::{StreamExt, stream};

use crate::api::prelude::*;
use crate::effort::{paid, payer};
use crate::games::finder::{self, Ended, FoundOrder, Wanted};

/// How much is exported at most, and how the caller learns where to go on.
const HANDED_OUT: &str = "The records, in the order that is asked for, a thousand games at most. Where there are more, `Link` leads to the next ones.";

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(opening))
        .routes(routes!(records))
        .routes(routes!(lines))
}

/// Says which finished games are sought: all of them, but for what is said here.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Seeking {
    /// Those of a game: by a spec with options of just these, by one without of whatever options.
    game: Option<String>,
    /// Those of somebody, by name.
    player: Option<String>,
    /// Those against somebody, by name.
    opponent: Option<String>,
    #[param(schema_with = results)]
    result: Option<String>,
    #[param(value_type = Option<PaceClass>, inline)]
    class: Option<String>,
    /// Those that counted for ratings, or did not.
    rated: Option<bool>,
    /// Those that came to a position of the game that is named, whatever options organisers add to its rules.
    position: Option<String>,
    /// Those that came to where these moves of the game that is named lead, with blanks between them, from the position or from where the game
    /// begins.
    line: Option<String>,
    #[param(schema_with = orders)]
    order: Option<String>,
    /// The place after which they are listed, as `next` of the page before says.
    after: Option<String>,
}

fn results() -> ObjectBuilder {
    let said = "Those that a side won, that were drawn, or that the player who is named won or lost.";
    one_of(["first", "second", "draw", "won", "lost"]).description(Some(said))
}

fn orders() -> ObjectBuilder {
    let said = "The newest first, unless those of the strongest are to come first, by the stronger of the two as they were then. Of the games of a player, and of those that came to a position, so many of the newest are put in this order.";
    one_of(["newest", "strongest"]).description(Some(said))
}

fn order_of(word: &str) -> Result<FoundOrder, Error> {
    match word {
        "newest" => Ok(FoundOrder::Newest),
        "strongest" => Ok(FoundOrder::Strongest),
        _ => Err(Error::malformed("order: newest or strongest")),
    }
}

fn ended(word: &str) -> Result<Ended, Error> {
    match word {
        "first" => Ok(Ended::Side(Side::First)),
        "second" => Ok(Ended::Side(Side::Second)),
        "draw" => Ok(Ended::Draw),
        "won" => Ok(Ended::Won),
        "lost" => Ok(Ended::Lost),
        _ => Err(Error::malformed("result: first, second, draw, won or lost")),
    }
}

impl Seeking {
    async fn read(self, games: &Games, accounts: &Accounts, needs: bool) -> Result<Wanted, Error> {
        let class = self.class.as_deref().map(|word| {
            let unknown = || Error::malformed("class: blitz, rapid, classical or correspondence");
            Class::from_word(word).ok_or_else(unknown)
        });
        let line = self.line.map(|line| line.split_ascii_whitespace().map(str::to_owned).collect());
        let sought = finder::Asked {
            game: self.game,
            class: class.transpose()?,
            ended: self.result.as_deref().map(ended).transpose()?,
            player: known(accounts, self.player).await?,
            opponent: known(accounts, self.opponent).await?,
            rated: self.rated,
            position: self.position,
            line,
            order: self.order.as_deref().map(order_of).transpose()?.unwrap_or_default(),
            after: self.after,
        };
        games.look_up(sought, needs).await
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

/// Finds finished games.
///
/// Those are found that both players agreed to show before they began, and while neither takes that back.
#[utoipa::path(
    get, path = "/api/finished", params(Seeking),
    responses((status = 200, description = "A page of the list, in the order that is asked for.", body = FinishedList), Malformed, Missing, Refused)
)]
async fn list(
    Of(games): Of<Games>,
    Of(accounts): Of<Accounts>,
    Asked(seeking): Asked<Seeking>,
) -> Answer<FinishedList> {
    let wanted = seeking.read(&games, &accounts, false).await?;
    Ok(Json(games.list_finished(&wanted).await?))
}

/// Tells how finished games went on from a position.
///
/// The games are those that [finished games](/api/finished) are sought among; the position is where the game begins, unless another is named.
#[utoipa::path(
    get, path = "/api/finished/moves", params(Seeking),
    responses((status = 200, description = "The moves that followed, with what came of them.", body = OpeningView), Malformed, Missing, Refused)
)]
async fn opening(
    Of(games): Of<Games>,
    Of(accounts): Of<Accounts>,
    Asked(seeking): Asked<Seeking>,
) -> Answer<OpeningView> {
    let wanted = seeking.read(&games, &accounts, true).await?;
    Ok(Json(games.opening(wanted).await?))
}

/// Hands out finished games as records in PGN's shape.
#[utoipa::path(
    get, path = "/api/finished/records.pgn", params(Seeking),
    responses(
        (status = 200, description = HANDED_OUT, body = String, content_type = "text/plain", headers(("Link" = String, description = "Where the next records are, as `<…>; rel=\"next\"`, if there may be any."))),
        Malformed, Missing, Refused
    )
)]
async fn records(
    Of(games): Of<Games>,
    Of(accounts): Of<Accounts>,
    uri: Uri,
    Asked(seeking): Asked<Seeking>,
) -> Result<Response, Error> {
    let wanted = seeking.read(&games, &accounts, false).await?;
    hand_out(games, &wanted, &uri, Form::Record).await
}

/// Hands out finished games as lines of JSON.
#[utoipa::path(
    get, path = "/api/finished/records.ndjson", params(Seeking),
    responses(
        (status = 200, description = HANDED_OUT, body = FinishedRecord, content_type = "application/x-ndjson", headers(("Link" = String, description = "Where the next records are, as `<…>; rel=\"next\"`, if there may be any."))),
        Malformed, Missing, Refused
    )
)]
async fn lines(
    Of(games): Of<Games>,
    Of(accounts): Of<Accounts>,
    uri: Uri,
    Asked(seeking): Asked<Seeking>,
) -> Result<Response, Error> {
    let wanted = seeking.read(&games, &accounts, false).await?;
    hand_out(games, &wanted, &uri, Form::Line).await
}

/// Streams games, reading each when the previous one was taken, at the cost of the caller.
async fn hand_out(games: Arc<Games>, wanted: &Wanted, uri: &Uri, form: Form) -> Result<Response, Error> {
    let (found, next) = games.to_hand_out(wanted).await?;
    let link = next.map(|next| (LINK, format!("<{}>; rel=\"next\"", behind(uri, &next))));
    let payer = payer();
    let written = stream::iter(found).then(move |found| {
        let (games, payer) = (Arc::clone(&games), payer.clone());
        async move {
            let writing = async {
                match form {
                    Form::Record => games.finished_record(found).await,
                    Form::Line => Ok(games.finished_whole(found).await?.and_then(|whole| line_of(&whole))),
                }
            };
            match payer {
                Some(payer) => paid(payer, writing).await,
                None => writing.await,
            }
        }
    });
    // What fails half-way breaks off, so that nobody takes it for all.
    let written = written.filter_map(async |text| match text {
        Ok(text) => text.map(Ok),
        Err(failure) => Some(Err(io::Error::other(failure.code()))),
    });
    let (kind, file) = match form {
        Form::Record => ("text/plain; charset=utf-8", "entourage-games.pgn"),
        Form::Line => ("application/x-ndjson", "entourage-games.ndjson"),
    };
    let file = format!("attachment; filename=\"{file}\"");
    let headers = [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, file)];
    let headers = headers.into_iter().chain(link).collect::<Vec<_>>();
    Ok((AppendHeaders(headers), Body::from_stream(written)).into_response())
}

fn line_of(whole: &FinishedRecord) -> Option<String> {
    serde_json::to_string(whole).ok().map(|line| line + "\n")
}

/// The address of the same request, after another place.
fn behind(uri: &Uri, place: &str) -> String {
    let words = uri.query().unwrap_or_default().split('&');
    let words = words.filter(|word| !word.is_empty() && !word.starts_with("after="));
    let after = format!("after={place}");
    let words: Vec<&str> = words.chain([after.as_str()]).collect();
    format!("{}?{}", uri.path(), words.join("&"))
}
