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
pub enum LinkState {
    Open,
    /// Existing and new connections are reset.
    Reset,
    /// Connections stay open, but no data passes.
    Frozen,
}

pub type Link = Arc<watch::Sender<LinkState>>;

pub struct Relay {
    pub port: u16,
    /// The relay's state, which also applies to new connections, and the current connections.
    links: Arc<Mutex<(LinkState, Vec<Link>)>>,
}

impl Relay {
    /// Listens on `near`, and forwards each new connection to the address that `far` returns for it.
    pub async fn open(near: Ipv4Addr, far: impl Fn() -> SocketAddrV4 + Send + 'static) -> Outcome<Self> {
        let failed = |error: io::Error| format!("cannot open a relay: {error}");
        let listener = TcpListener::bind((near, 0)).await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let links = Arc::new(Mutex::new((LinkState::Open, Vec::<Link>::new())));
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

    pub fn set(&self, state: LinkState) {
        let mut links = self.links.lock().unwrap();
        links.0 = state;
        links.1.iter().for_each(|link| {
            link.send_replace(state);
        });
    }

    pub fn pick(&self, random: &mut Random) -> Option<Link> {
        let mut links = self.links.lock().unwrap();
        links.1.retain(|link| link.receiver_count() > 0);
        random.pick(&links.1).cloned()
    }
}

async fn carry(mut near: TcpStream, far: SocketAddrV4, mut state: watch::Receiver<LinkState>) {
    let far = if *state.borrow() == LinkState::Reset { None } else { TcpStream::connect(far).await.ok() };
    let Some(mut far) = far else {
        let _ = near.set_zero_linger();
        return;
    };
    // Nagle's algorithm would add latency.
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let is_reset = {
        let (one, two) = (state.clone(), state.clone());
        let ((near_read, near_write), (far_read, far_write)) = (near.split(), far.split());
        tokio::select! {
            _ = pass(one, near_read, far_write) => false,
            _ = pass(two, far_read, near_write) => false,
            _ = state.wait_for(|state| *state == LinkState::Reset) => true,
        }
    };
    if is_reset {
        // Sends RST instead of FIN to both ends.
        let _ = (near.set_zero_linger(), far.set_zero_linger());
    }
}

async fn pass(
    mut state: watch::Receiver<LinkState>,
    mut from: ReadHalf<'_>,
    mut to: WriteHalf<'_>,
) -> io::Result<()> {
    let mut bytes = vec![0; 16 << 10];
    loop {
        let count = from.read(&mut bytes).await?;
        if count == 0 {
            return to.shutdown().await;
        }
        if state.wait_for(|state| *state == LinkState::Open).await.is_err() {
            return Ok(());
        }
        to.write_all(&bytes[..count]).await?;
    }
}
