//! Who keeps order, what accounts may not do, what people complain of, and what was done about it.

use async_trait::async_trait;
use entourage_kernel::Side;
use entourage_record::{AccountId, GameId};

use super::letters;
use super::log;
use super::pool::Connection;
use super::query::query;
use super::row::{Row, owner};
use super::tournaments;
use crate::order::{
    Complaint, Decision, Grievance, Logged, Measure, OrderStore, Restraint, RestraintKind, Rights, Role,
};
use crate::{LetterKind, SqlStore, StoreError};

#[async_trait]
impl OrderStore for SqlStore {
    async fn rights(&self, account: AccountId) -> Result<Option<Rights>, StoreError> {
        let row = query(
            "SELECT a.created_at, r.role, m.reason AS mute, m.until AS mute_until, b.reason AS ban, b.until AS ban_until
             FROM accounts a LEFT JOIN roles r ON r.account = a.id
                 LEFT JOIN restraints m ON m.account = a.id AND m.kind = 'mute'
                 LEFT JOIN restraints b ON b.account = a.id AND b.kind = 'ban'
             WHERE a.id = $1",
        );
        let row = row.bind(account.to_string()).fetch_optional(&mut self.readers.acquire().await?).await?;
        let Some(row) = row else { return Ok(None) };
        let restraint = |reason: &str, until: &str| {
            let reason: Option<String> = row.try_get(reason)?;
            let until = row.try_get(until)?;
            Ok::<_, StoreError>(reason.map(|reason| Restraint { until, reason }))
        };
        let role: Option<String> = row.try_get("role")?;
        let role = role.map(|word| Role::from_word(&word).ok_or_else(|| corrupt("role"))).transpose()?;
        Ok(Some(Rights {
            role,
            mute: restraint("mute", "mute_until")?,
            ban: restraint("ban", "ban_until")?,
            since: row.try_get("created_at")?,
        }))
    }

    async fn complain(&self, complaint: &Complaint, most: u32) -> Result<u32, StoreError> {
        let Complaint { author, subject, grievance, text, at, .. } = complaint;
        let author = author.map(|account| account.to_string());
        let mut transaction = self.writer.change("complaints").await?;
        let open = query("SELECT COUNT(*) AS count FROM complaints WHERE author = $1 AND closed_at IS NULL");
        let open = open.bind(&author).fetch_one(&mut transaction).await?;
        if open.try_get::<u32>("count")? >= most {
            return Err(StoreError::Conflict);
        }
        let (game, side, talk) = match grievance {
            Grievance::Talk { game, side, talk } => {
                (game.as_ref(), Some(side.number() as i64), Some(talk.as_str()))
            }
            Grievance::Oneself(game) => (Some(game), None, None),
            Grievance::Person | Grievance::Definition(_) => (None, None, None),
        };
        let definition = match grievance {
            Grievance::Definition(name) => Some(name.as_str()),
            Grievance::Talk { .. } | Grievance::Person | Grievance::Oneself(_) => None,
        };
        let row = query(
            "INSERT INTO complaints (seq, kind, author, subject, game, side, definition, text, talk, created_at)
             SELECT COALESCE(MAX(seq) + 1, 1), $1, $2, $3, $4, $5, $6, $7, $8, $9 FROM complaints RETURNING seq",
        )
        .bind(stored_as(grievance))
        .bind(author)
        .bind(subject.map(|account| account.to_string()))
        .bind(game.map(ToString::to_string))
        .bind(side)
        .bind(definition)
        .bind(text)
        .bind(talk)
        .bind(*at)
        .fetch_one(&mut transaction)
        .await?;
        let seq = row.try_get("seq")?;
        transaction.commit().await?;
        Ok(seq)
    }

    async fn complaints(
        &self,
        open: bool,
        after: Option<u32>,
        most: u32,
    ) -> Result<Vec<Complaint>, StoreError> {
        let rows = match open {
            true => query(
                "SELECT seq, kind, author, subject, game, side, definition, text, talk, created_at, closed_at FROM complaints
                 WHERE closed_at IS NULL AND seq > $1 ORDER BY seq LIMIT $2",
            )
            .bind(after.unwrap_or(0)),
            false => query(
                "SELECT seq, kind, author, subject, game, side, definition, text, talk, created_at, closed_at FROM complaints
                 WHERE closed_at IS NOT NULL AND seq < $1 ORDER BY seq DESC LIMIT $2",
            )
            .bind(after.unwrap_or(u32::MAX)),
        };
        rows.bind(most).fetch_all(&mut self.readers.acquire().await?).await?.iter().map(complaint).collect()
    }

    async fn complaint(&self, seq: u32) -> Result<Option<Complaint>, StoreError> {
        let row = query(
            "SELECT seq, kind, author, subject, game, side, definition, text, talk, created_at, closed_at FROM complaints
             WHERE seq = $1",
        );
        let row = row.bind(seq).fetch_optional(&mut self.readers.acquire().await?).await?;
        row.as_ref().map(complaint).transpose()
    }

