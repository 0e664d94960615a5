//! Tests that chapters are written as records and read again.

use entourage_study::{EditError, edits_of, record_of};
use serde_json::json;

use crate::Desk;

const RECORD: &str = r#"[Event "Cup"]
[Site "?"]
[Date "2026.11.30"]
[Round "?"]
[White "Ada"]
[Black "Bob"]
[Result "1-0"]
[ChapterMode "interactive"]
[ChapterName "The centre"]
[Orientation "2"]
[StudyName "Openings"]

{ [%csl Gd4] Start here } 1. e4 $1 { [%csl Re4] [%cal Ge2e4,Bd2d4] [%hint Look at the
pawns] King's pawn [%clk 0:09:58] } 1... e5 ( 1... c5 $6 { Sicilian } 2. Nf3 ( 2. Nc3
) ) ( 1... e6 ) 2. Nf3 Nc6 1-0

"#;

fn imported(record: &str) -> Result<Desk, EditError> {
    let mut desk = Desk::with_chapter();
    let mut number = 0;
    let mut id = || {
        number += 1;
        format!("imported{number:04}")
    };
    let edits = edits_of(record, &desk.registry, &mut id)?;
    (desk.study, desk.log) = Default::default();
    edits.into_iter().try_for_each(|edit| desk.apply("ada", edit))?;
    Ok(desk)
}

#[test]
fn a_chapter_survives_a_round_trip_through_a_record() {
    let desk = imported(RECORD).unwrap();
    let written = record_of(&desk.study, &desk.registry, "Openings", None, &str::to_owned).unwrap();
    let again = imported(&written).unwrap();
    assert_eq!(desk.study.view(&str::to_owned), again.study.view(&str::to_owned), "{written}");
    let chapter = &desk.study.view(&str::to_owned)[0];
    assert_eq!((chapter.title.as_str(), chapter.orientation, chapter.nodes.len()), ("The centre", 2, 9));
    let told = serde_json::to_value(&chapter.nodes[1]).unwrap();
    assert_eq!(told["sketches"], json!(["Re4", "Ge2e4", "Bd2d4"]));
    assert_eq!(told["comments"][0]["text"], "King's pawn [%clk 0:09:58]");
    assert_eq!((&told["hint"], &told["glyphs"]), (&json!("Look at the pawns"), &json!([1])));
    for part in
        ["[White \"Ada\"]", "[%cal Ge2e4,Bd2d4]", "( 1... c5 $6 { Sicilian } 2. Nf3 ( 2. Nc3 ) )", "1... e5"]
    {
        let flat = written.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(part), "{part} in {written}");
    }
}

#[test]
fn several_authors_are_named_and_moves_that_do_not_hold_left_out() {
    let mut desk = Desk::with_chapter();
    desk.add("ada", "node0001", "root", "e2e4");
    desk.add("ada", "node0002", "node0001", "e7e5");
    desk.good("ada", json!({ "type": "comment", "node": "node0001", "text": "Good {sic}" }));
    desk.good("bob", json!({ "type": "comment", "node": "node0001", "text": "Better" }));
    desk.good(
        "ada",
        json!({ "type": "start", "position": "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" }),
    );
    let record = record_of(&desk.study, &desk.registry, "Mine", Some("chapter1"), &str::to_owned).unwrap();
    assert!(record.contains("1. e4 { ada: Good (sic) bob: Better } *"), "{record}");
    assert!(record.contains("[FEN \"rnbqkbnr/pppp1ppp/"), "{record}");
    let again = imported(&record).unwrap().study.view(&str::to_owned);
    let chapter = &again[0];
    assert_eq!((chapter.title.as_str(), chapter.tags.len(), chapter.nodes.len()), ("One", 0, 2), "{chapter:?}");
    let other = record_of(&desk.study, &desk.registry, "Mine", Some("chapter9"), &str::to_owned);
    assert_eq!(other, Err(EditError::NoChapter));
}

#[test]
fn every_game_of_a_record_becomes_a_chapter_and_faults_are_located() {
    let games = "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. e4 *\n\n[Event \"Cup\"]\n\n1. d4 *\n\n";
    let desk = imported(games).unwrap();
    let titles = desk.study.view(&str::to_owned).into_iter().map(|chapter| chapter.title);
    assert_eq!(titles.collect::<Vec<_>>(), ["Ada – Bob", "Cup"]);
    let error = |record: &str| match imported(record).map(|_| ()) {
        Err(EditError::Record(problem)) => problem.en,
        other => panic!("{other:?}"),
    };
    assert!(error("1. e4 e5 2. Ke3 *").starts_with("1:13: "), "{}", error("1. e4 e5 2. Ke3 *"));
    assert!(error("").contains("no games"));
    assert!(error("[Degree \"warned\"]\n\n1. e4 *").contains("enforced"));
    let many = "1. e4 *\n\n".repeat(65);
    assert_eq!(imported(&many).map(|_| ()), Err(EditError::Full(64)));
}

#[test]
fn control_characters_and_damaged_commands_survive_a_round_trip() {
    for text in [
        "[Event \"Cup\\0\"]\n\n1. e4 *",
        "[Event \"\t\"]\n[ChapterName \"One\"]\n[StudyName \"Mine\"]\n\n1. e4 *",
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0\t1\"]\n\n1. e4 *",
        "1. e4 { [%csl\u{0}Re4] [%hint[%cal Ge2e4] [[%cal Ge2e4]%hint Take] [%hint Look] it } *",
    ] {
        let write = |record: &str| {
            let desk = imported(record).unwrap();
            record_of(&desk.study, &desk.registry, "Mine", None, &str::to_owned).unwrap()
        };
        let written = write(&text.replace("\\0", "\u{0}"));
        assert_eq!(write(&written), written);
    }
}
