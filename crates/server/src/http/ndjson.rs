//! Streaming responses: lines of JSON, and empty lines as heartbeats.

use axum::http::header::CONTENT_TYPE;
use futures_util::stream::{Stream, StreamExt, unfold};
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;

use super::limiter::{CpuCharge, Limiter, OpenSocket};
use crate::cpu_budget::{Payer, charged_to};
use crate::http::prelude::*;

pub(crate) const TYPE: &str = "application/x-ndjson";

/// Marks a response that lasts until the client disconnects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Endless;

pub(crate) struct Room {
    charge: Arc<dyn Payer>,
    _admitted: Admitted,
}

/// Counts a connection towards the limits per client and in total, until this value is dropped.
pub(crate) type Admitted = (OpenSocket, OwnedSemaphorePermit);

impl Room {
    pub fn new(limiter: &Arc<Limiter>, client_addr: ClientAddr, admitted: Admitted) -> Self {
        Self { charge: CpuCharge::of(limiter, client_addr), _admitted: admitted }
    }
}

/// Streams the lines in a response; `None` is sent as a heartbeat.
pub(crate) fn answer<L: Serialize + Send + 'static>(
    lines: impl Stream<Item = Option<L>> + Send + 'static,
    room: Room,
) -> Response {
    let lines = unfold((Box::pin(lines), room), async |(mut lines, room)| {
        let line = charged_to(Arc::clone(&room.charge), lines.next()).await?;
        let mut text = match line {
            Some(line) => serde_json::to_vec(&line),
            None => Ok(Vec::new()),
        };
        if let Ok(text) = &mut text {
            text.push(b'\n');
        }
        Some((text.map(Bytes::from), (lines, room)))
    });
    // Asks nginx not to buffer lines.
    let head = [(CONTENT_TYPE, TYPE), (HeaderName::from_static("x-accel-buffering"), "no")];
    let mut response = (head, Body::from_stream(lines)).into_response();
    response.extensions_mut().insert(Endless);
    response
}
