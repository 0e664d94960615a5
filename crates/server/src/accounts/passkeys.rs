//! Passkeys: what they are asked, and what they answer.

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

use crate::domain::account_error::AccountError;
use crate::domain::game_error::GameError;
use crate::games::report::failed;
use crate::server_time::ServerTime;
use crate::sessions::PATIENCE;

/// The most ceremonies that wait for an answer; the oldest go.
const MOST_WAITING: u32 = 10_000;
/// The most bytes of what a passkey answers.
const MOST_BYTES: usize = 16 * 1024;

/// Asks passkeys, and checks what they answer.
pub(crate) struct Passkeys {
    store: Arc<Store>,
    time: Arc<ServerTime>,
    site: Option<Site>,
}

/// What passkeys are made for.
struct Site {
    name: String,
    webauthn: Webauthn,
}

/// What was asked, as it is kept until the answer comes.
#[derive(Serialize, Deserialize)]
enum Asked {
    /// A new passkey, for an account that is there or is to be founded under a name.
    New { account: String, name: Option<String>, state: PasskeyRegistration },
    /// One that is known.
    Known { state: DiscoverableAuthentication },
}

/// A new passkey, with the account for which it was made, and the name under which that is to be founded.
pub(crate) struct Made {
    pub account: AccountId,
    pub name: Option<String>,
    pub passkey: Passkey,
}

impl Passkeys {
    /// Makes passkeys for a site by its public address; without one for this machine alone. An address without a name has none.
    pub fn new(store: Arc<Store>, time: Arc<ServerTime>, address: Option<&str>) -> Self {
        Self { store, time, site: Site::of(address) }
    }

    /// Returns the name for which passkeys are made, if there are any.
    pub fn site(&self) -> Option<&str> {
        self.site.as_ref().map(|site| &*site.name)
    }

    fn webauthn(&self) -> Result<&Webauthn, AccountError> {
        self.site.as_ref().map(|site| &site.webauthn).ok_or(AccountError::NoPasskeys)
    }

    /// Asks for a new passkey, for an account under the name that it has or, where `founding` is set, is to have.
    pub async fn ask_new(
        &self,
        account: AccountId,
        name: &str,
        founding: bool,
    ) -> Result<CeremonyView, AccountError> {
        let known = self.store.passkeys(account).await.map_err(failed)?;
        let known = known.iter().filter_map(|known| BASE64URL_NOPAD.decode(known.id.as_bytes()).ok());
        let known = known.collect();
        let begun = self.webauthn()?.start_passkey_registration(
            Uuid::from_bytes(account.bits()),
            name,
            name,
            Some(known),
        );
        let (challenge, state) = begun.map_err(|_| GameError::Internal)?;
        let mut options = serde_json::to_value(&challenge.public_key).map_err(|_| GameError::Internal)?;
        // Its holder signs in without typing a name: the passkey tells it.
        options["authenticatorSelection"]["residentKey"] = "required".into();
        options["authenticatorSelection"]["requireResidentKey"] = true.into();
        let name = founding.then(|| name.to_owned());
        let asked = Asked::New { account: account.to_string(), name, state };
        self.keep(&asked, options).await
    }

    /// Asks whoever has a passkey for this site to show it.
    pub async fn ask_known(&self) -> Result<CeremonyView, AccountError> {
        let begun = self.webauthn()?.start_discoverable_authentication();
        let (challenge, state) = begun.map_err(|_| GameError::Internal)?;
        let options = serde_json::to_value(&challenge.public_key).map_err(|_| GameError::Internal)?;
        self.keep(&Asked::Known { state }, options).await
    }

    async fn keep(&self, asked: &Asked, options: Value) -> Result<CeremonyView, AccountError> {
        let ceremony = random().map(Token::from_bits).map_err(|_| GameError::Unavailable)?;
        let state = serde_json::to_string(asked).map_err(|_| GameError::Internal)?;
        let begun = self.store.begin_ceremony(ceremony.hash(), &state, self.time.now(), MOST_WAITING);
        begun.await.map_err(failed)?;
        Ok(CeremonyView { ceremony: ceremony.to_string(), options })
    }

