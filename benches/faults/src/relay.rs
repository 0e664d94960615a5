use std::io;
use std::net::{Ipv4Addr, SocketAddrV4};

use load::Outcome;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// How connections are passed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// All that comes goes on.
    Open,
    /// Every connection is reset, and none made.
    Cut,
    /// Nothing goes on, and nobody is told.
    Hushed,
}

/// Passes connections on to an address, as the way is.
pub struct Relay {
    /// Where it listens.
    pub port: u16,
    way: watch::Sender<Way>,
}

impl Relay {
    /// Listens at an address, and passes on what comes.
    ///
    /// # Errors
    /// No port is free.
    pub async fn between(near: Ipv4Addr, far: SocketAddrV4) -> Outcome<Self> {
        let failed = |error: io::Error| format!("no relay: {error}");
        let listener = TcpListener::bind((near, 0)).await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let (way, follow) = watch::channel(Way::Open);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, far, follow.clone()));
            }
        });
        Ok(Self { port, way })
    }

    /// Changes the way of all connections.
    pub fn set(&self, way: Way) {
        self.way.send_replace(way);
    }
}

async fn carry(mut near: TcpStream, far: SocketAddrV4, mut way: watch::Receiver<Way>) {
    let follow = way.clone();
    let carried = async {
        if *way.borrow() == Way::Cut {
            return;
        }
        let passing = async {
            // Where nobody answers, the connection ends.
            let Ok(mut far) = TcpStream::connect(far).await else { return };
            let _ = (near.set_nodelay(true), far.set_nodelay(true));
            let ((near_read, near_write), (far_read, far_write)) = (near.split(), far.split());
            tokio::select! {
                _ = pass(&follow, near_read, far_write) => {}
                _ = pass(&follow, far_read, near_write) => {}
            }
        };
        tokio::select! {
            () = passing => {}
            _ = way.wait_for(|way| *way == Way::Cut) => {}
        }
    };
    carried.await;
    // Whoever is cut off gets a reset.
    let _ = near.set_zero_linger();
}

/// Passes on what comes one way, while anything passes.
async fn pass(way: &watch::Receiver<Way>, mut from: ReadHalf<'_>, mut to: WriteHalf<'_>) -> io::Result<()> {
    let mut way = way.clone();
    let mut bytes = vec![0; 16 << 10];
    loop {
        let count = from.read(&mut bytes).await?;
        if count == 0 {
            return to.shutdown().await;
        }
        if way.wait_for(|way| *way == Way::Open).await.is_err() {
            return Ok(());
        }
        to.write_all(&bytes[..count]).await?;
    }
}
