//! Tournaments. A lock serializes changes to a tournament, and each change increments the tournament's version.

use entourage_kernel::Side;
use entourage_record::{AccountId, GameId, Grant, Key, Seat, TournamentId};
use sqlx::AssertSqlSafe;

use crate::columns::{Bind, FromRow};
use crate::database::{Connection, Row, placeholders};
use crate::error::some;
use crate::events::expect_game;
use crate::games::insert_game;
use crate::operator::LOG;
use crate::ratings::pool_of;
use crate::tournament_outcomes::{end, recorded};
pub(crate) use crate::tournament_outcomes::{ends, forget_game, is_awaited, settle};
pub use crate::tournament_types::{
    Begun, Entrant, EntryOutcome, ListedTournament, Outcome, Pairing, Phase, Tournament, TournamentGame,
    TournamentKind, WholeTournament,
};
use crate::{Decision, Result, Store, StoreError, invitations, operator, random, seeks, timing};

const TOURNAMENT: &str = "t.id, t.version, t.name, t.organiser, t.kind, t.length, t.spec, t.pace, t.rated, t.begins_at, t.begins_with,
    t.most, t.lowest, t.highest, t.phase, t.created_at, t.begun_at, t.ended_at, a.name AS organiser_name";

/// Offset that keeps entrant numbers unique while they are reassigned.
const RENUMBERING_OFFSET: i64 = 1_000_000_000;

/// Results are recorded together with the events that end the games. Methods that change a tournament take the version on which the
/// change is based, so that only one of two concurrent changes succeeds.
/// SQL expression for the round of a pairing `p` in a tournament `t`; NULL in an arena.
pub(crate) const ROUND: &str = "CASE WHEN t.kind = 'arena' THEN NULL ELSE p.round END";

