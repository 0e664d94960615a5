use std::convert::Infallible;
use std::future::Future;
use std::io::{self, ErrorKind, Write};
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use entourage_jobs::Queue;
use entourage_kernel::Text;
use entourage_registry::Registry;
use entourage_store::Store;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::accounts::Accounts;
use crate::api::live::HEARTBEAT;
use crate::app::app;
use crate::bot_api::BotApi;
use crate::bus::{self, Bus};
use crate::config::Config;
use crate::games::Games;
use crate::games::job_runner::JobRunner;
use crate::games::notifier::Notifier;
use crate::games::workshop::TRIAL_TIME;
use crate::http::client_addr::{ClientAddr, Peer};
use crate::http::host::PublicName;
use crate::http::limiter::{BodyPayer, Limiter};
use crate::http::ndjson::Endless;
use crate::limits::Limits;
use crate::log_throttle::LogThrottle;
use crate::moderation::ModerationService;
use crate::pages::page::SiteAddress;
use crate::people::People;
use crate::proxies::Proxies;
use crate::push::client::PushClient;
use crate::push::endpoints::Endpoints;
use crate::push::{Push, Sender, identity};
use crate::serve_error::ServeError;
use crate::server_time::ServerTime;
use crate::services::Services;
use crate::signals::Signals;
use crate::systemd;
use crate::telemetry::{self, Gauges};
use crate::time::{MachineTime, Time};
use crate::transport::connections::{Admission, Connections, Work};
use crate::transport::min_rate::MinRateStream;
use crate::workers::director::run_tournaments;
use crate::workers::flag_timer::end_overdue_games;
use crate::workers::indexer::index_finished_games;
use crate::workers::mail::send_mail;
use crate::workers::push::send_notifications;
use crate::workers::retention::{
    delete_abandoned_games, delete_expired_data, leave_games_of_banned, send_heartbeats,
};
use crate::workers::smtp::Mailer;
use crate::workers::studies::index_studies;
use crate::workers::sync::{read_remote_changes, sync_processes};

/// Maximum number of HTTP connections; idle ones are closed in favour of new ones. Browsers keep idle
/// connections open.
const MAX_CONNECTIONS: usize = 4096;
/// Maximum number of open files, for connections and the database.
const MAX_FILES: u64 = 16_384;
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
const MAX_CONNECTION_AGE: Duration = Duration::from_secs(600);
const MAX_HEAD: usize = 16 * 1024;
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Runs a server until Ctrl-C or SIGTERM.
pub async fn serve(config: Config, registry: Registry) -> Result<(), ServeError> {
    let signals = Signals::listen();
    // Each connection needs a file handle, and the default limit of many systems is low. A failure here is not
    // fatal.
    let _ = rlimit::increase_nofile_limit(MAX_FILES);
    let server = Server::bind(&config).await?.with_registry(registry);
    server.announce(&config);
    server.run(signals.told_to_end()).await;
    Ok(())
}

/// A server that is bound to its port but does not accept connections yet.
pub struct Server {
    registry: Registry,
    listener: TcpListener,
    address: SocketAddr,
    store: Arc<Store>,
    machine: Arc<dyn Time>,
    time: Arc<ServerTime>,
    heartbeat: Duration,
    trial: Duration,
    place: String,
    limits: Limits,
    proxies: Proxies,
    name: PublicName,
    site: SiteAddress,
    forget_after: Option<u32>,
    metrics: Option<TcpListener>,
    mail: Option<(Mailer, Option<String>)>,
    push: Option<(Sender, PushClient)>,
    bus: Arc<dyn Bus>,
    queue: Option<Queue>,
}

impl Server {
    pub async fn bind(config: &Config) -> Result<Self, ServeError> {
        Self::bind_at(config, Arc::new(MachineTime::default())).await
    }