    /// Takes what was asked, which nobody takes again.
    async fn take(&self, ceremony: &str) -> Result<Asked, AccountError> {
        let ceremony: Token = ceremony.parse().map_err(|()| AccountError::Passkey)?;
        let kept =
            self.store.take_ceremony(ceremony.hash(), self.time.now() - PATIENCE).await.map_err(failed)?;
        let kept = kept.ok_or(AccountError::Passkey)?;
        serde_json::from_str(&kept).map_err(|_| GameError::Damaged.into())
    }

    /// Checks that a new passkey answers what it was asked.
    pub async fn made(&self, answer: PasskeyAnswer, label: &str) -> Result<Made, AccountError> {
        let Asked::New { account, name, state } = self.take(&answer.ceremony).await? else {
            return Err(AccountError::Passkey);
        };
        let credential: RegisterPublicKeyCredential = read(answer.credential)?;
        let made = self.webauthn()?.finish_passkey_registration(&credential, &state);
        let credential = made.map_err(|error| refused(&error))?;
        let passkey = Passkey {
            id: BASE64URL_NOPAD.encode(credential.cred_id()),
            label: label.to_owned(),
            credential: serde_json::to_string(&credential).map_err(|_| GameError::Internal)?,
            at: self.time.now(),
            used: None,
        };
        Ok(Made { account: account.parse().map_err(|()| GameError::Damaged)?, name, passkey })
    }

    /// Checks that a passkey that is known answers what it was asked, and returns whose it is.
    pub async fn shown(&self, answer: PasskeyAnswer) -> Result<AccountId, AccountError> {
        let Asked::Known { state } = self.take(&answer.ceremony).await? else {
            return Err(AccountError::Passkey);
        };
        let credential: PublicKeyCredential = read(answer.credential)?;
        let webauthn = self.webauthn()?;
        let (user, id) =
            webauthn.identify_discoverable_authentication(&credential).map_err(|error| refused(&error))?;
        let id = BASE64URL_NOPAD.encode(id);
        let known = self.store.passkey(&id).await.map_err(failed)?;
        let (account, kept) = known.ok_or(AccountError::Credentials)?;
        if Uuid::from_bytes(account.bits()) != user {
            return Err(AccountError::Credentials);
        }
        let mut known: Credential = serde_json::from_str(&kept.credential).map_err(|_| GameError::Damaged)?;
        let key = DiscoverableKey::from(&known);
        let shown = webauthn.finish_discoverable_authentication_v2(&credential, state, &key);
        let shown = shown.map_err(|error| refused(&error))?;
        known.update_credential(&shown);
        let text = serde_json::to_string(&known).map_err(|_| GameError::Internal)?;
        self.store.use_passkey(&id, &text, self.time.now()).await.map_err(failed)?;
        Ok(account)
    }
}

impl Site {
    fn of(address: Option<&str>) -> Option<Self> {
        let url = Url::parse(address.unwrap_or("http://localhost")).ok()?;
        // A passkey is made for a name, and nothing is asked of one over a connection that others read.
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

/// Reads what a passkey says.
fn read<T: DeserializeOwned>(said: Value) -> Result<T, AccountError> {
    if said.to_string().len() > MOST_BYTES {
        return Err(AccountError::Passkey);
    }
    serde_json::from_value(said).map_err(|_| AccountError::Passkey)
}

/// Tells the operator, who may have set the address wrong, and the client little.
fn refused(error: &dyn std::fmt::Display) -> AccountError {
    tracing::info!(%error, "a passkey was refused");
    AccountError::Passkey
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_are_made_for_names_that_nobody_listens_to() {
        let site = |address| Site::of(address).map(|site| site.name);
        assert_eq!(site(None).as_deref(), Some("localhost"));
        assert_eq!(site(Some("http://localhost:7878")).as_deref(), Some("localhost"));
        assert_eq!(site(Some("https://play.example:8443/games")).as_deref(), Some("play.example"));
        for none in ["http://play.example", "https://203.0.113.5", "https://[2001:db8::1]", "nothing"] {
            assert_eq!(site(Some(none)), None, "{none}");
        }
    }
}
