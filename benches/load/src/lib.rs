//! What the load test, the soak, the faults and the day share: a server in a process of its own and a clock for it, the database and the broker that
//! servers share, requests, random games to play, how long things took, and how such a program begins and ends.

pub mod backing;
#[cfg(unix)]
pub mod clock;
pub mod health;
pub mod http;
pub mod latency;
pub mod postgres;
pub mod process;
pub mod program;
pub mod script;
pub mod service;
pub mod socket;

/// What every step returns: or one line that says what went wrong and what to do.
pub type Outcome<T = ()> = Result<T, String>;
