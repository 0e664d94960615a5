use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use entourage_kernel::{Board, Evaluate, History, Piece, Random, Side, Square, Status, Tally, mix};

use super::TuneSettings;
use crate::ladder::{OPENING, opening, run_on_threads};
use crate::{Limits, NoClock, Options, Search};

/// A position from which the weights are learned.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The evaluation terms that occur in the position, with their counts.
    pub terms: Vec<(u16, f32)>,
    /// The game result for the first side: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub result: f32,
    /// The search's score for the first side, in centipawns.
    pub score: f32,
}

const MAX_PLIES: usize = 500;
/// Number of failed attempts to remove pieces after which a game begins with all of them.
const MAX_ATTEMPTS: usize = 100;
/// One in this many positions becomes a sample, since neighbouring ones are nearly the same.
const SPACING: usize = 3;

pub(super) fn play<R: Evaluate>(
    rules: &R,
    settings: &TuneSettings,
    report: &(dyn Fn(u32) + Sync),
) -> Vec<Sample> {
    let next = AtomicU32::new(0);
    let played = Mutex::new(Vec::new());
    let work = || {
        loop {
            let game = next.fetch_add(1, Relaxed);
            if game >= settings.games {
                return;
            }
            let samples = play_one(rules, settings, mix(settings.seed ^ mix(game.into())));
            let Ok(mut played) = played.lock() else { return };
            played.push((game, samples));
            report(played.len() as u32);
        }
    };
    run_on_threads(settings.threads, &work);
    let mut played = played.into_inner().unwrap_or_default();
    played.sort_unstable_by_key(|(game, _)| *game);
    played.into_iter().flat_map(|(_, samples)| samples).collect()
}

fn play_one<R: Evaluate>(rules: &R, settings: &TuneSettings, seed: u64) -> Vec<Sample> {
    let mut random = Random::new(seed);
    let mut history =
        uneven(opening(rules, settings.adjudication, OPENING, &mut random), settings, &mut random);
    let options = Options { table_mb: 1, ..Options::default() };
    let limits = Limits { nodes: Some(settings.nodes), ..Limits::NONE };
    let mut search = Search::new(&history, options);
    let mut samples = Vec::new();
    for _ in 0..MAX_PLIES {
        if history.status().outcome().is_some() {
            break;
        }
        search.restart(&history);
        let Some(best) = search.run(limits, &NoClock, &AtomicBool::new(false), &mut |_| {}) else { break };
        let position = history.position();
        let is_quiet = rules.gain(position, best.intent) == 0 && rules.alert(position).is_none();
        if is_quiet && best.score.plies_to_end().is_none() && random.one_in(SPACING) {
            let score = best.score.number() as f32;
            let score = if position.side_to_move() == Side::First { score } else { -score };
            samples.push(Sample { terms: count(rules, position), result: 0.5, score });
        }
        if history.play(best.intent).is_err() {
            break;
        }
    }
    let result = match history.status().outcome().and_then(|outcome| outcome.winner) {
        None => 0.5,
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
    };
    samples.iter_mut().for_each(|sample| sample.result = result);
    samples
}

/// Restarts a game with random pieces removed from each side, up to the handicap in the settings: games between equals
/// are often drawn, and unequal material shows what pieces are worth.
fn uneven<R: Evaluate>(history: History<R>, settings: &TuneSettings, random: &mut Random) -> History<R> {
    if settings.handicap == 0 {
        return history;
    }
    let (rules, position) = (history.rules(), history.position());
    let pieces: Vec<(Square, Piece)> = position
        .occupied()
        .into_iter()
        .filter_map(|square| Some((square, position.piece_at(square)?)))
        .collect();
    for _ in 0..MAX_ATTEMPTS {
        let left = thinned(&pieces, settings.handicap, random);
        let Ok(start) = rules.arrange(position, &left, position.side_to_move()) else { continue };
        if rules.status(&start) == Status::Ongoing {
            return History::new(rules.clone(), settings.adjudication, start);
        }
    }
    history
}

/// Removes a random number of random pieces of each side, up to the handicap.
fn thinned(pieces: &[(Square, Piece)], handicap: u32, random: &mut Random) -> Vec<(Square, Piece)> {
    let mut left = pieces.to_vec();
    for side in Side::BOTH {
        for _ in 0..random.below(handicap as usize + 1) {
            let own: Vec<usize> = (0..left.len()).filter(|&index| left[index].1.side() == side).collect();
            if let Some(&index) = random.pick(&own) {
                left.remove(index);
            }
        }
    }
    left
}

fn count<R: Evaluate>(rules: &R, position: &R::Position) -> Vec<(u16, f32)> {
    let mut counts = Counts(Vec::new());
    rules.terms(position, &mut counts);
    let occurring = counts.0.into_iter().enumerate().filter(|(_, count)| *count != 0);
    occurring.map(|(term, count)| (term as u16, count as f32)).collect()
}

struct Counts(Vec<i32>);

impl Tally for Counts {
    fn add(&mut self, term: usize, count: i32) {
        if self.0.len() <= term {
            self.0.resize(term + 1, 0);
        }
        self.0[term] += count;
    }
}
