//! Builds the OpenAPI description from the routes, and adds the parts that all routes share.

use entourage_view::FailureBody;
use serde_json::{Map, Value, json};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, License, OpenApi, OpenApiBuilder};
use utoipa::{PartialSchema, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::http::error_responses::{
    self, Broken, Forbidden, Limited, Malformed, MediaType, Misdirected, Missing, NoKey, TooLarge, Unavailable,
};

const SUMMARY: &str = "Create, play, follow and search games.";
const DESCRIPTION: &str = "All bodies are JSON. Messages are in English or French, as requested by `?lang=en`, \
 `?lang=fr` or `Accept-Language`; error codes do not depend on the language. With `?squares=courier`, messages about moves use \
 Game Courier's names for squares and pieces. A key gives access to one seat of a game; send it as `Authorization: Bearer KEY`. \
 Signed-in users, whose session is in a cookie, can send `@GAME` or `@GAME.SEAT` instead of a key. Bots and tools send an API token, \
 for operations that list scopes. Requests that add an event include its expected number as `seq`, so that they can be \
 retried safely.";
const TAGS: [(&str, &str); 11] = [
    ("Games", "Create, find, read and publish games."),
    ("Playing", "Moves and other events, each stored durably before it is acknowledged."),
    ("Chat and notifications", "Chat, private notes, conditional moves, e-mail and push notifications."),
    (
        "Accounts and players",
        "Accounts, sessions, profiles, and following or blocking players. Playing does not require an account.",
    ),
    ("Tournaments", "Create, join, manage and follow tournaments."),
    ("Studies", "Chapters with trees of moves that several people edit, described in docs/STUDIES.md."),
    ("Puzzles", "Puzzles by players and puzzle ratings, described in docs/PUZZLES.md."),
    ("Moderation", "Reports and moderation actions."),
    (
        "Bot API",
        "For bots and tools, compatible with Lichess's Bot and Board API. A token allows only what its scopes cover.",
    ),
    ("Pictures", "Images of positions, and games to embed in other sites."),
    ("Server", "Health checks and documentation."),
];

pub(crate) fn outline() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Entourage")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(DESCRIPTION))
        .license(Some(License::new("MIT OR Apache-2.0")));
    let tags = TAGS.map(|(name, said)| TagBuilder::new().name(name).description(Some(said)).build());
    let key = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("A key to a game: 26 letters and digits."));
    let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(
        "An API token of an account, limited to its scopes: `ent_` and 26 letters and digits.",
    ));
    let session = ApiKeyValue::with_description(
        "entourage",
        "The session cookie; over HTTPS it is named `__Host-entourage`.",
    );
    let mut schemas = vec![(FailureBody::name().into_owned(), FailureBody::schema())];
    FailureBody::schemas(&mut schemas);
    let components = ComponentsBuilder::new()
        .schemas_from_iter(schemas)
        .responses_from_iter(error_responses::all())
        .security_scheme("key", SecurityScheme::Http(key.build()))
        .security_scheme("token", SecurityScheme::Http(token.build()))
        .security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(session)));
    OpenApiBuilder::new().info(info.build()).tags(Some(tags)).components(Some(components.build())).build()
}

/// Sets the tag of all operations in a router.
pub(crate) fn tagged<S: Clone + Send + Sync + 'static>(
    tag: &str,
    mut routes: OpenApiRouter<S>,
) -> OpenApiRouter<S> {
    for item in routes.get_openapi_mut().paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        operations.into_iter().flatten().for_each(|operation| operation.tags = Some(vec![tag.to_owned()]));
    }
    routes
}

pub(crate) fn complete(described: &OpenApi) -> Value {
    let mut document = serde_json::to_value(described).unwrap_or_default();
    document["info"]["summary"] = SUMMARY.into();
    for operation in objects(&mut document["paths"]).flat_map(objects) {
        complete_operation(operation);
    }
    simplify_schemas(&mut document);
    open_parts(&mut document);
    document
}

fn objects(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value.as_object_mut().into_iter().flatten().map(|(_, member)| member)
}

