//! Tests valid and invalid settings files and logs.

use entourage_chess::Chess;
use entourage_courier::{Diagram, GameContext, Leg, Preset, Settings, read_board, write_board, write_preset};
use entourage_kernel::{Random, Rules, Side, Square, TextError};
use entourage_struggle::Struggle;
use entourage_symmetron44::Symmetron;
use entourage_toddler::Toddler;
use proptest::prelude::*;

fn preset<R: Rules + Default>(text: &str) -> Result<Preset, TextError> {
    let rules = R::default();
    Preset::read(text, &ground(&rules))
}

fn ground<R: Rules + Default>(rules: &R) -> GameContext<'_> {
    GameContext {
        metadata: rules.metadata(),
        topology: rules.topology(),
        start: rules.write_position(&rules.start()),
        arrange: Box::new(|pieces, side| {
            let position = rules.arrange(&rules.start(), pieces, side).ok()?;
            Some(rules.write_position(&position))
        }),
        judge: Box::new(|text| rules.read_position(text).err()),
    }
}

fn opening(preset: Preset) -> Option<String> {
    preset.opening.map(|opening| {
        assert_eq!(opening.problem, None);
        opening.text().to_owned()
    })
}

fn start<R: Rules + Default>() -> String {
    let rules = R::default();
    rules.write_position(&rules.start())
}

const TODDLER: &str = "$default['game'] = 'The Toddler';\n$default['cols'] = '11';\n$default['board'] = \"check\\\\er\";\n\
    $default['code'] = <<<'NOW'\nmxlewtiflmx/*/ssssscsssss55/SSSSSCSSSSS/*/XMLFITWELXM\nNOW;\n\
    $default['moves'] = <<<'NOW'\nS e3-e4\n\n// remark\ns e9-e8\nNOW;\n";

#[test]
fn a_preset_has_a_start_and_turns() {
    let found = preset::<Toddler>(TODDLER).unwrap();
    assert_eq!(found.ignored, ["board"]);
    let turns = [(1, "S e3-e4"), (3, "// remark"), (4, "s e9-e8")];
    assert_eq!(found.turns, turns.map(|(line, turn)| (line, turn.to_owned())));
    assert_eq!(opening(found), Some(start::<Toddler>()));
    let bare = preset::<Toddler>("").unwrap();
    assert_eq!((bare.opening, bare.turns.len()), (None, 0));
}

#[test]
fn php_files_are_read_with_head_and_comments() {
    let plain = preset::<Toddler>(TODDLER).unwrap();
    for text in [
        format!("<?php\n{TODDLER}"),
        format!("\n <?php {TODDLER}?>\n"),
        format!(
            "<?php\n// A preset.\n# Another word; $x['y'] = 'z';\n/* and\nmore */\n{TODDLER}// The end.\n?>"
        ),
    ] {
        assert_eq!(preset::<Toddler>(&text).unwrap(), plain, "{text}");
    }
    for (text, token, part) in [
        ("?>", "?>", "expected \"$\""),
        ("<?php ?> more", "more", "nothing may follow"),
        ("<?php <?php", "<?php", "expected \"$\""),
        ("<?php /* without end", "", "\"*/\" is missing"),
    ] {
        let error = preset::<Toddler>(text).unwrap_err();
        assert_eq!(error.token, token, "{text}: {error}");
        assert!(error.problem.en.contains(part), "{text}: {error}");
    }
}

#[test]
fn turns_can_be_numbered() {
    let text = "$x['moves'] = <<<'NOW'\n1. S e3-e4\n1... s e9-e8 // well\n 2) S a3-a4\n12.\n3.x\nNOW;\n";
    let turns = [(1, "S e3-e4"), (2, "s e9-e8 // well"), (3, "S a3-a4"), (5, "3.x")];
    let found = preset::<Toddler>(text).unwrap();
    assert_eq!(found.turns, turns.map(|(line, turn)| (line, turn.to_owned())));
}

#[test]
fn boards_of_every_game_are_set_up() {
    let code = |code: &str| format!("$x['code'] = '{code}';");
    let chess = preset::<Chess>(&code("rnbqkbnr/pppppppp/32/PPPPPPPP/RNBQKBNR")).unwrap();
    assert_eq!(opening(chess), Some(start::<Chess>()));
    let chess = preset::<Chess>(&code("{r}nbqkbnr/{p}ppppppp/****PPPPPPPP/RNBQKBNR")).unwrap();
    assert_eq!(opening(chess), Some(start::<Chess>()));
    // What the diagram does not show is as in the start position, except castling rights that the pieces rule out.
    let ending = preset::<Chess>(&code("4k3/32/3K4/R7/*")).unwrap();
    assert_eq!(opening(ending).as_deref(), Some("4k3/8/8/8/8/3K4/R7/8 w - - 0 1"));
    let struggle = code("w/bk/yrg/4/5/6/5/6/5/4/GRY/KB/W");
    assert_eq!(opening(preset::<Struggle>(&struggle).unwrap()), Some(start::<Struggle>()));
    // Squares off the grid cannot be expressed in this notation and start empty.
    let symmetron = preset::<Symmetron>(&code("darkhad/ppbbbpp/14/PPBBBPP/DARKHAD")).unwrap();
    assert_eq!(opening(symmetron), Some(start::<Symmetron>().replace("[N|n]", "[-|-]")));
}

