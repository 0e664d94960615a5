//! Prometheus metrics, on a separate port that need not be public. Without the feature `metrics`, no metrics are
//! collected.

use tokio::net::TcpListener;

/// Gauges, whose current values are read each time Prometheus scrapes the metrics.
pub(crate) struct Gauges {
    pub connections: usize,
    pub followers: usize,
    pub healthy: bool,
    pub disk_free_bytes: Option<u64>,
}

#[cfg(feature = "metrics")]
mod counted {
    use std::sync::OnceLock;
    use std::time::Duration;

    use axum::Router;
    use axum::http::header::CONTENT_TYPE;
    use axum::routing::get;
    use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

    use super::{Gauges, TcpListener};

    /// Upper bounds of the response time buckets, in seconds.
    const SECONDS: [f64; 9] = [0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 2.0, 10.0];

    /// The process's recorder; `None` if another one is installed.
    static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

    fn recorder() -> Option<PrometheusHandle> {
        let install = || {
            let recorder = PrometheusBuilder::new().set_buckets(&SECONDS).ok()?.install_recorder().ok()?;
            metrics::describe_counter!("entourage_requests_total", "requests by route and status");
            metrics::describe_counter!("entourage_refusals_total", "requests refused, by error code");
            metrics::describe_counter!("entourage_store_failures_total", "failed database operations");
            metrics::describe_counter!("entourage_events_total", "game events stored");
            metrics::describe_histogram!("entourage_request_seconds", "response times");
            metrics::describe_gauge!("entourage_connections", "open connections");
            metrics::describe_gauge!("entourage_followers", "WebSockets that follow games");
            metrics::describe_gauge!("entourage_healthy", "1 if moves can be stored, otherwise 0");
            metrics::describe_gauge!("entourage_disk_free_bytes", "free space on the database's disk");
            Some(recorder)
        };
        RECORDER.get_or_init(install).clone()
    }

    /// Serves the metrics until the task is aborted.
    pub(crate) fn expose(
        listener: TcpListener,
        gauges: impl Fn() -> Gauges + Clone + Send + Sync + 'static,
    ) -> impl Future<Output = ()> {
        // Installed before the first request is counted.
        let recorder = recorder();
        async move {
            let Some(recorder) = recorder else { return };
            let render = async move || {
                let Gauges { connections, followers, healthy, disk_free_bytes } = gauges();
                metrics::gauge!("entourage_connections").set(connections as f64);
                metrics::gauge!("entourage_followers").set(followers as f64);
                metrics::gauge!("entourage_healthy").set(f64::from(u8::from(healthy)));
                if let Some(free) = disk_free_bytes {
                    metrics::gauge!("entourage_disk_free_bytes").set(free as f64);
                }
                recorder.run_upkeep();
                ([(CONTENT_TYPE, "text/plain; version=0.0.4")], recorder.render())
            };
            let app = Router::new().route("/metrics", get(render));
            if let Err(error) = axum::serve(listener, app).await {
                tracing::error!(%error, "metrics are no longer served");
            }
        }
    }

    pub(crate) fn count_request(
        route: &str,
        status: &'static str,
        took: Duration,
        refusal: Option<&'static str>,
    ) {
        metrics::counter!("entourage_requests_total", "route" => route.to_owned(), "status" => status)
            .increment(1);
        metrics::histogram!("entourage_request_seconds").record(took.as_secs_f64());
        if let Some(code) = refusal {
            metrics::counter!("entourage_refusals_total", "code" => code).increment(1);
        }
    }

    pub(crate) fn count_store_failure() {
        metrics::counter!("entourage_store_failures_total").increment(1);
    }

    pub(crate) fn count_events(number: usize) {
        metrics::counter!("entourage_events_total").increment(number as u64);
    }
}

#[cfg(not(feature = "metrics"))]
mod uncounted {
    use std::time::Duration;

    use super::{Gauges, TcpListener};

    pub(crate) async fn expose(_: TcpListener, _: impl Fn() -> Gauges) {}

    pub(crate) fn count_request(_: &str, _: &'static str, _: Duration, _: Option<&'static str>) {}

    pub(crate) fn count_store_failure() {}

    pub(crate) fn count_events(_: usize) {}
}

#[cfg(feature = "metrics")]
pub(crate) use counted::*;
#[cfg(not(feature = "metrics"))]
pub(crate) use uncounted::*;
