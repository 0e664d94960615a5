//! What is read and written is the same when it is read and written again, whatever it was.

use entourage_pgn::Reader;
use proptest::prelude::*;

fn written(text: &[u8]) -> String {
    Reader::new(text).filter_map(Result::ok).map(|game| game.to_string()).collect()
}

fn texts() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "[Event \"x\"]\n",
        "[Site \"\\\"y\\\\\"]",
        "\n\n",
        "\n",
        " ",
        "1.",
        "1...",
        "12",
        "Nf3",
        "O-O",
        "e8=Q+",
        "~Pe2-e4;Q-e8 ",
        "{",
        "}",
        "{ a } ",
        "{[%clk 0:01:00]}",
        "; rest\n",
        "(",
        ")",
        "$1",
        "$12 ",
        "!",
        "?!",
        "*",
        "1-0",
        "1/2-1/2",
        "%",
        "é",
        "e.p.",
        "\\",
        "\"",
        "[",
        "]",
        "<",
        "0",
        ".",
        "~",
        "\u{a0}",
        "\r\n",
        "\t",
        "\u{0}",
    ]);
    prop::collection::vec(pieces, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4_000) })]

    #[test]
    fn normal_forms_stay_as_they_are(text in texts()) {
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
