//! Tests the rulings in `docs/CLOCKS.md` with worked examples.

use entourage_clock::{Announcement, Clock, DAY, Due, Fall, Pace};
use entourage_kernel::Side::{self, First, Second};

const S: u64 = 1000;
const M: u64 = 60 * S;
const H: u64 = 60 * M;

const T: u64 = 1_790_000_000_000;

fn clock(pace: &str) -> Clock {
    Clock::new(pace.parse::<Pace>().unwrap())
}

fn started(pace: &str) -> Clock {
    let mut clock = clock(pace);
    clock.start(First, T);
    clock
}

fn bank(clock: &Clock, side: Side, at: u64) -> u64 {
    clock.read(T + at).sides[side.index()].bank
}

fn grace(clock: &Clock, side: Side, at: u64) -> u64 {
    clock.read(T + at).sides[side.index()].grace
}

fn days(clock: &Clock, side: Side, at: u64) -> u32 {
    clock.read(T + at).vacation(side)
}

fn flag(at: u64, side: Side) -> Option<Due> {
    Some(Due { at: T + at, side, fall: Fall::Flag })
}

#[test]
fn c1_clocks_run_only_after_the_start() {
    let mut clock = clock("correspondence spare=1d");
    assert_eq!((clock.due(), clock.read(T + 9 * DAY).running), (None, None));
    assert_eq!(bank(&clock, First, 9 * DAY), DAY);
    clock.start(Second, T + 9 * DAY);
    assert_eq!(clock.due(), flag(10 * DAY, Second));
    clock.start(First, T + 9 * DAY + H);
    assert_eq!(clock.due(), flag(10 * DAY, Second));
    let mut unlimited = started("unlimited");
    unlimited.moved(First, Second, T + 9 * DAY);
    assert_eq!((unlimited.due(), unlimited.read(T).running), (None, None));
}

#[test]
fn c2_turns_of_several_moves_earn_one_increment() {
    let mut clock = started("correspondence spare=10m extra=1m");
    clock.moved(First, First, T + 2 * M);
    clock.moved(First, First, T + 3 * M);
    assert_eq!(bank(&clock, First, 3 * M), 7 * M);
    assert_eq!(clock.due(), flag(10 * M, First));
    clock.moved(First, Second, T + 4 * M);
    assert_eq!((bank(&clock, First, 4 * M), clock.due()), (7 * M, flag(14 * M, Second)));
}

#[test]
fn c3_grace_is_used_before_main_time_and_does_not_accumulate() {
    let mut clock = started("correspondence spare=2d grace=1d");
    assert_eq!((grace(&clock, First, 18 * H), bank(&clock, First, 18 * H)), (6 * H, 2 * DAY));
    assert_eq!((grace(&clock, First, 30 * H), bank(&clock, First, 30 * H)), (0, 42 * H));
    clock.moved(First, Second, T + 30 * H);
    assert_eq!((grace(&clock, First, 30 * H), bank(&clock, First, 30 * H)), (DAY, 42 * H));
    clock.moved(Second, First, T + 42 * H);
    assert_eq!((grace(&clock, Second, 42 * H), bank(&clock, Second, 42 * H)), (DAY, 2 * DAY));
    assert_eq!(clock.due(), flag(42 * H + DAY + 42 * H, First));
    let mut days = started("correspondence grace=3d");
    assert_eq!(days.due(), flag(3 * DAY, First));
    days.moved(First, Second, T + 3 * DAY - 1);
    assert_eq!(days.due(), flag(6 * DAY - 1, Second));
}

#[test]
fn c4_flag_falls_when_grace_and_main_time_are_used_up() {
    let clock = started("correspondence spare=5m grace=30s");
    assert_eq!(clock.due(), flag(5 * M + 30 * S, First));
    let reading = clock.read(T + 5 * M + 30 * S - 1);
    assert_eq!((reading.left, reading.sides[0].bank), (Some(1), 1));
    let reading = clock.read(T + 5 * M + 30 * S);
    assert_eq!((reading.left, reading.sides[0].bank, reading.sides[0].grace), (Some(0), 0, 0));
}

