//! The push services to which messages may be sent. Endpoints come from clients, so without this list the
//! server could be made to send requests to any address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use axum::http::Uri;

/// Domains of the push services of Chromium browsers, Firefox, Safari and Edge, respectively.
const KNOWN: [&str; 4] =
    ["fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com"];
pub(crate) const MAX_LENGTH: usize = 1024;

/// A push service allowed in addition to those of common browsers: a domain or an origin. A domain such as
/// `push.example.org` includes its subdomains, and allows only HTTPS on the default port at public addresses. An
/// origin such as `https://push.example.org:8443` can have any address; plain HTTP is allowed only on loopback.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushService(Kind);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Names(String),
    Origin(String),
}

impl FromStr for PushService {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str =
            "expected a domain such as push.example.org, or an origin such as https://push.example.org:8443";
        if !text.contains("://") {
            let label =
                |label: &str| !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
            let named = text.len() <= 253 && text.contains('.') && text.split('.').all(label);
            let named = named && text.parse::<IpAddr>().is_err();
            return named.then(|| Self(Kind::Names(text.to_ascii_lowercase()))).ok_or(WRONG);
        }
        let place = Place::of(text).filter(|place| place.path == "/").ok_or(WRONG)?;
        let here = place.host == "localhost" || place.address().is_some_and(|address| address.is_loopback());
        if !place.encrypted && !here {
            return Err("http:// is allowed only for addresses on this machine; use https://…");
        }
        Ok(Self(Kind::Origin(place.origin())))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Endpoints(Vec<PushService>);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub encrypted: bool,
    /// Host name in lower case, or IP address; IPv6 addresses are in brackets.
    pub host: String,
    pub port: Option<u16>,
    pub path: String,
    /// Whether the operator has allowed this origin, even if its address is private.
    pub named: bool,
}

impl Place {
    fn of(text: &str) -> Option<Self> {
        let uri: Uri = text.parse().ok()?;
        let encrypted = match uri.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let authority = uri.authority()?.as_str();
        let host = uri.host()?.to_ascii_lowercase();
        // The rest of the authority must be a port or nothing; user names are refused.
        let rest = authority.get(host.len()..)?;
        let port = match rest.strip_prefix(':') {
            Some(port) => Some(port.parse::<u16>().ok().filter(|_| port.bytes().all(|c| c.is_ascii_digit()))?),
            None if rest.is_empty() => None,
            None => return None,
        };
        if authority.contains('@') || host.is_empty() {
            return None;
        }
        let usual = if encrypted { 443 } else { 80 };
        let path = uri.path_and_query()?.as_str().to_owned();
        Some(Self { encrypted, host, port: port.filter(|port| *port != usual), path, named: false })
    }

    pub fn origin(&self) -> String {
        let scheme = if self.encrypted { "https" } else { "http" };
        let port = self.port.map_or_else(String::new, |port| format!(":{port}"));
        format!("{scheme}://{}{port}", self.host)
    }

    fn address(&self) -> Option<IpAddr> {
        self.bare().parse().ok()
    }

    /// Returns the host without brackets.
    pub fn bare(&self) -> &str {
        self.host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(&self.host)
    }
}

impl Endpoints {
    pub fn with(others: &[PushService]) -> Self {
        let known = KNOWN.map(|name| PushService(Kind::Names(name.to_owned())));
        Self(known.into_iter().chain(others.iter().cloned()).collect())
    }

    pub fn admit(&self, endpoint: &str) -> bool {
        self.place(endpoint).is_some()
    }

    pub fn place(&self, endpoint: &str) -> Option<Place> {
        if endpoint.len() > MAX_LENGTH
            || !endpoint.bytes().all(|byte| byte.is_ascii_graphic())
            || endpoint.contains('#')
        {
            return None;
        }
        let place = Place::of(endpoint)?;
        let origin = place.origin();
        if self.0.iter().any(|PushService(kind)| matches!(kind, Kind::Origin(known) if *known == origin)) {
            return Some(Place { named: true, ..place });
        }
        let under = |name: &str| {
            place.host.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        let known = self.0.iter().any(|PushService(kind)| matches!(kind, Kind::Names(name) if under(name)));
        (known && place.encrypted && place.port.is_none()).then_some(place)
    }
}

/// Returns whether an address is public; requests to other addresses could reach the server's own network.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => {
            let [first, second, ..] = address.segments();
            let within = match (address.to_ipv4_mapped(), first) {
                (Some(within), _) => Some(within),
                // IPv6 addresses that contain an IPv4 address: NAT64 and 6to4.
                (None, 0x64) if second == 0xff9b => Some(last(address, 12)),
                (None, 0x2002) => Some(last(address, 2)),
                _ => None,
            };
            match within {
                Some(within) => is_public_v4(within),
                // Global unicast (2000::/3), except the special-purpose addresses in 2001::/23.
                None => first & 0xe000 == 0x2000 && !(first == 0x2001 && second < 0x200),
            }
        }
    }
}

