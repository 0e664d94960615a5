//! A PostgreSQL server for tests; each test has its own schema.

use std::panic::{AssertUnwindSafe, resume_unwind};

use entourage_store::{DatabaseAddress, PostgresAddress};
use futures_util::FutureExt;
use sqlx::{AssertSqlSafe, Executor, PgPool};

const ADDRESS: &str = "ENTOURAGE_TEST_POSTGRES";

/// Runs a test with the address of an empty schema, which is dropped afterwards, and a raw connection pool. Without a server the test is
/// skipped, except in CI, where it fails.
pub async fn on_postgres(test: impl AsyncFnOnce(PostgresAddress, PgPool)) {
    let Ok(server) = std::env::var(ADDRESS) else {
        assert!(std::env::var("CI").is_err(), "{ADDRESS} is not set");
        eprintln!("skipped: {ADDRESS} is not set");
        return;
    };
    let name: [u8; 8] = entourage_store::random().unwrap();
    let schema = format!("test_{:016x}", u64::from_be_bytes(name));
    let joint = if server.contains('?') { '&' } else { '?' };
    let address = format!("{server}{joint}options[search_path]={schema}");
    let pool = PgPool::connect(&address).await.unwrap();
    let Ok(DatabaseAddress::Postgres(address)) = address.parse() else { panic!("{ADDRESS} is not an address") };
    pool.execute(AssertSqlSafe(format!("CREATE SCHEMA {schema}"))).await.unwrap();
    let outcome = AssertUnwindSafe(test(address, pool.clone())).catch_unwind().await;
    pool.execute(AssertSqlSafe(format!("DROP SCHEMA {schema} CASCADE"))).await.unwrap();
    if let Err(panic) = outcome {
        resume_unwind(panic);
    }
}
