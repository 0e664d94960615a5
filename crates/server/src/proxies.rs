use std::net::IpAddr;
use std::str::FromStr;

use entourage_kernel::{Text, TextError};
use ipnet::IpNet;

/// Reverse proxies whose `X-Forwarded-For` header is trusted; none by default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proxies(Vec<IpNet>);

impl Proxies {
    pub const LOOPBACK: &str = "loopback";

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn trust(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// Parses addresses and networks, such as `10.0.0.7,fd00::/8`; `loopback` means this machine.
impl FromStr for Proxies {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let (mut networks, mut at) = (Vec::new(), 0);
        for token in text.split(',') {
            if token == Self::LOOPBACK {
                networks.extend(["127.0.0.0/8", "::1"].into_iter().filter_map(network));
            } else {
                let problem = Text::new(
                    "expected an address, a network such as 10.0.0.0/8, or loopback",
                    "valeur attendue : une adresse, un réseau (par exemple 10.0.0.0/8) ou loopback",
                );
                networks.push(network(token).ok_or_else(|| TextError::new(token, at, problem))?);
            }
            at += token.len() + 1;
        }
        Ok(Self(networks))
    }
}

fn network(text: &str) -> Option<IpNet> {
    let network =
        text.parse().or_else(|_| text.parse::<IpAddr>().map(|address| address.to_canonical().into())).ok();
    // Client addresses are compared in canonical form, so a network of IPv4-mapped IPv6 addresses would never match.
    network.filter(|network: &IpNet| network.addr() == network.addr().to_canonical())
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
            ("::ffff:10.0.0.0/104", "::ffff:10.0.0.0/104", 0),
        ] {
            let error = text.parse::<Proxies>().unwrap_err();
            assert_eq!((error.token.as_str(), error.at), (token, at), "{text}");
        }
    }
}
