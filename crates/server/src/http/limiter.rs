//! Rate limits. Each kind of request has a bucket per address, which refills within a minute. A bucket is a
//! single number, and the number of addresses is bounded.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use entourage_record::{GameId, TournamentId};

use super::client_addr::{NetworkCounts, Peer, is_forwarded};
use super::offers::Offers;
use super::request_log::RequestLog;
use crate::cpu_budget::{Payer, charged_to};
use crate::http::prelude::*;
use crate::limits::Limits;
use crate::lock::lock;
use crate::log_throttle::LogThrottle;
use crate::proxies::Proxies;
use crate::quota_window::drop_full;
use crate::time::Time;

/// Maximum number of addresses per kind of request; beyond it, those with the fewest requests are dropped.
const MAX_ADDRESSES: usize = 1 << 14;
/// Time in which an empty bucket refills, in milliseconds.
const MINUTE: i64 = 60_000;
const CARD: &str = "/card.png";
/// Maximum time for which a client is refused because of its CPU use, in milliseconds.
const MAX_DEBT: i64 = 5 * MINUTE;

pub(crate) struct Limiter {
    limits: Limits,
    proxies: Proxies,
    time: Arc<dyn Time>,
    buckets: [Mutex<Buckets>; Kind::COUNT],
    /// Buckets of CPU time, in milliseconds per minute.
    effort: Mutex<Buckets>,
    open: Mutex<NetworkCounts>,
    pub offers: Arc<Offers<GameId>>,
    pub tournaments: Arc<Offers<TournamentId>>,
    refusals: LogThrottle,
    warned: AtomicBool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Requests,
    Changes,
    Games,
    Pictures,
    /// Long-lived connections, on whatever route.
    Connects,
    Mails,
    Definitions,
    Attempts,
    Accounts,
}

impl Kind {
    const COUNT: usize = Self::Accounts as usize + 1;

    fn of(method: &Method, path: &str) -> Option<Self> {
        match path {
            "/board.svg" => Some(Self::Pictures),
            path if path.ends_with(CARD) => Some(Self::Pictures),
            "/api/games" | "/api/invitations/take" | "/api/seeks" | "/api/seeks/take"
                if *method == Method::POST =>
            {
                Some(Self::Games)
            }
            path if path.starts_with("/api/challenge/") && *method == Method::POST => Some(Self::Games),
            "/api/definitions" | "/api/studies" if *method == Method::POST => Some(Self::Definitions),
            path if path.starts_with("/api/studies/")
                && *method == Method::POST
                && !path.ends_with("/edits") =>
            {
                Some(Self::Definitions)
            }
            "/api/account/mail" | "/api/recovery" if matches!(*method, Method::POST | Method::PUT) => {
                Some(Self::Mails)
            }
            "/api/account/mail/answer" | "/api/recovery/access" => Some(Self::Attempts),
            "/api/account" if *method == Method::POST => Some(Self::Accounts),
            "/api/session" | "/api/account/confirm" | "/api/account/password" | "/api/passkeys"
                if matches!(*method, Method::POST | Method::PUT) =>
            {
                Some(Self::Attempts)
            }
            _ if matches!(*method, Method::POST | Method::PUT | Method::DELETE) => Some(Self::Changes),
            _ => None,
        }
    }

    fn most(self, limits: &Limits) -> u32 {
        match self {
            Self::Requests => limits.requests,
            Self::Changes => limits.changes,
            Self::Games => limits.games,
            Self::Pictures => limits.pictures,
            Self::Connects => limits.connects,
            Self::Mails => limits.mails,
            Self::Definitions => limits.definitions,
            Self::Attempts => limits.attempts,
            Self::Accounts => limits.accounts,
        }
    }
}

/// When each network's bucket is full again, in milliseconds of monotonic time; full buckets have no entry.
#[derive(Default)]
struct Buckets(HashMap<IpNet, i64>);

