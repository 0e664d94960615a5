use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use entourage_registry::Level;
use entourage_server::{Config, DatabaseAddress, Limits, NatsAddress, Proxies, PushService, SmtpAddress};

use crate::arguments::number;
use crate::log::{LogFormat, LogLevel};

#[derive(Subcommand, Debug)]
pub enum Server {
    /// Serve the page, and store its games in one file
    Serve(Box<Serve>),
    /// Do long work for servers, such as trying definitions; any number of workers on any machines, without a database
    Worker(Worker),
    /// Play on a server under a bot's account, with this project's engine or another program that speaks the engine protocol; see docs/BOTS.md
    Bot(Bot),
    /// Create or migrate the tables of a database, while servers of this version and the one before may be running; or move a whole server
    Migrate(Migrate),
    /// Check the health of a server on this machine; ends with 0 if it is well
    Health {
        /// Its port
        #[arg(long, value_name = "N", default_value_t = Config::PORT, value_parser = number::<u16>(1..=u16::MAX))]
        port: u16,
    },
    /// Copy the games of a data directory into one file, as a consistent snapshot; a server may be running
    Backup {
        /// The file, which must not exist
        file: PathBuf,
        #[command(flatten)]
        kept: Kept,
    },
    /// Replace the games of a data directory by a backup; no server may be running there
    Restore {
        /// The backup
        file: PathBuf,
        #[command(flatten)]
        kept: Kept,
        /// Replace existing games; they are kept in the directory under another name
        #[arg(long, conflicts_with = "database")]
        replace: bool,
    },
    /// Moderate the definitions that users uploaded, also while a server is running
    #[command(subcommand)]
    Definitions(Definitions),
    /// Moderate users: reports, roles and restrictions; also while a server is running
    #[command(subcommand)]
    Admin(Admin),
    /// Replay every game of a data directory or a backup, and compare its state after each event with the stored one
    ///
    /// A server may be running: a copy is checked.
    Verify {
        /// A backup; the data directory or database if missing
        #[arg(conflicts_with_all = ["data", "database"])]
        file: Option<PathBuf>,
        #[command(flatten)]
        kept: Kept,
        /// The folder of definitions that the server offers, if any; games of other definitions are not replayed
        #[arg(long, value_name = "DIR")]
        games: Option<PathBuf>,
    },
}

#[derive(Subcommand, Debug)]
pub enum Admin {
    /// Give a user a role, or take it away
    Role {
        /// The user's name
        name: String,
        /// moderator, administrator or none
        #[arg(value_parser = ["moderator", "administrator", "none"])]
        role: String,
        #[command(flatten)]
        because: Because,
    },
    /// List the open reports, the oldest first: number, date, kind, author, subject, and text
    Reports {
        /// List closed reports instead, the newest first
        #[arg(long)]
        closed: bool,
        /// The report after which the list starts
        #[arg(long, value_name = "N")]
        after: Option<u32>,
        #[command(flatten)]
        kept: Kept,
    },
    /// Close a report
    Close {
        /// The number of the report
        number: u32,
        #[command(flatten)]
        because: Because,
    },
    /// Forbid a user to write in games
    Mute(Restrained),
    /// Allow a user to write again
    Unmute(Person),
    /// Sign a user out everywhere, forbid them to sign in, and resign their games
    Ban(Restrained),
    /// Allow a user to sign in again
    Unban(Person),
    /// Rename a user
    Rename {
        /// The user's name
        name: String,
        /// The new name
        new: String,
        #[command(flatten)]
        because: Because,
    },
    /// Rate the games of an uploaded definition
    List(Listing),
    /// Rate them no longer; ratings stay
    Unlist(Listing),
    /// List the tournaments that are open or running, the newest first: id, phase, number of players, organiser, and name
    Tournaments {
        /// The tournament after which the list starts
        #[arg(long, value_name = "TOURNAMENT")]
        after: Option<String>,
        #[command(flatten)]
        kept: Kept,
    },
    /// Cancel a tournament
    Cancel {
        /// The tournament's id
        tournament: String,
        #[command(flatten)]
        because: Because,
    },
    /// Show the log of moderation, the newest first: number, date, act, user, detail, author, and reason
    Log {
        /// The entry before which the list starts
        #[arg(long, value_name = "N")]
        before: Option<u32>,
        #[command(flatten)]
        kept: Kept,
    },
}

