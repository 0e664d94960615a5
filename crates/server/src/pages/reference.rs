//! The API reference: as OpenAPI, and as a web page without scripts.

mod words;

use std::fmt::Write;
use std::sync::{Arc, OnceLock};

use crate::domain::Locale;
use crate::services::Services;
use axum::Extension;
use axum::http::header::{CONTENT_TYPE, VARY};
use axum::response::{Html, IntoResponse};
use entourage_kernel::{Language, Text};
use serde_json::{Map, Value};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

const STYLE: &str = include_str!("reference/style.css");
const METHODS: [&str; 4] = ["get", "post", "put", "delete"];
/// Statuses that any request can return; the page describes them only once.
const ALWAYS: [&str; 5] = ["421", "429", "431", "500", "503"];

pub(crate) struct Reference {
    document: Value,
    programs: String,
    pages: [OnceLock<String>; 2],
}

impl Reference {
    pub fn new(document: Value) -> Self {
        Self { programs: document.to_string(), document, pages: Default::default() }
    }

    fn page(&self, language: Language) -> &str {
        let page = match language {
            Language::English => &self.pages[0],
            Language::French => &self.pages[1],
        };
        page.get_or_init(|| Page { document: &self.document, language }.write())
    }
}

pub(super) fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(page)).routes(routes!(style)).routes(routes!(openapi))
}

/// Get this description as OpenAPI
#[utoipa::path(
    get, path = "/api/openapi.json", responses((status = 200, description = "This document.", body = Object))
)]
async fn openapi(Extension(reference): Extension<Arc<Reference>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], reference.programs.clone())
}

/// Get the style sheet of the API reference
#[utoipa::path(
    get, path = "/api/reference.css",
    responses((status = 200, description = "The style sheet.", body = String, content_type = "text/css"))
)]
async fn style() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/css")], STYLE)
}

/// View the API reference
#[utoipa::path(
    get, path = "/api",
    responses((status = 200, description = "The page.", body = String, content_type = "text/html"))
)]
async fn page(
    Extension(reference): Extension<Arc<Reference>>,
    Locale { language, .. }: Locale,
) -> impl IntoResponse {
    ([(VARY, "accept-language")], Html(reference.page(language).to_owned()))
}

/// The web page. Its headings are translated; the descriptions are in English.
struct Page<'a> {
    document: &'a Value,
    language: Language,
}