impl Buckets {
    /// Takes one of `most` requests per minute; if none is left, fails with the time to wait in milliseconds.
    fn take(&mut self, network: IpNet, most: u32, now: i64) -> Result<(), i64> {
        let one = MINUTE / i64::from(most.max(1)).min(MINUTE);
        let full = self.0.get(&network).map_or(now, |full| (*full).clamp(now, now + MINUTE));
        let then = full + one;
        if then - now > MINUTE {
            return Err(then - now - MINUTE);
        }
        self.0.insert(network, then);
        drop_full(&mut self.0, MAX_ADDRESSES, now);
        Ok(())
    }

    /// Spends `count` units, even if fewer are left; the resulting debt is limited.
    fn spend(&mut self, network: IpNet, most: u32, count: i64, now: i64) {
        let full = self.0.get(&network).map_or(now, |full| (*full).clamp(now, now + MAX_DEBT));
        self.0.insert(network, full + count * MINUTE / i64::from(most.max(1)));
        drop_full(&mut self.0, MAX_ADDRESSES, now);
    }

    fn debt(&self, network: IpNet, now: i64) -> Result<(), i64> {
        let wait = self.0.get(&network).map_or(0, |full| full - now - MINUTE);
        if wait > 0 { Err(wait.min(MAX_DEBT)) } else { Ok(()) }
    }
}

/// An open connection, which counts towards the client's limit until this value is dropped.
pub(crate) struct OpenSocket {
    limiter: Arc<Limiter>,
    client_addr: ClientAddr,
}

impl Limiter {
    pub fn new(limits: Limits, proxies: Proxies, time: Arc<dyn Time>) -> Arc<Self> {
        let (buckets, effort, open) = (Default::default(), Mutex::default(), Mutex::default());
        Arc::new(Self {
            limits,
            proxies,
            time,
            buckets,
            effort,
            open,
            offers: Offers::new(limits.invitations),
            tournaments: Offers::new(limits.invitations),
            refusals: LogThrottle::new(),
            warned: AtomicBool::new(false),
        })
    }

    fn client_addr(&self, request: &Request) -> ClientAddr {
        let Some(Peer(peer)) = request.extensions().get::<Peer>().copied() else { return ClientAddr::OWN };
        if self.proxies.is_empty() && is_forwarded(request.headers()) && self.limits != Limits::NONE {
            self.warn();
        }
        ClientAddr::behind(&self.proxies, peer, request.headers())
    }

    fn warn(&self) {
        if !self.warned.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                "requests come through a proxy that is not trusted; use --behind-proxy to limit each client separately"
            );
        }
    }

    pub fn take(&self, client_addr: ClientAddr, kind: Kind) -> Result<(), Error> {
        let (most @ 1.., now) = (kind.most(&self.limits), self.time.elapsed()) else { return Ok(()) };
        let mut buckets = lock(&self.buckets[kind as usize]);
        for (network, share) in client_addr.networks() {
            let taken = buckets.take(network, most.saturating_mul(share), now);
            taken.map_err(too_much)?;
        }
        Ok(())
    }

    /// Refuses a client whose CPU budget is used up.
    pub fn check_cpu_budget(&self, client_addr: ClientAddr) -> Result<(), Error> {
        let effort = lock(&self.effort);
        let debt = |(network, _)| effort.debt(network, self.time.elapsed());
        client_addr.networks().try_for_each(debt).map_err(too_much)
    }

    pub fn open_socket(self: &Arc<Self>, client_addr: ClientAddr) -> Result<OpenSocket, Error> {
        let most = self.limits.sockets;
        let client_addr = if most > 0 { client_addr } else { ClientAddr::OWN };
        let mut open = lock(&self.open);
        for (network, share) in client_addr.networks() {
            if open.get(network) >= most.saturating_mul(share) as usize {
                return Err(Error::Limited { seconds: 60 });
            }
        }
        open.add(client_addr, 1);
        drop(open);
        Ok(OpenSocket { limiter: Arc::clone(self), client_addr })
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        lock(&self.limiter.open).subtract(self.client_addr, 1);
    }
}

