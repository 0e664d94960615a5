//! Tests on random games that a replay gives the same state as playing, and that rejected events change nothing.

use entourage_clock::Pace;
use entourage_kernel::{Enforcement, Side};
use entourage_record::{
    Event, Game, GameId, GameState, Ledger, Offer, Player, Ready, Rules, Seat, SetupTerms, Verdict,
};
use proptest::prelude::*;

use crate::plain::Plain;

pub fn game(pace: &str, setup: Option<SetupTerms>) -> Game {
    Game {
        id: GameId::from_bits([1; 16]),
        spec: "plain".into(),
        rules_version: "1".into(),
        start: "start".into(),
        start_status: Some("ongoing".into()),
        setup,
        enforcement: Enforcement::Free,
        pace: pace.parse::<Pace>().unwrap(),
        paired: None,
        arrivals: [None; 2],
        players: [Player::Human {}; 2],
        rated: false,
        created_at: 1_000,
        entries: Vec::new(),
    }
}

/// Returns everything observable about a state, so that states can be compared.
fn observable(state: &GameState<Plain>, now: i64) -> impl PartialEq + std::fmt::Debug + use<> {
    let clocks = (state.deadline(), state.due(now), state.clocks(now), state.clocks(now + 100_000));
    (state.ledger().clone(), state.rules().cloned(), state.status(), clocks, state.game().clone())
}

fn any_side() -> impl Strategy<Value = Side> {
    any::<bool>().prop_map(|first| if first { Side::First } else { Side::Second })
}

fn any_seat() -> impl Strategy<Value = Seat> {
    prop_oneof![any_side().prop_map(Seat::Side), Just(Seat::Both)]
}

fn any_event() -> impl Strategy<Value = Event> {
    let offer = prop_oneof![
        Just(Offer::Draw),
        Just(Offer::Rematch),
        Just(Offer::Pause),
        Just(Offer::Resume),
        (1u32..4).prop_map(|plies| Offer::Takeback { plies })
    ];
    prop_oneof![
        12 => "[?]?[a-c]{1,2}[+]?".prop_map(|text| Event::Move { text }),
        1 => "[a-c]#".prop_map(|text| Event::Move { text }),
        6 => "[a-cA-C]".prop_map(|text| Event::Turn { text }),
        4 => (any_side(), any::<bool>()).prop_map(|(side, upheld)| Event::Protest {
            side,
            verdict: if upheld { Verdict::Upheld } else { Verdict::Rejected },
        }),
        4 => (0u32..4).prop_map(|plies| Event::Takeback { plies }),
        4 => (any_side(), offer).prop_map(|(side, offer)| Event::Offer { side, offer }),
        2 => any_side().prop_map(|side| Event::Decline { side }),
        1 => any_side().prop_map(|side| Event::Resign { side }),
        1 => any_side().prop_map(|side| Event::Abort { side }),
        1 => Just(Event::Draw {}),
        2 => Just(Event::Rematch {}),
        2 => (any_side(), 0u32..3).prop_map(|(side, days)| Event::Vacation { side, days }),
        3 => (any_side(), 0u32..3, 0i64..9_000_000).prop_map(|(side, days, from)| Event::Announce { side, days, from }),
        1 => any_side().prop_map(|side| Event::Stay { side }),
        2 => any_side().prop_map(|side| Event::Give { side }),
        2 => Just(Event::Pause {}),
        2 => Just(Event::Resume {}),
        6 => (any_side(), "[?]?[a-c]").prop_map(|(side, setup)| Event::Setup { side, setup, salt: None, commitment: None }),
    ]
}

/// Generates a step: an optional side whose player arrives, an event, its seat, and milliseconds since the last step.
fn any_step() -> impl Strategy<Value = (Option<Side>, Event, Seat, i64)> {
    let arrives = prop_oneof![1 => any_side().prop_map(Some), 8 => Just(None)];
    (arrives, any_event(), any_seat(), prop_oneof![0i64..5_000, 0i64..400_000])
}

fn any_pace() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("unlimited"),
        Just("live spare=5m extra=3s"),
        Just("correspondence spare=10m grace=1m max=15m vacation=3d")
    ]
}

