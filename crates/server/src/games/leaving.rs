//! How somebody who may not play any more leaves their games.

use std::sync::Arc;

use entourage_kernel::Side;
use entourage_record::{Access, AccountId, Event, GameId, Seat};
use entourage_store::Store;

use super::holdings::Holdings;
use super::hub::Hub;
use super::play::Play;
use super::report::failed;
use crate::domain::game_error::GameError;
use crate::domain::locale::Locale;

/// Ends the games of whoever is banned.
pub(crate) struct Leaving {
    pub(super) store: Arc<Store>,
    pub(super) holdings: Arc<Holdings>,
    pub(super) play: Arc<Play>,
    pub(super) hub: Arc<Hub>,
}

impl Leaving {
    /// Leaves all games of an account against others: one without a second move is aborted, any other is resigned. Its sessions end on
    /// sockets, too. What was left already stays as it is, so that it may be done again.
    pub async fn leave(&self, account: AccountId) -> Result<(), GameError> {
        let mut after = None;
        loop {
            let (held, next) = self.holdings.page(account, after).await?;
            for held in held {
                self.hub.tell_keys(held.game);
                if let Seat::Side(side) = held.seat {
                    self.leave_one(account, held.game, side).await?;
                }
            }
            match next {
                Some(next) => after = Some(next),
                None => return self.store.left(account).await.map_err(failed),
            }
        }
    }

    async fn leave_one(&self, account: AccountId, game: GameId, side: Side) -> Result<(), GameError> {
        let access = Access { game, seat: Seat::Side(side), host: false, key: None, account: Some(account) };
        for event in [Event::Abort { side }, Event::Resign { side }] {
            match self.play.change_by(access, None, event, Locale::default()).await {
                Ok(_) => return Ok(()),
                Err(error @ (GameError::Unavailable | GameError::Full)) => return Err(error),
                // It is too far to be aborted, or over.
                Err(_) => {}
            }
        }
        Ok(())
    }
}
