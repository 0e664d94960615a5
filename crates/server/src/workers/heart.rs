//! The server's signs of life.

use std::sync::Arc;
use std::time::Duration;

use entourage_store::Store;
use tokio::time::sleep;

use crate::games::report::failed;
use crate::health::Health;
use crate::server_time::ServerTime;
use crate::supervisor;

/// How long a sign of life stands alone: an absence is given back to the players from the last one on.
const PERIOD: Duration = Duration::from_secs(5);

/// Notes again and again that the server is there, and follows the machine's date, for ever.
pub(crate) async fn beat(store: Arc<Store>, health: Arc<Health>, time: Arc<ServerTime>) {
    loop {
        health.condition().await;
        supervisor::alive();
        if let Err(error) = time.follow_date(store.as_ref()).await {
            // It is tried again.
            let _ = failed(error);
        }
        sleep(PERIOD).await;
    }
}
