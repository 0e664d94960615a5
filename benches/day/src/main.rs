//! Lets two hundred people live a day in small on two servers that share a database, behind a proxy: accounts with passwords and with
//! passkeys in software, games of everything that can be played by seeks, three tournaments, moderators at work, while servers, the
//! worker, PostgreSQL and NATS are killed and paused. Then every game is held to what was acknowledged, and ratings and standings are
//! computed again from the record. All that is killed was started by this program, on this machine only.

mod arguments;
mod authenticator;
mod board;
mod book;
mod browser;
mod cup;
mod day;
mod desk;
mod judge;
mod machinery;
mod manner;
mod menu;
mod mishap;
mod order;
mod outages;
mod person;
mod player;
mod proxy;
mod report;
mod seat;
mod seeking;

use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use entourage_kernel::Random;
use futures_util::future::join_all;
use load::Outcome;
use load::program::program;
use tokio::sync::{Mutex, Semaphore};
use tokio::time::{Instant, sleep};

use arguments::{Arguments, USAGE};
use cup::Cup;
use day::{Day, Known};
use desk::Desk;
use machinery::Machinery;
use menu::Menu;
use person::Person;
use report::Report;

/// How many found an account at a time: a password takes its time.
const AT_ONCE: usize = 6;
/// How many keep order.
const MODERATORS: usize = 2;
/// How often it is said how it stands.
const NEWS: Duration = Duration::from_secs(15);
/// How often whoever runs the server tries to have somebody keep order.
const TRIES: usize = 60;

fn main() -> ExitCode {
    program("day", USAGE, |words| Arguments::read(words).and_then(|arguments| run(&arguments)))
}

/// Lets the day pass, prints what came of it, and tells whether all is well.
fn run(arguments: &Arguments) -> Outcome<bool> {
    load::process::allow_files(4 * arguments.accounts)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("no runtime: {error}"))?;
    let report = tokio::task::LocalSet::new().block_on(&runtime, pass(arguments))?;
    println!("\n{report}");
    report.faults.iter().for_each(|fault| println!("FAILED: {fault}"));
    if report.faults.is_empty() {
        println!("day: nothing was lost, and everything computed again is equal");
    }
    Ok(report.faults.is_empty())
}

async fn pass(arguments: &Arguments) -> Outcome<Report> {
    let registry = menu::registry()?;
    let menu = Menu::new(&registry, arguments.seed);
    let Arguments { games, accounts, seed, .. } = arguments;
    eprintln!("day: {games} games of {} games and editions, {accounts} accounts, seed {seed}", menu.len());
    let machinery = Machinery::start(arguments).await?;
    let (port, ports) = (machinery.port, machinery.ports);
    let day = Rc::new(Day::new(registry, port, ports, Desk::new(menu, arguments.games)));
    let known = |number: usize| Known { name: format!("Person {number}"), ..Known::default() };
    *day.people.borrow_mut() = (0..arguments.accounts).map(known).collect();
    let begun = Instant::now();
    let machinery = Rc::new(Mutex::new(machinery));
    let mut random = Random::new(arguments.seed);
    let mishaps =
        tokio::task::spawn_local(mishap::befall(Rc::clone(&day), Rc::clone(&machinery), random.bits()));
    let news = tokio::task::spawn_local(tell(Rc::clone(&day), begun));
    let cups = Cup::three(day.registry.games(), arguments.accounts);
    let door = Rc::new(Semaphore::new(AT_ONCE));
    let (mut players, mut moderators) = (Vec::new(), Vec::new());
    for number in 0..arguments.accounts {
        let person = Person::new(&day, number, random.bits());
        if number < MODERATORS {
            let role = if number == 0 { "administrator" } else { "moderator" };
            let kept = keep_order(person, Rc::clone(&door), Rc::clone(&machinery), role);
            moderators.push(tokio::task::spawn_local(kept));
        } else {
            let cup = entered(&cups, number - MODERATORS);
            players.push(tokio::task::spawn_local(live(person, Rc::clone(&door), cup)));
        }
    }
    join_all(players)
        .await
        .into_iter()
        .filter_map(Result::err)
        .for_each(|error| day.fault(format!("somebody is lost: {error}")));
    day.end();
    let done = mishaps.await.map_err(|error| format!("the mishaps failed: {error}"))??;
    let mut keepers: Vec<Person> = join_all(moderators).await.into_iter().filter_map(Result::ok).collect();
    news.abort();
    eprintln!("day: {}", day.line());
    let mut machinery = machinery.lock().await;
    if machinery.recover().await.is_none() {
        day.fault("the servers are not well at the end".into());
    }
    // What the servers do by themselves a moment after the last game.
    sleep(Duration::from_secs(3)).await;
    let moderator = keepers.first_mut().ok_or("nobody keeps order")?;
    let findings = judge::judge(&day, &machinery, moderator).await;
    machinery.end();
    Ok(Report::new(&day, findings, &done, begun.elapsed()))
}

/// Finds the tournament that the player of a number takes part in, and whether they organise it.
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

/// Lives the day of somebody: an account, perhaps a tournament, and games.
async fn live(mut person: Person, door: Rc<Semaphore>, cup: Option<(Rc<Cup>, bool)>) {
    {
        let Ok(_open) = door.acquire().await else { return };
        if !person.arrive().await {
            return;
        }
    }
    if let Some((cup, organises)) = cup {
        cup::take_part(&mut person, &cup, organises).await;
    }
    player::play_on(person).await;
}

/// Lives the day of somebody who keeps order.
async fn keep_order(
    mut person: Person,
    door: Rc<Semaphore>,
    machinery: Rc<Mutex<Machinery>>,
    role: &'static str,
) -> Person {
    {
        let Ok(_open) = door.acquire().await else { return person };
        if !person.arrive().await {
            return person;
        }
    }
    let name = person.name();
    let mut told = Ok(());
    for _ in 0..TRIES {
        told = machinery.lock().await.appoint(&name, role);
        if told.is_ok() {
            break;
        }
        sleep(Duration::from_secs(1)).await;
    }
    if let Err(problem) = told {
        person.day.fault(format!("{name} is not appointed: {problem}"));
    }
    order::keep(person).await
}

/// Says again and again how it stands.
async fn tell(day: Rc<Day>, begun: Instant) {
    loop {
        sleep(NEWS).await;
        eprintln!("day: {:>4.0} s: {}", begun.elapsed().as_secs_f64(), day.line());
    }
}
