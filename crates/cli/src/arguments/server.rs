use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use entourage_registry::Level;
use entourage_server::{Config, DatabaseAddress, Limits, NatsAddress, Proxies, PushService, SmtpAddress};

use crate::arguments::number;
use crate::log::{LogFormat, LogLevel};

#[derive(Subcommand, Debug)]
pub enum Server {
    /// Serve the page, and keep its games in one file
    Serve(Box<Serve>),
    /// Do the long work of servers, such as trying games that people wrote: as many workers on as many machines as you like, which need no database
    Worker(Worker),
    /// Play on a server under the account of a bot, with this project's engine or any that speaks the engine protocol; see docs/BOTS.md
    Bot(Bot),
    /// Make the tables of a database, or bring them up to date, while servers of this version and the one before may be at work on it; or move a whole server
    Migrate(Migrate),
    /// Ask a server on this machine whether it is well; ends with 0 if it is
    Health {
        /// Its port
        #[arg(long, value_name = "N", default_value_t = Config::PORT, value_parser = number::<u16>(1..=u16::MAX))]
        port: u16,
    },
    /// Copy the games of a data directory into one file, as they stand at one moment; a server may be playing on them
    Backup {
        /// The file, which does not exist yet
        file: PathBuf,
        #[command(flatten)]
        kept: Kept,
    },
    /// Put a backup in the place of a data directory's games; no server may be at work there
    Restore {
        /// The backup
        file: PathBuf,
        #[command(flatten)]
        kept: Kept,
        /// Replace the games in the directory; they are kept beside it under another name
        #[arg(long, conflicts_with = "database")]
        replace: bool,
    },
    /// Look after the games that people wrote and handed in, also while a server is at work on them
    #[command(subcommand)]
    Definitions(Definitions),
    /// Keep order among people: reports, roles, and who may say or do what; also while a server is at work
    #[command(subcommand)]
    Admin(Admin),
    /// Play every game of a data directory or a backup again, and compare where it stood after each event with what was kept
    ///
    /// A server may be playing on them: what is looked through is a copy.
    Verify {
        /// A backup; the data directory or database if missing
        #[arg(conflicts_with_all = ["data", "database"])]
        file: Option<PathBuf>,
        #[command(flatten)]
        kept: Kept,
        /// The folder of games written as text that the server offers, if any: games of others are not played again
        #[arg(long, value_name = "DIR")]
        games: Option<PathBuf>,
    },
}

#[derive(Subcommand, Debug)]
pub enum Admin {
    /// Have somebody keep order, or no more
    Role {
        /// The person, by name
        name: String,
        /// moderator, administrator or none
        #[arg(value_parser = ["moderator", "administrator", "none"])]
        role: String,
        #[command(flatten)]
        because: Because,
    },
    /// List what people reported, the oldest first: number, date, what it is about, by whom, about whom, and what they say
    Reports {
        /// Those that are closed instead, the newest first
        #[arg(long)]
        closed: bool,
        /// The report after which the list begins
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
    /// Let somebody say nothing in games any more
    Mute(Restrained),
    /// Let somebody speak again
    Unmute(Person),
    /// Sign somebody out everywhere, let them sign in no more, and have them resign their games
    Ban(Restrained),
    /// Let somebody sign in again
    Unban(Person),
    /// Give somebody another name
    Rename {
        /// The person, by name
        name: String,
        /// The new name
        new: String,
        #[command(flatten)]
        because: Because,
    },
    /// Have games of a text that somebody handed in count for ratings
    List(Listing),
    /// Have them count no more; ratings stay
    Unlist(Listing),
    /// List the tournaments that are open or under way, the newest first: name in addresses, how far it is, how many take part, by whom, and what it is called
    Tournaments {
        /// The tournament after which the list begins
        #[arg(long, value_name = "TOURNAMENT")]
        after: Option<String>,
        #[command(flatten)]
        kept: Kept,
    },
    /// Call a tournament off
    Cancel {
        /// The tournament, by its name in addresses
        tournament: String,
        #[command(flatten)]
        because: Because,
    },
    /// Show what was done, the newest first: number, date, act, with whom, what more there is to it, by whom, and why
    Log {
        /// The entry before which the list begins
        #[arg(long, value_name = "N")]
        before: Option<u32>,
        #[command(flatten)]
        kept: Kept,
    },
}

#[derive(Args, Debug)]
pub struct Person {
    /// The person, by name
    pub name: String,
    #[command(flatten)]
    pub because: Because,
}

#[derive(Args, Debug)]
pub struct Listing {
    /// The name of the game: @sha256- and 64 hexadecimal digits, as definitions list tells
    pub definition: String,
    #[command(flatten)]
    pub because: Because,
}

#[derive(Args, Debug)]
pub struct Restrained {
    /// The person, by name
    pub name: String,
    /// For how many days; until it is lifted if missing
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3660))]
    pub days: Option<u32>,
    #[command(flatten)]
    pub because: Because,
}

