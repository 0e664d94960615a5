use entourage_kernel::Random;

use crate::network::Wire;

/// The servers and the workers that there are.
pub const SERVERS: usize = 2;
/// How far a date is set at most, in milliseconds: three days.
const FARTHEST: usize = 3 * 24 * 3600 * 1000;

/// What fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// One of the servers.
    Server(usize),
    /// One of the workers.
    Worker(usize),
    /// The database.
    Postgres,
    /// The broker.
    Nats,
}

/// What lies between those that need something and what they need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Link {
    /// The way of a server to the database.
    Postgres(usize),
    /// The way of a server to the broker.
    Nats(usize),
    /// The way of a worker to the broker.
    Worker(usize),
    /// The ways of all servers to the database.
    EveryPostgres,
    /// The ways of all servers and workers to the broker.
    EveryNats,
}

/// What a server is parted from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// The database.
    Postgres,
    /// The broker.
    Nats,
    /// Both.
    Both,
}

impl From {
    /// Lists the wires that are pulled out.
    pub fn wires(self) -> &'static [Wire] {
        match self {
            Self::Postgres => &[Wire::Postgres],
            Self::Nats => &[Wire::Nats],
            Self::Both => &[Wire::Postgres, Wire::Nats],
        }
    }
}

/// How something fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It is killed, and started again.
    Kill(Target),
    /// It stands still for a while.
    Pause(Target),
    /// Every connection is reset, and none made.
    Cut(Link),
    /// Nothing passes any more, and nobody is told.
    Hush(Link),
    /// The network between a server and what it needs comes apart.
    Part(usize, From),
    /// A server's date is set so many milliseconds later.
    Step(usize, i64),
}

/// A kind of fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// [`Fault::Kill`].
    Kill,
    /// [`Fault::Pause`].
    Pause,
    /// [`Fault::Cut`].
    Cut,
    /// [`Fault::Hush`].
    Hush,
    /// [`Fault::Step`].
    Step,
    /// [`Fault::Part`].
    Part,
}

impl Kind {
    /// All of them, each with the word for it.
    pub const ALL: [(&'static str, Self); 6] = [
        ("kill", Self::Kill),
        ("pause", Self::Pause),
        ("cut", Self::Cut),
        ("hush", Self::Hush),
        ("step", Self::Step),
        ("part", Self::Part),
    ];
}

impl Fault {
    /// Draws a fault of some kinds; each kind and each thing comes about as often as another.
    pub fn any(kinds: &[Kind], random: &mut Random) -> Self {
        let one = random.below(SERVERS);
        match kinds[random.below(kinds.len())] {
            Kind::Kill => Self::Kill(Target::any(one, random)),
            Kind::Pause => Self::Pause(Target::any(one, random)),
            Kind::Cut => Self::Cut(Link::any(one, random)),
            Kind::Hush => Self::Hush(Link::any(one, random)),
            Kind::Step => Self::Step(one, random.below(2 * FARTHEST) as i64 - FARTHEST as i64),
            Kind::Part => Self::Part(one, [From::Postgres, From::Nats, From::Both][random.below(3)]),
        }
    }

    /// Returns how long it lasts, in milliseconds: from the first to the second.
    pub fn lasts(self) -> (usize, usize) {
        match self {
            // Long enough that connections are given up, and made anew in vain.
            Self::Part(..) => (1_000, 6_000),
            _ => (300, 2_500),
        }
    }

    /// Names its kind.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Kill(Target::Server(_)) => "a server killed",
            Self::Kill(Target::Worker(_)) => "a worker killed",
            Self::Kill(Target::Postgres) => "PostgreSQL killed",
            Self::Kill(Target::Nats) => "NATS killed",
            Self::Pause(Target::Server(_)) => "a server paused",
            Self::Pause(Target::Worker(_)) => "a worker paused",
            Self::Pause(Target::Postgres) => "PostgreSQL paused",
            Self::Pause(Target::Nats) => "NATS paused",
            Self::Cut(Link::Postgres(_)) => "a server cut off from PostgreSQL",
            Self::Cut(Link::Nats(_)) => "a server cut off from NATS",
            Self::Cut(Link::Worker(_)) => "a worker cut off from NATS",
            Self::Cut(Link::EveryPostgres) => "PostgreSQL cut off from all servers",
            Self::Cut(Link::EveryNats) => "NATS cut off from everybody",
            Self::Hush(Link::Postgres(_)) => "nothing passes between a server and PostgreSQL",
            Self::Hush(Link::Nats(_)) => "nothing passes between a server and NATS",
            Self::Hush(Link::Worker(_)) => "nothing passes between a worker and NATS",
            Self::Hush(Link::EveryPostgres) => "nothing passes between PostgreSQL and all servers",
            Self::Hush(Link::EveryNats) => "nothing passes between NATS and everybody",
            Self::Part(_, From::Postgres) => "a server parted from PostgreSQL",
            Self::Part(_, From::Nats) => "a server parted from NATS",
            Self::Part(_, From::Both) => "a server parted from PostgreSQL and NATS",
            Self::Step(..) => "a server's date set",
        }
    }
}

impl Target {
    fn any(one: usize, random: &mut Random) -> Self {
        [Self::Server(one), Self::Worker(one), Self::Postgres, Self::Nats][random.below(4)]
    }
}

impl Link {
    fn any(one: usize, random: &mut Random) -> Self {
        let all =
            [Self::Postgres(one), Self::Nats(one), Self::Worker(one), Self::EveryPostgres, Self::EveryNats];
        all[random.below(all.len())]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_kind_comes_and_none_that_is_not_wanted() {
        let drawn = |kinds: &[Kind]| {
            let mut random = Random::new(1);
            (0..1_000).map(|_| Fault::any(kinds, &mut random).kind()).collect::<BTreeSet<&str>>()
        };
        assert_eq!(drawn(&Kind::ALL.map(|(_, kind)| kind)).len(), 22);
        let parted = drawn(&[Kind::Part]);
        assert!(parted.len() == 3 && parted.iter().all(|kind| kind.starts_with("a server parted from")));
    }
}
