//! Tests that PGN is parsed correctly and that games are formatted in export format.

use entourage_kernel::Side;
use entourage_pgn::{Game, Item, Place, ReadError, Reader, Termination, Turn};

fn games(text: &str) -> Vec<Game> {
    Reader::new(text.as_bytes()).collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{error}"))
}

fn moves(text: &str) -> String {
    let games = games(text);
    assert_eq!(games.len(), 1, "{text}");
    let written = games[0].to_string();
    let (_, moves) = written.split_once("\n\n").unwrap();
    moves.trim_end().to_owned()
}

#[test]
fn a_game_is_written_in_export_format() {
    let text = "[Round \"7\"]\r\n[White \"A \\\"B\\\" \\\\ C\"]\n[Event \"\"]\n[Annotator \"x\"]\n[ECO \"A00\"]\n\n1. a b 2. c *";
    let written = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"7\"]\n[White \"A \\\"B\\\" \\\\ C\"]\n[Black \"?\"]\n\
                   [Result \"*\"]\n[Annotator \"x\"]\n[ECO \"A00\"]\n\n1. a b 2. c *\n\n";
    let game = &games(text)[0];
    assert_eq!(game.tag("White"), Some("A \"B\" \\ C"));
    assert_eq!((game.number, game.place), (1, Place::START));
    assert_eq!(game.to_string(), written);
    assert_eq!(games(written)[0].to_string(), written);
}

#[test]
fn lines_are_wrapped_and_comments_continued() {
    let words: String = (0..60).map(|word| format!("word{word} %{word} ")).collect();
    let text = format!("1. a {{ {words}}} b {{ {} }} *", "x".repeat(200));
    let written = moves(&text);
    assert!(written.lines().filter(|line| line.chars().count() > 79).count() == 1, "{written}");
    assert_eq!(moves(&written), written);
    let commands = format!("1. a {{ {}}} *", "[%clk 0:01:00] x [%eval 1 2 3] [%cal ".repeat(20));
    let written = moves(&commands);
    assert!(
        written.lines().all(|line| line.matches("[%clk").count() == line.matches("[%clk 0:01:00]").count())
    );
    assert_eq!(moves(&written), written);
}

#[test]
fn games_follow_one_another() {
    let text = "\u{feff}[Event \"1\"]\n\n[Site \"still 1\"]\n\n1. a *\n\n[Event \"2\"]\n1. b\n[Event \"3\"]\n\n[Event \"4\"]\n\n1-0 2. c 0-1 { no more }";
    let all = games(text);
    let shown: Vec<_> = all
        .iter()
        .map(|game| (game.tag("Event"), game.main_line().count(), game.termination.map(Termination::mark)))
        .collect();
    let expected = [
        (Some("1"), 1, Some("*")),
        (Some("2"), 1, None),
        (Some("3"), 0, None),
        (Some("4"), 0, Some("1-0")),
        (None, 1, Some("0-1")),
    ];
    assert_eq!(shown, expected);
    assert_eq!(all.iter().map(|game| game.place.line).collect::<Vec<_>>(), [1, 7, 9, 11, 13]);
    assert_eq!(all[0].tag("Site"), Some("still 1"));
    assert!(games("").is_empty() && games(" \n% x\n{ nothing } ").is_empty());
}

#[test]
fn moves_have_their_turn_and_place() {
    let game = &games("7. é... 7... b\n (7... c) *")[0];
    let found: Vec<_> = game
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Move(played) => Some((played.text.as_str(), played.turn, played.place)),
            _ => None,
        })
        .collect();
    let turn = |side| Turn { number: 7, side };
    let expected = [
        ("é...", turn(Side::First), Place { line: 1, column: 4 }),
        ("b", turn(Side::Second), Place { line: 1, column: 14 }),
        ("c", turn(Side::Second), Place { line: 2, column: 8 }),
    ];
    assert_eq!(found, expected);
}

#[test]
fn latin_1_files_are_decoded() {
    let game = Reader::new(&b"[White \"K\xF6nig\"]\n1. a {\xE9} *"[..]).next().unwrap().unwrap();
    assert_eq!(game.tag("White"), Some("König"));
    assert!(game.to_string().contains("{ é }"));
}

#[test]
fn an_input_error_ends_the_stream() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("gone"))
        }
    }
    let mut reader = Reader::new(std::io::BufReader::new(Broken));
    assert!(matches!(reader.next(), Some(Err(ReadError::Input(_)))));
    assert!(reader.next().is_none());
}
