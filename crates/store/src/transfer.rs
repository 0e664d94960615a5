//! A whole server moved from one database into another, of whatever kind either is.

use std::fmt;

use sqlx::AssertSqlSafe;

use crate::columns::Value;
use crate::database::{Connection, places};
use crate::{DatabaseAddress, OpenError, Store, StoreError, migrate};

/// Says why a server was not moved; where it was to go is as it was before, unless what arrived differs.
#[derive(Debug)]
pub enum TransferError {
    /// A database cannot be opened or used.
    Open(OpenError),
    /// Where the server is to go, something is kept already.
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
    texts: &'static [&'static str],
    numbers: &'static [&'static str],
    bytes: &'static [&'static str],
    truths: &'static [&'static str],
}

/// A table without columns, whose rows belong to games.
const OF_GAMES: Table = Table {
    name: "",
    key: Some("game_id"),
    order: "game_id, side",
    texts: &["game_id"],
    numbers: &[],
    bytes: &[],
    truths: &[],
};

/// A table without columns of its own, whose rows belong to accounts.
const OF_ACCOUNTS: Table = Table { key: Some("account"), texts: &["account"], ..OF_GAMES };

/// All tables, each after those that its rows name. What triggers do when games and events arrive they do to tables that are still empty, but
/// for the deadlines, which are emptied, and the versions of games, which may only rise.
const TABLES: [Table; 43] = [
    Table {
        name: "accounts",
        key: Some("id"),
        order: "id",
        texts: &["id", "name", "password"],
        numbers: &["created_at"],
        ..OF_GAMES
    },
    Table { name: "roles", order: "account", texts: &["account", "role"], ..OF_ACCOUNTS },
    Table {
        name: "restraints",
        order: "account, kind",
        texts: &["account", "kind", "reason"],
        numbers: &["until"],
        truths: &["leaving"],
        ..OF_ACCOUNTS
    },
    Table {
        name: "ties",
        order: "account, kind, other",
        texts: &["account", "kind", "other"],
        numbers: &["created_at"],
        ..OF_ACCOUNTS
    },
    Table {
        name: "program_tokens",
        order: "account, hash",
        texts: &["account", "name", "scopes"],
        numbers: &["created_at", "used_at"],
        bytes: &["hash"],
        ..OF_ACCOUNTS
    },
    Table { name: "bots", order: "account", numbers: &["created_at"], ..OF_ACCOUNTS },
    Table { name: "account_names", order: "account, form", texts: &["account", "form"], ..OF_ACCOUNTS },
    Table {
        name: "passkeys",
        order: "account, id",
        texts: &["account", "id", "label", "credential"],
        numbers: &["created_at", "used_at"],
        ..OF_ACCOUNTS
    },
    Table { name: "recovery_codes", order: "account, hash", bytes: &["hash"], ..OF_ACCOUNTS },
    Table {
        name: "sessions",
        order: "account, hash",
        texts: &["account", "agent"],
        numbers: &["created_at", "seen_at", "proven_at"],
        bytes: &["hash"],
        truths: &["recovered"],
        ..OF_ACCOUNTS
    },
    Table { name: "browsers", order: "account, hash", numbers: &["seen_at"], bytes: &["hash"], ..OF_ACCOUNTS },
    Table {
        name: "account_mail",
        order: "account",
        texts: &["account", "address", "wanted", "token", "language"],
        numbers: &["asked_at"],
        ..OF_ACCOUNTS
    },
    Table {
        name: "letters",
        order: "account, id",
        texts: &["account", "id", "kind", "address", "language"],
        numbers: &["due", "tries"],
        ..OF_ACCOUNTS
    },
    Table {
        name: "recovery_links",
        order: "account, hash",
        numbers: &["created_at"],
        bytes: &["hash"],
        ..OF_ACCOUNTS
    },
    Table {
        name: "ceremonies",
        key: None,
        order: "hash",
        texts: &["state"],
        numbers: &["created_at"],
        bytes: &["hash"],
        ..OF_GAMES
    },
    Table {
        name: "games",
        key: Some("id"),
        order: "id",
        texts: &["id", "spec", "rules_version", "start", "start_status", "setup", "degree", "pace", "players"],
        numbers: &["created_at"],
        truths: &["rated"],
        ..OF_GAMES
    },
    Table {
        name: "events",
        order: "game_id, seq",
        texts: &["game_id", "kind", "payload", "status"],
        numbers: &["seq", "created_at", "deadline"],
        ..OF_GAMES
    },
    Table {
        name: "seats",
        order: "game_id, hash",
        texts: &["game_id", "seat", "account"],
        bytes: &["hash"],
        truths: &["host"],
        ..OF_GAMES
    },
    Table {
        name: "ratings",
        order: "account, game, class",
        texts: &["account", "game", "class"],
        numbers: &["rating", "deviation", "volatility", "games", "at"],
        ..OF_ACCOUNTS
    },
    Table {
        name: "results",
        key: None,
        order: "number",
        texts: &["game_id", "game", "class", "account_1", "account_2"],
        numbers: &[
            "number",
            "at",
            "winner",
            "rating_before_1",
            "deviation_before_1",
            "volatility_before_1",
            "rating_after_1",
            "deviation_after_1",
            "volatility_after_1",
            "rating_before_2",
            "deviation_before_2",
            "volatility_before_2",
            "rating_after_2",
            "deviation_after_2",
            "volatility_after_2",
        ],
        ..OF_GAMES
    },
    Table {
        name: "seeks",
        key: None,
        order: "id",
        texts: &["id", "account", "opponent", "spec", "pace", "degree"],
        numbers: &["side", "lowest", "highest", "created_at", "until"],
        bytes: &["hash"],
        truths: &["rated", "lasts"],
    },
    Table {
        name: "tournaments",
        key: None,
        order: "id",
        texts: &["id", "name", "organiser", "kind", "spec", "pace", "phase"],
        numbers: &[
            "version",
            "length",
            "begins_at",
            "begins_with",
            "most",
            "lowest",
            "highest",
            "created_at",
            "begun_at",
            "ended_at",
            "due",
        ],
        truths: &["rated"],
        ..OF_GAMES
    },
    Table {
        name: "entrants",
        key: Some("tournament"),
        order: "tournament, number",
        texts: &["tournament", "account", "byes"],
        numbers: &["number", "rating", "from_round", "until_round"],
        truths: &["barred"],
        ..OF_GAMES
    },
    Table {
        name: "pairings",
        key: Some("tournament"),
        order: "tournament, round, place",
        texts: &["tournament", "game", "outcome"],
        numbers: &["round", "place", "first", "second", "watched", "created_at", "ended_at"],
        ..OF_GAMES
    },
    Table { name: "invitations", numbers: &["side", "created_at"], truths: &["watched"], ..OF_GAMES },
    Table {
        name: "chat",
        order: "game_id, seq",
        texts: &["game_id", "token", "text"],
        numbers: &["seq", "side", "created_at"],
        ..OF_GAMES
    },
    Table {
        name: "papers",
        order: "game_id, seat, kind",
        texts: &["game_id", "seat", "kind", "text"],
        numbers: &["at"],
        ..OF_GAMES
    },
    Table { name: "arrivals", numbers: &["side", "at"], ..OF_GAMES },
    Table { name: "deadlines", order: "game_id", numbers: &["at"], ..OF_GAMES },
    Table { name: "publications", order: "game_id", numbers: &["created_at", "listed"], ..OF_GAMES },
    Table {
        name: "finished",
        order: "game_id",
        texts: &["game_id", "game", "spec", "class", "cause", "account_1", "account_2", "played", "position"],
        numbers: &["at", "winner", "plies", "rating_1", "rating_2", "looked"],
        truths: &["rated", "unreadable"],
        ..OF_GAMES
    },
    Table {
        name: "positions",
        order: "game_id, key",
        texts: &["game_id", "next_move"],
        numbers: &["key", "at", "ply"],
        ..OF_GAMES
    },
    Table {
        name: "mail",
        texts: &["game_id", "address", "language", "token", "told"],
        numbers: &["side", "due", "tries", "news", "created_at"],
        truths: &["confirmed"],
        ..OF_GAMES
    },
    Table {
        name: "deletions",
        numbers: &["side", "events", "created_at", "times"],
        truths: &["stands"],
        ..OF_GAMES
    },
    Table {
        name: "definitions",
        key: Some("id"),
        order: "id",
        texts: &["id", "name", "author", "licence", "state", "earlier", "cloned_from", "trial"],
        numbers: &["played", "created_at"],
        bytes: &["content", "key"],
        truths: &["hidden", "listed"],
    },
    Table {
        name: "moderation",
        key: None,
        order: "seq",
        texts: &["definition", "act", "reason"],
        numbers: &["seq", "created_at"],
        ..OF_GAMES
    },
    Table {
        name: "complaints",
        key: None,
        order: "seq",
        texts: &["kind", "author", "subject", "game", "definition", "text", "talk"],
        numbers: &["seq", "side", "created_at", "closed_at"],
        ..OF_GAMES
    },
    Table {
        name: "measures",
        key: None,
        order: "seq",
        texts: &["kind", "author", "account", "name", "detail", "reason"],
        numbers: &["seq", "complaint", "created_at"],
        ..OF_GAMES
    },
    Table {
        name: "mail_questions",
        key: None,
        order: "created_at, mailbox",
        texts: &[],
        numbers: &["created_at"],
        bytes: &["mailbox"],
        ..OF_GAMES
    },
    Table {
        name: "runs",
        key: None,
        order: "began",
        texts: &[],
        numbers: &["began", "alive", "date"],
        ..OF_GAMES
    },
    Table {
        name: "push_keys",
        key: None,
        order: "number",
        texts: &[],
        numbers: &["number"],
        bytes: &["private"],
        ..OF_GAMES
    },
    Table {
        name: "push_devices",
        key: Some("id"),
        order: "id",
        texts: &["id", "endpoint", "language"],
        numbers: &["seen_at"],
        bytes: &["key", "secret", "session"],
        ..OF_GAMES
    },
    Table {
        name: "push_tidings",
        key: Some("device"),
        order: "device, game_id, side",
        texts: &["device", "game_id", "told"],
        numbers: &["side", "due", "tries", "news"],
        truths: &["held"],
        ..OF_GAMES
    },
];

