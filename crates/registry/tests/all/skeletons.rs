//! Tests game definitions generated from Game Courier presets.

use entourage_definition::{Severity, Shipped, Source, check};
use entourage_kernel::testkit::check_play;
use entourage_kernel::{Language, Random, Rules};

use entourage_registry::skeleton;

fn sound(preset: &str) -> String {
    let text = skeleton(preset, "mine", "").unwrap_or_else(|error| panic!("{preset}: {error}"));
    let report = check(Source::new("mine", text.clone()), &Shipped);
    let shown: String =
        report.diagnostics.iter().map(|fault| fault.render(&report.sources, Language::English)).collect();
    assert!(report.diagnostics.iter().all(|fault| fault.severity == Severity::Warning), "{text}\n{shown}");
    let game = report.game().expect("it can be played");
    check_play(&game, &mut Random::new(1), 20);
    assert_eq!(
        game.write_position(&game.start()).split(' ').next(),
        text.split("start \"").nth(1).and_then(|rest| rest.split(' ').next())
    );
    text
}

#[test]
fn a_settings_file_becomes_a_skeleton() {
    let text = sound(
        "<?php\n$default['game'] = 'Odd \"Chess\"';\n$default['cols'] = '6';\n$default['code'] = 'k4{nb}/pp*/6/{NB}PP2K';\n$default['set'] = 'alfaerie';\n?>",
    );
    assert!(text.contains("game mine \"Odd 'Chess'\"\n"), "{text}");
    assert!(text.contains("board 6 x 4\n"), "{text}");
    assert!(text.contains("piece K \"K\"\npiece N \"NB\" label \"NB\"\npiece P \"P\"\nfree hand\n"), "{text}");
    assert!(text.contains("start \"k4n/pp4/6/NPP2K w\""), "{text}");
}

#[test]
fn a_code_alone_becomes_a_skeleton() {
    let text = sound("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    assert!(text.contains("board 8 x 8\n") && text.contains("# A draft of a preset, "), "{text}");
    assert!(sound("kk8/10/8KK\n").contains("board 10 x 3\n"));
    // A board code without rank separators is split by the number of columns; otherwise, a rank can be incomplete.
    assert!(sound("$d['cols'] = '4';\n$d['code'] = 'kk12KK';").contains("board 4 x 4\n"));
    assert!(sound("$d['cols'] = '6';\n$d['code'] = 'kk*/6/KK4';").contains("board 6 x 3\n"));
}

#[test]
fn missing_spaces_are_excluded_by_a_zone() {
    let text = sound("-kk-/4/4/-KK-");
    assert!(text.contains("zone field: b4 to c4, a2 to d3, b1 to c1\n"), "{text}");
    assert!(text.contains("free hand on field\n"), "{text}");
    assert!(sound("k/kk/kkk/K").contains("zone field: a4, a3 to b3, a2 to c2, a1\n"));
}

#[test]
fn labels_that_are_not_letters_get_names_and_letters() {
    let text = sound("{+p}{+n}{été}1/4/{+P}{+N}{ÉTÉ}N");
    let pieces = "piece P \"P\"\npiece A \"N-2\"\npiece T \"ÉTÉ\"\npiece N \"N\"\n";
    assert!(text.contains(pieces), "{text}");
}

#[test]
fn invalid_presets_are_refused_with_the_offset() {
    for (text, at) in [
        ("", 0),
        ("$default['game'] = 'x';", 23),
        ("$default['code'] = ", 18),
        ("k!k", 1),
        ("{k", 0),
        ("k99999999999", 1),
        ("/////", 0),
        ("/-*", 0),
        ("$default['code'] = '8/8';", 20),
        ("$default['cols'] = '900';\n$default['code'] = 'k';", 46),
        ("$default['cols'] = 'ten';\n$default['code'] = 'k';", 20),
        ("$default['cols'] = '10';\n$default['code'] = 'kk6/8/6KK';", 20),
        ("$default['cols'] = '3';\n$default['code'] = 'kk6/8/6KK';", 20),
        ("$default['files'] = 'abc';\n$default['code'] = 'kk6/8/6KK';", 21),
    ] {
        let error = skeleton(text, "mine", "").expect_err(text);
        assert_eq!(error.at, at, "{text}: {error}");
    }
    assert!(skeleton(&"k".repeat(200), "mine", "").is_err());
    assert!(skeleton(&"/".repeat(100_000), "mine", "").is_err());
    for kinds in [27, 33, 40] {
        let code: String = (0..kinds).map(|n| format!("{{L{n}}}")).collect();
        assert!(skeleton(&format!("$d['cols']='10';$d['code']='{code}';"), "mine", "").is_err());
    }
}

#[test]
fn a_title_without_printable_characters_gets_a_default() {
    for title in ["", " ", "\0", "\u{1}\t"] {
        let text = entourage_registry::skeleton("/If", "skeleton", title).unwrap();
        assert!(text.contains("\ngame skeleton \"a preset\"\n"), "{title:?}: {text}");
    }
}
