use std::fmt;
use std::ops::Range;

use entourage_kernel::Random;

use super::network::Wire;
use crate::clock::any_offset;
use crate::cluster::Target;
use crate::options::Kind;

pub const SERVERS: usize = 2;

/// A connection between a process and PostgreSQL or NATS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Link {
    Postgres(usize),
    Nats(usize),
    Worker(usize),
    EveryPostgres,
    EveryNats,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    Kill(Target),
    Pause(Target),
    Reset(Link),
    /// The connection stays open, but no data passes.
    Hang(Link),
    Partition(usize, &'static [Wire]),
    /// The system clock of a server is changed by an offset in milliseconds.
    Clock(usize, i64),
}

impl Fault {
    pub fn random(kinds: &[Kind], random: &mut Random) -> Self {
        const WIRES: [&[Wire]; 3] = [&[Wire::Postgres], &[Wire::Nats], &[Wire::Postgres, Wire::Nats]];
        let one = random.below(SERVERS);
        let targets = [Target::Server(one), Target::Worker(one), Target::Postgres, Target::Nats];
        let links =
            [Link::Postgres(one), Link::Nats(one), Link::Worker(one), Link::EveryPostgres, Link::EveryNats];
        match kinds[random.below(kinds.len())] {
            Kind::Kill => Self::Kill(targets[random.below(targets.len())]),
            Kind::Pause => Self::Pause(targets[random.below(targets.len())]),
            Kind::Reset => Self::Reset(links[random.below(links.len())]),
            Kind::Hang => Self::Hang(links[random.below(links.len())]),
            Kind::Clock => Self::Clock(one, any_offset(random)),
            Kind::Partition => Self::Partition(one, WIRES[random.below(WIRES.len())]),
        }
    }

    /// Returns the range of the fault's duration in milliseconds.
    pub fn duration_ms(self) -> Range<usize> {
        match self {
            // Long enough that existing and new connections time out.
            Self::Partition(..) => 1_000..6_000,
            _ => 300..2_500,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kill(target) => write!(f, "{target} killed"),
            Self::Pause(target) => write!(f, "{target} paused"),
            Self::Reset(link) => write!(f, "connections of {} to {} reset", link.ends().0, link.ends().1),
            Self::Hang(link) => write!(f, "connections of {} to {} hang", link.ends().0, link.ends().1),
            Self::Partition(_, [Wire::Postgres]) => write!(f, "a server partitioned from PostgreSQL"),
            Self::Partition(_, [_]) => write!(f, "a server partitioned from NATS"),
            Self::Partition(..) => write!(f, "a server partitioned from PostgreSQL and NATS"),
            Self::Clock(..) => write!(f, "a server's clock set"),
        }
    }
}

impl Link {
    fn ends(self) -> (&'static str, &'static str) {
        match self {
            Self::Postgres(_) => ("a server", "PostgreSQL"),
            Self::Nats(_) => ("a server", "NATS"),
            Self::Worker(_) => ("a worker", "NATS"),
            Self::EveryPostgres => ("all servers", "PostgreSQL"),
            Self::EveryNats => ("all processes", "NATS"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::ValueEnum;

    use super::*;

    #[test]
    fn all_selected_kinds_occur() {
        let drawn = |kinds: &[Kind]| {
            let mut random = Random::new(1);
            (0..1_000).map(|_| Fault::random(kinds, &mut random).to_string()).collect::<BTreeSet<String>>()
        };
        assert_eq!(drawn(Kind::value_variants()).len(), 22);
        let partitions = drawn(&[Kind::Partition]);
        assert!(
            partitions.len() == 3
                && partitions.iter().all(|kind| kind.starts_with("a server partitioned from"))
        );
    }
}