    pub async fn bind_at(config: &Config, machine: Arc<dyn Time>) -> Result<Self, ServeError> {
        let Config { host, port, limits, proxies, address: site, forget_after, mail, .. } = config;
        let refused = |error| refused(host, *port, error);
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let listener = TcpListener::bind((bare, *port)).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let metrics = match config.metrics {
            Some(_) if !cfg!(feature = "metrics") => return Err(ServeError::Lacks("metrics")),
            Some(address) => {
                let refused = |error| self::refused(&address.ip().to_string(), address.port(), error);
                Some(TcpListener::bind(address).await.map_err(refused)?)
            }
            None => None,
        };
        let store = Store::at(&config.database_address()?).await?;
        let place = store.place();
        let time = ServerTime::begin(Arc::clone(&machine), &store).await;
        let time = time.map_err(|error| store.unusable(error))?;
        let (store, time) = (Arc::new(store), Arc::new(time));
        let mail = match mail {
            Some(smtp) => Some((Mailer::new(smtp).map_err(ServeError::Mail)?, site.clone())),
            None => None,
        };
        // Push services require a contact address.
        let push = match site {
            Some(site) if cfg!(feature = "push") => {
                let identity = identity(store.as_ref(), site).await.map_err(|error| store.unusable(error))?;
                let endpoints = Endpoints::with(&config.push_services);
                Some((Sender { identity, endpoints }, PushClient::new().map_err(ServeError::Push)?))
            }
            _ => None,
        };
        let bus = bus::connect(config.nats.as_ref(), &config.nats_prefix).await;
        let bus = bus.map_err(|error| ServeError::Nats(format!("{:?}: {error}", config.nats)))?;
        let queue = match &config.nats {
            Some(address) => {
                let queue = Queue::connect(address, &config.nats_prefix, config.patience).await;
                Some(queue.map_err(|error| ServeError::Nats(format!("{address:?}: {error}")))?)
            }
            None => None,
        };
        let (limits, proxies, name) = (*limits, proxies.clone(), PublicName::of(site.as_deref()));
        let registry = Registry::built_in();
        Ok(Self {
            registry,
            listener,
            address,
            store,
            machine,
            time,
            heartbeat: HEARTBEAT,
            trial: TRIAL_TIME,
            place,
            limits,
            proxies,
            name,
            site: SiteAddress(site.as_deref().map(Arc::from)),
            forget_after: *forget_after,
            metrics,
            mail,
            push,
            bus,
            queue,
        })
    }

    pub fn with_registry(self, registry: Registry) -> Self {
        Self { registry, ..self }
    }

    /// Sets the interval between heartbeats (six seconds by default). Followers that have not answered the last
    /// heartbeat are disconnected.
    pub fn with_heartbeat(self, heartbeat: Duration) -> Self {
        Self { heartbeat, ..self }
    }

