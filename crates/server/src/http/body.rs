use std::fmt;
use std::future::poll_fn;

use axum::Form;
use axum::extract::{FromRequest, Query};
use axum::http::header::CONTENT_TYPE;
use serde::de::{self, DeserializeOwned, Error as _, MapAccess, SeqAccess};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::http::prelude::*;

/// Default size limit of a request body in bytes; the moves of a long game fit.
const DEFAULT_MAX: usize = 128 * 1024;

/// Bodies over the limit are still read up to this size in bytes, so that the client receives the error. If they
/// are even larger, the connection is closed.
pub(crate) const MAX_READ: usize = 4 * 1024 * 1024;

pub(crate) struct Body<T, const MAX: usize = DEFAULT_MAX>(pub T);

impl<T: DeserializeOwned, S: Send + Sync, const MAX: usize> FromRequest<S> for Body<T, MAX> {
    type Rejection = Error;
    async fn from_request(request: Request, _: &S) -> Result<Self, Error> {
        let declared = is_json(request.headers());
        let bytes = read(request.into_body(), MAX).await?;
        if !declared {
            return Err(Error::MediaType);
        }
        // Serde would accept an array as an object with its fields in order.
        if bytes.iter().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|first| *first == b'[') {
            return Err(Error::malformed("the body must be a JSON object"));
        }
        let error = match serde_json::from_slice(&bytes) {
            Ok(body) => return Ok(Self(body)),
            Err(error) => error,
        };
        let whole = serde_json::from_slice(&bytes).ok();
        let whole = whole.and_then(|Whole(value)| serde_json::from_value(value).ok());
        whole.map(Self).ok_or_else(|| Error::malformed(brief(&error)))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    kind.split(';').next().unwrap_or("").trim().eq_ignore_ascii_case("application/json")
}

async fn read(mut body: axum::body::Body, most: usize) -> Result<Vec<u8>, Error> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        // Either the limit was reached or the client disconnected.
        let frame = frame.map_err(|_| Error::TooLarge)?;
        let Ok(data) = frame.into_data() else { continue };
        length += data.len();
        if length <= most {
            bytes.extend_from_slice(&data);
        }
    }
    if length > most { Err(Error::TooLarge) } else { Ok(bytes) }
}

/// Returns the error message, with long input shortened.
fn brief(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}… at line {} column {}", &text[..end], error.line(), error.column()),
        None => text,
    }
}

/// Extracts the fields of the query string; fails with `Malformed`.
pub(crate) struct QueryFields<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for QueryFields<T> {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        // `lang` is allowed on every route and read by `Locale`.
        let fields =
            parts.uri.query().unwrap_or_default().split('&').filter(|field| !field.starts_with("lang="));
        let uri = format!("/?{}", fields.collect::<Vec<_>>().join("&"))
            .parse()
            .map_err(|_| Error::malformed("the query string cannot be parsed"))?;
        Query::try_from_uri(&uri)
            .map(|Query(fields)| Self(fields))
            .map_err(|rejection| Error::malformed(rejection.body_text()))
    }
}

/// JSON with integral floats read as integers, because some clients write `3.0` for `3`. Duplicate fields are
/// errors.
pub(super) struct Whole(pub Value);

/// 2^53: a float represents every integer up to this one exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

struct Reading;

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reading)
    }
}

