use crate::http::prelude::*;
use crate::lock::lock;

/// Maximum number of networks in memory; beyond it, those with the fewest offers are dropped.
const MAX_NETWORKS: usize = 1 << 14;

/// Limits the open games and seeks, or the open tournaments, offered by each network, so that no one floods the public
/// lists. Offers from before a restart do not count.
pub(crate) struct Offers<T> {
    /// Maximum number of offers per address; larger networks get a multiple. 0 means no limit.
    most: u32,
    known: Mutex<HashMap<IpNet, Known<T>>>,
}

struct Known<T> {
    begun: usize,
    offers: Vec<T>,
}

impl<T> Default for Known<T> {
    fn default() -> Self {
        Self { begun: 0, offers: Vec::new() }
    }
}

/// An offer being created, which already counts. Once created, the offer counts as long as it is open.
pub(crate) struct Offering<T> {
    offers: Arc<Offers<T>>,
    client_addr: ClientAddr,
}

impl<T: Copy + PartialEq> Offers<T> {
    pub fn new(most: u32) -> Arc<Self> {
        Arc::new(Self { most, known: Mutex::default() })
    }

    pub fn begin(self: &Arc<Self>, client_addr: ClientAddr) -> Result<Offering<T>, Error> {
        let client_addr = if self.most > 0 { client_addr } else { ClientAddr::OWN };
        let mut known = lock(&self.known);
        let full = |(network, share): (IpNet, u32)| {
            let most = self.most.saturating_mul(share) as usize;
            known.get(&network).is_some_and(|known| known.begun + known.offers.len() >= most)
        };
        if client_addr.networks().any(full) {
            return Err(Error::TooManyOffers);
        }
        client_addr.networks().for_each(|(network, _)| known.entry(network).or_default().begun += 1);
        Ok(Offering { offers: Arc::clone(self), client_addr })
    }

    pub fn of(&self, client_addr: ClientAddr) -> Vec<T> {
        let known = lock(&self.known);
        let each = client_addr.networks().filter_map(|(network, _)| known.get(&network));
        each.flat_map(|known| known.offers.iter().copied()).collect()
    }

    pub fn keep(&self, client_addr: ClientAddr, offered: &[T]) {
        let mut known = lock(&self.known);
        for (network, _) in client_addr.networks() {
            if let Some(known) = known.get_mut(&network) {
                known.offers.retain(|game| offered.contains(game));
            }
        }
    }
}

impl<T: Copy> Offering<T> {
    pub fn complete(self, offer: T) {
        let mut known = lock(&self.offers.known);
        for (network, _) in self.client_addr.networks() {
            known.entry(network).or_default().offers.push(offer);
        }
        if known.len() > MAX_NETWORKS {
            known.retain(|_, known| known.begun > 0 || known.offers.len() > 1);
        }
    }
}

impl<T> Drop for Offering<T> {
    fn drop(&mut self) {
        let mut known = lock(&self.offers.known);
        for (network, _) in self.client_addr.networks() {
            if let Some(of) = known.get_mut(&network) {
                of.begun -= 1;
                if of.begun == 0 && of.offers.is_empty() {
                    known.remove(&network);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use entourage_record::GameId;

    use super::*;

    fn game() -> GameId {
        GameId::from_bits(entourage_store::random().unwrap())
    }

    #[test]
    fn offers_count_until_they_are_closed() {
        let offers = Offers::new(2);
        let client_addr = ClientAddr::example(1);
        // Offers in preparation count too.
        let (one, two) = (offers.begin(client_addr).unwrap(), offers.begin(client_addr).unwrap());
        assert!(offers.begin(client_addr).is_err() && offers.begin(ClientAddr::OWN).is_ok());
        let kept = game();
        one.complete(kept);
        assert!(offers.begin(client_addr).is_err());
        drop(two);
        let other = game();
        offers.begin(client_addr).unwrap().complete(other);
        assert!(offers.begin(client_addr).is_err());
        assert_eq!(offers.of(client_addr), [kept, other]);
        offers.keep(client_addr, &[other]);
        assert!(offers.begin(client_addr).is_ok());
        offers.keep(client_addr, &[]);
        drop(offers.begin(client_addr));
        assert!(lock(&offers.known).is_empty());
        assert!((0..9).all(|_| Offers::<GameId>::new(0).begin(client_addr).is_ok()));
    }
}
