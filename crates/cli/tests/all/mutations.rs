//! Feeds randomly damaged inputs to every parser. Unlike the coverage-guided fuzzers in `fuzz/`, this runs on the stable toolchain.

#[path = "../../../../fuzz/src/lib.rs"]
mod properties;

use entourage_kernel::Random;

/// Strings to insert, in addition to parts of valid inputs.
const STRANGE: [&str; 16] =
    ["", " ", "  ", "/", "-", ":", ",", "=", "0", "11", "99999999999999999999", "\t", "\n", "\0", "é", "𝄞"];

fn damaged(text: &str, other: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let others: Vec<char> = other.chars().collect();
    for _ in 0..=random.below(4) {
        let from = random.below(letters.len() + 1);
        let to = letters.len().min(from + random.below(4));
        let new: Vec<char> = match random.below(4) {
            0 => Vec::new(),
            1 => random.pick(&STRANGE).unwrap().chars().collect(),
            2 => random.pick(&others).into_iter().copied().collect(),
            _ => {
                let from = random.below(others.len() + 1);
                others[from..others.len().min(from + 6)].to_vec()
            }
        };
        letters.splice(from..to, new);
    }
    letters.into_iter().collect()
}

/// Checks `property` on all `texts` and on `damages` damaged copies; the variable ENTOURAGE_OFTEN multiplies `damages`.
fn read(texts: &[String], damages: usize, seed: u64, property: impl Fn(&str)) {
    let times =
        std::env::var("ENTOURAGE_OFTEN").map_or(1, |times| times.parse().expect("ENTOURAGE_OFTEN is a number"));
    texts.iter().for_each(|text| property(text));
    let mut random = Random::new(seed);
    for _ in 0..damages * times {
        let (text, other) = (random.pick(texts).unwrap(), random.pick(texts).unwrap());
        property(&damaged(text, other, &mut random));
    }
    println!("{} damaged texts read", damages * times);
}

/// Plays random games; returns all positions, and the moves of each game in one line.
fn played(games: usize, seed: u64) -> (Vec<String>, Vec<String>) {
    let mut random = Random::new(seed);
    let (mut positions, mut lines) = (Vec::new(), Vec::new());
    for game in properties::games() {
        for _ in 0..games {
            let mut begun = game.begin(None).unwrap();
            for _ in 0..60 {
                positions.push(begun.position_text());
                let Some(text) = random.pick(&begun.legal_moves()).cloned() else { break };
                begun.play(&text).unwrap();
            }
            lines.push(begun.moves().join(" "));
        }
    }
    (positions, lines)
}

#[test]
fn damaged_specs_are_read_or_refused() {
    let canonical = properties::games().iter().map(|game| game.spec());
    let tuned = properties::games().iter().map(|game| {
        let spec = game.spec();
        format!("{spec}{}repetition=3,quiet-limit=100", if spec.contains(':') { ',' } else { ':' })
    });
    read(&canonical.chain(tuned).collect::<Vec<_>>(), 20_000, 1, properties::spec);
}

#[test]
fn damaged_positions_are_read_or_refused() {
    read(&played(3, 2).0, 10_000, 3, properties::position);
}

/// Positions in Game Courier's notation.
const CODES: [&str; 3] = [
    "mxlewtiflmx/*/ssssscsssss55/SSSSSCSSSSS/*/XMLFITWELXM",
    "darkhad/ppbbbpp/14/PPBBBPP/DARKHAD",
    "{r}nbqkbnr/pppppppp/32/PPPPPPPP/RNBQKBN{R}",
];

#[test]
fn damaged_manual_positions_are_shown_or_refused() {
    let codes = CODES.map(str::to_owned);
    read(&played(3, 10).0.into_iter().chain(codes).collect::<Vec<_>>(), 10_000, 11, properties::sketch);
    read(&CODES.map(str::to_owned), 5_000, 12, properties::sketch);
}