    /// Sets how long a game definition is tested before it is published (ten seconds by default).
    pub fn with_trial(self, trial: Duration) -> Self {
        Self { trial, ..self }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn url(&self) -> String {
        let ip = self.address.ip();
        match ip.is_loopback() || ip.is_unspecified() {
            true => format!("http://localhost:{}", self.address.port()),
            false => format!("http://{}", self.address),
        }
    }

    pub fn place(&self) -> &str {
        &self.place
    }

    /// Serves requests until `end` resolves; then completes open requests and closes the store.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let url = self.url();
        let (store, time, listener) = (self.store, self.time, self.listener);
        let (limits, proxies) = (self.limits, self.proxies);
        let limiter = Limiter::new(limits, proxies.clone(), self.machine);
        let notifier = Notifier::new(self.mail.is_some());
        let jobs = JobRunner::new(self.queue);
        let games = Games::new(
            self.registry,
            Arc::clone(&store),
            Arc::clone(&time),
            self.heartbeat,
            self.trial,
            jobs,
            notifier,
        );
        let games = Arc::new(games);
        // Dropped to abort all tasks.
        let mut tasks = JoinSet::new();
        if let Some((mailer, site)) = self.mail {
            tasks.spawn(send_mail(Arc::clone(&store), Arc::clone(&games), mailer, site.unwrap_or(url)));
        }
        let (sender, client) = self.push.map(|(sender, client)| (Arc::new(sender), client)).unzip();
        if let Some((sender, client)) = sender.clone().zip(client) {
            tasks.spawn(send_notifications(Arc::clone(&store), Arc::clone(&games), sender, client));
        }
        if store.is_shared() {
            tasks.spawn(sync_processes(Arc::clone(&store), Arc::clone(&games), self.bus));
            tasks.spawn(read_remote_changes(Arc::clone(&games)));
        }
        tasks.spawn(send_heartbeats(Arc::clone(&store), Arc::clone(&games.health), Arc::clone(&time)));
        if let Some(days) = self.forget_after {
            let age = i64::from(days) * 24 * 60 * 60 * 1000;
            tasks.spawn(delete_abandoned_games(Arc::clone(&store), Arc::clone(&games), age));
        }
        tasks.spawn(delete_expired_data(Arc::clone(&store), Arc::clone(&games)));
        tasks.spawn(end_overdue_games(Arc::clone(&store), Arc::clone(&games)));
        tasks.spawn(run_tournaments(Arc::clone(&store), Arc::clone(&games)));
        tasks.spawn(leave_games_of_banned(Arc::clone(&store), Arc::clone(&games)));
        tasks.spawn(index_finished_games(Arc::clone(&store), Arc::clone(&games)));
        tasks.spawn(index_studies(Arc::clone(&store), Arc::clone(&games)));
        let checked = Arc::clone(&games);
        tasks.spawn(async move { checked.health.check_database().await });
        let people = Arc::new(People::new(Arc::clone(&store), Arc::clone(&time)));
        let moderation = ModerationService::new(Arc::clone(&store), Arc::clone(&games));
        let (hub, notifier) = (Arc::clone(&games.hub), Arc::clone(&games.notifier));
        let accounts =
            Accounts::new(Arc::clone(&store), Arc::clone(&time), hub, notifier, self.site.0.as_deref());
        let bot_api = BotApi::new(Arc::clone(&store), Arc::clone(&games), Arc::clone(&people));
        let notifier = Arc::clone(&games.notifier);
        let push = Push::new(Arc::clone(&store), Arc::clone(&time), notifier, sender);
        let services = Services {
            games: Arc::clone(&games),
            accounts: Arc::new(accounts),
            moderation: Arc::new(moderation),
            people,
            bot_api: Arc::new(bot_api),
            push: Arc::new(push),
        };
        let app = app(services, limiter, self.name, self.site);
        systemd::ready();
        // Dropped to ask all connections to end.
        let (going, ending) = watch::channel(());
        let connections = Connections::new(MAX_CONNECTIONS, limits.connections as usize);
        let refusals = LogThrottle::new();
        if let Some(listener) = self.metrics {
            let (connections, games, store) =
                (Arc::clone(&connections), Arc::clone(&games), Arc::clone(&store));
            let gauges = move || Gauges {
                connections: connections.count(),
                followers: games.hub.count(),
                healthy: games.health.was_well(),
                disk_free_bytes: store.disk_space().free,
            };
            tasks.spawn(telemetry::expose(listener, gauges));
        }
        // Held by every connection; the channel closes when all have ended.
        let (life, mut lives) = mpsc::channel::<()>(1);
        let mut end = pin!(end);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut end => break,
            };
            let (stream, address) = match accepted {
                Ok(accepted) => accepted,
                // The process is most likely out of file handles; some are freed soon.
                Err(error) => {
                    tracing::warn!(%error, "accepting a connection failed");
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            let peer = Peer(address.ip());
            // The client behind a proxy is known only from its requests.
            let client_addr = if proxies.trust(peer.0) { ClientAddr::OWN } else { ClientAddr::of(peer.0) };
            let Some((admission, ended)) = connections.admit(client_addr) else {
                if let Some(count) = refusals.record() {
                    let (from, open) = (client_addr.class(), connections.count());
                    tracing::warn!(from, open, count, "refusing connections: all open ones are busy");
                }
                continue;
            };
            // Responses are written immediately, so waiting for full packets would only delay them.
            let _ = stream.set_nodelay(true);
            let admission = Arc::new(admission);
            let endless = Arc::new(AtomicBool::new(false));
            let (connection, ending) = (connection(stream, peer, &admission, &app, &endless), ending.clone());
            let life = life.clone();
            tokio::spawn(async move {
                // A connection error affects only this client.
                carry(connection, ended, ending, &endless).await;
                drop((admission, life));
            });
        }
        drop(life);
        systemd::ending();
        drop((listener, going));
        // Undelivered messages remain in the database, so the tasks can be aborted.
        drop(tasks);
        let _ = timeout(SHUTDOWN_TIMEOUT, async {
            tokio::join!(lives.recv(), games.hub.close());
        })
        .await;
        // The last heartbeat marks the beginning of the outage.
        match timeout(SHUTDOWN_TIMEOUT, store.heartbeat(time.now())).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "storing the last heartbeat failed"),
            Err(_) => tracing::error!("the database does not respond; the last heartbeat is not stored"),
        }
        // Closing would wait forever for a database that does not respond.
        if timeout(SHUTDOWN_TIMEOUT, store.close()).await.is_err() {
            tracing::error!("the database does not respond; its connections are abandoned");
        }
        tracing::info!("server stopped");
    }

    fn announce(&self, config: &Config) {
        let (url, place) = (self.url(), self.place());
        let line = Text::made(
            format!("Entourage is ready on {url} (games are stored in {place})"),
            format!("Entourage est prêt sur {url} (les parties sont enregistrées dans {place})"),
        );
        // A closed standard output does not prevent serving.
        let _ = writeln!(io::stdout(), "{}", line.get(config.language));
        let _ = io::stdout().flush();
        if config.open {
            // If no browser opens, the line above is enough.
            let _ = open::that_detached(url);
        }
    }
}

