use std::future::Future;
use std::io::{self, ErrorKind, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use entourage_kernel::Language;
use entourage_store::{SqliteStore, Store};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use crate::app::app;
use crate::limiter::{Limiter, Peer};
use crate::live::HEARTBEAT;
use crate::postman::{Post, deliver};
use crate::smtp::Mailer;
use crate::tables::Tables;
use crate::timekeeper::keep_time;
use crate::{Config, Limits, MachineTime, ServeError, Time};

/// The most connections at a time that speak HTTP; further ones wait. Browsers keep theirs for the next request, so that there are
/// more of them than requests.
const MOST_CONNECTIONS: usize = 4096;
/// The most files that are open at a time: connections of both kinds, and the database.
const MOST_FILES: u64 = 16_384;
/// How long the head of a request may take, and how long a connection may idle.
const HEAD_PATIENCE: Duration = Duration::from_secs(30);
/// How long a connection may live; browsers make another without a word.
const LIFE: Duration = Duration::from_secs(600);
/// The most bytes of a request's head.
const MOST_HEAD: usize = 16 * 1024;
/// How long requests under way may take to end once the server is to end.
const FAREWELL: Duration = Duration::from_secs(5);

/// Serves until the process is told to end (Ctrl-C or SIGTERM), having said on standard output where.
///
/// # Errors
/// The port or the data directory cannot be used.
pub async fn serve(config: Config) -> Result<(), ServeError> {
    let signals = Signals::listen();
    // Each connection is a file, and many systems begin with few; what the system does not allow, it refuses one by one.
    let _ = rlimit::increase_nofile_limit(MOST_FILES);
    let server = Server::bind(&config).await?;
    server.announce(&config);
    server.run(signals.told_to_end()).await;
    Ok(())
}

/// Holds a server that listens and has its games at hand, but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    store: Arc<dyn Store>,
    time: Arc<dyn Time>,
    heartbeat: Duration,
    file: PathBuf,
    limits: Limits,
    behind_proxy: bool,
    mail: Option<(Mailer, String)>,
}

impl Server {
    /// Takes the port and the data directory.
    ///
    /// # Errors
    /// The port is taken, or either cannot be used.
    pub async fn bind(config: &Config) -> Result<Self, ServeError> {
        let Config { host, port, limits, behind_proxy, mail, .. } = config;
        let refused = |error: io::Error| match error.kind() {
            ErrorKind::AddrInUse => ServeError::PortTaken { host: host.clone(), port: *port },
            _ => ServeError::Address { host: host.clone(), port: *port, error },
        };
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let listener = TcpListener::bind((bare, *port)).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let store = SqliteStore::open(&config.data_directory()?).await?;
        let file = store.path().to_owned();
        let (store, time) = (Arc::new(store), Arc::new(MachineTime));
        let mail = match mail {
            Some(mail) => Some((Mailer::new(&mail.smtp).map_err(ServeError::Mail)?, mail.site.clone())),
            None => None,
        };
        let (limits, behind_proxy) = (*limits, *behind_proxy);
        Ok(Self { listener, address, store, time, heartbeat: HEARTBEAT, file, limits, behind_proxy, mail })
    }

    /// Has the server go by another time than the machine's.
    pub fn with_time(self, time: Arc<dyn Time>) -> Self {
        Self { time, ..self }
    }

    /// Has the server ask those who follow games as often as this whether they are there, instead of every 25 seconds. Who has not
    /// answered the last time is dropped.
    pub fn with_heartbeat(self, heartbeat: Duration) -> Self {
        Self { heartbeat, ..self }
    }

    /// Returns the address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address to type into a browser on this machine.
    pub fn url(&self) -> String {
        let ip = self.address.ip();
        match ip.is_loopback() || ip.is_unspecified() {
            true => format!("http://localhost:{}", self.address.port()),
            false => format!("http://{}", self.address),
        }
    }

