//! Common imports of the modules below `http`.

pub(super) use std::collections::HashMap;
pub(super) use std::convert::Infallible;
pub(super) use std::pin::Pin;
pub(super) use std::sync::{Arc, Mutex};

pub(super) use axum::body::{Body, Bytes, HttpBody};
pub(super) use axum::extract::{FromRequestParts, Request, State};
pub(super) use axum::http::request::Parts;
pub(super) use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
pub(super) use axum::middleware::Next;
pub(super) use axum::response::{IntoResponse, Response};
pub(super) use entourage_kernel::Language;
pub(super) use ipnet::IpNet;

pub(super) use crate::domain::Error;
pub(super) use crate::http::client_addr::ClientAddr;
