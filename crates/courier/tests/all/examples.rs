//! Tests examples of turns, converted in both directions, and turns that must be refused.

use entourage_chess::Chess;
use entourage_courier::{CourierError, Read, Vocabulary, Word, export, import, read_entry};
use entourage_kernel::{Adjudication, History, Intent, Language, Rules};
use entourage_struggle::Struggle;
use entourage_symmetron44::Symmetron;
use entourage_toddler::Toddler;

fn words<R: Rules + Default>(rules: &R) -> Vocabulary {
    Vocabulary::new(rules.metadata(), rules.topology())
}

fn begin<R: Rules + Default>(position: &str) -> History<R> {
    let rules = R::default();
    let start = if position.is_empty() { rules.start() } else { rules.read_position(position).unwrap() };
    History::new(rules, Adjudication::NONE, start)
}

fn read<R: Rules + Default>(position: &str, turn: &str) -> Result<Vec<String>, CourierError> {
    let history = begin::<R>(position);
    let rules = history.rules();
    match import(&history, turn, &words(rules))? {
        Read::Moves(moves) => Ok(moves.into_iter().map(|intent| rules.write_move(intent)).collect()),
        Read::Word(word) => Ok(vec![word.text().to_owned()]),
    }
}

fn write<R: Rules + Default>(position: &str, moves: &str) -> Vec<String> {
    let history = begin::<R>(position);
    let rules = history.rules();
    let moves: Vec<Intent> = moves.split(' ').map(|text| rules.read_move(text).unwrap()).collect();
    let words = words(rules);
    export(rules, history.position(), &moves, &words).iter().map(|turn| turn.write(&words)).collect()
}

fn both_ways<R: Rules + Default>(position: &str, moves: &str, turn: &str) {
    assert_eq!(write::<R>(position, moves), [turn], "{moves}");
    assert_eq!(read::<R>(position, turn).map(|moves| moves.join(" ")), Ok(moves.to_owned()), "{turn}");
}

#[test]
fn ranks_are_those_of_the_preset() {
    both_ways::<Toddler>("", "e9e8", "S e3-e4");
    assert_eq!(read::<Toddler>("", "e3-e4").unwrap(), ["e9e8"]);
    assert_eq!(read::<Toddler>("", " S e3-e5 ;e5-e4 // hello").unwrap(), ["e9e8"]);
    both_ways::<Toddler>("", "pass", "pass");
}

#[test]
fn a_mutation_is_a_promotion() {
    both_ways::<Toddler>("t10/11/11/11/11/11/3n7/4S6/11/11/T10 w -", "e8d7", "S e4-d5; C-d5");
    let error = read::<Toddler>("t10/11/11/11/11/11/3n7/4S6/11/11/T10 w -", "S e4-d5").unwrap_err();
    assert_eq!(error, CourierError::Incomplete("S e4-d5; C-d5".to_owned()));
}

#[test]
fn turns_that_differ_from_a_legal_move_are_compared_with_it() {
    let error = read::<Toddler>("", "S e3-e4; X-f3").unwrap_err();
    assert_eq!(error, CourierError::Excessive("S e3-e4".to_owned()));
    let problem = error.problem();
    assert_eq!(problem.get(Language::English), "this does more than the legal move S e3-e4");
    assert_eq!(problem.get(Language::French), "cela va au-delà du coup légal S e3-e4");
    let error = read::<Toddler>("t10/11/11/11/11/11/3n7/4S6/11/11/T10 w -", "S e4-d5; M-d5").unwrap_err();
    assert_eq!(error, CourierError::Otherwise("S e4-d5; C-d5".to_owned()));
}

#[test]
fn a_swap_puts_the_nurse_back() {
    both_ways::<Toddler>("t10/11/11/11/11/11/11/11/11/11/N3ET5 w -", "f11a11", "T f1-a1; X-f1");
}

#[test]
fn captains_show_both_legs() {
    both_ways::<Toddler>("t10/11/11/11/11/11/11/4n6/5C5/11/T10 w -", "f9e8e7", "C f3-e4; C e4-e5");
    both_ways::<Toddler>("t10/11/11/11/11/11/4n6/11/5C5/11/T10 w -", "f9e7", "C f3-f4; C f4-e5");
}

#[test]
fn an_android_shows_its_corner() {
    both_ways::<Toddler>("9st/11/11/11/11/11/11/11/11/3S7/TA1S7 w -", "b11e6", "M b1-b6; M b6-e6");
}

#[test]
fn an_advancer_empties_its_victims_square() {
    let position = "3k2p/1p4p/6p/6P/6P/1A1K2P [-|-] w";
    both_ways::<Symmetron>(position, "b1b4xb5", "A b1-b4; b5-");
    assert_eq!(read::<Symmetron>(position, "A b1-b4; @-b5").unwrap(), ["b1b4xb5"]);
    assert_eq!(read::<Symmetron>(position, "A b1-b4").unwrap(), ["b1b4"]);
}

