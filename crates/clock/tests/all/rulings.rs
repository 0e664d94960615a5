//! Tests the rulings in `docs/CLOCKS.md` with the worked examples in `data/rulings.txt`, which explains their notation.

use entourage_clock::{Clock, Due, Fall, Pace};
use entourage_kernel::Side;

/// The time of day 0 in the examples.
const START: u64 = 1_790_000_000_000;

/// Reads a sum of times, such as `5m+30s-1ms`, in milliseconds.
fn time(text: &str) -> u64 {
    let span = |text: &str| {
        let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let unit = match unit {
            "" | "ms" => 1,
            "s" => 1_000,
            "m" => 60_000,
            "h" => 3_600_000,
            "d" => 86_400_000,
            _ => panic!("unknown unit in {text}"),
        };
        number.parse::<u64>().unwrap() * unit
    };
    let (added, taken) = text.split_once('-').unwrap_or((text, "0"));
    let sum = |text: &str| text.split('+').map(span).sum::<u64>();
    let (taken, more) = taken.split_once('+').unwrap_or((taken, "0"));
    sum(added) - span(taken) + sum(more)
}

fn side(text: &str) -> Side {
    Side::BOTH[text.parse::<usize>().unwrap() - 1]
}

fn days(text: &str) -> u32 {
    text.parse().unwrap()
}

/// Returns `None` for `-`.
fn known<T>(text: &str, read: fn(&str) -> T) -> Option<T> {
    (text != "-").then(|| read(text))
}

fn due(when: &str, fall: &str, of: &str) -> Due {
    let fall = if fall == "lapse" { Fall::Lapse } else { Fall::Flag };
    Due { at: START + time(when), side: side(of), fall }
}

fn follow(clock: &mut Clock, words: &[&str], line: &str) {
    let (now, words) = (START + time(words[0]), &words[1..]);
    let reading = clock.read(now);
    let of = |text: &str| reading.sides[side(text).index()];
    match *words {
        ["START", to] => clock.start(side(to), now),
        ["MOVED", by, to] => clock.moved(side(by), side(to), now),
        ["BACK", to] => clock.taken_back(side(to), now),
        ["REST", count] => clock.rest(days(count), now),
        ["ANNOUNCE", by, count, from] => clock.announce(side(by), days(count), START + time(from), now),
        ["STAY", by] => clock.stay(side(by), now),
        ["GIVE", by] => clock.give(side(by), now),
        ["PAUSE"] => clock.pause(now),
        ["RESUME"] => clock.resume(now),
        ["STOP"] => clock.stop(now),
        ["bank", by, wanted] => assert_eq!(of(by).bank, time(wanted), "{line}"),
        ["grace", by, wanted] => assert_eq!(of(by).grace, time(wanted), "{line}"),
        ["away", by, wanted] => assert_eq!(of(by).away, time(wanted), "{line}"),
        ["gift", to, wanted] => assert_eq!(clock.gift(side(to), now), time(wanted), "{line}"),
        ["vacation", by, wanted] => assert_eq!(of(by).vacation, days(wanted), "{line}"),
        ["days", by, wanted] => assert_eq!(reading.vacation(side(by)), days(wanted), "{line}"),
        ["free", by, wanted] => assert_eq!(reading.free(side(by)), days(wanted), "{line}"),
        ["announced", by, "-"] => assert_eq!(of(by).announced, None, "{line}"),
        ["announced", by, wait, count] => {
            let announced = of(by).announced.expect(line);
            assert_eq!((announced.wait, announced.days), (time(wait), days(count)), "{line}");
        }
        ["running", wanted] => assert_eq!(reading.running, known(wanted, side), "{line}"),
        ["timed", wanted] => assert_eq!(reading.timed, wanted == "yes", "{line}"),
        ["absent", wanted] => assert_eq!(reading.away(), time(wanted), "{line}"),
        ["left", wanted] => assert_eq!(reading.left, Some(time(wanted)), "{line}"),
        ["paused", wanted] => assert_eq!(reading.paused, known(wanted, time), "{line}"),
        ["due", "-"] => assert_eq!(clock.due(), None, "{line}"),
        ["due", when, fall, of] => assert_eq!(clock.due(), Some(due(when, fall, of)), "{line}"),
        _ => panic!("{line}: unknown words"),
    }
}

#[test]
fn worked_examples_of_the_rulings_hold() {
    let mut clock = Clock::new(Pace::UNLIMITED);
    let mut count = 0;
    let lines = (1..).zip(include_str!("../data/rulings.txt").lines());
    for (number, text) in lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#')) {
        let (first, pace) = text.split_once(' ').unwrap();
        match first {
            "clock" | "started" => clock = Clock::new(pace.parse().unwrap()),
            _ => follow(&mut clock, &text.split(' ').collect::<Vec<_>>(), &format!("line {number}: {text}")),
        }
        if first == "started" {
            clock.start(Side::First, START);
        }
        count += 1;
    }
    assert!(count > 200, "{count}");
}

#[test]
fn c7_paired_players_have_less_time_to_begin() {
    for (pace, limit) in [
        ("live spare=1m", Some("20s")),
        ("live spare=5m extra=3s", Some("42s")),
        ("live spare=15m extra=10s", Some("2m")),
        ("correspondence grace=1d", None),
    ] {
        assert_eq!(pace.parse::<Pace>().unwrap().start_limit(), limit.map(time), "{pace}");
    }
}