#[test]
fn damaged_logs_are_read_or_refused() {
    let logs = CODES.map(|code| {
        // Removes some squares.
        let code = code.replace("32", "9-9-12").replace("14", "7--5");
        format!("$a['cols'] = '11';\n$a['code'] = '{code}';\n$a['moves'] = <<<'NOW'\nS e3-e4\n// x\ns e9-e8; C-e8\n-e5\n@-e5\nNOW;\n$a['set'] = \"\\\"x\";")
    });
    read(&logs, 3_000, 13, properties::preset);
}

#[test]
fn damaged_boards_after_manual_moves_are_read_or_refused() {
    let boards = ["ta1,Ta11,-e6,-k11 2", "Ke1,Pe2,ke8 1", "Ke1,-a1 2", "Kd1,Pd3,kd6,-wls 1", "- 1"];
    read(&boards.map(str::to_owned), 5_000, 14, properties::sketch);
}

#[test]
fn damaged_moves_are_read_or_refused() {
    read(&played(5, 4).1, 300, 5, properties::moves);
}

#[test]
fn damaged_turns_are_read_or_refused() {
    let mut random = Random::new(8);
    let games = properties::games().iter().flat_map(|game| std::iter::repeat_n(game, 4));
    let texts: Vec<String> = games
        .map(|game| {
            let mut begun = game.begin(None).unwrap();
            for _ in 0..20 {
                let Some(text) = random.pick(&begun.legal_moves()).cloned() else { break };
                begun.play(&text).unwrap();
            }
            begun.courier_turns().join("\n")
        })
        .collect();
    read(&texts, 200, 9, properties::turns);
}

#[test]
fn damaged_manual_turns_are_read_or_refused() {
    let texts = [
        "Pe2-e4;Q-e8\n@-a1;-b2\nc3-\npass",
        "Se9-e6;C-e6\nP e2-e4\n-f6\n@-f6\nTf11-f1",
        "Kd1-d4;@-d4\nk-e8\n-wls\n@-wls",
    ];
    read(&texts.map(ToOwned::to_owned), 2_000, 11, properties::hands);
}

#[test]
fn damaged_clicks_are_read_or_refused() {
    let lines = played(5, 6).1;
    let topology = properties::games()[0].topology();
    let pairs = topology.all().zip(topology.all().skip(11));
    let clicks = pairs.map(|(a, b)| format!("{} {}", topology.name(a), topology.name(b)));
    read(&clicks.chain(lines).collect::<Vec<_>>(), 2_000, 7, properties::squares);
}

#[test]
fn damaged_lessons_are_read_or_refused() {
    let lessons = entourage_lesson::games_taught().flat_map(entourage_lesson::lessons_of);
    let texts: Vec<String> = lessons.map(|(_, text)| (*text).to_owned()).collect();
    read(&texts, 300, 15, properties::lesson);
}

#[test]
fn damaged_definitions_are_read_or_refused() {
    use entourage_definition::{Library, Shipped};
    let texts: Vec<String> = Shipped.names().iter().map(|id| Shipped.find(id).unwrap().text).collect();
    read(&texts, 60, 17, properties::definition);
}

#[test]
fn damaged_seeds_of_fuzzers_are_read_or_refused() {
    type Seeds = (&'static [&'static str], usize, u64, fn(&str));
    let all: [Seeds; 7] = [
        (&["hosts/uci", "hosts/xboard"], 20_000, 5, properties::hosts),
        (&["variants/house", "variants/gold"], 300, 18, properties::variants),
        (&["games/annotated", "games/hands", "games/counted"], 20_000, 19, properties::games_text),
        (&["skeleton/odd", "skeleton/wide", "skeleton/labels"], 200, 20, properties::skeleton),
        (&["form/small", "form/walks", "form/like"], 200, 21, properties::form),
        (&["puzzle/two", "puzzle/three"], 100, 22, properties::puzzle),
        (&["study/annotated", "study/several"], 2_000, 23, properties::study),
    ];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds");
    for (names, damages, seed, property) in all {
        let texts = names.iter().map(|name| std::fs::read_to_string(format!("{folder}/{name}")).unwrap());
        read(&texts.collect::<Vec<_>>(), damages, seed, property);
    }
}
