//! The interface described: for programs as OpenAPI, and the same for people as a page without scripts.

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use serde_json::{Map, Value};

use crate::tables::Tables;

/// The description, written by hand; tests hold it to the routes and to what they answer.
const OPENAPI: &str = include_str!("../openapi.json");
const STYLE: &str = include_str!("reference/style.css");
const METHODS: [&str; 2] = ["get", "post"];
/// What any request may be answered, told once.
const ALWAYS: [&str; 4] = ["429", "431", "500", "503"];

static PAGE: LazyLock<String> = LazyLock::new(|| page(&serde_json::from_str(OPENAPI).unwrap_or_default()));

/// Routes the description.
pub(crate) fn routes() -> Router<Arc<Tables>> {
    Router::new()
        .route("/api", get(async || Html(PAGE.as_str())))
        .route("/api/reference.css", get(async || ([(CONTENT_TYPE, "text/css")], STYLE)))
        .route("/api/openapi.json", get(openapi))
}

async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], OPENAPI)
}

/// Writes the page.
fn page(document: &Value) -> String {
    let info = &document["info"];
    let mut out = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title} API</title><link rel=\"stylesheet\" href=\"/api/reference.css\"></head><body><main>\
         <h1>{title} API</h1><p>{description}</p><p><a href=\"/api/openapi.json\">The same for programs (OpenAPI)</a> · \
         <a href=\"/\">To the games</a></p>",
        title = text(&info["title"]),
        description = prose(&info["description"]),
    );
    out.push_str("<p>Any request may be answered so:</p><dl>");
    for (status, answer) in entries(&document["paths"]["/healthz"]["get"]["responses"]) {
        if ALWAYS.contains(&status.as_str()) {
            respond(&mut out, document, status, answer);
        }
    }
    out.push_str("</dl>");
    for tag in document["tags"].as_array().into_iter().flatten() {
        let _ = write!(out, "<h2>{}</h2><p>{}</p>", text(&tag["name"]), prose(&tag["description"]));
        for (path, item) in entries(&document["paths"]) {
            let operations = METHODS.into_iter().map(|method| (method, &item[method]));
            for (method, operation) in operations.filter(|(_, operation)| operation["tags"][0] == tag["name"]) {
                operate(&mut out, document, method, path, operation);
            }
        }
    }
    out.push_str("<h2>Shapes</h2>");
    for (name, schema) in entries(&document["components"]["schemas"]) {
        let name = escape(name);
        let _ = write!(out, "<h3 id=\"{name}\">{name}</h3><p>{}</p>", prose(&schema["description"]));
        match &schema["properties"] {
            Value::Object(properties) => fields(&mut out, properties, &schema["required"]),
            _ => {
                let _ = write!(out, "<p>{}</p>", shape(schema));
            }
        }
    }
    out.push_str("</main></body></html>");
    out
}

fn operate(out: &mut String, document: &Value, method: &str, path: &str, operation: &Value) {
    let _ = write!(
        out,
        "<section><h3><code><b>{}</b> {}</code></h3><p>{}. {}{}</p>",
        method.to_uppercase(),
        escape(path),
        text(&operation["summary"]),
        prose(&operation["description"]),
        if operation["security"].is_null() { "" } else { " Needs a key." },
    );
    let parameters: Map<String, Value> = operation["parameters"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|parameter| resolve(document, parameter))
        .map(|parameter| {
            let mut schema = parameter["schema"].clone();
            schema["description"] = parameter["description"].clone();
            (
                format!(
                    "{} ({})",
                    parameter["name"].as_str().unwrap_or(""),
                    parameter["in"].as_str().unwrap_or("")
                ),
                schema,
            )
        })
        .collect();
    if !parameters.is_empty() {
        fields(out, &parameters, &Value::Null);
    }
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    if !body.is_null() {
        let body = match &body["properties"] {
            Value::Object(properties) => {
                out.push_str("<h4>Body</h4>");
                fields(out, properties, &body["required"]);
                String::new()
            }
            _ => format!("<h4>Body: {}</h4>", shape(body)),
        };
        out.push_str(&body);
    }
    out.push_str("<h4>Answers</h4><dl>");
    for (status, answer) in entries(&operation["responses"]) {
        if !ALWAYS.contains(&status.as_str()) {
            respond(out, document, status, answer);
        }
    }
    out.push_str("</dl></section>");
}

