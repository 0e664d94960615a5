use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres, Transaction};
use tokio::time::timeout;

pub(crate) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// The same after a timeout, until a connection succeeds: requests fail fast while the server cannot be reached.
const RETRY_TIMEOUT: Duration = Duration::from_millis(200);

/// A connection pool that remembers whether its server can be reached.
#[derive(Clone, Debug)]
pub(crate) struct ServerPool {
    pool: PgPool,
    is_away: Arc<AtomicBool>,
}

impl ServerPool {
    pub fn new(pool: PgPool) -> Self {
        Self { pool, is_away: Arc::default() }
    }

    pub async fn acquire(&self) -> sqlx::Result<PoolConnection<Postgres>> {
        attempt(&self.is_away, self.pool.acquire()).await
    }

    pub async fn begin_with(&self, begin: &'static str) -> sqlx::Result<Transaction<'static, Postgres>> {
        attempt(&self.is_away, self.pool.begin_with(begin)).await
    }

    pub async fn close(&self) {
        self.pool.close().await;
    }
}

async fn attempt<T>(is_away: &AtomicBool, work: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    let limit = if is_away.load(Ordering::Relaxed) { RETRY_TIMEOUT } else { ACQUIRE_TIMEOUT };
    // Boxed, because this future is part of that of every statement.
    let done = timeout(limit, Box::pin(work)).await.unwrap_or(Err(sqlx::Error::PoolTimedOut));
    is_away.store(done.is_err(), Ordering::Relaxed);
    done
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn requests_fail_fast_while_the_server_is_away() {
        let is_away = AtomicBool::new(false);
        for limit in [ACQUIRE_TIMEOUT, RETRY_TIMEOUT, RETRY_TIMEOUT] {
            let begun = Instant::now();
            assert!(attempt(&is_away, pending::<sqlx::Result<()>>()).await.is_err());
            assert_eq!(begun.elapsed(), limit);
        }
        assert!(attempt(&is_away, async { Ok(()) }).await.is_ok());
        assert!(!is_away.into_inner());
    }
}
