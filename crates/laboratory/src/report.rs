use std::collections::{BTreeMap, BTreeSet};

use entourage_kernel::{Language, Metadata, Text};
use entourage_registry::AnyGame;
use entourage_registry::view::{KindReport, PowerReport, ReasonReport, ReportView};

use crate::share::share;
use crate::{Deeds, Lack, Notes, Trial, advice};

/// The kernel's own causes, for people.
static RECURS: Text = Text::new("the same position once too often", "la même position une fois de trop");
static QUIET: Text = Text::new("too many moves without a capture", "trop de coups sans capture");

/// Counts what was noted of games, and tells what they say.
pub fn report(game: &dyn AnyGame, trial: &Trial, notes: &[Notes], language: Language) -> ReportView {
    let (repeats, adjudication, game) = (game.draws_repetition(), game.adjudication(), game.metadata());
    let alike: Vec<&Notes> = notes.iter().filter(|one| one.weaker == 0).collect();
    let games = alike.len() as u64;
    let ended: Vec<&&Notes> = alike.iter().filter(|one| one.cause.is_some()).collect();
    let points = |side: u8| {
        alike
            .iter()
            .map(|one| {
                if one.winner == side {
                    1.0
                } else if one.winner == 0 {
                    0.5
                } else {
                    0.0
                }
            })
            .sum::<f64>()
    };
    let text = |code: &str| {
        Metadata::named(&game.causes, code)
            .map(|cause| &cause.text)
            .or(match code {
                "repetition" => Some(&RECURS),
                "quiet-limit" => Some(&QUIET),
                _ => None,
            })
            .map_or_else(|| code.to_owned(), |text| text.get(language).to_owned())
    };
    let mut causes: BTreeMap<&str, u64> = BTreeMap::new();
    for cause in alike.iter().filter_map(|one| one.cause.as_deref()) {
        *causes.entry(cause).or_default() += 1;
    }
    let mut endings: Vec<_> = causes
        .iter()
        .map(|(code, count)| ((*code).to_owned(), text(code), share(*count as f64, games)))
        .collect();
    endings.sort_by(|one, other| other.2.found.total_cmp(&one.2.found));
    let never = |code: &str| !causes.contains_key(code);
    let ours = [("repetition", repeats), ("quiet-limit", adjudication.quiet_limit.is_some())];
    let ours = ours.into_iter().filter(|(_, is_drawn)| *is_drawn).map(|(code, _)| code);
    let known: Vec<&str> = game.causes.iter().map(|cause| cause.code.as_str()).collect();
    let ours = ours.filter(|code| !known.contains(code));
    let codes = known.iter().copied().chain(ours);
    let never_ended = codes.filter(|code| never(code)).map(|code| (code.to_owned(), text(code))).collect();
    let positions: u64 = alike.iter().map(|one| u64::from(one.plies)).sum();
    let choices: u64 = alike.iter().map(|one| one.choices).sum();
    let unequal: Vec<&Notes> = notes.iter().filter(|one| one.weaker != 0).collect();
    let strong = |one: &&Notes| match one.winner {
        0 => 0.5,
        winner if winner == one.weaker => 0.0,
        _ => 1.0,
    };
    let mut report = ReportView {
        name: game.name.get(language).to_owned(),
        sides: game.sides.each_ref().map(|side| side.get(language).to_owned()),
        level: trial.level,
        gap: trial.gap,
        longest: trial.longest,
        games,
        unfinished: share((games - ended.len() as u64) as f64, games),
        draws: share(ended.iter().filter(|one| one.winner == 0).count() as f64, games),
        first: share(points(1), games),
        endings,
        never_ended,
        length: lengths(ended.iter().map(|one| one.plies)),
        choices: if positions == 0 { 0.0 } else { choices as f64 / positions as f64 },
        kinds: kinds(game, &alike, language),
        powers: powers(game, &alike, positions, language),
        reasons: reasons(&alike, language),
        skill: share(unequal.iter().map(strong).sum(), unequal.len() as u64),
        advice: Vec::new(),
    };
    report.advice = advice::on(&report, language);
    report
}

fn lengths(plies: impl Iterator<Item = u32>) -> [f64; 4] {
    let mut all: Vec<f64> = plies.map(f64::from).collect();
    all.sort_by(f64::total_cmp);
    let (Some(least), Some(most)) = (all.first(), all.last()) else { return [0.0; 4] };
    [*least, all[all.len() / 2], all.iter().sum::<f64>() / all.len() as f64, *most]
}