    /// Returns the file that keeps the games.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Answers until `end` comes, then lets requests under way end and closes the store.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let url = self.url();
        let Self { listener, store, time, heartbeat, limits, behind_proxy, mail, .. } = self;
        let limiter = Limiter::new(limits, behind_proxy, Arc::clone(&time));
        let post = if mail.is_some() { Post::open() } else { Post::default() };
        let tables = Arc::new(Tables::new(Arc::clone(&store), time, heartbeat, post));
        let postman = mail.map(|(mailer, site)| {
            let site = if site.is_empty() { url } else { site };
            tokio::spawn(deliver(Arc::clone(&tables), mailer, site))
        });
        let timekeeper = tokio::spawn(keep_time(Arc::clone(&tables)));
        let app = app(Arc::clone(&tables), limiter);
        // Dropping it tells every connection to end.
        let (going, ending) = watch::channel(());
        let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        let mut end = pin!(end);
        loop {
            let accepted = tokio::select! {
                accepted = accept(&listener, &room) => accepted,
                () = &mut end => break,
            };
            let (stream, peer, place) = match accepted {
                Ok(accepted) => accepted,
                // Out of file handles, most likely: some come back in a moment.
                Err(_) => {
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            let (connection, ending) = (connection(stream, peer, &app), ending.clone());
            tokio::spawn(async move {
                // A connection that fails or lives too long concerns its client only.
                let _ = timeout(LIFE, carry(connection, ending)).await;
                drop(place);
            });
        }
        drop((listener, going));
        timekeeper.abort();
        // What is not handed over yet stands in the database.
        if let Some(postman) = postman {
            postman.abort();
        }
        let _ = timeout(FAREWELL, async {
            tokio::join!(room.acquire_many(MOST_CONNECTIONS as u32), tables.hub().close()).0.map(drop)
        })
        .await;
        store.close().await;
    }

    /// Says where the server is, and opens the page if asked to.
    fn announce(&self, config: &Config) {
        let (url, file) = (self.url(), self.file.display());
        // Nobody may be listening to standard output, which is no reason not to serve.
        let _ = match config.language {
            Language::English => {
                writeln!(io::stdout(), "Entourage is ready on {url} (games are kept in {file})")
            }
            Language::French => {
                writeln!(io::stdout(), "Entourage est prêt sur {url} (les parties sont dans {file})")
            }
        };
        let _ = io::stdout().flush();
        if config.open {
            // Without a browser the line above is enough.
            let _ = open::that_detached(url);
        }
    }
}

type Place = tokio::sync::OwnedSemaphorePermit;

async fn accept(listener: &TcpListener, room: &Arc<Semaphore>) -> io::Result<(TcpStream, Peer, Place)> {
    let place = Arc::clone(room).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, address) = listener.accept().await?;
    // Answers are small and whole: waiting to fill a packet would only delay them.
    let _ = stream.set_nodelay(true);
    Ok((stream, Peer(address.ip()), place))
}

type Connection = http1::UpgradeableConnection<TokioIo<TcpStream>, Answering>;

/// Answers the requests of a connection, each marked with where it comes from.
struct Answering {
    peer: Peer,
    app: TowerToHyperService<Router>,
}

impl Service<Request<Incoming>> for Answering {
    type Response = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Response;
    type Error = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Error;
    type Future = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Future;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(self.peer);
        self.app.call(request)
    }
}

fn connection(stream: TcpStream, peer: Peer, app: &Router) -> Connection {
    let app = TowerToHyperService::new(app.clone());
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_PATIENCE)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(stream), Answering { peer, app })
        .with_upgrades()
}

/// Carries a connection to its end; once all are to end, no further than the request under way.
async fn carry(connection: Connection, mut ending: watch::Receiver<()>) {
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => {}
        _ = ending.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

/// Hears Ctrl-C and, where there is one, SIGTERM, from the moment it is made.
struct Signals {
    #[cfg(unix)]
    heard: Option<[tokio::signal::unix::Signal; 2]>,
}

impl Signals {
    #[cfg(unix)]
    fn listen() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        let pair = signal(SignalKind::interrupt()).and_then(|a| Ok([a, signal(SignalKind::terminate())?]));
        Self { heard: pair.ok() }
    }

    #[cfg(unix)]
    async fn told_to_end(self) {
        match self.heard {
            Some([mut interrupt, mut terminate]) => {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
            }
            // Without handlers the system ends the process by itself.
            None => std::future::pending().await,
        }
    }

    #[cfg(not(unix))]
    fn listen() -> Self {
        Self {}
    }

    #[cfg(not(unix))]
    async fn told_to_end(self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
