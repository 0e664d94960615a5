use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::{Extension, Router};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

use crate::limiter::{Limiter, limit};
use crate::tables::Tables;
use crate::{api, body, failure, headers, origin, page};

/// How long a request may take, its body's arrival included.
const PATIENCE: Duration = Duration::from_secs(15);

/// Puts interface, page and layers together; the last layer is the outermost.
pub(crate) fn app(tables: Arc<Tables>, limiter: Arc<Limiter>) -> Router {
    api::routes()
        .fallback(page::file)
        .layer(Extension(Arc::clone(&limiter)))
        .with_state(tables)
        .layer(RequestBodyLimitLayer::new(body::MOST_HEARD))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, PATIENCE))
        .layer(CatchPanicLayer::new())
        .layer(from_fn(origin::same_origin))
        .layer(from_fn_with_state(limiter, limit))
        .layer(from_fn(failure::speak))
        .layer(from_fn(headers::strict))
        .layer(CompressionLayer::new())
}
