use entourage_record::GameId;

use crate::http::prelude::*;

/// Maximum number of networks in memory; beyond it, those with the fewest offers are dropped.
const MOST: usize = 1 << 14;

/// Open games offered by each network, limited so that no one floods the public list. Offers from before a
/// restart do not count.
pub(crate) struct Offers {
    /// Maximum per network, multiplied by its share; 0 for no limit.
    most: u32,
    known: Mutex<HashMap<Network, Known>>,
}

#[derive(Default)]
struct Known {
    begun: usize,
    games: Vec<GameId>,
}

/// Counts an offer until it is dropped or, once completed, while the game is open.
pub(crate) struct Offering {
    offers: Arc<Offers>,
    visitor: Visitor,
}

impl Offers {
    pub fn new(most: u32) -> Arc<Self> {
        Arc::new(Self { most, known: Mutex::default() })
    }

    pub fn begin(self: &Arc<Self>, visitor: Visitor) -> Result<Offering, Error> {
        let visitor = if self.most > 0 { visitor } else { Visitor::OWN };
        let mut known = self.lock();
        let full = |(network, share): (Network, u32)| {
            let most = self.most.saturating_mul(share) as usize;
            known.get(&network).is_some_and(|known| known.begun + known.games.len() >= most)
        };
        if visitor.networks().any(full) {
            return Err(Error::TooManyOffers);
        }
        visitor.networks().for_each(|(network, _)| known.entry(network).or_default().begun += 1);
        Ok(Offering { offers: Arc::clone(self), visitor })
    }

    pub fn of(&self, visitor: Visitor) -> Vec<GameId> {
        let known = self.lock();
        let each = visitor.networks().filter_map(|(network, _)| known.get(&network));
        each.flat_map(|known| known.games.iter().copied()).collect()
    }

    pub fn keep(&self, visitor: Visitor, offered: &[GameId]) {
        let mut known = self.lock();
        for (network, _) in visitor.networks() {
            if let Some(known) = known.get_mut(&network) {
                known.games.retain(|game| offered.contains(game));
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Network, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Offering {
    pub fn complete(self, game: GameId) {
        let mut known = self.offers.lock();
        for (network, _) in self.visitor.networks() {
            known.entry(network).or_default().games.push(game);
        }
        if known.len() > MOST {
            known.retain(|_, known| known.begun > 0 || known.games.len() > 1);
        }
    }
}

impl Drop for Offering {
    fn drop(&mut self) {
        let mut known = self.offers.lock();
        for (network, _) in self.visitor.networks() {
            if let Some(of) = known.get_mut(&network) {
                of.begun -= 1;
                if of.begun == 0 && of.games.is_empty() {
                    known.remove(&network);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> GameId {
        GameId::from_bits(entourage_store::random().unwrap())
    }

    #[test]
    fn offers_count_until_they_are_closed() {
        let offers = Offers::new(2);
        let visitor = Visitor::of([203, 0, 113, 1].into());
        // Offers in preparation count too.
        let (one, two) = (offers.begin(visitor).unwrap(), offers.begin(visitor).unwrap());
        assert!(offers.begin(visitor).is_err() && offers.begin(Visitor::OWN).is_ok());
        let kept = game();
        one.complete(kept);
        assert!(offers.begin(visitor).is_err());
        drop(two);
        let other = game();
        offers.begin(visitor).unwrap().complete(other);
        assert!(offers.begin(visitor).is_err());
        assert_eq!(offers.of(visitor), [kept, other]);
        offers.keep(visitor, &[other]);
        assert!(offers.begin(visitor).is_ok());
        offers.keep(visitor, &[]);
        drop(offers.begin(visitor));
        assert!(offers.lock().is_empty());
        assert!((0..9).all(|_| Offers::new(0).begin(visitor).is_ok()));
    }
}
