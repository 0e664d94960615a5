use std::time::Instant;

use axum::extract::MatchedPath;

use crate::http::prelude::*;
use crate::log_throttle::LogThrottle;
use crate::telemetry;

static UNAVAILABLE: LogThrottle = LogThrottle::new();

/// Facts about a request for the log and metrics. Never includes keys or user input, so paths are logged only
/// as routes.
pub(super) struct RequestLog {
    method: Method,
    route: Option<MatchedPath>,
    client_addr: ClientAddr,
    since: Instant,
}

impl RequestLog {
    pub fn of(request: &Request, client_addr: ClientAddr) -> Self {
        let route = request.extensions().get::<MatchedPath>().cloned();
        Self { method: request.method().clone(), route, client_addr, since: Instant::now() }
    }

    /// Logs how a request was answered. Rate-limited requests are sampled, since there may be many.
    pub fn tell(self, answer: &Response, refusals: &LogThrottle) {
        let Self { method, route, client_addr, since } = self;
        let route = route.as_ref().map_or("page", |route| route.as_str());
        let (status, from) = (answer.status().as_u16(), client_addr.class());
        let code = answer.extensions().get::<Error>().map(Error::code);
        let ms = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let word = match status {
            0..400 => "ok",
            400..500 => "refused",
            _ => "failed",
        };
        telemetry::count_request(route, word, since.elapsed(), code);
        match status {
            // Every request fails while, for example, the database cannot be reached.
            503 => {
                if let Some(count) = UNAVAILABLE.record() {
                    tracing::error!(%method, route, status, code, from, ms, count, "requests failed");
                }
            }
            500.. => tracing::error!(%method, route, status, code, from, ms, "request failed"),
            429 => {
                if let Some(count) = refusals.record() {
                    tracing::warn!(%method, route, status, code, from, count, "requests refused");
                }
            }
            401 | 403 | 421 => tracing::info!(%method, route, status, code, from, ms, "request refused"),
            _ => tracing::debug!(%method, route, status, code, from, ms, "request"),
        }
    }
}
