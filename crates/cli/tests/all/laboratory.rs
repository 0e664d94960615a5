use std::fs;

use serde_json::Value;

use crate::run::{Folder, entourage, has, refused, run};

const PLAN: [&str; 8] = ["--level", "1", "--gap", "0", "--longest", "40", "--threads", "1"];

fn lab<'a>(game: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["lab", game], &PLAN[..], more].concat()
}

#[test]
fn built_in_games_have_reports_in_both_languages() {
    for game in ["toddler", "symmetron44", "struggle", "chess"] {
        for (language, heading) in [("en", "## Results"), ("fr", "## Résultats")] {
            let page = entourage(&lab(game, &["--games", "2", "--quick", "--lang", language]));
            assert!(page.starts_with("# ") && page.contains(heading), "{game}: {page}");
            // Decimal separators depend on the language.
            let is_french = language == "fr";
            assert_eq!(page.contains("Nulles\u{a0}: "), is_french, "{page}");
            let table: Vec<char> =
                page.lines().filter(|line| line.starts_with('|')).flat_map(str::chars).collect();
            let is_separator = |sign: char| {
                let mut threes = table.windows(3);
                threes.any(|three| three[0].is_ascii_digit() && three[1] == sign && three[2].is_ascii_digit())
            };
            assert_eq!([is_separator(','), is_separator('.')], [is_french, !is_french], "{page}");
        }
    }
}

#[test]
fn effects_of_powers_are_reported_for_built_in_games() {
    let folder = Folder::new();
    let page = entourage(&lab("symmetron44", &["--games", "2", "--json", &folder.at("report.json")]));
    has(&page, &["swap straight and diagonal lines.\n", "| Allowed a move (moves) | "]);
    let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    let powers = report["powers"].as_array().unwrap();
    let of = |code: &str, what: &str| {
        let power = powers.iter().find(|power| power["code"] == code).unwrap();
        power[what]["of"].as_u64().unwrap()
    };
    for code in ["symmetrised", "mutate", "reduced"] {
        assert!(of(code, "allowed") > 0 && of(code, "decided") > 0 && of(code, "atWork") > 0, "{powers:?}");
    }
    // `untouchable` forbids moves but is not reported as active. Explosions do not count as a power that allows moves.
    assert!(of("untouchable", "atWork") == 0 && of("untouchable", "forbade") > 0, "{powers:?}");
    assert_eq!(of("explosion", "allowed"), 0);
}

#[test]
fn recorded_games_are_continued() {
    let folder = Folder::new();
    let record = &*folder.at("games.jsonl");
    let whole = entourage(&lab("chess", &["--games", "6"]));
    let _ = entourage(&lab("chess", &["--games", "3", "--record", record]));
    // Simulates a crash while writing a line.
    let mut kept = fs::read_to_string(record).unwrap();
    kept.truncate(kept.len() - 40);
    fs::write(record, &kept).unwrap();
    let json = folder.at("report.json");
    let more = ["--games", "6", "--record", record, "--json", &json];
    assert_eq!(entourage(&lab("chess", &more)), whole);
    assert_eq!(fs::read_to_string(record).unwrap().lines().count(), 7, "a heading and six games");
    let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    assert_eq!((&report["games"], &report["longest"]), (&6.into(), &40.into()));
    // All games are recorded, so none is played again.
    assert_eq!(entourage(&lab("chess", &more)), whole);
}

#[test]
fn damaged_records_and_those_of_other_games_are_refused() {
    let folder = Folder::new();
    let path = &*folder.at("games.jsonl");
    let _ = entourage(&lab("chess", &["--games", "2", "--record", path]));
    let other = run(&lab("toddler", &["--games", "2", "--record", path]));
    other.fails(&[":1: this record belongs to another game"]);
    let text = folder.read("games.jsonl");
    fs::write(path, text.replace("\"plies\"", "\"plis\"")).unwrap();
    let damaged = run(&lab("chess", &["--games", "2", "--record", path]));
    damaged.fails(&[":2: invalid game"]);
}

