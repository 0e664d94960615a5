//! A database on a PostgreSQL server: connection and migrations.

use std::fmt;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{Connection, Row};

use crate::database::Pool;
use crate::migrations::{migrations, newest};
use crate::server_pool::{ACQUIRE_TIMEOUT, ServerPool};
use crate::{OpenError, Result, Store, StoreError};

/// Maximum number of connections per process; PostgreSQL accepts 100 in total by default.
const MAX_CONNECTIONS: u32 = 16;
/// Idle time after which a connection is tested before use.
const TEST_AFTER_IDLE: Duration = Duration::from_secs(1);

/// The address of a database on a PostgreSQL server, shown without its password. The password can also come from the environment
/// (`PGPASSWORD`) or from `~/.pgpass`.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresAddress(String);

impl PostgresAddress {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match text.parse::<PgConnectOptions>() {
            Ok(_) => Ok(Self(text.to_owned())),
            Err(error) => Err(format!("invalid PostgreSQL address: {error}")),
        }
    }

    fn options(&self) -> PgConnectOptions {
        // `parse` has already accepted the address.
        self.0.parse().unwrap_or_default()
    }
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options();
        let (user, host, port) = (options.get_username(), options.get_host(), options.get_port());
        write!(f, "postgres://{user}@{host}:{port}/{}", options.get_database().unwrap_or(user))
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Store {
    /// Opens the store on a server that [`migrate`] has prepared. The tables can be one version ahead, so that processes of two versions
    /// can run during an upgrade.
    pub async fn connect(address: &PostgresAddress) -> Result<Self, OpenError> {
        let pool = pool(address).await?;
        let (found, known) = (version(&pool).await, newest(&tables()));
        let place = address.to_string();
        match found.map_err(|error| unusable(address, error))? {
            Some(found) if found > known + 1 => Err(OpenError::Newer { path: place.into() }),
            Some(found) if found >= known => {
                let pool = Pool::Postgres(ServerPool::new(pool));
                Ok(Self::of(pool.clone(), pool, None, place))
            }
            _ => Err(OpenError::Behind { place }),
        }
    }
}

/// Creates or migrates the tables of a database on a server. Processes of this and the previous version can keep using the database.
/// Returns whether the tables had to be changed.
pub async fn migrate(address: &PostgresAddress) -> Result<bool, OpenError> {
    let pool = pool(address).await?;
    let before = version(&pool).await.map_err(|error| unusable(address, error))?;
    let done = tables().run(&pool).await;
    pool.close().await;
    let place = address.to_string();
    done.map_err(|error| OpenError::of_migration(place.into(), error, |error| unusable(address, error)))?;
    Ok(before != Some(newest(&tables())))
}

fn tables() -> Migrator {
    migrations! {
        16 "games": "postgres/0016_games";
        17 "processes": "postgres/0017_processes";
        18 "accounts": "postgres/0018_accounts";
        19 "ratings": "postgres/0019_ratings";
        20 "seeks": "postgres/0020_seeks";
        21 "order": "postgres/0021_order";
        22 "ties": "postgres/0022_ties";
        // These share one schema version, because servers of the previous release tolerate only one new version.
        23 "people":
            "postgres/0023_tournaments" "postgres/0023_programs" "postgres/0023_finished"
            "postgres/0023_letters" "postgres/0023_browsers" "postgres/0023_push";
        24 "listed": "postgres/0024_listed" "postgres/0024_strongest";
        25 "fairness": "postgres/0025_conflicts" "postgres/0025_fairness";
        26 "search": "postgres/0026_search";
        27 "batches": "postgres/0027_batches";
        28 "studies": "postgres/0028_studies";
        29 "puzzles": "postgres/0029_puzzles";
    }
}

async fn pool(address: &PostgresAddress) -> Result<PgPool, OpenError> {
    // An acknowledged move must be durable, and each statement must see what was committed before the statement, whatever the default
    // settings of the database server. Plans are cached: those that were made while the tables were small must not scan large tables later.
    let settings = [
        ("synchronous_commit", "on"),
        ("default_transaction_isolation", "read committed"),
        ("enable_seqscan", "off"),
    ];
    let options = address.options().application_name("entourage").options(settings);
    let pool = PgPoolOptions::new()
        .max_connections(MAX_CONNECTIONS)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .before_acquire(|connection, about| Box::pin(is_there(connection, about.idle_for)));
    pool.connect_with(options).await.map_err(|error| unusable(address, error.into()))
}

async fn is_there(connection: &mut PgConnection, idle: Duration) -> Result<bool, sqlx::Error> {
    match idle >= TEST_AFTER_IDLE {
        true => connection.ping().await.map(|()| true),
        false => Ok(true),
    }
}

/// Returns the number of a database's last migration; `None` for a new database.
async fn version(pool: &PgPool) -> Result<Option<i64>> {
    let kept =
        sqlx::query("SELECT to_regclass('_sqlx_migrations') IS NOT NULL AS kept").fetch_one(pool).await?;
    if !kept.try_get::<bool, _>("kept")? {
        return Ok(None);
    }
    let row = sqlx::query("SELECT MAX(version) AS version FROM _sqlx_migrations").fetch_one(pool).await?;
    Ok(row.try_get("version")?)
}

fn unusable(address: &PostgresAddress, error: StoreError) -> OpenError {
    OpenError::Server { place: address.to_string(), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_shown_without_their_password() {
        let server = PostgresAddress::parse("postgres://ada:secret@db.example:5433/games").unwrap();
        assert_eq!(server.to_string(), "postgres://ada@db.example:5433/games");
        assert!(!format!("{server:?}").contains("secret"));
    }
}
