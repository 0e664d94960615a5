//! Tests the clock against a simple model that advances in ticks of a second or an hour.

use entourage_clock::{Clock, DAY, Fall, Figures, Kind, Pace};
use entourage_kernel::Side;
use proptest::prelude::*;

#[derive(Clone, Copy)]
struct Person {
    bank: u64,
    grace: u64,
    vacation: u64,
    away: u64,
    leaves: Option<(u64, u64)>,
    turns: Vec32,
    ended: u64,
}

type Vec32 = ([u64; 32], usize);

/// A model without formulas: each tick uses up `grace`, then the main time; when both are used up, the flag falls.
struct Model {
    tick: u64,
    live: bool,
    /// Durations are in ticks, except the vacation, which is in days.
    figures: Figures,
    people: [Person; 2],
    to_move: usize,
    turn: u64,
    pause: u64,
    fallen: bool,
}

impl Model {
    fn new(tick: u64, live: bool, mut figures: Figures) -> Self {
        for span in spans(&mut figures) {
            *span /= tick;
        }
        let vacation = u64::from(figures.vacation);
        let bank = figures.spare.max(figures.min);
        let grace = figures.grace;
        let person = Person { bank, grace, vacation, away: 0, leaves: None, turns: ([0; 32], 0), ended: 0 };
        Self { tick, live, figures, people: [person; 2], to_move: 0, turn: 0, pause: 0, fallen: false }
    }

    fn day(&self) -> u64 {
        DAY / self.tick
    }

    fn begin(&mut self, side: usize) {
        (self.to_move, self.turn) = (side, 0);
        let person = &mut self.people[side];
        person.grace = self.figures.grace;
        person.bank = person.bank.max(self.figures.min);
    }

    fn untimed(&self) -> bool {
        self.live && self.people[self.to_move].ended == 0
    }

    fn pass(&mut self) {
        for (wait, _) in self.people.iter_mut().filter_map(|person| person.leaves.as_mut()) {
            *wait = wait.saturating_sub(1);
        }
        if self.pause > 0 {
            self.pause -= 1;
        } else {
            self.run();
        }
        self.leave();
    }

    fn run(&mut self) {
        let runs = self.people[self.to_move].away == 0;
        for person in &mut self.people {
            person.away = person.away.saturating_sub(1);
        }
        if !runs {
            return;
        }
        self.turn += 1;
        if self.untimed() {
            self.fallen = self.turn >= Clock::FIRST_TURN / self.tick;
            return;
        }
        let person = &mut self.people[self.to_move];
        if person.grace > 0 {
            person.grace -= 1;
        } else if person.bank > 0 {
            person.bank -= 1;
        }
        self.fallen = person.grace == 0 && person.bank == 0;
    }

    fn leave(&mut self) {
        let day = self.day();
        for person in &mut self.people {
            if let Some((0, days)) = person.leaves
                && self.pause == 0
                && !self.fallen
            {
                person.leaves = None;
                person.vacation -= days;
                person.away += days * day;
            }
        }
    }

    fn free(&self, side: usize) -> u64 {
        let person = &self.people[side];
        person.vacation - person.leaves.map_or(0, |(_, days)| days)
    }

    fn give(&mut self, to: usize) {
        let gift = if self.live { 15_000 } else { DAY } / self.tick;
        let most = if self.figures.max > 0 { self.figures.max } else { 366 * self.day() };
        let person = &mut self.people[to];
        for _ in 0..gift {
            if person.bank < most {
                person.bank += 1;
            }
        }
    }

    fn moved(&mut self) {
        let untimed = self.untimed();
        let figures = self.figures;
        let person = &mut self.people[self.to_move];
        person.ended += 1;
        person.away = 0;
        if !untimed {
            person.turns.0[person.turns.1] = self.turn;
            person.turns.1 += 1;
            person.bank += figures.extra;
            if self.turn <= figures.within {
                person.bank += figures.bonus;
            }
            let turns = &person.turns.0[..person.turns.1];
            let average = turns.iter().sum::<u64>() as f64 / turns.len() as f64;
            if figures.pace > 0 && average <= figures.pace as f64 && person.bank < figures.spare {
                person.bank = figures.spare;
            }
            if figures.max > 0 && person.bank > figures.max {
                person.bank = figures.max;
            }
        }
        person.grace = figures.grace;
        self.begin(1 - self.to_move);
    }

    fn taken_back(&mut self) {
        self.people[self.to_move].grace = self.figures.grace;
        self.begin(1 - self.to_move);
    }
}

#[derive(Clone, Copy, Debug)]
enum Deed {
    Move,
    /// A move after which the same side is to move.
    Ply,
    TakeBack,
    /// A take-back of two plies, after which the same side is to move.
    TakeBackTwo,
    Rest(u32),
    /// A side schedules a vacation: the side, the ticks until the vacation begins, and its length in days.
    Announce(usize, u64, u32),
    Stay(usize),
    /// A side gives the opponent more time.
    Give(usize),
    Pause,
    Resume,
}

fn spans(figures: &mut Figures) -> [&mut u64; 8] {
    let Figures { spare, grace, extra, bonus, within, min, max, pace, .. } = figures;
    [spare, grace, extra, bonus, within, min, max, pace]
}

