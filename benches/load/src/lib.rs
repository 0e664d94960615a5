//! What the load test and the soak share: a server in a process of its own, random games to play on it, and how long things took.

pub mod latency;
pub mod process;
pub mod script;

/// What every step returns: or one line that says what went wrong and what to do.
pub type Outcome<T = ()> = Result<T, String>;
