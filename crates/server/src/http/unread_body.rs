//! Closes connections whose request was answered before its body was read.

use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use axum::http::header::CONNECTION;
use hyper::body::{Frame, SizeHint};

use crate::http::prelude::*;

/// Adds `Connection: close` to the response if the request body was not read completely. Otherwise the client
/// might reuse the connection, and its next request would be lost.
pub(crate) async fn close(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let whole = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&whole);
    let mut answer = next.run(request.map(|body| Body::new(Listening { body, heard }))).await;
    if !whole.load(Ordering::Relaxed) {
        answer.headers_mut().entry(CONNECTION).or_insert(HeaderValue::from_static("close"));
    }
    answer
}

struct Listening {
    body: Body,
    heard: Arc<AtomicBool>,
}

impl HttpBody for Listening {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.heard.store(true, Ordering::Relaxed);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
