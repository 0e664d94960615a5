//! Tournaments. Whatever changes one does it alone, and raises its version; what comes of a game goes in with the event that ends the game.

mod outcomes;
mod rows;

use async_trait::async_trait;
use entourage_kernel::Side;
use entourage_rating::{Class, Pool};
use entourage_record::{AccountId, GameId, Grant, Key, Seat, TournamentId};
use sqlx::AssertSqlSafe;

use rows::{corrupt, entrant, named, pairing, small, tournament};

use super::pool::Connection;
use super::query::query;
use super::row::{Row, owner};
use super::{insert_game, log, publications, seeks, timing};
use crate::tournament::{
    Begun, Entering, ListedTournament, Outcome, Pairing, Phase, Tournament, TournamentGame, TournamentStore,
    WholeTournament,
};
use outcomes::{end, recorded};
pub(super) use outcomes::{ends, forget_game, is_awaited, settle};

use crate::{Decision, SqlStore, StoreError, random};

const TOURNAMENT: &str = "t.id, t.version, t.name, t.organiser, t.kind, t.length, t.spec, t.pace, t.rated, t.begins_at, t.begins_with,
    t.most, t.lowest, t.highest, t.phase, t.created_at, t.begun_at, t.ended_at, a.name AS organiser_name";

/// What is added to a number so that no other has it while all change.
const APART: i64 = 1_000_000_000;

