pub(super) use std::sync::Arc;
pub(super) use std::time::Duration;

pub(super) use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade, close_code};
pub(super) use axum::extract::{Path, State as Shared};
pub(super) use axum::http::StatusCode;
pub(super) use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
pub(super) use axum::response::{AppendHeaders, IntoResponse, Response};
pub(super) use axum::{Extension, Json};
pub(super) use entourage_record::schema::{KeyText, one_of};
pub(super) use entourage_record::{AccountId, GameId, Key, Seat};
pub(super) use entourage_registry::view::program::Done;
pub(super) use entourage_registry::view::{Nothing, State};
pub(super) use serde::{Deserialize, Serialize};
pub(super) use tokio::time::Instant;
pub(super) use utoipa::openapi::schema::ObjectBuilder;
pub(super) use utoipa::{IntoParams, ToSchema};
pub(super) use utoipa_axum::router::OpenApiRouter;

pub(super) use crate::accounts::Accounts;
pub(super) use crate::api::Answer;
pub(super) use crate::api::connection::{Close, Connection, close, close_with};
pub(super) use crate::api::extract::{After, Known, ListPage, Listener, Of, Program};
pub(super) use crate::bot_api::BotApi;
pub(super) use crate::domain::{Error, Locale};
pub(super) use crate::games::Games;
pub(super) use crate::games::pass::{EntryPoint, Pass};
pub(super) use crate::http::bearer::Bearer;
pub(super) use crate::http::body::{Body, QueryFields};
pub(super) use crate::http::client_addr::ClientAddr;
pub(super) use crate::http::cookie::Signed;
pub(super) use crate::http::error_responses::{Conflict, Forbidden, Malformed, Missing, Refused};
pub(super) use crate::http::limiter::{Kind, Limiter};
pub(super) use crate::http::origin::RequestOrigin;
pub(super) use crate::http::state::state_of;
pub(super) use crate::services::Services;
pub(super) use crate::sessions::Member;

/// Builds a route and its OpenAPI description from handlers for one path, like `utoipa_axum::routes`, but with boxed handlers.
macro_rules! routes {
    ($($handler:ident),+) => {{
        let (mut schemas, mut paths) = (Vec::new(), utoipa::openapi::Paths::new());
        let methods = Default::default();
        $(let methods = utoipa_axum::paste! {
            crate::api::boxed::route::<[<__path_ $handler>], _>($handler, methods, &mut paths, &mut schemas)
        };)+
        (schemas, paths, methods)
    }};
}
pub(super) use routes;

/// Builds a router. Handlers for the same path are separated by commas, paths by semicolons.
macro_rules! router {
    ($($($handler:ident),+);+) => { OpenApiRouter::new()$(.routes(routes!($($handler),+)))+ };
}
pub(super) use router;
