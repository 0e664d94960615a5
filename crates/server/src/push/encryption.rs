//! Message Encryption for Web Push (RFC 8291), in one record of the content encoding aes128gcm (RFC 8188).

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Nonce};
use entourage_store::PushDevice;
use hkdf::Hkdf;
use p256::PublicKey;
pub(crate) use p256::SecretKey;
use p256::elliptic_curve::sec1::ToSec1Point;
use sha2::Sha256;

/// Record size; push services accept 4096 bytes.
const RECORD: u32 = 4096;
/// Maximum message length in bytes: the record without padding, tag and header.
pub(crate) const MAX_MESSAGE: usize = RECORD as usize - 16 - 1 - 86;
/// Padding delimiter of the last record.
const LAST_RECORD: u8 = 2;

/// Returns whether the bytes are a valid P-256 public key.
pub(crate) fn is_public_key(bytes: &[u8]) -> bool {
    PublicKey::from_sec1_bytes(bytes).is_ok()
}

/// Creates a private key from random bytes; fails about once in 2^32.
pub(crate) fn secret_key(bytes: &[u8; 32]) -> Option<SecretKey> {
    SecretKey::from_slice(bytes).ok()
}

/// Encrypts a message for a browser with a fresh key and salt; `None` if the browser's key is invalid or the
/// message is too long.
pub(crate) fn encrypt(message: &[u8], device: &PushDevice, own: &SecretKey, salt: [u8; 16]) -> Option<Vec<u8>> {
    if message.len() > MAX_MESSAGE {
        return None;
    }
    let theirs = PublicKey::from_sec1_bytes(&device.key).ok()?;
    let public = own.public_key().to_sec1_point(false);
    let shared = own.diffie_hellman(&theirs);
    let info = [b"WebPush: info\0".as_slice(), &device.key, public.as_bytes()].concat();
    let input: [u8; 32] = derived(&device.secret, shared.raw_secret_bytes(), &info)?;
    let key: [u8; 16] = derived(&salt, &input, b"Content-Encoding: aes128gcm\0")?;
    let nonce: [u8; 12] = derived(&salt, &input, b"Content-Encoding: nonce\0")?;
    let closed = Aes128Gcm::new(&key.into())
        .encrypt(&Nonce::from(nonce), [message, &[LAST_RECORD]].concat().as_slice())
        .ok()?;
    let length = u8::try_from(public.as_bytes().len()).ok()?;
    Some([salt.as_slice(), &RECORD.to_be_bytes(), &[length], public.as_bytes(), &closed].concat())
}

fn derived<const LENGTH: usize>(salt: &[u8], input: &[u8], info: &[u8]) -> Option<[u8; LENGTH]> {
    let mut derived = [0; LENGTH];
    Hkdf::<Sha256>::new(Some(salt), input).expand(info, &mut derived).ok()?;
    Some(derived)
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64URL_NOPAD;
    use entourage_kernel::Language;

    use super::*;

    fn read<const LENGTH: usize>(text: &str) -> [u8; LENGTH] {
        BASE64URL_NOPAD.decode(text.as_bytes()).unwrap().try_into().unwrap()
    }

    fn device() -> PushDevice {
        PushDevice {
            endpoint: String::new(),
            key: read(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            secret: read("BTBZMqHH6r4Tts7J_aSIgg"),
            language: Language::English,
        }
    }

    /// The example of RFC 8291, appendix A.
    #[test]
    fn published_example_is_reproduced() {
        let own = SecretKey::from_slice(&read::<32>("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap();
        let message = b"When I grow up, I want to be a watermelon";
        let closed = encrypt(message, &device(), &own, read("DGv6ra1nlYgDCS1FRnbzlw")).unwrap();
        assert_eq!(
            BASE64URL_NOPAD.encode(&closed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn long_messages_and_invalid_keys_are_refused() {
        let own = SecretKey::from_slice(&[9; 32]).unwrap();
        assert_eq!(encrypt(&[b'a'; MAX_MESSAGE], &device(), &own, [1; 16]).unwrap().len(), 4096);
        assert_eq!(encrypt(&[b'a'; MAX_MESSAGE + 1], &device(), &own, [1; 16]), None);
        assert_eq!(encrypt(b"a", &PushDevice { key: [4; 65], ..device() }, &own, [1; 16]), None);
    }
}