#[async_trait]
impl TournamentStore for SqlStore {
    async fn announce(&self, tournament: &Tournament, most: u32) -> Result<(), StoreError> {
        let organiser = tournament.organiser.map(|account| account.to_string());
        let mut transaction = self.writer.change(organiser.as_deref().unwrap_or_default()).await?;
        let count = query(
            "SELECT COUNT(*) AS count FROM tournaments WHERE organiser = $1 AND phase IN ('open', 'running')",
        );
        let count = count.bind(&organiser).fetch_one(&mut transaction).await?;
        if count.try_get::<u32>("count")? >= most {
            return Err(StoreError::Conflict);
        }
        query(
            "INSERT INTO tournaments (id, name, organiser, kind, length, spec, pace, rated, begins_at, begins_with, most, lowest, highest,
                 phase, created_at, due)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $9)",
        )
        .bind(tournament.id.to_string())
        .bind(&tournament.name)
        .bind(organiser)
        .bind(tournament.kind.word())
        .bind(tournament.kind.length())
        .bind(&tournament.spec)
        .bind(tournament.pace.to_string())
        .bind(tournament.rated)
        .bind(tournament.begins_at)
        .bind(tournament.begins_with)
        .bind(tournament.most)
        .bind(tournament.lowest)
        .bind(tournament.highest)
        .bind(tournament.phase.word())
        .bind(tournament.created_at)
        .execute(&mut transaction)
        .await?;
        transaction.commit().await
    }

    async fn tournament(&self, id: TournamentId) -> Result<Option<WholeTournament>, StoreError> {
        let mut snapshot = self.readers.snapshot().await?;
        let Some(row) = find(id, &mut snapshot).await? else { return Ok(None) };
        let entrants = query(
            "SELECT e.number, e.account, a.name, e.rating, e.from_round, e.until_round, e.byes,
                 EXISTS (SELECT 1 FROM bots b WHERE b.account = e.account) AS bot
             FROM entrants e LEFT JOIN accounts a ON a.id = e.account WHERE e.tournament = $1 ORDER BY e.number",
        );
        let entrants = entrants.bind(id.to_string()).fetch_all(&mut snapshot).await?;
        let pairings = query(
            "SELECT round, place, first, second, game, outcome, watched, created_at, ended_at FROM pairings
             WHERE tournament = $1 ORDER BY round, place",
        );
        let pairings = pairings.bind(id.to_string()).fetch_all(&mut snapshot).await?;
        Ok(Some(WholeTournament {
            tournament: tournament(&row)?,
            organiser: row.try_get("organiser_name")?,
            entrants: entrants.iter().map(entrant).collect::<Result<_, _>>()?,
            pairings: pairings.iter().map(pairing).collect::<Result<_, _>>()?,
        }))
    }

    async fn tournament_version(&self, id: TournamentId) -> Result<Option<i64>, StoreError> {
        let row = query("SELECT version FROM tournaments WHERE id = $1").bind(id.to_string());
        let row = row.fetch_optional(&mut self.readers.acquire().await?).await?;
        row.map(|row| row.try_get("version")).transpose()
    }

    async fn tournaments(
        &self,
        phases: &[Phase],
        after: Option<TournamentId>,
        most: u32,
    ) -> Result<Vec<ListedTournament>, StoreError> {
        let words: Vec<String> = phases.iter().map(|phase| format!("'{}'", phase.word())).collect();
        let rows = AssertSqlSafe(format!(
            "SELECT {TOURNAMENT},
                 (SELECT COUNT(*) FROM entrants e WHERE e.tournament = t.id AND e.until_round IS NULL) AS entrants
             FROM tournaments t LEFT JOIN accounts a ON a.id = t.organiser LEFT JOIN tournaments last ON last.id = $1
             WHERE t.phase IN ({}) AND (last.id IS NULL OR t.created_at < last.created_at
                 OR t.created_at = last.created_at AND t.id > last.id)
             ORDER BY t.created_at DESC, t.id LIMIT $2",
            words.join(", ")
        ));
        let rows = query(rows).bind(after.map(|id| id.to_string())).bind(most);
        let listed = |row: &Row| {
            Ok(ListedTournament {
                tournament: tournament(row)?,
                organiser: row.try_get("organiser_name")?,
                entrants: row.try_get("entrants")?,
            })
        };
        rows.fetch_all(&mut self.readers.acquire().await?).await?.iter().map(listed).collect()
    }

    async fn enter(&self, id: TournamentId, account: AccountId) -> Result<Entering, StoreError> {
        let mut transaction = self.writer.change(&id.to_string()).await?;
        let Some(row) = find(id, &mut transaction).await? else { return Ok(Entering::Unknown) };
        let to = tournament(&row)?;
        if matches!(to.phase, Phase::Over | Phase::Cancelled) {
            return Ok(Entering::Closed);
        }
        let rounds = rounds(id, &mut transaction).await?;
        let open = to.phase == Phase::Open || to.kind.admits_after(rounds);
        let known = query("SELECT until_round, barred FROM entrants WHERE tournament = $1 AND account = $2");
        let known = known.bind(id.to_string()).bind(account.to_string());
        let known = known.fetch_optional(&mut transaction).await?;
        if let Some(known) = &known
            && known.try_get::<Option<i64>>("until_round")?.is_none()
        {
            return Ok(Entering::Entered);
        }
        let barred = known.as_ref().map(|known| known.try_get::<bool>("barred")).transpose()?;
        if !open || barred == Some(true) {
            return Ok(Entering::Closed);
        }
        let count = count(id, &mut transaction).await?;
        if count >= to.most {
            return Ok(Entering::Full);
        }
        if are_apart(&to, account, &mut transaction).await? {
            return Ok(Entering::Blocked);
        }
        let pool = Class::of(to.pace).map(|class| Pool { game: to.spec.clone(), class });
        let rating = match &pool {
            Some(pool) => Some(seeks::points(account, pool, &mut transaction).await?),
            None => None,
        };
        let bounds = to.lowest.unwrap_or(i64::MIN)..=to.highest.unwrap_or(i64::MAX);
        if rating.is_some_and(|rating| !bounds.contains(&rating)) {
            return Ok(Entering::Range);
        }
        if known.is_some() {
            let back = query("UPDATE entrants SET until_round = NULL WHERE tournament = $1 AND account = $2");
            let back = back.bind(id.to_string()).bind(account.to_string());
            back.execute(&mut transaction).await?;
        } else {
            let row = query(
                "INSERT INTO entrants (tournament, number, account, rating, from_round, byes, barred)
                 SELECT $1, COALESCE(MAX(number) + 1, 0), $2, $3, $4, '', $5 FROM entrants WHERE tournament = $1",
            );
            let row = row.bind(id.to_string()).bind(account.to_string()).bind(rating).bind(rounds + 1);
            row.bind(false).execute(&mut transaction).await?;
        }
        let full = to.begins_with.is_some_and(|with| count + 1 >= with);
        raise(id, full || to.phase == Phase::Running, &mut transaction).await?;
        transaction.commit().await?;
        Ok(Entering::Entered)
    }

    async fn leave(&self, id: TournamentId, account: AccountId) -> Result<bool, StoreError> {
        let mut transaction = self.writer.change(&id.to_string()).await?;
        let left = leave(id, account, false, &mut transaction).await?;
        transaction.commit().await?;
        Ok(left)
    }

    async fn bar(
        &self,
        id: TournamentId,
        account: AccountId,
        log: Option<&Decision>,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.change_logged(id, log).await?;
        let left = leave(id, account, true, &mut transaction).await?;
        if left {
            note(log, &mut transaction).await?;
            transaction.commit().await?;
        }
        Ok(left)
    }

    async fn sit_out(
        &self,
        id: TournamentId,
        version: i64,
        account: AccountId,
        rounds: &[u32],
    ) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&id.to_string()).await?;
        expect(id, version, &[Phase::Open, Phase::Running], &mut transaction).await?;
        let byes: Vec<String> = rounds.iter().map(u32::to_string).collect();
        let row = query(
            "UPDATE entrants SET byes = $3 WHERE tournament = $1 AND account = $2 AND until_round IS NULL",
        );
        let row = row.bind(id.to_string()).bind(account.to_string()).bind(byes.join(","));
        if row.execute(&mut transaction).await? == 0 {
            return Err(StoreError::Missing);
        }
        raise(id, false, &mut transaction).await?;
        transaction.commit().await
    }

    async fn amend(&self, tournament: &Tournament, log: Option<&Decision>) -> Result<(), StoreError> {
        let Tournament { id, version, name, begins_at, begins_with, most, lowest, highest, .. } = tournament;
        let mut transaction = self.change_logged(*id, log).await?;
        expect(*id, *version, &[Phase::Open], &mut transaction).await?;
        query(
            "UPDATE tournaments SET name = $2, begins_at = $3, begins_with = $4, most = $5, lowest = $6, highest = $7, due = 0,
                 version = version + 1 WHERE id = $1",
        )
        .bind(id.to_string())
        .bind(name)
        .bind(*begins_at)
        .bind(*begins_with)
        .bind(*most)
        .bind(*lowest)
        .bind(*highest)
        .execute(&mut transaction)
        .await?;
        note(log, &mut transaction).await?;
        transaction.commit().await
    }

    async fn begin(
        &self,
        id: TournamentId,
        version: i64,
        order: &[u32],
        now: i64,
        log: Option<&Decision>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.change_logged(id, log).await?;
        expect(id, version, &[Phase::Open], &mut transaction).await?;
        let apart = query("UPDATE entrants SET number = number + $2 WHERE tournament = $1");
        apart.bind(id.to_string()).bind(APART).execute(&mut transaction).await?;
        for (new, old) in (0_u32..).zip(order) {
            let row = query("UPDATE entrants SET number = $3 WHERE tournament = $1 AND number = $2");
            let row = row.bind(id.to_string()).bind(i64::from(*old) + APART).bind(new);
            row.execute(&mut transaction).await?;
        }
        // Who was barred is known by a number still, so that they do not come back.
        let rest = query("SELECT number FROM entrants WHERE tournament = $1 AND number >= $2 ORDER BY number");
        let rest = rest.bind(id.to_string()).bind(APART).fetch_all(&mut transaction).await?;
        for (new, row) in (order.len() as i64..).zip(&rest) {
            let row_number: i64 = row.try_get("number")?;
            let row = query("UPDATE entrants SET number = $3 WHERE tournament = $1 AND number = $2");
            row.bind(id.to_string()).bind(row_number).bind(new).execute(&mut transaction).await?;
        }
        let row = query(
            "UPDATE tournaments SET phase = 'running', begun_at = $2, due = 0, version = version + 1 WHERE id = $1",
        );
        row.bind(id.to_string()).bind(now).execute(&mut transaction).await?;
        note(log, &mut transaction).await?;
        transaction.commit().await
    }

    async fn pair_round(
        &self,
        id: TournamentId,
        version: i64,
        round: &[(Pairing, Option<Begun>)],
    ) -> Result<(), StoreError> {
        let mut transaction = self.writer.change(&id.to_string()).await?;
        expect(id, version, &[Phase::Running], &mut transaction).await?;
        for (pairing, begun) in round {
            if let Some(Begun { game, deadline }) = begun {
                let seats = [
                    (Seat::Side(Side::First), Some(pairing.first)),
                    (Seat::Side(Side::Second), pairing.second),
                ];
                let mut grants = Vec::new();
                for (seat, number) in seats {
                    let account = account_of(id, number, &mut transaction).await?;
                    // Nobody has this key: whoever is signed in needs none.
                    let key = random().map_err(|error| StoreError::Unavailable(error.to_string()))?;
                    let key = Key::from_bits(key).hash();
                    grants.push(Grant { key, seat, host: false, account: Some(account) });
                }
                insert_game(game, &grants, &mut transaction).await?;
                timing::put_deadline(game.id, *deadline, &mut transaction).await?;
                publications::list(game.id, pairing.at, &mut transaction).await?;
            }
            insert_pairing(id, pairing, &mut transaction).await?;
        }
        raise(id, true, &mut transaction).await?;
        transaction.commit().await
    }

    async fn watch_pairing(&self, game: GameId, at: Option<i64>) -> Result<(), StoreError> {
        let row = query("UPDATE pairings SET watched = $2 WHERE game = $1 AND outcome IS NULL");
        let row = row.bind(game.to_string()).bind(at);
        row.execute(&mut self.writer.acquire().await?).await.map(drop)
    }

    async fn void_pairing(&self, game: GameId, now: i64) -> Result<bool, StoreError> {
        let mut transaction = self.writer.change(&game.to_string()).await?;
        let settled = end(game, Outcome::Neither, now, &mut transaction).await?;
        transaction.commit().await?;
        Ok(settled)
    }

    async fn close_tournament(
        &self,
        id: TournamentId,
        version: i64,
        phase: Phase,
        now: Option<i64>,
        log: Option<&Decision>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.change_logged(id, log).await?;
        expect(id, version, &[Phase::Open, Phase::Running], &mut transaction).await?;
        let row = query(
            "UPDATE tournaments SET phase = $2, ended_at = COALESCE($3, (SELECT MAX(alive) FROM runs), created_at), due = NULL,
                 version = version + 1 WHERE id = $1",
        );
        row.bind(id.to_string()).bind(phase.word()).bind(now).execute(&mut transaction).await?;
        note(log, &mut transaction).await?;
        transaction.commit().await
    }

    async fn next_due(&self) -> Result<Option<i64>, StoreError> {
        let row = query(
            "SELECT MIN(CASE WHEN due < leased THEN leased ELSE due END) AS next FROM tournaments WHERE due IS NOT NULL",
        );
        row.fetch_one(&mut self.readers.acquire().await?).await?.try_get("next")
    }

    async fn take_due(&self, now: i64, until: i64, most: u32) -> Result<Vec<TournamentId>, StoreError> {
        let skip = self.writer.skip_locked();
        let rows = query(AssertSqlSafe(format!(
            "UPDATE tournaments SET leased = $2 WHERE id IN
                 (SELECT id FROM tournaments WHERE due <= $1 AND leased <= $1 ORDER BY due, id LIMIT $3 {skip})
             RETURNING id"
        )));
        let rows = rows.bind(now).bind(until).bind(most).fetch_all(&mut self.writer.acquire().await?).await?;
        rows.iter().map(|row| named(row, "id")).collect()
    }

    async fn let_go(&self, id: TournamentId, version: i64, due: Option<i64>) -> Result<(), StoreError> {
        // What has changed meanwhile is looked at anew.
        let row = query(
            "UPDATE tournaments SET leased = 0, due = CASE WHEN version = $2 THEN $3 ELSE 0 END WHERE id = $1",
        );
        let row = row.bind(id.to_string()).bind(version).bind(due);
        row.execute(&mut self.writer.acquire().await?).await.map(drop)
    }

    async fn catch_up(&self, id: TournamentId, now: i64) -> Result<bool, StoreError> {
        let rows = query(
            "SELECT p.game FROM pairings p WHERE p.tournament = $1 AND p.outcome IS NULL AND p.game IS NOT NULL AND EXISTS (
                 SELECT 1 FROM events e WHERE e.game_id = p.game
                     AND (e.status LIKE 'win-%' OR e.status LIKE 'draw%' OR e.status = 'aborted'))",
        );
        let rows = rows.bind(id.to_string()).fetch_all(&mut self.readers.acquire().await?).await?;
        let mut found = false;
        for row in rows {
            let game: GameId = row.try_get::<String>("game")?.parse().map_err(|()| corrupt("game"))?;
            let mut transaction = self.writer.change(&game.to_string()).await?;
            if let Some(outcome) = recorded(game, &mut transaction).await? {
                found |= end(game, outcome, now, &mut transaction).await?;
            }
            transaction.commit().await?;
        }
        Ok(found)
    }

    async fn tournament_of(&self, game: GameId) -> Result<Option<TournamentGame>, StoreError> {
        let row = query(
            "SELECT p.tournament, t.name, CASE WHEN t.kind = 'arena' THEN NULL ELSE p.round END AS round
             FROM pairings p JOIN tournaments t ON t.id = p.tournament WHERE p.game = $1",
        );
        let row = row.bind(game.to_string()).fetch_optional(&mut self.readers.acquire().await?).await?;
        let told = |row: &Row| {
            let (tournament, name) = (named(row, "tournament")?, row.try_get("name")?);
            Ok(TournamentGame { tournament, name, round: small(row, "round")? })
        };
        row.as_ref().map(told).transpose()
    }

    async fn outcome_by_record(&self, game: GameId) -> Result<Option<Outcome>, StoreError> {
        let mut snapshot = self.readers.snapshot().await?;
        super::expect_game(game, &mut snapshot).await?;
        recorded(game, &mut snapshot).await
    }
}

