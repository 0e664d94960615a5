use std::convert::Infallible;

use axum::body::Body as Bytes;
use axum::http::{HeaderName, HeaderValue};
use entourage_registry::view::{AccountExport, Claims, GameExport, HeldGames};
use futures_util::stream::{self, Stream, StreamExt};

use super::game_data::gathered;
use crate::api::prelude::*;
use crate::games::account_games::MAX_CLAIMED;

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
        studies: games.exported_studies(member.account.id).await?,
        puzzles: games.exported_puzzles(&member).await?,
        devices: push.devices(member.account.id).await?,
        games: Vec::new(),
    };
    let head = serde_json::to_string(&head).map_err(|_| Error::Internal)?;
    // The games are streamed into the empty list at the end of the JSON.
    let head = head.strip_suffix("]}").ok_or(Error::Internal)?.to_owned();
    let (account, hash) = (member.account.id, member.session.hash);
    let open = move |game| Pass::Session { hash, game, seat: None };
    let body = Bytes::from_stream(export_stream(games, account, open, locale, head));
    let kind = (CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let file = HeaderValue::from_static("attachment; filename=\"entourage-account.json\"");
    let file: (HeaderName, HeaderValue) = (CONTENT_DISPOSITION, file);
    Ok((AppendHeaders([kind, file]), body).into_response())
}

enum ExportState {
    All(String),
    Some { games: std::vec::IntoIter<GameId>, next: Option<GameId>, first: bool },
    Nothing,
}

/// Streams `head`, then the account's games one at a time. A game that cannot be read is skipped, since the client
/// could do nothing about it.
fn export_stream(
    games: Arc<Games>,
    account: AccountId,
    open: impl Fn(GameId) -> Pass + Copy + Send + 'static,
    locale: Locale,
    head: String,
) -> impl Stream<Item = Result<String, Infallible>> + Send + 'static {
    let pieces = stream::unfold(ExportState::All(head), move |left| {
        let games = Arc::clone(&games);
        async move {
            let mut left = match left {
                ExportState::All(head) => {
                    let left = page(&games, account, None, true).await;
                    return Some((Ok(head), left));
                }
                ExportState::Nothing => return None,
                some => some,
            };
            loop {
                left = match left {
                    ExportState::Some { games: mut ids, next, first } => match (ids.next(), next) {
                        (Some(id), _) => {
                            let game = one(&games, open(id), locale).await;
                            let left = ExportState::Some { games: ids, next, first: first && game.is_none() };
                            match game {
                                Some(text) => {
                                    let text = if first { text } else { format!(",{text}") };
                                    return Some((Ok(text), left));
                                }
                                None => left,
                            }
                        }
                        (None, Some(next)) => page(&games, account, Some(next), first).await,
                        (None, None) => return Some((Ok("]}".to_owned()), ExportState::Nothing)),
                    },
                    _ => return None,
                };
            }
        }
    });
    // The compression layer polls the stream again after its end.
    pieces.fuse()
}

async fn page(games: &Arc<Games>, account: AccountId, after: Option<GameId>, first: bool) -> ExportState {
    match games.held_page(account, after).await {
        Ok((found, next)) => {
            let found: Vec<GameId> = found.into_iter().map(|held| held.game).collect();
            ExportState::Some { games: found.into_iter(), next, first }
        }
        Err(_) => ExportState::Some { games: Vec::new().into_iter(), next: None, first },
    }
}

async fn one(games: &Arc<Games>, pass: Pass, locale: Locale) -> Option<String> {
    let gather = async {
        let record = games.scoresheet(pass).await?;
        Ok::<_, Error>(GameExport { game: gathered(games, locale, pass).await?, record })
    };
    serde_json::to_string(&gather.await.ok()?).ok()
}
