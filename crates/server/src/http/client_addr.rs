use std::net::IpAddr;

use ipnet::{Ipv4Net, Ipv6Net};

use crate::http::prelude::*;
use crate::proxies::Proxies;

#[derive(Clone, Copy)]
pub(crate) struct Peer(pub IpAddr);

/// The client to which requests are attributed; `None` is this machine, which is not limited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClientAddr(Option<IpAddr>);

/// Prefix lengths of IPv6 networks for rate limits, and their limits as multiples of a single address's limit:
/// a customer (/64), a larger one (/56), and a company or a block of customers (/48).
const NETWORKS: [(u8, u32); 3] = [(64, 1), (56, 4), (48, 16)];

impl ClientAddr {
    pub const OWN: Self = Self(None);

    pub fn of(address: IpAddr) -> Self {
        let address = address.to_canonical();
        Self(Some(address).filter(|address| !address.is_loopback()))
    }

    /// Returns an example client; clients with different `last` are limited separately.
    #[cfg(test)]
    pub fn example(last: u8) -> Self {
        Self::of([203, 0, 113, last].into())
    }

    /// Returns the client of a request: the peer or, if that is a trusted proxy, the last address in
    /// `X-Forwarded-For` that is not a trusted proxy; earlier ones can be forged. If there is none, the proxy
    /// itself counts as the client, so that limits cannot be avoided.
    pub fn behind(proxies: &Proxies, peer: IpAddr, headers: &HeaderMap) -> Self {
        if !proxies.trust(peer) {
            return Self::of(peer);
        }
        let named = forwarded(headers, proxies);
        Self(Some(named.unwrap_or(peer).to_canonical()))
    }

    /// Returns the networks whose limits apply to the client, smallest first, each with the factor for its limit.
    pub fn networks(self) -> impl Iterator<Item = (IpNet, u32)> {
        let all: Vec<_> = match self.0 {
            None => Vec::new(),
            Some(address @ IpAddr::V4(_)) => vec![(address.into(), 1)],
            Some(IpAddr::V6(address)) => NETWORKS
                .iter()
                .map(|(prefix, multiple)| (Ipv6Net::new_assert(address, *prefix).trunc().into(), *multiple))
                .collect(),
        };
        all.into_iter()
    }

    /// Returns the client's smallest network, an IPv4 address or an IPv6 /64; an empty string for this machine.
    pub fn network(self) -> String {
        self.networks().next().map_or(String::new(), |(network, _)| network.to_string())
    }

    /// Returns the client's network for the log, without the full address.
    pub fn class(self) -> String {
        match self.0 {
            None => "own".to_owned(),
            Some(IpAddr::V4(address)) => Ipv4Net::new_assert(address, 24).trunc().to_string(),
            Some(IpAddr::V6(address)) => Ipv6Net::new_assert(address, 48).trunc().to_string(),
        }
    }
}

pub(crate) fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.contains_key("x-forwarded-for")
}

fn forwarded(headers: &HeaderMap, proxies: &Proxies) -> Option<IpAddr> {
    let values = headers.get_all("x-forwarded-for").iter().rev();
    // Entries added by the client may be invalid.
    for entry in values.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b',')) {
        let address = address(std::str::from_utf8(entry).ok()?.trim())?;
        if !proxies.trust(address) {
            return Some(address);
        }
    }
    None
}

fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or(text, |(bare, _)| bare);
    bare.parse().ok().or_else(|| text.parse::<std::net::SocketAddr>().ok().map(|address| address.ip()))
}

/// A count for each network; networks with a count of 0 have no entry.
#[derive(Default)]
pub(crate) struct NetworkCounts(HashMap<IpNet, usize>);

impl NetworkCounts {
    pub fn get(&self, network: IpNet) -> usize {
        self.0.get(&network).copied().unwrap_or(0)
    }

