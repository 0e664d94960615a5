//! The lessons of the games of the house hold what they say, and are as many as their games promise.

use std::fs;
use std::path::Path;

use entourage_lesson::{Lesson, OpenLesson, check, games_taught, lessons_of};
use entourage_registry::kernel::Language;
use entourage_registry::{Notation, Registry};

/// The line of a game's manifest, under `[package.metadata.entourage]`, that promises so many lessons.
const PROMISE: &str = "lessons = ";

#[test]
fn every_lesson_holds_what_it_says() {
    let registry = Registry::built_in();
    let mut faults = Vec::new();
    for game in games_taught() {
        for (name, text) in lessons_of(game) {
            let set_up = Lesson::read(text).and_then(|lesson| {
                let opened = registry.open(&lesson.spec(game)).expect("a lesson names a game of the house");
                OpenLesson::new(lesson, opened)
            });
            let found = set_up.map_or_else(|error| vec![error], |open| check(&open));
            faults.extend(found.iter().map(|error| format!("{game}, {name}: {error}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_game_has_the_lessons_that_it_promises() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for game in Registry::built_in().games() {
        let manifest = fs::read_to_string(games.join(game).join("Cargo.toml")).unwrap();
        let promise = manifest.lines().find_map(|line| line.strip_prefix(PROMISE)?.parse::<usize>().ok());
        assert!(
            lessons_of(game).len() >= promise.unwrap_or(0),
            "{game} has {} lessons",
            lessons_of(game).len()
        );
    }
}

#[test]
fn files_are_numbered_and_no_two_lessons_have_one_title() {
    let registry = Registry::built_in();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for game in games_taught() {
        let folder = fs::read_dir(games.join(game).join("lessons")).unwrap();
        let mut files: Vec<String> =
            folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        files.sort();
        let named = lessons_of(game).iter().enumerate();
        let expected: Vec<String> =
            named.map(|(index, (name, _))| format!("{:02}-{name}.txt", index + 1)).collect();
        assert_eq!(files, expected, "{game}");
        let mut titles = Vec::new();
        for (name, text) in lessons_of(game) {
            let lesson = Lesson::read(text).unwrap();
            let opened = registry.open(&lesson.spec(game)).unwrap();
            let view = OpenLesson::new(lesson, opened).unwrap().view(Notation::Ours, Language::French).unwrap();
            assert!(!titles.contains(&view.title), "{game}: {name}");
            titles.push(view.title);
        }
    }
}
