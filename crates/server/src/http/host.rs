//! Refuses requests for other host names, to prevent DNS rebinding.

use std::net::IpAddr;

use axum::http::header::HOST;

use crate::http::prelude::*;

#[derive(Clone, Debug)]
pub(crate) struct PublicName(Option<Arc<str>>);

impl PublicName {
    pub fn of(address: Option<&str>) -> Self {
        let authority = address.and_then(|address| address.split_once("://")).map(|(_, rest)| rest);
        Self(authority.and_then(|rest| rest.split('/').next()).map(Arc::from))
    }

    /// Returns whether a request is for this server. The port is ignored, since a proxy may change it.
    fn is_for_this_server(&self, headers: &HeaderMap) -> bool {
        let Some(name) = &self.0 else { return true };
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
        let Ok(host) = host.to_str() else { return false };
        let bare = bare(host);
        // IP addresses are safe: rebinding requires a name.
        bare.eq_ignore_ascii_case(self::bare(name))
            || bare.eq_ignore_ascii_case("localhost")
            || is_address(bare)
    }
}

pub(crate) async fn check_host(State(name): State<PublicName>, request: Request, next: Next) -> Response {
    if name.is_for_this_server(request.headers()) {
        return next.run(request).await;
    }
    Error::Host.into_response()
}

fn bare(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

fn is_address(host: &str) -> bool {
    let inside = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inside.unwrap_or(host).parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_host_names_are_refused() {
        let judged = |address: Option<&str>, hosts: &[&str]| {
            let mut headers = HeaderMap::new();
            for host in hosts {
                headers.append(HOST, host.parse().unwrap());
            }
            PublicName::of(address).is_for_this_server(&headers)
        };
        let here = Some("https://play.example:8443/games");
        for host in
            ["play.example", "PLAY.example:8443", "localhost:7878", "127.0.0.1:7878", "[::1]:7878", "10.0.0.3"]
        {
            assert!(judged(here, &[host]), "{host}");
        }
        for host in
            ["evil.example", "play.example.evil.example", "127.0.0.1.evil.example:80", "play.example:x", ""]
        {
            assert!(!judged(here, &[host]), "{host}");
        }
        assert!(!judged(here, &[]) && !judged(here, &["play.example", "evil.example"]));
        assert!(judged(None, &["evil.example"]) && judged(None, &[]));
    }
}
