//! Tests lessons, as called by the web client.
use entourage_lesson::{games_taught, lessons_of};
use entourage_wasm::Lesson;
use serde_json::Value;

fn value(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

#[test]
fn every_lesson_is_told_in_both_languages_and_judges_its_first_step() {
    for game in games_taught() {
        for (name, text) in lessons_of(game) {
            let lesson = Lesson::new(game, text).unwrap_or_else(|error| panic!("{game}, {name}: {error:?}"));
            let [english, french] = ["en", "fr"].map(|language| value(&lesson.view(false, language).unwrap()));
            assert_ne!(english["title"], french["title"], "{game}, {name}");
            assert_eq!(english["steps"][0]["position"], french["steps"][0]["position"]);
            let accepted = text.lines().find_map(|line| line.strip_prefix("move ")?.split(' ').next());
            let Some(right) = accepted.filter(|text| *text != "any") else { continue };
            assert_eq!(value(&lesson.judge(0, right, false, "fr").unwrap())["right"], true, "{game}, {name}");
        }
    }
}

#[test]
fn what_is_wrong_is_thrown_as_failures() {
    let Some((game, (_, text))) = games_taught().find_map(|game| Some((game, lessons_of(game).first()?)))
    else {
        panic!("no game has lessons");
    };
    let lesson = Lesson::new(game, text).unwrap();
    for thrown in [
        Lesson::new("nonesuch", text).err(),
        Lesson::new(game, "title en A\ncolour red").err(),
        lesson.judge(0, "?", false, "en").err(),
        lesson.judge(99, "pass", false, "en").err(),
    ] {
        assert_eq!(value(&thrown.unwrap().into_json())["kind"], "text");
    }
    let unread = value(&Lesson::new(game, "title en A\ncolour red").err().unwrap().into_json());
    assert!(unread["error"]["problem"]["fr"].as_str().unwrap().starts_with("ligne 2"), "{unread}");
}
