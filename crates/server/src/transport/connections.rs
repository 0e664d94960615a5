use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use ipnet::IpNet;
use tokio::sync::oneshot;

use crate::http::client_addr::{ClientAddr, NetworkCounts};
use crate::lock::lock;

/// Limits connections; closes idle ones to make room, so that no client can block others by keeping many open.
pub(crate) struct Connections {
    most: usize,
    /// Maximum number of connections per address; larger networks get a multiple. 0 means no limit.
    most_each: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    known: HashMap<u64, Known>,
    each: NetworkCounts,
}

struct Known {
    client_addr: ClientAddr,
    /// When the connection became idle; `None` while a response is being sent.
    idle: Option<Instant>,
    busy: usize,
    /// Dropped to end the connection.
    _end: oneshot::Sender<()>,
}

pub(crate) struct Admission {
    connections: Arc<Connections>,
    number: u64,
}

pub(crate) struct Work {
    connections: Arc<Connections>,
    number: u64,
}

impl Connections {
    pub fn new(most: usize, most_each: usize) -> Arc<Self> {
        Arc::new(Self { most, most_each, open: Mutex::default() })
    }

    /// Admits a connection; if necessary, closes the one that has been idle longest. Returns `None` if all are busy.
    /// The new connection must end when the receiver resolves.
    pub fn admit(self: &Arc<Self>, client_addr: ClientAddr) -> Option<(Admission, oneshot::Receiver<()>)> {
        let mut open = lock(&self.open);
        for (network, share) in client_addr.networks() {
            let most = self.most_each.saturating_mul(share as usize);
            let count = open.each.get(network);
            if most > 0 && count >= most && !open.make_room(Some(network)) {
                return None;
            }
        }
        if open.known.len() >= self.most && !open.make_room(None) {
            return None;
        }
        let (end, ended) = oneshot::channel();
        let number = open.next;
        open.next += 1;
        open.each.add(client_addr, 1);
        open.known.insert(number, Known { client_addr, idle: Some(Instant::now()), busy: 0, _end: end });
        Some((Admission { connections: Arc::clone(self), number }, ended))
    }

    pub fn count(&self) -> usize {
        lock(&self.open).known.len()
    }
}

impl Open {
    /// Closes the longest-idle connection in `network` or, if `None`, of the client with the most connections.
    fn make_room(&mut self, network: Option<IpNet>) -> bool {
        let mut counts: HashMap<ClientAddr, usize> = HashMap::new();
        self.known.values().for_each(|one| *counts.entry(one.client_addr).or_default() += 1);
        let within = |one: &Known| {
            network.is_none_or(|network| one.client_addr.networks().any(|(other, _)| other == network))
        };
        let idlers = self.known.iter().filter(|(_, one)| within(one));
        let idlers =
            idlers.filter_map(|(number, one)| Some((*number, one.idle?, counts.get(&one.client_addr))));
        let found = idlers.max_by_key(|(number, since, count)| {
            (network.is_none().then_some(*count), std::cmp::Reverse(*since), std::cmp::Reverse(*number))
        });
        found.is_some_and(|(number, ..)| {
            self.remove(number);
            true
        })
    }

    fn remove(&mut self, number: u64) {
        let Some(one) = self.known.remove(&number) else { return };
        self.each.subtract(one.client_addr, 1);
    }
}

impl Admission {
    pub fn work(&self) -> Work {
        if let Some(one) = lock(&self.connections.open).known.get_mut(&self.number) {
            (one.busy, one.idle) = (one.busy + 1, None);
        }
        Work { connections: Arc::clone(&self.connections), number: self.number }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if let Some(one) = lock(&self.connections.open).known.get_mut(&self.number) {
            one.busy -= 1;
            if one.busy == 0 {
                one.idle = Some(Instant::now());
            }
        }
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        lock(&self.connections.open).remove(self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_connections_yield_to_new_ones() {
        let connections = Connections::new(4, 3);
        let mut first: Vec<_> = (0..3).map(|_| connections.admit(ClientAddr::example(1)).unwrap()).collect();
        // The address is at its limit: its own longest idle connection is closed.
        let _fourth = connections.admit(ClientAddr::example(1)).unwrap();
        assert!(first[0].1.try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Closed));
        assert!(first[1].1.try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Empty));
        let _other = connections.admit(ClientAddr::example(2)).unwrap();
        assert_eq!(connections.count(), 4);
        // The total is at its limit: a connection of the largest client is closed.
        let _third = connections.admit(ClientAddr::example(3)).unwrap();
        assert!(first[1].1.try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Closed));
        drop(first);
        assert_eq!(connections.count(), 3);
    }

    #[test]
    fn busy_connections_are_not_closed() {
        let connections = Connections::new(2, 2);
        let (one, two) = (
            connections.admit(ClientAddr::example(1)).unwrap(),
            connections.admit(ClientAddr::example(1)).unwrap(),
        );
        let work = [one.0.work(), two.0.work()];
        assert!(
            connections.admit(ClientAddr::example(1)).is_none()
                && connections.admit(ClientAddr::example(2)).is_none()
        );
        drop(work);
        assert!(connections.admit(ClientAddr::example(2)).is_some());
    }

    #[test]
    fn local_connections_are_limited_only_in_total() {
        let connections = Connections::new(5, 1);
        let held: Vec<_> = (0..5).map(|_| connections.admit(ClientAddr::OWN).unwrap()).collect();
        let _one = connections.admit(ClientAddr::example(1)).unwrap();
        assert_eq!(connections.count(), 5);
        drop(held);
        assert_eq!(connections.count(), 1);
    }
}