fn kinds(game: &Metadata, notes: &[&Notes], language: Language) -> Vec<KindReport> {
    let mean = |kind: usize, of: fn(&Deeds) -> u32| {
        let sum: u64 =
            notes.iter().filter_map(|one| one.kinds.get(kind)).map(|deeds| u64::from(of(deeds))).sum();
        sum as f64 / notes.len().max(1) as f64
    };
    let report = |(kind, described): (usize, &entourage_kernel::PieceKind)| KindReport {
        name: described.name.get(language).to_owned(),
        begun: mean(kind, |deeds| deeds.begun),
        left: mean(kind, |deeds| deeds.left),
        moves: mean(kind, |deeds| deeds.moves),
        captures: mean(kind, |deeds| deeds.captures),
        lost: mean(kind, |deeds| deeds.lost),
    };
    game.kinds.iter().enumerate().map(report).collect()
}

fn powers(game: &Metadata, notes: &[&Notes], positions: u64, language: Language) -> Vec<PowerReport> {
    let ended = notes.iter().filter(|one| one.cause.is_some()).count() as u64;
    let tries: u64 = notes.iter().map(|one| u64::from(one.tries)).sum();
    let lack = |code: &str, of: fn(&Lack) -> [u32; 2]| {
        let counted = notes.iter().filter_map(|one| one.lacks.get(code)).map(of);
        let [these, all] =
            counted.fold([0_u64; 2], |[these, all], [more, of]| [these + u64::from(more), all + u64::from(of)]);
        share(these as f64, all)
    };
    let report = |code: &str, says: String| {
        let sum = |of: &dyn Fn(&Notes) -> u32| notes.iter().map(|one| u64::from(of(one))).sum::<u64>() as f64;
        // A power that makes no relation is drawn nowhere, and nobody can say when it is at work.
        let (drawn, ends) = if says.is_empty() { (0, 0) } else { (positions, ended) };
        PowerReport {
            code: code.to_owned(),
            says,
            at_work: share(sum(&|one| one.at_work.get(code).copied().unwrap_or(0)), drawn),
            moved_by: share(sum(&|one| one.moved_by.get(code).copied().unwrap_or(0)), drawn),
            at_end: share(sum(&|one| u32::from(one.at_end.iter().any(|known| known == code))), ends),
            forbade: share(sum(&|one| one.refused.get(code).copied().unwrap_or(0)), tries),
            allowed: lack(code, |lack| [lack.allowed, lack.moves]),
            decided: lack(code, |lack| [lack.decided, lack.choices]),
            decided_end: lack(code, |lack| [lack.decided_ends, lack.ends]),
        }
    };
    let drawn = game
        .relations
        .iter()
        .map(|relation| (relation.code.as_str(), relation.exerted.get(language).replace("{}", "…")));
    let looked_at: BTreeSet<&str> = notes.iter().flat_map(|one| one.lacks.keys()).map(String::as_str).collect();
    let is_drawn = |code: &&str| game.relations.iter().any(|relation| relation.code == *code);
    let others = looked_at.into_iter().filter(|code| !is_drawn(code)).map(|code| (code, String::new()));
    drawn.chain(others).map(|(code, says)| report(code, says)).collect()
}

fn reasons(notes: &[&Notes], language: Language) -> Vec<ReasonReport> {
    let says = |code: &str| {
        let [english, french] = notes.iter().find_map(|one| one.sentences.get(code))?;
        Some(if language == Language::English { english } else { french }.clone())
    };
    let tries: u64 = notes.iter().map(|one| u64::from(one.tries)).sum();
    let mut found: BTreeMap<&str, u64> = BTreeMap::new();
    for (code, count) in notes.iter().flat_map(|one| &one.refused) {
        *found.entry(code).or_default() += u64::from(*count);
    }
    let report = |(code, count): (&&str, &u64)| ReasonReport {
        code: (*code).to_owned(),
        says: says(code).unwrap_or_default(),
        share: share(*count as f64, tries),
    };
    let mut reasons: Vec<_> = found.iter().map(report).collect();
    reasons.sort_by(|one, other| other.share.found.total_cmp(&one.share.found));
    reasons
}