impl SqlStore {
    /// Begins to change a tournament, and the log of order, too, if something is to stand there.
    async fn change_logged(&self, id: TournamentId, log: Option<&Decision>) -> Result<Connection, StoreError> {
        match log {
            None => self.writer.change(&id.to_string()).await,
            Some(_) => {
                let mut transaction = self.writer.change(log::LOG).await?;
                transaction.lock(&id.to_string()).await?;
                Ok(transaction)
            }
        }
    }
}

async fn note(log: Option<&Decision>, connection: &mut Connection) -> Result<(), StoreError> {
    match log {
        Some(decision) => log::add(decision, connection).await,
        None => Ok(()),
    }
}

/// Has an account that goes, or is banned, take part in nothing any more.
pub(super) async fn withdraw_account(
    account: AccountId,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    let rows = query(
        "SELECT DISTINCT t.id FROM tournaments t LEFT JOIN entrants e ON e.tournament = t.id
         WHERE (e.account = $1 OR t.organiser = $1) AND t.phase IN ('open', 'running') ORDER BY t.id",
    );
    for row in rows.bind(account.to_string()).fetch_all(connection).await? {
        let id = named(&row, "id")?;
        connection.lock(&id.to_string()).await?;
        leave(id, account, false, connection).await?;
        // Whose it is is told otherwise, too.
        raise(id, false, connection).await?;
    }
    Ok(())
}

