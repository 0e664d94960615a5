//! A whole server moved from one database into another, of whatever kind either is.

use std::fmt;

use sqlx::AssertSqlSafe;

use crate::columns::Value;
use crate::database::{Connection, places};
use crate::{DatabaseAddress, OpenError, Result, Store, StoreError, migrate};

/// Why a server was not moved; where it was to go is as it was before, unless what arrived differs.
#[derive(Debug)]
pub enum TransferError {
    /// A database cannot be opened or used.
    Open(OpenError),
    /// The target is not empty.
    Occupied(String),
    /// What arrived in a table differs from what was sent.
    Differs(&'static str),
}

impl From<OpenError> for TransferError {
    fn from(error: OpenError) -> Self {
        Self::Open(error)
    }
}

impl fmt::Display for TransferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(error) => fmt::Display::fmt(error, f),
            Self::Occupied(place) => write!(f, "something is kept in {place} already"),
            Self::Differs(table) => write!(f, "what arrived as {table} differs from what was sent"),
        }
    }
}

impl std::error::Error for TransferError {}

/// A table, in the order of its rows, with its columns by what they hold.
struct Table {
    name: &'static str,
    /// What its rows belong to, if they are many: they are sent so many of those at a time.
    key: Option<&'static str>,
    order: &'static str,
    texts: &'static str,
    numbers: &'static str,
    bytes: &'static str,
    truths: &'static str,
}

impl Table {
    const fn small(name: &'static str, order: &'static str) -> Self {
        Self { name, key: None, order, texts: "", numbers: "", bytes: "", truths: "" }
    }

    const fn of(name: &'static str, key: &'static str, order: &'static str) -> Self {
        Self { key: Some(key), ..Self::small(name, order) }
    }

    const fn texts(self, texts: &'static str) -> Self {
        Self { texts, ..self }
    }

    const fn numbers(self, numbers: &'static str) -> Self {
        Self { numbers, ..self }
    }

    const fn bytes(self, bytes: &'static str) -> Self {
        Self { bytes, ..self }
    }

    const fn truths(self, truths: &'static str) -> Self {
        Self { truths, ..self }
    }

    fn kinds(&self) -> [Vec<&'static str>; 4] {
        let names = |kind: &'static str| kind.split(", ").filter(|name| !name.is_empty()).collect();
        [self.texts, self.numbers, self.bytes, self.truths].map(names)
    }

    fn columns(&self) -> String {
        self.kinds().concat().join(", ")
    }
}