#[derive(Args, Debug)]
pub struct Person {
    /// The user's name
    pub name: String,
    #[command(flatten)]
    pub because: Because,
}

#[derive(Args, Debug)]
pub struct Listing {
    /// The definition: @sha256- and 64 hexadecimal digits, as listed by `definitions list`
    pub definition: String,
    #[command(flatten)]
    pub because: Because,
}

#[derive(Args, Debug)]
pub struct Restrained {
    /// The user's name
    pub name: String,
    /// The number of days; unlimited if missing
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3660))]
    pub days: Option<u32>,
    #[command(flatten)]
    pub because: Because,
}

#[derive(Args, Debug)]
pub struct Because {
    /// The reason, for the log and the user
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
    #[command(flatten)]
    pub kept: Kept,
}

#[derive(Args, Debug)]
pub struct Bot {
    /// The server: https://HOST or http://HOST:PORT
    #[arg(long, value_name = "URL", value_parser = bot_server)]
    pub server: String,
    /// The file with the token of the bot's account, with bot:play; the variable ENTOURAGE_TOKEN if missing
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// A program that speaks the engine protocol, with its arguments; this project's engine if missing
    #[arg(long, value_name = "COMMAND", conflicts_with = "level")]
    pub engine: Option<String>,
    /// Play at this level of the computer
    #[arg(long, value_name = "N", value_parser = level)]
    pub level: Option<Level>,
    /// The accepted games, with any options, separated by commas; every game if missing
    #[arg(long, value_name = "GAME,…", value_delimiter = ',')]
    pub games: Vec<String>,
    /// A folder of definitions that may be played besides the built-in games
    #[arg(long, value_name = "DIR")]
    pub definitions: Option<PathBuf>,
    /// Maximum number of games at a time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<usize>(1..=16))]
    pub max_games: usize,
    /// Milliseconds per move if no clock is running
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = number::<u64>(1..=3_600_000))]
    pub movetime: u64,
}

fn level(text: &str) -> Result<Level, String> {
    let known = text.parse().ok().and_then(Level::new);
    known.ok_or_else(|| format!("expected a level from 1 to {}", Level::ALL.len()))
}

#[derive(Args, Debug)]
pub struct Broker {
    /// Have the work done by workers on a NATS server (entourage worker); what no worker does is done here
    #[arg(long, value_name = "URL")]
    pub nats: Option<NatsAddress>,
    /// The prefix of subjects there
    #[arg(long, value_name = "NAME", default_value = Config::NATS_PREFIX, value_parser = subject, requires = "nats")]
    pub nats_prefix: String,
}

#[derive(Subcommand, Debug)]
pub enum Definitions {
    /// List them, the newest first: id, state (`rated` if its games are rated), number of games, author, and name
    List(Kept),
    /// Hide a definition; running games continue, and none can be started
    Hide(Listing),
    /// Show a hidden definition again
    Show(Listing),
}

#[derive(Args, Debug)]
pub struct Kept {
    /// The directory of the games' file; the user's data directory if missing
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The database instead: postgres://USER@HOST:PORT/NAME, the password in PGPASSWORD, or sqlite:DIR
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    pub database: Option<DatabaseAddress>,
}

#[derive(Args, Debug)]
pub struct Migrate {
    /// The database whose tables are created or migrated: postgres://USER@HOST:PORT/NAME, the password in PGPASSWORD, or sqlite:DIR
    #[arg(long, value_name = "URL", required_unless_present = "from")]
    pub database: Option<DatabaseAddress>,
    /// The database from which everything is moved; no server may be running there
    #[arg(long, value_name = "URL", requires = "to", conflicts_with = "database")]
    pub from: Option<DatabaseAddress>,
    /// The database to which everything is moved, which must be empty
    #[arg(long, value_name = "URL", requires = "from")]
    pub to: Option<DatabaseAddress>,
}

