//! Voluntary Application Server Identification (VAPID, RFC 8292).

use data_encoding::BASE64URL_NOPAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToSec1Point;

/// Lifetime of a token in seconds; the standard allows 24 hours.
const LIFETIME: i64 = 12 * 60 * 60;
/// JOSE header of the signed token.
const HEADER: &str = r#"{"typ":"JWT","alg":"ES256"}"#;

pub(crate) struct Identity {
    key: SigningKey,
    public: String,
    contact: String,
}

impl Identity {
    /// Creates an identity from a P-256 private key and the operator's contact address; `None` if the key is
    /// invalid.
    pub fn of(private: &[u8; 32], contact: &str) -> Option<Self> {
        let key = SecretKey::from_slice(private).ok()?;
        let public = BASE64URL_NOPAD.encode(key.public_key().to_sec1_point(false).as_bytes());
        Some(Self { key: SigningKey::from(&key), public, contact: contact.to_owned() })
    }

    pub fn public(&self) -> &str {
        &self.public
    }

    /// Returns the `Authorization` header for an origin; `date` is in milliseconds since 1970 (UTC).
    pub fn authorization(&self, origin: &str, date: i64) -> String {
        // Origins and site addresses contain no characters that JSON escapes.
        let claims =
            format!(r#"{{"aud":"{origin}","exp":{},"sub":"{}"}}"#, date / 1000 + LIFETIME, self.contact);
        let signed = format!(
            "{}.{}",
            BASE64URL_NOPAD.encode(HEADER.as_bytes()),
            BASE64URL_NOPAD.encode(claims.as_bytes())
        );
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = BASE64URL_NOPAD.encode(&signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public)
    }
}