/// Has an account take part no more, and perhaps never again; returns whether it took part.
async fn leave(
    id: TournamentId,
    account: AccountId,
    barred: bool,
    connection: &mut Connection,
) -> Result<bool, StoreError> {
    let row = query("SELECT phase FROM tournaments WHERE id = $1 AND phase IN ('open', 'running')");
    let Some(row) = row.bind(id.to_string()).fetch_optional(connection).await? else { return Ok(false) };
    let open = row.try_get::<String>("phase")? == Phase::Open.word();
    let change = match open && !barred {
        true => query("DELETE FROM entrants WHERE tournament = $1 AND account = $2 AND until_round IS NULL")
            .bind(id.to_string())
            .bind(account.to_string()),
        false => {
            let rounds = rounds(id, connection).await?;
            query(
                "UPDATE entrants SET until_round = $3, barred = $4 WHERE tournament = $1 AND account = $2 AND until_round IS NULL",
            )
            .bind(id.to_string())
            .bind(account.to_string())
            .bind(rounds)
            .bind(barred)
        }
    };
    let left = change.execute(connection).await? > 0;
    if left {
        raise(id, !open, connection).await?;
    }
    Ok(left)
}

async fn find(id: TournamentId, connection: &mut Connection) -> Result<Option<Row>, StoreError> {
    let row = AssertSqlSafe(format!(
        "SELECT {TOURNAMENT} FROM tournaments t LEFT JOIN accounts a ON a.id = t.organiser WHERE t.id = $1"
    ));
    query(row).bind(id.to_string()).fetch_optional(connection).await
}

