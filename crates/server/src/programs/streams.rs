use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::programs::prelude::*;

/// Maximum number of streams per account and process: one for events and the rest for games.
const MOST: u32 = 32;

#[derive(Default)]
pub(crate) struct Streams(Mutex<HashMap<AccountId, u32>>);

pub(crate) struct Place {
    streams: Arc<Streams>,
    account: AccountId,
}

impl Streams {
    pub fn open(self: &Arc<Self>, account: AccountId) -> Result<Place, Error> {
        let mut open = self.lock();
        let count = open.entry(account).or_default();
        if *count >= MOST {
            return Err(Error::TooManyStreams);
        }
        *count += 1;
        drop(open);
        Ok(Place { streams: Arc::clone(self), account })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<AccountId, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.streams.lock();
        if let Some(count) = open.get_mut(&self.account) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.account);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_limited_per_account() {
        let (streams, ada, bob) = (Arc::<Streams>::default(), [1; 16], [2; 16]);
        let open = |bits| streams.open(AccountId::from_bits(bits));
        let places: Vec<Place> = (0..MOST).map(|_| open(ada).ok().unwrap()).collect();
        assert_eq!(open(ada).err(), Some(Error::TooManyStreams));
        assert!(open(bob).is_ok());
        drop(places);
        assert!(open(ada).is_ok() && streams.lock().is_empty());
    }
}
