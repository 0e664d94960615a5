//! Forty variants held to pyffish, Fairy-Stockfish for Python: moves and ends on random positions of games.

use std::path::PathBuf;
use std::process::Command;

use entourage_fairy::Configuration;

use super::agreement::compare;

/// The variants that are compared: what each family of constructs is for.
const COMPARED: [&str; 40] = [
    "chess",
    "gardner",
    "losalamos",
    "microchess",
    "chancellor",
    "capablanca",
    "janus",
    "shako",
    "legan",
    "tencubed",
    "wolf",
    "torpedo",
    "pawnback",
    "nightrider",
    "grasshopper",
    "hoppelpoppel",
    "knightmate",
    "kingofthehill",
    "3check",
    "antichess",
    "extinction",
    "horde",
    "atomic",
    "crazyhouse",
    "empire",
    "minishogi",
    "shogi",
    "torishogi",
    "kyotoshogi",
    "minixiangqi",
    "synochess",
    "racingkings",
    "spartan",
    "coregal",
    "grand",
    "opulent",
    "chak",
    "micro",
    "dobutsu",
    "shogun",
];

/// Positions to compare on of each; `FAIRY_POSITIONS` asks for more, and `FAIRY_ALL` for every variant that is imported.
fn positions() -> usize {
    std::env::var("FAIRY_POSITIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(200)
}

/// Finds a Python that has pyffish: the one that `PYFFISH_PYTHON` names, or `python3`.
fn python() -> Option<PathBuf> {
    let named = std::env::var_os("PYFFISH_PYTHON").filter(|named| !named.is_empty());
    let python = PathBuf::from(named.unwrap_or_else(|| "python3".into()));
    let tried = Command::new(&python).args(["-c", "import pyffish"]).output().ok()?;
    tried.status.success().then_some(python)
}

#[test]
fn moves_and_ends_are_those_of_pyffish() {
    let Some(python) = python() else {
        let ci = std::env::var("CI").is_ok_and(|ci| ci == "true" || ci == "1");
        assert!(!ci, "pyffish is missing, and with CI set no test may be skipped");
        eprintln!("SKIPPED: variants under pyffish, which is missing");
        return;
    };
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests");
    let configuration = Configuration::read(super::count::VARIANTS).unwrap();
    let all = std::env::var_os("FAIRY_ALL").is_some();
    let names: Vec<&str> = match all {
        true => configuration
            .built_in_names()
            .chain(configuration.names())
            .filter(|name| configuration.import(name).is_ok())
            .collect(),
        false => COMPARED.to_vec(),
    };
    // A variant at a time, so that no more is held than one of them tells.
    for name in names {
        let told = Command::new(&python)
            .arg(tests.join("games_of_pyffish.py"))
            .arg(tests.join("data/variants.ini"))
            .args([&positions().to_string(), "1", name])
            .output()
            .unwrap();
        assert!(told.status.success(), "{name}: {}", String::from_utf8_lossy(&told.stderr));
        for (name, result) in compare(&configuration, &String::from_utf8(told.stdout).unwrap()) {
            let compared = result.unwrap_or_else(|difference| panic!("{name}: {difference}"));
            assert!(compared >= positions(), "{name}: {compared}");
        }
    }
}