#[test]
fn c5_increments_apply_in_order_and_min_before_a_turn() {
    // 10 m - 4 m + 1 m increment.
    let mut fischer = started("correspondence spare=10m extra=1m");
    fischer.moved(First, Second, T + 4 * M);
    assert_eq!(bank(&fischer, First, 4 * M), 7 * M);
    // A bonus of 2 m for a turn of at most 30 s.
    let mut bonus = started("correspondence spare=10m bonus=2m within=30s");
    bonus.moved(First, Second, T + 30 * S);
    bonus.moved(Second, First, T + 60 * S + 1);
    assert_eq!(bank(&bonus, First, 61 * S), 11 * M + 30 * S - S + 1);
    assert_eq!(bank(&bonus, Second, 61 * S), 10 * M - 30 * S - 1);
    // At most 11 m, although 10 m - 10 s + 1 m + 2 m are earned.
    let mut most = started("correspondence spare=10m extra=1m bonus=2m within=30s max=11m");
    most.moved(First, Second, T + 10 * S);
    assert_eq!(bank(&most, First, 10 * S), 11 * M);
    let mut least = started("correspondence spare=5m min=3m");
    least.moved(First, Second, T + 4 * M);
    assert_eq!(bank(&least, First, 4 * M), M);
    least.moved(Second, First, T + 5 * M);
    assert_eq!((bank(&least, First, 5 * M), bank(&least, Second, 5 * M)), (3 * M, 4 * M));
    let first = started("correspondence grace=1m min=2m");
    assert_eq!(first.due(), flag(3 * M, First));
    // Refilled after the increment: 1 m - 1 m + 30 s is raised to 1 m.
    let mut refill = started("correspondence spare=1m grace=1m extra=30s pace=2m");
    refill.moved(First, Second, T + 2 * M);
    assert_eq!(bank(&refill, First, 2 * M), M);
}

#[test]
fn c6_average_includes_the_last_turn_with_its_grace() {
    let mut clock = started("correspondence spare=10m grace=1m pace=2m");
    let mut at = 0;
    let mut turns = |first: u64, clock: &mut Clock| {
        at += first;
        clock.moved(First, Second, T + at);
        clock.moved(Second, First, T + at);
        bank(clock, First, at)
    };
    // 3 m: more than 2 m on average, so 2 m of the main time are used.
    assert_eq!(turns(3 * M, &mut clock), 8 * M);
    // 3 m + 1 m in two turns: 2 m on average.
    assert_eq!(turns(M, &mut clock), 10 * M);
    // 3 m + 1 m + 2 m + 1 ms in three turns: more than 2 m on average.
    assert_eq!(turns(2 * M + 1, &mut clock), 9 * M - 1);
    let mut rich = started("correspondence spare=1m extra=5m pace=1h");
    rich.moved(First, Second, T);
    assert_eq!(bank(&rich, First, 0), 6 * M);
    let mut away = started("correspondence spare=10m grace=1m pace=2m vacation=1d");
    away.rest(1, T + M);
    away.moved(First, Second, T + DAY + 2 * M);
    assert_eq!(bank(&away, First, DAY + 2 * M), 10 * M);
}

#[test]
fn c7_first_turns_of_live_games_are_not_timed() {
    let mut clock = started("live spare=5m extra=3s");
    let lapse = |at, side| Some(Due { at: T + at, side, fall: Fall::Lapse });
    assert_eq!(clock.due(), lapse(H, First));
    let reading = clock.read(T + 10 * M);
    assert_eq!((reading.running, reading.timed, reading.sides[0].bank), (Some(First), false, 5 * M));
    clock.moved(First, Second, T + 10 * M);
    assert_eq!((clock.due(), bank(&clock, First, 10 * M)), (lapse(H + 10 * M, Second), 5 * M));
    clock.moved(Second, First, T + 20 * M);
    assert_eq!((clock.due(), bank(&clock, Second, 20 * M)), (flag(25 * M, First), 5 * M));
    clock.moved(First, Second, T + 21 * M);
    assert_eq!(bank(&clock, First, 21 * M), 4 * M + 3 * S);
    assert_eq!(clock.due(), flag(26 * M, Second));
    // Players whom the server paired have less time to begin.
    for (pace, limit) in [
        ("live spare=1m", Some(20 * S)),
        ("live spare=5m extra=3s", Some(42 * S)),
        ("live spare=15m extra=10s", Some(2 * M)),
        ("correspondence grace=1d", None),
    ] {
        assert_eq!(pace.parse::<Pace>().unwrap().start_limit(), limit, "{pace}");
    }
}

