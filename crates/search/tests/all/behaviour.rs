//! Tests the search apart from its scores: pausing changes nothing, moves are legal, and won games stay won.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;

use entourage_kernel::{Adjudication, Board, History, Intent, Random, Rules, Side, Square};
use entourage_search::ladder::{Conditions, Player, play_match};
use entourage_search::{
    Best, Clock, Level, Limits, NoClock, Options, Progress, Remaining, Search, Variation, choose_move,
};

use crate::skirmish::{PASS, Skirmish, read};

const ADJUDICATED: Adjudication = Adjudication { repetition: Some(3), quiet_limit: Some(30) };

fn history(rules: Skirmish, rows: &str, side: Side) -> History<Skirmish> {
    History::new(rules, ADJUDICATED, read(rows, side))
}

fn start() -> History<Skirmish> {
    History::new(Skirmish::Passing, ADJUDICATED, Skirmish::Passing.start())
}

/// Searches without a clock or interruption.
fn run(search: &mut Search<Skirmish>, limits: Limits) -> Best {
    search.run(limits, &NoClock, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::NONE }
}

#[test]
fn slicing_changes_nothing() {
    let history = start();
    let mut whole = Search::new(&history, Options::default());
    let mut sliced = Search::new(&history, Options::default());
    for depth in 1..=5 {
        assert_eq!(whole.advance(u64::MAX), Progress::Deepened);
        while sliced.advance(1) == Progress::Paused {}
        assert_eq!((whole.depth(), sliced.depth()), (depth, depth));
        assert_eq!(whole.best(), sliced.best());
    }
}

#[test]
fn a_search_stopped_at_once_still_has_a_legal_move() {
    let history = start();
    let mut search = Search::new(&history, Options::default());
    let best = search.run(Limits::NONE, &NoClock, &AtomicBool::new(true), &mut |_| {}).unwrap();
    assert!(history.legal_moves().contains(&best.intent) && best.depth == 0);
}

#[test]
fn limits_are_kept() {
    let history = start();
    let stop = AtomicBool::new(false);
    let mut depths = Vec::new();
    let mut search = Search::new(&history, Options::default());
    let best = search.run(to_depth(3), &NoClock, &stop, &mut |search| depths.push(search.depth())).unwrap();
    assert_eq!((best.depth, depths), (3, vec![1, 2, 3]));
    search.restart(&history);
    let nodes = run(&mut search, Limits { nodes: Some(5_000), ..Limits::NONE }).nodes;
    assert!((5_000..5_100).contains(&nodes), "{nodes}");
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut history = history(Skirmish::Passing, "k.......................K", Side::First);
    history.play(PASS).unwrap();
    history.play(PASS).unwrap();
    assert_eq!(Search::new(&history, Options::default()).best(), None);
    assert_eq!(choose_move(&history, Level::ALL[0], 1), None);
}

#[test]
fn a_mate_is_found_with_its_distance_and_ends_the_search() {
    let history = history(Skirmish::Strict, "k.........K.............R", Side::First);
    let best = run(&mut Search::new(&history, Options::default()), Limits::NONE);
    assert_eq!((best.score.to_string().as_str(), best.variation.len()), ("#1", 1));
}

#[test]
fn a_restart_does_not_use_scores_of_another_history() {
    // The scores in the table depend on the earlier history, so only the table's moves are kept.
    let exact = Options { selective: false, ..Options::default() };
    let mut random = Random::new(3);
    let mut history = start();
    let mut kept = Search::new(&history, exact);
    let (limits, stop) = (to_depth(3), AtomicBool::new(false));
    for _ in 0..30 {
        kept.restart(&history);
        let score = kept.run(limits, &NoClock, &stop, &mut |_| {}).map(|best| best.score);
        let fresh = Search::new(&history, exact).run(limits, &NoClock, &stop, &mut |_| {});
        assert_eq!(score, fresh.map(|best| best.score));
        let Some(&intent) = random.pick(&history.legal_moves()) else { break };
        history.play(intent).unwrap();
    }
}

