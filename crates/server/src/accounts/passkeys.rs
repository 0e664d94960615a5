//! Registers passkeys and signs users in with them, through WebAuthn ceremonies.

use std::sync::Arc;

use data_encoding::BASE64URL_NOPAD;
use entourage_record::{AccountId, Token};
use entourage_registry::view::{CeremonyView, PasskeyAnswer};
use entourage_store::{Passkey, Store, random};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, DiscoverableKey, Passkey as Credential, PasskeyRegistration,
    PublicKeyCredential, RegisterPublicKeyCredential, Url, Uuid,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use super::NewPasskeyData;
use crate::domain::Error;
use crate::server_time::ServerTime;
use crate::sessions::CEREMONY_TIMEOUT;

/// Maximum number of pending ceremonies; beyond it, the oldest are dropped.
const MAX_CEREMONIES: u32 = 10_000;
const MAX_RESPONSE: usize = 16 * 1024;

pub(crate) struct Passkeys {
    store: Arc<Store>,
    time: Arc<ServerTime>,
    site: Option<Site>,
}

struct Site {
    name: String,
    webauthn: Webauthn,
}

#[derive(Serialize, Deserialize)]
enum Asked {
    /// Registration of a passkey; `name` is the name of the account to create, or `None` if it already exists.
    New {
        account: String,
        name: Option<String>,
        state: PasskeyRegistration,
    },
    Known {
        state: DiscoverableAuthentication,
    },
}

impl Passkeys {
    /// Binds passkeys to the domain of the public address, or to `localhost` if there is none. Passkeys do not
    /// work with an IP address.
    pub fn new(store: Arc<Store>, time: Arc<ServerTime>, address: Option<&str>) -> Self {
        Self { store, time, site: Site::of(address) }
    }

    pub fn site(&self) -> Option<&str> {
        self.site.as_ref().map(|site| &*site.name)
    }

    fn webauthn(&self) -> Result<&Webauthn, Error> {
        self.site.as_ref().map(|site| &site.webauthn).ok_or(Error::NoPasskeys)
    }

    /// Starts a registration; `founding` means that the account does not exist yet.
    pub async fn ask_new(&self, account: AccountId, name: &str, founding: bool) -> Result<CeremonyView, Error> {
        let known = self.store.passkeys(account).await?;
        let known = known.iter().filter_map(|known| BASE64URL_NOPAD.decode(known.id.as_bytes()).ok());
        let known = known.collect();
        let begun = self.webauthn()?.start_passkey_registration(
            Uuid::from_bytes(account.bits()),
            name,
            name,
            Some(known),
        );
        let (challenge, state) = begun.map_err(|_| Error::Internal)?;
        let mut options = serde_json::to_value(&challenge.public_key).map_err(|_| Error::Internal)?;
        // Make the passkey discoverable, so that users can sign in without typing a name.
        options["authenticatorSelection"]["residentKey"] = "required".into();
        options["authenticatorSelection"]["requireResidentKey"] = true.into();
        let name = founding.then(|| name.to_owned());
        let asked = Asked::New { account: account.to_string(), name, state };
        self.keep(&asked, options).await
    }

    pub async fn ask_known(&self) -> Result<CeremonyView, Error> {
        let begun = self.webauthn()?.start_discoverable_authentication();
        let (challenge, state) = begun.map_err(|_| Error::Internal)?;
        let options = serde_json::to_value(&challenge.public_key).map_err(|_| Error::Internal)?;
        self.keep(&Asked::Known { state }, options).await
    }

    async fn keep(&self, asked: &Asked, options: Value) -> Result<CeremonyView, Error> {
        let ceremony = random().map(Token::from_bits).map_err(|_| Error::Unavailable)?;
        let state = serde_json::to_string(asked).map_err(|_| Error::Internal)?;
        let begun = self.store.begin_ceremony(ceremony.hash(), &state, self.time.now(), MAX_CEREMONIES);
        begun.await?;
        Ok(CeremonyView { ceremony: ceremony.to_string(), options })
    }

    /// Removes and returns a pending ceremony, which can be completed only once.
    async fn take(&self, ceremony: &str) -> Result<Asked, Error> {
        let ceremony: Token = ceremony.parse().map_err(|()| Error::Passkey)?;
        let kept = self.store.take_ceremony(ceremony.hash(), self.time.now() - CEREMONY_TIMEOUT).await?;
        let kept = kept.ok_or(Error::Passkey)?;
        serde_json::from_str(&kept).map_err(|_| Error::Damaged)
    }

