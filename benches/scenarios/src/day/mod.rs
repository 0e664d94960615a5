//! Simulates a day of users on two servers behind a proxy that share a database: accounts with passwords and software passkeys, seeks for
//! all kinds of games, three tournaments, and moderation, while servers, the worker, PostgreSQL and NATS are killed and paused. Then
//! compares every game with the acknowledged events, and recomputes ratings and standings.

mod authenticator;
mod board;
mod browser;
mod deployment;
mod moderator;
mod plan;
mod player;
mod seat;
mod state;
mod tournament;
mod user;
mod verify;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use entourage_kernel::Random;
use futures_util::future::join_all;
use tokio::sync::{Mutex, Semaphore};
use tokio::task::spawn_local;
use tokio::time::{Instant, sleep};

use crate::options::DayOptions;
use crate::report::{Faults, Table, conclude};
use crate::windows::Windows;
use crate::{Outcome, allow_files, runtime};
use deployment::{Deployment, Injected};
use plan::{GameMenu, Matchmaker};
use state::{Book, Day, Known, Tally};
use tournament::Tournament;
use user::User;

/// Maximum number of concurrent sign-ups, limited because password hashing is slow.
const CONCURRENT_SIGN_UPS: usize = 6;
const MODERATORS: usize = 2;
const PROGRESS_INTERVAL: Duration = Duration::from_secs(15);
const APPOINT_ATTEMPTS: usize = 60;

pub fn run(options: &DayOptions) -> Outcome<bool> {
    allow_files(4 * options.accounts)?;
    let report = tokio::task::LocalSet::new().block_on(&runtime()?, simulate(options))?;
    Ok(conclude("day", &report, &report.faults, "nothing was lost, and all ratings and standings are correct"))
}

async fn simulate(options: &DayOptions) -> Outcome<Report> {
    let registry = plan::registry()?;
    let menu = GameMenu::new(&registry, options.seed);
    let DayOptions { games, accounts, seed, .. } = options;
    eprintln!("day: {games} games in {} variants, {accounts} accounts, seed {seed}", menu.specs.len());
    let deployment = Deployment::start(options).await?;
    let ports = deployment.cluster.ports.clone();
    let known = |number: usize| Known { name: format!("Person {number}"), ..Known::default() };
    let day = Rc::new(Day {
        registry,
        port: deployment.port,
        ports,
        matchmaker: Matchmaker::new(menu, *games),
        book: Book::default(),
        tally: Tally::default(),
        outages: Windows::default(),
        users: RefCell::new((0..*accounts).map(known).collect()),
        faults: Faults::default(),
        is_over: Cell::default(),
    });
    let begun = Instant::now();
    let deployment = Rc::new(Mutex::new(deployment));
    let mut random = Random::new(*seed);
    let faults = spawn_local(deployment::inject_faults(Rc::clone(&day), Rc::clone(&deployment), random.bits()));
    let progress = spawn_local(print_progress(Rc::clone(&day), begun));
    let tournaments = Tournament::three(day.registry.games(), *accounts);
    let door = Rc::new(Semaphore::new(CONCURRENT_SIGN_UPS));
    let (mut players, mut moderators) = (Vec::new(), Vec::new());
    for number in 0..*accounts {
        let user = User::new(&day, number, random.bits());
        if number < MODERATORS {
            let role = if number == 0 { "administrator" } else { "moderator" };
            moderators.push(spawn_local(moderate(user, Rc::clone(&door), Rc::clone(&deployment), role)));
        } else {
            let tournament = entered(&tournaments, number - MODERATORS);
            players.push(spawn_local(live(user, Rc::clone(&door), tournament)));
        }
    }
    let failed = join_all(players).await.into_iter().filter_map(Result::err);
    failed.for_each(|error| day.fault(format!("a player task failed: {error}")));
    day.is_over.set(true);
    let injected = faults.await.map_err(|error| format!("fault injection failed: {error}"))??;
    let mut moderators: Vec<User> = join_all(moderators).await.into_iter().filter_map(Result::ok).collect();
    progress.abort();
    eprintln!("day: {}", day.line());
    let mut deployment = deployment.lock().await;
    if deployment.cluster.recover().await.is_none() {
        day.fault("the servers are unhealthy at the end");
    }
    // Lets the servers finish background work after the last game.
    sleep(Duration::from_secs(3)).await;
    let moderator = moderators.first_mut().ok_or("there is no moderator")?;
    let findings = verify::run(&day, &deployment, moderator).await;
    deployment.cluster.end();
    Ok(Report::new(&day, findings.figures, &injected, begun.elapsed()))
}