/// Plays a game against an opponent who passes whenever possible; returns the result and whether any material is left to win with.
fn against_passes(level: Level, seed: u64) -> (String, bool) {
    let mut history = history(Skirmish::Passing, "k...............R.....R.K", Side::First);
    while history.status().outcome().is_none() {
        let moves = history.legal_moves();
        let intent = match history.position().side() {
            Side::First => choose_move(&history, level, seed + history.moves().len() as u64).unwrap(),
            Side::Second if moves.contains(&PASS) => PASS,
            Side::Second => moves[0],
        };
        history.play(intent).unwrap();
    }
    (history.status().to_string(), history.position().occupied().len() > 2)
}

#[test]
fn no_level_gives_a_won_game_away() {
    for level in Level::ALL {
        for seed in 0..20 {
            let (status, is_ahead) = against_passes(level, 1_000 * seed);
            let drawn = status == "draw passes" || status == "draw repetition";
            assert!(!(drawn && is_ahead), "level {level}: {status}");
            assert!(level.number() < 5 || status == "win-1 mate", "level {level}: {status}");
        }
    }
}

#[test]
fn a_match_does_not_depend_on_the_number_of_threads() {
    let conditions = Conditions { adjudication: ADJUDICATED, games: 10, seed: 1, threads: 1 };
    let players = [Player::Level(Level::ALL[1]), Player::Captures];
    let alone = play_match(&Skirmish::Strict, players, conditions, &|_| {});
    let conditions = Conditions { threads: 2, ..conditions };
    assert_eq!(alone, play_match(&Skirmish::Strict, players, conditions, &|_| {}));
    assert_eq!(alone.games(), 10);
}

#[test]
fn helpers_find_the_same_score() {
    let history = history(Skirmish::Strict, "k....m....K.......R.M...R", Side::First);
    let search = |threads, depth| {
        let options = Options { threads, selective: false, ..Options::default() };
        run(&mut Search::new(&history, options), to_depth(depth))
    };
    let helped = search(3, 4);
    // A helper that searches ahead may finish first.
    assert!(helped.depth >= 4 && helped.nodes > 0);
    assert_eq!(search(1, helped.depth).score, helped.score);
}

#[test]
fn depths_are_reported_once_each_and_in_order_with_helpers() {
    let history = start();
    let mut search = Search::new(&history, Options { threads: 4, ..Options::default() });
    for _ in 0..20 {
        let mut reported = Vec::new();
        let never = AtomicBool::new(false);
        let best = search.run(to_depth(7), &NoClock, &never, &mut |search| {
            let best = search.best().unwrap();
            assert!(history.legal_moves().contains(&best.intent));
            assert_eq!(best.variation.first(), Some(&best.intent));
            assert_eq!(best.depth, search.depth());
            reported.push(best.depth);
        });
        let best = best.unwrap();
        assert!(reported.is_sorted_by(|a, b| a < b) && best.depth >= 7, "{reported:?}");
        assert!(search.ranking().iter().any(|variation| variation.intent == best.intent));
        search.restart(&history);
    }
}

#[test]
fn multi_pv_lines_are_exact_and_ordered() {
    let history = start();
    for selective in [false, true] {
        let ranked = |variations| {
            let mut search = Search::new(&history, Options { variations, selective, ..Options::default() });
            run(&mut search, to_depth(4));
            search.ranking().to_vec()
        };
        let three = ranked(3);
        assert!(three.len() >= 3 && three.is_sorted_by_key(|variation| -variation.score.number()));
        assert!(three.iter().all(|variation| variation.moves.first() == Some(&variation.intent)));
        if !selective {
            let all = ranked(100);
            let scores = |variations: &[Variation]| {
                variations[..3].iter().map(|variation| variation.score).collect::<Vec<_>>()
            };
            assert_eq!(all.len(), history.legal_moves().len());
            assert_eq!(scores(&all), scores(&three));
        }
    }
}

/// A clock that advances by a fixed step whenever it is read.
struct Ticking {
    now: Cell<u64>,
    step: u64,
}

impl Clock for Ticking {
    fn elapsed_ms(&self) -> u64 {
        self.now.set(self.now.get() + self.step);
        self.now.get()
    }
}

