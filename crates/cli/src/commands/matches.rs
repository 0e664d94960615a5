use std::io::Write;

use entourage_arena::{Conditions, Interval, MatchError, Record, Sprt, Standing, Verdict};
use entourage_kernel::{SharedStr, Weights};
use entourage_registry::Level;
use entourage_registry::ladder::{Conditions as LadderConditions, Player as LadderPlayer, Tally};
use entourage_registry::tune::TuneSettings;

use super::{show_progress, threads};
use crate::arguments::{Ladder, Match, Tune};
use crate::failure::{Console, Failure, Outcome, shortened};
use crate::input;

const DEFAULT_MOVETIME: u64 = 100;

pub fn play(console: &mut Console<'_>, plan: &Match) -> Outcome {
    let &mut Console { registry, ref mut out, .. } = console;
    let game = input::open(registry, &plan.game)?;
    let conditions = conditions(plan)?;
    let record = plan.record.as_deref().map(|path| Record::open(path, game.as_ref(), &conditions));
    let record = record.transpose().map_err(failure)?;
    let report = |standing: &Standing| show_progress(&progress(standing, conditions.games));
    let standing = entourage_arena::Match::new(game.as_ref(), &conditions, record, &report).run();
    show_progress("");
    let standing = standing.map_err(failure)?;
    let [a, b] = conditions.players.each_ref().map(|player| player.or_time(conditions.movetime));
    writeln!(out, "{a} against {b}, {}", game.spec())?;
    writeln!(out, "games {}: {}", standing.games(), tally(&standing))?;
    let counts = standing.pairs.0.map(|count| count.to_string()).join(" ");
    writeln!(out, "pairs {}: {counts} (by points of A: 0, ½, 1, 1½, 2)", standing.pairs.count())?;
    if let Some(elo) = standing.pairs.elo() {
        writeln!(out, "Elo {}", written(elo))?;
    }
    if let Some(sprt) = standing.sprt {
        let verdict = match standing.verdict() {
            Some(Verdict::Accepted) => format!("{:+} accepted", sprt.elo1),
            Some(Verdict::Rejected) => format!("{:+} accepted", sprt.elo0),
            None => "undecided".to_owned(),
        };
        writeln!(out, "SPRT {:+} against {:+}: {}, {verdict}", sprt.elo0, sprt.elo1, ratio(&standing, sprt))?;
    }
    let [a, b] = standing.faults;
    if a + b > 0 {
        writeln!(out, "losses due to engine failures: A {a}, B {b}")?;
    }
    Ok(())
}

