use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use entourage_registry::Level;
use entourage_server::{
    Config, DatabaseAddress, GameId, Limits, NatsAddress, Proxies, PushService, SmtpAddress,
};

use crate::arguments::{number, one_of};
use crate::log::{LogFormat, LogLevel};

#[derive(Subcommand, Debug)]
pub enum Server {
    /// Run the web server; by default games are stored in one SQLite file
    Serve(Box<Serve>),
    /// Run long jobs for servers, such as self-play of uploaded games; any number of workers can run, on any number of machines
    Worker(Worker),
    /// Play on a server as a bot, with the built-in or an external engine; see docs/BOTS.md
    Bot(Bot),
    /// Create or migrate the database tables, or move all data to another database
    ///
    /// Tables can be migrated while servers of this or the previous version are running.
    Migrate(Migrate),
    /// Check the health of a server on this machine; exits with 0 if it is healthy
    Health {
        /// The server's port
        #[arg(long, value_name = "N", default_value_t = Config::PORT, value_parser = number::<u16>(1..=u16::MAX))]
        port: u16,
    },
    /// Back up all data to one file, as a consistent snapshot; the server can be running
    Backup {
        /// The backup file, which must not exist
        file: PathBuf,
        #[command(flatten)]
        storage: Storage,
    },
    /// Restore a backup; the server must not be running
    Restore {
        /// The backup file
        file: PathBuf,
        #[command(flatten)]
        storage: Storage,
        /// Replace existing data, which is kept in the same directory under another name
        #[arg(long, conflicts_with = "database")]
        replace: bool,
    },
    /// Moderate game definitions uploaded by users; the server can be running
    #[command(subcommand)]
    Definitions(Definitions),
    /// Moderate users: reports, roles, mutes and bans; the server can be running
    #[command(subcommand)]
    Admin(Admin),
    /// Replay every game and compare the state after each event with the stored one
    ///
    /// The server can be running, because a copy of the data is checked.
    Verify {
        /// A backup to check; by default the data directory or database
        #[arg(conflicts_with_all = ["data", "database"])]
        file: Option<PathBuf>,
        #[command(flatten)]
        storage: Storage,
        /// Folder of game definitions used by the server; games whose definition is unknown are not replayed
        #[arg(long, value_name = "DIR")]
        games: Option<PathBuf>,
        /// First delete results that should not have been rated, and recompute all ratings; stop the server before
        #[arg(long, conflicts_with = "file")]
        repair: bool,
        /// Skip the games up to this one, to continue an interrupted verification
        #[arg(long, value_name = "GAME", value_parser = one_of::<GameId>("the ID of a game"))]
        after: Option<GameId>,
    },
}

#[derive(Subcommand, Debug)]
pub enum Admin {
    /// Set or remove a user's role
    Role {
        /// The user's name
        name: String,
        /// moderator, administrator or none
        #[arg(value_parser = ["moderator", "administrator", "none"])]
        role: String,
        #[command(flatten)]
        action: ActionArgs,
    },
    /// List open reports, oldest first: number, date, kind, author, subject, and text
    Reports {
        /// List closed reports instead, newest first
        #[arg(long)]
        closed: bool,
        /// List only the reports after this number, to continue a list
        #[arg(long, value_name = "N")]
        after: Option<u32>,
        #[command(flatten)]
        storage: Storage,
    },
    /// Close a report
    Close {
        /// The number of the report
        number: u32,
        #[command(flatten)]
        action: ActionArgs,
    },
    /// Ban a user from chat
    Mute(SanctionArgs),
    /// Lift a chat ban
    Unmute(UserArgs),
    /// Ban a user: sign them out, block sign-in, and resign their games
    Ban(SanctionArgs),
    /// Lift a ban
    Unban(UserArgs),
    /// Rename a user
    Rename {
        /// The user's name
        name: String,
        /// The new name
        new: String,
        #[command(flatten)]
        action: ActionArgs,
    },
    /// Make games of an uploaded definition rated
    List(DefinitionArgs),
    /// Make games of an uploaded definition unrated; existing ratings are kept
    Unlist(DefinitionArgs),
    /// List open and running tournaments, newest first: id, phase, number of players, organiser, and name
    Tournaments {
        /// List only the tournaments after this id, to continue a list
        #[arg(long, value_name = "TOURNAMENT")]
        after: Option<String>,
        #[command(flatten)]
        storage: Storage,
    },
    /// Cancel a tournament
    Cancel {
        /// The tournament's id
        tournament: String,
        #[command(flatten)]
        action: ActionArgs,
    },
    /// Show the moderation log, newest first: number, date, action, user, detail, moderator, and reason
    Log {
        /// List only the entries before this number, to continue a list
        #[arg(long, value_name = "N")]
        before: Option<u32>,
        #[command(flatten)]
        storage: Storage,
    },
}

