//! Simulates a day of people on two servers that share a database, behind a proxy: accounts with passwords and with software passkeys,
//! games by seeks of everything that can be played, three tournaments, moderators; while servers, the worker, PostgreSQL and NATS are
//! killed and paused. Then checks every game against what was acknowledged, and recomputes ratings and standings.

mod authenticator;
mod board;
mod browser;
mod cup;
mod judge;
mod machinery;
mod moderator;
mod person;
mod plan;
mod player;
mod seat;
mod state;

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
use crate::report::{Table, conclude};
use crate::{Outcome, allow_files, runtime};
use cup::Cup;
use machinery::{Done, Machinery};
use person::Person;
use plan::{Desk, Menu};
use state::{Day, Known};

/// How many create an account at a time: password hashing is slow.
const AT_ONCE: usize = 6;
const MODERATORS: usize = 2;
const NEWS: Duration = Duration::from_secs(15);
/// How often the operator tries to appoint a moderator.
const TRIES: usize = 60;

pub fn run(options: &DayOptions) -> Outcome<bool> {
    allow_files(4 * options.accounts)?;
    let report = tokio::task::LocalSet::new().block_on(&runtime()?, pass(options))?;
    Ok(conclude("day", &report, &report.faults, "nothing was lost, and all that was recomputed is equal"))
}

async fn pass(options: &DayOptions) -> Outcome<Report> {
    let registry = plan::registry()?;
    let menu = Menu::new(&registry, options.seed);
    let DayOptions { games, accounts, seed, .. } = options;
    eprintln!(
        "day: {games} games of {} games and editions, {accounts} accounts, seed {seed}",
        menu.specs.len()
    );
    let machinery = Machinery::start(options).await?;
    let ports = machinery.cluster.ports.clone();
    let day = Rc::new(Day::new(registry, machinery.port, ports, Desk::new(menu, *games)));
    let known = |number: usize| Known { name: format!("Person {number}"), ..Known::default() };
    *day.people.borrow_mut() = (0..*accounts).map(known).collect();
    let begun = Instant::now();
    let machinery = Rc::new(Mutex::new(machinery));
    let mut random = Random::new(*seed);
    let mishaps = spawn_local(machinery::fail(Rc::clone(&day), Rc::clone(&machinery), random.bits()));
    let news = spawn_local(print_news(Rc::clone(&day), begun));
    let cups = Cup::three(day.registry.games(), *accounts);
    let door = Rc::new(Semaphore::new(AT_ONCE));
    let (mut players, mut moderators) = (Vec::new(), Vec::new());
    for number in 0..*accounts {
        let person = Person::new(&day, number, random.bits());
        if number < MODERATORS {
            let role = if number == 0 { "administrator" } else { "moderator" };
            moderators.push(spawn_local(moderate(person, Rc::clone(&door), Rc::clone(&machinery), role)));
        } else {
            let cup = entered(&cups, number - MODERATORS);
            players.push(spawn_local(live(person, Rc::clone(&door), cup)));
        }
    }
    let failed = join_all(players).await.into_iter().filter_map(Result::err);
    failed.for_each(|error| day.fault(format!("a player is lost: {error}")));
    day.is_over.set(true);
    let done = mishaps.await.map_err(|error| format!("the mishaps failed: {error}"))??;
    let mut moderators: Vec<Person> = join_all(moderators).await.into_iter().filter_map(Result::ok).collect();
    news.abort();
    eprintln!("day: {}", day.line());
    let mut machinery = machinery.lock().await;
    if machinery.cluster.recover().await.is_none() {
        day.fault("the servers are not well at the end");
    }
    // What the servers do by themselves a moment after the last game.
    sleep(Duration::from_secs(3)).await;
    let moderator = moderators.first_mut().ok_or("there is no moderator")?;
    let findings = judge::judge(&day, &machinery, moderator).await;
    machinery.cluster.end();
    Ok(Report::new(&day, findings.figures, &done, begun.elapsed()))
}

