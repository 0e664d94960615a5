//! Tests `entourage engine` with the XBoard protocol.

use entourage_registry::Registry;

use crate::engine::Engine;
use crate::run::{Folder, entourage_reading, has};

impl Engine {
    /// Starts an engine; also returns the features that it announces.
    fn xboard(arguments: &[&str]) -> (Self, Vec<String>) {
        let mut board = Self::start(arguments);
        board.say("xboard");
        let features = board.ask("protover 2", "feature done=1");
        board.say("accepted done");
        (board, features)
    }

    /// Starts an engine for a variant, with a depth limit.
    fn ready(variant: &str) -> Self {
        let (mut board, _) = Self::xboard(&[]);
        board.say("new");
        if variant != "normal" {
            assert!(board.ask(&format!("variant {variant}"), "setup ").len() == 1);
        }
        board.say("st 5");
        board.say("sd 2");
        board
    }

    /// Starts a chess engine that plays neither side.
    fn forced() -> Self {
        let mut board = Self::ready("normal");
        board.say("force");
        board
    }

    fn say_all(&mut self, lines: &[&str]) {
        lines.iter().for_each(|line| self.say(line));
    }

    /// Sends a line, and checks that this is the only answer.
    fn expect(&mut self, line: &str, answer: &str) {
        self.say(line);
        let heard = self.sync();
        assert_eq!(heard, if answer.is_empty() { vec![] } else { vec![answer.to_owned()] }, "{line}");
    }

    /// Returns the output until the engine has processed everything, including its own move.
    fn sync(&mut self) -> Vec<String> {
        let mut heard = self.ask("ping 77", "pong 77");
        heard.pop();
        heard
    }

    fn moves(&mut self, line: &str) -> String {
        let heard = self.ask(line, "move ");
        heard.last().unwrap()["move ".len()..].to_owned()
    }
}

fn variants(features: &[String]) -> &str {
    features.iter().find(|line| line.starts_with("feature variants=")).unwrap()
}

#[test]
fn features_are_announced() {
    let (mut board, features) = Engine::xboard(&[]);
    assert_eq!(features[0], "feature done=0");
    let plain =
        "ping=1 setboard=1 playother=1 usermove=1 analyze=1 memory=1 smp=1 highlight=1 colors=0 sigint=0 san=0";
    let options = ["Level -spin 0 0 8", "Clear Hash -button", "MultiPV -spin 1 1 256"];
    let options = options.map(|option| format!("option=\"{option}\""));
    for feature in plain.split(' ').chain(options.iter().map(String::as_str)) {
        assert!(features.contains(&format!("feature {feature}")), "{feature} in {features:?}");
    }
    let listed = variants(&features);
    has(listed, &["\"normal,", ",toddler"]);
    assert!(!listed.contains("struggle"), "not a rectangular board");
    board.expect("accepted ping", "");
    board.expect("rejected highlight", "");
    let (_board, features) = Engine::xboard(&["toddler:summary"]);
    has(variants(&features), &["toddler:summary"]);
}

#[test]
fn the_engine_plays_the_requested_side() {
    let mut board = Engine::ready("normal");
    let first = board.moves("usermove e2e4");
    assert_eq!(first.len(), 4, "{first}");
    let second = board.moves("usermove d2d4");
    assert_ne!(first, second);
    board.say("force");
    board.expect("usermove g1f3", "");
    board.expect("usermove e2e5", "Illegal move (There is no piece on e2. [e2; moves]): e2e5");
    board.moves("go");
    board.say("playother");
    assert_eq!(board.sync().len(), 0, "waits for the other side's move");
    board.expect("undo", "");
    board.moves("go");
    board.say("new");
    board.moves("e2e4");
}

