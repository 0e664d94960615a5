use std::fmt;

use entourage_kernel::Random;

use super::network::Wire;
use crate::clock::any_offset;
use crate::cluster::Target;
use crate::options::Kind;

pub const SERVERS: usize = 2;

/// A connection between a process and what it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Link {
    /// From a server to the database.
    Postgres(usize),
    /// From a server to the broker.
    Nats(usize),
    /// From a worker to the broker.
    Worker(usize),
    EveryPostgres,
    EveryNats,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    Kill(Target),
    Pause(Target),
    /// Every connection is reset.
    Cut(Link),
    /// Nothing passes, and neither end notices.
    Hush(Link),
    /// The network between a server and what it needs is interrupted.
    Part(usize, &'static [Wire]),
    /// A server's date is set by so many milliseconds.
    Step(usize, i64),
}

impl Fault {
    /// Draws a fault of some kinds; each kind and each place is equally likely.
    pub fn any(kinds: &[Kind], random: &mut Random) -> Self {
        const WIRES: [&[Wire]; 3] = [&[Wire::Postgres], &[Wire::Nats], &[Wire::Postgres, Wire::Nats]];
        let one = random.below(SERVERS);
        let targets = [Target::Server(one), Target::Worker(one), Target::Postgres, Target::Nats];
        let links =
            [Link::Postgres(one), Link::Nats(one), Link::Worker(one), Link::EveryPostgres, Link::EveryNats];
        match kinds[random.below(kinds.len())] {
            Kind::Kill => Self::Kill(targets[random.below(targets.len())]),
            Kind::Pause => Self::Pause(targets[random.below(targets.len())]),
            Kind::Cut => Self::Cut(links[random.below(links.len())]),
            Kind::Hush => Self::Hush(links[random.below(links.len())]),
            Kind::Step => Self::Step(one, any_offset(random)),
            Kind::Part => Self::Part(one, WIRES[random.below(WIRES.len())]),
        }
    }

    /// Returns how long it lasts in milliseconds, at least and at most.
    pub fn lasts(self) -> (usize, usize) {
        match self {
            // Long enough that connections are given up, and new ones fail.
            Self::Part(..) => (1_000, 6_000),
            _ => (300, 2_500),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kill(target) => write!(f, "{target} killed"),
            Self::Pause(target) => write!(f, "{target} paused"),
            Self::Cut(link) => write!(f, "{} cut off from {}", link.ends().0, link.ends().1),
            Self::Hush(link) => write!(f, "nothing passes between {} and {}", link.ends().0, link.ends().1),
            Self::Part(_, [Wire::Postgres]) => write!(f, "a server parted from PostgreSQL"),
            Self::Part(_, [_]) => write!(f, "a server parted from NATS"),
            Self::Part(..) => write!(f, "a server parted from PostgreSQL and NATS"),
            Self::Step(..) => write!(f, "a server's date set"),
        }
    }
}

impl Link {
    fn ends(self) -> (&'static str, &'static str) {
        match self {
            Self::Postgres(_) => ("a server", "PostgreSQL"),
            Self::Nats(_) => ("a server", "NATS"),
            Self::Worker(_) => ("a worker", "NATS"),
            Self::EveryPostgres => ("PostgreSQL", "all servers"),
            Self::EveryNats => ("NATS", "everybody"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::ValueEnum;

    use super::*;

    #[test]
    fn every_kind_comes_and_none_that_is_not_wanted() {
        let drawn = |kinds: &[Kind]| {
            let mut random = Random::new(1);
            (0..1_000).map(|_| Fault::any(kinds, &mut random).to_string()).collect::<BTreeSet<String>>()
        };
        assert_eq!(drawn(Kind::value_variants()).len(), 22);
        let parted = drawn(&[Kind::Part]);
        assert!(parted.len() == 3 && parted.iter().all(|kind| kind.starts_with("a server parted from")));
    }
}
