//! Tests that records are played under their rules and that errors have a location.

use entourage_kernel::{Enforcement, Random};
use entourage_registry::Registry;
use entourage_scoresheet::pgn::{Game, ReadError, Reader, Termination};
use entourage_scoresheet::{Facts, FaultKind, Sheet, Style, positions, record, use_shipped};

fn one(text: &str) -> Game {
    Reader::new(text.as_bytes()).next().unwrap().unwrap_or_else(|error: ReadError| panic!("{error}"))
}

fn read(text: &str, style: Style) -> Result<Sheet, String> {
    Sheet::read(&Registry::built_in(), &one(text), style).map_err(|fault| format!("{:?} {fault}", fault.kind))
}

fn moves(text: &str, style: Style) -> String {
    let written = read(text, style).unwrap_or_else(|fault| panic!("{fault}")).game.to_string();
    written.split_once("\n\n").unwrap().1.trim_end().to_owned()
}

#[test]
fn positions_are_those_of_the_main_line() {
    let of = |text: &str| positions(&Registry::built_in(), &one(text));
    // The draw by repetition after the eighth move is not claimed.
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
    let found = of(&format!("[Game \"chess:repetition=3\"]\n\n{shuffle} e4 (Ke8) e5 *")).unwrap();
    assert_eq!(found.len(), 11);
    assert_eq!(found[9].split(' ').next(), Some("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"));
    assert_eq!(of("1. e4 e5 2. Ke3 *").unwrap_err().kind, FaultKind::Move);
}

#[test]
fn a_record_without_a_game_tag_is_standard_pgn() {
    let text = "1.e4 e5 2.Nf3 (2.f4 exf4 (2...d5 3.exd5) 3.Nf3) Nc6 { so } 3.Bb5 a6?! 4.O-O *";
    assert_eq!(
        moves(text, Style::Plain),
        "1. e2e4 e7e5 2. g1f3 ( 2. f2f4 e5f4 ( 2... d7d5 3. e4d5 ) 3. g1f3 ) 2... b8c6\n{ so } 3. f1b5 a7a6 $6 4. e1g1 *"
    );
    assert_eq!(moves(&moves(text, Style::Plain), Style::Short), moves(text, Style::Short));
    // With shuffled back ranks, castling rights are written by wing or by file.
    for (name, rights) in [("Chess960", "KQkq"), ("chess 960", "GBgb"), ("fischerandom", "KQkq")] {
        let text = format!(
            "[Variant \"{name}\"]\n[SetUp \"1\"]\n[FEN \"nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w {rights} - 0 1\"]\n\n\
             1. O-O g6 2. e4 Bg7 *"
        );
        assert!(read(&text, Style::Plain).is_err(), "the bishop on d8 is shut in");
        let text = text.replace("Bg7", "e6");
        assert_eq!(moves(&text, Style::Plain), "1. f1g1 g7g6 2. e2e4 e7e6 *");
        assert_eq!(moves(&text, Style::Short), "1. O-O g6 2. e4 e6 *");
        assert_eq!(read(&text, Style::Short).unwrap().game.tag("Game"), None);
    }
}

#[test]
fn draws_by_counting_are_claimed_or_not() {
    let again = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
    assert!(read(&format!("{again} 1/2-1/2"), Style::Short).unwrap().outcome.is_some());
    let sheet = read(&format!("{again} e4 (Nf3 Nf6) e5 {again} {again} d4 1-0"), Style::Short).unwrap();
    assert!(sheet.outcome.is_none());
    assert_eq!(sheet.game.main_line().count(), 27);
    let shown = moves(&format!("{again} e4 (Nf3 Nf6) e5 *"), Style::Short);
    assert!(shown.contains("5. e4 ( 5. Nf3 Nf6 ) 5... e5 *"), "{shown}");
}

#[test]
fn an_open_result_is_accepted_whatever_the_rules_say() {
    let sheet = read("1. f3 e5 2. g4 Qh4# *", Style::Short).unwrap();
    assert_eq!(sheet.outcome.map(|outcome| outcome.to_string()).as_deref(), Some("win-2 checkmate"));
    assert_eq!(sheet.game.termination, Some(Termination::Open));
}

#[test]
fn errors_are_located() {
    for line in include_str!("../data/errors.tsv").lines() {
        let (text, expected) = line.split_once('\t').unwrap();
        let text = text.replace("\\n", "\n");
        let fault = read(&text, Style::Plain).err().unwrap_or_else(|| panic!("{text} is read"));
        assert!(fault.starts_with(expected), "{text}\n{fault}\n{expected}");
    }
}