#[derive(Args, Debug)]
pub struct Serve {
    #[command(flatten)]
    pub kept: Kept,
    /// The NATS server that connects processes that share a database with each other and with workers: nats://HOST:PORT or tls://HOST:PORT
    #[arg(long, value_name = "URL", requires = "database")]
    pub nats: Option<NatsAddress>,
    /// The prefix of subjects there, the same as the workers'
    #[arg(long, value_name = "NAME", default_value = Config::NATS_PREFIX, value_parser = subject)]
    pub nats_prefix: String,
    /// Offer the definitions in a folder by their names: files whose names end with .game, at most 64
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
    /// Rate limits per address and minute: off, or NAME=N,… to change some (docs/SERVER.md); this machine is not limited
    #[arg(long, value_name = "LIMITS")]
    pub limits: Option<Limits>,
    /// Trusted proxies that set X-Forwarded-For: addresses and networks such as 10.0.0.0/8; this machine's if none are named
    #[arg(long, value_name = "PROXIES", num_args = 0..=1, default_missing_value = Proxies::LOOPBACK)]
    pub behind_proxy: Option<Proxies>,
    /// Send e-mail through a mail server: smtp://USER@HOST:PORT or smtps://… (user and port are optional); the password is in ENTOURAGE_SMTP_PASSWORD
    #[arg(long, value_name = "URL")]
    pub smtp: Option<SmtpAddress>,
    /// A file with the password for the mail server, instead of the environment variable
    #[arg(long, value_name = "FILE", requires = "smtp")]
    pub smtp_password_file: Option<PathBuf>,
    /// The sender of e-mail; the user at the mail server if that is an address
    #[arg(long, value_name = "EMAIL", requires = "smtp")]
    pub mail_from: Option<String>,
    /// Another push service than those of the usual browsers: a domain with its subdomains, or an origin; may be repeated
    #[arg(long, value_name = "SERVICE", requires = "address")]
    pub push_service: Vec<PushService>,
    /// The public address of the site, for links in e-mail and for push messages; requests for other names are refused
    #[arg(long, value_name = "URL", value_parser = site)]
    pub address: Option<String>,
    /// The number of days after which a game without a second move is deleted if nothing happens in it; off keeps all
    #[arg(long, value_name = "DAYS", default_value = "30", value_parser = days)]
    pub forget_after: Days,
    /// Serve metrics for Prometheus under /metrics on another address and port, such as 127.0.0.1:9100
    #[arg(long, value_name = "ADDR:PORT")]
    pub metrics: Option<SocketAddr>,
    /// The least severe level of the log on standard error
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub log: LogLevel,
    /// The format of the log
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}

fn subject(text: &str) -> Result<String, &'static str> {
    let known = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let good = (1..=64).contains(&text.len()) && text.chars().all(known);
    good.then(|| text.to_owned()).ok_or("expected at most 64 letters, digits, - and _")
}

fn site(text: &str) -> Result<String, &'static str> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let plain =
        |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_graphic() && !"?#\"<>@".contains(c));
    rest.filter(|rest| plain(rest)).ok_or("expected http://… or https://…")?;
    Ok(text.trim_end_matches('/').to_owned())
}

/// Reads the address of a server that this build can reach.
fn bot_server(text: &str) -> Result<String, &'static str> {
    let server = site(text)?;
    match cfg!(feature = "tls") || server.starts_with("http:") {
        true => Ok(server),
        false => Err("this build cannot speak https; build the command with `--features tls`"),
    }
}

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

#[derive(Args, Debug)]
pub struct Worker {
    /// The NATS server with JetStream that has the jobs: nats://HOST:PORT or tls://HOST:PORT
    #[arg(long, value_name = "URL")]
    pub nats: NatsAddress,
    /// The prefix of subjects there, the same as the servers'
    #[arg(long, value_name = "NAME", default_value = Config::NATS_PREFIX, value_parser = subject)]
    pub nats_prefix: String,
    /// Number of jobs at a time; that of the processors if missing
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    pub jobs: Option<usize>,
    /// The least severe level of the log on standard error
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub log: LogLevel,
    /// The format of the log
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}
