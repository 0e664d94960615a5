//! Tests that wins announced near the limit of quiet moves are real, whatever the transposition table contains.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use entourage_chess::Chess;
use entourage_kernel::{Adjudication, Board, Evaluate, History, Intent, Random, Rules, Side};
use entourage_search::{Limits, NoClock, Options, Search};
use entourage_solver::{Settings, Solver};

use crate::skirmish::{Skirmish, read};

/// Returns whether a side can force a win within `plies`, found by plain recursion.
fn wins<R: Evaluate>(game: &mut History<R>, side: Side, plies: u32) -> bool {
    if let Some(outcome) = game.status().outcome() {
        return outcome.winner == Some(side);
    }
    if plies == 0 {
        return false;
    }
    let attacks = game.position().side_to_move() == side;
    let moves = game.legal_moves();
    let mut leads_to_a_win = |intent: Intent| {
        game.play(intent).unwrap();
        let won = wins(game, side, plies - 1);
        game.undo();
        won
    };
    if attacks { moves.into_iter().any(leads_to_a_win) } else { moves.into_iter().all(&mut leads_to_a_win) }
}

/// Searches a game with the table of earlier searches; returns the distances of the wins and losses announced at each depth.
fn announced<R: Evaluate>(search: &mut Search<R>, game: &History<R>, depth: u32) -> BTreeSet<i32> {
    let mut announced = BTreeSet::new();
    let mut collect =
        |search: &Search<R>| announced.extend(search.best().and_then(|best| best.score.plies_to_end()));
    search.restart(game);
    let limits = Limits { depth: Some(depth), ..Limits::NONE };
    search.run(limits, &NoClock, &AtomicBool::new(false), &mut collect);
    announced
}

/// Returns whether a side can force a win within `plies`, according to the solver, which is tested against plain recursion.
fn is_solved<R: Evaluate>(game: &mut History<R>, side: Side, plies: u32) -> bool {
    let settings = Settings { attacker: side, table_mb: 1 };
    let mut solver = Solver::new(game.rules().clone(), game.position().clone(), settings);
    let plies = u16::try_from(plies).unwrap();
    while !solver.advance(u64::MAX, plies) {}
    solver.distance().most <= plies
}

/// Checks the wins and losses announced in games that differ only in their count of quiet plies. Returns how many of
/// them are within `most` plies, and in how many games none is announced.
fn check<R: Evaluate>(
    games: Vec<History<R>>,
    options: Options,
    depth: u32,
    (most, is_won): (u32, impl Fn(&mut History<R>, Side, u32) -> bool),
) -> (u32, u32) {
    let Some(first) = games.first() else { return (0, 0) };
    let mut search = Search::new(first, options);
    let (mut proven, mut open) = (0, 0);
    for mut game in games {
        let announced = announced(&mut search, &game, depth);
        open += u32::from(announced.is_empty());
        for plies in announced {
            let mover = game.position().side_to_move();
            let winner = if plies > 0 { mover } else { !mover };
            let plies = plies.unsigned_abs();
            if plies <= most {
                let position = game.rules().write_position(game.position());
                assert!(is_won(&mut game, winner, plies), "{plies} plies, {position}");
                proven += 1;
            }
        }
    }
    (proven, open)
}

fn options(selective: bool, threads: usize) -> Options {
    Options { table_mb: 1, selective, threads, ..Options::default() }
}

/// Places a few chess pieces randomly; returns a game for each count of quiet plies, unless the game is already over.
fn endings(random: &mut Random, counts: &[u32]) -> Vec<History<Chess>> {
    let sets = [&["K", "k", "Q", "R"][..], &["K", "k", "R", "R"], &["K", "k", "Q"], &["K", "k", "Q", "n"]];
    let mut board = [["1"; 8]; 8];
    for piece in sets[random.below(sets.len())] {
        board[random.below(8)][random.below(8)] = piece;
    }
    let rows = board.map(|row| row.concat()).join("/");
    let rows = (2..=8).rev().fold(rows, |rows, count| rows.replace(&"1".repeat(count), &count.to_string()));
    let game = |count| {
        let position = Chess.read_position(&format!("{rows} w - - {count} 90")).ok()?;
        let game = History::new(Chess, Adjudication::NONE, position);
        game.status().outcome().is_none().then_some(game)
    };
    counts.iter().filter_map(game).collect()
}