#[test]
fn unusual_records_are_read_and_warnings_are_located() {
    for line in include_str!("../data/unusual.tsv").lines() {
        let [text, written, expected] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (registry, mut game) = (Registry::built_in(), one(&text.replace("\\n", "\n")));
        use_shipped(&registry, &mut game);
        let sheet =
            Sheet::read(&registry, &game, Style::Short).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let told = sheet.warnings.iter().map(|warning| format!("{} {}", warning.place, warning.problem.en));
        assert_eq!(told.collect::<Vec<_>>().join("; "), expected, "{text}");
        let moves = sheet.game.to_string();
        assert_eq!(moves.split_once("\n\n").unwrap().1.trim_end().replace('\n', " "), written, "{text}");
        let again = Sheet::read(&registry, &one(&moves), Style::Short);
        assert_eq!(again.unwrap_or_else(|fault| panic!("{moves}: {fault}")).game.to_string(), moves);
    }
}

#[test]
fn records_of_every_game_round_trip() {
    let registry = Registry::built_in();
    let mut random = Random::new(3);
    for id in registry.games() {
        let game = registry.open(id).unwrap();
        for round in 0..4 {
            let mut played = game.begin(None).unwrap();
            for _ in 0..round * 30 {
                let Some(text) = random.pick(&played.legal_moves()).cloned() else { break };
                played.play(&text).unwrap();
            }
            let facts = Facts {
                players: [Some("A \"B\"".to_owned()), None],
                date: Some("2026.11.27".to_owned()),
                pace: "live spare=5m extra=3s".parse().unwrap(),
                clocks: vec![Some(300_000), None, Some(1_500)],
                ..Facts::default()
            };
            let text = record(&registry, played.as_ref(), &facts).to_string();
            let courier = Sheet::read(&registry, &one(&text), Style::Courier).unwrap().game.to_string();
            let again = Sheet::read(&registry, &one(&courier), Style::Short);
            let again = again.unwrap_or_else(|fault| panic!("{courier}\n{fault}"));
            assert_eq!((again.game.to_string(), again.played.moves()), (text.clone(), played.moves()));
            for style in [Style::Short, Style::Plain] {
                let sheet = Sheet::read(&registry, &one(&text), style)
                    .unwrap_or_else(|fault| panic!("{text}\n{fault}"));
                assert_eq!(sheet.played.moves(), played.moves(), "{text}");
                assert_eq!(sheet.played.position_text(), played.position_text());
                assert_eq!((sheet.spec, sheet.pace), (game.spec(), Some(facts.pace)));
                assert_eq!(sheet.outcome, played.status().outcome());
                if style == Style::Short {
                    assert_eq!(sheet.game.to_string(), text);
                }
            }
        }
    }
}

#[test]
fn turns_of_game_courier_are_read_and_written() {
    let text = "1. \"P e2-e4\" e5 2. \"N g1-f3\" $1 { Good. } ( 2. Nc3 ) 2... \"n b8-c6\" *";
    assert_eq!(moves(text, Style::Short), "1. e4 e5 2. Nf3 $1 { Good. } ( 2. Nc3 ) 2... Nc6 *");
    let courier =
        "1. \"P e2-e4\" \"p e7-e5\" 2. \"N g1-f3\" $1 { Good. } ( 2. \"N b1-c3\" ) 2... \"n b8-c6\" *";
    assert_eq!(moves(text, Style::Courier).replace('\n', " "), courier);
    assert_eq!(moves(courier, Style::Short), moves(text, Style::Short));
    for wrong in ["1. \"P e2-e5\" *", "1. \"e4 *", "1. \"\" *", "1. \"P e2-e4; P e7-e5\" *", "1. \"\n\" *"] {
        let mut games = Reader::new(wrong.as_bytes());
        let refused = games.any(|game| match game {
            Err(_) => true,
            Ok(game) => Sheet::read(&Registry::built_in(), &game, Style::Short).is_err(),
        });
        assert!(refused, "{wrong}");
    }
}

#[test]
fn games_with_manual_moves_are_recorded() {
    let registry = Registry::built_in();
    let mut played = registry.begin("toddler", None, Enforcement::Free).unwrap();
    played.play("~Se9-e6;C-e6").or_else(|_| played.play("~pass")).unwrap();
    played.play("~pass").unwrap();
    let text =
        record(&registry, played.as_ref(), &Facts { termination: Some(Termination::Draw), ..Facts::default() });
    let sheet = Sheet::read(&registry, &one(&text.to_string()), Style::Short).unwrap();
    assert_eq!((sheet.enforcement, sheet.played.moves()), (Enforcement::Free, played.moves()));
    assert_eq!(sheet.game.to_string(), text.to_string());
}

#[test]
fn faults_have_kinds() {
    let fault = Sheet::read(&Registry::default(), &one("*"), Style::Plain).err().unwrap();
    assert_eq!(fault.kind, FaultKind::Game);
    assert!(fault.problem.fr.contains("étiquette"));
}
