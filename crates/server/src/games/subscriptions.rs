//! Who is told by e-mail about their games, where the server has somewhere to send messages.

use std::sync::Arc;

use entourage_kernel::{Language, Side};
use entourage_record::{Access, GameId, MailToken};
use entourage_registry::view::PushDeviceView;
use entourage_store::{KnownDevice, QuestionLimits, Store, Subscribed, Subscription, random};

use super::bell::Bell;
use super::door::Pass;
use super::report::failed;
use super::seats::Seats;
use crate::domain::game_error::GameError;
use crate::domain::writing_error::WritingError;
use crate::server_time::ServerTime;
use crate::workers::smtp::Address;

/// The most bytes of an address (RFC 5321).
const LONGEST: usize = 254;
/// How often an address is asked whether it wants messages: three times a day, whoever wants it.
pub(crate) const QUESTIONS: QuestionLimits = QuestionLimits { most: 3, span: 24 * 60 * 60 * 1000 };

/// Keeps who is told by e-mail.
pub(crate) struct Subscriptions {
    pub(super) store: Arc<Store>,
    pub(super) seats: Arc<Seats>,
    pub(super) time: Arc<ServerTime>,
    pub(super) bell: Arc<Bell>,
}

/// What a player wishes to be told from now on, checked.
pub(crate) enum Wish {
    /// Nothing.
    Silence {
        /// The game.
        game: GameId,
        /// Their side.
        side: Side,
    },
    /// That it is their turn, at an address.
    News(Box<Subscription>),
}

impl Subscriptions {
    /// Tells whether the server sends messages at all.
    pub fn is_offered(&self) -> bool {
        self.bell.is_hung()
    }

    /// Returns where the player of a key's side is told, if anywhere. What is kept of them they see, even where no messages are sent (any
    /// more).
    pub async fn of(&self, pass: Pass) -> Result<Option<Subscription>, GameError> {
        let (Access { game, .. }, side) = self.seats.side(pass).await?;
        self.store.subscription(game, side).await.map_err(failed)
    }

    /// Checks where the player of a key's side wishes to be told, in their language; the empty address is nowhere.
    pub async fn wish(&self, pass: Pass, address: &str, language: Language) -> Result<Wish, GameError> {
        let (Access { game, .. }, side) = self.seats.side(pass).await?;
        if address.is_empty() {
            return Ok(Wish::Silence { game, side });
        }
        if !self.is_offered() {
            return Err(GameError::NoMail);
        }
        let address = checked(address)?;
        let token = random().map(MailToken::from_bits).map_err(|_| GameError::Unavailable)?;
        let (told, at) = (String::new(), self.time.now());
        let (confirmed, tries, news) = (false, 0, 0);
        let subscription =
            Subscription { game, side, address, language, token, confirmed, told, tries, news, at };
        Ok(Wish::News(Box::new(subscription)))
    }

    /// Does as the holder of a key wishes; an address is asked first.
    pub async fn fulfil(&self, pass: Pass, wish: Wish) -> Result<(), GameError> {
        let subscription = match wish {
            Wish::News(subscription) => subscription,
            Wish::Silence { game, side } => {
                if let Some(known) = self.store.subscription(game, side).await.map_err(failed)? {
                    // Where the key opens the game now, the address read before was its holder's: with another key it would have gone.
                    self.seats.access(pass).await?;
                    self.store.unsubscribe(known.token).await.map_err(failed)?;
                }
                return Ok(());
            }
        };
        let by = self.seats.access(pass).await?.key;
        match self.store.subscribe(&subscription, QUESTIONS, by).await.map_err(failed)? {
            Subscribed::Asked | Subscribed::Agreed => {
                self.bell.ring();
                Ok(())
            }
            Subscribed::Known => Ok(()),
            Subscribed::TooOften => Err(WritingError::TooFast.into()),
        }
    }

    /// Lists the browsers that are told of the side of a key by its keys.
    pub async fn devices(&self, pass: Pass) -> Result<Vec<PushDeviceView>, GameError> {
        let (access, side) = self.seats.side(pass).await?;
        let known = self.store.devices_told_of(access.game, side).await.map_err(failed)?;
        let told = |one: KnownDevice| PushDeviceView {
            endpoint: one.endpoint,
            language: one.language.code(),
            seen: self.time.date_of(one.seen),
        };
        Ok(known.into_iter().map(told).collect())
    }

    /// Agrees to further messages to the address that a token was sent to.
    pub async fn confirm(&self, token: MailToken) -> Result<(), GameError> {
        self.store.confirm(token, self.time.now()).await.map_err(failed)?;
        self.bell.ring();
        Ok(())
    }

    /// Sends nothing more to the address that a token was sent to.
    pub async fn stop(&self, token: MailToken) -> Result<(), GameError> {
        self.store.unsubscribe(token).await.map_err(failed)
    }
}

/// Checks an address and returns it as it is kept: in ASCII, with a domain of small letters.
pub(crate) fn checked(text: &str) -> Result<String, GameError> {
    if text.len() > LONGEST || !text.is_ascii() || text.contains(|c: char| c.is_ascii_control() || c == ' ') {
        return Err(GameError::Address);
    }
    let address: Address = text.parse().map_err(|_| GameError::Address)?;
    if address.domain().starts_with('[') {
        return Err(GameError::Address);
    }
    Ok(format!("{}@{}", address.user(), address.domain().to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_bounded_and_carry_nothing_else() {
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
