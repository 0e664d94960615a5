//! A PostgreSQL server for tests, each of which has a schema of its own there.

use std::panic::{AssertUnwindSafe, resume_unwind};

use entourage_store::{DatabaseAddress, PostgresAddress};
use futures_util::FutureExt;
use sqlx::{AssertSqlSafe, Executor, PgPool};

/// Where the server is said to be.
const ADDRESS: &str = "ENTOURAGE_TEST_POSTGRES";

/// Runs a test on a database without tables, which is gone afterwards; it is told the address, and has connections of its own. Where no server is named the test is skipped and says so; where all is
/// tested it fails.
pub async fn on_postgres(test: impl AsyncFnOnce(PostgresAddress, PgPool)) {
    let Ok(server) = std::env::var(ADDRESS) else {
        assert!(std::env::var("CI").is_err(), "{ADDRESS} names no server");
        eprintln!("skipped: {ADDRESS} names no server");
        return;
    };
    let name: [u8; 8] = entourage_store::random().unwrap();
    let schema = format!("test_{:016x}", u64::from_be_bytes(name));
    let joint = if server.contains('?') { '&' } else { '?' };
    let address = format!("{server}{joint}options[search_path]={schema}");
    let pool = PgPool::connect(&address).await.unwrap();
    let Ok(DatabaseAddress::Postgres(address)) = address.parse() else { panic!("{ADDRESS} is no address") };
    pool.execute(AssertSqlSafe(format!("CREATE SCHEMA {schema}"))).await.unwrap();
    let outcome = AssertUnwindSafe(test(address, pool.clone())).catch_unwind().await;
    pool.execute(AssertSqlSafe(format!("DROP SCHEMA {schema} CASCADE"))).await.unwrap();
    if let Err(panic) = outcome {
        resume_unwind(panic);
    }
}
