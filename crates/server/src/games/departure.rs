//! Ends the games of banned accounts, and deletes games on request.

use entourage_record::Event;
use entourage_store::Deletion;

use crate::games::prelude::*;

impl Games {
    /// Aborts or resigns all of an account's games against others, and ends its connections. Safe to repeat.
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
                None => return self.store.left(account).await.map_err(Error::from),
            }
        }
    }

    async fn leave_one(self: &Arc<Self>, account: AccountId, game: GameId, side: Side) -> Result<(), Error> {
        let access = Access { game, seat: Seat::Side(side), host: false, key: None, account: Some(account) };
        for event in [Event::Abort { side }, Event::Resign { side }] {
            match self.change_by(access, None, event, Locale::default()).await {
                Ok(_) => return Ok(()),
                Err(error @ (Error::Unavailable | Error::Full)) => return Err(error),
                // The game is over, or can no longer be aborted.
                Err(_) => {}
            }
        }
        Ok(())
    }
}

/// Maximum number of deletion requests per side between two events, since each notifies the opponent.
const MAX_REQUESTS: u32 = 6;

impl Games {
    pub async fn deletion_wishes(&self, pass: Pass) -> Result<[bool; 2], Error> {
        self.deletion_wishes_in(self.player(pass).await?.game).await
    }

    pub async fn deletion_wishes_in(&self, game: GameId) -> Result<[bool; 2], Error> {
        self.store.deletion_wishes(game).await.map_err(Error::from)
    }

    /// Records whether a player wants the game deleted; returns whether it was deleted. If the opponent already
    /// wants the game deleted, `agrees` must be set.
    pub async fn wish_deletion(self: &Arc<Self>, pass: Pass, gone: bool, agrees: bool) -> Result<bool, Error> {
        let Access { game, seat, key: by, .. } = self.player(pass).await?;
        let (deletions, at) = (Arc::clone(self), self.time.now());
        run_to_completion(async move {
            if !gone {
                if deletions.store.wish_kept(game, seat, by).await? {
                    deletions.hub.tell_wishes(game);
                }
                return Ok(false);
            }
            // Players find the rematch through this game, so it is kept until both have opened the rematch.
            let held = deletions.cache.take(game).await?;
            let follows = held.state.ledger().rematch();
            deletions.cache.put_back(held);
            if follows && deletions.store.seated(game.next()).await? < 2 {
                return Err(Error::Follows);
            }
            // No one can move while the game is locked.
            let wished = deletions.store.wish_deleted(game, seat, agrees, at, MAX_REQUESTS, by);
            match deletions.cache.without(game, wished).await? {
                Deletion::Asked => Err(Error::Asked),
                Deletion::Often => Err(Error::Often),
                Deletion::Stands => Ok(false),
                Deletion::Wished => {
                    deletions.hub.tell_wishes(game);
                    Ok(false)
                }
                Deletion::Done => {
                    tracing::info!(%game, "game deleted by its players");
                    // Notify followers that the game is gone.
                    deletions.hub.tell_keys(game);
                    Ok(true)
                }
            }
        })
        .await
    }
}
