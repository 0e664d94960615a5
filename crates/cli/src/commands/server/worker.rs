use std::io::Write;
use std::thread;
use std::time::Duration;

use entourage_jobs::{Patience, work};
use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Problem};
use entourage_server::Signals;

use crate::arguments::Worker;
use crate::failure::Failure;
use crate::log;

/// Does jobs until the process is told to end.
///
/// # Errors
/// An address that makes no sense, or a closed output.
pub fn run(options: &Worker, out: &mut impl Write) -> Result<(), Failure> {
    log::begin(options.log, options.log_format);
    let jobs = options.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (address, prefix) = (&options.nats, &options.nats_prefix);
    writeln!(out, "waiting for jobs of {prefix} on {address:?}, {jobs} at a time")?;
    out.flush()?;
    let worked = runtime.block_on(async {
        let end = Signals::listen().told_to_end();
        work(address, prefix, Patience::default(), jobs, end).await
    });
    // What is computed for a job that went to another worker is not waited for.
    runtime.shutdown_timeout(Duration::ZERO);
    let worked = worked.map_err(|why| Failure::at("--nats", Problem::new(why.clone(), why)))?;
    writeln!(out, "{} done", counted(Language::English, worked.jobs, "job", "jobs"))?;
    Ok(())
}
