use std::fmt;
use std::str::FromStr;

use async_nats::ServerAddr;

/// The address of a NATS server, `nats://HOST:PORT` or `tls://HOST:PORT`; `Debug` hides the user name and password.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsAddress(String);

impl NatsAddress {
    /// Returns the full address, including user name and password.
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
    fn debug_output_hides_the_password() {
        let address: NatsAddress = "nats://ada:secret@broker.example:4333".parse().unwrap();
        assert_eq!(format!("{address:?}"), "nats://broker.example:4333");
        for bad in ["", "broker", "http://broker", "nats://"] {
            assert!(bad.parse::<NatsAddress>().is_err(), "{bad}");
        }
    }
}
