//! Limits the memory held by responses that clients have not yet read.

use std::task::{Context, Poll};

use hyper::body::{Frame, SizeHint};

use super::client_addr::NetworkCounts;
use super::negotiate::language;
use crate::http::prelude::*;
use crate::lock::lock;

/// Maximum memory for all responses together: 64 MiB.
const MAX_TOTAL: usize = 64 << 20;
/// Maximum per address (16 MiB); larger networks get a multiple. A single response is always allowed.
const MAX_PER_NETWORK: usize = 16 << 20;
/// Responses below this number of bytes do not count.
const MIN_COUNTED: usize = 16 << 10;
/// Size in bytes of the chunks in which responses are sent, so that a response counts until nearly all of it is read.
const CHUNK: usize = 64 << 10;

/// Marks a response whose bytes are static data; such a response does not count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared;

/// Marks a streamed response with the approximate number of bytes that it holds at a time, which count until it ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held(pub usize);

#[derive(Default)]
pub(crate) struct ResponseMemory(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    all: usize,
    each: NetworkCounts,
}

impl ResponseMemory {
    /// Counts a response until the returned [`Share`] is dropped; `None` if there is no room and `is_change` is false.
    fn begin(self: &Arc<Self>, client_addr: ClientAddr, bytes: usize, is_change: bool) -> Option<Share> {
        let mut counts = lock(&self.0);
        let has_room = |(network, share): (IpNet, u32)| {
            let others = counts.each.get(network);
            others == 0 || others + bytes <= MAX_PER_NETWORK.saturating_mul(share as usize)
        };
        let fits = (counts.all == 0 || counts.all + bytes <= MAX_TOTAL) && client_addr.networks().all(has_room);
        if !fits && !is_change {
            return None;
        }
        counts.all += bytes;
        counts.each.add(client_addr, bytes);
        Some(Share { memory: Arc::clone(self), client_addr, bytes })
    }
}

struct Share {
    memory: Arc<ResponseMemory>,
    client_addr: ClientAddr,
    bytes: usize,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut counts = lock(&self.memory.0);
        counts.all -= self.bytes;
        counts.each.subtract(self.client_addr, self.bytes);
    }
}

/// Sends large responses only while there is room. Responses to changes are always sent, since the change is
/// already made.
pub(crate) async fn count(State(memory): State<Arc<ResponseMemory>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let (language, reads) = (language(&parts), parts.method.is_safe());
    let answer = next.run(Request::from_parts(parts, body)).await;
    let client_addr = answer.extensions().get::<ClientAddr>().copied().unwrap_or(ClientAddr::OWN);
    let exact = answer.body().size_hint().exact().and_then(|bytes| usize::try_from(bytes).ok());
    let bytes = exact.or(answer.extensions().get().map(|Held(bytes)| *bytes)).unwrap_or(0);
    if bytes < MIN_COUNTED || answer.extensions().get::<Shared>().is_some() {
        return answer;
    }
    let is_change = !reads && answer.status().is_success();
    match memory.begin(client_addr, bytes, is_change) {
        Some(share) => answer.map(|body| Body::new(Counted { body, waiting: Bytes::new(), share })),
        None => Error::AnswersBusy.word(answer, language),
    }
}

struct Counted {
    body: Body,
    waiting: Bytes,
    #[expect(dead_code, reason = "counts until it is dropped")]
    share: Share,
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        while self.waiting.is_empty() {
            match std::task::ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.waiting = data,
                    Err(other) => return Poll::Ready(Some(Ok(other))),
                },
                other => return Poll::Ready(other),
            }
        }
        let piece = self.waiting.len().min(CHUNK);
        Poll::Ready(Some(Ok(Frame::data(self.waiting.split_to(piece)))))
    }

    fn size_hint(&self) -> SizeHint {
        match self.body.size_hint().exact() {
            Some(left) => SizeHint::with_exact(left + self.waiting.len() as u64),
            None => SizeHint::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_cannot_use_all_memory() {
        let memory = Arc::new(ResponseMemory::default());
        let begin = |last: u8, bytes: usize| memory.begin(ClientAddr::example(last), bytes, false);
        let four: Vec<_> = (0..4).map(|_| begin(1, 4 << 20).unwrap()).collect();
        assert!(begin(1, MIN_COUNTED).is_none() && begin(2, 4 << 20).is_some());
        drop(four);
        // A single response is allowed, whatever its size.
        let whole = begin(1, 100 << 20).unwrap();
        assert!(begin(1, MIN_COUNTED).is_none() && begin(2, MIN_COUNTED).is_none());
        drop(whole);
        let all: Vec<_> =
            (0..8).flat_map(|last| [last, last]).map(|last| begin(last, 4 << 20).unwrap()).collect();
        assert!(begin(9, MIN_COUNTED).is_none(), "total limit");
        assert!(
            memory.begin(ClientAddr::example(9), MIN_COUNTED, true).is_some(),
            "responses to changes are always sent"
        );
        drop(all);
        assert!(begin(9, MIN_COUNTED).is_some());
        let counts = lock(&memory.0);
        assert!(counts.all == 0 && counts.each.is_empty());
    }

    #[tokio::test]
    async fn counting_does_not_change_the_body() {
        let bytes: Bytes = (0..200_000u32).map(|i| i as u8).collect::<Vec<_>>().into();
        let share =
            Arc::new(ResponseMemory::default()).begin(ClientAddr::example(1), bytes.len(), false).unwrap();
        let body = Counted { body: Body::from(bytes.clone()), waiting: Bytes::new(), share };
        assert_eq!(body.size_hint().exact(), Some(200_000));
        let heard = axum::body::to_bytes(Body::new(body), usize::MAX).await.unwrap();
        assert_eq!(heard, bytes);
    }

    #[tokio::test]
    async fn streamed_responses_count_until_they_end() {
        let memory = Arc::new(ResponseMemory::default());
        let share = memory.begin(ClientAddr::example(1), 4 << 20, false).unwrap();
        let pieces = futures_util::stream::iter(["one", "two"].map(Ok::<_, std::convert::Infallible>));
        let body = Body::new(Counted { body: Body::from_stream(pieces), waiting: Bytes::new(), share });
        assert_eq!((body.size_hint().exact(), lock(&memory.0).all), (None, 4 << 20));
        assert_eq!(axum::body::to_bytes(body, usize::MAX).await.unwrap(), "onetwo");
        assert_eq!(lock(&memory.0).all, 0);
    }
}