/// Checks that a tournament has a version, and is as far as one of some phases.
async fn expect(
    id: TournamentId,
    version: i64,
    phases: &[Phase],
    connection: &mut Connection,
) -> Result<(), StoreError> {
    let row = query("SELECT phase FROM tournaments WHERE id = $1 AND version = $2");
    let row = row.bind(id.to_string()).bind(version).fetch_optional(connection).await?;
    let phase = row.map(|row| row.try_get::<String>("phase")).transpose()?;
    match phase.is_some_and(|phase| phases.iter().any(|known| known.word() == phase)) {
        true => Ok(()),
        false => Err(StoreError::Conflict),
    }
}

/// Raises the version of a tournament, which is due at once if that is said and it is neither over nor called off.
async fn raise(id: TournamentId, due: bool, connection: &mut Connection) -> Result<(), StoreError> {
    let row = query(
        "UPDATE tournaments SET version = version + 1,
             due = CASE WHEN $2 AND phase IN ('open', 'running') THEN 0 ELSE due END
         WHERE id = $1",
    );
    row.bind(id.to_string()).bind(due).execute(connection).await.map(drop)
}

/// Returns the number of rounds that were paired.
async fn rounds(id: TournamentId, connection: &mut Connection) -> Result<u32, StoreError> {
    let row = query("SELECT COALESCE(MAX(round), 0) AS rounds FROM pairings WHERE tournament = $1");
    row.bind(id.to_string()).fetch_one(connection).await?.try_get("rounds")
}

