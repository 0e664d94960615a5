//! Games whose free side anybody may take, in SQLite.

use entourage_kernel::Side;
use entourage_record::{Game, GameId, Grant, Invitation, Seat};

use super::pool::{Connection, Pool};
use super::query::query;
use super::{among, commit, has_seat, insert_grant, publications, ratings, timing};
use crate::{FreeSide, StoreError};

/// Offers a side of a new game to anybody, within a transaction.
pub(super) async fn insert(game: &Game, free: FreeSide, connection: &mut Connection) -> Result<(), StoreError> {
    query("INSERT INTO invitations (game_id, side, watched, created_at) VALUES ($1, $2, $3, $4)")
        .bind(game.id.to_string())
        .bind(free.side.number() as i64)
        .bind(free.watched)
        .bind(game.created_at)
        .execute(connection)
        .await?;
    Ok(())
}

/// Lists at most so many made since a time, the newest first, after that to a game if one is named.
pub(super) async fn list(
    readers: &Pool,
    since: i64,
    after: Option<GameId>,
    most: u32,
) -> Result<Vec<Invitation>, StoreError> {
    // The game named may be taken by now; when it was created, its invitation was made.
    let rows = query(
        "SELECT i.game_id, i.side, i.watched, i.created_at, g.spec, g.start, g.rules_version, g.pace, g.rated
         FROM invitations i JOIN games g ON g.id = i.game_id LEFT JOIN games last ON last.id = $2
         WHERE i.created_at >= $1 AND (last.id IS NULL OR i.created_at < last.created_at
             OR i.created_at = last.created_at AND i.game_id > last.id)
         ORDER BY i.created_at DESC, i.game_id LIMIT $3",
    )
    .bind(since)
    .bind(after.map(|game| game.to_string()))
    .bind(most)
    .fetch_all(&mut readers.acquire().await?)
    .await?;
    let corrupt = || StoreError::Corrupt("an invitation makes no sense".into());
    rows.iter()
        .map(|row| {
            let (game, side): (String, i64) = (row.try_get("game_id")?, row.try_get("side")?);
            Ok(Invitation {
                game: game.parse().map_err(|()| corrupt())?,
                side: Side::BOTH.into_iter().find(|known| known.number() as i64 == side).ok_or_else(corrupt)?,
                spec: row.try_get("spec")?,
                start: row.try_get("start")?,
                rules_version: row.try_get("rules_version")?,
                pace: timing::pace(row.try_get("pace")?)?,
                watched: row.try_get("watched")?,
                rated: row.try_get("rated")?,
                at: row.try_get("created_at")?,
            })
        })
        .collect()
}

/// Returns which of some games have a free side offered since a time.
pub(super) async fn offered(readers: &Pool, games: &[GameId], since: i64) -> Result<Vec<GameId>, StoreError> {
    let rows = among("SELECT game_id FROM invitations WHERE created_at >= $1 AND game_id IN", 2, games);
    let rows = games.iter().fold(rows.bind(since), |rows, game| rows.bind(game.to_string()));
    let rows = rows.fetch_all(&mut readers.acquire().await?).await?;
    let corrupt = |()| StoreError::Corrupt("an invitation is to no game".into());
    rows.iter().map(|row| row.try_get::<String>("game_id")?.parse().map_err(corrupt)).collect()
}

/// Gives a key the side that is offered, and shows the game to everybody if it was offered so.
pub(super) async fn join(writer: &Pool, id: GameId, grant: &Grant) -> Result<(), StoreError> {
    let mut transaction = writer.change(&id.to_string()).await?;
    if has_seat(id, grant, &mut transaction).await? {
        return Ok(());
    }
    let side = match grant.seat {
        Seat::Side(side) => side.number() as i64,
        Seat::Both | Seat::Watch => return Err(StoreError::Conflict),
    };
    // Nobody plays for a rating without a name, or against themselves.
    let rated = ratings::is_rated(id, &mut transaction).await?;
    if rated {
        let players = ratings::players(id, &mut transaction).await?;
        if grant.account.is_none() || players.contains(&grant.account) {
            return Err(StoreError::Conflict);
        }
    }
    let offered =
        query("DELETE FROM invitations WHERE game_id = $1 AND side = $2 RETURNING watched, created_at");
    let offered = offered.bind(id.to_string()).bind(side).fetch_optional(&mut transaction).await?;
    let offered = offered.ok_or(StoreError::Conflict)?;
    if rated || offered.try_get("watched")? {
        publications::list(id, offered.try_get("created_at")?, &mut transaction).await?;
    }
    insert_grant(id, grant, &mut transaction).await?;
    commit(id, transaction).await
}

/// Offers nothing of a game any more.
pub(super) async fn withdraw(writer: &Pool, id: GameId) -> Result<(), StoreError> {
    let mut transaction = writer.change(&id.to_string()).await?;
    let row = query("DELETE FROM invitations WHERE game_id = $1").bind(id.to_string());
    row.execute(&mut transaction).await?;
    commit(id, transaction).await
}
