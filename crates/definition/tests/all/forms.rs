//! Tests reasons for refused moves, and notations.

use entourage_definition::format;
use entourage_kernel::{Language, Presentation, Refusal, Rules, Side};

use super::{open, rows};

fn reasons(id: &str, options: &[&str], position: &str, text: &str) -> Vec<String> {
    let game = open(id, options);
    let position = game.read_position(position).unwrap();
    let Err(Refusal(reasons)) = game.judge(&position, game.read_move(text).unwrap()) else {
        return vec!["legal".to_owned()];
    };
    let told = reasons.iter().map(|reason| {
        let sentence = game.sentence(&position, reason, Language::English.into()).unwrap();
        assert!(sentence.ends_with('.'), "{sentence}");
        let squares: Vec<&str> = reason.squares.iter().map(|square| game.topology().name(*square)).collect();
        format!("{} {}", reason.code, squares.join(" "))
    });
    told.collect()
}

#[test]
fn reasons_name_powers_and_squares() {
    let is = |id, position, text, expected: &str| {
        assert_eq!(reasons(id, &[], position, text), [expected], "{id}: {position} {text}");
    };
    is("madrasi", "4k3/8/8/8/4r3/8/4R2r/R3K3 w Q -", "e2d2", "paralysed e4 h2 e2");
    is("patrol", "8/8/8/3k4/3r4/3K4/8/8 w - -", "d3d4", "unwatched d3");
    is("superguards", "4k3/4r3/8/8/8/8/4R3/4K3 w - -", "e2e7", "superguarded e8 e7");
    is("koeko", "4k3/8/8/3pP3/8/8/8/4K3 w - -", "e1d2", "contact d2");
    is("knight-relay", "3k4/8/4n3/8/8/8/4R3/4K3 w -", "e2e6", "peaceful e6");
    is("ultima", "4k3/8/8/3i4/3L4/8/8/4K3 w", "d4d1", "immobilised d5 d4");
}

#[test]
fn other_refusals_have_plain_reasons() {
    let is = |options: &[&str], position, text, expected: &[&str]| {
        assert_eq!(reasons("chess", options, position, text), expected, "{position} {text}");
    };
    is(&[], "4k3/8/8/8/8/8/8/4K3 w - -", "a1a2", &["empty-square a1"]);
    is(&[], "4k3/8/8/8/8/8/8/4K3 w - -", "e8e7", &["not-your-piece e8"]);
    is(&[], "4k3/8/8/8/8/8/8/4K3 w - -", "e1e3", &["no-way e1 e3"]);
    is(&[], "4k3/4r3/8/8/8/8/4R3/4K3 w - -", "e2d2", &["royal-in-danger e1 e7"]);
    is(&[], "4k3/8/8/8/8/8/8/4K2R w - -", "e1g1", &["castling-lost e1 h1"]);
    is(&[], "4kr2/8/8/8/8/8/8/4K2R w K -", "e1g1", &["castling-threatened f1"]);
    is(&[], "4k3/8/8/8/8/8/8/4KB1R w K -", "e1g1", &["castling-blocked f1"]);
    is(&["fen"], "7k/8/8/8/8/8/R7/K7 w - - 100 80", "a1b1", &["game-over "]);
    assert_eq!(reasons("toddler", &[], "t10/11/11/11/11/11/11/11/11/11/10T w -", "pass"), ["legal"]);
}

#[test]
fn a_passed_square_is_accepted_only_if_a_move_could_have_set_it() {
    let reads = |id, options: &[&str], position| open(id, options).read_position(position).is_ok();
    // If no piece could capture there, an en passant square is invalid, except in the edition with move clocks.
    assert!(!reads("chess", &[], "4k3/8/8/3p4/8/8/8/4K3 w - d6"));
    assert!(reads("chess", &["fen"], "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"));
    assert!(reads("chess", &[], "4k3/8/8/3pP3/8/8/8/4K3 w - d6"));
    // The previous move cannot have been a double step across the given square.
    assert!(!reads("chess", &[], "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6"));
    assert!(!reads("chess", &[], "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6"));
    assert!(!reads("chess", &[], "4k3/8/8/3pP3/8/8/8/4K3 w - e6"));
    assert!(!reads("chess", &[], "4k3/8/8/3pP3/8/8/8/4K3 b - d6"));
    // A paralysed Pawn cannot capture, a guarded Pawn cannot be captured, and an unguarded Pawn cannot capture.
    assert!(!reads("madrasi", &[], "4k3/8/5p2/3pP3/8/8/8/4K3 w - d6"));
    assert!(!reads("superguards", &[], "3rk3/8/8/3pP3/8/8/8/4K3 w - d6"));
    assert!(!reads("patrol", &[], "4k3/8/8/3pP3/8/8/8/4K3 w - d6"));
    // With a Rook behind it, the Pawn moved as a Rook, without a double step; with a Pawn behind it, as a Pawn.
    assert!(!reads("annan", &[], "3rk3/8/8/3pP3/8/8/8/4K3 w - d6"));
    assert!(reads("annan", &[], "3pk3/8/8/3pP3/8/8/8/4K3 w - d6"));
}