type Connection = http1::UpgradeableConnection<TokioIo<MinRateStream<TcpStream>>, Answering>;

struct Answering {
    peer: Peer,
    admission: Arc<Admission>,
    app: TowerToHyperService<Router>,
    /// Whether an endless response, such as an event stream, is open.
    endless: Arc<AtomicBool>,
}

impl Service<Request<Incoming>> for Answering {
    type Response = Response<Working>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(self.peer);
        let (work, answer) = (self.admission.work(), self.app.call(request));
        let endless = Arc::clone(&self.endless);
        Box::pin(async move {
            let mut answer = answer.await?;
            endless.store(answer.extensions().get::<Endless>().is_some(), Ordering::Relaxed);
            let payer = answer.extensions_mut().remove::<BodyPayer>();
            Ok(answer.map(|body| Working { body, payer, _work: work }))
        })
    }
}

/// The body of a response. The connection counts as busy until this value is dropped.
struct Working {
    body: Body,
    /// The CPU budget charged for work done while the body is sent, such as compression.
    payer: Option<BodyPayer>,
    _work: Work,
}

impl HttpBody for Working {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let begin = Instant::now();
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if let Some(BodyPayer(payer)) = &self.payer {
            payer.pay(begin.elapsed());
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

fn connection(
    stream: TcpStream,
    peer: Peer,
    admission: &Arc<Admission>,
    app: &Router,
    endless: &Arc<AtomicBool>,
) -> Connection {
    let endless = Arc::clone(endless);
    let (app, admission) = (TowerToHyperService::new(app.clone()), Arc::clone(admission));
    let stream = MinRateStream::new(stream, MinRateStream::<TcpStream>::INTERVAL);
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), Answering { peer, admission, app, endless })
        .with_upgrades()
}

/// Serves a connection until it is closed, must make room for others, or has reached its maximum age and has no
/// endless response. On shutdown, only the current request is completed.
async fn carry(
    connection: Connection,
    yields: oneshot::Receiver<()>,
    mut ending: watch::Receiver<()>,
    endless: &AtomicBool,
) {
    let mut connection = pin!(connection);
    let lived = async {
        sleep(MAX_CONNECTION_AGE).await;
        while endless.load(Ordering::Relaxed) {
            sleep(Duration::from_secs(1)).await;
        }
    };
    tokio::select! {
        _ = connection.as_mut() => {}
        // The connection is idle, so nothing is lost.
        _ = yields => {}
        () = lived => {}
        _ = ending.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

fn refused(host: &str, port: u16, error: io::Error) -> ServeError {
    let host = host.to_owned();
    match error.kind() {
        ErrorKind::AddrInUse => ServeError::PortTaken { host, port },
        _ => ServeError::Address { host, port, error },
    }
}
