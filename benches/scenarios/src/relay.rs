use std::io;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::sync::{Arc, Mutex};

use entourage_kernel::Random;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::Outcome;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Open,
    /// It is reset, and new ones are too.
    Cut,
    /// Nothing passes, and neither end notices.
    Frozen,
}

pub type Link = Arc<watch::Sender<Way>>;

/// Forwards TCP connections, and cuts or freezes them.
pub struct Relay {
    pub port: u16,
    /// How new connections are forwarded, and all current ones.
    links: Arc<Mutex<(Way, Vec<Link>)>>,
}

impl Relay {
    /// Listens at an address, and forwards each connection to where `far` says at that time.
    pub async fn open(near: Ipv4Addr, far: impl Fn() -> SocketAddrV4 + Send + 'static) -> Outcome<Self> {
        let failed = |error: io::Error| format!("no relay: {error}");
        let listener = TcpListener::bind((near, 0)).await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let links = Arc::new(Mutex::new((Way::Open, Vec::<Link>::new())));
        let all = Arc::clone(&links);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let mut links = all.lock().unwrap();
                links.1.retain(|link| link.receiver_count() > 0);
                let (link, follow) = watch::channel(links.0);
                links.1.push(Arc::new(link));
                tokio::spawn(carry(near, far(), follow));
            }
        });
        Ok(Self { port, links })
    }

    /// Changes how all connections are forwarded, the current and the new ones.
    pub fn set(&self, way: Way) {
        let mut links = self.links.lock().unwrap();
        links.0 = way;
        links.1.iter().for_each(|link| {
            link.send_replace(way);
        });
    }

    pub fn pick(&self, random: &mut Random) -> Option<Link> {
        let mut links = self.links.lock().unwrap();
        links.1.retain(|link| link.receiver_count() > 0);
        random.pick(&links.1).cloned()
    }
}

async fn carry(mut near: TcpStream, far: SocketAddrV4, mut way: watch::Receiver<Way>) {
    let far = if *way.borrow() == Way::Cut { None } else { TcpStream::connect(far).await.ok() };
    let Some(mut far) = far else {
        let _ = near.set_zero_linger();
        return;
    };
    // A relay that waits to fill a packet would make its server look slow.
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let cut = {
        let (one, two) = (way.clone(), way.clone());
        let ((near_read, near_write), (far_read, far_write)) = (near.split(), far.split());
        tokio::select! {
            _ = pass(one, near_read, far_write) => false,
            _ = pass(two, far_read, near_write) => false,
            _ = way.wait_for(|way| *way == Way::Cut) => true,
        }
    };
    if cut {
        // Both ends get a reset instead of an orderly close.
        let _ = (near.set_zero_linger(), far.set_zero_linger());
    }
}

async fn pass(mut way: watch::Receiver<Way>, mut from: ReadHalf<'_>, mut to: WriteHalf<'_>) -> io::Result<()> {
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
