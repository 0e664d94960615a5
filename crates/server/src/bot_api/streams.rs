use std::collections::HashMap;
use std::sync::Mutex;

use crate::bot_api::prelude::*;
use crate::lock::lock;

/// Maximum number of streams per account and process: one for events, the rest for games.
const MAX_STREAMS: u32 = 32;

#[derive(Default)]
pub(crate) struct Streams(Mutex<HashMap<AccountId, u32>>);

pub(crate) struct Place {
    streams: Arc<Streams>,
    account: AccountId,
}

impl Streams {
    pub fn open(self: &Arc<Self>, account: AccountId) -> Result<Place, Error> {
        let mut open = lock(&self.0);
        let count = open.entry(account).or_default();
        if *count >= MAX_STREAMS {
            return Err(Error::TooManyStreams);
        }
        *count += 1;
        drop(open);
        Ok(Place { streams: Arc::clone(self), account })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = lock(&self.streams.0);
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
        let places: Vec<Place> = (0..MAX_STREAMS).map(|_| open(ada).ok().unwrap()).collect();
        assert_eq!(open(ada).err(), Some(Error::TooManyStreams));
        assert!(open(bob).is_ok());
        drop(places);
        assert!(open(ada).is_ok() && lock(&streams.0).is_empty());
    }
}
