//! Suites: positions with their status and moves, and counts of the trees below them.

use entourage_kernel::testkit::{check_perft_file, check_suite_file};

use super::open;

/// Bounds the leaves that a test counts; `DEFINITION_PERFT` asks for more.
fn most() -> u64 {
    std::env::var("DEFINITION_PERFT").ok().and_then(|most| most.parse().ok()).unwrap_or(3_000)
}

macro_rules! suites {
    ($($test:ident: $id:literal, $file:literal, $options:expr;)*) => {$(
        #[test]
        fn $test() {
            let game = open($id, $options);
            let lines = check_suite_file(&game, include_str!(concat!("../data/", $file, ".tsv")));
            let counts = check_perft_file(&game, include_str!(concat!("../data/", $file, ".perft")), most());
            assert!(lines > 30 && counts > 3, "{lines} lines, {counts} counts");
        }
    )*};
}

suites! {
    chess_agrees: "chess", "chess", &[];
    madrasi_agrees: "madrasi", "madrasi", &[];
    patrol_agrees: "patrol", "patrol", &[];
    annan_agrees: "annan", "annan", &[];
    lortap_agrees: "lortap", "lortap", &[];
    superguards_agrees: "superguards", "superguards", &[];
    koeko_agrees: "koeko", "koeko", &[];
    knight_relay_agrees: "knight-relay", "knight-relay", &[];
    atomic_agrees: "atomic", "atomic", &[];
    ultima_agrees: "ultima", "ultima", &[];
}
