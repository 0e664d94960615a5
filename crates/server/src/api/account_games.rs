use entourage_registry::view::{AccountExport, Claims, GameExport, HeldGames, StudyExport};
use futures_util::{Stream, StreamExt, future, stream};

use super::download::download;
use super::game_data::gathered;
use crate::api::prelude::*;
use crate::games::account_games::MAX_CLAIMED;
use crate::http::response_memory::Held;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list, claim)).routes(routes!(export))
}

/// The keys of the seats to add to your account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ClaimRequest {
    #[schema(value_type = Vec<KeyText>, max_items = 200)]
    keys: Vec<String>,
}

/// List your games
#[utoipa::path(
    get, path = "/api/account/games", params(ListPage), security(("session" = [])),
    responses((status = 200, description = "A page of games, newest first.", body = inline(HeldGames)), Malformed, Missing)
)]
async fn list(Of(games): Of<Games>, member: Member, After(after): After) -> Answer<HeldGames> {
    Ok(Json(games.list_held(member.account.id, after).await?))
}

/// Add games to your account
///
/// The seats then belong to the account, so that you can play on any device. The keys continue to work.
#[utoipa::path(
    post, path = "/api/account/games", security(("session" = [])), request_body = inline(ClaimRequest),
    responses((status = 200, description = "For each key, the pass that opens the game, if the account now owns the seat.", body = inline(Claims)))
)]
async fn claim(Of(games): Of<Games>, member: Member, Body(body): Body<ClaimRequest>) -> Answer<Claims> {
    if body.keys.len() > MAX_CLAIMED {
        return Err(Error::malformed(format!("`keys` can have at most {MAX_CLAIMED} entries")));
    }
    let keys: Vec<_> = body.keys.iter().map(|key| key.parse().ok()).collect();
    Ok(Json(games.claim(member.account.id, &keys).await?))
}

/// Export your data
///
/// Streams the account, its sessions, its studies, its puzzles and all its games with their records.
#[utoipa::path(
    get, path = "/api/account/export", security(("session" = [])),
    responses((status = 200, description = "The account, its sessions and its games.", body = AccountExport))
)]
async fn export(Shared(services): Shared<Services>, locale: Locale, member: Member) -> Result<Response, Error> {
    let Services { games, accounts, moderation, people, bot_api, push } = services;
    let (complaints, measures) = moderation.kept(&member).await?;
    let head = AccountExport {
        account: accounts.view(&member).await?,
        sessions: accounts.sessions(&member).await?.sessions,
        programs: bot_api.list(member.account.id).await?,
        ties: people.ties(&member).await?,
        complaints,
        measures,
        devices: push.devices(member.account.id).await?,
        puzzles: games.exported_puzzles(&member).await?,
        studies: StudyExport::default(),
        games: Vec::new(),
    };
    let (account, hash) = (member.account.id, member.session.hash);
    let (own, commented) = games.written_studies(account).await?;
    let held = if own.is_empty() && commented.is_empty() { 0 } else { HELD };
    // The lists at the end are empty; their items are read one at a time. What cannot be read is skipped, since the client could do
    // nothing about it.
    let head = serde_json::to_string(&head).map_err(|_| Error::Internal)?;
    let head = head.strip_suffix(&[STUDIES_END, COMMENTS_END, GAMES_END].concat()).ok_or(Error::Internal)?;
    let of = Arc::clone(&games);
    let studies = stream::iter(own).filter_map(move |id| {
        let games = Arc::clone(&of);
        async move { serde_json::to_string(&games.study(&id, Some(account)).await.ok()?).ok() }
    });
    let of = Arc::clone(&games);
    let comments = stream::iter(commented).filter_map(move |id| {
        let games = Arc::clone(&of);
        async move { joined(&games.comments_in(&id, account).await.ok()?) }
    });
    let of = Arc::clone(&games);
    let all = held_games(games, account).filter_map(move |game| {
        let games = Arc::clone(&of);
        async move { one(&games, Pass::Session { hash, game, seat: None }, locale).await }
    });
    let text = piece(head.to_owned())
        .chain(listed(studies))
        .chain(piece(STUDIES_END.to_owned()))
        .chain(listed(comments))
        .chain(piece(COMMENTS_END.to_owned()))
        .chain(listed(all))
        .chain(piece(GAMES_END.to_owned()));
    let mut file = download("application/json", "entourage-account.json", text.map(Ok))?;
    file.extensions_mut().insert(Held(held));
    Ok(file)
}

const STUDIES_END: &str = "],\"comments\":[";
const COMMENTS_END: &str = "]},\"games\":[";
const GAMES_END: &str = "]}";
/// Approximate size of a large study in bytes.
const HELD: usize = 8 << 20;

fn piece(text: String) -> impl Stream<Item = String> {
    stream::once(future::ready(text))
}

/// Separates the items of a list with commas.
fn listed(items: impl Stream<Item = String>) -> impl Stream<Item = String> {
    items.enumerate().map(|(index, item)| if index == 0 { item } else { format!(",{item}") })
}

/// Returns the JSON of some items of a list; `None` if there are none.
fn joined(items: &[impl Serialize]) -> Option<String> {
    let all: Result<Vec<String>, _> = items.iter().map(serde_json::to_string).collect();
    Some(all.ok()?.join(",")).filter(|text| !text.is_empty())
}

/// Lists the account's games, a page at a time.
fn held_games(games: Arc<Games>, account: AccountId) -> impl Stream<Item = GameId> {
    let pages = stream::unfold(Some(None), move |after| {
        let games = Arc::clone(&games);
        async move {
            let (found, next) = games.held_page(account, after?).await.ok()?;
            let found: Vec<GameId> = found.into_iter().map(|held| held.game).collect();
            Some((stream::iter(found), next.map(Some)))
        }
    });
    pages.flatten()
}

async fn one(games: &Arc<Games>, pass: Pass, locale: Locale) -> Option<String> {
    let gather = async {
        let record = games.scoresheet(pass).await?;
        Ok::<_, Error>(GameExport { game: gathered(games, locale, pass).await?, record })
    };
    serde_json::to_string(&gather.await.ok()?).ok()
}
