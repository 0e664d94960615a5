//! How streams, consumer and subjects on a NATS server are called; all begin with what servers and workers that belong together share.

/// The consumer of all workers.
pub(crate) const WORKERS: &str = "workers";

/// Returns the stream of jobs that wait or are under way.
pub(crate) fn jobs(prefix: &str) -> String {
    format!("{prefix}_jobs")
}

/// Returns the stream of what came of jobs.
pub(crate) fn done(prefix: &str) -> String {
    format!("{prefix}_done")
}

/// Returns the subject of one job, or of all for `>`.
pub(crate) fn job_subject(prefix: &str, name: &str) -> String {
    format!("{prefix}.jobs.{name}")
}

/// Returns the subject of what came of one job, or of all for `>`.
pub(crate) fn done_subject(prefix: &str, name: &str) -> String {
    format!("{prefix}.done.{name}")
}
