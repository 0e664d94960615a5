//! The OpenAPI description: what routes declare, and what is true of all of them.

use entourage_view::FailureBody;
use serde_json::{Map, Value, json};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, License, OpenApi, OpenApiBuilder};
use utoipa::{PartialSchema, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::http::answers::{
    self, Broken, Forbidden, Limited, Malformed, MediaType, Misdirected, Missing, NoKey, TooLarge, Unavailable,
};

const SUMMARY: &str = "Games created, read and played on.";
const DESCRIPTION: &str = "Everything is JSON. Sentences come in English or French, as `?lang=en`, `?lang=fr` or \
    `Accept-Language` asks; codes never change. With `?squares=courier` the sentences that refuse a move, a turn by hand, \
    a protest or a plan name squares and pieces as Game Courier's players do. A key opens a game and says what its holder \
    may do there; it travels in `Authorization: Bearer KEY`. Who is signed in may say `@GAME` or `@GAME.SEAT` in its place: the session, which travels in a \
    cookie, opens the game then. Programs that act for an account show its token there, in the routes that name scopes. Every request that adds an event names in `seq` the number \
    that it expects to get, so that it may be repeated without harm.";
const TAGS: [(&str, &str); 9] = [
    ("Games", "Games created, found, read and shown."),
    ("Playing", "Events, each durable before it is acknowledged."),
    ("Talking", "What players say, note and have ready."),
    (
        "People",
        "Accounts, where they are signed in, the games that are theirs, and whom they follow. Nobody needs one.",
    ),
    ("Tournaments", "Tournaments announced, entered, and told of."),
    ("Order", "What people complain of, and what is done about it by those who keep order."),
    (
        "Programs",
        "What bots and tools ask for by a token, in the shape of Lichess's bot and board API. A token opens what its scopes name, and nothing else.",
    ),
    ("Pictures", "Positions and games for other people's pages."),
    ("Server", "The server itself."),
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
        .description(Some("The key to a game: 26 letters and digits."));
    let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(
        "What opens an account to a program, as far as its scopes go: `ent_`, and 26 letters and digits.",
    ));
    let session = ApiKeyValue::with_description(
        "entourage",
        "What opens a session; over HTTPS it is called `__Host-entourage`.",
    );
    let mut schemas = vec![(FailureBody::name().into_owned(), FailureBody::schema())];
    FailureBody::schemas(&mut schemas);
    let components = ComponentsBuilder::new()
        .schemas_from_iter(schemas)
        .responses_from_iter(answers::all())
        .security_scheme("key", SecurityScheme::Http(key.build()))
        .security_scheme("token", SecurityScheme::Http(token.build()))
        .security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(session)));
    OpenApiBuilder::new().info(info.build()).tags(Some(tags)).components(Some(components.build())).build()
}

/// Tags all operations of some routes.
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
    tidy(&mut document);
    document
}

fn objects(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value.as_object_mut().into_iter().flatten().map(|(_, member)| member)
}

/// Adds the answers that every request of its kind may get.
fn complete_operation(operation: &mut Value) {
    // The name of a function says less than path and method, and some of them share one.
    operation.as_object_mut().map(|operation| operation.remove("operationId"));
    // A comment ends with a full stop, a heading does not.
    if let Some(summary) = operation["summary"].as_str() {
        operation["summary"] = summary.trim_end_matches('.').into();
    }
    // What one of a few words is for is told by its schema.
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
        // Where an operation says more of it itself, that stands.
        if operation["responses"].get(status).is_none() {
            operation["responses"][status] = json!(promise);
        }
    }
    operation["responses"]["431"] = json!({ "description": "The head of the request is too large." });
}

/// Describes each object in one piece, without further fields.
fn tidy(value: &mut Value) {
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
            // It names a type of Rust, and a signed one for numbers that have no sign.
            if is_integer(members.get("type")) {
                members.remove("format");
            }
            members.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// Puts null last, and returns the description, which is true of both.
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

/// Joins the parts of a flattened object.
fn joined(parts: &[Value]) -> Option<Map<String, Value>> {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for part in parts {
        // A part with a comment of its own stands in a list of one.
        let part = part["oneOf"].get(0).unwrap_or(part);
        properties.extend(part["properties"].as_object()?.clone());
        required.extend(part["required"].as_array().into_iter().flatten().cloned());
    }
    let object = json!({ "type": "object", "properties": properties, "required": required });
    object.as_object().cloned()
}
