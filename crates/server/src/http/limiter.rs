//! Rate limits. Each kind of request has a bucket per address, which refills within a minute. A bucket is a
//! single number, and the number of addresses is bounded.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::asked::Asked;
use super::offers::Offers;
use super::visitor::{Peer, is_forwarded};
use crate::effort::{Payer, paid};
use crate::http::prelude::*;
use crate::limits::Limits;
use crate::proxies::Proxies;
use crate::seldom::Seldom;
use crate::time::Time;

/// Maximum number of addresses per kind of request; beyond it, those with the fewest requests are dropped.
const MOST: usize = 1 << 14;
/// Time in which an empty bucket refills, in milliseconds.
const MINUTE: i64 = 60_000;
const CARD: &str = "/card.png";
/// Maximum time that a client is refused for its CPU use, in milliseconds.
const LONGEST_DEBT: i64 = 5 * MINUTE;

pub(crate) struct Limiter {
    limits: Limits,
    proxies: Proxies,
    time: Arc<dyn Time>,
    buckets: [Mutex<Buckets>; Kind::ALL.len()],
    /// CPU budget of each network, in milliseconds per minute.
    effort: Mutex<Buckets>,
    open: Mutex<HashMap<Network, u32>>,
    pub offers: Arc<Offers>,
    refusals: Seldom,
    warned: AtomicBool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Requests,
    Changes,
    Games,
    Pictures,
    Connects,
    Mails,
    Definitions,
    Attempts,
    Accounts,
}

impl Kind {
    const ALL: [Self; 9] = [
        Self::Requests,
        Self::Changes,
        Self::Games,
        Self::Pictures,
        Self::Connects,
        Self::Mails,
        Self::Definitions,
        Self::Attempts,
        Self::Accounts,
    ];

    fn of(method: &Method, path: &str) -> Option<Self> {
        match path {
            "/board.svg" => Some(Self::Pictures),
            path if path.ends_with(CARD) => Some(Self::Pictures),
            "/api/live" | "/api/lobby" | "/api/stream/event" => Some(Self::Connects),
            path if path.contains("/game/stream/") => Some(Self::Connects),
            "/api/games" | "/api/invitations/take" | "/api/seeks" | "/api/seeks/take"
                if *method == Method::POST =>
            {
                Some(Self::Games)
            }
            path if path.starts_with("/api/challenge/") && *method == Method::POST => Some(Self::Games),
            "/api/definitions" if *method == Method::POST => Some(Self::Definitions),
            "/api/account/mail" | "/api/recovery" if matches!(*method, Method::POST | Method::PUT) => {
                Some(Self::Mails)
            }
            "/api/account/mail/answer" => Some(Self::Attempts),
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

/// When each network's bucket is full again, in milliseconds of the machine's clock; full ones have no entry.
#[derive(Default)]
struct Buckets(HashMap<Network, i64>);

impl Buckets {
    /// Takes one of `most` per minute, or returns how many milliseconds to wait.
    fn take(&mut self, network: Network, most: u32, now: i64) -> Result<(), i64> {
        let one = MINUTE / i64::from(most.max(1)).min(MINUTE);
        let full = self.0.get(&network).map_or(now, |full| (*full).clamp(now, now + MINUTE));
        let then = full + one;
        if then - now > MINUTE {
            return Err(then - now - MINUTE);
        }
        self.0.insert(network, then);
        if self.0.len() > MOST {
            self.forget(now);
        }
        Ok(())
    }

    /// Takes any number, even beyond what is left; the debt is limited.
    fn spend(&mut self, network: Network, most: u32, count: i64, now: i64) {
        let full = self.0.get(&network).map_or(now, |full| (*full).clamp(now, now + LONGEST_DEBT));
        self.0.insert(network, full + count * MINUTE / i64::from(most.max(1)));
        if self.0.len() > MOST {
            self.forget(now);
        }
    }

    fn debt(&self, network: Network, now: i64) -> Result<(), i64> {
        let wait = self.0.get(&network).map_or(0, |full| full - now - MINUTE);
        if wait > 0 { Err(wait.min(LONGEST_DEBT)) } else { Ok(()) }
    }

    /// Drops full buckets; if too many remain, also the fuller half.
    fn forget(&mut self, now: i64) {
        self.0.retain(|_, full| *full > now);
        if self.0.len() > MOST / 2 {
            let mut all: Vec<i64> = self.0.values().copied().collect();
            let middle = all.len() / 2;
            let (_, middle, _) = all.select_nth_unstable(middle);
            let middle = *middle;
            self.0.retain(|_, full| *full > middle);
        }
    }
}

/// Counts an open connection until it is dropped.
pub(crate) struct Sitting {
    limiter: Arc<Limiter>,
    visitor: Visitor,
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
            refusals: Seldom::new(),
            warned: AtomicBool::new(false),
        })
    }

