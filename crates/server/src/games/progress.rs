#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Progress {
    pub version: i64,
    pub events: usize,
}

impl Progress {
    /// Returns whether nothing but events lies between an earlier state and this one.
    pub fn is_events_since(self, earlier: Self) -> bool {
        let changes = self.version.checked_sub(earlier.version).and_then(|raised| usize::try_from(raised).ok());
        changes.is_some() && changes == self.events.checked_sub(earlier.events)
    }

    /// Returns the progress before a change that raised the version by `raised`, with so many events.
    pub fn before(self, raised: usize, events: usize) -> Self {
        Self {
            version: self.version.saturating_sub_unsigned(raised as u64),
            events: self.events.saturating_sub(events),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_alone_raise_a_version_by_their_number() {
        let of = |version, events| Progress { version, events };
        let known = of(5, 3);
        for (now, events) in
            [(of(6, 4), true), (of(9, 7), true), (of(5, 3), true), (of(6, 3), false), (of(8, 4), false)]
        {
            assert_eq!(now.is_events_since(known), events, "{now:?}");
        }
        assert!(!of(4, 2).is_events_since(known), "that is earlier");
        assert_eq!((of(6, 4).before(1, 1), of(6, 3).before(1, 0)), (known, known));
    }
}
