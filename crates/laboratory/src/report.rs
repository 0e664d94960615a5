use std::collections::BTreeMap;

use entourage_kernel::{Language, Metadata, Power, SharedStr, Text};
use entourage_registry::AnyGame;
use entourage_registry::view::{CardReport, CatalogueView, KindReport, PowerReport, ReasonReport, ReportView};

use crate::share::{share, share_of_games};
use crate::worth::worths;
use crate::{Deeds, Notes, Trial, advice};

/// Display names of the causes of game endings that the kernel adds to the game's own.
static REPETITION: Text = Text::new("repetition", "répétition");
static QUIET_LIMIT: Text = Text::new("too many moves without a capture", "trop de coups sans capture");

pub fn report(game: &dyn AnyGame, trial: &Trial, notes: &[Notes], language: Language) -> ReportView {
    let catalogue = game.info(language).catalogue;
    let (repeats, adjudication, game) = (game.draws_repetition(), game.adjudication(), game.metadata());
    let alike: Vec<&Notes> = notes.iter().filter(|one| one.weaker == 0).collect();
    let games = alike.len() as u64;
    let ended: Vec<&&Notes> = alike.iter().filter(|one| one.cause.is_some()).collect();
    let points = |side: u8| {
        let of = |winner: u8| if winner == side { 1.0 } else { f64::from(u8::from(winner == 0)) / 2.0 };
        alike.iter().map(|one| of(one.winner)).sum::<f64>()
    };
    let text = |code: &str| {
        Metadata::named(&game.causes, code)
            .map(|cause| &cause.text)
            .or(match code {
                "repetition" => Some(&REPETITION),
                "quiet-limit" => Some(&QUIET_LIMIT),
                _ => None,
            })
            .map_or_else(|| code.to_owned(), |text| text.get(language).to_owned())
    };
    let mut causes: BTreeMap<&str, u64> = BTreeMap::new();
    for cause in alike.iter().filter_map(|one| one.cause.as_deref()) {
        *causes.entry(cause).or_default() += 1;
    }
    let mut endings = Vec::new();
    for (code, count) in &causes {
        let share = share(*count as f64, games);
        rank(&mut endings, ((*code).to_owned(), text(code), share), |(.., share)| share.found);
    }
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
        opening: trial.opening,
        is_balanced: trial.balanced,
        value: None,
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
        powers: powers(game, &alike, language),
        cards: catalogue.map(|catalogue| cards(&catalogue, &alike)).unwrap_or_default(),
        reasons: reasons(&alike, language),
        skill: share(unequal.iter().map(strong).sum(), unequal.len() as u64),
        advice: Vec::new(),
    };
    report.advice = advice::on(&report, language);
    report
}

pub(crate) fn lengths(plies: impl Iterator<Item = u32>) -> [f64; 4] {
    let mut all: Vec<f64> = plies.map(f64::from).collect();
    all.sort_by(f64::total_cmp);
    let (Some(least), Some(most)) = (all.first(), all.last()) else { return [0.0; 4] };
    // The median of an even number of values is the mean of the two middle values.
    let middle = (all[(all.len() - 1) / 2] + all[all.len() / 2]) / 2.0;
    [*least, middle, all.iter().sum::<f64>() / all.len() as f64, *most]
}

fn kinds(game: &Metadata, notes: &[&Notes], language: Language) -> Vec<KindReport> {
    let mean = |kind: usize, of: fn(&Deeds) -> u32| {
        let sum: u64 =
            notes.iter().filter_map(|one| one.kinds.get(kind)).map(|deeds| u64::from(of(deeds))).sum();
        sum as f64 / notes.len().max(1) as f64
    };
    let worths = worths(notes, game.kinds.len());
    let report = |(kind, described): (usize, &entourage_kernel::PieceKind)| KindReport {
        worth: worths[kind],
        name: described.name.get(language).to_owned(),
        begun: mean(kind, |deeds| deeds.begun),
        left: mean(kind, |deeds| deeds.left),
        moves: mean(kind, |deeds| deeds.moves),
        captures: mean(kind, |deeds| deeds.captures),
        lost: mean(kind, |deeds| deeds.lost),
    };
    game.kinds.iter().enumerate().map(report).collect()
}

fn powers(game: &Metadata, notes: &[&Notes], language: Language) -> Vec<PowerReport> {
    let count = |of: &dyn Fn(&Notes) -> [u32; 2]| share_of_games(notes.iter().map(|one| of(one)));
    let report = |power: &Power| {
        let code = power.code.as_str();
        let lack = |one: &Notes| one.lacks.get(code).copied().unwrap_or_default();
        // The activity of a power without a relation cannot be observed.
        let is_drawn = u32::from(power.relation.is_some());
        let is_told = u32::from(power.reason.is_some());
        let among = |counts: &BTreeMap<String, u32>, code: &Option<SharedStr>| {
            code.as_ref().and_then(|code| counts.get(code.as_str())).copied().unwrap_or(0)
        };
        let is_at_end = |one: &Notes| {
            power.relation.as_ref().is_some_and(|code| one.at_end.iter().any(|known| code == known))
        };
        PowerReport {
            code: code.to_owned(),
            says: power.text.get(language).to_owned(),
            at_work: count(&|one| [among(&one.at_work, &power.relation), one.plies * is_drawn]),
            moved_by: count(&|one| [among(&one.moved_by, &power.relation), one.plies * is_drawn]),
            at_end: count(&|one| [u32::from(is_at_end(one)), u32::from(one.cause.is_some()) * is_drawn]),
            forbade: count(&|one| [among(&one.refused, &power.reason), one.tries * is_told]),
            allowed: count(&|one| [lack(one).allowed, lack(one).moves]),
            decided: count(&|one| [lack(one).decided, lack(one).choices]),
            decided_end: count(&|one| [lack(one).decided_ends, lack(one).ends]),
        }
    };
    game.powers.iter().map(report).collect()
}

/// Compares sides that have a card with sides that do not; skips games in which both sides or neither has the card.
fn cards(catalogue: &CatalogueView, notes: &[&Notes]) -> Vec<CardReport> {
    let mut reports: Vec<CardReport> = Vec::new();
    for card in &catalogue.cards {
        let (mut points, mut games) = (0.0, 0);
        for one in notes {
            let [first, second] = one.cards.each_ref().map(|cards| cards.contains(&card.code));
            if first != second {
                games += 1;
                points += match one.winner {
                    0 => 0.5,
                    winner => f64::from(u8::from((winner == 1) == first)),
                };
            }
        }
        let points = share(points, games);
        if games > 0 {
            let report = CardReport { code: card.code.clone(), name: card.name.clone(), points };
            rank(&mut reports, report, |card| card.points.found);
        }
    }
    reports
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
    let mut reasons = Vec::new();
    for (code, count) in &found {
        let report = ReasonReport {
            code: (*code).to_owned(),
            says: says(code).unwrap_or_default(),
            share: share(*count as f64, tries),
        };
        rank(&mut reasons, report, |reason| reason.share.found);
    }
    reasons
}

/// Inserts an item into a list in descending order.
///
/// The lists are short, and sorting would make the WebAssembly module larger.
fn rank<T>(all: &mut Vec<T>, one: T, found: impl Fn(&T) -> f64) {
    let place = all.partition_point(|other| found(other) >= found(&one));
    all.insert(place, one);
}