impl Store {
    /// Creates a tournament. Fails with `Conflict` if its organiser already has `most` unfinished tournaments.
    pub async fn announce(&self, tournament: &Tournament, most: u32) -> Result<()> {
        let Tournament { id, name, organiser, kind, spec, rated, begins_at, begins_with, .. } = tournament;
        let lock = organiser.map(|account| account.to_string()).unwrap_or_default();
        let mut transaction = self.writer.change(lock).await?;
        let count = "SELECT COUNT(*) FROM tournaments WHERE organiser = $1 AND phase IN ('open', 'running')";
        if transaction.one::<u32>(count, organiser).await? >= most {
            return Err(StoreError::Conflict);
        }
        let sql = format!(
            "INSERT INTO tournaments (id, name, organiser, kind, length, spec, pace, rated, begins_at, begins_with, most, lowest, highest,
                 phase, created_at, due) VALUES ({})",
            placeholders(1, 16)
        );
        let Tournament { pace, most, lowest, highest, phase, created_at, .. } = tournament;
        let mut values = vec![id.value(), name.value(), organiser.value(), kind.word().value()];
        values.extend([kind.length().value(), spec.value(), pace.to_string().value(), rated.value()]);
        values.extend([begins_at.value(), begins_with.value(), most.value(), lowest.value(), highest.value()]);
        // A tournament without a start time is due at once, which determines when it expires.
        values.extend([phase.value(), created_at.value(), begins_at.unwrap_or(0).value()]);
        transaction.execute(AssertSqlSafe(sql), values).await?;
        transaction.commit().await
    }

    pub async fn tournament(&self, id: TournamentId) -> Result<Option<WholeTournament>> {
        let mut snapshot = self.readers.snapshot().await?;
        let Some(row) = find(id, &mut snapshot).await? else { return Ok(None) };
        let entrants = "SELECT e.number, e.account, a.name, e.rating, e.from_round, e.until_round, e.absent, e.byes,
                 EXISTS (SELECT 1 FROM bots b WHERE b.account = e.account) AS bot
             FROM entrants e LEFT JOIN accounts a ON a.id = e.account WHERE e.tournament = $1 ORDER BY e.number";
        let pairings = "SELECT round, place, first, second, game, outcome, created_at, ended_at FROM pairings
             WHERE tournament = $1 ORDER BY round, place";
        Ok(Some(WholeTournament {
            tournament: Tournament::from_row(&row)?,
            organiser: row.get("organiser_name")?,
            entrants: snapshot.all(entrants, id).await?,
            pairings: snapshot.all(pairings, id).await?,
        }))
    }

    pub async fn tournament_version(&self, id: TournamentId) -> Result<Option<i64>> {
        self.readers.optional("SELECT version FROM tournaments WHERE id = $1", id).await
    }

    /// Returns which of these tournaments are open for entries.
    pub async fn open_tournaments(&self, ids: &[TournamentId]) -> Result<Vec<TournamentId>> {
        let names: Vec<String> = ids.iter().map(TournamentId::to_string).collect();
        let sql = format!("SELECT id FROM tournaments WHERE phase = 'open' AND id {}", self.readers.listed());
        self.readers.all(AssertSqlSafe(sql), names.join(",")).await
    }

    /// Returns a page of tournaments in any of the specified phases, newest first; open tournaments are sorted by number of entrants, most
    /// first, and then by start time.
    pub async fn tournaments(
        &self,
        phases: &[Phase],
        after: Option<TournamentId>,
        most: u32,
    ) -> Result<Vec<ListedTournament>> {
        let words: Vec<String> = phases.iter().map(|phase| format!("'{}'", phase.word())).collect();
        let entrants = |of: &str| {
            format!("(SELECT COUNT(*) FROM entrants e WHERE e.tournament = {of}.id AND e.until_round IS NULL)")
        };
        let order = |of: &str| match phases {
            [Phase::Open] => format!("-{}, COALESCE({of}.begins_at, {}), {of}.id", entrants(of), i64::MAX),
            _ => format!("-{of}.created_at, {of}.id"),
        };
        let (own, last) = (order("t"), order("last"));
        let sql = format!(
            "SELECT {TOURNAMENT}, {} AS entrants
             FROM tournaments t LEFT JOIN accounts a ON a.id = t.organiser LEFT JOIN tournaments last ON last.id = $1
             WHERE t.phase IN ({}) AND (last.id IS NULL OR ({own}) > ({last})) ORDER BY {own} LIMIT $2",
            entrants("t"),
            words.join(", ")
        );
        self.readers.all(AssertSqlSafe(sql), (after, most)).await
    }

    /// Enters an account in a tournament, even if the account has withdrawn before. Fails with `Missing` if there is no such account.
    pub async fn enter(&self, id: TournamentId, account: AccountId) -> Result<EntryOutcome> {
        let mut transaction = self.writer.change(id).await?;
        let Some(row) = find(id, &mut transaction).await? else { return Ok(EntryOutcome::Unknown) };
        let to = Tournament::from_row(&row)?;
        if matches!(to.phase, Phase::Over | Phase::Cancelled) {
            return Ok(EntryOutcome::Closed);
        }
        let rounds = rounds(id, &mut transaction).await?;
        let open = to.phase == Phase::Open || to.kind.admits_after(rounds);
        let known = "SELECT until_round, barred, absent FROM entrants WHERE tournament = $1 AND account = $2";
        let known: Option<(Option<i64>, bool, bool)> = transaction.optional(known, (id, account)).await?;
        let back =
            "UPDATE entrants SET until_round = NULL, absent = FALSE WHERE tournament = $1 AND account = $2";
        match known {
            Some((None, ..)) => return Ok(EntryOutcome::Entered),
            Some((_, true, _)) => return Ok(EntryOutcome::Closed),
            // An entrant who missed a game never left, and can return at any time.
            Some((_, _, true)) => {
                transaction.execute(back, (id, account)).await?;
                raise(id, true, &mut transaction).await?;
                transaction.commit().await?;
                return Ok(EntryOutcome::Entered);
            }
            _ if !open => return Ok(EntryOutcome::Closed),
            _ => {}
        }
        let count = "SELECT COUNT(*) FROM entrants WHERE tournament = $1 AND until_round IS NULL";
        let count: u32 = transaction.one(count, id).await?;
        if count >= to.most {
            return Ok(EntryOutcome::Full);
        }
        if transaction.exists(BLOCKED, (id, account)).await? {
            return Ok(EntryOutcome::Blocked);
        }
        let rating = match pool_of(&to.spec, to.pace) {
            Some(pool) => Some(seeks::points(account, &pool, &mut transaction).await?),
            None => None,
        };
        let bounds = to.lowest.unwrap_or(i64::MIN)..=to.highest.unwrap_or(i64::MAX);
        if rating.is_some_and(|rating| !bounds.contains(&rating)) {
            return Ok(EntryOutcome::Range);
        }
        if known.is_some() {
            transaction.execute(back, (id, account)).await?;
        } else {
            let row = "INSERT INTO entrants (tournament, number, account, rating, from_round, byes, barred)
                 SELECT $1, COALESCE(MAX(number) + 1, 0), $2, $3, $4, '', $5 FROM entrants WHERE tournament = $1";
            transaction.execute(row, (id, account, rating, rounds + 1, false)).await?;
        }
        let full = to.begins_with.is_some_and(|with| count + 1 >= with);
        raise(id, full || to.phase == Phase::Running, &mut transaction).await?;
        transaction.commit().await?;
        Ok(EntryOutcome::Entered)
    }

    /// Withdraws an account; returns whether it was an entrant. Before the start, the entry is deleted; after the
    /// start, the entrant is kept but no longer paired.
    pub async fn leave(&self, id: TournamentId, account: AccountId) -> Result<bool> {
        let mut transaction = self.writer.change(id).await?;
        let left = leave(id, account, false, &mut transaction).await?;
        transaction.commit().await?;
        Ok(left)
    }

    /// Excludes an account permanently, logging the decision if a moderator made it; returns whether the account was an entrant.
    pub async fn exclude(&self, id: TournamentId, account: AccountId, log: Option<&Decision>) -> Result<bool> {
        let mut transaction = self.change_logged(id, log).await?;
        let left = leave(id, account, true, &mut transaction).await?;
        if left {
            commit_logged(log, transaction).await?;
        }
        Ok(left)
    }

    /// Sets the future rounds for which an account requests a bye. Fails with `Conflict` if the version is not the expected one, and with
    /// `Missing` if the account is not an entrant.
    pub async fn request_byes(
        &self,
        id: TournamentId,
        version: i64,
        account: AccountId,
        rounds: &[u32],
    ) -> Result<()> {
        let mut transaction = self.writer.change(id).await?;
        expect(id, version, &[Phase::Open, Phase::Running], &mut transaction).await?;
        let byes: Vec<String> = rounds.iter().map(u32::to_string).collect();
        let row =
            "UPDATE entrants SET byes = $3 WHERE tournament = $1 AND account = $2 AND until_round IS NULL";
        some(transaction.execute(row, (id, account, byes.join(","))).await? > 0)?;
        raise(id, false, &mut transaction).await?;
        transaction.commit().await
    }

    /// Changes the name, start and entry conditions of an open tournament, logging the change if a moderator made it. Fails with `Conflict`
    /// if the version is not the expected one, or the tournament is not open.
    pub async fn amend(&self, tournament: &Tournament, log: Option<&Decision>) -> Result<()> {
        let Tournament { id, version, name, begins_at, begins_with, most, lowest, highest, .. } = tournament;
        let mut transaction = self.change_logged(*id, log).await?;
        expect(*id, *version, &[Phase::Open], &mut transaction).await?;
        let row = "UPDATE tournaments SET name = $2, begins_at = $3, begins_with = $4, most = $5, lowest = $6, highest = $7, due = 0,
                 version = version + 1 WHERE id = $1";
        transaction.execute(row, (id, name, begins_at, begins_with, most, lowest, highest)).await?;
        commit_logged(log, transaction).await
    }

    /// Starts an open tournament with its entrants renumbered in the specified order, logging the decision if a moderator made it. Fails
    /// with `Conflict` if the version is not the expected one, or the tournament is not open.
    pub async fn begin(
        &self,
        id: TournamentId,
        version: i64,
        order: &[u32],
        now: i64,
        log: Option<&Decision>,
    ) -> Result<()> {
        let mut transaction = self.change_logged(id, log).await?;
        expect(id, version, &[Phase::Open], &mut transaction).await?;
        let apart = "UPDATE entrants SET number = number + $2 WHERE tournament = $1";
        transaction.execute(apart, (id, RENUMBERING_OFFSET)).await?;
        let mut numbers: Vec<i64> = order.iter().map(|old| i64::from(*old) + RENUMBERING_OFFSET).collect();
        // Excluded accounts also keep a number, so that they cannot enter again.
        let all = "SELECT number FROM entrants WHERE tournament = $1 ORDER BY number";
        let all: Vec<i64> = transaction.all(all, id).await?;
        let rest: Vec<i64> = all.into_iter().filter(|number| !numbers.contains(number)).collect();
        numbers.extend(rest);
        for (new, old) in (0_i64..).zip(numbers) {
            let row = "UPDATE entrants SET number = $3 WHERE tournament = $1 AND number = $2";
            transaction.execute(row, (id, old, new)).await?;
        }
        let row = "UPDATE tournaments SET phase = 'running', begun_at = $2, due = 0, version = version + 1 WHERE id = $1";
        transaction.execute(row, (id, now)).await?;
        commit_logged(log, transaction).await
    }

    /// Adds a round and its public games to a running tournament. Fails with `Conflict` if the version is not the expected one, the
    /// tournament is not running, or an entrant's account was deleted.
    pub async fn pair_round(
        &self,
        id: TournamentId,
        version: i64,
        round: &[(Pairing, Option<Begun>)],
    ) -> Result<()> {
        let mut transaction = self.writer.change(id).await?;
        expect(id, version, &[Phase::Running], &mut transaction).await?;
        for (pairing, begun) in round {
            let Pairing { round, place, first, second, game, outcome, at, .. } = pairing;
            if let Some(Begun { game, deadline }) = begun {
                let mut grants = Vec::new();
                for (side, number) in [(Side::First, Some(*first)), (Side::Second, *second)] {
                    let account = "SELECT account FROM entrants WHERE tournament = $1 AND number = $2 AND account IS NOT NULL";
                    let account = transaction.optional(account, (id, number)).await?;
                    let account = Some(account.ok_or(StoreError::Conflict)?);
                    // This key is never given out; players access their seats with their account's session.
                    let key = Key::from_bits(random()?).hash();
                    grants.push(Grant { key, seat: Seat::Side(side), host: false, account });
                }
                insert_game(game, &grants, &mut transaction).await?;
                timing::put_deadline(game.id, *deadline, &mut transaction).await?;
                invitations::list(game.id, *at, &mut transaction).await?;
            }
            let row =
                "INSERT INTO pairings (tournament, round, place, first, second, game, outcome, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
            transaction.execute(row, (id, round, place, first, second, game, outcome, at)).await?;
        }
        raise(id, true, &mut transaction).await?;
        transaction.commit().await
    }

    /// Ends a game that cannot be played, without points; returns false and does nothing if the game already has a result.
    pub async fn void_pairing(&self, game: GameId, now: i64) -> Result<bool> {
        let mut transaction = self.writer.change(game).await?;
        let settled = end(game, Outcome::Neither, &[], now, &mut transaction).await?;
        transaction.commit().await?;
        Ok(settled)
    }

    /// Ends or cancels a tournament, at the time of the last heartbeat by default, logging the decision if a moderator made it. Fails with
    /// `Conflict` if the version is not the expected one, or the tournament has already ended.
    pub async fn close_tournament(
        &self,
        id: TournamentId,
        version: i64,
        phase: Phase,
        now: Option<i64>,
        log: Option<&Decision>,
    ) -> Result<()> {
        let mut transaction = self.change_logged(id, log).await?;
        expect(id, version, &[Phase::Open, Phase::Running], &mut transaction).await?;
        let row = "UPDATE tournaments SET phase = $2, ended_at = COALESCE($3, (SELECT MAX(alive) FROM runs), created_at), due = NULL,
                 version = version + 1 WHERE id = $1";
        transaction.execute(row, (id, phase, now)).await?;
        commit_logged(log, transaction).await
    }

    /// Returns the time at which the next tournament is due, or at which its lease expires if that is later.
    pub async fn next_due(&self) -> Result<Option<i64>> {
        self.next_due_of("tournaments").await
    }

    /// Leases due tournaments; the leases expire at `until`.
    pub async fn take_due(&self, now: i64, until: i64, most: u32) -> Result<Vec<TournamentId>> {
        let skip = self.writer.skip_locked();
        let sql = format!(
            "UPDATE tournaments SET leased = $2 WHERE id IN
                 (SELECT id FROM tournaments WHERE due <= $1 AND leased <= $1 ORDER BY due, id LIMIT $3 {skip})
             RETURNING id"
        );
        self.writer.all(AssertSqlSafe(sql), (now, until, most)).await
    }

    /// Releases the lease of a tournament and sets when it is due next; if its version has changed, the tournament is due at once.
    pub async fn release_tournament(&self, id: TournamentId, version: i64, due: Option<i64>) -> Result<()> {
        let row =
            "UPDATE tournaments SET leased = 0, due = CASE WHEN version = $2 THEN $3 ELSE 0 END WHERE id = $1";
        self.writer.execute(row, (id, version, due)).await.map(drop)
    }

    pub async fn tournament_of(&self, game: GameId) -> Result<Option<TournamentGame>> {
        let sql = format!(
            "SELECT p.tournament, t.name, {ROUND} AS round
             FROM pairings p JOIN tournaments t ON t.id = p.tournament WHERE p.game = $1"
        );
        self.readers.optional(AssertSqlSafe(sql), game).await
    }

    /// Returns the result of a game according to its events; `None` while it is unfinished. Fails with `Missing` if there is no such game.
    pub async fn outcome_by_record(&self, game: GameId) -> Result<Option<Outcome>> {
        let mut snapshot = self.readers.snapshot().await?;
        expect_game(game, &mut snapshot).await?;
        recorded(game, &mut snapshot).await
    }

    /// Begins a transaction that changes a tournament, and locks the moderation log if the change must be logged.
    async fn change_logged(&self, id: TournamentId, log: Option<&Decision>) -> Result<Connection> {
        if log.is_none() {
            return self.writer.change(id).await;
        }
        let mut transaction = self.writer.change(LOG).await?;
        transaction.lock(id).await?;
        Ok(transaction)
    }
}

