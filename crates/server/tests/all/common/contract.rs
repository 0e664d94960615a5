//! Checks every answer that a test gets against the OpenAPI description.

use std::sync::LazyLock;

use serde_json::Value;

use super::Answer;

pub static OPENAPI: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(&entourage_server::openapi()).unwrap());

/// Checks that the description promises an answer; paths that it does not describe (files of the page) are free.
#[track_caller]
pub fn check(method: &str, path: &str, answer: &Answer) {
    let path = path.split('?').next().unwrap();
    let described = |pattern: &str| {
        let mut parts = pattern.split('/').zip(path.split('/'));
        pattern.split('/').count() == path.split('/').count()
            && parts.all(|(part, said)| part == said || part.starts_with('{'))
    };
    let paths = OPENAPI["paths"].as_object().unwrap().iter().filter(|(pattern, _)| described(pattern));
    // A literal path precedes one with parameters.
    let Some((_, item)) = paths.min_by_key(|(pattern, _)| pattern.matches('{').count()) else { return };
    let method = if method == "HEAD" { "get".to_owned() } else { method.to_lowercase() };
    let Some(operation) = item.get(&method) else {
        // Preflight requests are answered before any route.
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