    pub fn add(&mut self, client_addr: ClientAddr, count: usize) {
        client_addr.networks().for_each(|(network, _)| *self.0.entry(network).or_default() += count);
    }

    pub fn subtract(&mut self, client_addr: ClientAddr, count: usize) {
        for (network, _) in client_addr.networks() {
            if let Some(counted) = self.0.get_mut(&network) {
                *counted -= count;
                if *counted == 0 {
                    self.0.remove(&network);
                }
            }
        }
    }

    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn read(proxies: &str, peer: &str, values: &[&str]) -> ClientAddr {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        ClientAddr::behind(&proxies.parse().unwrap(), peer.parse().unwrap(), &headers)
    }

    fn known(text: &str) -> ClientAddr {
        ClientAddr(Some(text.parse().unwrap()))
    }

    #[test]
    fn ipv6_addresses_count_in_three_networks() {
        let networks = |text: &str| ClientAddr::of(text.parse().unwrap()).networks().collect::<Vec<_>>();
        assert_eq!(networks("2001:db8::1"), networks("2001:db8::ffff:ffff:ffff:ffff"));
        let (one, next) = (networks("2001:db8::1"), networks("2001:db8:0:1::1"));
        assert!(one[0] != next[0] && one[1..] == next[1..]);
        let far = networks("2001:db8:0:100::1");
        assert!(one[1] != far[1] && one[2] == far[2]);
        assert!(
            one.iter().all(|(network, _)| !networks("2001:db8:1::1").iter().any(|(other, _)| other == network))
        );
        assert_eq!(networks("::ffff:203.0.113.7"), networks("203.0.113.7"));
        assert_ne!(networks("203.0.113.7"), networks("203.0.113.8"));
        for own in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(ClientAddr::of(own.parse().unwrap()), ClientAddr::OWN);
        }
        assert_eq!(ClientAddr::OWN.networks().count(), 0);
    }

    #[test]
    fn address_added_by_the_nearest_proxy_is_used() {
        let read = |values: &[&str]| read("loopback", "127.0.0.1", values);
        assert_eq!(read(&["1.2.3.4"]), known("1.2.3.4"));
        assert_eq!(read(&["6.6.6.6, 1.2.3.4"]), known("1.2.3.4"));
        assert_eq!(read(&["6.6.6.6", "5.5.5.5 ,1.2.3.4"]), known("1.2.3.4"));
        assert_eq!(read(&["[2001:db8::1]:443"]), known("2001:db8::1"));
        assert_eq!(read(&["1.2.3.4:5678"]), known("1.2.3.4"));
        assert_eq!(read(&["\u{e9}, 1.2.3.4"]), known("1.2.3.4"), "forged entries are ignored");
    }

    #[test]
    fn without_a_client_address_the_proxy_counts() {
        for values in [&[][..], &[""], &["1.2.3.4, unknown"], &["127.0.0.1"], &["1.2.3.4,"]] {
            assert_eq!(read("loopback", "127.0.0.1", values), known("127.0.0.1"), "{values:?}");
        }
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(read("10.0.0.0/8", "203.0.113.5", &["1.2.3.4"]), known("203.0.113.5"));
        assert_eq!(read("10.0.0.0/8", "10.1.1.1", &["1.2.3.4"]), known("1.2.3.4"));
        // The client is the last address that is not a trusted proxy.
        assert_eq!(read("10.0.0.0/8", "10.1.1.1", &["9.9.9.9, 1.2.3.4, 10.2.2.2"]), known("1.2.3.4"));
        assert_eq!(read("10.0.0.0/8", "127.0.0.1", &["1.2.3.4"]), ClientAddr::OWN);
    }

    #[test]
    fn logged_networks_do_not_identify_clients() {
        assert_eq!(known("203.0.113.77").class(), "203.0.113.0/24");
        assert_eq!(known("2001:db8:1:2::3").class(), "2001:db8:1::/48");
        assert_eq!(ClientAddr::OWN.class(), "own");
    }
}
