use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use entourage_kernel::Random;
use load::Outcome;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, sleep_until};

use crate::soak::Soak;

/// How long a stream stands still at most: longer than a server waits for whoever follows a game.
const LONGEST: usize = 20_000;
/// How long it is at most until the next stream is cut.
const PAUSE: usize = 1_500;

/// Passes connections on to the server, and cuts some.
#[derive(Default)]
pub struct Relay {
    links: Mutex<Vec<Arc<Link>>>,
}

/// A connection that is passed on.
struct Link {
    /// Until when nothing passes.
    frozen: Mutex<Instant>,
    cut: Notify,
}

impl Relay {
    /// Listens, and passes on what comes, for ever.
    ///
    /// # Errors
    /// No port is free.
    pub async fn open(self: &Arc<Self>, soak: &Arc<Soak>) -> Outcome {
        let failed = |error: io::Error| format!("no relay: {error}");
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(failed)?;
        soak.relay.store(listener.local_addr().map_err(failed)?.port(), Ordering::Relaxed);
        let (relay, soak) = (Arc::clone(self), Arc::clone(soak));
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let (relay, port) = (Arc::clone(&relay), soak.server.port());
                tokio::spawn(async move {
                    // Where nobody answers, the connection ends.
                    if let Ok(far) = TcpStream::connect(("127.0.0.1", port)).await {
                        relay.carry(near, far).await;
                    }
                });
            }
        });
        Ok(())
    }

    /// Cuts streams or lets them stand still, at random, until the soak ends.
    pub async fn cut(&self, soak: &Soak, mut random: Random) {
        while soak.goes_on() {
            sleep(Duration::from_millis(random.below(PAUSE) as u64)).await;
            let Some(link) = random.pick(&self.lock()).cloned() else { continue };
            if random.one_in(2) {
                link.cut.notify_one();
                soak.tally.cuts.fetch_add(1, Ordering::Relaxed);
            } else {
                let time = Duration::from_millis(500 + random.below(LONGEST) as u64);
                *link.frozen.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now() + time;
                soak.tally.freezes.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    async fn carry(&self, mut near: TcpStream, mut far: TcpStream) {
        let link = Arc::new(Link { frozen: Mutex::new(Instant::now()), cut: Notify::new() });
        self.lock().push(Arc::clone(&link));
        // Whoever waits to fill a packet would be taken for slow.
        let _ = (near.set_nodelay(true), far.set_nodelay(true));
        let cut = {
            let ((near_read, near_write), (far_read, far_write)) = (near.split(), far.split());
            tokio::select! {
                _ = pass(&link, near_read, far_write) => false,
                _ = pass(&link, far_read, near_write) => false,
                () = link.cut.notified() => true,
            }
        };
        if cut {
            // Neither end is told goodbye: both get a reset.
            let _ = (near.set_zero_linger(), far.set_zero_linger());
        }
        self.lock().retain(|one| !Arc::ptr_eq(one, &link));
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Link>>> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Passes on what comes one way, while the link does not stand still.
async fn pass(link: &Link, mut from: ReadHalf<'_>, mut to: WriteHalf<'_>) -> io::Result<()> {
    let mut bytes = vec![0; 16 << 10];
    loop {
        let count = from.read(&mut bytes).await?;
        if count == 0 {
            return to.shutdown().await;
        }
        let frozen = || *link.frozen.lock().unwrap_or_else(PoisonError::into_inner);
        while frozen() > Instant::now() {
            sleep_until(frozen()).await;
        }
        to.write_all(&bytes[..count]).await?;
    }
}