/// Counts those who take part.
async fn count(id: TournamentId, connection: &mut Connection) -> Result<u32, StoreError> {
    let row = query("SELECT COUNT(*) AS count FROM entrants WHERE tournament = $1 AND until_round IS NULL");
    row.bind(id.to_string()).fetch_one(connection).await?.try_get("count")
}

/// Tells whether somebody blocks, or is blocked by, the organiser of a tournament or somebody who takes part.
async fn are_apart(
    to: &Tournament,
    account: AccountId,
    connection: &mut Connection,
) -> Result<bool, StoreError> {
    let row = query(
        "SELECT 1 FROM ties k WHERE k.kind = 'block' AND (k.account = $2 OR k.other = $2)
             AND EXISTS (SELECT 1 FROM entrants e WHERE e.tournament = $1 AND e.until_round IS NULL
                     AND e.account = CASE WHEN k.account = $2 THEN k.other ELSE k.account END
                 UNION ALL SELECT 1 FROM tournaments t WHERE t.id = $1
                     AND t.organiser = CASE WHEN k.account = $2 THEN k.other ELSE k.account END)
         LIMIT 1",
    );
    let row = row.bind(to.id.to_string()).bind(account.to_string());
    Ok(row.fetch_optional(connection).await?.is_some())
}

/// Finds whose number it is; who has gone plays no more.
async fn account_of(
    id: TournamentId,
    number: Option<u32>,
    connection: &mut Connection,
) -> Result<AccountId, StoreError> {
    let row =
        query("SELECT account FROM entrants WHERE tournament = $1 AND number = $2 AND account IS NOT NULL");
    let row = row.bind(id.to_string()).bind(number).fetch_optional(connection).await?;
    owner(&row.ok_or(StoreError::Conflict)?, "account")
}

async fn insert_pairing(
    id: TournamentId,
    pairing: &Pairing,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO pairings (tournament, round, place, first, second, game, outcome, watched, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(id.to_string())
    .bind(pairing.round)
    .bind(pairing.place)
    .bind(pairing.first)
    .bind(pairing.second)
    .bind(pairing.game.map(|game| game.to_string()))
    .bind(pairing.outcome.map(Outcome::word))
    .bind(pairing.watched)
    .bind(pairing.at)
    .execute(connection)
    .await?;
    Ok(())
}