#[derive(Args, Debug)]
pub struct UserArgs {
    /// The user's name
    pub name: String,
    #[command(flatten)]
    pub action: ActionArgs,
}

#[derive(Args, Debug)]
pub struct DefinitionArgs {
    /// The definition: @sha256- followed by 64 hexadecimal digits, as listed by `definitions list`
    pub definition: String,
    #[command(flatten)]
    pub action: ActionArgs,
}

#[derive(Args, Debug)]
pub struct SanctionArgs {
    /// The user's name
    pub name: String,
    /// Duration in days; by default the sanction is permanent
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3660))]
    pub days: Option<u32>,
    #[command(flatten)]
    pub action: ActionArgs,
}

#[derive(Args, Debug)]
pub struct ActionArgs {
    /// Reason, which is recorded in the moderation log and shown to the user
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
    #[command(flatten)]
    pub storage: Storage,
}

#[derive(Args, Debug)]
pub struct Bot {
    /// The server: https://HOST or http://HOST:PORT
    #[arg(long, value_name = "URL", value_parser = bot_server)]
    pub server: String,
    /// File with the bot account's API token (scope bot:play); by default the environment variable ENTOURAGE_TOKEN
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Command line of an external engine; by default the built-in engine plays
    #[arg(long, value_name = "COMMAND", conflicts_with = "level")]
    pub engine: Option<String>,
    /// Play at this level of the built-in engine
    #[arg(long, value_name = "N", value_parser = level)]
    pub level: Option<Level>,
    /// Comma-separated names of games to accept, with any options; by default all games
    #[arg(long, value_name = "GAME,…", value_delimiter = ',')]
    pub games: Vec<String>,
    /// A folder of game definitions to play in addition to the built-in games
    #[arg(long, value_name = "DIR")]
    pub definitions: Option<PathBuf>,
    /// Maximum number of concurrent games
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<usize>(1..=16))]
    pub max_games: usize,
    /// Milliseconds per move in games without a clock
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = number::<u64>(1..=3_600_000))]
    pub movetime: u64,
}

fn level(text: &str) -> Result<Level, String> {
    let known = text.parse().ok().and_then(Level::new);
    known.ok_or_else(|| format!("expected a level from 1 to {}", Level::ALL.len()))
}

#[derive(Args, Debug)]
pub struct Broker {
    /// NATS server that passes jobs to workers (`entourage worker`); if there are no workers, jobs run locally
    #[arg(long, value_name = "URL")]
    pub nats: Option<NatsAddress>,
    /// Prefix of NATS subjects; workers must use the same prefix
    #[arg(long, value_name = "NAME", default_value = Config::NATS_PREFIX, value_parser = subject, requires = "nats")]
    pub nats_prefix: String,
}

#[derive(Subcommand, Debug)]
pub enum Definitions {
    /// List definitions, newest first: id, state (`rated` if games are rated), number of games, author, and name
    List(Storage),
    /// Hide a definition; games in progress continue, but no new games can be started
    Hide(DefinitionArgs),
    /// Show a hidden definition again
    Show(DefinitionArgs),
}

#[derive(Args, Debug)]
pub struct Storage {
    /// The data directory; by default the user's data directory
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The database: postgres://USER@HOST:PORT/NAME with the password in PGPASSWORD, or sqlite:DIR
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    pub database: Option<DatabaseAddress>,
}

