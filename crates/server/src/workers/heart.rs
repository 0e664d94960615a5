use std::sync::Arc;
use std::time::Duration;

use entourage_store::Store;
use tokio::time::sleep;

use crate::games::report::failed;
use crate::health::Health;
use crate::server_time::ServerTime;
use crate::supervisor;

/// The time between signs of life: after an outage, players get back the time since the last one.
const PERIOD: Duration = Duration::from_secs(5);

pub(crate) async fn beat(store: Arc<dyn Store>, health: Arc<Health>, time: Arc<ServerTime>) {
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
