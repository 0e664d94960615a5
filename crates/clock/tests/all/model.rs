//! The clock against a plain model that counts second by second.

use entourage_clock::{Clock, DAY, Fall, Figures, Kind, Pace};
use entourage_kernel::Side;
use proptest::prelude::*;

/// What a model of a side holds, in seconds.
#[derive(Clone, Copy)]
struct Person {
    bank: u64,
    grace: u64,
    vacation: u64,
    turns: Vec32,
    ended: u64,
}

/// The lengths of a side's timed turns, at most 32.
type Vec32 = ([u64; 32], usize);

/// A model that knows no formula: each second is taken from grace, then from the bank, then the flag falls.
struct Model {
    live: bool,
    figures: Figures,
    people: [Person; 2],
    to_move: usize,
    /// The seconds of this turn, and of vacation before the clock goes on.
    turn: u64,
    away: u64,
    fallen: bool,
}

impl Model {
    fn new(live: bool, figures: Figures) -> Self {
        let bank = figures.spare / 1000;
        let vacation = u64::from(figures.vacation);
        let person = Person { bank, grace: 0, vacation, turns: ([0; 32], 0), ended: 0 };
        let mut model =
            Self { live, figures, people: [person; 2], to_move: 0, turn: 0, away: 0, fallen: false };
        model.begin(0);
        model.people[1].grace = figures.grace / 1000;
        model.people[1].bank = model.people[1].bank.max(figures.min / 1000);
        model
    }

    fn begin(&mut self, side: usize) {
        (self.to_move, self.turn, self.away) = (side, 0, 0);
        let person = &mut self.people[side];
        person.grace = self.figures.grace / 1000;
        if person.bank < self.figures.min / 1000 {
            person.bank = self.figures.min / 1000;
        }
    }

    fn untimed(&self) -> bool {
        self.live && self.people[self.to_move].ended == 0
    }

    fn second(&mut self) {
        if self.away > 0 {
            self.away -= 1;
            return;
        }
        self.turn += 1;
        if self.untimed() {
            self.fallen = self.turn >= Clock::FIRST_TURN / 1000;
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

    fn moved(&mut self) {
        let untimed = self.untimed();
        let figures = self.figures;
        let person = &mut self.people[self.to_move];
        person.ended += 1;
        if !untimed {
            person.turns.0[person.turns.1] = self.turn;
            person.turns.1 += 1;
            person.bank += figures.extra / 1000;
            if self.turn * 1000 <= figures.within {
                person.bank += figures.bonus / 1000;
            }
            let turns = &person.turns.0[..person.turns.1];
            let average = turns.iter().sum::<u64>() as f64 / turns.len() as f64;
            if figures.pace > 0 && average <= figures.pace as f64 / 1000.0 && person.bank < figures.spare / 1000
            {
                person.bank = figures.spare / 1000;
            }
            if figures.max > 0 && person.bank > figures.max / 1000 {
                person.bank = figures.max / 1000;
            }
        }
        person.grace = figures.grace / 1000;
        self.begin(1 - self.to_move);
    }

    fn taken_back(&mut self) {
        self.people[self.to_move].grace = self.figures.grace / 1000;
        self.begin(1 - self.to_move);
    }
}

#[derive(Clone, Copy, Debug)]
enum Deed {
    Move,
    /// A move after which the same side moves again.
    Ply,
    TakeBack,
    /// Two plies taken back: the same side is to move.
    TakeBackTwo,
    Rest(u32),
}

fn deeds() -> impl Strategy<Value = Vec<(u64, Deed)>> {
    let deed = prop_oneof![
        8 => Just(Deed::Move),
        2 => Just(Deed::Ply),
        1 => Just(Deed::TakeBack),
        1 => Just(Deed::TakeBackTwo),
        1 => (1u32..3).prop_map(Deed::Rest),
    ];
    prop::collection::vec((prop_oneof![3 => 0u64..12, 1 => 0u64..60, 1 => Just(2 * DAY / 1000)], deed), 1..24)
}

fn paces() -> impl Strategy<Value = Pace> {
    let span = || prop_oneof![1 => Just(0u64), 2 => 1u64..40];
    let spans = (span(), span(), span(), span(), span(), span(), span(), span());
    (spans, 0u32..4, any::<bool>()).prop_filter_map(
        "sensible",
        |((spare, grace, extra, bonus, within, min, max, pace), vacation, live)| {
            let mut figures = Figures { spare, grace, extra, bonus, within, min, max, pace, vacation };
            if live {
                figures = Figures { spare, extra, ..Figures::NONE };
            }
            for span in [
                &mut figures.spare,
                &mut figures.grace,
                &mut figures.extra,
                &mut figures.bonus,
                &mut figures.within,
                &mut figures.min,
                &mut figures.max,
                &mut figures.pace,
            ] {
                *span *= 1000;
            }
            if figures.bonus == 0 || figures.within == 0 {
                (figures.bonus, figures.within) = (0, 0);
            }
            figures.max += if figures.max > 0 { figures.spare.max(figures.min) } else { 0 };
            Pace::new(if live { Kind::Live } else { Kind::Correspondence }, figures).ok()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]
    #[test]
    fn the_clock_equals_a_plain_count(pace in paces(), deeds in deeds()) {
        let live = pace.kind() == Kind::Live;
        let mut model = Model::new(live, *pace.figures());
        let mut clock = Clock::new(pace);
        let mut now = 1_000_000;
        clock.start(Side::First, now);
        for (wait, deed) in deeds {
            for _ in 0..wait {
                let due = clock.due().unwrap();
                prop_assert!(due.at > now);
                now += 1000;
                model.second();
                let reading = clock.read(now);
                prop_assert_eq!(reading.away, model.away * 1000);
                for (clock, person) in reading.sides.iter().zip(&model.people) {
                    prop_assert_eq!((clock.grace, clock.bank), (person.grace * 1000, person.bank * 1000));
                    prop_assert_eq!(u64::from(clock.vacation), person.vacation);
                }
                prop_assert_eq!(due.at <= now, model.fallen);
                prop_assert_eq!(due.side, Side::BOTH[model.to_move]);
                prop_assert_eq!(due.fall == Fall::Lapse, model.untimed());
                if model.fallen {
                    return Ok(());
                }
            }
            let by = Side::BOTH[model.to_move];
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
                    clock.rest(days, now);
                    let person = &mut model.people[model.to_move];
                    let taken = u64::from(days).min(person.vacation);
                    person.vacation -= taken;
                    model.away += taken * DAY / 1000;
                }
            }
        }
    }
}