    fn visitor(&self, request: &Request) -> Visitor {
        let Some(Peer(peer)) = request.extensions().get::<Peer>().copied() else { return Visitor::OWN };
        if self.proxies.is_empty() && is_forwarded(request.headers()) && self.limits != Limits::NONE {
            self.warn();
        }
        Visitor::behind(&self.proxies, peer, request.headers())
    }

    fn warn(&self) {
        if !self.warned.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                "requests come through a proxy that is not trusted; use --behind-proxy to limit each client separately"
            );
        }
    }

    pub fn take(&self, visitor: Visitor, kind: Kind) -> Result<(), Error> {
        let (most @ 1.., now) = (kind.most(&self.limits), self.time.elapsed()) else { return Ok(()) };
        let mut buckets = lock(&self.buckets[kind as usize]);
        for (network, share) in visitor.networks() {
            let taken = buckets.take(network, most.saturating_mul(share), now);
            taken.map_err(too_much)?;
        }
        Ok(())
    }

    /// Refuses a client whose CPU budget is used up.
    pub fn afford(&self, visitor: Visitor) -> Result<(), Error> {
        let effort = lock(&self.effort);
        let debt = |(network, _)| effort.debt(network, self.time.elapsed());
        visitor.networks().try_for_each(debt).map_err(too_much)
    }

    pub fn sit(self: &Arc<Self>, visitor: Visitor) -> Result<Sitting, Error> {
        let most = self.limits.sockets;
        let visitor = if most > 0 { visitor } else { Visitor::OWN };
        let mut open = lock(&self.open);
        for (network, share) in visitor.networks() {
            if open.get(&network).is_some_and(|count| *count >= most.saturating_mul(share)) {
                return Err(Error::Limited { seconds: 60 });
            }
        }
        visitor.networks().for_each(|(network, _)| *open.entry(network).or_default() += 1);
        drop(open);
        Ok(Sitting { limiter: Arc::clone(self), visitor })
    }
}

impl Drop for Sitting {
    fn drop(&mut self) {
        let mut open = lock(&self.limiter.open);
        for (network, _) in self.visitor.networks() {
            if let Some(count) = open.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    open.remove(&network);
                }
            }
        }
    }
}

fn too_much(wait: i64) -> Error {
    Error::Limited { seconds: u32::try_from(wait / 1000 + 1).unwrap_or(60) }
}

pub(crate) struct Bill {
    limiter: Arc<Limiter>,
    visitor: Visitor,
    /// Microseconds not yet charged, less than a millisecond.
    micros: AtomicU64,
}

impl Bill {
    pub fn of(limiter: &Arc<Limiter>, visitor: Visitor) -> Arc<Self> {
        Arc::new(Self { limiter: Arc::clone(limiter), visitor, micros: AtomicU64::new(0) })
    }

    fn spend(&self, millis: i64) {
        let Limiter { limits: Limits { effort: most @ 1.., .. }, time, effort, .. } = &*self.limiter else {
            return;
        };
        let (now, mut effort) = (time.elapsed(), lock(effort));
        for (network, share) in self.visitor.networks() {
            effort.spend(network, most.saturating_mul(share), millis, now);
        }
    }
}

/// Rounds the rest, so that the cost of many small requests adds up correctly.
impl Drop for Bill {
    fn drop(&mut self) {
        if *self.micros.get_mut() >= 500 {
            self.spend(1);
        }
    }
}