fn conditions(plan: &Match) -> Outcome<Conditions> {
    if plan.elo0.partial_cmp(&plan.elo1) != Some(std::cmp::Ordering::Less) {
        let fr = "doit être inférieur à --elo1";
        return Err(Failure::about("--elo0", "must be less than --elo1", fr));
    }
    let &Match { elo0, elo1, alpha, beta, games, seed, plies, balance, longest, .. } = plan;
    // If only one player has a move time, that time applies to both.
    let time = || plan.a.time().or_else(|| plan.b.time());
    Ok(Conditions {
        players: [plan.a.clone(), plan.b.clone()],
        games: games.next_multiple_of(2),
        movetime: plan.movetime.or_else(time).unwrap_or(DEFAULT_MOVETIME),
        seed,
        plies,
        balance,
        longest,
        threads: threads(plan.threads),
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
    // Avoids -0.0.
    let [best, least, most] = [best, least, most].map(|elo| (elo * 10.0).round() / 10.0 + 0.0);
    format!("{best:+.1} (95 %: {least:+.1} to {most:+.1})")
}

fn ratio(standing: &Standing, sprt: Sprt) -> String {
    let (low, high) = sprt.bounds();
    format!("log-likelihood ratio {:.2} ({low:.2} to {high:.2})", sprt.likelihood_ratio(&standing.pairs))
}

/// Tunes the weights of a game's evaluation, and prints them in the format of the game's source file.
pub fn tune(console: &mut Console<'_>, plan: &Tune) -> Outcome {
    let &mut Console { registry, ref mut out, .. } = console;
    let game = input::open(registry, &plan.game)?;
    let none = || {
        let fr = "l'évaluation de ce jeu n'a pas de poids à ajuster";
        Failure::about("GAME", "this game's evaluation has no tunable weights", fr)
    };
    let weights = game.weights().ok_or_else(none)?;
    let keep = plan.keep.iter().map(|name| group(name, &weights)).collect::<Result<_, _>>()?;
    let threads = threads(plan.threads);
    let Tune { games, nodes, handicap, seed, hold, .. } = *plan;
    let report = |played: u32| show_progress(&format!("{played} of {games} games "));
    let plan =
        TuneSettings { adjudication: game.adjudication(), games, nodes, handicap, seed, hold, keep, threads };
    let tuned = game.tune(&plan, &report).ok_or_else(none)?;
    show_progress("");
    let [before, after] = tuned.errors;
    writeln!(
        out,
        "    // {} positions; mean squared error {before:.4} before, {after:.4} after",
        tuned.samples
    )?;
    let mut rest = tuned.weights.as_slice();
    for (name, count) in weights.groups.iter() {
        let (group, others) = rest.split_at((*count).min(rest.len()));
        rest = others;
        let list: Vec<String> = group.iter().map(i32::to_string).collect();
        writeln!(out, "    // {name}\n    {},", list.join(", "))?;
    }
    Ok(())
}

fn group(name: &str, weights: &Weights) -> Outcome<SharedStr> {
    let mut names = weights.groups.iter().map(|(known, _)| known.as_str());
    let found = weights.groups.iter().find(|(known, _)| *known == *name);
    found.map(|(known, _)| known.clone()).ok_or_else(|| {
        let (name, last) = (shortened(name), names.next_back().unwrap_or_default());
        let others = names.collect::<Vec<_>>().join(", ");
        let en = format!("unknown term \"{name}\"; this game's terms are {others} and {last}");
        let fr =
            format!("terme «\u{a0}{name}\u{a0}» inconnu\u{a0}; les termes de ce jeu sont {others} et {last}");
        Failure::about("--keep", en, fr)
    })
}

/// Minimum score of a level against the one below, in percent.
const MIN_SCORE: f64 = 65.0;
/// Maximum score of the first level against the capturing player, in percent.
const MAX_FIRST_SCORE: f64 = 60.0;

pub fn ladder(console: &mut Console<'_>, plan: &Ladder) -> Outcome {
    let &mut Console { registry, ref mut out, .. } = console;
    let game = input::open(registry, &plan.game)?;
    let threads = threads(plan.threads);
    let conditions =
        LadderConditions { adjudication: game.adjudication(), games: plan.games, seed: plan.seed, threads };
    let mut failed = Vec::new();
    for players in matches().skip(usize::from(plan.from.saturating_sub(1))) {
        let [upper, lower] = players;
        let report = |tally: &Tally| {
            show_progress(&format!("{upper} against {lower}: {tally} after {} games ", tally.games()));
        };
        let tally = game.ladder(players, conditions, &report);
        show_progress("");
        let (expected, reached) = verdict(lower, tally.percent());
        let word = if reached { "passed" } else { "failed" };
        writeln!(out, "{upper} against {lower}: {tally}, expected {expected}: {word}")?;
        out.flush()?;
        if !reached {
            failed.push(format!("{upper} against {lower}"));
        }
    }
    if plan.check && !failed.is_empty() {
        return Err(Failure::Message(
            format!("levels that missed the expected score: {}", failed.join(", ")).into(),
        ));
    }
    Ok(())
}

fn matches() -> impl Iterator<Item = [LadderPlayer; 2]> {
    let first = [LadderPlayer::Level(Level::ALL[0]), LadderPlayer::Captures];
    let others = Level::ALL.windows(2).map(|pair| [LadderPlayer::Level(pair[1]), LadderPlayer::Level(pair[0])]);
    std::iter::once(first).chain(others)
}

fn verdict(lower: LadderPlayer, percent: f64) -> (String, bool) {
    match lower {
        LadderPlayer::Captures => (format!("at most {MAX_FIRST_SCORE} %"), percent <= MAX_FIRST_SCORE),
        LadderPlayer::Level(_) => (format!("at least {MIN_SCORE} %"), percent >= MIN_SCORE),
    }
}
