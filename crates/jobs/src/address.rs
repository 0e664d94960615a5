use std::fmt;
use std::str::FromStr;

use async_nats::ServerAddr;

/// The address of a NATS server, `nats://HOST:PORT` or `tls://HOST:PORT`; a user and password in it are never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsAddress(String);

impl NatsAddress {
    /// Returns the address with all that is in it, for connecting.
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl FromStr for NatsAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = ["nats://", "tls://"].iter().any(|scheme| text.starts_with(scheme));
        match text.parse::<ServerAddr>() {
            Ok(address) if known && !address.host().is_empty() => Ok(Self(text.to_owned())),
            _ => Err("expected nats://HOST:PORT or tls://HOST:PORT".into()),
        }
    }
}

impl fmt::Debug for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.parse::<ServerAddr>() {
            Ok(address) => write!(f, "nats://{}:{}", address.host(), address.port()),
            Err(_) => f.write_str("nats://"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_never_told_with_their_password() {
        let address: NatsAddress = "nats://ada:secret@broker.example:4333".parse().unwrap();
        assert_eq!(format!("{address:?}"), "nats://broker.example:4333");
        for bad in ["", "broker", "http://broker", "nats://"] {
            assert!(bad.parse::<NatsAddress>().is_err(), "{bad}");
        }
    }
}
