//! Tests how edits are checked and merged.

use entourage_study::{
    EditError, Editor, MAX_CHAPTERS, MAX_GLYPHS, MAX_SIZE, Study, blank, read, subject, terms, write,
};
use entourage_view::{AppliedEdit, ChapterView};
use serde::Deserialize;
use serde_json::json;

use crate::{CHAPTER, Desk};

/// Edits by several users, and the chapters that result from them. The web client folds the same edits.
#[derive(Deserialize)]
struct Fixture {
    edits: Vec<AppliedEdit>,
    chapters: Vec<ChapterView>,
}

#[test]
fn the_fixture_shared_with_the_web_client_is_what_the_rules_find() {
    let fixture: Fixture = serde_json::from_str(include_str!("../data/edits.json")).unwrap();
    let (mut desk, mut folded) = (Desk::with_chapter(), Study::default());
    (desk.study, desk.log) = (Study::default(), Vec::new());
    for applied in &fixture.edits {
        let mut editor = Editor::new(&desk.registry, &desk.study, &applied.by, applied.by == "ada", applied.at);
        editor.edit(applied.edit.clone()).unwrap();
        let (study, log) = editor.finish();
        assert_eq!(log, std::slice::from_ref(applied));
        desk.study = study;
        let stored = write(applied);
        let (id, by) = (applied.edit.id.clone(), applied.by.clone());
        assert_eq!(read(id, by, applied.seq, applied.at, &stored).as_ref(), Some(applied));
        folded.apply(applied).unwrap();
    }
    assert_eq!(folded.view(&str::to_owned), fixture.chapters);
    assert_eq!(desk.study.view(&str::to_owned), fixture.chapters);
}

#[test]
fn the_same_move_twice_is_one_node_with_two_ids() {
    let mut desk = Desk::with_chapter();
    desk.add("ada", "nodeada1", "root", "e2e4");
    desk.add("bob", "nodebob1", "root", "e2e4");
    assert_eq!(desk.log[2].found.same.as_deref(), Some("nodeada1"));
    // Later edits with either ID concern the same node.
    desk.add("bob", "nodebob2", "nodebob1", "e7e5");
    desk.good("bob", json!({ "type": "comment", "node": "nodebob1", "text": "Best by test" }));
    assert_eq!(desk.order(), "nodeada1 nodebob2");
    assert_eq!(desk.node("nodeada1").comments[0].text, "Best by test");
    assert_eq!(desk.node("nodebob2").side, Some(2));
    let named = serde_json::to_string(&desk.log[3..]).unwrap();
    assert!(!named.contains("nodebob1"), "{named}");
}

#[test]
fn comments_of_two_authors_both_stay() {
    let mut desk = Desk::with_chapter();
    let comment = |text: &str| json!({ "type": "comment", "node": "root", "text": text });
    desk.good("ada", comment("One"));
    desk.good("bob", comment("Two"));
    desk.good("ada", comment("Three"));
    let comments = |desk: &Desk| {
        let comments = desk.node("root").comments.into_iter();
        comments.map(|one| format!("{}: {}", one.by, one.text)).collect::<Vec<_>>()
    };
    assert_eq!(comments(&desk), ["ada: Three", "bob: Two"]);
    // Only the owner deletes the comment of another, and no one changes it.
    let other =
        |author: &str, text: &str| json!({ "type": "comment", "node": "root", "text": text, "author": author });
    assert_eq!(desk.send("bob", other("ada", "")), Err(EditError::NotAuthor));
    assert_eq!(desk.send("ada", other("bob", "Mine")), Err(EditError::NotAuthor));
    desk.good("ada", other("bob", ""));
    desk.good("ada", comment(""));
    assert!(comments(&desk).is_empty());
    // Replaced comments are identified by place and author, so that the server can delete their texts.
    assert_eq!(subject(&desk.log[2]).as_deref(), Some("chapter1/root/bob"));
    assert_eq!(subject(&desk.log[2]), subject(&desk.log[4]));
    assert!(write(&desk.log[2]).contains("Two") && !blank(&desk.log[2]).unwrap().contains("Two"));
}

