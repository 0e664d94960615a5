//! Tests scripted games in `tests/data/games`: events, each followed by the resulting state. The web client's tests read the same files
//! (`web/src/api/scripts.test.ts`).
//!
//! `game TERMS` begins a game, `come SIDE TIME` records a player's arrival, `do SEAT TIME EVENT` applies an event, `no SEAT TIME EVENT`
//! expects an event to be rejected, and `look TIME` reads the clocks. Each line is followed by its result: `=` and the state, or `!` and
//! the error. With `UPDATE_SCRIPTS=1` in the environment, the result lines are rewritten; review them before committing.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use entourage_record::{ClockView, Event, GameState, Rules, Seat, SetupTerms};
use serde_json::{Value, json};

use crate::fold::game;
use crate::plain::Plain;

fn run(name: &str, script: &str) -> String {
    let mut output = String::new();
    let mut state: Option<GameState<Plain>> = None;
    for line in script.lines().filter(|line| !line.starts_with(['=', '!'])) {
        writeln!(output, "{line}").unwrap();
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
        let state = state.as_mut().unwrap_or_else(|| panic!("{name} does not begin with a game"));
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
                let error = error.unwrap_or_else(|| panic!("{name}: {line} is not rejected"));
                writeln!(output, "! {error:?}").unwrap();
                continue;
            }
            ("look", None) => {}
            _ => panic!("{name}: {line}"),
        }
        writeln!(output, "= {}", summary(state, now)).unwrap();
        let anew = GameState::replay(state.game().clone(), Some(Plain::default())).unwrap();
        assert_eq!(summary(&anew, now), summary(state, now), "{name}: {line}, replayed");
    }
    output
}

fn summary(state: &GameState<Plain>, now: i64) -> Value {
    let ledger = state.ledger();
    let mut summary = json!({
        "seq": state.seq(),
        "moves": ledger.moves(),
        "committed": ledger.setups().map(|choice| choice.is_some()),
        "status": state.status(),
        "turn": state.rules().map(|rules| rules.side_to_move().number()),
        "due": state.deadline(),
        "clock": state.clocks(now).map(|reading| ClockView::of(reading, now)),
    });
    let barred: Vec<&str> = ledger.barred().collect();
    summary["barred"] = json!(barred);
    let standing = serde_json::to_value(ledger.standing()).unwrap();
    summary.as_object_mut().unwrap().extend(standing.as_object().unwrap().clone());
    // Empty values are omitted for readability.
    let is_empty = |value: &Value| value.is_null() || *value == json!(false) || *value == json!([]);
    summary.as_object_mut().unwrap().retain(|key, value| key == "moves" || !is_empty(value));
    if summary["committed"] == json!([false, false]) {
        summary.as_object_mut().unwrap().remove("committed");
    }
    summary
}

#[test]
fn scripts_give_their_recorded_results() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(names.len() >= 10);
    let mut refused = Vec::new();
    for path in names {
        let (name, script) = (path.display().to_string(), fs::read_to_string(&path).unwrap());
        let output = run(&name, &script);
        refused.extend(
            output
                .lines()
                .filter_map(|line| Some(line.strip_prefix("! ")?.split([' ', '{']).next()?.to_owned())),
        );
        if std::env::var_os("UPDATE_SCRIPTS").is_some() {
            fs::write(&path, output).unwrap();
        } else {
            assert_eq!(output, script, "{name}: UPDATE_SCRIPTS=1 rewrites the results");
        }
    }
    refused.sort();
    refused.dedup();
    // The errors that the scripts must cover; `fold.rs` covers the others.
    let expected = "Barred Beginning Committed Ended(Agreed) LongTurn NoChoice Over Preparing Protest \
        Refused(\"refused\") Takeback Offer(NotOffered) Offer(TooLate) Offer(NoOffer) Offer(AlreadyOffered) Offer(TooMany) \
        Offer(GameNotOver) Time(Ahead) Time(Announced) Time(Full) Time(Going) Time(NoClock) Time(NotAnnounced) \
        Time(Paused) Turn Vacation";
    for kind in expected.split(' ') {
        assert!(refused.iter().any(|found| found == kind), "no script has {kind}: {refused:?}");
    }
}
