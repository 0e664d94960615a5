use std::collections::BTreeMap;

use entourage_kernel::{Language, Metadata};
use entourage_registry::view::{KindReport, PowerReport, ReasonReport, ReportView};

use crate::share::share;
use crate::{Deeds, Notes, Trial, advice};

/// Counts what was noted of games, and tells what they say.
pub fn report(game: &Metadata, trial: &Trial, notes: &[Notes], language: Language) -> ReportView {
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
            .map_or_else(|| code.to_owned(), |cause| cause.text.get(language).to_owned())
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
    let never_ended = game.causes.iter().filter(|cause| never(&cause.code));
    let never_ended =
        never_ended.map(|cause| (cause.code.to_string(), cause.text.get(language).to_owned())).collect();
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
        reasons: reasons(&alike),
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
    let report = |relation: &entourage_kernel::RelationKind| {
        let code = relation.code.as_str();
        let sum = |of: &dyn Fn(&Notes) -> u32| notes.iter().map(|one| u64::from(of(one))).sum::<u64>() as f64;
        PowerReport {
            code: code.to_owned(),
            says: relation.exerted.get(language).replace("{}", "…"),
            at_work: share(sum(&|one| one.at_work.get(code).copied().unwrap_or(0)), positions),
            moved_by: share(sum(&|one| one.moved_by.get(code).copied().unwrap_or(0)), positions),
            at_end: share(sum(&|one| u32::from(one.at_end.iter().any(|known| known == code))), ended),
            forbade: share(sum(&|one| one.refused.get(code).copied().unwrap_or(0)), tries),
        }
    };
    game.relations.iter().map(report).collect()
}

fn reasons(notes: &[&Notes]) -> Vec<ReasonReport> {
    let tries: u64 = notes.iter().map(|one| u64::from(one.tries)).sum();
    let mut found: BTreeMap<&str, u64> = BTreeMap::new();
    for (code, count) in notes.iter().flat_map(|one| &one.refused) {
        *found.entry(code).or_default() += u64::from(*count);
    }
    let report = |(code, count): (&&str, &u64)| ReasonReport {
        code: (*code).to_owned(),
        share: share(*count as f64, tries),
    };
    let mut reasons: Vec<_> = found.iter().map(report).collect();
    reasons.sort_by(|one, other| other.share.found.total_cmp(&one.share.found));
    reasons
}
