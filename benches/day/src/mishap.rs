use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use entourage_kernel::Random;
use load::Outcome;
use tokio::time::{Instant, sleep};

use crate::day::Day;
use crate::machinery::{Machinery, Target};

/// How many kills there are at least in a whole day, and by how many games of it one of them comes.
const KILLS: usize = 32;
/// The longest that nothing is done, where the games stand still.
const LULL: Duration = Duration::from_secs(40);
/// How often it is looked whether something is to be done.
const PAUSE: Duration = Duration::from_millis(200);
/// How long what is killed stays away, and what is paused stands still, in milliseconds.
const AWAY: (usize, usize) = (200, 2_500);

/// What is done to a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mishap {
    /// It is killed without a word of warning, and started again.
    Kill(Target),
    /// It stands still, and goes on.
    Pause(Target),
}

impl Mishap {
    /// Draws the one of a number: the servers are killed in turn, and the others now and then.
    pub fn draw(number: usize, random: &mut Random) -> Self {
        let server = Target::Server(number % 2);
        match random.below(20) {
            0..=10 => Self::Kill(server),
            11..=13 => Self::Kill(Target::Nats),
            14..=15 => Self::Kill(Target::Worker),
            16 => Self::Kill(Target::Postgres),
            17..=18 => Self::Pause(server),
            _ => Self::Pause(Target::Nats),
        }
    }

    /// Tells whether a process dies of it.
    pub fn is_kill(self) -> bool {
        matches!(self, Self::Kill(_))
    }

    fn target(self) -> Target {
        match self {
            Self::Kill(target) | Self::Pause(target) => target,
        }
    }
}

impl fmt::Display for Mishap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let done = if self.is_kill() { "killed" } else { "paused" };
        match self.target() {
            Target::Server(number) => write!(f, "server {} {done}", number + 1),
            Target::Worker => write!(f, "the worker {done}"),
            Target::Postgres => write!(f, "PostgreSQL {done}"),
            Target::Nats => write!(f, "NATS {done}"),
        }
    }
}

/// What was done, and how long it took until everything was well again.
pub struct Done {
    /// What.
    pub mishap: Mishap,
    /// From the end of it on; nothing where it took for ever.
    pub recovered: Option<Duration>,
}

/// Does one thing after another until the day is over, at shares of the games, and in peace at its end.
///
/// # Errors
/// A process does not start again.
pub async fn befall(
    day: Rc<Day>,
    machinery: Rc<tokio::sync::Mutex<Machinery>>,
    seed: u64,
) -> Outcome<Vec<Done>> {
    let mut random = Random::new(seed);
    let mut done: Vec<Done> = Vec::new();
    let mut last = Instant::now();
    while !day.is_over() {
        sleep(PAUSE).await;
        let kills = done.iter().filter(|done| done.mishap.is_kill()).count();
        // The first comes while accounts are made.
        let due = kills * day.wanted <= day.progress() * KILLS;
        if !due && last.elapsed() < LULL {
            continue;
        }
        let mishap = Mishap::draw(done.len(), &mut random);
        let target = mishap.target();
        let mut machinery = machinery.lock().await;
        day.outages.begin();
        match mishap {
            Mishap::Kill(_) => machinery.target(target).kill(),
            Mishap::Pause(_) => machinery.target(target).pause(),
        }
        sleep(Duration::from_millis((AWAY.0 + random.below(AWAY.1 - AWAY.0)) as u64)).await;
        match mishap {
            Mishap::Kill(_) => machinery.start_again(target).await?,
            Mishap::Pause(_) => machinery.target(target).resume(),
        }
        let recovered = machinery.recover().await;
        day.outages.end();
        if recovered.is_none() {
            day.fault(format!("{mishap}: the servers are not well again"));
        }
        done.push(Done { mishap, recovered });
        last = Instant::now();
    }
    Ok(done)
}
