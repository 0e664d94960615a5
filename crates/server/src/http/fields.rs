//! Bodies as clients of Lichess's API send them: JSON, a form, or nothing.

use axum::Form;
use axum::body::HttpBody;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::body::Body;
use crate::domain::Error;

/// Extracts the fields of a body; unknown ones are ignored, since clients send what other servers know.
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

/// Reads a number or a text that is one, since forms contain only texts.
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
    use super::*;

    #[derive(Deserialize, PartialEq, Debug)]
    struct Wish {
        #[serde(default, deserialize_with = "truth")]
        rated: bool,
        #[serde(rename = "clock.limit", default, deserialize_with = "number")]
        limit: Option<u64>,
    }

    async fn read(kind: &str, text: &'static str) -> Result<Wish, u16> {
        let request = Request::post("/").header(CONTENT_TYPE, kind).body(axum::body::Body::from(text)).unwrap();
        match Fields::from_request(request, &()).await {
            Ok(Fields(wish)) => Ok(wish),
            Err(Error::Malformed(_)) => Err(400),
            Err(Error::MediaType) => Err(415),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn forms_json_and_nothing_are_read_alike() {
        let wish = Wish { rated: true, limit: Some(60) };
        for (kind, text) in [
            ("application/json", r#"{"rated":true,"clock.limit":60,"color":null}"#),
            ("application/json; charset=utf-8", r#"{"rated":"true","clock.limit":"60"}"#),
            ("application/x-www-form-urlencoded", "rated=true&clock.limit=60&keepAliveStream=false"),
        ] {
            assert_eq!(read(kind, text).await.as_ref(), Ok(&wish), "{text}");
        }
        let none = Wish { rated: false, limit: None };
        for (kind, text) in [("", ""), ("application/json", r#"{"rated":null,"clock.limit":null}"#)] {
            assert_eq!(read(kind, text).await.as_ref(), Ok(&none), "{text}");
        }
        for text in [r#"{"rated":1}"#, r#"{"clock.limit":-1}"#, r#"{"clock.limit":"x"}"#, "[]", "{"] {
            assert_eq!(read("application/json", text).await, Err(400), "{text}");
        }
        assert_eq!(read("text/plain", "rated=true").await, Err(415));
    }
}