#[test]
fn a_game_by_the_clock_is_never_lost_on_time() {
    for (base, increment, step) in [(400, 0, 3), (1_000, 10, 2), (50, 0, 1)] {
        let mut history = start();
        let mut search = Search::new(&history, Options::default());
        let mut left = [base; 2];
        for _ in 0..60 {
            if history.status().outcome().is_some() {
                break;
            }
            let side = history.position().side().index();
            let remaining = Remaining { left_ms: left[side], increment_ms: increment, moves: None };
            let limits = Limits { remaining: Some(remaining), ..Limits::NONE };
            let clock = Ticking { now: Cell::new(0), step };
            search.restart(&history);
            let best = search.run(limits, &clock, &AtomicBool::new(false), &mut |_| {}).unwrap();
            let used = clock.now.get();
            assert!(used <= left[side] + step, "{used} ms of {} are used", left[side]);
            left[side] = left[side].saturating_sub(used) + increment;
            history.play(best.intent).unwrap();
        }
    }
}

#[test]
fn a_move_takes_its_share_of_the_clock() {
    let history = start();
    let used = |remaining: Remaining| {
        let limits = Limits { remaining: Some(remaining), ..Limits::NONE };
        let clock = Ticking { now: Cell::new(0), step: 1 };
        let mut search = Search::new(&history, Options::default());
        search.run(limits, &clock, &AtomicBool::new(false), &mut |_| {}).unwrap();
        clock.now.get()
    };
    let share = |left_ms, increment_ms, moves| used(Remaining { left_ms, increment_ms, moves });
    assert!(share(0, 0, None) <= 2, "nothing is left to think with");
    assert!(share(315, 0, None) <= 42 && share(315, 0, Some(1)) <= 272);
}

#[test]
fn multi_pv_ends_with_the_last_proven_line() {
    // One move mates; the others do not.
    let history = history(Skirmish::Strict, "k.........K.............R", Side::First);
    let run = |variations| {
        let mut search = Search::new(&history, Options { variations, ..Options::default() });
        let mut reports = 0;
        search.run(to_depth(5), &NoClock, &AtomicBool::new(false), &mut |search| {
            assert!(search.ranking().len() >= variations.min(search.moves().len()));
            assert_eq!(search.best().unwrap().variation, search.ranking()[0].moves);
            reports += 1;
        });
        for variation in &search.ranking()[..variations] {
            let mut game = history.clone();
            assert!(variation.moves.iter().all(|&intent| game.play(intent).is_ok()), "{variation:?}");
        }
        reports
    };
    assert_eq!(run(1), 1);
    assert!(run(2) > 1, "the second variation is not proven at once");
}

#[test]
fn recurring_positions_are_scored_by_the_rules() {
    let step = |from: usize, to: usize| Intent::from_to(Square::new(from), Square::new(to));
    let best_after = |rows: &str, moves: &[Intent]| {
        let mut history = History::new(Skirmish::Recurring, Adjudication::NONE, read(rows, Side::First));
        moves.iter().for_each(|intent| history.play(*intent).unwrap());
        assert!(history.status().outcome().is_none(), "{}", history.status());
        run(&mut Search::new(&history, Options::default()), to_depth(2))
    };
    // The king's return makes the first position occur for the third time, which wins.
    let round = [step(12, 13), step(0, 5), step(13, 12), step(5, 0)];
    let best = best_after("k...........R..........K.", &[&round[..], &round[..3]].concat());
    assert_eq!((best.intent, best.score.to_string().as_str()), (round[3], "#1"));
    // The rook has given check with every move, so the same return would lose.
    let round = [step(0, 5), step(4, 9), step(5, 0), step(9, 4)];
    let checks = [&[step(14, 4)][..], &round[..], &round[..3]].concat();
    let best = best_after("k.............R........K.", &checks);
    assert_ne!(best.intent, round[3]);
    let lost = {
        let mut history = History::new(
            Skirmish::Recurring,
            Adjudication::NONE,
            read("k.............R........K.", Side::First),
        );
        checks.iter().chain([&round[3]]).for_each(|intent| history.play(*intent).unwrap());
        history.status().to_string()
    };
    assert_eq!(lost, "win-2 perpetual");
}