/// The most games, or definitions, whose rows are at hand at a time.
const AT_ONCE: i64 = 256;

/// Moves all that one database holds into another, which holds nothing yet and whose tables are made if need be; reads it back, and compares
/// every row. What is moved stands as it did at one moment, though servers may be at work on it; where it goes none may be. Returns how many
/// rows there are.
///
/// # Errors
/// One of them cannot be used; something is kept where it is to go; what arrived differs from what was sent.
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
    fn columns(&self) -> String {
        [self.texts, self.numbers, self.bytes, self.truths].concat().join(", ")
    }

    /// Reads some rows, those that belong to what comes after a name, and returns the last name of theirs, if there may be more.
    async fn read(
        &self,
        after: String,
        connection: &mut Connection,
    ) -> Result<(Vec<Values>, Option<String>), StoreError> {
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
        let mut read = Vec::new();
        for row in rows {
            let mut values = Vec::new();
            for column in self.texts {
                values.push(Value::Text(row.get(column)?));
            }
            for column in self.numbers {
                values.push(Value::Number(row.get(column)?));
            }
            for column in self.bytes {
                values.push(Value::Bytes(row.get(column)?));
            }
            for column in self.truths {
                values.push(Value::Truth(row.get(column)?));
            }
            read.push(values);
        }
        Ok((read, last))
    }

    /// Adds a row.
    async fn write(&self, row: Values, connection: &mut Connection) -> Result<(), StoreError> {
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
            let columns = [table.texts, table.numbers, table.bytes, table.truths].concat();
            columns.into_iter().map(|column| format!("{}.{column}", table.name))
        });
        assert_eq!(sent.collect::<BTreeSet<_>>(), kept);
        store.close().await;
    }
}