fn too_much(wait: i64) -> Error {
    Error::Limited { seconds: u32::try_from(wait / 1000 + 1).unwrap_or(60) }
}

pub(crate) struct CpuCharge {
    limiter: Arc<Limiter>,
    client_addr: ClientAddr,
    /// CPU time not charged yet, in microseconds; less than a millisecond.
    micros: AtomicU64,
}

impl CpuCharge {
    pub fn of(limiter: &Arc<Limiter>, client_addr: ClientAddr) -> Arc<Self> {
        Arc::new(Self { limiter: Arc::clone(limiter), client_addr, micros: AtomicU64::new(0) })
    }

    fn spend(&self, millis: i64) {
        let Limiter { limits: Limits { effort: most @ 1.., .. }, time, effort, .. } = &*self.limiter else {
            return;
        };
        let (now, mut effort) = (time.elapsed(), lock(effort));
        for (network, share) in self.client_addr.networks() {
            effort.spend(network, most.saturating_mul(share), millis, now);
        }
    }
}

/// Rounds the remaining microseconds to 0 or 1 ms and charges the result, so that many small requests are not free.
impl Drop for CpuCharge {
    fn drop(&mut self) {
        if *self.micros.get_mut() >= 500 {
            self.spend(1);
        }
    }
}

impl Payer for CpuCharge {
    fn pay(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let owed = self.micros.fetch_add(micros, Ordering::Relaxed).saturating_add(micros);
        let millis = owed / 1000;
        if millis > 0 {
            self.micros.fetch_sub(millis * 1000, Ordering::Relaxed);
            self.spend(i64::try_from(millis).unwrap_or(MINUTE));
        }
    }

    fn network(&self) -> Option<IpNet> {
        self.client_addr.networks().next().map(|(network, _)| network)
    }
}

/// The CPU budget charged for the part of a response that is computed while the response is sent.
#[derive(Clone)]
pub(crate) struct BodyPayer(pub Arc<dyn Payer>);

