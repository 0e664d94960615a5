//! Tests imports of positions and games, as called by the web client.
use entourage_wasm::{import_courier, import_record, sketch, write_record};
use serde_json::{Value, json};

fn import(text: &str, enforcement: &str) -> Value {
    serde_json::from_str(&import_courier("toddler", text, enforcement, true, "en").unwrap()).unwrap()
}

#[test]
fn a_log_is_taken_as_far_as_its_enforcement_goes_and_its_first_illegal_turn_named() {
    let log = "S e3-e4\n-e6\ns e9-e8";
    let [enforced, warned, free] = ["enforced", "warned", "free"].map(|enforcement| import(log, enforcement));
    assert_eq!(enforced["moves"], json!(["e9e8"]));
    assert_eq!(warned["moves"], json!(["e9e8"]));
    assert_eq!(free["moves"], json!(["~Se9-e8", "~-e6", "~se3-e4"]));
    assert_eq!(free["stop"], Value::Null);
    for found in [enforced, warned, free] {
        assert_eq!((&found["refused"]["turn"], &found["refused"]["text"]), (&json!(2), &json!("-e6")));
        assert_eq!(found["refused"]["why"]["code"], "space");
    }
    assert!(
        import_courier("toddler", log, "strict", true, "en")
            .unwrap_err()
            .into_json()
            .contains("expected enforced")
    );
}

#[test]
fn an_opening_that_the_rules_refuse_is_for_hands() {
    let log = "$d['code'] = 't9-/*/*/*/*/*/*/*/*/*/T10'; $d['moves'] = \"T a1-a2\";";
    for enforcement in ["enforced", "warned"] {
        let found = import(log, enforcement);
        assert_eq!((&found["start"], &found["moves"]), (&Value::Null, &json!([])));
        assert!(found["opening"].to_string().contains("the space k11 is missing"), "{found}");
    }
    let found = import(log, "free");
    assert_eq!((&found["start"], &found["moves"]), (&json!("ta1,Ta11,-k1 1"), &json!(["~Ta11-a10"])));
    assert!(found["opening"].is_object() && found["refused"].is_null());
}

#[test]
fn clauses_about_a_pasted_position_name_squares_as_its_reader_does() {
    let position = "t9E/11/11/11/11/11/11/11/11/11/T10 w -";
    let [ours, theirs] = [false, true].map(|courier| sketch("toddler", position, courier, "en").unwrap());
    assert!(ours.contains("on a1 is attacked from k1\"") && theirs.contains("on a11 is attacked from k11\""));
}

#[test]
fn a_record_is_played_up_to_its_end_and_faults_name_their_line() {
    let read = |text: &str| -> Value { serde_json::from_str(&import_record(text).unwrap()).unwrap() };
    let plain = read("[White \"Ada\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n\n[White \"Brook\"]\n\n1. d4 *\n");
    assert_eq!((&plain["spec"], &plain["moves"]), (&json!("chess"), &json!(["e2e4", "e7e5", "g1f3"])));
    assert_eq!((&plain["more"], &plain["degree"]), (&json!(true), &json!("enforced")));
    let told = read("1. e4 e5")["warnings"][0]["en"].clone();
    assert_eq!(told, "line 1: the game ends without a result (1-0, 0-1, 1/2-1/2 or *)");
    let ours = read("[Game \"toddler:summary\"]\n\n1. e9e8 e3e4 *\n");
    assert_eq!((&ours["spec"], &ours["more"]), (&json!("toddler:summary"), &json!(false)));
    for (text, said) in [
        ("[White \"Ada\"]\n\n1. e4 e5\n2. Ke3 *\n", "line 4: 2. Ke3"),
        ("[Game \"nothing\"]\n\n*\n", "line 1: Game"),
        ("[White \"Ada\"]\n\n1. e4 {no end\n", "line 3: this comment has no closing }"),
        ("", "the text contains no game"),
    ] {
        let error = import_record(text).unwrap_err().into_json();
        assert!(error.contains(said), "{text}: {error}");
    }
}

#[test]
fn records_with_variations_and_annotations_survive_reading_and_writing() {
    let text = "[Game \"chess\"]\n\n{ An opening. } 1. e4 $1 { Best. } 1... e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 *\n";
    let read = |text: &str| -> Value { serde_json::from_str(&import_record(text).unwrap()).unwrap() };
    let game = read(text);
    assert_eq!(game["items"][0], serde_json::json!({ "comment": "An opening." }));
    assert_eq!(game["items"][1], serde_json::json!({ "move": { "text": "e2e4", "side": 1 } }));
    assert_eq!(game["items"][2], serde_json::json!({ "nag": 1 }));
    assert_eq!(game["items"][5], "begin");
    let [items, tags] = ["items", "tags"].map(|key| game[key].to_string());
    let write = |items: &str| write_record("chess", game["start"].as_str().unwrap(), items, &tags);
    let written = write(&items).unwrap();
    assert_eq!(read(&written)["items"], game["items"], "{written}");
    let line = written.replace('\n', " ");
    assert!(line.contains("1... e5 ( 1... c5 2. Nf3 ( 2. c3 d5 ) 2... d6 )"), "{written}");
    let illegal = items.replace("e2e4", "e2e5");
    assert!(write(&illegal).unwrap_err().into_json().contains("e2e5"));
    assert!(write("[{}]").is_err() && write("?").is_err());
}