#[test]
fn powers_are_shown_as_relations() {
    let is = |id, position, expected: &[&str]| {
        let game = open(id, &[]);
        let name = |square| game.topology().name(square).to_owned();
        let relations = game.relations(&game.read_position(position).unwrap());
        let told: Vec<String> = relations
            .iter()
            .map(|bond| format!("{} {} {}", bond.kind, name(bond.from), name(bond.to)))
            .collect();
        assert_eq!(told, expected, "{position}");
    };
    is("madrasi", "4k3/8/8/8/4r3/8/4R3/4K3 w - -", &["paralysed e4 e2", "paralysed e2 e4"]);
    is("knight-relay", "3k4/8/4P3/8/3N4/8/8/4K3 w -", &["relayed d4 e6"]);
    is("koeko", "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6", &[]);
    is("toddler", "t10/11/11/4SW5/4e6/4I6/11/11/11/11/10T w -", &["protected f4 e4", "threatens e5 k11"]);
}

#[test]
fn move_texts_are_unambiguous() {
    let game = open("symmetron44", &[]);
    for text in ["b1b4", "b1b4xb5", "a5a6=G", "a2=B", "c3*c4", "c1wls", "wlsd3"] {
        assert_eq!(game.write_move(game.read_move(text).unwrap()), text);
    }
    for text in ["", "b1", "b1b4x", "a5a6=Q", "a5a6=g", "b1b4 ", "pass", "z1a1", "b1b99"] {
        assert!(game.read_move(text).is_err(), "{text}");
    }
    assert_eq!(open("ultima", &[]).read_move("d4d4").unwrap().len(), 1);
}

#[test]
fn canonical_form_keeps_words_and_comments() {
    let text = "\n\n#  first\npiece   K  \"King\"# why\n      moves  and captures : leap 1 - 2 ,\n   or step any  \n\n\n   # inside\n      acts ( out ) : it is removed\n#last\n\n";
    let set = "#  first\npiece K \"King\"  # why\n  moves and captures: leap 1-2,\n    or step any\n\n  # inside\n  acts (out): it is removed\n#last\n";
    assert_eq!(format(text).unwrap(), set);
    assert_eq!(format(set).unwrap(), set);
    assert!(format("power ; \"").is_err());
}

#[test]
fn card_options_are_read_and_errors_have_a_place() {
    let game = open("struggle-cards", &[]);
    for [options, token, at, said] in rows(include_str!("../data/card-options.tsv")) {
        let error = game.with_options(&options.split(' ').collect::<Vec<_>>()).unwrap_err();
        assert_eq!((error.token.as_str(), &*error.at.to_string()), (token, at), "{options}: {error}");
        assert!(error.problem.en.contains(said), "{options}: {error}");
    }
}

#[test]
fn the_ordinary_piece_put_on_an_attacked_square_has_no_card() {
    // A square is attacked if the attacker can land behind it, whichever enemy piece bears the Pacifist card.
    let game = open("struggle-cards", &[]);
    for bearer in ["K", "B", "G", "R", "Y"] {
        let text = format!("w/bk/yrg/4/5/6/5/2R3/5/4/3/2/W 1 - - pacifist@{bearer} - -");
        let position = game.read_position(&text).unwrap();
        let [red, near] = ["c6", "c7"].map(|name| game.topology().find(name).unwrap());
        let attackers = game.attackers(&position, Side::First, near).unwrap();
        assert!(attackers.contains(red), "{text}");
    }
}
