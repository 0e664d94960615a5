use data_encoding::BASE64URL_NOPAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The user is present and verified.
const PRESENT_AND_VERIFIED: u8 = 0x01 | 0x04;
/// The data describes a new passkey.
const ATTESTED: u8 = 0x40;

/// A WebAuthn passkey in software, with a P-256 key.
pub struct Authenticator {
    key: SigningKey,
    id: [u8; 16],
    /// The user handle of the account.
    holder: Option<String>,
    used: u32,
}

impl Authenticator {
    /// Makes one of a secret; `None` if that is no valid key.
    pub fn new(secret: &[u8; 32], id: [u8; 16]) -> Option<Self> {
        let key = SigningKey::from(&SecretKey::from_slice(secret).ok()?);
        Some(Self { key, id, holder: None, used: 0 })
    }

    /// Does what `navigator.credentials.create` does, for a page of an origin; `None` if the options make no sense.
    pub fn create(&mut self, options: &Value, origin: &str) -> Option<Value> {
        let (site, challenge) = (options["rp"]["id"].as_str()?, options["challenge"].as_str()?);
        self.holder = Some(options["user"]["id"].as_str()?.to_owned());
        let mut data = self.data(site, PRESENT_AND_VERIFIED | ATTESTED);
        // The model of the device, which is none, and the identifier of the passkey.
        data.extend([0; 16]);
        data.extend([0, self.id.len() as u8]);
        data.extend(self.id);
        data.extend(self.public());
        let object =
            [map(3), text("fmt"), text("none"), text("attStmt"), map(0), text("authData"), bytes(&data)];
        let response = json!({
            "attestationObject": BASE64URL_NOPAD.encode(&object.concat()),
            "clientDataJSON": BASE64URL_NOPAD.encode(said("webauthn.create", challenge, origin).as_bytes()),
        });
        Some(self.answer(response))
    }

    /// Does what `navigator.credentials.get` does; `None` if the options make no sense, or it belongs to no account yet.
    pub fn get(&mut self, options: &Value, origin: &str) -> Option<Value> {
        let (site, challenge) = (options["rpId"].as_str()?, options["challenge"].as_str()?);
        let holder = self.holder.clone()?;
        self.used += 1;
        let (data, said) = (self.data(site, PRESENT_AND_VERIFIED), said("webauthn.get", challenge, origin));
        let signed = [data.clone(), Sha256::digest(said.as_bytes()).to_vec()].concat();
        let signature: Signature = self.key.sign(&signed);
        let response = json!({
            "authenticatorData": BASE64URL_NOPAD.encode(&data),
            "clientDataJSON": BASE64URL_NOPAD.encode(said.as_bytes()),
            "signature": BASE64URL_NOPAD.encode(signature.to_der().as_bytes()),
            "userHandle": holder,
        });
        Some(self.answer(response))
    }

    fn answer(&self, response: Value) -> Value {
        let id = BASE64URL_NOPAD.encode(&self.id);
        json!({ "id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {} })
    }

    /// Returns the authenticator data: the site, the flags, and how often it was used.
    fn data(&self, site: &str, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(site.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.used.to_be_bytes());
        data
    }

    /// Returns the public key in COSE format: two coordinates on P-256, for ES256.
    fn public(&self) -> Vec<u8> {
        let point = self.key.verifying_key().to_sec1_point(false);
        let (x, y) = point.as_bytes()[1..].split_at(32);
        // 1: kind of key, 2; 3: algorithm, -7; -1: curve, 1; -2 and -3: coordinates.
        [map(5), vec![0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21], bytes(x), vec![0x22], bytes(y)].concat()
    }
}

fn said(kind: &str, challenge: &str, origin: &str) -> String {
    json!({ "type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false }).to_string()
}

/// Returns the head of a CBOR map of at most 23 pairs.
fn map(pairs: u8) -> Vec<u8> {
    vec![0xa0 | pairs]
}

/// Returns a CBOR text of at most 23 bytes.
fn text(text: &str) -> Vec<u8> {
    [&[0x60 | text.len() as u8][..], text.as_bytes()].concat()
}

/// Returns CBOR bytes, at most 65,535.
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
    fn webauthn_rs_accepts_its_answers() {
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
        // Another device's signature is refused.
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
