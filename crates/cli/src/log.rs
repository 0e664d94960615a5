//! What the server tells of itself on standard error.

use std::io;

use clap::ValueEnum;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::layer;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, registry};

/// Says how much is told; each level tells what those before it do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LogLevel {
    /// What the operator must see to.
    Error,
    /// What may become that.
    Warn,
    /// What changes, and what is refused.
    Info,
    /// Every request.
    Debug,
}

/// Says for whom it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LogFormat {
    /// People.
    Text,
    /// Programs: a JSON object a line.
    Json,
}

/// Begins to tell. Of libraries nothing is told: some would tell what people wrote.
pub fn begin(level: LogLevel, format: LogFormat) {
    let level = match level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
    };
    let ours = Targets::new().with_target("entourage", level);
    let lines = layer().with_writer(io::stderr).with_target(false);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(io::IsTerminal::is_terminal(&io::stderr())).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_ansi(false).boxed(),
    };
    // A test may have begun another before.
    let _ = registry().with(lines.with_filter(ours)).try_init();
}
