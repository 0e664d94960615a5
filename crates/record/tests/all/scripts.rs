//! Games told as scripts in `tests/data/games`: what happens, and after each line what the game amounts to. The page reads the same
//! files (`web/src/api/scripts.test.ts`).
//!
//! `game TERMS` begins one, `come SIDE TIME` lets a player come, `do SEAT TIME EVENT` brings an event about, `no SEAT TIME EVENT` one that is
//! refused, `look TIME` looks at the clocks. Below each stands what is found: `=` and the state, or `!` and the error. With `UPDATE_SCRIPTS=1`
//! in the environment these lines are written anew, to be read with care before they are kept.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use entourage_kernel::Side;
use entourage_record::{ClockView, Event, GameState, Rules, Seat, SetupTerms};
use serde_json::{Value, json};

use crate::fold::game;
use crate::plain::Plain;

fn told(name: &str, script: &str) -> String {
    let mut told = String::new();
    let mut state: Option<GameState<Plain>> = None;
    for line in script.lines().filter(|line| !line.starts_with(['=', '!'])) {
        writeln!(told, "{line}").unwrap();
        let mut words = line.splitn(4, ' ');
        let verb = words.next().unwrap_or_default();
        let wrong = format!("{name}: {line}");
        let at = |word: Option<&str>| -> i64 { word.and_then(|word| word.parse().ok()).expect(&wrong) };
        match verb {
            "" | "#" => continue,
            "game" => {
                let terms: Value = serde_json::from_str(line.trim_start_matches("game ")).expect(&wrong);
                let pace = terms["pace"].as_str().unwrap_or("unlimited");
                let setup: Option<SetupTerms> = serde_json::from_value(terms["setup"].clone()).ok();
                state = Some(GameState::begin(game(pace, setup), Plain::default()));
                continue;
            }
            _ => {}
        }
        let state = state.as_mut().unwrap_or_else(|| panic!("{name} begins no game"));
        let seat = if verb == "look" { None } else { words.next() };
        let now = at(words.next());
        let event = || serde_json::from_str::<Event>(line.splitn(4, ' ').nth(3).unwrap_or_default());
        let seat = seat.and_then(Seat::from_word);
        match (verb, seat) {
            ("come", Some(Seat::Side(side))) => {
                state.arrive(side, now).unwrap_or_else(|| panic!("{name}: {line}"));
            }
            ("do", Some(seat)) => {
                let taken = state.take(event().unwrap(), seat, now);
                taken.unwrap_or_else(|error| panic!("{name}: {line}: {error:?}"));
            }
            ("no", Some(seat)) => {
                let error = state.take(event().unwrap(), seat, now).err();
                let error = error.unwrap_or_else(|| panic!("{name}: {line} is not refused"));
                writeln!(told, "! {error:?}").unwrap();
                continue;
            }
            ("look", None) => {}
            _ => panic!("{name}: {line}"),
        }
        writeln!(told, "= {}", found(state, now)).unwrap();
        let anew = GameState::replay(state.game().clone(), Some(Plain::default())).unwrap();
        assert_eq!(found(&anew, now), found(state, now), "{name}: {line}, told anew");
    }
    told
}

fn found(state: &GameState<Plain>, now: i64) -> Value {
    let ledger = state.ledger();
    let mut found = json!({
        "seq": state.seq(),
        "moves": ledger.moves(),
        "committed": ledger.setups().map(|choice| choice.is_some()),
        "status": state.status(),
        "turn": state.rules().map(|rules| rules.side_to_move().number()),
        "due": state.deadline(),
        "clock": state.clocks(now).map(|reading| ClockView::of(reading, now)),
    });
    let barred: Vec<&str> = ledger.barred().collect();
    found["barred"] = json!(barred);
    let standing = serde_json::to_value(ledger.standing()).unwrap();
    found.as_object_mut().unwrap().extend(standing.as_object().unwrap().clone());
    // What says nothing is left out, so that what is left can be read.
    let says = |value: &Value| !(value.is_null() || *value == json!(false) || *value == json!([]));
    found.as_object_mut().unwrap().retain(|key, value| key == "moves" || says(value));
    if found["committed"] == json!([false, false]) {
        found.as_object_mut().unwrap().remove("committed");
    }
    found
}

#[test]
fn every_script_is_told_as_it_stands() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(names.len() >= 10);
    let mut refused = Vec::new();
    for path in names {
        let (name, script) = (path.display().to_string(), fs::read_to_string(&path).unwrap());
        let told = told(&name, &script);
        refused.extend(
            told.lines().filter_map(|line| Some(line.strip_prefix("! ")?.split([' ', '{']).next()?.to_owned())),
        );
        if std::env::var_os("UPDATE_SCRIPTS").is_some() {
            fs::write(&path, told).unwrap();
        } else {
            assert_eq!(told, script, "{name}: UPDATE_SCRIPTS=1 writes what is found");
        }
    }
    refused.sort();
    refused.dedup();
    // Every refusal that events of a game under its rules can meet; the others are in `fold.rs`.
    let expected = "Barred Beginning Committed Ended(Agreed) LongTurn NoChoice Over Preparing Protest \
        Refused(\"refused\") Takeback Talk(Agreement) Talk(Earnest) Talk(NoOffer) Talk(Offered) Talk(Often) \
        Talk(Underway) Time(Ahead) Time(Announced) Time(Full) Time(Going) Time(NoClock) Time(NotAnnounced) \
        Time(Paused) Turn Vacation";
    for kind in expected.split(' ') {
        assert!(refused.iter().any(|found| found == kind), "no script meets {kind}: {refused:?}");
    }
}

#[test]
fn sides_have_seats() {
    for side in Side::BOTH {
        assert_eq!(Seat::from_word(&side.number().to_string()), Some(Seat::Side(side)));
    }
}