#[test]
fn a_deleted_variation_is_restored_with_what_was_added_meanwhile() {
    let mut desk = Desk::with_chapter();
    desk.add("ada", "node0001", "root", "e2e4");
    desk.add("ada", "node0002", "node0001", "e7e5");
    desk.add("ada", "node0003", "root", "d2d4");
    desk.good("bob", json!({ "type": "delete", "node": "node0001" }));
    assert_eq!(desk.order(), "node0003");
    desk.add("ada", "node0004", "node0002", "g1f3");
    desk.good("bob", json!({ "type": "restore", "node": "node0001" }));
    assert_eq!(desk.order(), "node0001 node0002 node0004 node0003");
    // If the move was added again, there would be two such moves.
    desk.good("bob", json!({ "type": "delete", "node": "node0003" }));
    desk.add("ada", "node0005", "root", "d2d4");
    assert_eq!(desk.send("bob", json!({ "type": "restore", "node": "node0003" })), Err(EditError::SameMove));
    assert_eq!(desk.send("bob", json!({ "type": "delete", "node": "root" })), Err(EditError::NoNode));
    desk.good("bob", json!({ "type": "deleteChapter" }));
    assert!(desk.study.is_empty());
    desk.good("bob", json!({ "type": "restoreChapter" }));
    assert_eq!(desk.order(), "node0001 node0002 node0004 node0005");
}

#[test]
fn variations_and_chapters_are_ordered_without_deleted_ones() {
    let mut desk = Desk::with_chapter();
    for (node, text) in [("nodeaaaa", "e2e4"), ("nodebbbb", "d2d4"), ("nodecccc", "c2c4"), ("nodedddd", "b2b4")]
    {
        desk.add("ada", node, "root", text);
    }
    desk.good("ada", json!({ "type": "delete", "node": "nodebbbb" }));
    desk.good("bob", json!({ "type": "order", "node": "nodedddd", "place": 1 }));
    assert_eq!(desk.order(), "nodeaaaa nodedddd nodecccc");
    desk.good("bob", json!({ "type": "order", "node": "nodeaaaa", "place": 9 }));
    assert_eq!(desk.order(), "nodedddd nodecccc nodeaaaa");
    let spec = desk.chapter().spec;
    let other = json!({ "chapter": "chapter2", "type": "newChapter", "title": "Two", "spec": spec });
    desk.good("ada", other.clone());
    assert_eq!(desk.send("ada", other), Err(EditError::Taken));
    desk.good(
        "ada",
        json!({ "chapter": "chapter2", "type": "chapter", "place": 0, "orientation": 2, "title": "2" }),
    );
    let chapters = desk.study.view(&str::to_owned);
    let told =
        chapters.iter().map(|chapter| (chapter.id.as_str(), chapter.title.as_str(), chapter.orientation));
    assert_eq!(told.collect::<Vec<_>>(), [("chapter2", "2", 2), (CHAPTER, "One", 1)]);
}

