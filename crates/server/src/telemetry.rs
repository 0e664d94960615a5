//! What is counted while the server runs, for Prometheus, on a port of its own: nobody from outside needs to reach it.

use std::sync::OnceLock;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;

/// The upper bounds of how long answers take, in seconds.
const SECONDS: [f64; 9] = [0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 2.0, 10.0];

/// What the process counts; there is one of it, as there is one process.
static COUNTS: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Begins to count, unless the process counts already; `None` if somebody else counts in it.
pub(crate) fn counts() -> Option<PrometheusHandle> {
    let begin = || {
        let counts = PrometheusBuilder::new().set_buckets(&SECONDS).ok()?.install_recorder().ok()?;
        metrics::describe_counter!("entourage_requests_total", "requests by route and status");
        metrics::describe_counter!("entourage_refusals_total", "requests refused, by code");
        metrics::describe_counter!("entourage_store_failures_total", "what the database did not do");
        metrics::describe_counter!("entourage_events_total", "events stored by players");
        metrics::describe_histogram!("entourage_request_seconds", "how long answers take");
        metrics::describe_gauge!("entourage_connections", "connections open");
        metrics::describe_gauge!("entourage_followers", "WebSockets that follow games");
        metrics::describe_gauge!("entourage_healthy", "1 while moves can be kept");
        metrics::describe_gauge!("entourage_disk_free_bytes", "the room on the disk of the database");
        Some(counts)
    };
    COUNTS.get_or_init(begin).clone()
}

/// Tells the counts to whoever asks, for ever; `look` notes what is not counted but looked at.
pub(crate) async fn expose(
    listener: TcpListener,
    counts: PrometheusHandle,
    look: impl Fn() + Clone + Send + Sync + 'static,
) {
    let tell = async move || {
        look();
        counts.run_upkeep();
        ([(CONTENT_TYPE, "text/plain; version=0.0.4")], counts.render())
    };
    let app = Router::new().route("/metrics", get(tell));
    if let Err(error) = axum::serve(listener, app).await {
        tracing::error!(%error, "nobody hears what is counted any more");
    }
}
