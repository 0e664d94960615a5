use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use entourage_registry::view::{
    AppliedEdits, NewStudy, StudyChange, StudyEdits, StudyHead, StudyImport, StudyImported, StudyList,
    StudyRole, StudyVersion, StudyView,
};
use futures_util::{StreamExt, future, stream};

use super::download::{PGN, download, written};
use crate::api::prelude::*;
use crate::games::studies::{StudySearch, is_study_id};
use crate::http::origin::SandboxHeaders;
use crate::http::response_memory::Held;

/// Maximum size of a request with edits in bytes.
const MAX_EDITS: usize = 1 << 20;
/// Maximum size of a request with a record in bytes.
const MAX_RECORD: usize = 4 << 20;

pub(super) fn routes() -> OpenApiRouter<Services> {
    router!(list, create; read, change, delete; set_member, remove_member; fork; edits, edit; record; chapter_record; import)
}

/// The ID of a study; invalid IDs are reported as not found.
pub(super) struct Named(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let path = Path::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let Path(params) = path.map_err(|_| Error::NoStudy)?;
        let id = params.into_iter().find(|(name, _)| name == "study").map(|(_, id)| id);
        id.filter(|id| is_study_id(id)).map(Self).ok_or(Error::NoStudy)
    }
}

/// Which studies to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct StudyQuery {
    /// Only studies with this game, by its spec.
    game: Option<String>,
    /// Only studies with all these words in their titles, description, tags or comments.
    text: Option<String>,
    /// Only studies with games of a player with this name, or written by a user with this name.
    player: Option<String>,
    /// Only studies of the user with this name.
    owner: Option<String>,
    /// Only studies with this position of `game`.
    position: Option<String>,
    /// Whether to list the studies of which you are the owner or a member, instead of public ones.
    mine: Option<bool>,
    /// The `next` value of the previous page.
    after: Option<String>,
}

/// Which edits to return.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Since {
    /// Sequence number of the last edit that the client has; by default 0.
    #[param(maximum = 4_294_967_295_u32)]
    pub since: Option<u32>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct StudyRoleRequest {
    /// `contributor` or `viewer`.
    role: StudyRole,
}

/// List studies
///
/// Changes are found after a few seconds.
#[utoipa::path(
    get, path = "/api/studies", params(StudyQuery), security((), ("session" = [])),
    responses((status = 200, description = "A page of studies, most recently changed first.", body = StudyList), Malformed, Refused)
)]
async fn list(
    Of(games): Of<Games>,
    Known(account): Known,
    QueryFields(query): QueryFields<StudyQuery>,
) -> Answer<StudyList> {
    let StudyQuery { game, text, player, owner, position, mine, after } = query;
    let search = StudySearch { game, text, player, owner, position, mine: mine.unwrap_or(false), after };
    Ok(Json(games.list_studies(search, account).await?))
}

/// Create a study
///
/// You become its owner.
#[utoipa::path(
    post, path = "/api/studies", security(("session" = [])), request_body = NewStudy,
    responses((status = 201, description = "The study.", body = StudyView), Forbidden, Conflict, Refused)
)]
async fn create(
    Of(games): Of<Games>,
    member: Member,
    Body(new): Body<NewStudy>,
) -> Result<(StatusCode, Json<StudyView>), Error> {
    Ok((StatusCode::CREATED, Json(games.create_study(&member, new).await?)))
}

/// Get a study with its chapters
///
/// The WebSocket at `/api/studies/{study}/live` reports changes, as described in docs/STUDIES.md.
#[utoipa::path(
    get, path = "/api/studies/{study}", params(("study" = String, Path, description = "The study's ID.")),
    security((), ("session" = [])),
    responses((status = 200, description = "The study.", body = StudyView), Missing)
)]
async fn read(
    Of(games): Of<Games>,
    Known(account): Known,
    Named(id): Named,
    request_origin: RequestOrigin,
) -> (SandboxHeaders, Answer<StudyView>) {
    // Cookies of sandboxed pages are ignored, so these can read only what guests can.
    (request_origin.headers(), games.study(&id, account).await.map(Json))
}

/// Edit the title, description, tags or visibility of a study
///
/// Only the owner can change the visibility.
#[utoipa::path(
    put, path = "/api/studies/{study}", params(("study" = String, Path, description = "The study's ID.")),
    security(("session" = [])), request_body = StudyChange,
    responses((status = 200, description = "The study is updated.", body = StudyHead), Forbidden, Missing, Refused)
)]
async fn change(
    Of(games): Of<Games>,
    member: Member,
    Named(id): Named,
    Body(change): Body<StudyChange>,
) -> Answer<StudyHead> {
    Ok(Json(games.change_study(&id, &member, change).await?))
}

/// Delete a study
///
/// Only the owner can do this.
#[utoipa::path(
    delete, path = "/api/studies/{study}", params(("study" = String, Path, description = "The study's ID.")),
    security(("session" = [])),
    responses((status = 200, description = "The study is deleted.", body = Nothing), Forbidden, Missing)
)]
async fn delete(Of(games): Of<Games>, member: Member, Named(id): Named) -> Answer<Nothing> {
    games.delete_study(&id, &member).await?;
    Ok(Json(Nothing {}))
}

/// Add a member to a study, or change their role
///
/// Only the owner can do this.
#[utoipa::path(
    put, path = "/api/studies/{study}/members/{name}",
    params(
        ("study" = String, Path, description = "The study's ID."),
        ("name" = String, Path, description = "The user's name."),
    ),
    security(("session" = [])), request_body = inline(StudyRoleRequest),
    responses((status = 200, description = "The user has this role.", body = StudyHead), Forbidden, Missing, Refused)
)]
async fn set_member(
    Of(games): Of<Games>,
    member: Member,
    Named(id): Named,
    Path((_, name)): Path<(String, String)>,
    Body(StudyRoleRequest { role }): Body<StudyRoleRequest>,
) -> Answer<StudyHead> {
    Ok(Json(games.set_study_member(&id, &member, &name, Some(role)).await?))
}