impl<'de> de::Visitor<'de> for Reading {
    type Value = Whole;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Whole, E> {
        Ok(Whole(Value::Null))
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Whole, E> {
        Ok(Whole(value.into()))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Whole, E> {
        Ok(Whole(value.into()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Whole, E> {
        Ok(Whole(value.into()))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Whole, E> {
        let whole = value.fract() == 0.0 && value.abs() < EXACT;
        Ok(Whole(if whole { Value::from(value as i64) } else { value.into() }))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Whole, E> {
        Ok(Whole(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Whole, A::Error> {
        let mut all = Vec::new();
        while let Some(Whole(value)) = values.next_element()? {
            all.push(value);
        }
        Ok(Whole(all.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Whole, A::Error> {
        let mut map = Map::new();
        while let Some((name, Whole(value))) = fields.next_entry::<String, Whole>()? {
            if map.insert(name, value).is_some() {
                return Err(A::Error::custom("duplicate field"));
            }
        }
        Ok(Whole(map.into()))
    }
}

/// Extracts the fields of a JSON or form body; ignores unknown fields, because Lichess clients send more.
pub(crate) struct Fields<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Fields<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
        let kind = kind.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
        let fields: Map<String, Value> = match kind.as_str() {
            "application/x-www-form-urlencoded" => {
                let Form(pairs) = Form::<Vec<(String, String)>>::from_request(request, state)
                    .await
                    .map_err(|rejection| Error::malformed(rejection.body_text()))?;
                pairs.into_iter().map(|(name, text)| (name, text.into())).collect()
            }
            "application/json" => <Body<_>>::from_request(request, state).await?.0,
            _ if request.body().is_end_stream() => Map::new(),
            _ => return Err(Error::MediaType),
        };
        let read = serde_json::from_value(Value::Object(fields));
        read.map(Self).map_err(|error| Error::malformed(error.to_string()))
    }
}

/// Deserializes a number that may be a string, as in forms.
pub(crate) fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    match Option::<Value>::deserialize(deserializer)? {
        None => Ok(None),
        Some(Value::String(text)) if text.is_empty() => Ok(None),
        Some(Value::String(text)) => {
            text.parse().map(Some).map_err(|_| D::Error::custom("expected a whole number"))
        }
        Some(value) => value.as_u64().map(Some).ok_or_else(|| D::Error::custom("expected a whole number")),
    }
}

pub(crate) fn truth<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    match Option::<Value>::deserialize(deserializer)? {
        None => Ok(false),
        Some(Value::Bool(truth)) => Ok(truth),
        Some(Value::String(text)) if text.eq_ignore_ascii_case("true") => Ok(true),
        Some(Value::String(text)) if text.is_empty() || text.eq_ignore_ascii_case("false") => Ok(false),
        Some(_) => Err(D::Error::custom("expected true or false")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Option<Value> {
        serde_json::from_str(text).ok().map(|Whole(value)| value)
    }

    #[test]
    fn integral_floats_are_read_as_integers() {
        let text = r#"{ "a": [1.0, -0.0, 2.5, 1e300, 18446744073709551615, -3], "b": { "c": 3.0e0, "d": "3.0" }, "e": [null, true] }"#;
        let value =
            json!({ "a": [1, 0, 2.5, 1e300, u64::MAX, -3], "b": { "c": 3, "d": "3.0" }, "e": [null, true] });
        assert_eq!(read(text), Some(value));
    }

    #[test]
    fn ambiguous_json_is_refused() {
        for text in [r#"{"a":1,"a":1}"#, r#"[{"a":{"b":1,"c":2,"b":3}}]"#, "", "{", "[1,]", "NaN", "1 1"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&"[".repeat(100_000)), None);
    }

    #[derive(Deserialize, PartialEq, Debug)]
    struct Wish {
        #[serde(default, deserialize_with = "truth")]
        rated: bool,
        #[serde(rename = "clock.limit", default, deserialize_with = "number")]
        limit: Option<u64>,
    }

    async fn wished(kind: &str, text: &'static str) -> Result<Wish, u16> {
        let request = Request::post("/").header(CONTENT_TYPE, kind).body(axum::body::Body::from(text)).unwrap();
        match Fields::from_request(request, &()).await {
            Ok(Fields(wish)) => Ok(wish),
            Err(Error::Malformed(_)) => Err(400),
            Err(Error::MediaType) => Err(415),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn forms_json_and_empty_bodies_are_equivalent() {
        let wish = Wish { rated: true, limit: Some(60) };
        for (kind, text) in [
            ("application/json", r#"{"rated":true,"clock.limit":60,"color":null}"#),
            ("application/json; charset=utf-8", r#"{"rated":"true","clock.limit":"60"}"#),
            ("application/x-www-form-urlencoded", "rated=true&clock.limit=60&keepAliveStream=false"),
        ] {
            assert_eq!(wished(kind, text).await.as_ref(), Ok(&wish), "{text}");
        }
        let none = Wish { rated: false, limit: None };
        for (kind, text) in [("", ""), ("application/json", r#"{"rated":null,"clock.limit":null}"#)] {
            assert_eq!(wished(kind, text).await.as_ref(), Ok(&none), "{text}");
        }
        for text in [r#"{"rated":1}"#, r#"{"clock.limit":-1}"#, r#"{"clock.limit":"x"}"#, "[]", "{"] {
            assert_eq!(wished("application/json", text).await, Err(400), "{text}");
        }
        assert_eq!(wished("text/plain", "rated=true").await, Err(415));
    }
}