#[test]
fn chess_moves_two_pieces_and_takes_in_passing() {
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    both_ways::<Chess>(castle, "e1g1", "K e1-g1; R h1-f1");
    both_ways::<Chess>(castle.replace(" w ", " b ").as_str(), "e8c8", "k e8-c8; r a8-d8");
    both_ways::<Chess>("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "P a7-a8; N-a8");
    both_ways::<Chess>("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "P e5-d6; d5-");
    assert_eq!(read::<Chess>("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5-d6; @-d5").unwrap(), ["e5d6"]);
}

#[test]
fn a_turn_of_several_plies_is_one_line() {
    let line = "a3a4 a11a10 a1:a2:a3";
    assert_eq!(write::<Struggle>("", line), ["G a3-a4", "y a11-a10", "W a1-a3"]);
}

#[test]
fn labels_are_checked_and_errors_have_codes() {
    let wrong = read::<Toddler>("", "C e3-e4").unwrap_err();
    assert_eq!(wrong.to_string(), "the piece on e3 is S, not C");
    assert_eq!(read::<Toddler>("", "s e3-e4").unwrap_err().to_string(), "the piece on e3 is S, not s");
    assert_eq!(read::<Toddler>("", "e5-e6").unwrap_err().code(), "nobody");
    assert_eq!(read::<Toddler>("", "Z e3-e4").unwrap_err().code(), "text");
    assert_eq!(read::<Toddler>("", "e3-e12").unwrap_err().code(), "text");
    assert_eq!(read::<Toddler>("", "").unwrap_err().code(), "text");
    assert_eq!(read::<Toddler>("", "-e4").unwrap_err().code(), "space");
    assert_eq!(read::<Toddler>("", "S*e4").unwrap_err().code(), "no-hand");
    assert!(matches!(read::<Toddler>("", "S e3-e5").unwrap_err(), CourierError::Illegal(Some(_))));
    assert_eq!(read::<Toddler>("", "resign").unwrap(), [Word::Resign.text()]);
    assert_eq!(read::<Chess>("", "pass").unwrap_err(), CourierError::Illegal(None));
}

fn typed<R: Rules + Default>(position: &str, entry: &str, ours: bool) -> Result<Vec<String>, CourierError> {
    let history = begin::<R>(position);
    let rules = history.rules();
    let words = if ours { Vocabulary::ours(rules.metadata(), rules.topology()) } else { words(rules) };
    Ok(read_entry(&history, entry, &words)?.into_iter().map(|intent| rules.write_move(intent)).collect())
}

#[test]
fn entries_are_read_in_the_notation_chosen() {
    for (entry, ours) in
        [("e9e8", true), ("e9e8", false), ("S e9-e8", true), ("e9-e8", true), ("S e3-e4", false)]
    {
        assert_eq!(typed::<Toddler>("", entry, ours).unwrap(), ["e9e8"], "{entry}");
    }
    // The Guardian Angel is W here and I in Game Courier; the Genius is G here and W in Game Courier.
    let lone = "9st/11/11/11/11/11/11/11/11/3W7/T3G6 w -";
    assert_eq!(typed::<Toddler>(lone, "W d1", true).unwrap(), ["d10d1"]);
    assert_eq!(typed::<Toddler>(lone, "I d11", false).unwrap(), ["d10d1"]);
    assert_eq!(typed::<Toddler>(lone, "We1", true).unwrap_err(), CourierError::Illegal(None));
    assert_eq!(typed::<Toddler>(lone, "We11", false).unwrap(), ["e11e1"]);
    assert_eq!(typed::<Toddler>("", "hello", true).unwrap_err().code(), "text");
    assert_eq!(typed::<Toddler>("", "S e99", true).unwrap_err().code(), "text");
    assert_eq!(typed::<Toddler>("", "", true).unwrap_err().code(), "text");
    assert_eq!(typed::<Toddler>("", "s e4", true).unwrap_err(), CourierError::Illegal(None));
    assert_eq!(typed::<Toddler>("", "resign;", false).unwrap_err().code(), "text");
}

#[test]
fn ambiguous_short_forms_list_the_possible_moves() {
    let fork = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1";
    let either = CourierError::Ambiguous(vec!["c4d5".into(), "e4d5".into()]);
    assert_eq!(typed::<Chess>(fork, "Px", true).unwrap_err(), either);
    assert_eq!(typed::<Chess>(fork, "P e5", true).unwrap(), ["e4e5"]);
    assert_eq!(typed::<Chess>(fork, "Kd1", true).unwrap(), ["e1d1"]);
    let single = |entry| typed::<Chess>("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", entry, true);
    assert_eq!((single("Px").unwrap(), single("Pxd5").unwrap()), (vec!["e4d5".into()], vec!["e4d5".into()]));
    assert_eq!(single("Px e5").unwrap_err(), CourierError::Illegal(None));
    let many = typed::<Chess>("", "P", true).unwrap_err();
    assert!(matches!(&many, CourierError::Ambiguous(moves) if moves.len() == 13 && moves[12] == "…"), "{many}");
}
