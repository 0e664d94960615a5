use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::{Extension, Router};
use serde_json::Value;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa_axum::router::OpenApiRouter;

use crate::api;
use crate::description;
use crate::http::cookie::Cookies;
use crate::http::host::{PublicName, check_host};
use crate::http::limiter::{Limiter, limit};
use crate::http::response_memory::{ResponseMemory, count};
use crate::http::{body, failure, headers, ndjson, origin, unread_body};
use crate::pages::page::SiteAddress;
use crate::pages::reference::Reference;
use crate::pages::{self, page};
use crate::services::Services;

/// Time limit for a request, including receiving its body.
const TIMEOUT: Duration = Duration::from_secs(15);

/// Returns all routes and their OpenAPI description.
fn routed() -> (Router<Services>, Value) {
    let described = OpenApiRouter::with_openapi(description::outline());
    let (router, described) = described.merge(api::routes()).merge(pages::routes()).split_for_parts();
    (router, description::complete(&described))
}

pub fn openapi() -> String {
    routed().1.to_string()
}

/// Builds the application; the last layer is the outermost.
pub(crate) fn app(services: Services, limiter: Arc<Limiter>, name: PublicName, site: SiteAddress) -> Router {
    let cookies = Cookies::of(site.0.as_deref());
    let (router, document) = routed();
    let router = router
        .fallback(page::file)
        .layer(Extension(Arc::new(Reference::new(document))))
        .layer(Extension(Arc::clone(&limiter)))
        .layer(Extension(site))
        .layer(Extension(cookies))
        .with_state(services);
    layered(router, limiter, name)
}

/// Adds the middleware. Error bodies count towards the response memory limit: some contain a whole game.
fn layered(router: Router, limiter: Arc<Limiter>, name: PublicName) -> Router {
    // Streams are not compressed, since the compressor would hold lines back.
    let whole = DefaultPredicate::new().and(NotForContentType::const_new(ndjson::TYPE));
    router
        .layer(RequestBodyLimitLayer::new(body::MAX_READ))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, TIMEOUT))
        .layer(CatchPanicLayer::new())
        .layer(from_fn(origin::same_origin))
        .layer(from_fn_with_state(name, check_host))
        .layer(from_fn_with_state(limiter, limit))
        .layer(from_fn(failure::write_error_body))
        .layer(from_fn_with_state(Arc::new(ResponseMemory::default()), count))
        .layer(from_fn(headers::strict))
        .layer(CompressionLayer::new().compress_when(whole))
        .layer(from_fn(unread_body::close))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::extract::Request;
    use axum::response::{IntoResponse, Response};
    use hyper::service::Service;
    use hyper_util::service::TowerToHyperService;

    use super::*;
    use crate::domain::Error;
    use crate::http::client_addr::Peer;
    use crate::limits::Limits;
    use crate::proxies::Proxies;
    use crate::time::MachineTime;

    const BYTES: usize = 6 << 20;

    async fn ask(app: &TowerToHyperService<Router>, method: &str, path: &str) -> Response {
        let mut request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
        request.extensions_mut().insert(Peer([203, 0, 113, 1].into()));
        app.call(request).await.unwrap()
    }

    #[tokio::test]
    async fn unread_responses_count_as_load_even_those_of_failures() {
        let routes = Router::new().fallback(async |request: Request| match request.uri().path() {
            "/refused" => Error::malformed("x".repeat(BYTES)).into_response(),
            _ => "x".repeat(BYTES).into_response(),
        });
        let limiter = Limiter::new(Limits::default(), Proxies::default(), Arc::new(MachineTime::default()));
        let app = TowerToHyperService::new(layered(routes, limiter, PublicName::of(None)));
        let status = |answer: &Response| answer.status().as_u16();
        for (method, path, whole) in [("GET", "/large", 200), ("POST", "/refused", 400)] {
            let held = [ask(&app, method, path).await, ask(&app, method, path).await];
            assert_eq!(held.each_ref().map(status), [whole; 2], "{path}");
            let busy = ask(&app, method, path).await;
            assert_eq!((status(&busy), busy.headers()["retry-after"].to_str().unwrap()), (503, "1"), "{path}");
            // A completed change is acknowledged under any load.
            assert_eq!(status(&ask(&app, "POST", "/done").await), 200);
            drop(held);
            assert_eq!(status(&ask(&app, method, path).await), whole, "{path}");
        }
    }
}