/// A small game whose only power restricts captures.
const SMALL: &str = "language 1\ngame small \"Small\"\nboard 5 x 5\nsides White w, Black b\npiece K \"King\"\n  moves and captures: step any\npiece R \"Rook\"\n  moves and captures: slide straight\npower strong of Rook: it can be captured only while 2 or more enemies threaten it\nroyal King, warned as \"check\"\nends\n  loss \"checkmate\": own King is threatened, and no move\n  draw \"stalemate\": no move\n  draw \"repetition\": the same position a third time\nposition \"{rows} {side}\"\nstart \"r1k1r/5/5/5/R1K1R w\"\nneeds\n  exactly 1 King a side\n  the enemy King is not threatened\n";

#[test]
fn effects_of_powers_are_measured_by_removing_them() {
    let folder = Folder::new();
    let json = folder.at("report.json");
    let told = |text: &str| {
        let file = folder.write("small.game", text);
        let page = entourage(&lab(&file, &["--games", "4", "--json", &json]));
        let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
        (page, report)
    };
    let (page, report) = told(SMALL);
    has(&page, &["### strong\n", "| Changed the computer's move (choices) | "]);
    let of = |report: &Value| {
        let powers = report["powers"].as_array().unwrap();
        powers.iter().find(|power| power["code"] == "strong").unwrap().clone()
    };
    let power = of(&report);
    assert!(["allowed", "decided"].iter().all(|what| power[what]["of"].as_u64() > Some(0)), "{power}");
    assert_eq!(power["allowed"]["found"], 0.0, "it only forbids");
    // This variant's power adds moves instead, so the report counts the moves that the power allowed.
    let lent = SMALL.replace(
        "it can be captured only while 2 or more enemies threaten it",
        "own King next to it also walks as Rook",
    );
    let (_, report) = told(&lent);
    assert!(of(&report)["allowed"]["found"].as_f64().unwrap() > 0.0, "{report}");
    // Reasons are complete sentences.
    let reasons = report["reasons"].as_array().unwrap();
    assert!(reasons.iter().all(|reason| reason["says"].as_str().unwrap().ends_with('.')), "{reasons:?}");
    // Endings that never occurred are listed separately.
    let ends = |list: &str| report[list].as_array().unwrap().iter().any(|end| end[0] == "repetition");
    assert!(ends("endings") != ends("neverEnded"), "{report}");
    let quick = entourage(&lab(&folder.at("small.game"), &["--games", "4", "--quick"]));
    assert!(
        quick.contains("### strong\n") && !quick.contains("| Changed the computer's move (choices) | "),
        "{quick}"
    );
}

fn unfair(name: &str) -> String {
    format!("{}/../laboratory/tests/data/{name}.game", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn improvements_are_found_and_a_stopped_search_is_resumed() {
    let folder = Folder::new();
    let (record, json) = (&*folder.at("games.jsonl"), &*folder.at("found.json"));
    let game = &*unfair("tempo-ahead");
    let words = ["lab", game, "--improve", "8", "--level", "1", "--gap", "0", "--json", json, "--threads", "2"];
    let with = |more: &[&str]| entourage(&[&words[..], more].concat());
    let page = with(&["--record", record]);
    has(&page, &["# Proposals", "```diff\n- ", "| Quality | ", "cover chance only"]);
    let found = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let proposals = found(&folder.read("found.json"));
    let proposals = proposals.as_array().unwrap();
    assert!((1..=5).contains(&proposals.len()), "{proposals:?}");
    for proposal in proposals {
        let [effect, least, most] = [0, 1, 2].map(|which| proposal["effect"][which].as_f64().unwrap());
        assert!(least <= effect && effect <= most && proposal["new"]["games"].as_u64() > Some(1), "{proposal}");
        entourage(&["check", &folder.write("edited.game", proposal["text"].as_str().unwrap())]);
    }
    // A search that was stopped after some games is continued to the same result.
    let whole = fs::read_to_string(record).unwrap();
    let half: String = whole.split_inclusive('\n').take(whole.lines().count() / 2).collect();
    fs::write(record, half + "{\"version\"").unwrap();
    assert_eq!(with(&["--record", record]), page);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&fs::read_to_string(record).unwrap()), sorted(&whole));
    refused(
        &["lab", "madrasi", "--improve", "8", "--record", record],
        &[":1: this record belongs to another game"],
    );
    has(&with(&["--record", record, "--lang", "fr"]), &["# Propositions", "### 1. Ligne ", "| Qualité | "]);
}