/// All tables, each after those that its rows name. What triggers do when games and events arrive they do to tables that are still empty, but
/// for the deadlines, which are emptied, and the versions of games, which may only rise.
const TABLES: [Table; 43] = [
    Table::of("accounts", "id", "id").texts("id, name, password").numbers("created_at"),
    Table::of("roles", "account", "account").texts("account, role"),
    Table::of("restraints", "account", "account, kind")
        .texts("account, kind, reason")
        .numbers("until")
        .truths("leaving"),
    Table::of("ties", "account", "account, kind, other").texts("account, kind, other").numbers("created_at"),
    Table::of("program_tokens", "account", "account, hash")
        .texts("account, name, scopes")
        .numbers("created_at, used_at")
        .bytes("hash"),
    Table::of("bots", "account", "account").texts("account").numbers("created_at"),
    Table::of("account_names", "account", "account, form").texts("account, form"),
    Table::of("passkeys", "account", "account, id")
        .texts("account, id, label, credential")
        .numbers("created_at, used_at"),
    Table::of("recovery_codes", "account", "account, hash").texts("account").bytes("hash"),
    Table::of("sessions", "account", "account, hash")
        .texts("account, agent")
        .numbers("created_at, seen_at, proven_at")
        .bytes("hash")
        .truths("recovered"),
    Table::of("browsers", "account", "account, hash").texts("account").numbers("seen_at").bytes("hash"),
    Table::of("account_mail", "account", "account")
        .texts("account, address, wanted, token, language")
        .numbers("asked_at"),
    Table::of("letters", "account", "account, id")
        .texts("account, id, kind, address, language")
        .numbers("due, tries"),
    Table::of("recovery_links", "account", "account, hash")
        .texts("account")
        .numbers("created_at")
        .bytes("hash"),
    Table::small("ceremonies", "hash").texts("state").numbers("created_at").bytes("hash"),
    Table::of("games", "id", "id")
        .texts("id, spec, rules_version, start, start_status, setup, degree, pace, players")
        .numbers("created_at")
        .truths("rated"),
    Table::of("events", "game_id", "game_id, seq")
        .texts("game_id, kind, payload, status")
        .numbers("seq, created_at, deadline"),
    Table::of("seats", "game_id", "game_id, hash").texts("game_id, seat, account").bytes("hash").truths("host"),
    Table::of("ratings", "account", "account, game, class")
        .texts("account, game, class")
        .numbers("rating, deviation, volatility, games, at"),
    Table::small("results", "number").texts("game_id, game, class, account_1, account_2").numbers(
        "number, at, winner, \
             rating_before_1, deviation_before_1, volatility_before_1, \
             rating_after_1, deviation_after_1, volatility_after_1, \
             rating_before_2, deviation_before_2, volatility_before_2, \
             rating_after_2, deviation_after_2, volatility_after_2",
    ),
    Table::small("seeks", "id")
        .texts("id, account, opponent, spec, pace, degree")
        .numbers("side, lowest, highest, created_at, until")
        .bytes("hash")
        .truths("rated, lasts"),
    Table::small("tournaments", "id")
        .texts("id, name, organiser, kind, spec, pace, phase")
        .numbers(
            "version, length, begins_at, begins_with, most, lowest, highest, \
             created_at, begun_at, ended_at, due",
        )
        .truths("rated"),
    Table::of("entrants", "tournament", "tournament, number")
        .texts("tournament, account, byes")
        .numbers("number, rating, from_round, until_round")
        .truths("barred"),
    Table::of("pairings", "tournament", "tournament, round, place")
        .texts("tournament, game, outcome")
        .numbers("round, place, first, second, watched, created_at, ended_at"),
    Table::of("invitations", "game_id", "game_id, side")
        .texts("game_id")
        .numbers("side, created_at")
        .truths("watched"),
    Table::of("chat", "game_id", "game_id, seq").texts("game_id, token, text").numbers("seq, side, created_at"),
    Table::of("papers", "game_id", "game_id, seat, kind").texts("game_id, seat, kind, text").numbers("at"),
    Table::of("arrivals", "game_id", "game_id, side").texts("game_id").numbers("side, at"),
    Table::of("deadlines", "game_id", "game_id").texts("game_id").numbers("at"),
    Table::of("publications", "game_id", "game_id").texts("game_id").numbers("created_at, listed"),
    Table::of("finished", "game_id", "game_id")
        .texts(
            "game_id, game, spec, class, cause, \
             account_1, account_2, played, position",
        )
        .numbers("at, winner, plies, rating_1, rating_2, looked")
        .truths("rated, unreadable"),
    Table::of("positions", "game_id", "game_id, key").texts("game_id, next_move").numbers("key, at, ply"),
    Table::of("mail", "game_id", "game_id, side")
        .texts("game_id, address, language, token, told")
        .numbers("side, due, tries, news, created_at")
        .truths("confirmed"),
    Table::of("deletions", "game_id", "game_id, side")
        .texts("game_id")
        .numbers("side, events, created_at, times")
        .truths("stands"),
    Table::of("definitions", "id", "id")
        .texts("id, name, author, licence, state, earlier, cloned_from, trial")
        .numbers("played, created_at")
        .bytes("content, key")
        .truths("hidden, listed"),
    Table::small("moderation", "seq").texts("definition, act, reason").numbers("seq, created_at"),
    Table::small("complaints", "seq")
        .texts("kind, author, subject, game, definition, text, talk")
        .numbers("seq, side, created_at, closed_at"),
    Table::small("measures", "seq")
        .texts("kind, author, account, name, detail, reason")
        .numbers("seq, complaint, created_at"),
    Table::small("mail_questions", "created_at, mailbox").numbers("created_at").bytes("mailbox"),
    Table::small("runs", "began").numbers("began, alive, date"),
    Table::small("push_keys", "number").numbers("number").bytes("private"),
    Table::of("push_devices", "id", "id")
        .texts("id, endpoint, language")
        .numbers("seen_at")
        .bytes("key, secret, session"),
    Table::of("push_tidings", "device", "device, game_id, side")
        .texts("device, game_id, told")
        .numbers("side, due, tries, news")
        .truths("held"),
];

/// The most games, or definitions, whose rows are at hand at a time.
const AT_ONCE: i64 = 256;

/// Moves all that one database holds into another, which holds nothing yet and whose tables are made if need be; reads it back, and compares
/// every row. What is moved stands as it did at one moment, though servers may be at work on it; where it goes none may be. Returns how many
/// rows there are.
pub async fn transfer(from: &DatabaseAddress, to: &DatabaseAddress) -> Result<u64, TransferError> {
    let source = Store::at(from).await?;
    if let DatabaseAddress::Postgres(to) = to {
        migrate(to).await?;
    }
    let target = Store::at(to).await?;
    let moved = send_and_compare(&source, &target).await;
    source.close().await;
    target.close().await;
    moved
}

async fn send_and_compare(source: &Store, target: &Store) -> Result<u64, TransferError> {
    // Both see the same moment.
    let mut reading = source.readers.snapshot().await.map_err(unusable(source))?;
    send(source, &mut reading, target).await?;
    compare(source, &mut reading, target).await
}

