//! Stub for builds without the `passkeys` feature: every operation fails with `NoPasskeys`.

use std::sync::Arc;

use entourage_record::AccountId;
use entourage_registry::view::{CeremonyView, PasskeyAnswer};
use entourage_store::Store;

use super::NewPasskeyData;
use crate::domain::Error;
use crate::server_time::ServerTime;

pub(crate) struct Passkeys;

impl Passkeys {
    pub fn new(_: Arc<Store>, _: Arc<ServerTime>, _: Option<&str>) -> Self {
        Self
    }

    pub fn site(&self) -> Option<&str> {
        None
    }

    pub async fn ask_new(&self, _: AccountId, _: &str, _: bool) -> Result<CeremonyView, Error> {
        Err(Error::NoPasskeys)
    }

    pub async fn ask_known(&self) -> Result<CeremonyView, Error> {
        Err(Error::NoPasskeys)
    }

    pub async fn made(&self, _: PasskeyAnswer, _: &str) -> Result<NewPasskeyData, Error> {
        Err(Error::NoPasskeys)
    }

    pub async fn shown(&self, _: PasskeyAnswer) -> Result<AccountId, Error> {
        Err(Error::NoPasskeys)
    }
}