#[test]
fn errors_are_located() {
    for line in include_str!("../data/preset-errors.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [text, token, part] = fields[..] else { panic!("{line}") };
        let text = text.replace("\\n", "\n");
        let error = preset::<Toddler>(&text).unwrap_err();
        assert_eq!(error.token, token, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn a_label_in_braces_is_located() {
    let rules = Toddler::default();
    let code = "T10/*/*/*/*/*/*/*/*/*/*/{T}";
    let error = ground(&rules).read_code(code).unwrap_err();
    assert_eq!(&code[error.at..], "T}", "{error}");
}

#[test]
fn a_start_that_the_rules_refuse_is_kept_for_manual_games() {
    let code = |code: &str| preset::<Toddler>(&format!("$a['code'] = '{code}';")).unwrap().opening.unwrap();
    let bare = code("*/*/*/*/*/*/*/*/*/*/*");
    assert!(bare.position.is_some() && bare.text() == "- 1");
    let problem = bare.problem.unwrap();
    assert_eq!((problem.token.as_str(), problem.at), ("*/*/*/*/*/*/*/*/*/*/*", 14));
    assert!(problem.problem.en.contains("refuse this position: a Toddler is missing"), "{problem}");
    // The error message can name the missing square in Entourage's notation (`k1`) or in Game Courier's (`k11`).
    let gone = code("t9-/*/*/*/*/*/*/*/*/*/T10");
    assert_eq!((gone.position.as_deref(), gone.text()), (None, "ta1,Ta11,-k1 1"));
    let problem = gone.problem.unwrap().problem;
    assert!(problem.en.contains("the space k1 is missing"), "{problem:?}");
    assert!(problem.for_courier().fr.contains("la case k11 manque"));
    assert_eq!(code("TT").text().matches(",-").count(), 119);
    // Squares beyond the edge of the board are refused.
    let more = preset::<Struggle>("$a['code'] = '2/*/*/*/*/*/*/*/*/*/*/*/*';").unwrap_err();
    assert!(more.to_string().contains("no space b13"), "{more}");
}

fn assert_boards_round_trip<R: Rules + Default>() {
    let rules = R::default();
    let ground = ground(&rules);
    let (words, ours, squares) = (ground.words(), ground.ours(), ground.topology.squares.len());
    let mut random = Random::new(7);
    for _ in 0..300 {
        let mut diagram = Diagram::new(squares, []);
        for _ in 0..random.below(60) {
            let at = Square::new(random.below(squares));
            let kind = random.below(ground.metadata.kinds.len()) as u8;
            let piece = entourage_kernel::Piece::new(entourage_kernel::Kind(kind), Side::BOTH[random.below(2)]);
            let leg = if random.below(3) == 0 { Leg::Cut(at) } else { Leg::Put { piece, at } };
            let _ = diagram.apply(leg, &words);
        }
        let side = Side::BOTH[random.below(2)];
        let board = write_board(&diagram, side, &ours);
        assert_eq!(read_board(&board, squares, &ours).unwrap().unwrap(), (diagram.clone(), side), "{board}");
        let start = ground.opening(&diagram, side).text().to_owned();
        let turns = ["S e3-e4; C-e4".to_owned(), "// it's \\ here".to_owned()];
        let text = write_preset(&ground, &diagram, &start, &turns);
        let read = Preset::read(&text, &ground).unwrap();
        assert_eq!(read.opening.unwrap().text(), start, "{text}");
        assert!(read.turns.iter().map(|(_, turn)| turn).eq(&turns) && read.ignored.is_empty());
    }
}

#[test]
fn boards_of_every_game_round_trip() {
    assert_boards_round_trip::<Toddler>();
    assert_boards_round_trip::<Symmetron>();
    assert_boards_round_trip::<Struggle>();
    assert_boards_round_trip::<Chess>();
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[$a-zT0-9'\"=;\\[\\]<>{}*/ \n-]{0,80}") {
        let _ = preset::<Toddler>(&text);
        let _ = preset::<Symmetron>(&format!("$a['code'] = '{}';", text.replace('\'', "")));
        let _ = Settings::read(&text);
        let _ = preset::<Chess>(&format!("$a['entourage'] = '{}';", text.replace('\'', "")));
    }

    #[test]
    fn letters_of_all_kinds_are_refused(text in "\\PC{0,60}") {
        let _ = Settings::read(&text);
        let _ = preset::<Chess>(&format!("$a['code'] = '{}';", text.replace('\'', "")));
    }
}