impl Page<'_> {
    fn say(&self, text: &'static Text) -> &'static str {
        text.get(self.language)
    }

    fn write(&self) -> String {
        let (document, info) = (self.document, &self.document["info"]);
        let mut out = format!(
            "<!doctype html><html lang=\"{code}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <title>{title} API</title><link rel=\"stylesheet\" href=\"/api/reference.css\"></head><body><main>\
             <nav><a href=\"/\">{games}</a> · <a href=\"/api/openapi.json\">{programs}</a> · \
             <a href=\"/api?lang={other}\" hreflang=\"{other}\" lang=\"{other}\">{switch}</a></nav>\
             <h1>{title} API</h1>{note}<p lang=\"en\">{description}</p>",
            code = self.language.code(),
            title = text(&info["title"]),
            games = self.say(&words::GAMES),
            programs = self.say(&words::PROGRAMS),
            other = self.other().code(),
            switch = words::NAME.get(self.other()),
            note = self.note(),
            description = prose(&info["description"]),
        );
        let _ = write!(out, "<p>{}</p><dl>", self.say(&words::ALWAYS));
        for (status, answer) in entries(&document["paths"]["/livez"]["get"]["responses"]) {
            if ALWAYS.contains(&status.as_str()) {
                self.respond(&mut out, status, answer);
            }
        }
        out.push_str("</dl>");
        for tag in document["tags"].as_array().into_iter().flatten() {
            let name = words::part(tag["name"].as_str().unwrap_or(""), self.language);
            let _ = write!(out, "<h2>{}</h2><p lang=\"en\">{}</p>", escape(name), prose(&tag["description"]));
            for (path, item) in entries(&document["paths"]) {
                let operations = METHODS.into_iter().map(|method| (method, &item[method]));
                for (method, operation) in
                    operations.filter(|(_, operation)| operation["tags"][0] == tag["name"])
                {
                    self.operate(&mut out, method, path, operation);
                }
            }
        }
        let _ = write!(out, "<h2>{}</h2>", self.say(&words::SHAPES));
        for (name, schema) in entries(&document["components"]["schemas"]) {
            let name = escape(name);
            let _ = write!(
                out,
                "<h3 id=\"{name}\">{name}</h3><p lang=\"en\">{}</p>",
                prose(&schema["description"])
            );
            match &schema["properties"] {
                Value::Object(properties) => self.fields(&mut out, properties, &schema["required"]),
                _ => {
                    let _ = write!(out, "<p>{}</p>", self.shape(schema));
                }
            }
        }
        out.push_str("</main></body></html>");
        out
    }

    fn other(&self) -> Language {
        match self.language {
            Language::English => Language::French,
            Language::French => Language::English,
        }
    }

    /// Returns a note that the descriptions are in English, if the reader's language is not.
    fn note(&self) -> String {
        match self.language {
            Language::English => String::new(),
            Language::French => format!("<p><small>{}</small></p>", words::NOTE),
        }
    }

    /// Returns a sentence about the required authorisation.
    fn need(&self, security: &Value) -> String {
        let ways = security.as_array().map_or(&[][..], Vec::as_slice);
        match ways.iter().find_map(|way| way.as_object()?.iter().next()) {
            Some((scheme, _)) if scheme == "key" => format!(" {}", self.say(&words::KEY)),
            // If the session is optional, the operation's description explains what a session changes.
            Some((scheme, _)) if scheme == "session" && ways.len() == 1 => {
                format!(" {}", self.say(&words::SESSION))
            }
            Some((scheme, scopes)) if scheme == "token" && ways.len() == 1 => {
                let scopes = scopes.as_array().into_iter().flatten().filter_map(Value::as_str);
                let scopes: Vec<String> =
                    scopes.map(|scope| format!("<code>{}</code>", escape(scope))).collect();
                let or = format!(" {} ", self.say(&words::OR));
                format!(" {} {}.", self.say(&words::TOKEN), scopes.join(&or))
            }
            _ => String::new(),
        }
    }

    fn operate(&self, out: &mut String, method: &str, path: &str, operation: &Value) {
        let _ = write!(
            out,
            "<section><h3><code><b>{}</b> {}</code></h3><p><span lang=\"en\">{}. {}</span>{}</p>",
            method.to_uppercase(),
            escape(path),
            text(&operation["summary"]),
            prose(&operation["description"]),
            self.need(&operation["security"]),
        );
        let parameters: Map<String, Value> = operation["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|parameter| self.resolve(parameter))
            .map(|parameter| {
                let mut schema = parameter["schema"].clone();
                schema["description"] = parameter["description"].clone();
                let [name, place] = ["name", "in"].map(|field| parameter[field].as_str().unwrap_or(""));
                (format!("{name} ({place})"), schema)
            })
            .collect();
        if !parameters.is_empty() {
            self.fields(out, &parameters, &Value::Null);
        }
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        if !body.is_null() {
            let word = self.say(&words::BODY);
            match &body["properties"] {
                Value::Object(properties) => {
                    let _ = write!(out, "<h4>{word}</h4>");
                    self.fields(out, properties, &body["required"]);
                }
                _ => {
                    let _ = write!(out, "<h4>{word}: {}</h4>", self.shape(body));
                }
            }
        }
        let _ = write!(out, "<h4>{}</h4><dl>", self.say(&words::ANSWERS));
        for (status, answer) in entries(&operation["responses"]) {
            if !ALWAYS.contains(&status.as_str()) {
                self.respond(out, status, answer);
            }
        }
        out.push_str("</dl></section>");
    }

    fn respond(&self, out: &mut String, status: &str, answer: &Value) {
        let answer = self.resolve(answer);
        let schema = &answer["content"]["application/json"]["schema"];
        let shown = if schema.is_null() { String::new() } else { format!(" {}", self.shape(schema)) };
        let said = prose(&answer["description"]);
        let _ = write!(out, "<dt>{}</dt><dd><span lang=\"en\">{said}</span>{shown}</dd>", escape(status));
    }

    fn fields(&self, out: &mut String, properties: &Map<String, Value>, required: &Value) {
        out.push_str("<dl>");
        for (name, schema) in properties {
            let known = required.as_array().map(|required| required.iter().any(|known| known == name));
            let optional = match known {
                Some(false) => format!(", {}", self.say(&words::OPTIONAL)),
                Some(true) | None => String::new(),
            };
            let _ = write!(
                out,
                "<dt>{}</dt><dd>{}{optional} <span lang=\"en\">{}</span></dd>",
                escape(name),
                self.shape(schema),
                prose(&schema["description"])
            );
        }
        out.push_str("</dl>");
    }

    fn shape(&self, schema: &Value) -> String {
        let or = format!(" {} ", self.say(&words::OR));
        let list = |of: &Value| {
            let shapes = of.as_array().into_iter().flatten().map(|shape| self.shape(shape));
            shapes.collect::<Vec<_>>().join(&or)
        };
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
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(&or),
            kind => kind.as_str().unwrap_or(self.say(&words::ANYTHING)).to_owned(),
        };
        match (kind.as_str(), &schema["properties"], &schema["pattern"]) {
            ("array", ..) => format!("{} {}", self.say(&words::ARRAY), self.shape(&schema["items"])),
            ("object", Value::Object(properties), _) => {
                let mut out = "object".to_owned();
                self.fields(&mut out, properties, &schema["required"]);
                out
            }
            (_, _, Value::String(pattern)) => format!("{kind} <code>{}</code>", escape(pattern)),
            _ => kind,
        }
    }

    fn resolve<'a>(&'a self, value: &'a Value) -> &'a Value {
        let path = value["$ref"].as_str().and_then(|path| path.strip_prefix('#'));
        path.and_then(|path| self.document.pointer(path)).unwrap_or(value)
    }
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn text(value: &Value) -> String {
    escape(value.as_str().unwrap_or(""))
}

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

    fn reference() -> Reference {
        Reference::new(serde_json::from_str(&crate::openapi()).unwrap())
    }

    #[test]
    fn page_lists_every_operation_and_resolves_every_reference() {
        let reference = reference();
        let document = &reference.document;
        let [english, french] = [Language::English, Language::French].map(|language| reference.page(language));
        let mut places = vec![document];
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
                for page in [english, french] {
                    assert_eq!(page.matches(&heading).count(), 1, "{heading}");
                }
            }
        }
        for page in [english, french] {
            assert!(!page.contains("<script") && !page.contains("style=") && !page.contains('`'));
        }
    }

    #[test]
    fn headings_are_translated() {
        let reference = reference();
        let document = &reference.document;
        let [english, french] = [Language::English, Language::French].map(|language| reference.page(language));
        for tag in document["tags"].as_array().unwrap() {
            let name = tag["name"].as_str().unwrap();
            assert_ne!(words::part(name, Language::French), name);
            assert!(
                english.contains(&format!("<h2>{name}</h2>")) && !french.contains(&format!("<h2>{name}</h2>"))
            );
        }
        assert!(french.contains("<html lang=\"fr\">") && french.contains("<h4>Réponses</h4>"));
        assert!(!french.contains("Requires a key") && french.contains("Nécessite une clé."));
    }

    #[test]
    fn texts_are_escaped() {
        assert_eq!(prose(&"a `<b>` & \"c\"".into()), "a <code>&lt;b&gt;</code> &amp; &quot;c&quot;");
    }
}
