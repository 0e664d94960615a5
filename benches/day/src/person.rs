use std::rc::Rc;

use entourage_kernel::Random;
use entourage_record::Key;
use serde_json::{Value, json};

use crate::authenticator::Authenticator;
use crate::browser::Browser;
use crate::day::Day;

/// The page from which passkeys are asked.
const ORIGIN: &str = "http://localhost";
/// How often somebody tries to get in before that is a fault.
const TRIES: usize = 20;

/// Every so manieth person is rude.
pub const RUDE_EVERY: usize = 14;

/// What shows who somebody is.
enum Way {
    Password(String),
    Passkey(Box<Authenticator>),
}

/// Somebody with an account.
pub struct Person {
    /// What all share.
    pub day: Rc<Day>,
    /// Their number.
    pub number: usize,
    /// Their browser.
    pub browser: Browser,
    /// Their whims.
    pub random: Random,
    way: Way,
}

impl Person {
    /// Makes the person of a number, every second of whom has a passkey.
    pub fn new(day: &Rc<Day>, number: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let from = format!("10.{}.{}.{}", 1 + number / 60_000, number / 250 % 240, 1 + number % 250);
        // A secret that is no key is as good as never drawn.
        let device =
            (number % 2 == 1).then(|| Authenticator::new(&drawn(&mut random), drawn(&mut random))).flatten();
        let way = match device {
            Some(device) => Way::Passkey(Box::new(device)),
            None => Way::Password(format!("unlikely words {number} {}", random.below(1_000_000))),
        };
        Self { day: Rc::clone(day), number, browser: Browser::new(day, number, from), random, way }
    }

    /// Returns their name as it is now.
    pub fn name(&self) -> String {
        self.day.name(self.number)
    }

    /// Tells whether they say what is rude.
    pub fn is_rude(&self) -> bool {
        self.number % RUDE_EVERY == RUDE_EVERY - 1
    }

    /// Draws a key to a game.
    pub fn key(&mut self) -> String {
        Key::from_bits(drawn(&mut self.random)).to_string()
    }

    /// Founds the account, signs out, and signs in again; tells whether all that was so.
    pub async fn arrive(&mut self) -> bool {
        if !self.found().await || self.account().await.as_deref() != Some(&*self.name()) {
            return self.lost("is not known under the account that they founded");
        }
        self.day.founded.set(self.day.founded.get() + 1);
        if self.browser.sure("DELETE", "/api/session", None, None).await.is_none()
            || self.account().await.is_some()
        {
            return self.lost("is signed in though they signed out");
        }
        if !self.sign_in().await || self.account().await.as_deref() != Some(&*self.name()) {
            return self.lost("does not get in again");
        }
        self.day.returned.set(self.day.returned.get() + 1);
        true
    }

    fn lost(&self, what: &str) -> bool {
        self.day.fault(format!("{} {what}", self.name()));
        false
    }

    /// Returns the name of the account that is signed in to here.
    pub async fn account(&mut self) -> Option<String> {
        let told = self.browser.read("/api/account", None).await?;
        told["account"]["name"].as_str().map(str::to_owned)
    }

    async fn found(&mut self) -> bool {
        let name = self.name();
        for _ in 0..TRIES {
            let body = match &mut self.way {
                Way::Password(password) => json!({ "name": name, "password": password }),
                Way::Passkey(_) => match self.ceremony(json!({ "purpose": "found", "name": name })).await {
                    Some(shown) => json!({ "name": name, "passkey": shown, "label": "A device" }),
                    // The name may be theirs already.
                    None if self.sign_in_once().await.is_ok() => return true,
                    None => continue,
                },
            };
            let Some(heard) = self.browser.sure("POST", "/api/account", None, Some(&body)).await else {
                return false;
            };
            match heard.answer.status {
                201 => return true,
                // It was heard before, and the answer lost.
                _ if heard.repeated => {
                    if self.sign_in_once().await.is_ok() {
                        return true;
                    }
                }
                status => {
                    self.day.fault(format!("{name} founds no account: {status} {}", heard.answer.code()));
                    return false;
                }
            }
        }
        false
    }

    /// Has the passkey answer what the server asks; `None` where it asks nothing.
    async fn ceremony(&mut self, asking: Value) -> Option<Value> {
        let heard = self.browser.sure("POST", "/api/passkeys", None, Some(&asking)).await?;
        let asked = heard.answer.json();
        let Way::Passkey(device) = &mut self.way else { return None };
        let options = &asked["options"];
        let credential = match asking["purpose"] == "found" {
            true => device.create(options, ORIGIN)?,
            false => device.get(options, ORIGIN)?,
        };
        Some(json!({ "ceremony": asked["ceremony"], "credential": credential }))
    }

    /// Shows who they are; returns how the server answers a proof to a path.
    async fn prove(&mut self, path: &str) -> Result<(), (u16, String)> {
        let none = || (0, "nothing is asked".to_owned());
        let body = match &self.way {
            Way::Password(password) => json!({ "name": self.name(), "password": password }),
            Way::Passkey(_) => {
                json!({ "passkey": self.ceremony(json!({ "purpose": "show" })).await.ok_or_else(none)? })
            }
        };
        let heard = self.browser.sure("POST", path, None, Some(&body)).await.ok_or_else(none)?;
        match heard.answer.status {
            200 => Ok(()),
            // A passkey answers once.
            422 if heard.repeated => Err((503, "repeated".to_owned())),
            status => Err((status, heard.answer.code())),
        }
    }

    /// Tries once to sign in.
    ///
    /// # Errors
    /// The status and the code of the refusal.
    pub async fn sign_in_once(&mut self) -> Result<(), (u16, String)> {
        self.prove("/api/session").await
    }

    /// Signs in, however often it must be tried.
    pub async fn sign_in(&mut self) -> bool {
        for _ in 0..TRIES {
            match self.sign_in_once().await {
                Ok(()) => return true,
                Err((503, _)) => {}
                Err((status, code)) => {
                    self.day.fault(format!("{} does not sign in: {status} {code}", self.name()));
                    return false;
                }
            }
        }
        false
    }

    /// Proves once more who they are, before something that cannot be undone.
    pub async fn confirm(&mut self) -> bool {
        for _ in 0..TRIES {
            match self.prove("/api/account/confirm").await {
                Ok(()) => return true,
                // The session that asked has ended where the answer was lost, and with it what could ask again.
                Err((401 | 503, _)) => {
                    if !self.sign_in().await {
                        return false;
                    }
                }
                Err((status, code)) => {
                    self.day.fault(format!("{} does not prove who they are: {status} {code}", self.name()));
                    return false;
                }
            }
        }
        false
    }
}

fn drawn<const N: usize>(random: &mut Random) -> [u8; N] {
    std::array::from_fn(|_| random.bits() as u8)
}
