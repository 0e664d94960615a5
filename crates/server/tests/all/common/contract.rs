//! Checks every response in the tests against the OpenAPI description.

use std::sync::LazyLock;

use serde_json::Value;

use super::Answer;

pub static OPENAPI: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(&entourage_server::openapi()).unwrap());

/// Asserts that the OpenAPI description includes a response. Paths that are not described, such as files, are not checked.
#[track_caller]
pub fn check(method: &str, path: &str, answer: &Answer) {
    let path = path.split('?').next().unwrap();
    let described = |pattern: &str| {
        let mut parts = pattern.split('/').zip(path.split('/'));
        pattern.split('/').count() == path.split('/').count()
            && parts.all(|(part, said)| part == said || part.starts_with('{'))
    };
    let paths = OPENAPI["paths"].as_object().unwrap().iter().filter(|(pattern, _)| described(pattern));
    // Literal paths take precedence over paths with parameters.
    let Some((_, item)) = paths.min_by_key(|(pattern, _)| pattern.matches('{').count()) else { return };
    let method = if method == "HEAD" { "get".to_owned() } else { method.to_lowercase() };
    let Some(operation) = item.get(&method) else {
        // Preflight requests are answered before routing.
        let foreseen = method == "options" && answer.status == 204;
        assert!(
            foreseen || matches!(answer.status, 405 | 403 | 429),
            "{method} {path} is not described: {answer:?}"
        );
        return;
    };
    let promised = &operation["responses"][answer.status.to_string()];
    assert!(promised.is_object(), "the description of {method} {path} lacks this response: {answer:?}");
}
