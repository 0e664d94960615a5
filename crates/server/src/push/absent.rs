//! Stub for builds without the `push` feature: there is no identity, so nothing is sent.

pub(crate) mod identity {
    pub(crate) enum Identity {}

    impl Identity {
        pub fn of(_: &[u8; 32], _: &str) -> Option<Self> {
            None
        }

        pub fn public(&self) -> &str {
            match *self {}
        }

        pub fn authorization(&self, _: &str, _: i64) -> String {
            match *self {}
        }
    }
}

pub(crate) mod encryption {
    use entourage_store::PushDevice;

    pub(crate) enum SecretKey {}

    pub(crate) const MAX_MESSAGE: usize = 0;

    pub(crate) fn is_public_key(_: &[u8]) -> bool {
        false
    }

    pub(crate) fn secret_key(_: &[u8; 32]) -> Option<SecretKey> {
        None
    }

    pub(crate) fn encrypt(_: &[u8], _: &PushDevice, own: &SecretKey, _: [u8; 16]) -> Option<Vec<u8>> {
        match *own {}
    }
}

pub(crate) mod client {
    use crate::push::endpoints::Place;
    use crate::push::{PushOutcome, PushRequest};

    pub(crate) enum PushClient {}

    impl PushClient {
        pub fn new() -> Result<Self, String> {
            Err("this build does not support push notifications; build `entourage` with `--features push`"
                .into())
        }

        pub async fn send(&self, _: &Place, _: PushRequest) -> PushOutcome {
            match *self {}
        }
    }
}