/// Logs the change if a moderator made it, and commits the transaction.
async fn commit_logged(log: Option<&Decision>, mut transaction: Connection) -> Result<()> {
    if let Some(decision) = log {
        operator::log(decision, &mut transaction).await?;
    }
    transaction.commit().await
}

/// Withdraws a deleted or banned account from all tournaments.
pub(crate) async fn withdraw_account(account: AccountId, connection: &mut Connection) -> Result<()> {
    let ids = "SELECT DISTINCT t.id FROM tournaments t LEFT JOIN entrants e ON e.tournament = t.id
         WHERE (e.account = $1 OR t.organiser = $1) AND t.phase IN ('open', 'running') ORDER BY t.id";
    for id in connection.all::<TournamentId>(ids, account).await? {
        connection.lock(id).await?;
        leave(id, account, false, connection).await?;
        // The first entrant succeeds the organiser.
        let succeed = "UPDATE tournaments SET organiser = (SELECT account FROM entrants
                 WHERE tournament = $1 AND until_round IS NULL AND account IS NOT NULL ORDER BY number LIMIT 1)
             WHERE id = $1 AND organiser = $2";
        connection.execute(succeed, (id, account)).await?;
        raise(id, true, connection).await?;
    }
    Ok(())
}

/// Withdraws an account, or excludes it permanently; returns whether it was an entrant.
async fn leave(
    id: TournamentId,
    account: AccountId,
    barred: bool,
    connection: &mut Connection,
) -> Result<bool> {
    let phase = "SELECT phase FROM tournaments WHERE id = $1 AND phase IN ('open', 'running')";
    let Some(phase) = connection.optional::<Phase>(phase, id).await? else { return Ok(false) };
    let open = phase == Phase::Open;
    let left = if open && !barred {
        let row = "DELETE FROM entrants WHERE tournament = $1 AND account = $2 AND until_round IS NULL";
        connection.execute(row, (id, account)).await?
    } else {
        let rounds = rounds(id, connection).await?;
        let row = "UPDATE entrants SET until_round = COALESCE(until_round, $3), absent = FALSE, barred = $4
             WHERE tournament = $1 AND account = $2 AND (until_round IS NULL OR absent)";
        connection.execute(row, (id, account, rounds, barred)).await?
    };
    if left > 0 {
        raise(id, !open, connection).await?;
    }
    Ok(left > 0)
}

