//! Tests that a parsed game is the same after formatting and parsing it again.

use entourage_pgn::Reader;
use proptest::prelude::*;

fn written(text: &[u8]) -> String {
    Reader::new(text).filter_map(Result::ok).map(|game| game.to_string()).collect()
}

fn texts() -> impl Strategy<Value = String> {
    let tags = vec!["[Event \"x\"]\n", "[Site \"\\\"y\\\\\"]"];
    let moves =
        vec!["1.", "1...", "12", "Nf3", "O-O", "e8=Q+", "$1", "$12 ", "!", "?!", "*", "1-0", "1/2-1/2", "e.p."];
    let comments = vec!["{", "}", "{ a } ", "; rest\n", "(", ")", "%"];
    let commands = vec!["{[%clk 0:01:00]}", "~Pe2-e4;Q-e8 "];
    let others =
        vec!["\n\n", "\n", " ", "é", "\\", "\"", "[", "]", "<", "0", ".", "~", "\u{a0}", "\r\n", "\t", "\u{0}"];
    let pieces = prop::sample::select([tags, moves, comments, commands, others].concat());
    prop::collection::vec(pieces, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4_000) })]

    #[test]
    fn normal_forms_are_stable(text in texts()) {
        let once = written(text.as_bytes());
        prop_assert_eq!(Reader::new(once.as_bytes()).filter(Result::is_err).count(), 0, "{}", &once);
        let twice = written(once.as_bytes());
        prop_assert_eq!(once, twice);
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let once = written(&bytes);
        let twice = written(once.as_bytes());
        prop_assert_eq!(once, twice);
    }
}