#[test]
fn illegal_moves_and_invalid_lines_are_explained() {
    let mut board = Engine::forced();
    for (text, reason) in [
        ("e2e5", "Pawn e2 does not move to e5 that way. [e2 e5; pawn]"),
        ("a1a3", "Rook a1 cannot reach a3: Pawn a2 is in the way. [a1 a3 a2; rook]"),
        ("e7e5", "Pawn e7 belongs to your opponent. [e7; moves]"),
    ] {
        board.expect(&format!("usermove {text}"), &format!("Illegal move ({reason}): {text}"));
    }
    board.expect("setboard 4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "");
    board.say("usermove e1g1");
    let heard = board.sync();
    let line = &heard[0];
    assert!(line.starts_with("Illegal move (King e1 cannot castle out of check"), "{line}");
    assert!(heard.len() == 1 && line.ends_with("): e1g1"), "{line}");
    let unknown = "unknown game, or a board that XBoard does not support";
    for (line, error) in [
        ("what is it", "unknown command"),
        ("whatever", "unknown command"),
        ("level 40 x 0", "expected a time, such as 5, 5:30 or 0.1"),
        ("undo", "there is no move to take back"),
        ("lift z9", "unknown square"),
        ("variant nothing", unknown),
        ("variant struggle", unknown),
        ("option Hash=3", "unknown option"),
    ] {
        board.expect(line, &format!("Error ({error}): {line}"));
    }
    board.say("memory 0");
    assert!(board.sync()[0].starts_with("Error (Hash: "));
    board.say("setboard 8/8/8/8/8/8/8/8 w - - 0 1");
    let said = board.sync();
    assert!(said[0].starts_with("tellusererror Illegal position: "), "{said:?}");
    board.expect("usermove e2e4", "Illegal move (there is no valid position): e2e4");
    board.expect("go", "Error (there is no valid position): go");
    board.say("new");
    board.moves("usermove e2e4");
}

#[test]
fn several_notations_are_accepted() {
    let mut board = Engine::forced();
    for text in ["usermove e2e4", "e7e5", "usermove Nf3", "Nc6", "f1b5", "usermove a7a6", "O-O"] {
        board.expect(text, "");
    }
    board.expect("usermove b5b5", "Illegal move (Bishop b5 belongs to your opponent. [b5; moves]): b5b5");
}

#[test]
fn results_are_sent_if_the_engine_plays() {
    let mut board = Engine::forced();
    for text in ["f2f3", "e7e5", "g2g4"] {
        board.expect(&format!("usermove {text}"), "");
    }
    board.say("go");
    assert_eq!(board.sync(), ["move d8h4", "0-1 {checkmate}"]);
    board.expect("result 0-1 {checkmate}", "");
    // In force mode no result is sent, and play continues after an unclaimed draw.
    board.say("new");
    board.say("force");
    for text in "g1f3 g8f6 f3g1 f6g8".split(' ').cycle().take(12) {
        board.expect(&format!("usermove {text}"), "");
    }
    board.moves("go");
    // A stalemate is reported immediately.
    board.say_all(&["setboard 7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "force", "playother"]);
    board.expect("usermove f2f7", "1/2-1/2 {stalemate}");
}

#[test]
fn clocks_and_limits_are_respected() {
    let mut board = Engine::ready("normal");
    board.say_all(&["sd 200", "level 40 0:02 0", "time 20", "otim 1000000"]);
    let begun = std::time::Instant::now();
    board.moves("usermove e2e4");
    board.say("time -7");
    board.moves("usermove d2d4");
    board.say("st 0.05");
    board.moves("usermove c2c4");
    assert!(begun.elapsed().as_secs() < 4, "{:?}", begun.elapsed());
    // `?` forces a move; `ping` waits for it.
    board.say_all(&["st 500", "usermove b2b4", "ping 4"]);
    let heard = board.ask("?", "pong 4");
    assert!(heard.len() == 2 && heard[0].starts_with("move "), "{heard:?}");
    board.expect("?", "");
    // `force` ends the search.
    board.say("usermove a2a4");
    board.say("ping 5");
    assert_eq!(board.ask("force", "pong 5"), ["pong 5"]);
}

#[test]
fn post_shows_thinking() {
    let mut board = Engine::ready("normal");
    board.say("post");
    let heard = board.ask("usermove e2e4", "move ");
    let words: Vec<&str> = heard[0].split(' ').collect();
    assert!(words.len() >= 5 && words[..4].iter().all(|word| word.parse::<i64>().is_ok()), "{heard:?}");
    assert!(heard.len() >= 3, "{heard:?}");
    board.say("nopost");
    assert_eq!(board.ask("usermove d2d4", "move ").len(), 1);
    board.say("post");
    board.say("setboard 6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1");
    let heard = board.ask("go", "move ");
    assert!(heard[0].starts_with("1 100001 ") && heard.last().unwrap() == "move b1b8", "{heard:?}");
}

#[test]
fn analysis_runs_until_exit() {
    let mut board = Engine::ready("normal");
    board.say("post");
    board.ask("analyze", "4 ");
    let heard = board.ask(".", "stat01: ");
    let words: Vec<&str> = heard.last().unwrap().split(' ').collect();
    assert!(words.len() == 7 && words[5] == "20", "{words:?}");
    board.ask("usermove e2e4", "4 ");
    board.say("undo");
    board.ask("usermove d2d4", "3 ");
    board.ask("setboard 6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1", "1 100001");
    board.ask("ping 8", "pong 8");
    board.say("exit");
    board.say("nopost");
    board.sync();
    board.expect(".", "");
}

#[test]
fn pondering_hints_and_undo_work() {
    let mut board = Engine::ready("normal");
    board.say("hard");
    board.moves("usermove e2e4");
    let hint = board.ask("hint", "Hint: ");
    assert_eq!(hint.len(), 1);
    let expected = hint[0]["Hint: ".len()..].to_owned();
    // `ping` is answered while pondering.
    assert!(board.sync().is_empty());
    board.moves(&format!("usermove {expected}"));
    board.expect("easy", "");
    board.expect("remove", "");
    board.expect("remove", "");
    board.expect("remove", "Error (there is no move to take back): remove");
    board.moves("usermove d2d4");
    assert_eq!(board.ask("bk", " ")[0], " No opening book.");
    assert_eq!(board.sync(), [""]);
    board.expect("memory 8", "");
    board.expect("cores 2", "");
    board.expect("option Level=1", "");
    board.expect("option Clear Hash", "");
    board.moves("usermove c2c4");
}

#[cfg(target_os = "linux")]
#[test]
fn the_table_is_allocated_before_pings_are_answered() {
    let (mut board, _) = Engine::xboard(&[]);
    for line in ["memory 256", "new", "variant toddler", "setboard 8/8/8/8/8/8/8/8 w - - 0 1"] {
        board.say(line);
        board.ask("ping 1", "pong 1");
        assert!(board.status("VmRSS") > 256 << 10, "{line}");
    }
    board.say("memory 1000000");
    assert!(board.hear().starts_with("Error (Hash: "));
}

#[test]
fn a_finished_game_is_answered_with_its_result() {
    let mut board = Engine::forced();
    for command in ["go", "playother"] {
        board.say("setboard rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
        board.expect(command, "0-1 {checkmate}");
    }
    board.say_all(&["setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "force"]);
    board.expect("go", "1/2-1/2 {stalemate}");
}

#[test]
fn draw_offers_are_accepted_when_worse() {
    let mut board = Engine::ready("normal");
    board.expect("draw", "");
    board.moves("usermove e2e4");
    board.expect("draw", "");
    board.say("setboard 3qk3/8/8/8/8/8/8/4K3 w - - 0 1");
    board.moves("go");
    board.expect("draw", "offer draw");
}

#[test]
fn targets_are_highlighted() {
    let mut board = Engine::forced();
    board.expect("lift e2", "highlight 8/8/8/8/4Y3/4Y3/8/8");
    board.expect("put e4", "");
    board.expect("lift e7", "highlight 8/8/8/8/8/8/8/8");
    board.expect("setboard 1n2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1", "");
    board.expect("lift e5", "highlight 8/8/3RY3/8/8/8/8/8");
    board.expect("hover d6", "highlight 8/8/8/3g4/8/8/8/8");
    board.expect("lift a7", "highlight MM6/8/8/8/8/8/8/8");
    board.expect("put b8", "choice QBNR");
    board.expect("put b7", "");
    board.expect("usermove a7b8n", "");
}

#[test]
fn another_variant_is_played() {
    let (mut board, _) = Engine::xboard(&[]);
    board.say("new");
    let setup = board.ask("variant toddler", "setup ").pop().unwrap();
    has(&setup, &[" 11x11+0_fairy anpegtwipan/11/ssssscsssss/"]);
    assert!(setup.ends_with(" w - - 0 1"), "{setup}");
    board.say_all(&["st 1", "sd 1", "force"]);
    // XBoard numbers ranks from the first side's back rank.
    board.expect("lift e3", "highlight 11/11/11/11/11/11/11/4Y6/11/4Y6/11");
    board.say("usermove e3e5");
    let said = board.sync();
    let begin = "Illegal move (The Soldier on e9 cannot go to e7";
    assert!(said[0].starts_with(begin) && said[0].ends_with("): e3e5"), "{said:?}");
    board.expect("usermove e3e4", "");
    let answer = board.moves("go");
    assert!(answer.len() >= 4, "{answer}");
    board.expect("setboard anpegtwipan/11/ssssscsssss/11/11/11/11/11/SSSSSCSSSSS/11/NAPIWTGEPNA b - - 0 1", "");
    board.moves("go");
    // `new` returns to chess.
    board.say("new");
    board.say("sd 1");
    board.moves("usermove e2e4");
}

#[test]
fn moves_that_xboard_cannot_display_are_sent_by_squares() {
    // The only legal move swaps two pieces, which XBoard's notation does not support.
    let start = "setboard 5tw4/11/sss2E3s1/2s1g3s2/3s1A5/5s2S2/4SG5/5SN1C1S/6S1S2/Sa9/4aT5 w - - 0 1";
    let [mut one, mut other] = [Engine::ready("toddler"), Engine::ready("toddler")];
    for board in [&mut one, &mut other] {
        board.say("force");
        board.expect(start, "");
    }
    let text = one.moves("go");
    assert_eq!(text, "f1g4");
    other.expect(&format!("usermove {text}"), "");
    // Both engines have the same position, so the game continues.
    assert!(other.moves("go").len() >= 4);
}

#[test]
fn self_play_reaches_the_end() {
    let [mut one, mut other] = [Engine::ready("toddler"), Engine::ready("toddler")];
    one.say("sd 1");
    other.say("sd 1");
    one.say("force");
    let mut text = one.moves("go");
    for _ in 0..60 {
        // Legs are sent one by one.
        while text.ends_with(',') {
            let next = one.hear();
            text.push_str(&next["move ".len()..]);
        }
        other.say(&format!("usermove {text}"));
        let heard = other.hear();
        let Some(answer) = heard.strip_prefix("move ") else {
            assert!(heard.contains('{'), "{heard}");
            break;
        };
        text = answer.to_owned();
        std::mem::swap(&mut one, &mut other);
    }
}

#[test]
fn a_search_is_completed_at_the_end_of_input() {
    let said = entourage_reading(&["engine"], "xboard\nprotover 2\nnew\nst 0.1\nusermove e2e4\nping 3\n").out;
    let heard: Vec<&str> = said.lines().skip_while(|line| !line.starts_with("move ")).collect();
    assert_eq!(heard.len(), 2, "{said}");
    assert_eq!(heard[1], "pong 3");
}

#[test]
fn a_pass_sent_as_a_position_is_answered() {
    let mut board = Engine::ready("toddler");
    board.say("sd 1");
    let reply = board.moves("usermove e3e4");
    let mut played = Registry::built_in().open("toddler").unwrap().begin(None).unwrap();
    played.play("e9e8").unwrap();
    // Entourage numbers ranks from the other side.
    let turned = |text: &str| {
        let mut words = text.split_inclusive(|c: char| c.is_ascii_alphabetic()).map(|part| {
            let is_letter = part.ends_with(|c: char| c.is_ascii_alphabetic());
            let (rank, file) = part.split_at(part.len() - usize::from(is_letter));
            let rank = rank.parse().map_or_else(|_| rank.to_owned(), |rank: u32| (12 - rank).to_string());
            rank + file
        });
        words.by_ref().collect::<String>()
    };
    let moved = turned(&reply);
    played.play(&moved).unwrap();
    let position = played.position_text();
    let rows = position.split(' ').next().unwrap();
    // White has passed; the engine moves without another command.
    assert!(board.moves(&format!("setboard {rows} b - - 0 2")).len() >= 4);
}

#[test]
fn piece_commands_describe_moves_in_betza_notation() {
    let folder = Folder::new();
    let text = "language 1\ngame plain \"Plain\"\nboard 6 x 6\nsides White w, Black b\n\
                piece K \"King\"\n  moves and captures: step any\n\
                piece R \"Rook\"\n  moves and captures: slide straight\n\
                piece N \"Knight\"\n  moves and captures: leap 1-2\n\
                piece P \"Pawn\"\n  moves: step forward\n  captures: step diagonally forward\n\
                royal King, warned as \"check\"\nends\n  loss \"checkmate\": own King is threatened, and no move\n\
                \x20 draw \"stalemate\": no move\n  draw \"repetition\": the same position a third time\n\
                position \"{rows} {side}\"\nstart \"rnk2r/pppppp/6/6/PPPPPP/RNK2R w\"\n\
                needs\n  exactly 1 King a side\n  the enemy King is not threatened\n";
    let pieces = |text: &str| {
        let (mut board, features) = Engine::xboard(&[&folder.write("plain.game", text)]);
        let name = variants(&features).trim_end_matches('"').rsplit(',').next().unwrap().to_owned();
        board.say(&format!("variant {name}"));
        let told = board.ask("ping 1", "pong 1");
        assert!(told[0].starts_with("setup "), "{told:?}");
        told.into_iter().filter(|line| line.starts_with("piece ")).collect::<Vec<_>>()
    };
    let all = ["piece K& WF", "piece R& R", "piece N& N", "piece P& mfWcfF"];
    assert_eq!(pieces(text), all);
    let twice = text
        .replace("royal King,", "royal King or Rook,")
        .replace("own King is threatened", "own King or Rook is threatened");
    assert_eq!(pieces(&twice.replace("enemy King is not", "enemy King or Rook is not")), [""; 0]);
    // XBoard detects check and mate by movement patterns, so no patterns are sent if other rules affect moves.
    for more in [
        "power still of Knight: enemies next to it cannot move\n",
        "piece S \"Stone\"\n  moves: slide straight exactly 2\n  never captures\n",
        "after a Pawn moves: it becomes Knight\n",
    ] {
        assert_eq!(pieces(&text.replace("royal King", &format!("{more}royal King"))), [""; 0], "{more}");
    }
}