#[derive(Args, Debug)]
pub struct Because {
    /// Why, for the log; whom it concerns is told
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
    #[command(flatten)]
    pub kept: Kept,
}

#[derive(Args, Debug)]
pub struct Bot {
    /// The server: https://HOST or http://HOST:PORT
    #[arg(long, value_name = "URL", value_parser = site)]
    pub server: String,
    /// The file that holds the token of the bot's account, with bot:play; the variable ENTOURAGE_TOKEN if missing
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// A program that speaks the engine protocol, with its arguments, spaces between them; this project's own engine if missing
    #[arg(long, value_name = "COMMAND", conflicts_with = "level")]
    pub engine: Option<String>,
    /// Play as the computer does at this level
    #[arg(long, value_name = "N", value_parser = level)]
    pub level: Option<Level>,
    /// The games that are accepted, with any options: their names with commas between them; every game if missing
    #[arg(long, value_name = "GAME,…", value_delimiter = ',')]
    pub games: Vec<String>,
    /// The folder of games written as text that may be played beside those of the house
    #[arg(long, value_name = "DIR")]
    pub definitions: Option<PathBuf>,
    /// The most games at a time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<usize>(1..=16))]
    pub max_games: usize,
    /// The milliseconds a move where no clock is running
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = number::<u64>(1..=3_600_000))]
    pub movetime: u64,
}

fn level(text: &str) -> Result<Level, String> {
    let known = text.parse().ok().and_then(Level::new);
    known.ok_or_else(|| format!("expected a level from 1 to {}", Level::ALL.len()))
}

#[derive(Args, Debug)]
pub struct Broker {
    /// Have the work done by the workers on a NATS server (entourage worker); what none of them does is done here
    #[arg(long, value_name = "URL")]
    pub nats: Option<NatsAddress>,
    /// What the subjects there begin with
    #[arg(long, value_name = "NAME", default_value = Config::NATS_PREFIX, value_parser = subject, requires = "nats")]
    pub nats_prefix: String,
}

#[derive(Subcommand, Debug)]
pub enum Definitions {
    /// List them, the newest first: name, state (rated where its games may be), games begun, author, and how each calls itself
    List(Kept),
    /// Tell nobody of one any more; games under way go on, and none begins
    Hide(Listing),
    /// Tell of one again as its author says
    Show(Listing),
}

#[derive(Args, Debug)]
pub struct Kept {
    /// The directory of the games' file; the user's data directory if missing
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The database of the games instead: postgres://USER@HOST:PORT/NAME, the password in PGPASSWORD, or sqlite:DIR
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    pub database: Option<DatabaseAddress>,
}

#[derive(Args, Debug)]
pub struct Migrate {
    /// The database whose tables are made or brought up to date: postgres://USER@HOST:PORT/NAME, the password in PGPASSWORD, or sqlite:DIR
    #[arg(long, value_name = "URL", required_unless_present = "from")]
    pub database: Option<DatabaseAddress>,
    /// The database from which all is moved; no server may be at work there
    #[arg(long, value_name = "URL", requires = "to", conflicts_with = "database")]
    pub from: Option<DatabaseAddress>,
    /// The database to which all is moved, which holds nothing yet
    #[arg(long, value_name = "URL", requires = "from")]
    pub to: Option<DatabaseAddress>,
}

#[derive(Args, Debug)]
pub struct Serve {
    #[command(flatten)]
    pub kept: Kept,
    /// The NATS server over which processes that share a database tell each other at once what happens, and have long work done by workers: nats://HOST:PORT or tls://HOST:PORT
    #[arg(long, value_name = "URL", requires = "database")]
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
    #[arg(long, value_name = "LIMITS")]
    pub limits: Option<Limits>,
    /// The proxies in front that say in X-Forwarded-For who asks: addresses and networks like 10.0.0.0/8; those of this machine if none are named
    #[arg(long, value_name = "PROXIES", num_args = 0..=1, default_missing_value = Proxies::LOOPBACK)]
    pub behind_proxy: Option<Proxies>,
    /// Offer messages by e-mail through a mail server, smtp://USER@HOST:PORT or smtps://… (user and port may be missing); the password is in ENTOURAGE_SMTP_PASSWORD
    #[arg(long, value_name = "URL")]
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
    /// The NATS server, with JetStream, on which jobs wait: nats://HOST:PORT or tls://HOST:PORT
    #[arg(long, value_name = "URL")]
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
