use entourage_registry::TextDefinition;
use entourage_registry::view::{DefinitionList, DefinitionView, ShownGames, Submission, SubmittedView};

use crate::api::prelude::*;
use crate::games::workshop::{Order, Standing};
use crate::http::bearer::{Author, Held};
use crate::http::headers::{PUBLIC, PublicHeaders};

/// As many texts as a game may have, written as JSON.
const MOST: usize = 1 << 20;

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(offered, submit))
        .routes(routes!(tell))
        .routes(routes!(set_state))
        .routes(routes!(gallery))
}

/// Names a game of it that is shown to everybody, for whoever looks on.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Seen {
    /// The public name of a game that is played by these rules: it lets those who look on read them where they are hidden.
    game: Option<String>,
}

/// Says whom a game is shown.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Standings {
    #[schema(schema_with = standings)]
    state: String,
}

/// Asks for a page of the gallery.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Page {
    /// The game after which it begins, as `next` of the page before says.
    after: Option<String>,
    #[param(schema_with = orders)]
    sort: Option<String>,
}

fn standings() -> ObjectBuilder {
    one_of(Standing::ALL.map(Standing::word))
}

fn orders() -> ObjectBuilder {
    let said = "The newest first, those of which most games were begun, or of these alone those whose games may be rated.";
    one_of(["new", "played", "rated"]).description(Some(said))
}

/// Hands in a game that is written as text.
///
/// Its name is the hash of its texts. The key is one that its author has drawn; handing the same in again with it does no harm.
#[utoipa::path(
    post, path = "/api/definitions", security(("key" = [])), request_body = Submission,
    responses((status = 201, description = "The game, which nobody but those who know its name is told of.", body = SubmittedView), Refused, Conflict)
)]
async fn submit(
    Of(games): Of<Games>,
    locale: Locale,
    Author(key): Author,
    Body(asked): Body<Submission, MOST>,
) -> Result<(StatusCode, Json<SubmittedView>), Error> {
    Ok((StatusCode::CREATED, Json(games.submit_definition(asked, key, locale.language).await?)))
}

/// Tells of a game that somebody handed in, with its texts.
///
/// A hidden one is told to its author, by their key, and to those who have a key to a game of it or name one that is shown to everybody.
#[utoipa::path(
    get, path = "/api/definitions/{id}",
    params(("id" = String, Path, description = "The game's name in specs."), Seen), security((), ("key" = [])),
    responses((status = 200, description = "The game.", body = SubmittedView), Malformed, Missing)
)]
async fn tell(
    Of(games): Of<Games>,
    locale: Locale,
    Held(pass): Held,
    Path(id): Path<String>,
    seen: Result<Asked<Seen>, Error>,
) -> (PublicHeaders, Answer<SubmittedView>) {
    let told = async {
        let Asked(Seen { game }) = seen?;
        let game = game.map(|name| name.parse().map_err(|()| Error::NoGame)).transpose()?;
        Ok(Json(games.definition(&id, pass, game.map(Door::Name), locale.language).await?))
    };
    // A game inside another page, shut into a sandbox, asks as another site would.
    (PUBLIC, told.await)
}

/// Says whom one's game is shown: whoever knows its name, everybody, or nobody new.
///
/// Before everybody is shown it, its warnings must be answered and it is played at random; games that began go on whatever is said.
#[utoipa::path(
    put, path = "/api/definitions/{id}/state",
    params(("id" = String, Path, description = "The game's name in specs.")), security(("key" = [])),
    request_body = inline(Standings),
    responses((status = 200, description = "The game as it stands.", body = SubmittedView), Forbidden, Refused)
)]
async fn set_state(
    Of(games): Of<Games>,
    locale: Locale,
    Author(key): Author,
    Path(id): Path<String>,
    Body(Standings { state }): Body<Standings>,
) -> Answer<SubmittedView> {
    let state = Standing::from_word(&state);
    let state = state.ok_or_else(|| Error::malformed("state: private, public or withdrawn"))?;
    Ok(Json(games.set_definition_state(id, key, state, locale.language).await?))
}

/// Lists games that people wrote and show to everybody.
#[utoipa::path(
    get, path = "/api/gallery", params(Page),
    responses((status = 200, description = "A page of the list.", body = inline(ShownGames)), Malformed)
)]
async fn gallery(
    Of(games): Of<Games>,
    locale: Locale,
    Asked(Page { after, sort }): Asked<Page>,
) -> Answer<ShownGames> {
    let order = match sort.as_deref() {
        None | Some("new") => Order::New,
        Some("played") => Order::Played,
        Some("rated") => Order::Rated,
        Some(_) => return Err(Error::malformed("sort: new, played or rated")),
    };
    Ok(Json(games.gallery(order, after, locale.language).await?))
}

/// Lists the games written as text that are offered beside those of the house.
///
/// They are played by their names like any other; the texts let a browser know their rules.
#[utoipa::path(
    get, path = "/api/definitions",
    responses((status = 200, description = "The games; none where none are offered.", body = DefinitionList))
)]
async fn offered(Of(games): Of<Games>, locale: Locale) -> (PublicHeaders, Json<DefinitionList>) {
    let told = |name: &str, texts| {
        let game = games.registry.open(name).ok()?;
        Some(DefinitionView::new(game.info(locale.language), texts))
    };
    let definitions = games
        .registry
        .offered()
        .iter()
        .filter_map(|(name, definition)| told(name, TextDefinition::texts(definition.as_ref())))
        .collect();
    // A game inside another page, shut into a sandbox, asks as another site would.
    (PUBLIC, Json(DefinitionList { definitions }))
}
