use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use entourage_kernel::TextError;
use entourage_server::{Config, DatabaseAddress, Limits, NatsAddress, Proxies, PushService, SmtpAddress};

use crate::arguments::number;
use crate::log::{LogFormat, LogLevel};

/// What is brought up to date, or moved.
#[derive(Args, Debug)]
pub struct Migrate {
    /// The database whose tables are made or brought up to date: postgres://USER@HOST:PORT/NAME, the password in PGPASSWORD, or sqlite:DIR
    #[arg(long, value_name = "URL", value_parser = database, required_unless_present = "from")]
    pub database: Option<DatabaseAddress>,
    /// The database from which all is moved; no server may be at work there
    #[arg(long, value_name = "URL", value_parser = database, requires = "to", conflicts_with = "database")]
    pub from: Option<DatabaseAddress>,
    /// The database to which all is moved, which holds nothing yet
    #[arg(long, value_name = "URL", value_parser = database, requires = "from")]
    pub to: Option<DatabaseAddress>,
}

/// How the page is served.
#[derive(Args, Debug)]
pub struct Serve {
    /// The directory of the games' file; the user's data directory if missing
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The database of the games instead, which many processes may share: postgres://USER@HOST:PORT/NAME, the password in PGPASSWORD, or sqlite:DIR
    #[arg(long, value_name = "URL", value_parser = database, conflicts_with = "data")]
    pub database: Option<DatabaseAddress>,
    /// The NATS server over which processes that share a database tell each other at once what happens, and have long work done by workers: nats://HOST:PORT or tls://HOST:PORT
    #[arg(long, value_name = "URL", value_parser = nats, requires = "database")]
    pub nats: Option<NatsAddress>,
    /// What the subjects there begin with, those of the workers too
    #[arg(long, value_name = "NAME", default_value = Config::NATS_PREFIX, value_parser = subject)]
    pub nats_prefix: String,
    /// Offer the games written as text in a folder, each by its name: files whose names end with .game, at most 64
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,
    /// The name or address to listen on
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub host: String,
    /// The port to listen on; 0 lets the system choose
    #[arg(long, value_name = "N", default_value_t = Config::PORT, value_parser = number::<u16>(0..=u16::MAX))]
    pub port: u16,
    /// Do not open the page in a browser
    #[arg(long)]
    pub no_open: bool,
    /// How much one address may ask for a minute: off, or NAME=N,… where it differs (docs/SERVER.md); this machine is not limited
    #[arg(long, value_name = "LIMITS", value_parser = limits)]
    pub limits: Option<Limits>,
    /// The proxies in front that say in X-Forwarded-For who asks: addresses and networks like 10.0.0.0/8; those of this machine if none are named
    #[arg(long, value_name = "PROXIES", num_args = 0..=1, default_missing_value = Proxies::LOOPBACK, value_parser = proxies)]
    pub behind_proxy: Option<Proxies>,
    /// Offer messages by e-mail through a mail server, smtp://USER@HOST:PORT or smtps://… (user and port may be missing); the password is in ENTOURAGE_SMTP_PASSWORD
    #[arg(long, value_name = "URL", value_parser = smtp)]
    pub smtp: Option<SmtpAddress>,
    /// A file with the password for the mail server, instead of the environment variable
    #[arg(long, value_name = "FILE", requires = "smtp")]
    pub smtp_password_file: Option<PathBuf>,
    /// Whom messages come from; the user at the mail server if that is an address
    #[arg(long, value_name = "EMAIL", requires = "smtp")]
    pub mail_from: Option<String>,
    /// A service beside those of the usual browsers that may bring messages to devices: a name with all under it, or an origin: scheme, name and port; may be repeated
    #[arg(long, value_name = "SERVICE", requires = "address")]
    pub push_service: Vec<PushService>,
    /// The public address of the site, for links in messages and so that devices are told; requests for other names are refused
    #[arg(long, value_name = "URL", value_parser = site)]
    pub address: Option<String>,
    /// After how many days a game without a second move is forgotten, if nothing else happens in it; off keeps all
    #[arg(long, value_name = "DAYS", default_value = "30", value_parser = days)]
    pub forget_after: Days,
    /// Tell Prometheus what is counted, under /metrics on an address and port of its own, such as 127.0.0.1:9100
    #[arg(long, value_name = "ADDR:PORT")]
    pub metrics: Option<SocketAddr>,
    /// What the log on standard error tells: errors, warnings too, what changes and is refused too, or every request too
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub log: LogLevel,
    /// How the log is written: for people, or a JSON object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}

fn smtp(text: &str) -> Result<SmtpAddress, String> {
    text.parse().map_err(|error: TextError| error.to_string())
}

/// Reads where games are kept.
pub(super) fn database(text: &str) -> Result<DatabaseAddress, String> {
    text.parse()
}

/// Reads the address of a NATS server.
pub fn nats(text: &str) -> Result<NatsAddress, String> {
    text.parse()
}

/// Reads the beginning of a subject.
pub fn subject(text: &str) -> Result<String, &'static str> {
    let known = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let good = (1..=64).contains(&text.len()) && text.chars().all(known);
    good.then(|| text.to_owned()).ok_or("expected at most 64 letters, digits, - and _")
}

/// Reads the address of a site, and takes the slash off its end.
pub fn site(text: &str) -> Result<String, &'static str> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let plain =
        |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_graphic() && !"?#\"<>@".contains(c));
    rest.filter(|rest| plain(rest)).ok_or("expected http://… or https://…")?;
    Ok(text.trim_end_matches('/').to_owned())
}

/// A number of days, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Days(pub Option<u32>);

fn days(text: &str) -> Result<Days, &'static str> {
    match text {
        "off" => Ok(Days(None)),
        text => {
            let days = text.parse().ok().filter(|days| (1..=36_500).contains(days));
            days.map(|days| Days(Some(days))).ok_or("expected a number of days from 1 to 36500, or off")
        }
    }
}

fn proxies(text: &str) -> Result<Proxies, String> {
    text.parse().map_err(|error: TextError| error.to_string())
}

fn limits(text: &str) -> Result<Limits, String> {
    text.parse().map_err(|error: TextError| error.to_string())
}
