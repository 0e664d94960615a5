use std::time::Duration;

/// Says how long who waits for whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// After how long without a word of its worker a job goes to another one.
    pub silence: Duration,
    /// How often a queue looks for what it may have missed.
    pub look: Duration,
    /// How long NATS may take to answer.
    pub answer: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { silence: seconds(6), look: seconds(2), answer: seconds(3) }
    }
}