/// Finds the tournament in which the player of a number takes part, and whether they organise it.
fn entered(cups: &[Rc<Cup>; 3], player: usize) -> Option<(Rc<Cup>, bool)> {
    let mut first = 0;
    for cup in cups {
        if player < first + cup.entrants {
            return Some((Rc::clone(cup), player == first));
        }
        first += cup.entrants;
    }
    None
}

async fn arrive(person: &mut Person, door: &Semaphore) -> bool {
    let Ok(_open) = door.acquire().await else { return false };
    person.arrive().await
}

async fn live(mut person: Person, door: Rc<Semaphore>, cup: Option<(Rc<Cup>, bool)>) {
    if !arrive(&mut person, &door).await {
        return;
    }
    if let Some((cup, organises)) = cup {
        cup::take_part(&mut person, &cup, organises).await;
    }
    player::play_on(person).await;
}

async fn moderate(
    mut person: Person,
    door: Rc<Semaphore>,
    machinery: Rc<Mutex<Machinery>>,
    role: &'static str,
) -> Person {
    if !arrive(&mut person, &door).await {
        return person;
    }
    let name = person.name();
    let mut appointed = Ok(());
    for _ in 0..TRIES {
        appointed = machinery.lock().await.appoint(&name, role);
        if appointed.is_ok() {
            break;
        }
        sleep(Duration::from_secs(1)).await;
    }
    if let Err(problem) = appointed {
        person.day.fault(format!("{name} is not appointed: {problem}"));
    }
    moderator::moderate(person).await
}

async fn print_news(day: Rc<Day>, begun: Instant) {
    loop {
        sleep(NEWS).await;
        eprintln!("day: {:>4.0} s: {}", begun.elapsed().as_secs_f64(), day.line());
    }
}

struct Report {
    table: Table,
    kinds: Table,
    faults: Vec<String>,
}

impl Report {
    fn new(day: &Day, figures: Vec<(String, String)>, done: &[Done], lasted: Duration) -> Self {
        let mut most: BTreeMap<String, (usize, Duration)> = BTreeMap::new();
        for done in done {
            let (count, most) = most.entry(done.fault.to_string()).or_default();
            *count += 1;
            *most = (*most).max(done.recovered.unwrap_or(Duration::MAX));
        }
        let mut kinds = Table::new(&["what was done", "how often", "well again after, at most"]);
        for (kind, (count, most)) in most {
            kinds.row(&kind, format!("{count} | {:.2} s", most.as_secs_f64()));
        }
        for (asked, (count, wait)) in day.limits.borrow().iter() {
            eprintln!("day: limited {count} times, for {wait} s at most: {asked}");
        }
        let kills = done.iter().filter(|done| done.is_kill()).count();
        let answers = day.answers.borrow();
        let (all, failed) =
            (answers.values().sum::<u64>(), answers.range(500..).map(|(_, count)| count).sum::<u64>());
        let (cut, ended) = (day.cut.get(), day.farewells.borrow().values().sum::<u64>());
        let mut table = Table::new(&["what", "how much"]);
        let founded = format!("{}, {}", day.founded.get(), day.returned.get());
        table.row("accounts founded, and signed in again", founded);
        table.row("kills, and everything else that was done", format!("{kills}, {}", done.len() - kills));
        let away = day.outages.total().as_secs_f64();
        table.row("something was not there for, in all", format!("{away:.0} s"));
        let requests = format!("{all}, {failed}, {}", day.unanswered.get());
        table.row("requests answered, of these 5xx, and not answered", requests);
        table.row("WebSockets cut off in the middle, of these by the server's word", format!("{cut}, {ended}"));
        table.row("events acknowledged", day.book.acknowledged.get());
        figures.iter().for_each(|(what, figure)| table.row(what, figure));
        table.row("5xx while nothing was killed", day.unexcused().len());
        table.row("lost, doubled, out of order, or computed otherwise", day.faults.count());
        table.row("lasted", format!("{:.0} s", lasted.as_secs_f64()));
        Self { table, kinds, faults: day.faults.all() }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.table, self.kinds)
    }
}
