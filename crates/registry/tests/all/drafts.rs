//! Tests positions set up by users: parsing, writing, and the squares at fault.

use entourage_registry::kernel::Language;
use entourage_registry::view::SketchView;
use entourage_registry::{AnyGame, Registry, view_sketch, write_draft};

fn seen(game: &dyn AnyGame, text: &str) -> (SketchView, Option<String>) {
    let found = game.sketch(text);
    let view = view_sketch(game, &found, Language::English);
    (view, found.problem.map(|error| error.problem.en))
}

#[test]
fn start_positions_round_trip() {
    for id in Registry::built_in().games() {
        let game = Registry::built_in().open(id).unwrap();
        let begun = game.begin(None).unwrap();
        let (view, problem) = seen(game.as_ref(), &begun.start_text());
        assert_eq!((view.courier, problem, view.squares.len()), (false, None, 0));
        let draft = view.draft.unwrap();
        assert_eq!((draft.pieces.len(), draft.side), (begun.pieces().len(), 1));
        assert_eq!(draft.words.len(), view.words.len());
        assert_eq!(write_draft(game.as_ref(), &draft), begun.start_text());
        for language in Language::ALL {
            let words = view_sketch(game.as_ref(), &game.sketch(""), language).words;
            assert!(words.iter().all(|word| !word.name.is_empty() && !word.hint.is_empty()));
        }
    }
}

#[test]
fn an_empty_board_round_trips_and_is_refused() {
    for id in Registry::built_in().games() {
        let game = Registry::built_in().open(id).unwrap();
        let (view, _) = seen(game.as_ref(), &game.begin(None).unwrap().start_text());
        let mut draft = view.draft.unwrap();
        draft.pieces.clear();
        draft.words = view.words.iter().map(|word| word.plain.to_owned()).collect();
        let text = write_draft(game.as_ref(), &draft);
        let (again, problem) = seen(game.as_ref(), &text);
        assert_eq!(again.draft, Some(draft), "{text}");
        assert!(problem.is_some(), "{text}");
        // Invalid words, squares, kinds and sides are omitted.
        let mut odd = again.draft.unwrap();
        odd.words = vec!["a b".into()];
        odd.pieces.push(serde_json::from_str(r#"{"square":"zz","side":1,"kind":0}"#).unwrap());
        odd.pieces.push(serde_json::from_str(r#"{"square":"a1","side":1,"kind":99}"#).unwrap());
        odd.pieces.push(serde_json::from_str(r#"{"square":"a1","side":3,"kind":0}"#).unwrap());
        assert_eq!(write_draft(game.as_ref(), &odd), text);
    }
}

#[test]
fn errors_name_the_squares_at_fault() {
    for (id, text, part, squares) in [
        ("toddler", "10t/11/11/11/10E/11/11/11/11/11/T10 w -", "is in Threat", &["k1", "k5"][..]),
        ("toddler", "10t/11/2t8/11/11/11/11/11/11/11/T10 w -", "at most one t", &["k1", "c3"]),
        ("chess", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "is in check", &["e8", "e1"]),
        ("chess", "4k3/8/8/8/8/8/8/KK2R3 w - - 0 1", "must be exactly one K", &["a1", "b1"]),
        ("chess", "P3k2p/8/8/8/8/8/8/K7 w - - 0 1", "no pawn can be", &["a8"]),
        ("symmetron44", "kP5/7/7/7/7/K6 [-|-] w", "far rank", &["b6"]),
        ("symmetron44", "k6/7/7/7/7/K5K [-|-] w", "at most one K", &["a1", "g1"]),
        ("symmetron44", "k6/7/7/7/7/K6 [P|-] w", "Launching Square", &["wls"]),
        ("struggle", "w/bk/yrg/4/4B/6/5/6/5/4/GRY/KB/W 1 - - - - -", "one piece of a colour", &["e9", "b2"]),
    ] {
        let game = Registry::built_in().open(id).unwrap();
        let (view, problem) = seen(game.as_ref(), text);
        let problem = problem.unwrap();
        assert!(problem.contains(part), "{text}: {problem}");
        assert!(view.draft.is_some(), "{text} can be shown");
        assert_eq!(view.squares, squares, "{text}");
    }
}

#[test]
fn a_single_word_is_read_as_a_game_courier_code() {
    let game = Registry::built_in().open("toddler").unwrap();
    let start = game.begin(None).unwrap().start_text();
    let (view, problem) = seen(game.as_ref(), "  mxlewtiflmx/*/ssssscsssss55/SSSSSCSSSSS/*/XMLFITWELXM\n");
    assert_eq!((view.courier, view.text, problem), (true, start.clone(), None));
    // The piece letters differ, so rows in Entourage's notation are not a valid Game Courier code.
    let rows = start.split(' ').next().unwrap();
    let (view, problem) = seen(game.as_ref(), rows);
    assert!(view.courier && view.draft.is_none());
    assert!(problem.unwrap().contains("no piece of this game has this label"));
    let (view, problem) = seen(game.as_ref(), &format!("{start} x"));
    assert!(!view.courier && problem.is_some());
    let (view, problem) = seen(game.as_ref(), "");
    assert!(!view.courier && view.draft.is_none() && problem.is_some());
}