/// Returns the tournament that a player enters, if any, and whether the player organises it.
fn entered(tournaments: &[Rc<Tournament>; 3], player: usize) -> Option<(Rc<Tournament>, bool)> {
    let mut first = 0;
    for tournament in tournaments {
        if player < first + tournament.entrants {
            return Some((Rc::clone(tournament), player == first));
        }
        first += tournament.entrants;
    }
    None
}

async fn arrive(user: &mut User, door: &Semaphore) -> bool {
    let Ok(_open) = door.acquire().await else { return false };
    user.arrive().await
}

async fn live(mut user: User, door: Rc<Semaphore>, tournament: Option<(Rc<Tournament>, bool)>) {
    if !arrive(&mut user, &door).await {
        return;
    }
    if let Some((tournament, organises)) = tournament {
        tournament::take_part(&mut user, &tournament, organises).await;
    }
    player::play_on(user).await;
}

async fn moderate(
    mut user: User,
    door: Rc<Semaphore>,
    deployment: Rc<Mutex<Deployment>>,
    role: &'static str,
) -> User {
    if !arrive(&mut user, &door).await {
        return user;
    }
    let name = user.name();
    let mut appointed = Ok(());
    for _ in 0..APPOINT_ATTEMPTS {
        appointed = deployment.lock().await.appoint(&name, role);
        if appointed.is_ok() {
            break;
        }
        sleep(Duration::from_secs(1)).await;
    }
    if let Err(problem) = appointed {
        user.day.fault(format!("cannot appoint {name}: {problem}"));
    }
    moderator::moderate(user).await
}

async fn print_progress(day: Rc<Day>, begun: Instant) {
    loop {
        sleep(PROGRESS_INTERVAL).await;
        eprintln!("day: {:>4.0} s: {}", begun.elapsed().as_secs_f64(), day.line());
    }
}

struct Report {
    table: Table,
    kinds: Table,
    faults: Vec<String>,
}

impl Report {
    fn new(day: &Day, figures: Vec<(String, String)>, injected: &[Injected], duration: Duration) -> Self {
        let mut by_kind: BTreeMap<String, (usize, Duration)> = BTreeMap::new();
        for fault in injected {
            let (count, slowest) = by_kind.entry(fault.name.clone()).or_default();
            *count += 1;
            *slowest = (*slowest).max(fault.recovery.unwrap_or(Duration::MAX));
        }
        let mut kinds = Table::new(&["fault", "count", "max recovery"]);
        for (kind, (count, slowest)) in by_kind {
            kinds.row(&kind, format!("{count} | {:.2} s", slowest.as_secs_f64()));
        }
        for (request, (count, wait)) in day.tally.limits.borrow().iter() {
            eprintln!("day: rate-limited {count} times, for at most {wait} s: {request}");
        }
        let kills = injected.iter().filter(|fault| fault.is_kill()).count();
        let answers = day.tally.answers.borrow();
        let (all, failed) =
            (answers.values().sum::<u64>(), answers.range(500..).map(|(_, count)| count).sum::<u64>());
        let (lost, closed) =
            (day.tally.lost_sockets.get(), day.tally.close_codes.borrow().values().sum::<u64>());
        let mut table = Table::new(&["metric", "value"]);
        let accounts = format!("{}, {}", day.tally.founded.get(), day.tally.returned.get());
        table.row("accounts created, accounts signed in again", accounts);
        table.row("kills, pauses", format!("{kills}, {}", injected.len() - kills));
        let downtime = day.outages.total().as_secs_f64();
        table.row("total duration of injected faults", format!("{downtime:.0} s"));
        let requests = format!("{all}, {failed}, {}", day.tally.unanswered.get());
        table.row("responses, 5xx responses, unanswered requests", requests);
        table.row("WebSockets lost, closed by the server", format!("{lost}, {closed}"));
        table.row("events acknowledged", day.book.acknowledged.get());
        figures.iter().for_each(|(what, figure)| table.row(what, figure));
        table.row("5xx responses without an injected fault", day.unexcused().len());
        table.row("faults: lost, duplicated, out of order or wrong results", day.faults.count());
        table.row("duration", format!("{:.0} s", duration.as_secs_f64()));
        Self { table, kinds, faults: day.faults.all() }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.table, self.kinds)
    }
}
