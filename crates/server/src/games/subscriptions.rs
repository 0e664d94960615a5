//! E-mail notifications about games.

use entourage_kernel::Language;
use entourage_record::MailToken;
use entourage_registry::view::PushDeviceView;
use entourage_store::{KnownDevice, QuestionLimits, Subscribed, Subscription};

use crate::games::prelude::*;
use crate::server_time::ServerTime;

/// Maximum length of an address (RFC 5321).
const MAX_ADDRESS: usize = 254;
/// Maximum number of confirmation requests per address and day.
pub(crate) const QUESTIONS: QuestionLimits = QuestionLimits { most: 3, span: 24 * 60 * 60 * 1000 };

pub(crate) enum Wish {
    Silence {
        game: GameId,
        side: Side,
    },
    /// Subscribes an e-mail address to notifications.
    News(Box<Subscription>),
}

impl Games {
    pub fn sends_mail(&self) -> bool {
        self.notifier.sends_mail()
    }

    /// Returns a player's subscription, even if the server does not send e-mail.
    pub async fn subscription_of(&self, pass: Pass) -> Result<Option<Subscription>, Error> {
        let (Access { game, .. }, side) = self.side(pass).await?;
        self.store.subscription(game, side).await.map_err(Error::from)
    }

    /// Validates an address; an empty one is a request to unsubscribe.
    pub async fn mail_wish(&self, pass: Pass, address: &str, language: Language) -> Result<Wish, Error> {
        let (Access { game, .. }, side) = self.side(pass).await?;
        if address.is_empty() {
            return Ok(Wish::Silence { game, side });
        }
        if !self.sends_mail() {
            return Err(Error::NoMail);
        }
        let address = checked(address)?;
        let token = random().map(MailToken::from_bits).map_err(|_| Error::Unavailable)?;
        let (told, at) = (String::new(), self.time.now());
        let (confirmed, tries, news) = (false, 0, 0);
        let subscription =
            Subscription { game, side, address, language, token, confirmed, told, tries, news, at };
        Ok(Wish::News(Box::new(subscription)))
    }

    /// Stores the subscription; a new address must be confirmed.
    pub async fn fulfil_mail_wish(&self, pass: Pass, wish: Wish) -> Result<(), Error> {
        let subscription = match wish {
            Wish::News(subscription) => subscription,
            Wish::Silence { game, side } => {
                if let Some(known) = self.store.subscription(game, side).await? {
                    // Checking access again ensures that the subscription just read belongs to the holder of
                    // the current key.
                    self.access(pass).await?;
                    self.store.unsubscribe(known.token).await?;
                }
                return Ok(());
            }
        };
        let by = self.access(pass).await?.key;
        match self.store.subscribe(&subscription, QUESTIONS, by).await? {
            Subscribed::Asked | Subscribed::Agreed => {
                self.notifier.notify();
                Ok(())
            }
            Subscribed::Known => Ok(()),
            Subscribed::TooOften => Err(Error::TooFast),
        }
    }

    pub async fn devices_of(&self, pass: Pass) -> Result<Vec<PushDeviceView>, Error> {
        let (access, side) = self.side(pass).await?;
        let known = self.store.devices_told_of(access.game, side).await?;
        Ok(known.into_iter().map(|one| device_view(one, &self.time)).collect())
    }

    pub async fn confirm_mail(&self, token: MailToken) -> Result<(), Error> {
        self.store.confirm(token, self.time.now()).await?;
        self.notifier.notify();
        Ok(())
    }

    pub async fn stop_mail(&self, token: MailToken) -> Result<(), Error> {
        self.store.unsubscribe(token).await.map_err(Error::from)
    }
}

pub(crate) fn device_view(device: KnownDevice, time: &ServerTime) -> PushDeviceView {
    let KnownDevice { endpoint, language, seen } = device;
    PushDeviceView { endpoint, language: language.code(), seen: time.date_of(seen) }
}

/// Stub for builds without the `mail` feature: rejects all addresses.
#[cfg(not(feature = "mail"))]
pub(crate) fn checked(_: &str) -> Result<String, Error> {
    Err(Error::Address)
}

/// Validates an address and returns it normalised: ASCII, with a lower-case domain.
#[cfg(feature = "mail")]
pub(crate) fn checked(text: &str) -> Result<String, Error> {
    if text.len() > MAX_ADDRESS || !text.is_ascii() || text.contains(|c: char| c.is_ascii_control() || c == ' ')
    {
        return Err(Error::Address);
    }
    let address: lettre::Address = text.parse().map_err(|_| Error::Address)?;
    if address.domain().starts_with('[') {
        return Err(Error::Address);
    }
    Ok(format!("{}@{}", address.user(), address.domain().to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_validated_and_normalised() {
        assert_eq!(checked("Ada.L+x@Example.ORG").unwrap(), "Ada.L+x@example.org");
        for bad in [
            "",
            "ada",
            "@example.org",
            "ada@",
            "ada@example.org\r\nBcc: eve@example.org",
            "ada@example.org, eve@example.org",
            "Ada <ada@example.org>",
            "ada @example.org",
            "ada@[127.0.0.1]",
            "ada@exa mple.org",
            "ada\u{0}@example.org",
            "é@example.org",
            &format!("{}@example.org", "a".repeat(300)),
        ] {
            assert!(checked(bad).is_err(), "{bad:?}");
        }
    }
}