async fn send(source: &Store, reading: &mut Connection, target: &Store) -> Result<(), TransferError> {
    let (unread, unwritten) = (unusable(source), unusable(target));
    let mut writing = target.writer.change("transfer").await.map_err(&unwritten)?;
    for table in &TABLES {
        let kept = AssertSqlSafe(format!("SELECT 1 FROM {} LIMIT 1", table.name));
        if writing.exists(kept, ()).await.map_err(&unwritten)? {
            return Err(TransferError::Occupied(target.place()));
        }
    }
    // Definitions name each other.
    writing.defer_references().await.map_err(&unwritten)?;
    for table in &TABLES {
        if table.name == "deadlines" {
            writing.execute("DELETE FROM deadlines", ()).await.map_err(&unwritten)?;
        }
        let mut after = Some(String::new());
        while let Some(start) = after {
            let (rows, last) = table.read(start, reading).await.map_err(&unread)?;
            for row in rows {
                table.write(row, &mut writing).await.map_err(&unwritten)?;
            }
            after = last;
        }
    }
    writing.commit().await.map_err(&unwritten)
}

/// Compares all rows, and returns how many there are.
async fn compare(source: &Store, sent: &mut Connection, target: &Store) -> Result<u64, TransferError> {
    let (unread, unwritten) = (unusable(source), unusable(target));
    let mut arrived = target.readers.snapshot().await.map_err(&unwritten)?;
    let mut count = 0;
    for table in &TABLES {
        let mut after = Some(String::new());
        while let Some(start) = after {
            let (rows, last) = table.read(start.clone(), sent).await.map_err(&unread)?;
            if table.read(start, &mut arrived).await.map_err(&unwritten)? != (rows.clone(), last.clone()) {
                return Err(TransferError::Differs(table.name));
            }
            count += rows.len() as u64;
            after = last;
        }
    }
    Ok(count)
}

fn unusable(store: &Store) -> impl Fn(StoreError) -> TransferError {
    |error| TransferError::Open(store.unusable(error))
}

type Values = Vec<Value>;

impl Table {
    /// Reads some rows, those that belong to what comes after a name, and returns the last name of theirs, if there may be more.
    async fn read(&self, after: String, connection: &mut Connection) -> Result<(Vec<Values>, Option<String>)> {
        let (name, columns, order) = (self.name, self.columns(), self.order);
        let (rows, last) = match self.key {
            None => {
                let rows = format!("SELECT {columns} FROM {name} ORDER BY {order}");
                (connection.rows(AssertSqlSafe(rows), ()).await?, None)
            }
            Some(key) => {
                let last = format!(
                    "SELECT MAX(name) FROM
                     (SELECT DISTINCT {key} AS name FROM {name} WHERE {key} > $1 ORDER BY 1 LIMIT $2) AS names"
                );
                let last: Option<String> = connection.one(AssertSqlSafe(last), (&after, AT_ONCE)).await?;
                let Some(last) = last else { return Ok((vec![], None)) };
                let rows =
                    format!("SELECT {columns} FROM {name} WHERE {key} > $1 AND {key} <= $2 ORDER BY {order}");
                (connection.rows(AssertSqlSafe(rows), (after, &last)).await?, Some(last))
            }
        };
        let (kinds, mut read) = (self.kinds(), Vec::new());
        for row in rows {
            let mut values = Vec::new();
            let [texts, numbers, bytes, truths] = &kinds;
            for column in texts {
                values.push(Value::Text(row.get(column)?));
            }
            for column in numbers {
                values.push(Value::Number(row.get(column)?));
            }
            for column in bytes {
                values.push(Value::Bytes(row.get(column)?));
            }
            for column in truths {
                values.push(Value::Truth(row.get(column)?));
            }
            read.push(values);
        }
        Ok((read, last))
    }

    async fn write(&self, row: Values, connection: &mut Connection) -> Result<()> {
        let (name, columns, places) = (self.name, self.columns(), places(1, row.len()));
        let insert = format!("INSERT INTO {name} ({columns}) VALUES ({places})");
        connection.execute(AssertSqlSafe(insert), row).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Those of old databases only, or of none of ours.
    const OTHERS: [&str; 3] = ["_sqlx_migrations", "games_named_by_keys", "sqlite_sequence"];

    #[tokio::test]
    async fn every_column_of_every_table_is_sent() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path()).await.unwrap();
        let columns = "SELECT t.name || '.' || c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'";
        let columns: Vec<String> = store.readers.all(columns, ()).await.unwrap();
        let kept: BTreeSet<String> = columns
            .into_iter()
            .filter(|name| !OTHERS.iter().any(|other| name.starts_with(other)))
            .filter(|name| name != "games.version" && !name.ends_with(".leased"))
            .collect();
        let sent = TABLES.iter().flat_map(|table| {
            table.kinds().concat().into_iter().map(|column| format!("{}.{column}", table.name))
        });
        assert_eq!(sent.collect::<BTreeSet<_>>(), kept);
        store.close().await;
    }
}
