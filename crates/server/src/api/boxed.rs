//! Wraps all handlers in a single type, because axum compiles its layers separately for each handler type.

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::MethodRouter;
use utoipa::__dev::SchemaReferences;
use utoipa::openapi::path::Paths;
use utoipa::openapi::{RefOr, Schema};

use crate::services::Services;

type Work = Pin<Box<dyn Future<Output = Response> + Send>>;

#[derive(Clone)]
struct Boxed(Arc<dyn Fn(Request, Services) -> Work + Send + Sync>);

impl Handler<(), Services> for Boxed {
    type Future = Work;

    fn call(self, request: Request, services: Services) -> Work {
        (self.0)(request, services)
    }
}

/// Adds a handler to a route, and its description `P` to `paths` and `schemas`.
pub(super) fn route<P: utoipa::Path + SchemaReferences, T>(
    handler: impl Handler<T, Services, Future = Work>,
    route: MethodRouter<Services>,
    paths: &mut Paths,
    schemas: &mut Vec<(String, RefOr<Schema>)>,
) -> MethodRouter<Services> {
    P::schemas(schemas);
    let methods = P::methods();
    let handler = Boxed(Arc::new(move |request, services| handler.clone().call(request, services)));
    let route = methods.iter().fold(route, |route, method| {
        route.on(utoipa_axum::PathItemExt::to_method_filter(method), handler.clone())
    });
    paths.add_path_operation(P::path(), methods, P::operation());
    route
}
