//! Settings files and logs: what is read, and what is refused.

use entourage_chess::Chess;
use entourage_courier::{Preset, Settings, Vocabulary, read_code};
use entourage_kernel::{Rules, TextError};
use entourage_struggle::Struggle;
use entourage_symmetron44::Symmetron;
use entourage_toddler::Toddler;
use proptest::prelude::*;

fn preset<R: Rules>(text: &str) -> Result<Preset, TextError> {
    let rules = R::from_options(&[]).unwrap();
    Preset::read(text, &rules, &Vocabulary::new(rules.metadata(), rules.topology()))
}

fn start<R: Rules>() -> String {
    let rules = R::from_options(&[]).unwrap();
    rules.write_position(&rules.start())
}

const TODDLER: &str = "$default['game'] = 'The Toddler';\n$default['cols'] = '11';\n$default['board'] = \"check\\\\er\";\n\
    $default['code'] = <<<'NOW'\nmxlewtiflmx/*/ssssscsssss55/SSSSSCSSSSS/*/XMLFITWELXM\nNOW;\n\
    $default['moves'] = <<<'NOW'\nS e3-e4\n\n// remark\ns e9-e8\nNOW;\n";

#[test]
fn a_preset_says_where_a_game_begins_and_how_it_goes_on() {
    let found = preset::<Toddler>(TODDLER).unwrap();
    assert_eq!(found.position, Some(start::<Toddler>()));
    assert_eq!(found.turns, [(1, "S e3-e4".to_owned()), (4, "s e9-e8".to_owned())]);
    assert_eq!(found.ignored, ["board"]);
    let bare = preset::<Toddler>("").unwrap();
    assert_eq!((bare.position, bare.turns.len()), (None, 0));
}

#[test]
fn boards_of_every_game_are_set_up() {
    let code = |code: &str| format!("$x['code'] = '{code}';");
    let chess = preset::<Chess>(&code("rnbqkbnr/pppppppp/32/PPPPPPPP/RNBQKBNR")).unwrap();
    assert_eq!(chess.position, Some(start::<Chess>()));
    let chess = preset::<Chess>(&code("{r}nbqkbnr/{p}ppppppp/****PPPPPPPP/RNBQKBNR")).unwrap();
    assert_eq!(chess.position, Some(start::<Chess>()));
    let struggle = "w/bk/yrg/*"
        .split('/')
        .take(3)
        .map(str::to_owned)
        .chain(["4", "5", "6", "5", "6", "5", "4", "GRY", "KB", "W"].map(str::to_owned))
        .collect::<Vec<_>>()
        .join("/");
    assert_eq!(preset::<Struggle>(&code(&struggle)).unwrap().position, Some(start::<Struggle>()));
    // The squares off the grid are beyond this notation: they begin empty.
    let symmetron = preset::<Symmetron>(&code("darkhad/ppbbbpp/14/PPBBBPP/DARKHAD")).unwrap();
    assert_eq!(symmetron.position, Some(start::<Symmetron>().replace("[N|n]", "[-|-]")));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, token, part) in [
        ("nonsense", "nonsense", "expected $"),
        ("$a['game'] = 'Chess';", "Chess", "another game"),
        ("$a['game'] = 'x'; $b['game'] = 'y';", "game", "assigned twice"),
        ("$a['cols'] = '8';", "8", "cols 11"),
        ("$a['ranks'] = '11 10 9';", "11 10 9", "ranks 1234567891011"),
        ("$a['code'] = 'z';", "z", "no piece"),
        ("$a['code'] = 'T11';", "11", "more than 11 ranks"),
        ("$a['code'] = '0';", "0", "count"),
        ("$a['code'] = '9999999999999999999';", "9999999999999999999", "count"),
        ("$a['code'] = '{T';", "T", "no piece"),
        ("$a['code'] = 'TT';", "TT", "missing"),
        ("$a['code'] = '*/*/*/*/*/*/*/*/*/*/*';", "*/*/*/*/*/*/*/*/*/*/*", "refuse"),
        ("$a['code'] = \"x", "", "closing quote"),
        ("$a['code'] = <<<'NOW'\nx\n", "NOW", "end"),
        ("$a[code] = 'x';", "", "key between quotes"),
        ("$a['code'] = 7;", "7;", "value between quotes"),
    ] {
        let error = if token == "11" {
            preset::<Toddler>("$a['code'] = 'T10/*/*/*/*/*/*/*/*/*/*/11';")
        } else {
            preset::<Toddler>(text)
        };
        let error = error.unwrap_err();
        assert_eq!(error.token, token, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn a_label_in_braces_is_at_fault_where_it_stands() {
    let rules = Toddler::from_options(&[]).unwrap();
    let words = Vocabulary::new(rules.metadata(), rules.topology());
    let code = "T10/*/*/*/*/*/*/*/*/*/*/{T}";
    let error = read_code(code, &rules, &words).unwrap_err();
    assert_eq!(&code[error.at..], "T}", "{error}");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[$a-zT0-9'\"=;\\[\\]<>{}*/ \n-]{0,80}") {
        let _ = preset::<Toddler>(&text);
        let _ = preset::<Symmetron>(&format!("$a['code'] = '{}';", text.replace('\'', "")));
        let _ = Settings::read(&text);
    }

    #[test]
    fn letters_of_all_kinds_are_refused(text in "\\PC{0,60}") {
        let _ = Settings::read(&text);
        let _ = preset::<Chess>(&format!("$a['code'] = '{}';", text.replace('\'', "")));
    }
}
