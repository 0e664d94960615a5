//! Tests the parsing of lessons, and the line numbers of errors.

use entourage_lesson::{
    Condition, Fault, Lesson, LessonError, OpenLesson, Subject, Target, check, games_taught, lessons_of,
};
use entourage_registry::Registry;

/// A valid lesson, which the tests modify.
fn sound() -> (&'static str, &'static str) {
    let game = games_taught().next().unwrap();
    (game, lessons_of(game)[0].1)
}

fn fault(text: &str) -> LessonError {
    Lesson::read(text).map(|_| ()).unwrap_err()
}

const HEAD: &str = "title en A\ntitle fr B\nteaches piece W\nstep\n";
const STEP: &str = "task en A\ntask fr B\nhint en A\nhint fr B\npraise en A\npraise fr B\n";

#[test]
fn malformed_texts_are_refused_with_the_line() {
    let step = |more: &str| format!("{HEAD}position x\n{STEP}{more}");
    for (text, line, wanted) in [
        ("", 1, Fault::Missing("teaches")),
        ("colour red", 1, Fault::Word("colour".to_owned())),
        (" goes on", 1, Fault::Word("goes on".to_owned())),
        ("# nothing\n\ntitle de Nein", 3, Fault::Language("de".to_owned())),
        ("title en A\nteaches piece W\nstep", 1, Fault::Language("fr".to_owned())),
        ("title fr A", 1, Fault::Language("en".to_owned())),
        (
            "title en A\ntitle fr A\ntitle en B\ntitle fr B\nteaches piece W",
            3,
            Fault::Twice("title".to_owned()),
        ),
        ("teaches piece WW", 1, Fault::Word("piece WW".to_owned())),
        ("title en {W", 1, Fault::Mention("{W".to_owned())),
        ("title en W}", 1, Fault::Mention("W}".to_owned())),
        ("title en {}", 1, Fault::Mention(String::new())),
        ("title en {W|}", 1, Fault::Mention("W|".to_owned())),
        ("title en {WW e5}", 1, Fault::Mention("WW e5".to_owned())),
        (&step("goal fly\n"), 12, Fault::Goal("fly".to_owned())),
        (&step("goal becomes e5\n"), 12, Fault::Goal("becomes e5".to_owned())),
        (&step("goal to\n"), 12, Fault::Goal("to".to_owned())),
        (&step("goal stands e5 e6\n"), 12, Fault::Goal("stands e5 e6".to_owned())),
        (&step(""), 4, Fault::Missing("goal")),
        (&step("goal win\n"), 4, Fault::Missing("move")),
        (&step("goal win\nmove\n"), 13, Fault::Missing("move")),
        (&step("goal win\nmove any\npart e5\n"), 14, Fault::Missing("square square")),
        (&step("goal win\nmove any\nposition y\n"), 14, Fault::Twice("position".to_owned())),
        (&format!("{HEAD}{STEP}goal win\nmove any\n"), 4, Fault::Missing("position")),
        (&step("because en A\n"), 12, Fault::Missing("wrong")),
        (&step("goal win\nmove any\nwrong a\nbecause en A\n"), 15, Fault::Language("fr".to_owned())),
        (&step("goal win\nmove any\nstep 2\n"), 14, Fault::Word("step".to_owned())),
    ] {
        assert_eq!(fault(text), LessonError { line, fault: wanted }, "{text}");
    }
    assert_eq!(fault(&"#".repeat(Lesson::LONGEST + 1)).fault, Fault::Long);
}

#[test]
fn a_text_is_parsed() {
    let text = format!(
        "options summary\n{HEAD}position x y\npart a1 c3\n{STEP}goal capture e5\ngoal with W\nmove a b\n  c\n"
    );
    let lesson = Lesson::read(&text).unwrap();
    assert_eq!(lesson.spec("game"), "game:summary");
    let elsewhere = Lesson::read(&format!("game other\n{text}")).unwrap();
    assert_eq!(elsewhere.spec("game"), "other:summary");
    assert_eq!(fault(&format!("game other\ngame one\n{text}")).fault, Fault::Twice("game".to_owned()));
    assert_eq!(fault(&format!("game\n{text}")).fault, Fault::Missing("…"));
    assert_eq!(lesson.teaches, [(4, Subject::Piece('W'))]);
    let step = &lesson.steps[0];
    assert_eq!(step.position, Some((6, "x y".to_owned())));
    assert_eq!(step.part, Some((7, vec!["a1".to_owned(), "c3".to_owned()])));
    let moves: Vec<&str> = step.moves.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(moves, ["a", "b", "c"]);
    let goal: Vec<&Condition> = step.goal.iter().map(|(_, condition)| condition).collect();
    let capture = Condition::Capture(Some(Target::Square("e5".to_owned())));
    assert_eq!(goal, [&capture, &Condition::With(Target::Letter('W'))]);
    let lesson = Lesson::read(&format!("{text}wrong d\nbecause en A\nbecause fr B\nwrong e code\n")).unwrap();
    let tries = lesson.steps[0].wrong.iter();
    let tries: Vec<_> =
        tries.map(|one| (one.text.as_str(), one.code.as_deref(), one.because.is_some())).collect();
    assert_eq!(tries, [("d", None, true), ("e", Some("code"), false)]);
}

#[test]
fn untrue_lessons_are_detected() {
    let registry = Registry::built_in();
    let (game, sound) = sound();
    let faults = |text: &str| {
        let lesson = Lesson::read(text).unwrap();
        let opened = registry.open(&lesson.spec(game)).unwrap();
        match OpenLesson::new(lesson, opened) {
            Ok(open) => check(&open),
            Err(error) => vec![error],
        }
    };
    assert!(faults(sound).is_empty());
    let kind = registry.open(game).unwrap().metadata().kinds[0].clone();
    let with = |words: &str| sound.replacen("task en ", &format!("task en {words} "), 1);
    let of = |text: &str| faults(text).into_iter().map(|error| error.fault).collect::<Vec<_>>();
    assert!(matches!(&of(&with(&kind.name.en))[..], [Fault::Bare(_)]));
    let letter = kind.letters[0];
    let empty =
        registry.open(game).unwrap().topology().name(entourage_registry::kernel::Square::new(0)).to_owned();
    assert!(matches!(&of(&with(&format!("{{{letter} {empty}}}")))[..], [Fault::Absent(_)]));
    assert!(matches!(&of(&with("{nonesuch|this}"))[..], [Fault::Idle(_)]));
    assert!(matches!(&of(&with("{nonesuch}"))[..], [Fault::Wordless(_)]));
    let lesson = Lesson::read(sound).unwrap();
    let wrong =
        lesson.steps[0].wrong.iter().find(|one| one.code.is_none()).map(|one| one.text.clone()).unwrap();
    let because = |after: &str, words: &str| {
        sound.replacen(after, &format!("{after}because en {words}\nbecause fr {words}\n"), 1)
    };
    let tried = format!("wrong {wrong}\n");
    assert!(of(&because(&tried, "so")).is_empty());
    assert!(matches!(&of(&because(&tried, &format!("{{{letter} {empty}}}")))[..], [Fault::Absent(_), ..]));
    let goal = |goal: &str| sound.replacen("goal ", &format!("goal {goal}\ngoal "), 1);
    assert!(of(&goal("draw")).contains(&Fault::Impossible));
    assert!(of(&goal("begin nonesuch")).contains(&Fault::Unknown("nonesuch".to_owned())));
}