#[test]
fn c8_take_backs_restore_no_time() {
    let mut clock = started("correspondence spare=10m grace=1m extra=30s bonus=1m within=2m pace=1h");
    clock.moved(First, Second, T + 3 * M);
    let before = bank(&clock, First, 3 * M);
    // The opponent has used 2 m when the move is taken back; this time is subtracted, without an increment.
    clock.taken_back(First, T + 5 * M);
    assert_eq!((bank(&clock, First, 5 * M), bank(&clock, Second, 5 * M)), (before, 9 * M));
    assert_eq!(clock.due(), flag(5 * M + M + before, First));
    let running = clock.clone();
    clock.taken_back(First, T + 6 * M);
    assert_eq!(clock.due(), running.due());
    let mut live = started("live spare=1m");
    live.moved(First, Second, T);
    live.moved(Second, First, T);
    live.taken_back(Second, T + 10 * S);
    assert_eq!((bank(&live, First, 10 * S), live.due()), (50 * S, flag(70 * S, Second)));
}

#[test]
fn c10_vacation_stops_the_clock_for_whole_days() {
    let mut clock = started("correspondence grace=2d vacation=5d");
    assert_eq!((days(&clock, First, 0), days(&clock, Second, 0)), (5, 0));
    clock.rest(2, T + DAY);
    assert_eq!(clock.due(), flag(4 * DAY, First));
    let reading = clock.read(T + 2 * DAY);
    assert_eq!((reading.away(), reading.left, reading.sides[0].grace), (DAY, Some(2 * DAY), DAY));
    assert_eq!(reading.sides[0].vacation, 3);
    clock.rest(1, T + 2 * DAY);
    assert_eq!(clock.due(), flag(5 * DAY, First));
    assert_eq!(clock.read(T + 2 * DAY).away(), 2 * DAY);
    clock.moved(First, Second, T + 2 * DAY);
    clock.moved(Second, First, T + 2 * DAY);
    assert_eq!((days(&clock, First, 2 * DAY), clock.due()), (2, flag(4 * DAY, First)));
    clock.rest(u32::MAX, T + 3 * DAY);
    assert_eq!((days(&clock, First, 3 * DAY), clock.due()), (0, flag(6 * DAY, First)));
    let mut live = started("live spare=1m");
    live.rest(3, T);
    assert_eq!(live.read(T).away(), 0);
}

#[test]
fn c10_scheduled_vacations_begin_by_themselves() {
    let mut clock = started("correspondence grace=2d vacation=5d");
    clock.announce(Second, 3, T + 3 * DAY, T);
    let reading = clock.read(T + DAY);
    let announced = reading.sides[1].announced;
    assert_eq!(announced, Some(Announcement { wait: 2 * DAY, days: 3 }));
    assert_eq!((reading.free(Second), reading.sides[1].vacation), (2, 5));
    clock.moved(First, Second, T + DAY + H);
    assert_eq!(days(&clock, Second, DAY + H), 2);
    assert_eq!(clock.due(), flag(3 * DAY + H + 3 * DAY, Second));
    let reading = clock.read(T + 4 * DAY);
    assert_eq!((reading.away(), reading.sides[1].grace, reading.sides[1].vacation), (2 * DAY, H, 2));
    assert_eq!((reading.sides[1].announced, reading.left), (None, Some(2 * DAY + H)));
    let mut back = clock.clone();
    back.stay(Second, T + 2 * DAY);
    assert_eq!((back.due(), days(&back, Second, 2 * DAY)), (flag(3 * DAY + H, Second), 5));
    clock.moved(Second, First, T + 4 * DAY);
    assert_eq!((clock.read(T + 4 * DAY).sides[1].away, clock.due()), (0, flag(6 * DAY, First)));
    clock.announce(Second, 2, T + 5 * DAY, T + 4 * DAY);
    assert_eq!(clock.read(T + 5 * DAY).sides[1].away, 2 * DAY);
    clock.moved(First, Second, T + 5 * DAY + H);
    assert_eq!(clock.due(), flag(9 * DAY, Second));
    clock.taken_back(First, T + 5 * DAY + 2 * H);
    clock.moved(First, Second, T + 5 * DAY + 3 * H);
    assert_eq!(clock.due(), flag(9 * DAY, Second));
    let mut longer = started("correspondence grace=2d vacation=5d");
    longer.announce(First, 2, T + DAY, T);
    longer.rest(3, T + H);
    assert_eq!((longer.read(T + DAY).away(), longer.due()), (4 * DAY + H, flag(7 * DAY, First)));
    let mut late = started("correspondence grace=2d vacation=5d");
    late.announce(First, 2, T + 2 * DAY, T);
    assert_eq!((late.due(), late.read(T + 3 * DAY).left), (flag(2 * DAY, First), Some(0)));
}