fn deeds() -> impl Strategy<Value = Vec<(u64, Deed)>> {
    let deed = prop_oneof![
        8 => Just(Deed::Move),
        2 => Just(Deed::Ply),
        1 => Just(Deed::TakeBack),
        1 => Just(Deed::TakeBackTwo),
        1 => (1u32..3).prop_map(Deed::Rest),
        2 => (0usize..2, 1u64..40, 1u32..3).prop_map(|(side, wait, days)| Deed::Announce(side, wait, days)),
        1 => (0usize..2).prop_map(Deed::Stay),
        1 => (0usize..2).prop_map(Deed::Give),
        1 => Just(Deed::Pause),
        1 => Just(Deed::Resume),
    ];
    let wait = prop_oneof![3 => 0u64..12, 1 => 0u64..60, 1 => Just(49), 1 => Just(400)];
    prop::collection::vec((wait, deed), 1..32)
}

/// Generates valid time controls whose durations are whole ticks, with the length of a tick in milliseconds.
fn paces() -> impl Strategy<Value = (u64, Pace)> {
    let span = || prop_oneof![1 => Just(0u64), 2 => 1u64..40];
    let drawn = (span(), span(), span(), span(), span(), span(), span(), span());
    (drawn, 0u32..4, 0usize..3).prop_filter_map(
        "sensible",
        |((spare, grace, extra, bonus, within, min, max, pace), vacation, kind)| {
            let (tick, live) = [(1000, true), (1000, false), (DAY / 24, false)][kind];
            let mut figures = Figures { spare, grace, extra, bonus, within, min, max, pace, vacation };
            if live {
                figures = Figures { spare, extra, ..Figures::NONE };
            }
            for span in spans(&mut figures) {
                *span *= tick;
            }
            if figures.bonus == 0 || figures.within == 0 {
                (figures.bonus, figures.within) = (0, 0);
            }
            figures.max += if figures.max > 0 { figures.spare.max(figures.min) } else { 0 };
            let pace = Pace::new(if live { Kind::Live } else { Kind::Correspondence }, figures);
            Some((tick, pace.ok()?))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]
    #[test]
    fn clock_equals_a_simple_model((tick, pace) in paces(), deeds in deeds()) {
        let live = pace.kind() == Kind::Live;
        let mut model = Model::new(tick, live, *pace.figures());
        let mut clock = Clock::new(pace);
        let mut now = 1_000_000;
        clock.start(Side::First, now);
        for (wait, deed) in deeds {
            for _ in 0..wait {
                let due = clock.due().unwrap();
                prop_assert!(due.at > now);
                now += tick;
                model.pass();
                hold(&model, &clock, now)?;
                prop_assert_eq!(due.at <= now, model.fallen);
                prop_assert_eq!(due.side, Side::BOTH[model.to_move]);
                prop_assert_eq!(due.fall == Fall::Lapse, model.untimed());
                if model.fallen {
                    return Ok(());
                }
            }
            let by = Side::BOTH[model.to_move];
            // During a pause there are no moves, take-backs or immediate vacations.
            let board = matches!(deed, Deed::Move | Deed::Ply | Deed::TakeBack | Deed::TakeBackTwo | Deed::Rest(_));
            if board && model.pause > 0 {
                continue;
            }
            match deed {
                Deed::Move => {
                    clock.moved(by, !by, now);
                    model.moved();
                }
                Deed::Ply => clock.moved(by, by, now),
                Deed::TakeBack => {
                    clock.taken_back(!by, now);
                    model.taken_back();
                }
                Deed::TakeBackTwo => clock.taken_back(by, now),
                Deed::Rest(days) => {
                    let taken = u64::from(days).min(model.free(model.to_move));
                    let day = model.day();
                    clock.rest(days, now);
                    let person = &mut model.people[model.to_move];
                    person.vacation -= taken;
                    person.away += taken * day;
                }
                Deed::Announce(side, wait, days) => {
                    if model.people[side].leaves.is_none() && u64::from(days) <= model.free(side) {
                        clock.announce(Side::BOTH[side], days, now + wait * tick, now);
                        model.people[side].leaves = Some((wait, u64::from(days)));
                    }
                }
                Deed::Stay(side) => {
                    clock.stay(Side::BOTH[side], now);
                    model.people[side].leaves = None;
                }
                Deed::Give(side) => {
                    clock.give(Side::BOTH[side], now);
                    model.give(1 - side);
                }
                Deed::Pause if model.pause == 0 => {
                    clock.pause(now);
                    model.pause = Clock::PAUSE / tick;
                }
                Deed::Pause => {}
                Deed::Resume => {
                    clock.resume(now);
                    model.pause = 0;
                    model.leave();
                }
            }
            hold(&model, &clock, now)?;
        }
    }
}

fn hold(model: &Model, clock: &Clock, now: u64) -> Result<(), TestCaseError> {
    let reading = clock.read(now);
    let paused = reading.paused.unwrap_or(0) / model.tick;
    prop_assert_eq!((paused, reading.paused == Some(0)), (model.pause, false));
    prop_assert_eq!(reading.running, Some(Side::BOTH[model.to_move]));
    for (side, person) in model.people.iter().enumerate() {
        let shown = reading.sides[side];
        prop_assert_eq!((shown.grace, shown.bank), (person.grace * model.tick, person.bank * model.tick));
        prop_assert_eq!((shown.away, u64::from(shown.vacation)), (person.away * model.tick, person.vacation));
        prop_assert_eq!(u64::from(reading.free(Side::BOTH[side])), model.free(side));
        let leaves = person.leaves.map(|(wait, days)| (wait.max(model.pause) * model.tick, days));
        prop_assert_eq!(shown.announced.map(|it| (it.wait, u64::from(it.days))), leaves);
    }
    Ok(())
}
