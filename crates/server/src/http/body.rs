use std::future::poll_fn;
use std::pin::Pin;

use axum::body::HttpBody;
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use serde::de::DeserializeOwned;

use super::whole::Whole;
use crate::domain::Error;

/// A long game fits.
const MOST_USUAL: usize = 128 * 1024;

/// A body that is too large is read up to here, so that the client receives the answer; beyond, the connection is cut.
pub(crate) const MOST_HEARD: usize = 4 * 1024 * 1024;

pub(crate) struct Body<T, const MOST: usize = MOST_USUAL>(pub T);

impl<T: DeserializeOwned, S: Send + Sync, const MOST: usize> FromRequest<S> for Body<T, MOST> {
    type Rejection = Error;
    async fn from_request(request: Request, _: &S) -> Result<Self, Error> {
        let declared = is_json(request.headers());
        let bytes = read(request.into_body(), MOST).await?;
        if !declared {
            return Err(Error::MediaType);
        }
        // A list would be taken for an object of which it tells the fields in order.
        if bytes.iter().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|first| *first == b'[') {
            return Err(Error::malformed("expected an object"));
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
        // The layer that cuts at MOST_HEARD ends a body with an error, as a client that goes away does.
        let frame = frame.map_err(|_| Error::TooLarge)?;
        let Ok(data) = frame.into_data() else { continue };
        length += data.len();
        if length <= most {
            bytes.extend_from_slice(&data);
        }
    }
    if length > most { Err(Error::TooLarge) } else { Ok(bytes) }
}

/// Returns the error without repeating long input.
fn brief(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}… at line {} column {}", &text[..end], error.line(), error.column()),
        None => text,
    }
}
