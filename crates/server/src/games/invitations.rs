//! Open games: games with an open side, which anyone can take.

use entourage_record::Grant;
use entourage_registry::view::{InvitationList, InvitationView};
use entourage_store::Relation;

use crate::games::prelude::*;

const PAGE: u32 = 50;
/// How long an open game is offered: a week, in milliseconds.
pub(super) const LIFE: i64 = 7 * 24 * 60 * 60 * 1000;

impl Games {
    pub async fn offered(&self, games: &[GameId]) -> Result<Vec<GameId>, Error> {
        self.store.offered(games, self.time.now() - LIFE).await.map_err(Error::from)
    }

    pub async fn list_invitations(&self, after: Option<GameId>) -> Result<InvitationList, Error> {
        let found = self.store.invitations(self.time.now() - LIFE, after, PAGE).await?;
        let next = found.last().filter(|_| found.len() == PAGE as usize).map(|last| last.game.to_string());
        let playable = found.into_iter().filter_map(|one| {
            let rules = self.registry.open(&one.spec).ok()?;
            let usual = rules.begin(None).ok()?.start_text();
            (*rules.metadata().rules_version == *one.rules_version).then_some((one, usual))
        });
        let listed = playable.map(|(one, usual)| InvitationView {
            game: one.game.to_string(),
            spec: one.spec,
            position: Some(one.start).filter(|start| *start != usual),
            pace: one.pace.to_string(),
            side: one.side.number(),
            since: self.time.date_of(one.at),
            here: self.hub.is_here(one.game, !one.side),
            watched: one.watched,
            rated: one.rated,
        });
        Ok(InvitationList { invitations: listed.collect(), next })
    }

    /// Assigns the open side to the first key that requests it; repeating the request has no effect.
    pub async fn take_invitation(
        &self,
        game: GameId,
        side: Side,
        key: Key,
        account: Option<AccountId>,
    ) -> Result<(), Error> {
        self.expect_person(account).await?;
        if let Some(account) = account {
            self.expect_unblocked(game, account).await?;
        }
        let grant = Grant { key: key.hash(), seat: Seat::Side(side), host: false, account };
        match self.store.join(game, &grant).await {
            Ok(()) => {
                // Notify the waiting player, who then sees who has joined.
                self.hub.tell_keys(game);
                Ok(())
            }
            Err(StoreError::Conflict) => Err(self.invitation_refusal(game, account).await?),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the reason why the side could not be taken: not allowed for this account, or already taken.
    async fn invitation_refusal(&self, game: GameId, account: Option<AccountId>) -> Result<Error, Error> {
        let rated = self.store.read(game).await?.is_some_and(|game| game.rated);
        if !rated || self.offered(&[game]).await?.is_empty() {
            return Ok(Error::Taken);
        }
        let players = self.store.players_of(game).await?;
        Ok(match account {
            None => Error::RatedGuest,
            Some(_) if players.contains(&account) => Error::RatedOneself,
            Some(_) => Error::Taken,
        })
    }

    async fn expect_unblocked(&self, game: GameId, account: AccountId) -> Result<(), Error> {
        for player in self.store.players(game).await?.into_iter().flatten() {
            if self.store.has_relation(player, Relation::Block, account).await? {
                return Err(Error::Blocked);
            }
        }
        Ok(())
    }
}
