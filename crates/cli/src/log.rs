//! The server's log on standard error.

use std::io;

use clap::ValueEnum;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::layer;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, registry};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LogLevel {
    /// Errors that need the operator's attention.
    Error,
    /// Errors and warnings.
    Warn,
    /// Errors, warnings, state changes and rejected requests.
    Info,
    /// Everything, including each request.
    Debug,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LogFormat {
    /// Plain text.
    Text,
    /// One JSON object per line.
    Json,
}

/// Initialises logging. Messages from dependencies are dropped, because some contain user input.
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
    // Fails if a test has already initialised logging.
    let _ = registry().with(lines.with_filter(ours)).try_init();
}
