//! Open invitations and public games.

use entourage_kernel::Side;
use entourage_record::{GameId, Grant, Invitation, KeyHash, Seat};

use crate::columns::{Bind, from_row};
use crate::database::Connection;
use crate::events::insert_grant;
use crate::games::{among, commit, expect_key, has_seat};
use crate::{Result, Store, StoreError, finished, ratings};

/// A side of a game that any player can take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FreeSide {
    pub side: Side,
    /// Whether the game becomes public once the side is taken; players know this before they join.
    pub watched: bool,
}

from_row! { Invitation { game = "game_id", side, spec, start, rules_version, pace, watched, rated, at = "created_at" } }

/// Value of `listed` for a game that both players agreed to make public, and that has left the list of games in progress.
const OVER: i64 = 2;

impl Store {
    /// Returns a page of invitations made since a time, newest first.
    pub async fn invitations(&self, since: i64, after: Option<GameId>, most: u32) -> Result<Vec<Invitation>> {
        // The invitation at the cursor may be gone by now, so its creation time is taken from the game.
        let rows = "SELECT i.game_id, i.side, i.watched, i.created_at, g.spec, g.start, g.rules_version, g.pace, g.rated
             FROM invitations i JOIN games g ON g.id = i.game_id LEFT JOIN games last ON last.id = $2
             WHERE i.created_at >= $1 AND (last.id IS NULL OR i.created_at < last.created_at
                 OR i.created_at = last.created_at AND i.game_id > last.id)
             ORDER BY i.created_at DESC, i.game_id LIMIT $3";
        self.readers.all(rows, (since, after, most)).await
    }

    /// Returns the games among `games` that have a side opened to any player at time `since` or later.
    pub async fn offered(&self, games: &[GameId], since: i64) -> Result<Vec<GameId>> {
        let offered = "SELECT game_id FROM invitations WHERE created_at >= $1 AND game_id IN";
        let (sql, values) = among(offered, vec![since.value()], games);
        self.readers.all(sql, values).await
    }

    /// Takes a game's open side for the holder of a key. Idempotent.
    ///
    /// Fails with `Conflict` if the side is not open, the key gives access to another seat, or the game is rated and
    /// the player has no account or is also the opponent.
    pub async fn join(&self, id: GameId, grant: &Grant) -> Result<()> {
        let mut transaction = self.writer.change(id).await?;
        if has_seat(id, grant, &mut transaction).await? {
            return Ok(());
        }
        let Seat::Side(side) = grant.seat else { return Err(StoreError::Conflict) };
        // Rated games need two different accounts.
        let rated = ratings::is_rated(id, &mut transaction).await?;
        if rated {
            let players = ratings::players(id, &mut transaction).await?;
            if grant.account.is_none() || players.contains(&grant.account) {
                return Err(StoreError::Conflict);
            }
        }
        let take = "DELETE FROM invitations WHERE game_id = $1 AND side = $2 RETURNING watched, created_at";
        let taken: Option<(bool, i64)> = transaction.optional(take, (id, side)).await?;
        let (watched, since) = taken.ok_or(StoreError::Conflict)?;
        if rated || watched {
            list(id, since, &mut transaction).await?;
        }
        insert_grant(id, grant, &mut transaction).await?;
        commit(id, transaction).await
    }

    pub async fn withdraw(&self, id: GameId) -> Result<()> {
        let mut transaction = self.writer.change(id).await?;
        transaction.execute("DELETE FROM invitations WHERE game_id = $1", id).await?;
        commit(id, transaction).await
    }

    /// Makes a game public from time `since` on, or private if `since` is `None`; returns whether this changed anything. Fails with
    /// `Missing` if there is no such game, or the key is no longer valid.
    pub async fn publish(&self, id: GameId, since: Option<i64>, by: Option<KeyHash>) -> Result<bool> {
        let mut transaction = self.writer.change(id).await?;
        expect_key(id, by, &mut transaction).await?;
        let changed = match since {
            None => {
                finished::forget(id, &mut transaction).await?;
                transaction.execute("DELETE FROM publications WHERE game_id = $1", id).await?
            }
            Some(at) => {
                let show = "INSERT INTO publications (game_id, created_at) VALUES ($1, $2) ON CONFLICT (game_id) DO NOTHING";
                transaction.execute(show, (id, at)).await?
            }
        };
        commit(id, transaction).await?;
        Ok(changed > 0)
    }

    pub async fn is_published(&self, id: GameId) -> Result<bool> {
        self.readers.exists("SELECT 1 FROM publications WHERE game_id = $1", id).await
    }

    /// Returns public games in progress that were made public at `since` or later, had an event at `lately` or later, and have at most
    /// `longest` events; most recent event first.
    pub async fn watched(&self, since: i64, lately: i64, longest: u32, most: u32) -> Result<Vec<GameId>> {
        let rows = "SELECT p.game_id FROM publications p JOIN games g ON g.id = p.game_id JOIN events last ON last.game_id = p.game_id
                 AND last.seq = (SELECT MAX(seq) FROM events e WHERE e.game_id = p.game_id)
             WHERE p.listed <> 0 AND p.listed <> $4 AND p.created_at >= $1 AND last.created_at >= $2 AND last.created_at > g.created_at
                 AND last.seq < $5
                 AND COALESCE(last.status, '') NOT LIKE 'win-%' AND COALESCE(last.status, '') NOT LIKE 'draw%'
                 AND COALESCE(last.status, '') <> 'aborted'
             ORDER BY last.created_at DESC, p.game_id LIMIT $3";
        self.readers.all(rows, (since, lately, most, OVER, longest)).await
    }

    /// Removes a game from the list of public games in progress; the game stays public.
    pub async fn watch_no_more(&self, id: GameId) -> Result<()> {
        let end = "UPDATE publications SET listed = $2 WHERE game_id = $1 AND listed <> 0 AND listed <> $2";
        self.writer.execute(end, (id, OVER)).await.map(drop)
    }
}

/// Makes a game public from time `since` on, and adds it to the list of public games in progress.
pub(crate) async fn list(id: GameId, since: i64, connection: &mut Connection) -> Result<()> {
    let shown = "INSERT INTO publications (game_id, created_at, listed) VALUES ($1, $2, 1) ON CONFLICT (game_id) DO UPDATE SET listed = 1";
    connection.execute(shown, (id, since)).await.map(drop)
}
