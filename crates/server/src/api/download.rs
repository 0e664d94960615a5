//! Files that are written while they are sent.

use std::io;

use axum::body;
use axum::http::HeaderValue;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};

use crate::api::prelude::*;
use crate::cpu_budget::{charged_to, current_payer};

/// Streams the results of `write`, each of which is written only after the previous ones were sent; charges the CPU time to the client.
pub(super) fn written<T, F>(
    parts: impl IntoIterator<Item = T, IntoIter: Send + 'static>,
    write: impl Fn(T) -> F + Send + 'static,
) -> impl Stream<Item = Result<String, Error>> + Send + 'static
where
    T: Send + 'static,
    F: Future<Output = Result<String, Error>> + Send + 'static,
{
    let payer = current_payer();
    stream::iter(parts).then(move |part| {
        let (writing, payer) = (write(part), payer.clone());
        async move {
            match payer {
                Some(payer) => charged_to(payer, writing).await,
                None => writing.await,
            }
        }
    })
}

/// Returns a file. A failure aborts the response, so that clients do not mistake a partial file for a complete one.
pub(super) fn download(
    kind: &'static str,
    name: &str,
    text: impl Stream<Item = Result<String, Error>> + Send + 'static,
) -> Result<Response, Error> {
    let name =
        HeaderValue::try_from(format!("attachment; filename=\"{name}\"")).map_err(|_| Error::Internal)?;
    let headers = [(CONTENT_TYPE, HeaderValue::from_static(kind)), (CONTENT_DISPOSITION, name)];
    // The compression layer polls the stream again after its end.
    let text = text.map_err(|failure| io::Error::other(failure.code())).fuse();
    Ok((AppendHeaders(headers), body::Body::from_stream(text)).into_response())
}

pub(super) const PGN: &str = "text/plain; charset=utf-8";
