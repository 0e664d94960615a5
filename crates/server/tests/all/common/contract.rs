//! Holds every answer that a test gets to the description of the interface.

use std::sync::LazyLock;

use serde_json::Value;

use super::Answer;

/// The description as the server tells it.
pub static OPENAPI: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(&entourage_server::openapi()).unwrap());

/// Checks that an answer is one that the description promises; what it does not describe (files of the page, nothing at all) is
/// free.
#[track_caller]
pub fn check(method: &str, path: &str, answer: &Answer) {
    let path = path.split('?').next().unwrap();
    let described = |pattern: &str| match pattern.split_once('{') {
        Some((start, _)) => path.strip_prefix(start).is_some_and(|rest| !rest.contains('/')),
        None => pattern == path,
    };
    let Some((_, item)) = OPENAPI["paths"].as_object().unwrap().iter().find(|(pattern, _)| described(pattern))
    else {
        return;
    };
    let method = if method == "HEAD" { "get".to_owned() } else { method.to_lowercase() };
    let Some(operation) = item.get(&method) else {
        // A browser that asks ahead is answered before any route is.
        let foreseen = method == "options" && answer.status == 204;
        assert!(
            foreseen || matches!(answer.status, 405 | 403 | 429),
            "{method} {path} is not described: {answer:?}"
        );
        return;
    };
    let promised = &operation["responses"][answer.status.to_string()];
    assert!(promised.is_object(), "{method} {path} does not promise: {answer:?}");
}
