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
fn sessions_are_answered_as_recorded() {
    let mut board = None;
    let mut lines = (1..).zip(include_str!("../data/xboard.txt").lines()).peekable();
    while let Some((number, line)) = lines.next() {
        match line.split_once(' ') {
            None | Some(("#", _)) => {}
            Some(("start", how)) => {
                let mut words = how.split(' ');
                let board = board.insert(Engine::ready(words.next().unwrap()));
                words.for_each(|word| board.say(word));
            }
            Some(("+", sent)) => board.as_mut().unwrap().say(sent),
            Some((">", sent)) => {
                let board = board.as_mut().unwrap();
                board.say(sent);
                let heard = board.sync();
                let is_answer = |(_, line): &(i32, &str)| {
                    !line.is_empty() && !["> ", "+ ", "# "].iter().any(|mark| line.starts_with(mark))
                };
                let wanted: Vec<&str> =
                    std::iter::from_fn(|| lines.next_if(is_answer)).map(|(_, line)| line).collect();
                let is_wanted = |(heard, wanted): (&String, &&str)| match wanted.split_once('…') {
                    Some((begin, end)) => heard.starts_with(begin) && heard.ends_with(end),
                    None => heard == wanted,
                };
                let agrees = heard.len() == wanted.len() && heard.iter().zip(&wanted).all(is_wanted);
                assert!(agrees, "line {number}: {sent}: {heard:?}");
            }
            _ => panic!("line {number}: {line}"),
        }
    }
}

#[test]
fn clocks_and_limits_are_respected() {
    let mut board = Engine::ready("normal");
    board.say_all(&["sd 200", "level 40 0:02 0", "time 20", "otim 1000000"]);
    let begun = std::time::Instant::now();
    // Whatever the engine answers, these moves are legal.
    board.moves("usermove a2a3");
    board.say("time -7");
    board.moves("usermove h2h3");
    board.say("st 0.05");
    board.moves("usermove c2c3");
    assert!(begun.elapsed().as_secs() < 4, "{:?}", begun.elapsed());
    // `?` forces a move; `ping` waits for it.
    board.say_all(&["new", "sd 200", "st 500", "usermove b2b4", "ping 4"]);
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
