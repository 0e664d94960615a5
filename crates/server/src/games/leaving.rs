//! How a banned account leaves its games.

use std::sync::Arc;

use entourage_kernel::Side;
use entourage_record::{Access, AccountId, Event, GameId, Seat};

use super::Games;
use super::report::failed;
use crate::domain::{Error, Locale};

impl Games {
    /// Aborts or resigns all games of an account against others, and ends its sessions on sockets. Repeating it is harmless.
    pub async fn leave_all_games(self: &Arc<Self>, account: AccountId) -> Result<(), Error> {
        let mut after = None;
        loop {
            let (held, next) = self.held_page(account, after).await?;
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

    async fn leave_one(self: &Arc<Self>, account: AccountId, game: GameId, side: Side) -> Result<(), Error> {
        let access = Access { game, seat: Seat::Side(side), host: false, key: None, account: Some(account) };
        for event in [Event::Abort { side }, Event::Resign { side }] {
            match self.change_by(access, None, event, Locale::default()).await {
                Ok(_) => return Ok(()),
                Err(error @ (Error::Unavailable | Error::Full)) => return Err(error),
                // It is too far to be aborted, or over.
                Err(_) => {}
            }
        }
        Ok(())
    }
}
