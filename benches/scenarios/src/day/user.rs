use std::rc::Rc;

use entourage_kernel::Random;
use entourage_record::Key;
use serde_json::{Value, json};

use super::authenticator::Authenticator;
use super::browser::Browser;
use super::state::{Day, add};

const ORIGIN: &str = "http://localhost";
const ATTEMPTS: usize = 20;
pub const RUDE_USERS: usize = 14;

enum Credential {
    Password(String),
    Passkey(Box<Authenticator>),
}

pub struct User {
    pub day: Rc<Day>,
    pub number: usize,
    pub browser: Browser,
    pub random: Random,
    credential: Credential,
}

impl User {
    /// Creates a user. Users with odd numbers have passkeys.
    pub fn new(day: &Rc<Day>, number: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let from = format!("10.{}.{}.{}", 1 + number / 60_000, number / 250 % 240, 1 + number % 250);
        // The secret is almost certainly a valid key.
        let device = (number % 2 == 1)
            .then(|| Authenticator::new(&random_bytes(&mut random), random_bytes(&mut random)))
            .flatten();
        let credential = match device {
            Some(device) => Credential::Passkey(Box::new(device)),
            None => Credential::Password(format!("unlikely words {number} {}", random.below(1_000_000))),
        };
        Self { day: Rc::clone(day), number, browser: Browser::new(day, number, from), random, credential }
    }

    pub fn name(&self) -> String {
        self.day.name(self.number)
    }

    pub fn is_rude(&self) -> bool {
        self.number % RUDE_USERS == RUDE_USERS - 1
    }

    pub fn key(&mut self) -> String {
        Key::from_bits(random_bytes(&mut self.random)).to_string()
    }

    fn fail(&self, what: impl std::fmt::Display) -> bool {
        self.day.fault(format!("{} {what}", self.name()));
        false
    }

    pub async fn arrive(&mut self) -> bool {
        if !self.create_account().await || self.account().await.as_deref() != Some(&*self.name()) {
            return self.fail("has no account after sign-up");
        }
        add(&self.day.tally.founded, 1);
        if self.browser.send_reliably("DELETE", "/api/session", None, None).await.is_none()
            || self.account().await.is_some()
        {
            return self.fail("is still signed in after signing out");
        }
        if !self.sign_in().await || self.account().await.as_deref() != Some(&*self.name()) {
            return self.fail("cannot sign in again");
        }
        add(&self.day.tally.returned, 1);
        true
    }

    pub async fn account(&mut self) -> Option<String> {
        let shown = self.browser.read("/api/account", None).await?;
        shown["account"]["name"].as_str().map(str::to_owned)
    }

    async fn create_account(&mut self) -> bool {
        let name = self.name();
        for _ in 0..ATTEMPTS {
            let body = match &self.credential {
                Credential::Password(password) => json!({ "name": name, "password": password }),
                Credential::Passkey(_) => {
                    match self.ceremony(json!({ "purpose": "found", "name": name })).await {
                        Some(shown) => json!({ "name": name, "passkey": shown, "label": "A device" }),
                        // An earlier attempt may have created the account.
                        None if self.sign_in_once().await.is_ok() => return true,
                        None => continue,
                    }
                }
            };
            let Some(response) = self.browser.post("/api/account", None, &body).await else { return false };
            match response.status {
                201 => return true,
                // An earlier request may have created the account.
                _ if response.is_repeated => {
                    if self.sign_in_once().await.is_ok() {
                        return true;
                    }
                }
                status => {
                    return self.fail(format_args!("cannot create an account: {status} {}", response.code()));
                }
            }
        }
        false
    }

    async fn ceremony(&mut self, asking: Value) -> Option<Value> {
        let asked = self.browser.post("/api/passkeys", None, &asking).await?.json();
        let Credential::Passkey(device) = &mut self.credential else { return None };
        let options = &asked["options"];
        let credential = match asking["purpose"] == "found" {
            true => device.create(options, ORIGIN)?,
            false => device.get(options, ORIGIN)?,
        };
        Some(json!({ "ceremony": asked["ceremony"], "credential": credential }))
    }

    /// Sends credentials to a path; an error contains the status and error code.
    async fn authenticate(&mut self, path: &str) -> Result<(), (u16, String)> {
        let none = || (0, "no challenge".to_owned());
        let body = match &self.credential {
            Credential::Password(password) => json!({ "name": self.name(), "password": password }),
            Credential::Passkey(_) => {
                json!({ "passkey": self.ceremony(json!({ "purpose": "show" })).await.ok_or_else(none)? })
            }
        };
        let response = self.browser.post(path, None, &body).await.ok_or_else(none)?;
        match response.status {
            200 => Ok(()),
            // A passkey assertion is accepted only once.
            422 if response.is_repeated => Err((503, "repeated".to_owned())),
            status => Err((status, response.code())),
        }
    }

    pub async fn sign_in_once(&mut self) -> Result<(), (u16, String)> {
        self.authenticate("/api/session").await
    }

    pub async fn sign_in(&mut self) -> bool {
        for _ in 0..ATTEMPTS {
            match self.sign_in_once().await {
                Ok(()) => return true,
                Err((503, _)) => {}
                Err((status, code)) => return self.fail(format_args!("cannot sign in: {status} {code}")),
            }
        }
        false
    }

    pub async fn confirm(&mut self) -> bool {
        for _ in 0..ATTEMPTS {
            match self.authenticate("/api/account/confirm").await {
                Ok(()) => return true,
                // An attempt whose response was lost may have replaced the session.
                Err((401 | 503, _)) => {
                    if !self.sign_in().await {
                        return false;
                    }
                }
                Err((status, code)) => {
                    return self.fail(format_args!("cannot confirm the identity: {status} {code}"));
                }
            }
        }
        false
    }
}

fn random_bytes<const N: usize>(random: &mut Random) -> [u8; N] {
    std::array::from_fn(|_| random.bits() as u8)
}