proptest! {
    #[test]
    fn replaying_gives_the_same_state_as_playing(
        pace in any_pace(),
        choose in any::<bool>(),
        steps in prop::collection::vec(any_step(), 0..50),
    ) {
        let setup = choose.then_some(SetupTerms { picks: 1, secret: true });
        let mut state = GameState::begin(game(pace, setup), Plain::default());
        let mut now = 1_001;
        for (arrives, event, seat, later) in steps {
            now = state.moment(now + later);
            if let Some(side) = arrives {
                state.arrive(side, now);
                now = state.moment(now);
            }
            // An expired clock ends the game before anything else happens.
            if let Some((event, at)) = state.due(now) {
                prop_assert!(state.take(event, Seat::Both, at).is_ok());
            }
            let before = observable(&state, now);
            match state.take(event, seat, now) {
                Ok(entry) => {
                    prop_assert_eq!(Some(&entry), state.game().entries.last());
                    prop_assert_eq!(entry.status, Some(state.status()));
                    prop_assert_eq!(entry.deadline, state.deadline());
                }
                Err(error) => prop_assert_eq!(&before, &observable(&state, now), "{:?}", error),
            }
            // Playing only the remaining moves leads to the same position as playing all moves and taking some back.
            let rules = state.rules().unwrap();
            let mut plain = Plain { choices: rules.choices.clone(), moves: Vec::new() };
            state.ledger().moves().iter().for_each(|text| plain.play(text).unwrap());
            prop_assert_eq!(rules, &plain);
            let anew = GameState::replay(state.game().clone(), Some(Plain::default())).unwrap();
            prop_assert_eq!(observable(&anew, now), observable(&state, now));
            // Without rules, a replay gives the same ledger (moves, offers, protests and the like), but no clocks.
            let bare = GameState::<Plain>::replay(state.game().clone(), None).unwrap();
            prop_assert_eq!(bare.ledger(), state.ledger());
            prop_assert_eq!((bare.deadline(), bare.rules().is_none()), (None, true));
            prop_assert_eq!(&Ledger::of(state.game().entries.iter().map(|entry| &entry.event)).unwrap(), state.ledger());
        }
    }
}

#[test]
fn a_replay_continues_without_rules_that_reject_a_stored_move() {
    let mut state = GameState::begin(game("live spare=5m extra=3s", None), Plain::default());
    for text in ["a", "b"] {
        state.take(Event::Move { text: text.into() }, Seat::Both, 2_000).unwrap();
    }
    let mut stored = state.game().clone();
    stored.entries[1].event = Event::Move { text: "?b".into() };
    let anew = GameState::replay(stored, Some(Plain::default())).unwrap();
    assert!(anew.rules().is_none() && anew.clocks(3_000).is_none());
    assert_eq!(
        (anew.ledger().moves(), anew.status().as_str()),
        (&["a".to_owned(), "?b".to_owned()][..], "ongoing")
    );
}

#[test]
fn manual_turns_are_limited_by_their_legs() {
    let mut state = GameState::begin(game("unlimited", None), Plain::default());
    let turn = |legs: usize| Event::Turn { text: vec!["Pa1-a2"; legs].join(";") };
    let most = GameState::<Plain>::MAX_LEGS;
    for number in 0..most / 64 {
        state.take(turn(64), Seat::Both, 2_000 + number as i64).unwrap();
    }
    assert_eq!(state.legs(), most);
    let error = state.take(turn(1), Seat::Both, 90_000).unwrap_err();
    assert_eq!(error, entourage_record::EventError::Legs);
    // The game can still be ended, and it can be replayed.
    state.take(Event::Resign { side: Side::First }, Seat::Both, 90_000).unwrap();
    let anew = GameState::replay(state.game().clone(), Some(Plain::default())).unwrap();
    assert_eq!(anew.legs(), most);
}

#[test]
fn a_full_game_only_accepts_events_that_end_it() {
    let mut state = GameState::begin(game("live spare=5m extra=3s", None), Plain::default());
    for side in Side::BOTH {
        state.arrive(side, 1_500);
    }
    for number in 0..GameState::<Plain>::MAX_EVENTS {
        state.take(Event::Move { text: "a".into() }, Seat::Both, 2_000 + number as i64).unwrap();
    }
    for event in [Event::Move { text: "a".into() }, Event::Offer { side: Side::First, offer: Offer::Draw }] {
        let error = state.take(event, Seat::Both, 10_000).unwrap_err();
        assert_eq!(error, entourage_record::EventError::TooLong);
    }
    let mut resigned = GameState::replay(state.game().clone(), Some(Plain::default())).unwrap();
    resigned.take(Event::Resign { side: Side::First }, Seat::Both, 10_000).unwrap();
    assert!(resigned.is_over());
    let (event, at) = state.due(i64::MAX).unwrap();
    state.take(event, Seat::Both, at).unwrap();
    assert!(state.is_over());
}