async fn find(id: TournamentId, connection: &mut Connection) -> Result<Option<Row>> {
    let sql = format!(
        "SELECT {TOURNAMENT} FROM tournaments t LEFT JOIN accounts a ON a.id = t.organiser WHERE t.id = $1"
    );
    connection.row(AssertSqlSafe(sql), id).await
}

async fn expect(id: TournamentId, version: i64, phases: &[Phase], connection: &mut Connection) -> Result<()> {
    let phase = "SELECT phase FROM tournaments WHERE id = $1 AND version = $2";
    match connection.optional::<Phase>(phase, (id, version)).await? {
        Some(phase) if phases.contains(&phase) => Ok(()),
        _ => Err(StoreError::Conflict),
    }
}

/// Increments a tournament's version; with `due`, makes an unfinished tournament due at once.
pub(crate) async fn raise(id: TournamentId, due: bool, connection: &mut Connection) -> Result<()> {
    let row = "UPDATE tournaments SET version = version + 1,
             due = CASE WHEN $2 AND phase IN ('open', 'running') THEN 0 ELSE due END
         WHERE id = $1";
    connection.execute(row, (id, due)).await.map(drop)
}

async fn rounds(id: TournamentId, connection: &mut Connection) -> Result<u32> {
    connection.one("SELECT COALESCE(MAX(round), 0) FROM pairings WHERE tournament = $1", id).await
}

/// Query that finds a block between account `$2` and the organiser or an entrant of tournament `$1`.
const BLOCKED: &str = "SELECT 1 FROM ties k WHERE k.kind = 'block' AND (k.account = $2 OR k.other = $2)
     AND EXISTS (SELECT 1 FROM entrants e WHERE e.tournament = $1 AND e.until_round IS NULL
             AND e.account = CASE WHEN k.account = $2 THEN k.other ELSE k.account END
         UNION ALL SELECT 1 FROM tournaments t WHERE t.id = $1
             AND t.organiser = CASE WHEN k.account = $2 THEN k.other ELSE k.account END)
 LIMIT 1";