#[test]
fn two_versions_are_compared_in_the_same_games() {
    let folder = Folder::new();
    let text = fs::read_to_string(unfair("tempo-ahead")).unwrap();
    let even = folder.write("even.game", text.replace("1RRR1/5/1RRR1", "5/1RRR1/1RRR1"));
    let page = entourage(&[
        "lab",
        &even,
        "--against",
        &unfair("tempo-ahead"),
        "--games",
        "16",
        "--level",
        "1",
        "--gap",
        "0",
    ]);
    has(
        &page,
        &["compared with", "| | the other version | this version |", "| Games between equals | 16 | 16 |"],
    );
    has(&page, &["Effect on the points of White: −"]);
    // Between two equal versions, there is no difference in any game.
    let same = entourage(&["lab", &even, "--against", &even, "--games", "8", "--level", "1", "--gap", "0"]);
    has(&same, &["Effect on the points of White: +0 % (+0 to +0)."]);
    refused(&["lab", "chess", "--against", "madrasy"], &["madrasi"]);
}

#[test]
fn reports_name_their_ground_and_the_value_of_a_small_game() {
    let folder = Folder::new();
    let file = folder.write("three.game", THREE_IN_A_ROW);
    let page = entourage(&["lab", &file, "--games", "8", "--level", "2"]);
    has(&page, &["self-play games at level 2, after 1 random move.", "They cover chance only"]);
    has(&page, &["\nSolved: with best play, the game is a draw.\n"]);
    // With three in a row for two pieces, the first player wins at once.
    let near = folder.write("near.game", THREE_IN_A_ROW.replace("3 own Stones", "2 own Stones"));
    let page = entourage(&["lab", &near, "--games", "8", "--level", "1", "--lang", "fr"]);
    has(&page, &["Résolu\u{a0}: gain forcé pour Blancs, en 3 coups au plus."]);
    let chess = entourage(&lab("chess", &["--games", "2", "--quick"]));
    assert!(!chess.contains("Solved:"), "{chess}");
}

/// Tic-tac-toe.
const THREE_IN_A_ROW: &str = "language 1\ngame three \"Three\"\nboard 3 x 3\nhands of 5\nsides White w, Black b\npiece S \"Stone\"\n  moves: to any square, from own hand\n  never captures\nends\n  win \"row\", at once: 3 own Stones stand in a row\n  draw \"full\": no move\nposition \"{rows} {hands} {side}\"\nstart \"3/3/3 [S|S|S|S|S|s|s|s|s|s] w\"\nneeds\n  at most 5 Stones a side\n";

#[test]
fn seconds_limit_the_number_of_games() {
    let page = entourage(&lab("chess", &["--games", "1000000", "--seconds", "1"]));
    let games = page.lines().find_map(|line| line.strip_prefix("Results of ")?.split(' ').next());
    let games: u32 = games.and_then(|games| games.parse().ok()).unwrap();
    assert!((1..1_000_000).contains(&games), "{page}");
}

#[test]
fn effects_of_cards_are_reported() {
    let words = "lab struggle --games 6 --level 1 --gap 0 --longest 40 --cards 2";
    let words: Vec<&str> = words.split(' ').collect();
    let told = entourage(&words);
    has(&told, &["\n## Cards\n", "Both sides get random cards"]);
    let french = entourage(&[&["--lang", "fr"][..], &words].concat());
    has(&french, &["\n## Cartes\n"]);
    assert_eq!(told, entourage(&words), "the same games again");
    refused(&["lab", "struggle", "--cards", "60"], &["--cards: at most 3 per side"]);
    refused(&["lab", "toddler", "--cards", "1"], &["--cards: this game has no cards"]);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/struggle-cards.game");
    let text = entourage(&["lab", file, "--games", "2", "--level", "1", "--longest", "20", "--cards", "1"]);
    has(&text, &["\n## Cards\n"]);
}