fn respond(out: &mut String, document: &Value, status: &str, answer: &Value) {
    let answer = resolve(document, answer);
    let schema = &answer["content"]["application/json"]["schema"];
    let shown = if schema.is_null() { String::new() } else { format!(" {}", shape(schema)) };
    let _ = write!(out, "<dt>{}</dt><dd>{}{shown}</dd>", escape(status), prose(&answer["description"]));
}

/// Lists the fields of an object.
fn fields(out: &mut String, properties: &Map<String, Value>, required: &Value) {
    out.push_str("<dl>");
    for (name, schema) in properties {
        let optional = match required.as_array() {
            Some(required) if required.iter().any(|known| known == name) => "",
            Some(_) => ", optional",
            None => "",
        };
        let _ = write!(
            out,
            "<dt>{}</dt><dd>{}{optional} {}</dd>",
            escape(name),
            shape(schema),
            prose(&schema["description"])
        );
    }
    out.push_str("</dl>");
}

/// Says in few words what a value looks like.
fn shape(schema: &Value) -> String {
    let list = |of: &Value| of.as_array().into_iter().flatten().map(shape).collect::<Vec<_>>().join(" or ");
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        let name = escape(name);
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    if !schema["oneOf"].is_null() {
        return list(&schema["oneOf"]);
    }
    if !schema["allOf"].is_null() {
        return list(&schema["allOf"]);
    }
    if let Some(values) = schema["enum"].as_array() {
        let words: Vec<String> =
            values.iter().map(|value| format!("<code>{}</code>", escape(&value.to_string()))).collect();
        return words.join(" ");
    }
    if !schema["const"].is_null() {
        return format!("<code>{}</code>", escape(&schema["const"].to_string()));
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        kind => kind.as_str().unwrap_or("anything").to_owned(),
    };
    match (kind.as_str(), &schema["properties"], &schema["pattern"]) {
        ("array", ..) => format!("array of {}", shape(&schema["items"])),
        ("object", Value::Object(properties), _) => {
            let mut out = "object".to_owned();
            fields(&mut out, properties, &schema["required"]);
            out
        }
        (_, _, Value::String(pattern)) => format!("{kind} <code>{}</code>", escape(pattern)),
        _ => kind,
    }
}

fn resolve<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let path = value["$ref"].as_str().and_then(|path| path.strip_prefix('#'));
    path.and_then(|path| document.pointer(path)).unwrap_or(value)
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn text(value: &Value) -> String {
    escape(value.as_str().unwrap_or(""))
}

/// Writes a text in which backticks mark code.
fn prose(value: &Value) -> String {
    let parts = value.as_str().unwrap_or("").split('`').map(escape).enumerate();
    parts.map(|(place, part)| if place % 2 == 1 { format!("<code>{part}</code>") } else { part }).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_every_request_and_follows_every_reference() {
        let document: Value = serde_json::from_str(OPENAPI).unwrap();
        let mut places = vec![&document];
        while let Some(value) = places.pop() {
            if let Some(path) = value["$ref"].as_str() {
                assert!(document.pointer(path.strip_prefix('#').unwrap()).is_some(), "{path}");
            }
            match value {
                Value::Object(map) => places.extend(map.values()),
                Value::Array(list) => places.extend(list),
                _ => {}
            }
        }
        for (path, item) in entries(&document["paths"]) {
            for (method, _) in entries(item) {
                let heading = format!("<b>{}</b> {}</code>", method.to_uppercase(), escape(path));
                assert_eq!(PAGE.matches(&heading).count(), 1, "{heading}");
            }
        }
        assert!(!PAGE.contains("<script") && !PAGE.contains("style=") && !PAGE.contains('`'));
    }

    #[test]
    fn texts_are_no_markup() {
        assert_eq!(prose(&"a `<b>` & \"c\"".into()), "a <code>&lt;b&gt;</code> &amp; &quot;c&quot;");
    }
}