impl Payer for Bill {
    fn pay(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let owed = self.micros.fetch_add(micros, Ordering::Relaxed).saturating_add(micros);
        let millis = owed / 1000;
        if millis > 0 {
            self.micros.fetch_sub(millis * 1000, Ordering::Relaxed);
            self.spend(i64::try_from(millis).unwrap_or(MINUTE));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The payer for the part of a response that is computed while it is sent.
#[derive(Clone)]
pub(crate) struct Paying(pub Arc<dyn Payer>);

pub(crate) async fn limit(State(limiter): State<Arc<Limiter>>, mut request: Request, next: Next) -> Response {
    let visitor = limiter.visitor(&request);
    let asked = Asked::of(&request, visitor);
    let kind = Kind::of(request.method(), request.uri().path());
    let taken = limiter
        .take(visitor, Kind::Requests)
        .and_then(|()| kind.map_or(Ok(()), |kind| limiter.take(visitor, kind)))
        .and_then(|()| limiter.afford(visitor));
    let answer = match taken {
        Ok(()) => {
            request.extensions_mut().insert(visitor);
            let bill: Arc<dyn Payer> = Bill::of(&limiter, visitor);
            let mut answer = paid(Arc::clone(&bill), next.run(request)).await;
            answer.extensions_mut().insert(Paying(bill));
            answer.extensions_mut().insert(visitor);
            answer
        }
        Err(failure) => failure.into_response(),
    };
    asked.tell(&answer, &limiter.refusals);
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(last: u8) -> Visitor {
        Visitor::of([203, 0, 113, last].into())
    }

    fn network(visitor: Visitor) -> Network {
        visitor.networks().next().unwrap().0
    }

    fn address(last: u8) -> Network {
        network(visitor(last))
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
                buckets.take(network(Visitor::of((one + (1 << 28)).to_be_bytes().into())), 10, 0),
                Ok(())
            );
            assert!(buckets.0.len() <= MOST);
        }
        assert!(buckets.take(loud, 10, 0).is_err());
        assert_eq!(buckets.take(address(2), 10, 3 * MINUTE), Ok(()));
    }

    #[test]
    fn neighbouring_networks_share_limits() {
        let limiter = limiter(Limits { games: 3, ..Limits::default() });
        let begun = |of: &dyn Fn(u32) -> String, networks: u32| {
            let take = |one: u32| limiter.take(Visitor::of(of(one).parse().unwrap()), Kind::Games).is_ok();
            (0..networks).flat_map(|one| [one; 3]).filter(|one| take(*one)).count()
        };
        assert_eq!(begun(&|one| format!("2001:db8:0:{one:x}::1"), 256), 12, "a /56");
        assert_eq!(begun(&|one| format!("2001:db8:1:{:x}::1", one << 8), 256), 48, "a /48");
        assert_eq!(begun(&|one| format!("203.0.113.{one}"), 10), 30, "addresses of IPv4");
    }

    #[test]
    fn clients_wait_when_their_cpu_budget_is_used_up() {
        let limiter = limiter(Limits { effort: 6000, ..Limits::default() });
        let bill = Bill::of(&limiter, visitor(1));
        bill.pay(Duration::from_micros(5_999_900));
        assert!(limiter.afford(visitor(1)).is_ok());
        (0..20).for_each(|_| bill.pay(Duration::from_micros(100)));
        assert!(limiter.afford(visitor(1)).is_err() && limiter.afford(visitor(2)).is_ok());
        assert!(limiter.afford(Visitor::OWN).is_ok());
        // The debt is limited, even for hours of CPU time.
        bill.pay(Duration::from_secs(3600));
        bill.pay(Duration::from_secs(3600));
        let Err(Error::Limited { seconds }) = limiter.afford(visitor(1)) else { panic!("not refused") };
        assert!(seconds <= 301, "{seconds}");
    }

    #[test]
    fn connections_count_until_they_are_dropped() {
        let limits = Limits { sockets: 2, ..Limits::default() };
        let limiter = limiter(limits);
        let (one, two) = (limiter.sit(visitor(1)).unwrap(), limiter.sit(visitor(1)).unwrap());
        assert!(limiter.sit(visitor(1)).is_err() && limiter.sit(visitor(2)).is_ok());
        assert!(limiter.sit(Visitor::OWN).is_ok());
        drop(one);
        let three = limiter.sit(visitor(1)).unwrap();
        drop((two, three));
        assert!(lock(&limiter.open).is_empty());
    }
}