#[test]
fn a_new_start_position_marks_the_moves_that_no_longer_hold() {
    let mut desk = Desk::with_chapter();
    desk.add("ada", "node0001", "root", "e2e4");
    desk.add("ada", "node0002", "node0001", "e7e5");
    desk.add("ada", "node0003", "root", "d2d4");
    let start = |position: &str| json!({ "type": "start", "position": position });
    desk.good("bob", start("rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    let holds = |desk: &Desk| ["node0001", "node0002", "node0003"].map(|node| desk.node(node).holds);
    assert_eq!(holds(&desk), [true, false, true]);
    assert_eq!(desk.log.last().unwrap().found.fails, ["node0002"]);
    let continued = json!({ "type": "add", "node": "node0004", "parent": "node0002", "move": "g1f3" });
    assert!(matches!(desk.send("ada", continued), Err(EditError::Rules(_))));
    // The usual start position is stored as an empty text.
    desk.good("bob", start("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    assert_eq!((holds(&desk), desk.chapter().position.as_str()), ([true; 3], ""));
    assert!(matches!(desk.send("bob", start("nonsense")), Err(EditError::Rules(_))));
}

#[test]
fn edits_that_break_the_rules_or_the_limits_are_refused() {
    let mut desk = Desk::with_chapter();
    let add = |node: &str, parent: &str, text: &str| json!({ "type": "add", "node": node, "parent": parent, "move": text });
    assert!(matches!(desk.send("ada", add("node0001", "root", "e2e5")), Err(EditError::Rules(_))));
    assert_eq!(desk.send("ada", add("node0001", "node0009", "e2e4")), Err(EditError::NoNode));
    assert_eq!(desk.send("ada", add("short", "root", "e2e4")), Err(EditError::Malformed("node")));
    assert_eq!(
        desk.send("ada", json!({ "chapter": "chapter9", "type": "deleteChapter" })),
        Err(EditError::NoChapter)
    );
    let glyphs: Vec<usize> = (0..=MAX_GLYPHS).collect();
    let marks = json!({ "type": "glyphs", "node": "root", "glyphs": glyphs });
    assert_eq!(desk.send("ada", marks), Err(EditError::Malformed("glyphs")));
    for sketch in ["", "G", "é", "Ge2-e4", "ge2", "Gé2"] {
        let drawn = json!({ "type": "sketches", "node": "root", "sketches": [sketch] });
        assert_eq!(desk.send("ada", drawn), Err(EditError::Malformed("sketches")), "{sketch}");
    }
    let spec = desk.chapter().spec;
    let chapter = |number: usize| json!({ "chapter": format!("chapter{number:02}"), "type": "newChapter", "title": "More", "spec": spec });
    assert!(matches!(
        desk.send(
            "ada",
            json!({ "chapter": "chapter99", "type": "newChapter", "title": "No", "spec": "nonesuch" })
        ),
        Err(EditError::Rules(_))
    ));
    (1..MAX_CHAPTERS).for_each(|number| desk.good("ada", chapter(number)));
    assert_eq!(desk.send("ada", chapter(99)), Err(EditError::Full(MAX_CHAPTERS)));
    let long = json!({ "type": "comment", "node": "root", "text": "x".repeat(MAX_SIZE / 4) });
    (0..3).for_each(|_| desk.good("ada", long.clone()));
    assert_eq!(desk.send("ada", long), Err(EditError::Full(MAX_SIZE)));
}

#[test]
fn a_copy_has_the_same_chapters_and_nothing_that_was_deleted() {
    let mut desk = Desk::with_chapter();
    desk.add("ada", "node0001", "root", "e2e4");
    desk.add("bob", "node0002", "node0001", "e7e5");
    desk.add("bob", "node0003", "root", "d2d4");
    desk.good("bob", json!({ "type": "comment", "node": "node0002", "text": "Solid" }));
    desk.good("bob", json!({ "type": "glyphs", "node": "node0002", "glyphs": [1] }));
    desk.good("bob", json!({ "type": "hint", "node": "node0001", "text": "The centre" }));
    desk.good("bob", json!({ "type": "sketches", "node": "node0001", "sketches": ["Re4", "Ge2e4"] }));
    desk.good("bob", json!({ "type": "delete", "node": "node0003" }));
    desk.good(
        "ada",
        json!({ "type": "start", "position": "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" }),
    );
    let mut number = 0;
    let edits = desk.study.copy("carl", 2_000, || {
        number += 1;
        format!("copy{number:04}")
    });
    let mut copy = Study::default();
    edits.iter().for_each(|edit| copy.apply(edit).unwrap());
    assert_eq!(copy.view(&str::to_owned), desk.study.view(&str::to_owned));
    assert!(!edits.iter().any(|edit| write(edit).contains("node0003")));
    assert_eq!(copy.comments_by("bob"), [(CHAPTER.to_owned(), "node0002".to_owned(), "Solid".to_owned())]);
}

#[test]
fn studies_are_found_by_game_player_words_and_positions() {
    let mut desk = Desk::with_chapter();
    let spec = desk.chapter().spec;
    let played = json!({
        "chapter": "chapter2", "type": "newChapter", "title": "Été", "spec": spec, "tags": { "White": "Carlsen, Magnus" }
    });
    desk.good("ada", played);
    desk.add("ada", "node0001", "root", "e2e4");
    desk.good("ada", json!({ "type": "comment", "node": "node0001", "text": "King's pawn" }));
    let found = terms(&desk.study, &desk.registry, &["My Title".to_owned()], &["Ada L.".to_owned()]);
    for term in [
        "pada",
        "pcarlsen",
        "pmagnus",
        "wété",
        "wking",
        "wpawn",
        "wtitle",
        &entourage_study::term_of_game(&spec),
    ] {
        assert!(found.contains(term), "{term} of {found:?}");
    }
    let mut game = desk.registry.open(&spec).unwrap().begin(None).unwrap();
    game.play("e2e4").unwrap();
    assert!(found.contains(&entourage_study::position_term(game.position_key().unwrap())));
    game.play("e7e5").unwrap();
    assert!(!found.contains(&entourage_study::position_term(game.position_key().unwrap())));
}
