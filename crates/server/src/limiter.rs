//! How much an address may ask for. Each kind of request has a bucket an address, which a minute fills; what is kept of it is one
//! number, and the number of addresses is bounded. A crate would bring more code than this, and maps that grow with the addresses.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::failure::Failure;
use crate::{Limits, Time};

/// The most addresses kept in mind for one kind of request; beyond it those who asked least are forgotten.
const MOST: usize = 1 << 14;
/// How long an empty bucket takes to fill, in milliseconds.
const MINUTE: i64 = 60_000;

/// The address that a connection comes from.
#[derive(Clone, Copy)]
pub(crate) struct Peer(pub IpAddr);

/// Whose requests are counted together: an IPv4 address, or the network of an IPv6 address that one customer gets (its first
/// 64 bits). `None` is the machine itself, which is not limited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Visitor(Option<IpAddr>);

impl Visitor {
    /// Tells whose request it is that comes from an address.
    pub fn of(address: IpAddr) -> Self {
        let address = address.to_canonical();
        Self(match address {
            address if address.is_loopback() => None,
            IpAddr::V4(_) => Some(address),
            IpAddr::V6(address) => {
                let network = u128::from(address) & !u128::from(u64::MAX);
                Some(IpAddr::V6(Ipv6Addr::from(network)))
            }
        })
    }
}

/// Counts what visitors ask for.
pub(crate) struct Limiter {
    limits: Limits,
    /// Whether a proxy in front says who asks.
    behind_proxy: bool,
    time: Arc<dyn Time>,
    buckets: [Mutex<Buckets>; Kind::ALL.len()],
    open: Mutex<HashMap<IpAddr, u32>>,
    /// Whether the operator was told that limits do not see who asks.
    warned: AtomicBool,
}

/// A kind of request that has a limit of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Requests,
    Changes,
    Games,
    Pictures,
    Connects,
    Mails,
}

impl Kind {
    const ALL: [Self; 6] =
        [Self::Requests, Self::Changes, Self::Games, Self::Pictures, Self::Connects, Self::Mails];

    /// Returns the kind that a request counts as beside being one.
    fn of(method: &Method, path: &str) -> Option<Self> {
        match path {
            "/board.svg" => Some(Self::Pictures),
            "/api/live" => Some(Self::Connects),
            "/api/games" | "/api/invitations/take" if *method == Method::POST => Some(Self::Games),
            _ if *method == Method::POST => Some(Self::Changes),
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
        }
    }
}

/// For each address when its bucket will be full again, in milliseconds since 1970 (UTC); one that is full has no entry.
#[derive(Default)]
struct Buckets(HashMap<IpAddr, i64>);

impl Buckets {
    /// Takes one of so many a minute, or tells in how many milliseconds there is one.
    fn take(&mut self, address: IpAddr, most: u32, now: i64) -> Result<(), i64> {
        let one = MINUTE / i64::from(most.max(1)).min(MINUTE);
        // A machine's clock may be set back: nobody waits longer than a minute for it.
        let full = self.0.get(&address).map_or(now, |full| (*full).clamp(now, now + MINUTE));
        let then = full + one;
        if then - now > MINUTE {
            return Err(then - now - MINUTE);
        }
        self.0.insert(address, then);
        if self.0.len() > MOST {
            self.forget(now);
        }
        Ok(())
    }

    /// Forgets full buckets, and if these are few, the fuller half of all.
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

/// A socket that counts among those its visitor has open until it is dropped.
pub(crate) struct Sitting {
    limiter: Arc<Limiter>,
    address: Option<IpAddr>,
}

impl Limiter {
    /// Counts from nothing.
    pub fn new(limits: Limits, behind_proxy: bool, time: Arc<dyn Time>) -> Arc<Self> {
        let (buckets, open) = (Default::default(), Mutex::default());
        Arc::new(Self { limits, behind_proxy, time, buckets, open, warned: AtomicBool::new(false) })
    }

    /// Tells whose request it is.
    fn visitor(&self, request: &Request) -> Visitor {
        let Some(Peer(peer)) = request.extensions().get::<Peer>().copied() else { return Visitor(None) };
        let forwarded = forwarded(request.headers());
        if forwarded.is_some() && !self.behind_proxy && self.limits != Limits::NONE {
            self.warn();
        }
        Visitor::of(forwarded.filter(|_| self.behind_proxy).unwrap_or(peer))
    }

    /// Tells the operator once that limits do not see who asks.
    fn warn(&self) {
        if !self.warned.swap(true, Ordering::Relaxed) {
            let line = "entourage: requests come through a proxy; with --behind-proxy each of its clients has limits of his own";
            let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("{line}\n").as_bytes());
        }
    }

    /// Takes one request of a kind, or tells how many seconds to wait for it.
    pub fn take(&self, visitor: Visitor, kind: Kind) -> Result<(), Failure> {
        let (Visitor(Some(address)), most @ 1..) = (visitor, kind.most(&self.limits)) else { return Ok(()) };
        let taken = lock(&self.buckets[kind as usize]).take(address, most, self.time.now());
        // A wait of a moment is told as a second.
        taken.map_err(|wait| Failure::Limited { seconds: u32::try_from(wait / 1000 + 1).unwrap_or(60) })
    }

