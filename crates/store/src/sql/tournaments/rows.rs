//! Rows of the tables of tournaments, as they are read.

use entourage_record::{AccountId, TournamentId};

use super::super::row::{Row, owner};
use super::super::timing;
use crate::StoreError;
use crate::tournament::{Entrant, Outcome, Pairing, Phase, Tournament, TournamentKind};

pub(super) fn corrupt(what: &str) -> StoreError {
    StoreError::Corrupt(format!("a tournament has no {what}"))
}

pub(super) fn named(row: &Row, column: &str) -> Result<TournamentId, StoreError> {
    row.try_get::<String>(column)?.parse().map_err(|()| corrupt("name"))
}

/// Reads a column that may hold a small number.
pub(super) fn small(row: &Row, column: &str) -> Result<Option<u32>, StoreError> {
    let number: Option<i64> = row.try_get(column)?;
    number.map(|number| u32::try_from(number).map_err(|_| corrupt(column))).transpose()
}

/// Reads a column that may name an account.
pub(super) fn member(row: &Row, column: &str) -> Result<Option<AccountId>, StoreError> {
    row.try_get::<Option<String>>(column)?.map(|_| owner(row, column)).transpose()
}

pub(super) fn tournament(row: &Row) -> Result<Tournament, StoreError> {
    let kind: String = row.try_get("kind")?;
    let phase: String = row.try_get("phase")?;
    Ok(Tournament {
        id: named(row, "id")?,
        version: row.try_get("version")?,
        name: row.try_get("name")?,
        organiser: member(row, "organiser")?,
        kind: TournamentKind::of(&kind, small(row, "length")?).ok_or_else(|| corrupt("kind"))?,
        spec: row.try_get("spec")?,
        pace: timing::pace(row.try_get("pace")?)?,
        rated: row.try_get("rated")?,
        begins_at: row.try_get("begins_at")?,
        begins_with: small(row, "begins_with")?,
        most: row.try_get("most")?,
        lowest: row.try_get("lowest")?,
        highest: row.try_get("highest")?,
        phase: Phase::from_word(&phase).ok_or_else(|| corrupt("phase"))?,
        created_at: row.try_get("created_at")?,
        begun_at: row.try_get("begun_at")?,
        ended_at: row.try_get("ended_at")?,
    })
}

pub(super) fn entrant(row: &Row) -> Result<Entrant, StoreError> {
    let byes: String = row.try_get("byes")?;
    let byes = byes.split(',').filter(|word| !word.is_empty());
    Ok(Entrant {
        number: row.try_get("number")?,
        account: member(row, "account")?,
        name: row.try_get("name")?,
        bot: row.try_get("bot")?,
        rating: row.try_get("rating")?,
        from_round: row.try_get("from_round")?,
        until_round: small(row, "until_round")?,
        byes: byes.map(|word| word.parse().map_err(|_| corrupt("bye"))).collect::<Result<_, _>>()?,
    })
}

pub(super) fn pairing(row: &Row) -> Result<Pairing, StoreError> {
    let (game, outcome): (Option<String>, Option<String>) = (row.try_get("game")?, row.try_get("outcome")?);
    Ok(Pairing {
        round: row.try_get("round")?,
        place: row.try_get("place")?,
        first: row.try_get("first")?,
        second: small(row, "second")?,
        game: game.map(|game| game.parse().map_err(|()| corrupt("game"))).transpose()?,
        outcome: outcome.map(|word| Outcome::from_word(&word).ok_or_else(|| corrupt("outcome"))).transpose()?,
        watched: row.try_get("watched")?,
        at: row.try_get("created_at")?,
        ended: row.try_get("ended_at")?,
    })
}