    pub async fn made(&self, answer: PasskeyAnswer, label: &str) -> Result<NewPasskeyData, Error> {
        let Asked::New { account, name, state } = self.take(&answer.ceremony).await? else {
            return Err(Error::Passkey);
        };
        let credential: RegisterPublicKeyCredential = read(answer.credential)?;
        let made = self.webauthn()?.finish_passkey_registration(&credential, &state);
        let credential = made.map_err(|error| refused(&error))?;
        let passkey = Passkey {
            id: BASE64URL_NOPAD.encode(credential.cred_id()),
            label: label.to_owned(),
            credential: serde_json::to_string(&credential).map_err(|_| Error::Internal)?,
            at: self.time.now(),
            used: None,
        };
        Ok(NewPasskeyData { account: account.parse().map_err(|()| Error::Damaged)?, name, passkey })
    }

    pub async fn shown(&self, answer: PasskeyAnswer) -> Result<AccountId, Error> {
        let Asked::Known { state } = self.take(&answer.ceremony).await? else {
            return Err(Error::Passkey);
        };
        let credential: PublicKeyCredential = read(answer.credential)?;
        let webauthn = self.webauthn()?;
        let (user, id) =
            webauthn.identify_discoverable_authentication(&credential).map_err(|error| refused(&error))?;
        let id = BASE64URL_NOPAD.encode(id);
        let known = self.store.passkey(&id).await?;
        let (account, kept) = known.ok_or(Error::Credentials)?;
        if Uuid::from_bytes(account.bits()) != user {
            return Err(Error::Credentials);
        }
        let mut known: Value = serde_json::from_str(&kept.credential).map_err(|_| Error::Damaged)?;
        // Devices that share a passkey count signatures separately, so a lower counter does not mean that the passkey was copied.
        if let Some(counter) = known.pointer_mut("/cred/counter") {
            *counter = 0.into();
        }
        let mut known: Credential = serde_json::from_value(known).map_err(|_| Error::Damaged)?;
        let key = DiscoverableKey::from(&known);
        let shown = webauthn.finish_discoverable_authentication_v2(&credential, state, &key);
        let shown = shown.map_err(|error| refused(&error))?;
        known.update_credential(&shown);
        let text = serde_json::to_string(&known).map_err(|_| Error::Internal)?;
        self.store.use_passkey(&id, &text, self.time.now()).await?;
        Ok(account)
    }
}

impl Site {
    fn of(address: Option<&str>) -> Option<Self> {
        let url = Url::parse(address.unwrap_or("http://localhost")).ok()?;
        // A passkey belongs to a domain, and browsers require a secure connection outside localhost.
        let name = url.domain()?.to_owned();
        let local = name == "localhost";
        if url.scheme() != "https" && !local {
            return None;
        }
        let builder = WebauthnBuilder::new(&name, &url).ok()?.rp_name("Entourage").allow_any_port(local);
        let webauthn = builder.build().ok()?;
        Some(Self { name, webauthn })
    }
}

fn read<T: DeserializeOwned>(said: Value) -> Result<T, Error> {
    if said.to_string().len() > MAX_RESPONSE {
        return Err(Error::Passkey);
    }
    serde_json::from_value(said).map_err(|_| Error::Passkey)
}

/// Logs why a passkey was rejected, because the configured address may be wrong; returns a generic error.
fn refused(error: &dyn std::fmt::Display) -> Error {
    tracing::info!(%error, "passkey rejected");
    Error::Passkey
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_need_a_domain_and_a_secure_connection() {
        let site = |address| Site::of(address).map(|site| site.name);
        assert_eq!(site(None).as_deref(), Some("localhost"));
        assert_eq!(site(Some("http://localhost:7878")).as_deref(), Some("localhost"));
        assert_eq!(site(Some("https://play.example:8443/games")).as_deref(), Some("play.example"));
        for none in ["http://play.example", "https://203.0.113.5", "https://[2001:db8::1]", "nothing"] {
            assert_eq!(site(Some(none)), None, "{none}");
        }
    }
}