    async fn complaints_by(&self, author: AccountId, most: u32) -> Result<Vec<Complaint>, StoreError> {
        let rows = query(
            "SELECT seq, kind, author, subject, game, side, definition, text, talk, created_at, closed_at FROM complaints
             WHERE author = $1 ORDER BY seq DESC LIMIT $2",
        );
        let rows = rows.bind(author.to_string()).bind(most);
        rows.fetch_all(&mut self.readers.acquire().await?).await?.iter().map(complaint).collect()
    }

    async fn take_measure(&self, decision: &Decision) -> Result<Vec<GameId>, StoreError> {
        let mut transaction = self.writer.change(log::LOG).await?;
        let name = match decision.account {
            None => None,
            Some(account) => {
                // Nobody signs in meanwhile.
                transaction.lock(&account.to_string()).await?;
                let row = query("SELECT name FROM accounts WHERE id = $1").bind(account.to_string());
                let row = row.fetch_optional(&mut transaction).await?.ok_or(StoreError::Missing)?;
                Some(row.try_get::<String>("name")?)
            }
        };
        let games = match decision.account {
            Some(account) => apply(account, &decision.measure, &decision.reason, &mut transaction).await?,
            None => Vec::new(),
        };
        if decision.measure == Measure::Close {
            let close = query("UPDATE complaints SET closed_at = $2 WHERE seq = $1 AND closed_at IS NULL");
            let close = close.bind(decision.complaint).bind(decision.at).execute(&mut transaction).await?;
            some(close)?;
        }
        if let Measure::List { definition, listed } = &decision.measure {
            list(definition, *listed, &mut transaction).await?;
        }
        log::insert(decision, name, &mut transaction).await?;
        transaction.commit().await?;
        Ok(games)
    }

    async fn measures(
        &self,
        account: Option<AccountId>,
        before: Option<u32>,
        most: u32,
    ) -> Result<Vec<Logged>, StoreError> {
        let rows = match account {
            None => query(
                "SELECT seq, kind, author, name, detail, reason, complaint, created_at FROM measures
                 WHERE seq < $1 ORDER BY seq DESC LIMIT $2",
            ),
            Some(_) => query(
                "SELECT seq, kind, author, name, detail, reason, complaint, created_at FROM measures
                 WHERE seq < $1 AND account = $3 ORDER BY seq DESC LIMIT $2",
            ),
        };
        let rows = rows.bind(before.unwrap_or(u32::MAX)).bind(most);
        let rows = match account {
            None => rows,
            Some(account) => rows.bind(account.to_string()),
        };
        rows.fetch_all(&mut self.readers.acquire().await?).await?.iter().map(logged).collect()
    }

    async fn leaving(&self, most: u32) -> Result<Vec<AccountId>, StoreError> {
        let rows = query("SELECT account FROM restraints WHERE leaving ORDER BY account LIMIT $1").bind(most);
        let rows = rows.fetch_all(&mut self.readers.acquire().await?).await?;
        rows.iter().map(|row| owner(row, "account")).collect()
    }

    async fn left(&self, account: AccountId) -> Result<(), StoreError> {
        let row = query("UPDATE restraints SET leaving = $2 WHERE account = $1").bind(account.to_string());
        row.bind(false).execute(&mut self.writer.acquire().await?).await.map(drop)
    }
}

/// Does something with an account, and returns its games if their followers are to be told.
async fn apply(
    account: AccountId,
    measure: &Measure,
    reason: &str,
    connection: &mut Connection,
) -> Result<Vec<GameId>, StoreError> {
    let id = account.to_string();
    match measure {
        Measure::Appoint(role) => {
            query("DELETE FROM roles WHERE account = $1").bind(&id).execute(connection).await?;
            if let Some(role) = role {
                let row = query("INSERT INTO roles (account, role) VALUES ($1, $2)").bind(&id);
                row.bind(role.word()).execute(connection).await?;
            }
        }
        Measure::Restrain(kind, until) => {
            query(
                "INSERT INTO restraints (account, kind, reason, until, leaving) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (account, kind) DO UPDATE SET reason = excluded.reason, until = excluded.until, leaving = excluded.leaving",
            )
            .bind(&id)
            .bind(kind.word())
            .bind(reason)
            .bind(*until)
            .bind(*kind == RestraintKind::Ban)
            .execute(connection)
            .await?;
            if *kind == RestraintKind::Ban {
                query("DELETE FROM sessions WHERE account = $1").bind(&id).execute(&mut *connection).await?;
                query("DELETE FROM seeks WHERE account = $1").bind(&id).execute(&mut *connection).await?;
                tournaments::withdraw_account(account, connection).await?;
                return games(account, connection).await;
            }
        }
        Measure::Release(kind) => {
            let row = query("DELETE FROM restraints WHERE account = $1 AND kind = $2").bind(&id);
            some(row.bind(kind.word()).execute(connection).await?)?;
        }
        Measure::Rename { name, forms } => {
            let rename = query("UPDATE accounts SET name = $2 WHERE id = $1").bind(&id).bind(name);
            rename.execute(connection).await?;
            query("DELETE FROM account_names WHERE account = $1").bind(&id).execute(connection).await?;
            for form in forms {
                let row = query("INSERT INTO account_names (form, account) VALUES ($1, $2)");
                row.bind(form).bind(&id).execute(connection).await?;
            }
            letters::tell(account, LetterKind::Name, connection).await?;
            let raise = query(
                "UPDATE games SET version = version + 1 WHERE id IN (SELECT game_id FROM seats WHERE account = $1)",
            );
            raise.bind(&id).execute(connection).await?;
            return games(account, connection).await;
        }
        Measure::Close | Measure::Tournament(..) | Measure::List { .. } => {}
    }
    Ok(Vec::new())
}