#[derive(Args, Debug)]
pub struct Migrate {
    /// Create or migrate the tables of this database: postgres://USER@HOST:PORT/NAME with the password in PGPASSWORD, or sqlite:DIR
    #[arg(long, value_name = "URL", required_unless_present = "from")]
    pub database: Option<DatabaseAddress>,
    /// Move all data from this database; no server may be using it
    #[arg(long, value_name = "URL", requires = "to", conflicts_with = "database")]
    pub from: Option<DatabaseAddress>,
    /// Move all data to this database, which must be empty
    #[arg(long, value_name = "URL", requires = "from")]
    pub to: Option<DatabaseAddress>,
}

#[derive(Args, Debug)]
pub struct Serve {
    #[command(flatten)]
    pub storage: Storage,
    /// NATS server that connects workers, and server processes that share a database: nats://HOST:PORT or tls://HOST:PORT
    #[arg(long, value_name = "URL", requires = "database")]
    pub nats: Option<NatsAddress>,
    /// Prefix of NATS subjects; workers must use the same prefix
    #[arg(long, value_name = "NAME", default_value = Config::NATS_PREFIX, value_parser = subject)]
    pub nats_prefix: String,
    /// Offer the game definitions (*.game, at most 64) in this folder
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,
    /// The host name or IP address to listen on
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub host: String,
    /// The port to listen on; 0 lets the system choose
    #[arg(long, value_name = "N", default_value_t = Config::PORT, value_parser = number::<u16>(0..=u16::MAX))]
    pub port: u16,
    /// Do not open a browser
    #[arg(long)]
    pub no_open: bool,
    /// Rate limits per IP address and minute: off, or NAME=N,… (see docs/SERVER.md); local requests are unlimited
    #[arg(long, value_name = "LIMITS")]
    pub limits: Option<Limits>,
    /// Trusted reverse proxies that set X-Forwarded-For: IP addresses and networks such as 10.0.0.0/8; without a value, loopback addresses
    #[arg(long, value_name = "PROXIES", num_args = 0..=1, default_missing_value = Proxies::LOOPBACK)]
    pub behind_proxy: Option<Proxies>,
    /// The SMTP server for e-mail: smtp://USER@HOST:PORT or smtps://… (user and port are optional), with the password in ENTOURAGE_SMTP_PASSWORD
    #[arg(long, value_name = "URL")]
    pub smtp: Option<SmtpAddress>,
    /// File with the SMTP password, instead of the environment variable
    #[arg(long, value_name = "FILE", requires = "smtp")]
    pub smtp_password_file: Option<PathBuf>,
    /// The sender address of e-mail; by default the SMTP user if it is an e-mail address
    #[arg(long, value_name = "EMAIL", requires = "smtp")]
    pub mail_from: Option<String>,
    /// An additional push service: a domain including subdomains, or an origin; can be repeated
    #[arg(long, value_name = "SERVICE", requires = "address")]
    pub push_service: Vec<PushService>,
    /// The public URL of the site, used in e-mail and push messages; requests for other host names are rejected
    #[arg(long, value_name = "URL", value_parser = site)]
    pub address: Option<String>,
    /// Delete games without a second move after this many days of inactivity; off keeps them
    #[arg(long, value_name = "DAYS", default_value = "30", value_parser = days)]
    pub forget_after: Days,
    /// Serve Prometheus metrics at /metrics on a separate address, such as 127.0.0.1:9100
    #[arg(long, value_name = "ADDR:PORT")]
    pub metrics: Option<SocketAddr>,
    /// The log level; the log goes to standard error
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub log: LogLevel,
    /// The log format
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

/// Parses a server's URL; rejects `https` in builds without TLS.
fn bot_server(text: &str) -> Result<String, &'static str> {
    let server = site(text)?;
    match cfg!(feature = "tls") || server.starts_with("http:") {
        true => Ok(server),
        false => Err("this build does not support https; build with `--features tls`"),
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
    /// The NATS server with JetStream that holds the job queue: nats://HOST:PORT or tls://HOST:PORT
    #[arg(long, value_name = "URL")]
    pub nats: NatsAddress,
    /// Prefix of NATS subjects; servers must use the same prefix
    #[arg(long, value_name = "NAME", default_value = Config::NATS_PREFIX, value_parser = subject)]
    pub nats_prefix: String,
    /// Number of concurrent jobs; by default the number of CPU cores
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    pub jobs: Option<usize>,
    /// The log level; the log goes to standard error
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub log: LogLevel,
    /// The log format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}
