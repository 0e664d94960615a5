//! Compares variants with pyffish (Fairy-Stockfish for Python): legal moves and results in positions from random games.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use entourage_fairy::Configuration;

use super::agreement::compare;

/// The variants to compare: at least one for each family of constructs that the language can express.
const COMPARED: &str = "chess gardner losalamos microchess chancellor capablanca janus shako legan tencubed wolf torpedo \
    pawnback berolina nightrider grasshopper hoppelpoppel knightmate kingofthehill 3check antichess \
    extinction horde atomic crazyhouse empire minishogi shogi torishogi kyotoshogi minixiangqi synochess \
    racingkings spartan coregal grand troitzky duck wildebeest chak flipello6 amazons";

const OWN: &str = include_str!("../data/own.ini");

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// Finds a Python interpreter with pyffish: `PYFFISH_PYTHON`, or `python3`.
fn python() -> Option<PathBuf> {
    let named = std::env::var_os("PYFFISH_PYTHON").filter(|named| !named.is_empty());
    let python = PathBuf::from(named.unwrap_or_else(|| "python3".into()));
    let tried = Command::new(&python).args(["-c", "import pyffish"]).output().ok()?;
    tried.status.success().then_some(python)
}

const SHARES: usize = 8;

/// Prevents tests from comparing variants concurrently, since each test keeps a processor busy.
static TURN: Mutex<()> = Mutex::new(());

fn agrees(share: usize) {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    // `FAIRY_ALL` selects all importable variants, `FAIRY_ONLY` a list of variants.
    let (positions, plies) = (number("FAIRY_POSITIONS", 200), number("FAIRY_PLIES", 50));
    let Some(python) = python() else {
        let ci = std::env::var("CI").is_ok_and(|ci| ci == "true" || ci == "1");
        assert!(!ci, "pyffish is missing, and with CI set no test may be skipped");
        eprintln!("SKIPPED: variants under pyffish, which is missing");
        return;
    };
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests");
    let configuration = Configuration::read(super::count::VARIANTS).unwrap();
    let own = Configuration::read(OWN).unwrap();
    let all = std::env::var_os("FAIRY_ALL").is_some();
    let only = std::env::var("FAIRY_ONLY").unwrap_or_default();
    let names: Vec<&str> = match all {
        _ if !only.is_empty() => only.split_whitespace().collect(),
        true => configuration
            .built_in_names()
            .chain(configuration.names())
            .filter(|name| configuration.import(name).is_ok())
            .collect(),
        false => COMPARED.split(' ').collect(),
    };
    let names = names.into_iter().map(|name| (&configuration, "data/variants.ini", name));
    let more = own.names().filter(|_| only.is_empty()).map(|name| (&own, "data/own.ini", name));
    let mut differences = Vec::new();
    // Process one variant at a time, to limit memory usage.
    for (configuration, file, name) in names.chain(more).skip(share).step_by(SHARES) {
        let told = Command::new(&python)
            .arg(tests.join("games_of_pyffish.py"))
            .arg(tests.join(file))
            .args([&positions.to_string(), &plies.to_string(), "1", name])
            .output()
            .unwrap();
        assert!(told.status.success(), "{name}: {}", String::from_utf8_lossy(&told.stderr));
        for (name, result) in compare(configuration, &String::from_utf8(told.stdout).unwrap()) {
            match result {
                Ok(compared) => assert!(compared >= positions, "{name}: {compared}"),
                Err(difference) => differences.push(format!("{name}: {difference}")),
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

macro_rules! shares {
    ($($name:ident: $share:literal),*) => {
        mod moves_and_ends {
            $(#[test]
            #[ignore = "nightly: takes long"]
            fn $name() {
                super::agrees($share);
            })*

            #[test]
            fn are_shared_out() {
                assert_eq!([$($share),*].len(), super::SHARES);
            }
        }
    };
}

shares!(first: 0, second: 1, third: 2, fourth: 3, fifth: 4, sixth: 5, seventh: 6, eighth: 7);