/// Tests that one side's offers cannot use up all the events that a game can have.
#[test]
fn offers_cannot_fill_a_game() {
    let mut state = GameState::begin(game("unlimited", None), Plain::default());
    let (mut accepted, mut refused) = (0, 0);
    for number in 0..1_000 {
        for side in Side::BOTH {
            state.take(Event::Move { text: "a".into() }, Seat::Both, 2_000 + number).unwrap();
            if side == Side::Second || state.ledger().moves().len() < 2 {
                continue;
            }
            for plies in 1..=2 {
                let offer = Event::Offer { side, offer: Offer::Takeback { plies } };
                match state.take(offer, Seat::Side(side), 2_000 + number) {
                    Ok(_) => accepted += 1,
                    Err(error) => {
                        assert_eq!(
                            error,
                            entourage_record::EventError::Offer(entourage_record::OfferError::TooMany)
                        );
                        refused += 1;
                    }
                }
            }
        }
    }
    assert_eq!((accepted, refused > 0), (512, true));
    // The answer to a pending offer is always allowed.
    state
        .take(Event::Offer { side: Side::Second, offer: Offer::Draw }, Seat::Side(Side::Second), 9_000)
        .unwrap();
    state.take(Event::Decline { side: Side::First }, Seat::Side(Side::First), 9_000).unwrap();
}

#[test]
fn conditional_moves_are_played_and_dropped_when_the_game_deviates() {
    let begun = || {
        let mut state = GameState::begin(game("unlimited", None), Plain::default());
        let plan = "a > b { c > d }".parse().unwrap();
        state.plans_mut().set(Side::Second, Ready { after: 0, plan });
        state
    };
    let play = |state: &mut GameState<Plain>, text: &str| {
        state.take(Event::Move { text: text.into() }, Seat::Both, 2_000).unwrap();
        state.answer(2_000).len()
    };
    let mut state = begun();
    assert_eq!((play(&mut state, "a"), play(&mut state, "c")), (1, 1));
    assert_eq!(state.ledger().moves(), ["a", "b", "c", "d"]);
    assert!(state.plans().of(Side::Second).is_none());
    let mut state = begun();
    assert_eq!((play(&mut state, "x"), state.plans().of(Side::Second)), (0, None));
    let mut state = begun();
    assert_eq!(play(&mut state, "a"), 1);
    state.take(Event::Takeback { plies: 2 }, Seat::Both, 2_000).unwrap();
    assert_eq!((state.answer(2_000).len(), state.plans().of(Side::Second)), (0, None));
}

#[test]
fn banks_are_the_clock_readings_after_each_move() {
    let mut state = GameState::begin(game("live spare=5m extra=3s", None), Plain::default());
    let mut shown: Vec<Option<u64>> = Vec::new();
    for (at, event) in [
        (2_000, Event::Move { text: "early".into() }),
        (9_000, Event::Move { text: "a".into() }),
        (20_000, Event::Move { text: "b+".into() }),
        (31_000, Event::Move { text: "c".into() }),
        (40_000, Event::Takeback { plies: 2 }),
        (55_000, Event::Move { text: "d".into() }),
        (70_000, Event::Move { text: "e".into() }),
        (90_000, Event::Move { text: "f#".into() }),
    ] {
        if at == 9_000 {
            for side in Side::BOTH {
                state.arrive(side, 3_000);
            }
        }
        let by = state.rules().unwrap().side_to_move();
        let is_move = matches!(event, Event::Move { .. });
        if !is_move {
            state.take(Event::Offer { side: by, offer: Offer::Takeback { plies: 2 } }, Seat::Both, at).ok();
        }
        state.take(event, Seat::Both, at).unwrap();
        shown.truncate(state.ledger().moves().len());
        if is_move {
            let bank = state.clocks(at).map(|reading| reading.sides[by.index()].bank);
            shown.push(bank.filter(|_| at > 3_000));
        }
    }
    assert_eq!(state.banks(Plain::default()), shown);
    assert!(shown[0].is_none() && shown[1..].iter().all(Option::is_some), "{shown:?}");
    let untimed = GameState::begin(game("unlimited", None), Plain::default());
    assert!(untimed.banks(Plain::default()).is_empty());
}
