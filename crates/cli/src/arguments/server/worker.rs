use clap::Args;
use entourage_server::{Config, NatsAddress};

use super::serve::{nats, subject};
use crate::arguments::number;
use crate::log::{LogFormat, LogLevel};

/// How long work is done.
#[derive(Args, Debug)]
pub struct Worker {
    /// The NATS server, with JetStream, on which jobs wait: nats://HOST:PORT or tls://HOST:PORT
    #[arg(long, value_name = "URL", value_parser = nats)]
    pub nats: NatsAddress,
    /// What the subjects there begin with, those of the servers too
    #[arg(long, value_name = "NAME", default_value = Config::NATS_PREFIX, value_parser = subject)]
    pub nats_prefix: String,
    /// Jobs done at a time; as many as there are processors if missing
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    pub jobs: Option<usize>,
    /// What the log on standard error tells: errors, warnings too, what changes too, or more
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub log: LogLevel,
    /// How the log is written: for people, or a JSON object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}