/// Adds the error responses that depend only on whether an operation requires a key and has a request body.
fn complete_operation(operation: &mut Value) {
    // utoipa uses the handler name, which is not unique and is less informative than the method and path.
    operation.as_object_mut().map(|operation| operation.remove("operationId"));
    // utoipa puts the description of an enumeration into its schema.
    for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
        if let (None, Some(said)) =
            (parameter.get("description"), parameter.pointer("/schema/description").cloned())
        {
            parameter["description"] = said;
        }
    }
    let mut promised =
        vec![Misdirected::promise(), Limited::promise(), Broken::promise(), Unavailable::promise()];
    if operation.get("security").is_some() {
        promised.extend([NoKey::promise(), Missing::promise()]);
    }
    if operation.get("requestBody").is_some() {
        let body = [Malformed::promise(), Forbidden::promise(), TooLarge::promise(), MediaType::promise()];
        promised.extend(body);
    }
    for (status, promise) in promised {
        // The operation's own description is more specific.
        if operation["responses"].get(status).is_none() {
            operation["responses"][status] = json!(promise);
        }
    }
    operation["responses"]["431"] = json!({ "description": "The request headers are too large." });
}

/// Simplifies schemas: merges each `allOf` into one object schema, and disallows additional properties.
fn simplify_schemas(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if let Some(parts) = members.get("allOf").and_then(Value::as_array).and_then(|parts| joined(parts))
            {
                members.remove("allOf");
                members.extend(parts);
            }
            if members.get("type").is_some_and(|kind| kind == "object") && members.contains_key("properties") {
                members.insert("additionalProperties".into(), false.into());
            }
            if let Some(said) = members.get_mut("oneOf").and_then(null_last) {
                members.insert("description".into(), said);
            }
            // The format is taken from the Rust type, and is signed even for unsigned integers.
            if is_integer(members.get("type")) {
                members.remove("format");
            }
            members.values_mut().for_each(simplify_schemas);
        }
        Value::Array(items) => items.iter_mut().for_each(simplify_schemas),
        _ => {}
    }
}

/// Allows additional properties in the parts of all remaining `allOf`, because the other parts have these properties.
fn open_parts(document: &mut Value) {
    let mut names = Vec::new();
    visit_parts(document, &mut |part| {
        names.extend(part["$ref"].as_str().and_then(|path| path.rsplit('/').next()).map(str::to_owned));
        allow_properties(part);
    });
    for name in names {
        document.pointer_mut(&format!("/components/schemas/{name}")).into_iter().for_each(allow_properties);
    }
}

fn visit_parts(value: &mut Value, visit: &mut impl FnMut(&mut Value)) {
    if let Some(parts) = value.get_mut("allOf").and_then(Value::as_array_mut) {
        parts.iter_mut().for_each(&mut *visit);
    }
    members_of(value).for_each(|member| visit_parts(member, visit));
}

fn allow_properties(value: &mut Value) {
    if let Some(members) = value.as_object_mut()
        && members.get("additionalProperties") == Some(&Value::Bool(false))
    {
        members.remove("additionalProperties");
    }
    members_of(value).for_each(allow_properties);
}

/// Returns the members of an object or an array.
fn members_of(value: &mut Value) -> Box<dyn Iterator<Item = &mut Value> + '_> {
    match value {
        Value::Object(members) => Box::new(members.values_mut()),
        Value::Array(items) => Box::new(items.iter_mut()),
        _ => Box::new(std::iter::empty()),
    }
}

/// If the first of the two parts of a `oneOf` is `null`, moves it to the end. Removes the other part's
/// description and returns it, so that the caller can apply it to the whole `oneOf`.
fn null_last(shapes: &mut Value) -> Option<Value> {
    let shapes = shapes.as_array_mut()?;
    match shapes.as_mut_slice() {
        [first, second] if first["type"] == "null" => {
            let said = second.as_object_mut()?.remove("description");
            shapes.reverse();
            said
        }
        _ => None,
    }
}

fn is_integer(kind: Option<&Value>) -> bool {
    kind.is_some_and(|kind| {
        kind == "integer" || kind.as_array().is_some_and(|kinds| kinds.contains(&"integer".into()))
    })
}

/// Merges the `allOf` parts of a flattened object into one object schema.
fn joined(parts: &[Value]) -> Option<Map<String, Value>> {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for part in parts {
        // utoipa wraps a part that has its own doc comment in a `oneOf` with one element.
        let part = part["oneOf"].get(0).unwrap_or(part);
        properties.extend(part["properties"].as_object()?.clone());
        required.extend(part["required"].as_array().into_iter().flatten().cloned());
    }
    let object = json!({ "type": "object", "properties": properties, "required": required });
    object.as_object().cloned()
}
