//! Limits the memory held by responses that clients have not yet read.

use std::task::{Context, Poll};

use hyper::body::{Frame, SizeHint};

use super::negotiate::language;
use crate::http::prelude::*;

/// 64 MiB for all responses.
const MOST: usize = 64 << 20;
/// 16 MiB per network, multiplied by its share; a single response is always allowed.
const MOST_EACH: usize = 16 << 20;
/// Smaller responses do not count.
const LARGE: usize = 16 << 10;
/// Bytes sent at a time; the rest is counted until the client has read more.
const PIECE: usize = 64 << 10;

/// Marks a response whose bytes are static data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared;

#[derive(Default)]
pub(crate) struct UnderWay(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    all: usize,
    each: HashMap<Network, usize>,
}

impl UnderWay {
    /// Counts a response until the share is dropped; `None` if there is no room for it and it is not `owed`.
    fn begin(self: &Arc<Self>, visitor: Visitor, bytes: usize, owed: bool) -> Option<Share> {
        let mut counts = self.lock();
        let has_room = |(network, share): (Network, u32)| {
            let others = counts.each.get(&network).copied().unwrap_or(0);
            others == 0 || others + bytes <= MOST_EACH.saturating_mul(share as usize)
        };
        let fits = (counts.all == 0 || counts.all + bytes <= MOST) && visitor.networks().all(has_room);
        if !fits && !owed {
            return None;
        }
        counts.all += bytes;
        visitor.networks().for_each(|(network, _)| *counts.each.entry(network).or_default() += bytes);
        Some(Share { under_way: Arc::clone(self), visitor, bytes })
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Share {
    under_way: Arc<UnderWay>,
    visitor: Visitor,
    bytes: usize,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut counts = self.under_way.lock();
        counts.all -= self.bytes;
        for (network, _) in self.visitor.networks() {
            if let Some(count) = counts.each.get_mut(&network) {
                *count -= self.bytes;
                if *count == 0 {
                    counts.each.remove(&network);
                }
            }
        }
    }
}

/// Sends large responses only while there is room. Responses to changes are always sent, since the change is
/// already made.
pub(crate) async fn count(State(under_way): State<Arc<UnderWay>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let (language, reads) = (language(&parts), parts.method.is_safe());
    let answer = next.run(Request::from_parts(parts, body)).await;
    let visitor = answer.extensions().get::<Visitor>().copied().unwrap_or(Visitor::OWN);
    let bytes = answer.body().size_hint().exact().and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(0);
    if bytes < LARGE || answer.extensions().get::<Shared>().is_some() {
        return answer;
    }
    let owed = !reads && answer.status().is_success();
    match under_way.begin(visitor, bytes, owed) {
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
        let piece = self.waiting.len().min(PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.waiting.split_to(piece)))))
    }

    fn size_hint(&self) -> SizeHint {
        let left = self.body.size_hint().exact().unwrap_or(0);
        SizeHint::with_exact(left + self.waiting.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(last: u8) -> Visitor {
        Visitor::of([203, 0, 113, last].into())
    }

    #[test]
    fn one_network_cannot_use_all_memory() {
        let under_way = Arc::new(UnderWay::default());
        let begin = |last: u8, bytes: usize| under_way.begin(visitor(last), bytes, false);
        let four: Vec<_> = (0..4).map(|_| begin(1, 4 << 20).unwrap()).collect();
        assert!(begin(1, LARGE).is_none() && begin(2, 4 << 20).is_some());
        drop(four);
        // A single response is allowed, whatever its size.
        let whole = begin(1, 100 << 20).unwrap();
        assert!(begin(1, LARGE).is_none() && begin(2, LARGE).is_none());
        drop(whole);
        let all: Vec<_> =
            (0..8).flat_map(|last| [last, last]).map(|last| begin(last, 4 << 20).unwrap()).collect();
        assert!(begin(9, LARGE).is_none(), "total limit");
        assert!(under_way.begin(visitor(9), LARGE, true).is_some(), "responses to changes are always sent");
        drop(all);
        assert!(begin(9, LARGE).is_some());
        let counts = under_way.lock();
        assert!(counts.all == 0 && counts.each.is_empty());
    }

    #[tokio::test]
    async fn counting_does_not_change_the_body() {
        let bytes: Bytes = (0..200_000u32).map(|i| i as u8).collect::<Vec<_>>().into();
        let share = Arc::new(UnderWay::default()).begin(visitor(1), bytes.len(), false).unwrap();
        let body = Counted { body: Body::from(bytes.clone()), waiting: Bytes::new(), share };
        assert_eq!(body.size_hint().exact(), Some(200_000));
        let heard = axum::body::to_bytes(Body::new(body), usize::MAX).await.unwrap();
        assert_eq!(heard, bytes);
    }
}
