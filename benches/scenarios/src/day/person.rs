use std::rc::Rc;

use entourage_kernel::Random;
use entourage_record::Key;
use serde_json::{Value, json};

use super::authenticator::Authenticator;
use super::browser::Browser;
use super::state::{Day, add};

/// The origin of the page that asks for passkeys.
const ORIGIN: &str = "http://localhost";
/// How often a person tries to sign in before that is a fault.
const TRIES: usize = 20;
/// Every person of so many is rude.
pub const RUDE_EVERY: usize = 14;

enum Credential {
    Password(String),
    Passkey(Box<Authenticator>),
}

pub struct Person {
    pub day: Rc<Day>,
    pub number: usize,
    pub browser: Browser,
    pub random: Random,
    credential: Credential,
}

impl Person {
    /// Makes the person of a number, every second of whom has a passkey.
    pub fn new(day: &Rc<Day>, number: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let from = format!("10.{}.{}.{}", 1 + number / 60_000, number / 250 % 240, 1 + number % 250);
        // Hardly any secret is not a valid key.
        let device =
            (number % 2 == 1).then(|| Authenticator::new(&drawn(&mut random), drawn(&mut random))).flatten();
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
        self.number % RUDE_EVERY == RUDE_EVERY - 1
    }

    pub fn key(&mut self) -> String {
        Key::from_bits(drawn(&mut self.random)).to_string()
    }

    fn fail(&self, what: impl std::fmt::Display) -> bool {
        self.day.fault(format!("{} {what}", self.name()));
        false
    }

    pub async fn arrive(&mut self) -> bool {
        if !self.create_account().await || self.account().await.as_deref() != Some(&*self.name()) {
            return self.fail("does not have the account that they created");
        }
        add(&self.day.founded, 1);
        if self.browser.sure("DELETE", "/api/session", None, None).await.is_none()
            || self.account().await.is_some()
        {
            return self.fail("is signed in though they signed out");
        }
        if !self.sign_in().await || self.account().await.as_deref() != Some(&*self.name()) {
            return self.fail("cannot sign in again");
        }
        add(&self.day.returned, 1);
        true
    }

    pub async fn account(&mut self) -> Option<String> {
        let shown = self.browser.read("/api/account", None).await?;
        shown["account"]["name"].as_str().map(str::to_owned)
    }

    async fn create_account(&mut self) -> bool {
        let name = self.name();
        for _ in 0..TRIES {
            let body = match &self.credential {
                Credential::Password(password) => json!({ "name": name, "password": password }),
                Credential::Passkey(_) => {
                    match self.ceremony(json!({ "purpose": "found", "name": name })).await {
                        Some(shown) => json!({ "name": name, "passkey": shown, "label": "A device" }),
                        // The name may be theirs already.
                        None if self.sign_in_once().await.is_ok() => return true,
                        None => continue,
                    }
                }
            };
            let Some(heard) = self.browser.post("/api/account", None, &body).await else { return false };
            match heard.status() {
                201 => return true,
                // An earlier request created it, and the answer was lost.
                _ if heard.repeated => {
                    if self.sign_in_once().await.is_ok() {
                        return true;
                    }
                }
                status => {
                    return self.fail(format_args!("cannot create an account: {status} {}", heard.code()));
                }
            }
        }
        false
    }

    async fn ceremony(&mut self, asking: Value) -> Option<Value> {
        let asked = self.browser.post("/api/passkeys", None, &asking).await?.answer.json();
        let Credential::Passkey(device) = &mut self.credential else { return None };
        let options = &asked["options"];
        let credential = match asking["purpose"] == "found" {
            true => device.create(options, ORIGIN)?,
            false => device.get(options, ORIGIN)?,
        };
        Some(json!({ "ceremony": asked["ceremony"], "credential": credential }))
    }

    /// Proves their identity to a path; an error is the status and the code of the refusal.
    async fn prove(&mut self, path: &str) -> Result<(), (u16, String)> {
        let none = || (0, "there is no challenge".to_owned());
        let body = match &self.credential {
            Credential::Password(password) => json!({ "name": self.name(), "password": password }),
            Credential::Passkey(_) => {
                json!({ "passkey": self.ceremony(json!({ "purpose": "show" })).await.ok_or_else(none)? })
            }
        };
        let heard = self.browser.post(path, None, &body).await.ok_or_else(none)?;
        match heard.status() {
            200 => Ok(()),
            // A passkey's answer is accepted once.
            422 if heard.repeated => Err((503, "repeated".to_owned())),
            status => Err((status, heard.code())),
        }
    }

    pub async fn sign_in_once(&mut self) -> Result<(), (u16, String)> {
        self.prove("/api/session").await
    }

    pub async fn sign_in(&mut self) -> bool {
        for _ in 0..TRIES {
            match self.sign_in_once().await {
                Ok(()) => return true,
                Err((503, _)) => {}
                Err((status, code)) => return self.fail(format_args!("does not sign in: {status} {code}")),
            }
        }
        false
    }

    /// Confirms their identity before something that cannot be undone.
    pub async fn confirm(&mut self) -> bool {
        for _ in 0..TRIES {
            match self.prove("/api/account/confirm").await {
                Ok(()) => return true,
                // The session that asked has ended where the answer was lost.
                Err((401 | 503, _)) => {
                    if !self.sign_in().await {
                        return false;
                    }
                }
                Err((status, code)) => {
                    return self.fail(format_args!("does not confirm their identity: {status} {code}"));
                }
            }
        }
        false
    }
}

fn drawn<const N: usize>(random: &mut Random) -> [u8; N] {
    std::array::from_fn(|_| random.bits() as u8)
}