    /// Opens a socket, unless its visitor has too many.
    pub fn sit(self: &Arc<Self>, visitor: Visitor) -> Result<Sitting, Failure> {
        let most = self.limits.sockets;
        let address = visitor.0.filter(|_| most > 0);
        if let Some(address) = address {
            let mut open = lock(&self.open);
            let count = open.entry(address).or_default();
            if *count >= most {
                return Err(Failure::Limited { seconds: 60 });
            }
            *count += 1;
        }
        Ok(Sitting { limiter: Arc::clone(self), address })
    }
}

impl Drop for Sitting {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut open = lock(&self.limiter.open);
        if let Some(count) = open.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&address);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns who asks according to the nearest proxy: the last address in `X-Forwarded-For`, as those before it are what the client says himself.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    // What the client says himself before it may be no text at all.
    let last = last.as_bytes().rsplit(|byte| *byte == b',').next().unwrap_or_default();
    let last = std::str::from_utf8(last).ok()?.trim();
    let bare = last.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or(last, |(bare, _)| bare);
    bare.parse().ok().or_else(|| last.parse::<std::net::SocketAddr>().ok().map(|address| address.ip()))
}

/// Refuses whoever asks too much, and tells those who answer whose request it is.
pub(crate) async fn limit(State(limiter): State<Arc<Limiter>>, mut request: Request, next: Next) -> Response {
    let visitor = limiter.visitor(&request);
    let kind = Kind::of(request.method(), request.uri().path());
    let taken = limiter
        .take(visitor, Kind::Requests)
        .and_then(|()| kind.map_or(Ok(()), |kind| limiter.take(visitor, kind)));
    match taken {
        Ok(()) => {
            request.extensions_mut().insert(visitor);
            next.run(request).await
        }
        Err(failure) => failure.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([203, 0, 113, last])
    }

    #[test]
    fn a_minute_fills_a_bucket() {
        let mut buckets = Buckets::default();
        for _ in 0..6 {
            assert_eq!(buckets.take(address(1), 6, 1_000), Ok(()));
        }
        assert_eq!(buckets.take(address(1), 6, 1_000), Err(10_000));
        assert_eq!(buckets.take(address(2), 6, 1_000), Ok(()), "another's is its own");
        assert_eq!(buckets.take(address(1), 6, 6_000), Err(5_000));
        assert_eq!(buckets.take(address(1), 6, 11_000), Ok(()));
        assert_eq!(buckets.take(address(1), 6, 11_000), Err(10_000));
        assert_eq!(buckets.take(address(1), 6, 0), Err(10_000), "the clock was set back");
        (0..6).for_each(|_| assert_eq!(buckets.take(address(1), 6, 200_000), Ok(())));
        assert!(buckets.take(address(1), 6, 200_000).is_err());
        assert_eq!(buckets.take(address(3), u32::MAX, 0), Ok(()));
    }

    #[test]
    fn memory_is_bounded_and_who_asked_much_is_remembered() {
        let mut buckets = Buckets::default();
        let loud = address(1);
        while buckets.take(loud, 10, 0).is_ok() {}
        for one in 0..100_000u32 {
            assert_eq!(buckets.take(IpAddr::from((one + (1 << 28)).to_be_bytes()), 10, 0), Ok(()));
            assert!(buckets.0.len() <= MOST);
        }
        assert!(buckets.take(loud, 10, 0).is_err());
        assert_eq!(buckets.take(address(2), 10, 3 * MINUTE), Ok(()));
    }

    #[test]
    fn an_ipv6_network_is_one_visitor() {
        let of = |text: &str| Visitor::of(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:ffff:ffff:ffff"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:203.0.113.7"), of("203.0.113.7"));
        assert_ne!(of("203.0.113.7"), of("203.0.113.8"));
        assert_eq!(
            (of("127.0.0.1"), of("::1"), of("::ffff:127.0.0.1")),
            (Visitor(None), Visitor(None), Visitor(None))
        );
    }

    #[test]
    fn the_nearest_proxy_is_believed() {
        let read = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append("x-forwarded-for", value.parse().unwrap());
            }
            forwarded(&headers).map(|address| address.to_string())
        };
        assert_eq!(read(&["1.2.3.4"]).as_deref(), Some("1.2.3.4"));
        assert_eq!(read(&["6.6.6.6, 1.2.3.4"]).as_deref(), Some("1.2.3.4"));
        assert_eq!(read(&["6.6.6.6", "5.5.5.5 ,1.2.3.4"]).as_deref(), Some("1.2.3.4"));
        assert_eq!(read(&["[2001:db8::1]:443"]).as_deref(), Some("2001:db8::1"));
        assert_eq!(read(&["1.2.3.4:5678"]).as_deref(), Some("1.2.3.4"));
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_bytes(b"\xe9, 1.2.3.4").unwrap());
        assert_eq!(forwarded(&headers), Some(IpAddr::from([1, 2, 3, 4])), "what a client says is no way out");
        assert_eq!((read(&[]), read(&[""]), read(&["1.2.3.4, unknown"])), (None, None, None));
    }

    #[test]
    fn sockets_count_until_they_are_dropped() {
        let limits = Limits { sockets: 2, ..Limits::default() };
        let limiter = Limiter::new(limits, false, Arc::new(crate::MachineTime));
        let visitor = Visitor(Some(address(1)));
        let (one, two) = (limiter.sit(visitor).unwrap(), limiter.sit(visitor).unwrap());
        assert!(limiter.sit(visitor).is_err() && limiter.sit(Visitor(Some(address(2)))).is_ok());
        assert!(limiter.sit(Visitor(None)).is_ok());
        drop(one);
        let three = limiter.sit(visitor).unwrap();
        drop((two, three));
        assert!(lock(&limiter.open).is_empty());
    }
}
