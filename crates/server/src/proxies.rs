use std::net::IpAddr;
use std::str::FromStr;

use entourage_kernel::{Text, TextError};

/// Reverse proxies whose `X-Forwarded-For` header is trusted; none by default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proxies(Vec<Range>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    first: IpAddr,
    shared: u32,
}

impl Proxies {
    pub const LOOPBACK: &str = "loopback";

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn trust(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|range| range.holds(address))
    }
}

impl Range {
    fn holds(self, address: IpAddr) -> bool {
        match (self.first, address) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                let differing = u32::from(first) ^ u32::from(address);
                differing.leading_zeros() >= self.shared
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                let differing = u128::from(first) ^ u128::from(address);
                differing.leading_zeros() >= self.shared
            }
            _ => false,
        }
    }
}

/// Parses addresses and networks, such as `10.0.0.7,fd00::/8`; `loopback` means this machine.
impl FromStr for Proxies {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let (mut ranges, mut at) = (Vec::new(), 0);
        for token in text.split(',') {
            if token == Self::LOOPBACK {
                ranges.extend(["127.0.0.0/8", "::1"].into_iter().filter_map(range));
            } else {
                let problem = Text::new(
                    "expected an address, a network such as 10.0.0.0/8, or loopback",
                    "valeur attendue : une adresse, un réseau (par exemple 10.0.0.0/8) ou loopback",
                );
                ranges.push(range(token).ok_or_else(|| TextError::new(token, at, problem))?);
            }
            at += token.len() + 1;
        }
        Ok(Self(ranges))
    }
}

fn range(text: &str) -> Option<Range> {
    let (address, shared) = match text.split_once('/') {
        Some((address, shared)) => (address, Some(shared)),
        None => (text, None),
    };
    let first = address.parse::<IpAddr>().ok()?.to_canonical();
    let most = if first.is_ipv4() { 32 } else { 128 };
    let shared = match shared {
        None => most,
        Some(shared) => shared.parse().ok().filter(|shared| *shared <= most)?,
    };
    Some(Range { first, shared })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_hold_their_addresses() {
        let proxies: Proxies = "10.0.0.7,192.168.0.0/16,fd00::/8,loopback".parse().unwrap();
        let trusted = |text: &str| proxies.trust(text.parse().unwrap());
        for address in ["10.0.0.7", "::ffff:10.0.0.7", "192.168.255.1", "fd12::1", "127.0.0.9", "::1"] {
            assert!(trusted(address), "{address}");
        }
        for address in ["10.0.0.8", "192.169.0.1", "fe00::1", "2001:db8::1", "0.0.0.0"] {
            assert!(!trusted(address), "{address}");
        }
        assert!("0.0.0.0/0".parse::<Proxies>().unwrap().trust("8.8.8.8".parse().unwrap()));
        assert!(Proxies::default().is_empty() && !Proxies::default().trust("127.0.0.1".parse().unwrap()));
    }

    #[test]
    fn errors_name_the_token_and_its_offset() {
        for (text, token, at) in [
            ("", "", 0),
            ("10.0.0.1,proxy", "proxy", 9),
            ("10.0.0.0/33", "10.0.0.0/33", 0),
            ("::/129", "::/129", 0),
        ] {
            let error = text.parse::<Proxies>().unwrap_err();
            assert_eq!((error.token.as_str(), error.at), (token, at), "{text}");
        }
    }
}