/// Returns the IPv4 address that begins at byte `from` of an IPv6 address.
fn last(address: Ipv6Addr, from: usize) -> Ipv4Addr {
    let bytes = address.octets();
    Ipv4Addr::new(bytes[from], bytes[from + 1], bytes[from + 2], bytes[from + 3])
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || a == 0
        || a >= 240
        || a == 100 && b & 0xc0 == 64
        || a == 198 && b & 0xfe == 18
        || a == 192 && b == 0 && c == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_services_are_allowed() {
        let endpoints = Endpoints::with(&[]);
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://FCM.googleapis.com:443/x",
            "https://updates.push.services.mozilla.com/wpush/v2/gA",
            "https://web.push.apple.com/Q",
            "https://wns2-par02p.notify.windows.com/w/?token=BQ%3d",
        ] {
            assert!(endpoints.admit(good), "{good}");
        }
        for bad in [
            "",
            "fcm.googleapis.com/x",
            "http://fcm.googleapis.com/x",
            "ftp://fcm.googleapis.com/x",
            "https://fcm.googleapis.com:8443/x",
            "https://fcm.googleapis.com:/x",
            "https://fcm.googleapis.com:+443/x",
            "https://fcm.googleapis.com./x",
            "https://user@fcm.googleapis.com/x",
            "https://user:word@fcm.googleapis.com/x",
            "https://fcm.googleapis.com@evil.example/x",
            "https://evilfcm.googleapis.com/x",
            "https://fcm.googleapis.com.evil.example/x",
            "https://googleapis.com/x",
            "https://evil.example/fcm.googleapis.com",
            "https://localhost/x",
            "http://localhost:8080/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://10.0.0.1/x",
            "https://0x7f000001/x",
            "https://fcm.googleapis.com/x#y",
            "https://fcm.googleapis.com/x\r\nhost: evil",
            "https://fcm.googleapis.com/é",
            &format!("https://fcm.googleapis.com/{}", "x".repeat(MAX_LENGTH)),
        ] {
            assert!(!endpoints.admit(bad), "{bad:?}");
        }
    }

    #[test]
    fn operators_can_allow_other_services() {
        let named: Vec<PushService> = ["Push.example.org", "https://10.0.0.7:8443", "http://localhost:8080"]
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        let endpoints = Endpoints::with(&named);
        assert!(endpoints.place("https://a.push.example.org/x").is_some_and(|place| !place.named));
        assert!(endpoints.place("https://10.0.0.7:8443/x").is_some_and(|place| place.named));
        assert!(endpoints.place("http://localhost:8080/x").is_some_and(|place| place.named));
        for bad in [
            "http://push.example.org/x",
            "https://10.0.0.7/x",
            "http://localhost/x",
            "https://localhost:8080/x",
            "http://127.0.0.1:8080/x",
            "http://user@localhost:8080/x",
            &format!("http://localhost:8080/{}", "0".repeat(MAX_LENGTH)),
        ] {
            assert!(!endpoints.admit(bad), "{bad}");
        }
        for wrong in [
            "",
            "localhost",
            "a b.c",
            "10.0.0.7",
            "http://push.example.org",
            "https://a.b/c",
            "ftp://a.b",
            "https://u@a.b",
            ".a.b",
        ] {
            assert!(wrong.parse::<PushService>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn private_addresses_are_not_public() {
        for public in
            ["8.8.8.8", "142.250.1.1", "2a00:1450::1", "2620:149::1", "::ffff:8.8.8.8", "64:ff9b::808:808"]
        {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for own in "0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 192.168.1.1 198.18.0.1 \
            224.0.0.1 255.255.255.255 :: ::1 fe80::1 fd00::1 ff02::1 ::ffff:127.0.0.1 64:ff9b::7f00:1 \
            2002:7f00:1:: 2001::1"
            .split(' ')
        {
            assert!(!is_public(own.parse().unwrap()), "{own}");
        }
    }
}