#[test]
fn wins_announced_near_the_limit_of_the_rules_are_wins() {
    let mut random = Random::new(26);
    for (selective, threads, depth) in [(true, 1, 7), (true, 2, 7), (false, 1, 4)] {
        let (mut proven, mut open) = (0, 0);
        for _ in 0..60 {
            // The first search stores a win in the table while enough quiet plies are left for it.
            let games = endings(&mut random, &[0, 99, 98, 97, 96, 95]);
            let counts = check(games, options(selective, threads), depth, (9, is_solved));
            (proven, open) = (proven + counts.0, open + counts.1);
        }
        assert!(proven >= 20 && open >= 20, "{proven} were proven, {open} open");
    }
}

/// Plays moves back and forth until a number of quiet plies has passed.
fn after_quiet_plies(rows: &str, limit: u32, quiet: u32) -> Option<History<Skirmish>> {
    let adjudication = Adjudication { repetition: None, quiet_limit: Some(limit) };
    let mut game = History::new(Skirmish::Strict, adjudication, read(rows, Side::First));
    for _ in 0..quiet {
        let retraces = |&&intent: &&Intent| !game.rules().is_decisive(game.position(), intent);
        let moves = game.legal_moves();
        let back = game.moves().len().checked_sub(2).map(|index| game.moves()[index]).and_then(|last| {
            let (from, to) = (last.first()?, last.last()?);
            moves.iter().find(|intent| intent.first() == Some(to) && intent.last() == Some(from)).copied()
        });
        let intent = back.or_else(|| moves.iter().find(retraces).copied())?;
        game.play(intent).ok()?;
    }
    (game.quiet_plies() == quiet && game.status().outcome().is_none()).then_some(game)
}

#[test]
fn wins_announced_near_an_organisers_limit_are_wins() {
    let mut random = Random::new(27);
    for (selective, threads) in [(true, 1), (true, 2), (false, 1)] {
        let (mut proven, mut open) = (0, 0);
        for _ in 0..300 {
            let mut rows = ['.'; 25];
            for piece in ['K', 'k', 'R', 'R', 'r'] {
                rows[random.below(25)] = piece;
            }
            let rows: String = rows.iter().collect();
            if !(rows.contains('K') && rows.contains('k')) {
                continue;
            }
            let games =
                [0, 9, 8, 7, 6, 4].iter().filter_map(|&quiet| after_quiet_plies(&rows, 5, quiet)).collect();
            let counts = check(games, options(selective, threads), 6, (5, wins));
            (proven, open) = (proven + counts.0, open + counts.1);
        }
        assert!(proven >= 20 && open >= 20, "{proven} were proven, {open} open");
    }
}

#[test]
fn a_variation_ends_where_the_game_does() {
    let mut random = Random::new(28);
    let (mut checked, mut ended) = (0, 0);
    for _ in 0..80 {
        for start in endings(&mut random, &[0, 90, 95]) {
            let adjudication = Adjudication { repetition: Some(2), quiet_limit: Some(48) };
            let mut game = History::new(Chess, adjudication, *start.position());
            let mut search = Search::new(&game, options(true, 1));
            // The table contains positions that occur in the game before the search begins.
            for depth in [6, 3, 3, 3, 3, 3] {
                search.restart(&game);
                let limits = Limits { depth: Some(depth), ..Limits::NONE };
                search.run(limits, &NoClock, &AtomicBool::new(false), &mut |search| {
                    for variation in search.ranking() {
                        let mut game = game.clone();
                        for &intent in &variation.moves {
                            assert!(game.status().outcome().is_none(), "{:?}", variation.moves);
                            game.play(intent).unwrap();
                        }
                        checked += 1;
                        ended += u32::from(game.status().outcome().is_some());
                    }
                });
                let moves = game.legal_moves();
                let Some(&intent) = random.pick(&moves) else { break };
                game.play(intent).unwrap();
                if game.status().outcome().is_some() {
                    break;
                }
            }
        }
    }
    assert!(ended > 20, "only {ended} of {checked} variations came to the end of the game");
}
