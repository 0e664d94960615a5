use std::collections::{BTreeMap, BTreeSet};

use entourage_kernel::{Language, Random, Status, mix};
use entourage_registry::view::{MoveView, RelationView, View};
use entourage_registry::{AnyGame, AnyMatch, Level, SearchSettings};

use crate::{Deeds, Notes, Trial};

/// Every so many positions it is asked what is refused, and why.
const ASKED: u32 = 4;
/// So many tries are made where it is asked.
const TRIES: usize = 24;

/// Plays a game of the computer against itself, which trial and number determine, and notes what happens.
///
/// One game in four is between players of different skill, if the trial has such: each side is the weaker one in turn.
pub fn play(game: &dyn AnyGame, trial: &Trial, number: u32) -> Option<Notes> {
    let mut random = Random::new(mix(trial.seed ^ mix(u64::from(number))));
    let weaker = match (trial.gap, number % 8) {
        (0, _) => 0,
        (_, 3) => 1,
        (_, 7) => 2,
        _ => 0,
    };
    let mut under_way = game.begin(None).ok()?;
    let kinds = game.metadata().kinds.len();
    let mut notes = Notes {
        number,
        weaker,
        winner: 0,
        cause: None,
        plies: 0,
        choices: 0,
        kinds: vec![Deeds::default(); kinds],
        at_work: BTreeMap::new(),
        refused: BTreeMap::new(),
        tries: 0,
        moved_by: BTreeMap::new(),
        at_end: Vec::new(),
    };
    let mut view = under_way.view(Language::English);
    for piece in &view.pieces {
        notes.kinds[piece.kind].begun += 1;
    }
    let mut before = at_work(&view.relations);
    while view.ended.is_none() && notes.plies < trial.longest {
        notes.choices += view.moves.len() as u64;
        for code in &before {
            *notes.at_work.entry(code.clone()).or_default() += 1;
        }
        if notes.plies.is_multiple_of(ASKED) {
            ask(under_way.as_ref(), &view, &mut random, &mut notes);
        }
        let text = if notes.plies < trial.opening {
            random.pick(&view.moves)?.text.clone()
        } else {
            choose(under_way.as_ref(), skill(trial, weaker, view.side), random.bits())?
        };
        let made = view.moves.iter().find(|one| one.text == text)?.clone();
        under_way.play(&text).ok()?;
        notes.plies += 1;
        let after = under_way.view(Language::English);
        note_deeds(&view, &made, &after, &mut notes);
        let now = at_work(&after.relations);
        for code in before.symmetric_difference(&now) {
            *notes.moved_by.entry(code.clone()).or_default() += 1;
        }
        (view, before) = (after, now);
    }
    if let Status::Ended(outcome) = under_way.status() {
        notes.winner = outcome.winner.map_or(0, |side| side.number() as u8);
        notes.cause = Some(outcome.cause.to_string());
        let closing = under_way.closing(Language::English);
        notes.at_end =
            at_work(&closing.map(|closing| closing.relations).unwrap_or_default()).into_iter().collect();
    }
    for piece in &view.pieces {
        notes.kinds[piece.kind].left += 1;
    }
    Some(notes)
}

/// Returns the level of a side.
fn skill(trial: &Trial, weaker: u8, side: usize) -> Level {
    let less = if usize::from(weaker) == side { trial.gap } else { 0 };
    Level::new(trial.level.saturating_sub(less).clamp(1, 8)).unwrap_or(Level::ALL[0])
}

/// Lets the computer choose a move.
fn choose(under_way: &dyn AnyMatch, level: Level, seed: u64) -> Option<String> {
    let settings = SearchSettings { level: Some(level), table_mb: 1, seed, ..SearchSettings::default() };
    let mut search = under_way.search(settings);
    loop {
        let thought = search.advance(1_000_000);
        if thought.done {
            return thought.best;
        }
    }
}

/// Gathers the powers that are at work.
fn at_work(relations: &[RelationView]) -> BTreeSet<String> {
    relations.iter().map(|relation| relation.kind.clone()).collect()
}

/// Notes who moved and what was taken.
fn note_deeds(before: &View, made: &MoveView, after: &View, notes: &mut Notes) {
    let mover =
        made.squares.first().and_then(|square| before.pieces.iter().find(|piece| piece.square == *square));
    let count = |view: &View, side: usize, kind: usize| {
        view.pieces.iter().filter(|piece| piece.side == side && piece.kind == kind).count() as u32
    };
    let other = 3 - before.side;
    let mut taken = 0;
    for (kind, deeds) in notes.kinds.iter_mut().enumerate() {
        let lost = count(before, other, kind).saturating_sub(count(after, other, kind));
        deeds.lost += lost;
        taken += lost;
    }
    if let Some(mover) = mover {
        let deeds = &mut notes.kinds[mover.kind];
        deeds.moves += 1;
        deeds.captures += u32::from(taken > 0);
    }
}

/// Tries pieces of the side to move on squares, enemies first, and notes why they may not go there.
fn ask(under_way: &dyn AnyMatch, view: &View, random: &mut Random, notes: &mut Notes) {
    let own: Vec<_> = view.pieces.iter().filter(|piece| piece.side == view.side).collect();
    let enemies: Vec<_> = view.pieces.iter().filter(|piece| piece.side != view.side).collect();
    let targets: Vec<&str> =
        view.moves.iter().filter_map(|one| one.squares.last()).map(String::as_str).collect();
    for turn in 0..TRIES {
        let Some(from) = random.pick(&own) else { return };
        let enemy = random.pick(&enemies).map(|piece| piece.square.as_str());
        let empty = random.pick(&targets).copied();
        let Some(to) = (if turn % 3 == 0 { empty.or(enemy) } else { enemy.or(empty) }) else { return };
        if from.square == to {
            continue;
        }
        notes.tries += 1;
        let squares = [from.square.clone(), to.to_owned()];
        let Ok(told) = under_way.explain_squares(&squares, Language::English) else { continue };
        for code in told.reasons.iter().map(|reason| reason.code.clone()).collect::<BTreeSet<_>>() {
            *notes.refused.entry(code).or_default() += 1;
        }
    }
}
