use data_encoding::BASE64URL_NOPAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const PRESENT_AND_VERIFIED: u8 = 0x01 | 0x04;
/// Flag of the authenticator data: attested credential data is included.
const ATTESTED: u8 = 0x40;

/// A software WebAuthn passkey with a P-256 key.
pub struct Authenticator {
    key: SigningKey,
    id: [u8; 16],
    holder: Option<String>,
    used: u32,
}

impl Authenticator {
    /// Creates a passkey; `None` if the secret is not a valid key.
    pub fn new(secret: &[u8; 32], id: [u8; 16]) -> Option<Self> {
        let key = SigningKey::from(&SecretKey::from_slice(secret).ok()?);
        Some(Self { key, id, holder: None, used: 0 })
    }

    /// Implements `navigator.credentials.create` for a page at `origin`; returns `None` for invalid options.
    pub fn create(&mut self, options: &Value, origin: &str) -> Option<Value> {
        let (site, challenge) = (options["rp"]["id"].as_str()?, options["challenge"].as_str()?);
        self.holder = Some(options["user"]["id"].as_str()?.to_owned());
        let mut data = self.data(site, PRESENT_AND_VERIFIED | ATTESTED);
        // The zero AAGUID precedes the credential id.
        data.extend([0; 16]);
        data.extend([0, self.id.len() as u8]);
        data.extend(self.id);
        data.extend(self.public());
        let object =
            [map(3), text("fmt"), text("none"), text("attStmt"), map(0), text("authData"), bytes(&data)];
        let response = json!({
            "attestationObject": BASE64URL_NOPAD.encode(&object.concat()),
            "clientDataJSON": BASE64URL_NOPAD.encode(client_data("webauthn.create", challenge, origin).as_bytes()),
        });
        Some(self.answer(response))
    }

    /// Implements `navigator.credentials.get`; returns `None` for invalid options, or if the passkey is not registered.
    pub fn get(&mut self, options: &Value, origin: &str) -> Option<Value> {
        let (site, challenge) = (options["rpId"].as_str()?, options["challenge"].as_str()?);
        let holder = self.holder.clone()?;
        self.used += 1;
        let (data, client_data) =
            (self.data(site, PRESENT_AND_VERIFIED), client_data("webauthn.get", challenge, origin));
        let signed = [data.clone(), Sha256::digest(client_data.as_bytes()).to_vec()].concat();
        let signature: Signature = self.key.sign(&signed);
        let response = json!({
            "authenticatorData": BASE64URL_NOPAD.encode(&data),
            "clientDataJSON": BASE64URL_NOPAD.encode(client_data.as_bytes()),
            "signature": BASE64URL_NOPAD.encode(signature.to_der().as_bytes()),
            "userHandle": holder,
        });
        Some(self.answer(response))
    }

    fn answer(&self, response: Value) -> Value {
        let id = BASE64URL_NOPAD.encode(&self.id);
        json!({ "id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {} })
    }

    fn data(&self, site: &str, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(site.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.used.to_be_bytes());
        data
    }

    /// Returns the public key in COSE format (ES256).
    fn public(&self) -> Vec<u8> {
        let point = self.key.verifying_key().to_sec1_point(false);
        let (x, y) = point.as_bytes()[1..].split_at(32);
        // kty (1): EC2 (2); alg (3): ES256 (-7); crv (-1): P-256 (1); x (-2) and y (-3).
        [map(5), vec![0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21], bytes(x), vec![0x22], bytes(y)].concat()
    }
}

fn client_data(kind: &str, challenge: &str, origin: &str) -> String {
    json!({ "type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false }).to_string()
}

/// Encodes the head of a CBOR map with at most 23 pairs.
fn map(pairs: u8) -> Vec<u8> {
    vec![0xa0 | pairs]
}

fn text(text: &str) -> Vec<u8> {
    [&[0x60 | text.len() as u8][..], text.as_bytes()].concat()
}

/// Encodes a CBOR byte string of at most 65,535 bytes.
fn bytes(bytes: &[u8]) -> Vec<u8> {
    let [high, low] = (bytes.len() as u16).to_be_bytes();
    [&[0x59, high, low][..], bytes].concat()
}

#[cfg(test)]
mod tests {
    use webauthn_rs::WebauthnBuilder;
    use webauthn_rs::prelude::{DiscoverableKey, Url, Uuid};

    use super::*;

    #[test]
    fn webauthn_rs_accepts_the_responses() {
        let url = Url::parse("http://localhost").unwrap();
        let site = WebauthnBuilder::new("localhost", &url).unwrap().allow_any_port(true).build().unwrap();
        let user = Uuid::from_bytes([5; 16]);
        let (asked, state) = site.start_passkey_registration(user, "Ada", "Ada", None).unwrap();
        let mut device = Authenticator::new(&[7; 32], [9; 16]).unwrap();
        assert!(device.get(&json!({ "rpId": "localhost", "challenge": "AAAA" }), "http://localhost").is_none());
        let options = serde_json::to_value(&asked.public_key).unwrap();
        let made = device.create(&options, "http://localhost:8080").unwrap();
        let known =
            site.finish_passkey_registration(&serde_json::from_value(made.clone()).unwrap(), &state).unwrap();
        assert_eq!(known.cred_id().as_ref(), [9; 16]);
        for times in 1..3 {
            let (asked, state) = site.start_discoverable_authentication().unwrap();
            let options = serde_json::to_value(&asked.public_key).unwrap();
            let shown = serde_json::from_value(device.get(&options, "http://localhost:8080").unwrap()).unwrap();
            assert_eq!(site.identify_discoverable_authentication(&shown).unwrap(), (user, &[9; 16][..]));
            let key = DiscoverableKey::from(&known);
            let found = site.finish_discoverable_authentication_v2(&shown, state, &key).unwrap();
            assert_eq!(found.counter(), times);
        }
        // A signature made with another key is rejected.
        let (asked, state) = site.start_discoverable_authentication().unwrap();
        let mut other = Authenticator::new(&[8; 32], [9; 16]).unwrap();
        other.holder = device.holder.clone();
        let options = serde_json::to_value(&asked.public_key).unwrap();
        let shown = serde_json::from_value(other.get(&options, "http://localhost").unwrap()).unwrap();
        assert!(
            site.finish_discoverable_authentication_v2(&shown, state, DiscoverableKey::from(&known)).is_err()
        );
    }
}