/// Remove a member from a study
///
/// The owner can do this; members can remove themselves.
#[utoipa::path(
    delete, path = "/api/studies/{study}/members/{name}",
    params(
        ("study" = String, Path, description = "The study's ID."),
        ("name" = String, Path, description = "The user's name."),
    ),
    security(("session" = [])),
    responses((status = 200, description = "The user has no role in the study.", body = StudyHead), Forbidden, Missing, Refused)
)]
async fn remove_member(
    Of(games): Of<Games>,
    member: Member,
    Named(id): Named,
    Path((_, name)): Path<(String, String)>,
) -> Answer<StudyHead> {
    Ok(Json(games.set_study_member(&id, &member, &name, None).await?))
}

/// Copy a study
///
/// The copy is private and names the original as a credit. Comments keep their authors.
#[utoipa::path(
    post, path = "/api/studies/{study}/fork", params(("study" = String, Path, description = "The study's ID.")),
    security(("session" = [])),
    responses((status = 201, description = "The copy, of which you are the owner.", body = StudyView), Forbidden, Missing, Refused)
)]
async fn fork(
    Of(games): Of<Games>,
    member: Member,
    Named(id): Named,
) -> Result<(StatusCode, Json<StudyView>), Error> {
    Ok((StatusCode::CREATED, Json(games.fork_study(&id, &member).await?)))
}

/// Get the edits of a study
#[utoipa::path(
    get, path = "/api/studies/{study}/edits",
    params(("study" = String, Path, description = "The study's ID."), Since), security((), ("session" = [])),
    responses((status = 200, description = "A page of edits.", body = AppliedEdits), Malformed, Missing)
)]
async fn edits(
    Of(games): Of<Games>,
    Known(account): Known,
    Named(id): Named,
    QueryFields(Since { since }): QueryFields<Since>,
) -> Answer<AppliedEdits> {
    let (_, edits) = games.study_news(&id, account, since.unwrap_or(0)).await?;
    Ok(Json(edits))
}

/// Edit a study
///
/// Applies all edits or none, in order. Requests can be repeated: an edit whose ID is already stored has no further effect.
#[utoipa::path(
    post, path = "/api/studies/{study}/edits", params(("study" = String, Path, description = "The study's ID.")),
    security(("session" = [])), request_body = StudyEdits,
    responses((status = 200, description = "The edits are stored.", body = StudyVersion), Forbidden, Missing, Conflict, Refused)
)]
async fn edit(
    Of(games): Of<Games>,
    member: Member,
    Named(id): Named,
    Body(StudyEdits { edits }): Body<StudyEdits, MAX_EDITS>,
) -> Answer<StudyVersion> {
    Ok(Json(StudyVersion { version: games.edit_study(id, &member, edits).await? }))
}

/// Streams the chapters of a study. The first one is written before the response begins, so that its failure is reported.
async fn export(
    games: Arc<Games>,
    account: Option<AccountId>,
    id: &str,
    chapter: Option<String>,
) -> Result<Response, Error> {
    let (records, mut chapters) = games.study_records(id, account, chapter).await?;
    let first = match chapters.pop_front() {
        Some(first) => games.chapter_record(&records, first).await?,
        None => String::new(),
    };
    let held = records.size();
    let text = written(chapters, move |chapter| {
        let (games, records) = (Arc::clone(&games), records.clone());
        async move { games.chapter_record(&records, chapter).await }
    });
    let text = stream::once(future::ready(Ok(first))).chain(text);
    let mut file = download(PGN, "entourage-study.pgn", text)?;
    file.extensions_mut().insert(Held(held));
    Ok(file)
}

/// Export a study as PGN
#[utoipa::path(
    get, path = "/api/studies/{study}/record", params(("study" = String, Path, description = "The study's ID.")),
    security((), ("session" = [])),
    responses((status = 200, description = "A game for each chapter.", body = String, content_type = "text/plain"), Missing, Conflict, Refused)
)]
async fn record(Of(games): Of<Games>, Known(account): Known, Named(id): Named) -> Result<Response, Error> {
    export(games, account, &id, None).await
}

/// Export a chapter as PGN
#[utoipa::path(
    get, path = "/api/studies/{study}/chapters/{chapter}/record",
    params(
        ("study" = String, Path, description = "The study's ID."),
        ("chapter" = String, Path, description = "The chapter's ID."),
    ),
    security((), ("session" = [])),
    responses((status = 200, description = "The chapter.", body = String, content_type = "text/plain"), Missing, Conflict, Refused)
)]
async fn chapter_record(
    Of(games): Of<Games>,
    Known(account): Known,
    Named(id): Named,
    Path((_, chapter)): Path<(String, String)>,
) -> Result<Response, Error> {
    export(games, account, &id, Some(chapter)).await
}

/// Import a record
///
/// Adds a chapter for each game of the record, with its variations and annotations. Importing a record again adds nothing, but restores
/// the chapters that have been deleted.
#[utoipa::path(
    post, path = "/api/studies/{study}/import", params(("study" = String, Path, description = "The study's ID.")),
    security(("session" = [])), request_body = StudyImport,
    responses((status = 200, description = "The chapters are added.", body = StudyImported), Forbidden, Missing, Conflict, Refused)
)]
async fn import(
    Of(games): Of<Games>,
    member: Member,
    Named(id): Named,
    Body(StudyImport { record }): Body<StudyImport, MAX_RECORD>,
) -> Answer<StudyImported> {
    Ok(Json(games.import_study(id, &member, record).await?))
}