#[test]
fn c16_given_time_is_added_to_the_opponents_main_time() {
    let mut live = started("live spare=1m");
    live.moved(First, Second, T);
    live.moved(Second, First, T);
    live.give(Second, T + 50 * S);
    assert_eq!((bank(&live, First, 50 * S), live.due()), (25 * S, flag(75 * S, First)));
    live.give(First, T + 50 * S);
    assert_eq!(bank(&live, Second, 50 * S), 75 * S);
    let mut days = started("correspondence grace=1d");
    days.give(Second, T);
    assert_eq!(days.due(), flag(2 * DAY, First));
    days.moved(First, Second, T + 36 * H);
    assert_eq!(bank(&days, First, 36 * H), 12 * H);
    let mut most = started("correspondence spare=1d max=36h");
    assert_eq!(most.gift(First, T + 6 * H), 18 * H);
    most.give(Second, T + 6 * H);
    assert_eq!((bank(&most, First, 6 * H), most.gift(First, T + 6 * H)), (36 * H, 0));
    most.give(Second, T + 6 * H);
    assert_eq!(bank(&most, First, 6 * H), 36 * H);
    let year = started("correspondence spare=366d");
    assert_eq!((year.gift(Second, T), year.gift(First, T + H)), (0, H));
    assert_eq!(clock("live spare=1m").gift(First, T), 0);
    live.stop(T + 51 * S);
    assert_eq!(live.gift(First, T + 51 * S), 0);
}

#[test]
fn c17_both_clocks_stop_during_a_pause() {
    let mut clock = started("correspondence spare=10m");
    clock.pause(T + 3 * M);
    let reading = clock.read(T + H);
    assert_eq!((reading.running, reading.sides[0].bank), (Some(First), 7 * M));
    assert_eq!((reading.paused, reading.left), (Some(14 * DAY + 3 * M - H), Some(14 * DAY + 10 * M - H)));
    assert_eq!(clock.due(), flag(14 * DAY + 10 * M, First));
    assert_eq!(bank(&clock, First, 14 * DAY + 4 * M), 6 * M);
    assert_eq!(clock.read(T + 14 * DAY + 3 * M).paused, None);
    clock.resume(T + DAY);
    assert_eq!((clock.due(), clock.read(T + DAY).paused), (flag(DAY + 7 * M, First), None));
    clock.pause(T + DAY + M);
    clock.stop(T + 2 * DAY);
    assert_eq!((bank(&clock, First, 2 * DAY), clock.due()), (6 * M, None));
    let mut live = started("live spare=1m");
    live.pause(T + M);
    live.resume(T + H);
    assert_eq!(live.due(), Some(Due { at: T + 2 * H - M, side: First, fall: Fall::Lapse }));
}

#[test]
fn c17_vacations_neither_pass_nor_begin_during_a_pause() {
    let mut clock = started("correspondence grace=2d vacation=5d");
    clock.announce(Second, 1, T + 4 * DAY, T);
    clock.rest(2, T + DAY);
    clock.pause(T + 2 * DAY);
    let reading = clock.read(T + 5 * DAY);
    assert_eq!((reading.away(), reading.vacation(First), reading.sides[0].grace), (DAY, 0, DAY));
    let announced = reading.sides[1].announced;
    assert_eq!(announced, Some(Announcement { wait: 11 * DAY, days: 1 }));
    clock.resume(T + 6 * DAY);
    let reading = clock.read(T + 6 * DAY);
    assert_eq!((reading.away(), reading.sides[1].away), (DAY, DAY));
    assert_eq!(clock.due(), flag(8 * DAY, First));
}

#[test]
fn c14_moves_before_the_start_take_no_time() {
    let mut live = clock("live spare=1m extra=5s");
    live.moved(First, Second, T);
    live.start(Second, T + H);
    assert_eq!(bank(&live, First, 9 * H), M);
    live.moved(Second, First, T + H);
    assert_eq!(live.due(), flag(H + M, First));
}

#[test]
fn clocks_stop_with_the_game() {
    let mut clock = started("correspondence spare=10m");
    clock.stop(T + 3 * M);
    let reading = clock.read(T + H);
    assert_eq!((clock.due(), reading.running, reading.sides[0].bank), (None, None, 7 * M));
    clock.stop(T + 4 * M);
    assert_eq!(bank(&clock, First, H), 7 * M);
}

#[test]
fn setting_the_machines_clock_back_gives_no_time() {
    let mut clock = started("correspondence spare=10m");
    clock.moved(First, Second, T + 5 * M);
    clock.moved(Second, First, T);
    assert_eq!((bank(&clock, Second, 5 * M), clock.due()), (10 * M, flag(10 * M, First)));
    assert_eq!(bank(&clock, First, 0), 5 * M);
}
