use entourage_definition::{Coverage, Diagnostic, Report};
use entourage_kernel::{Adjudication, History};
use entourage_search::{Level, choose_move};

/// Every twentieth game is played by the computer; the others by simpler players, which reach more different positions.
const ENGINE_GAMES: u64 = 20;
const LEVEL: u8 = 2;
/// Number of random moves before the computer plays.
const OPENING: usize = 6;
/// Number of games for a definition that its author is writing.
const DRAFT_GAMES: u64 = 40;
const DRAFT_POSITIONS: u64 = 20_000;

/// Plays games, some of them by the computer, and returns warnings about the sentences that changed nothing in them.
///
/// Returns fewer warnings if the author accepted some with a comment.
pub fn unused(report: &Report, games: u32) -> Vec<Diagnostic> {
    let Some(mut coverage) = report.coverage().filter(|_| games > 0) else { return Vec::new() };
    for seed in 0..u64::from(games) {
        if coverage.is_complete() {
            break;
        }
        if seed % ENGINE_GAMES == ENGINE_GAMES - 1 {
            play_by_engine(&mut coverage, seed);
        } else {
            coverage.play(seed);
        }
    }
    coverage.unused(true).into_iter().filter(|fault| !report.is_meant(fault)).collect()
}

fn play_by_engine(coverage: &mut Coverage, seed: u64) {
    let Some(level) = Level::new(LEVEL) else { return };
    let mut plies = 0;
    coverage.play_with(seed, &mut |game, position, moves, random| {
        plies += 1;
        if plies <= OPENING {
            return random.pick(moves).copied();
        }
        let history = History::new(game.clone(), Adjudication::default(), *position);
        choose_move(&history, level, seed + plies as u64)
    });
}

/// Returns warnings about sentences that changed nothing in a few games, for a definition that its author is writing.
///
/// End conditions are omitted, because few games are not enough to reach them all.
pub(crate) fn unused_in_draft(report: &Report) -> Vec<Diagnostic> {
    let Some(coverage) = report.coverage() else { return Vec::new() };
    let mut coverage = coverage.with_limit(DRAFT_POSITIONS);
    for seed in 0..DRAFT_GAMES {
        if coverage.is_complete() {
            break;
        }
        coverage.play(seed);
    }
    coverage.unused(false)
}
