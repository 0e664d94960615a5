//! Tests definitions with suites: positions with status and moves, and perft counts.

use entourage_kernel::testkit::{check_perft_file, check_suite_file};

use super::open;

/// Maximum perft count of a test; the environment variable `DEFINITION_PERFT` overrides the default.
fn most() -> u64 {
    std::env::var("DEFINITION_PERFT").ok().and_then(|most| most.parse().ok()).unwrap_or(3_000)
}

pub struct Suite {
    pub id: &'static str,
    pub options: &'static [&'static str],
    pub lines: &'static str,
    pub counts: &'static str,
}

macro_rules! suites {
    ($($test:ident: $id:literal, $file:literal, $options:expr;)*) => {
        pub const SUITES: &[Suite] =
            &[$(Suite {
                id: $id,
                options: $options,
                lines: include_str!(concat!($file, ".tsv")),
                counts: include_str!(concat!($file, ".perft")),
            },)*];

        $(
            #[test]
            fn $test() {
                let game = open($id, $options);
                let lines = check_suite_file(&game, include_str!(concat!($file, ".tsv")));
                let counts = check_perft_file(&game, include_str!(concat!($file, ".perft")), most());
                assert!(lines > 30 && counts > 3, "{lines} lines, {counts} counts");
            }
        )*
    };
}

suites! {
    chess_agrees: "chess", "../data/chess", &[];
    madrasi_agrees: "madrasi", "../data/madrasi", &[];
    patrol_agrees: "patrol", "../data/patrol", &[];
    annan_agrees: "annan", "../data/annan", &[];
    lortap_agrees: "lortap", "../data/lortap", &[];
    superguards_agrees: "superguards", "../data/superguards", &[];
    koeko_agrees: "koeko", "../data/koeko", &[];
    knight_relay_agrees: "knight-relay", "../data/knight-relay", &[];
    atomic_agrees: "atomic", "../data/atomic", &[];
    ultima_agrees: "ultima", "../data/ultima", &[];
    xiangqi_agrees: "xiangqi", "../data/xiangqi", &[];
    dobutsu_agrees: "dobutsu", "../data/dobutsu", &[];
    minishogi_agrees: "minishogi", "../data/minishogi", &[];
    glinski_agrees: "glinski", "../data/glinski", &[];
    racing_kings_agrees: "racing-kings", "../data/racing-kings", &[];
    isardam_agrees: "isardam", "../data/isardam", &[];
    coregal_agrees: "coregal", "../data/coregal", &[];
    spartan_agrees: "spartan", "../data/spartan", &[];
    amazons_agrees: "amazons", "../data/amazons", &[];
    duck_agrees: "duck", "../data/duck", &[];
    magnetic_agrees: "magnetic", "../data/magnetic", &[];
    overprotection_agrees: "overprotection", "../data/overprotection", &[];
    struggle_with_cards_agrees: "struggle-cards", "../data/struggle-cards", &[];
    toddler_agrees: "toddler", "../../../../games/toddler/tests/data/toddler", &[];
    toddler_of_the_summary_agrees: "toddler", "../../../../games/toddler/tests/data/toddler-summary", &["summary"];
    symmetron44_agrees: "symmetron44", "../../../../games/symmetron44/tests/data/symmetron44", &[];
}

pub const STRUGGLE: [&str; 2] = [
    include_str!("../../../../games/struggle/tests/data/struggle.tsv"),
    include_str!("../../../../games/struggle/tests/data/struggle.perft"),
];

#[test]
fn struggle_without_rules_agrees() {
    let game = open("struggle", &[]);
    let plain = |line: &&str| is_without_rules(line.split('\t').next().unwrap_or_default());
    let [suite, counts] = STRUGGLE;
    let lines: Vec<&str> = suite.lines().filter(plain).collect();
    assert!(check_suite_file(&game, &lines.join("\n")) > 10);
    let counts: Vec<&str> = counts.lines().filter(plain).collect();
    assert!(check_perft_file(&game, &counts.join("\n"), most()) >= 2);
}

pub fn is_without_rules(position: &str) -> bool {
    let fields: Vec<&str> = position.split(' ').collect();
    fields.len() == 7 && fields[3..6] == ["-", "-", "-"]
}

pub fn has_cards_of_text(position: &str) -> bool {
    const CARDS: [&str; 6] = ["torus", "armor", "jolt", "teleport", "catapult", "pacifist"];
    let fields: Vec<&str> = position.split(' ').collect();
    let known = |field: &&str| {
        *field == "-"
            || field.split(',').all(|card| CARDS.contains(&card.split('@').next().unwrap_or_default()))
    };
    fields.len() == 7
        && fields[3..5].iter().all(known)
        && fields[5] == "-"
        && !["second=", "free"].iter().any(|word| fields[2].contains(word))
}

pub const AFTER_CARDS: &str = include_str!("../data/struggle-cards-after.tsv");

#[test]
fn struggle_with_cards_agrees_with_struggle() {
    let game = open("struggle-cards", &[]);
    let plain = |line: &&str| has_cards_of_text(line.split('\t').next().unwrap_or_default());
    let [suite, counts] = STRUGGLE;
    let lines: Vec<&str> = suite.lines().filter(plain).collect();
    assert!(check_suite_file(&game, &lines.join("\n")) > 30);
    let counts: Vec<&str> = counts.lines().filter(plain).collect();
    assert!(check_perft_file(&game, &counts.join("\n"), most()) >= 2);
}
