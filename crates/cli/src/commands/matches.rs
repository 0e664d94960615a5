use std::io::{self, IsTerminal, Write};
use std::thread;

use entourage_arena::{Conditions, Interval, MatchError, Record, Sprt, Standing, Verdict};
use entourage_kernel::Text;
use entourage_registry::Registry;

use crate::arguments::Match;
use crate::failure::Failure;
use crate::input;

/// The milliseconds a move unless the command says something else.
const MOVETIME: u64 = 100;

/// Plays a match and says what it proves.
///
/// # Errors
/// A wrong game, differences in the wrong order, a record that cannot be gone on with, a program that is no engine, or a
/// closed output.
pub fn run(registry: &Registry, plan: &Match, out: &mut impl Write) -> Result<(), Failure> {
    let game = input::open(registry, &plan.game)?;
    let conditions = conditions(plan)?;
    let record = plan.record.as_deref().map(|path| Record::open(path, game.as_ref(), &conditions));
    let record = record.transpose().map_err(failure)?;
    let report = |standing: &Standing| {
        if io::stderr().is_terminal() {
            // A match goes on though nobody follows it.
            let _ = write!(io::stderr(), "\r\x1b[K{}", progress(standing, conditions.games));
        }
    };
    let standing = entourage_arena::Match::new(game.as_ref(), &conditions, record, &report).run();
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    let standing = standing.map_err(failure)?;
    let [a, b] = conditions.players.each_ref().map(|player| player.or_time(conditions.movetime));
    writeln!(out, "{a} against {b}, {}", game.spec())?;
    writeln!(out, "games {}: {}", standing.games(), tally(&standing))?;
    let counts = standing.pairs.0.map(|count| count.to_string()).join(" ");
    writeln!(out, "pairs {}: 0 to 2 points in halves {counts}", standing.pairs.count())?;
    if let Some(elo) = standing.pairs.elo() {
        writeln!(out, "Elo {}", written(elo))?;
    }
    if let Some(sprt) = standing.sprt {
        let verdict = match standing.verdict() {
            Some(Verdict::Accepted) => format!("{:+} proved", sprt.elo1),
            Some(Verdict::Rejected) => format!("{:+} proved", sprt.elo0),
            None => "not decided".to_owned(),
        };
        writeln!(out, "SPRT {:+} against {:+}: {}, {verdict}", sprt.elo0, sprt.elo1, ratio(&standing, sprt))?;
    }
    let [a, b] = standing.faults;
    if a + b > 0 {
        writeln!(out, "lost by a failure: A {a}, B {b}")?;
    }
    Ok(())
}

fn conditions(plan: &Match) -> Result<Conditions, Failure> {
    if plan.elo0.partial_cmp(&plan.elo1) != Some(std::cmp::Ordering::Less) {
        let problem = Text::new("this must be less than --elo1", "ceci doit être inférieur à --elo1");
        return Err(Failure::at("--elo0", problem));
    }
    let &Match { elo0, elo1, alpha, beta, games, seed, plies, balance, longest, .. } = plan;
    // Whoever is given a time and names no other for the opponent means an even match.
    let time = || plan.a.time().or_else(|| plan.b.time());
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    Ok(Conditions {
        players: [plan.a.clone(), plan.b.clone()],
        games: games.next_multiple_of(2),
        movetime: plan.movetime.or_else(time).unwrap_or(MOVETIME),
        seed,
        plies,
        balance,
        longest,
        threads: plan.threads.unwrap_or_else(processors),
        sprt: plan.sprt.then_some(Sprt { elo0, elo1, alpha, beta }),
    })
}

fn failure(error: MatchError) -> Failure {
    let part = match error {
        MatchError::Record { .. } | MatchError::File(_) => "--record",
        MatchError::Engine { .. } => "A or B",
    };
    Failure::at(part, error.problem())
}

fn progress(standing: &Standing, games: u32) -> String {
    let mut line = format!("{} of {games}: {}", standing.games(), tally(standing));
    if let Some(elo) = standing.pairs.elo() {
        line += &format!(", Elo {}", written(elo));
    }
    if let Some(sprt) = standing.sprt {
        line += &format!(", {}", ratio(standing, sprt));
    }
    line
}

fn tally(standing: &Standing) -> String {
    let Standing { wins, draws, losses, .. } = standing;
    format!("+{wins} ={draws} -{losses} ({:.1} %)", standing.percent())
}

fn written(Interval { best, least, most }: Interval) -> String {
    // Without a sign before nothing.
    let [best, least, most] = [best, least, most].map(|elo| (elo * 10.0).round() / 10.0 + 0.0);
    format!("{best:+.1} (95 %: {least:+.1} to {most:+.1})")
}

fn ratio(standing: &Standing, sprt: Sprt) -> String {
    let (low, high) = sprt.bounds();
    format!("log-likelihood ratio {:.2} ({low:.2} to {high:.2})", sprt.likelihood_ratio(&standing.pairs))
}