/// Has a game that somebody wrote count for ratings, or no more.
async fn list(definition: &str, listed: bool, connection: &mut Connection) -> Result<(), StoreError> {
    let row = query("SELECT 1 FROM definitions WHERE id = $1").bind(definition);
    row.fetch_optional(connection).await?.ok_or(StoreError::Missing)?;
    let row = query("UPDATE definitions SET listed = $2 WHERE id = $1 AND listed <> $2");
    match row.bind(definition).bind(listed).execute(connection).await? {
        0 => Err(StoreError::Conflict),
        _ => Ok(()),
    }
}

/// Lists the games in which an account has a seat.
async fn games(account: AccountId, connection: &mut Connection) -> Result<Vec<GameId>, StoreError> {
    let rows = query("SELECT DISTINCT game_id FROM seats WHERE account = $1 ORDER BY game_id");
    let rows = rows.bind(account.to_string()).fetch_all(connection).await?;
    rows.iter().map(|row| row.try_get::<String>("game_id")?.parse().map_err(|()| corrupt("game"))).collect()
}

/// Says that what was to be changed is not there, if no row was.
fn some(rows: u64) -> Result<(), StoreError> {
    if rows == 0 { Err(StoreError::Missing) } else { Ok(()) }
}

fn corrupt(what: &str) -> StoreError {
    StoreError::Corrupt(format!("what is kept of order has an unknown {what}"))
}

/// Returns the word by which a grievance is stored. What the server tells of a person is one about them with a game and nobody who complains:
/// so it is read by servers of the version before, too.
fn stored_as(grievance: &Grievance) -> &'static str {
    match grievance {
        Grievance::Oneself(_) => Grievance::Person.word(),
        other => other.word(),
    }
}

fn complaint(row: &Row) -> Result<Complaint, StoreError> {
    let kind: String = row.try_get("kind")?;
    let account = |column: &str| {
        let known: Option<String> = row.try_get(column)?;
        known.map(|_| owner(row, column)).transpose()
    };
    let grievance = match &*kind {
        "talk" => {
            let game: Option<String> = row.try_get("game")?;
            let side: Option<i64> = row.try_get("side")?;
            let side = Side::BOTH.into_iter().find(|known| Some(known.number() as i64) == side);
            Grievance::Talk {
                game: game.map(|game| game.parse().map_err(|()| corrupt("game"))).transpose()?,
                side: side.ok_or_else(|| corrupt("side"))?,
                talk: row.try_get("talk")?,
            }
        }
        "person" => {
            let (author, game): (Option<String>, Option<String>) =
                (row.try_get("author")?, row.try_get("game")?);
            match game.filter(|_| author.is_none()) {
                Some(game) => Grievance::Oneself(game.parse().map_err(|()| corrupt("game"))?),
                None => Grievance::Person,
            }
        }
        "definition" => Grievance::Definition(row.try_get("definition")?),
        _ => return Err(corrupt("complaint")),
    };
    Ok(Complaint {
        seq: row.try_get("seq")?,
        author: account("author")?,
        subject: account("subject")?,
        grievance,
        text: row.try_get("text")?,
        at: row.try_get("created_at")?,
        closed: row.try_get("closed_at")?,
    })
}

fn logged(row: &Row) -> Result<Logged, StoreError> {
    let complaint: Option<i64> = row.try_get("complaint")?;
    Ok(Logged {
        seq: row.try_get("seq")?,
        kind: row.try_get("kind")?,
        author: row.try_get("author")?,
        name: row.try_get("name")?,
        detail: row.try_get("detail")?,
        reason: row.try_get("reason")?,
        complaint: complaint.map(|seq| u32::try_from(seq).map_err(|_| corrupt("number"))).transpose()?,
        at: row.try_get("created_at")?,
    })
}