pub(crate) async fn limit(State(limiter): State<Arc<Limiter>>, mut request: Request, next: Next) -> Response {
    let client_addr = limiter.client_addr(&request);
    let log = RequestLog::of(&request, client_addr);
    let kind = Kind::of(request.method(), request.uri().path());
    let taken = limiter
        .take(client_addr, Kind::Requests)
        .and_then(|()| kind.map_or(Ok(()), |kind| limiter.take(client_addr, kind)))
        .and_then(|()| limiter.check_cpu_budget(client_addr));
    let answer = match taken {
        Ok(()) => {
            request.extensions_mut().insert(client_addr);
            let charge: Arc<dyn Payer> = CpuCharge::of(&limiter, client_addr);
            let mut answer = charged_to(Arc::clone(&charge), next.run(request)).await;
            answer.extensions_mut().insert(BodyPayer(charge));
            answer.extensions_mut().insert(client_addr);
            answer
        }
        Err(failure) => failure.into_response(),
    };
    log.tell(&answer, &limiter.refusals);
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(client_addr: ClientAddr) -> IpNet {
        client_addr.networks().next().unwrap().0
    }

    fn address(last: u8) -> IpNet {
        network(ClientAddr::example(last))
    }

    fn limiter(limits: Limits) -> Arc<Limiter> {
        Limiter::new(limits, Proxies::default(), Arc::new(crate::MachineTime::default()))
    }

    #[test]
    fn buckets_refill_within_a_minute() {
        let mut buckets = Buckets::default();
        for _ in 0..6 {
            assert_eq!(buckets.take(address(1), 6, 1_000), Ok(()));
        }
        assert_eq!(buckets.take(address(1), 6, 1_000), Err(10_000));
        assert_eq!(buckets.take(address(2), 6, 1_000), Ok(()), "other addresses have their own");
        assert_eq!(buckets.take(address(1), 6, 6_000), Err(5_000));
        assert_eq!(buckets.take(address(1), 6, 11_000), Ok(()));
        assert_eq!(buckets.take(address(1), 6, 11_000), Err(10_000));
        (0..6).for_each(|_| assert_eq!(buckets.take(address(1), 6, 200_000), Ok(())));
        assert!(buckets.take(address(1), 6, 200_000).is_err());
        assert_eq!(buckets.take(address(3), u32::MAX, 0), Ok(()));
    }

    #[test]
    fn memory_is_bounded_and_heavy_users_are_remembered() {
        let mut buckets = Buckets::default();
        let loud = address(1);
        while buckets.take(loud, 10, 0).is_ok() {}
        for one in 0..100_000u32 {
            assert_eq!(
                buckets.take(network(ClientAddr::of((one + (1 << 28)).to_be_bytes().into())), 10, 0),
                Ok(())
            );
            assert!(buckets.0.len() <= MAX_ADDRESSES);
        }
        assert!(buckets.take(loud, 10, 0).is_err());
        assert_eq!(buckets.take(address(2), 10, 3 * MINUTE), Ok(()));
    }

    #[test]
    fn neighbouring_networks_share_limits() {
        let limiter = limiter(Limits { games: 3, ..Limits::default() });
        let begun = |of: &dyn Fn(u32) -> String, networks: u32| {
            let take = |one: u32| limiter.take(ClientAddr::of(of(one).parse().unwrap()), Kind::Games).is_ok();
            (0..networks).flat_map(|one| [one; 3]).filter(|one| take(*one)).count()
        };
        assert_eq!(begun(&|one| format!("2001:db8:0:{one:x}::1"), 256), 12, "a /56");
        assert_eq!(begun(&|one| format!("2001:db8:1:{:x}::1", one << 8), 256), 48, "a /48");
        assert_eq!(begun(&|one| format!("203.0.113.{one}"), 10), 30, "addresses of IPv4");
    }

    #[test]
    fn clients_wait_when_their_cpu_budget_is_used_up() {
        let limiter = limiter(Limits { effort: 6000, ..Limits::default() });
        let charge = CpuCharge::of(&limiter, ClientAddr::example(1));
        charge.pay(Duration::from_micros(5_999_900));
        assert!(limiter.check_cpu_budget(ClientAddr::example(1)).is_ok());
        (0..20).for_each(|_| charge.pay(Duration::from_micros(100)));
        assert!(limiter.check_cpu_budget(ClientAddr::example(1)).is_err());
        for other in [ClientAddr::example(2), ClientAddr::OWN] {
            assert!(limiter.check_cpu_budget(other).is_ok());
        }
        // The debt is limited, even for hours of CPU time.
        charge.pay(Duration::from_secs(3600));
        charge.pay(Duration::from_secs(3600));
        let Err(Error::Limited { seconds }) = limiter.check_cpu_budget(ClientAddr::example(1)) else {
            panic!("not refused")
        };
        assert!(seconds <= 301, "{seconds}");
    }

    #[test]
    fn connections_count_until_they_are_dropped() {
        let limits = Limits { sockets: 2, ..Limits::default() };
        let limiter = limiter(limits);
        let (one, two) = (
            limiter.open_socket(ClientAddr::example(1)).unwrap(),
            limiter.open_socket(ClientAddr::example(1)).unwrap(),
        );
        assert!(
            limiter.open_socket(ClientAddr::example(1)).is_err()
                && limiter.open_socket(ClientAddr::example(2)).is_ok()
        );
        assert!(limiter.open_socket(ClientAddr::OWN).is_ok());
        drop(one);
        let three = limiter.open_socket(ClientAddr::example(1)).unwrap();
        drop((two, three));
        assert!(lock(&limiter.open).is_empty());
    }
}
