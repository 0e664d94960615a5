//! Tests that the lessons of the built-in games are complete and pass the checker.

use std::fs;
use std::path::Path;

use entourage_lesson::{Condition, Lesson, OpenLesson, Step, Subject, check, games_taught, lessons_of};
use entourage_registry::kernel::Language;
use entourage_registry::view::{VerdictView, View};
use entourage_registry::{Notation, Registry};

/// The key in `[package.metadata.entourage]` of a game's manifest that specifies the minimum number of lessons.
const PROMISE: &str = "lessons = ";

#[test]
fn every_lesson_passes_the_checker() {
    let registry = Registry::built_in();
    let mut faults = Vec::new();
    for game in games_taught() {
        for (name, text) in lessons_of(game) {
            let set_up = Lesson::read(text).and_then(|lesson| {
                let opened = registry.open(&lesson.spec(game)).expect("the lesson's game is built in");
                OpenLesson::new(lesson, opened)
            });
            let found = set_up.map_or_else(|error| vec![error], |open| check(&open));
            faults.extend(found.iter().map(|error| format!("{game}, {name}: {error}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_game_has_its_minimum_number_of_lessons() {
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
fn files_are_numbered_and_titles_are_unique() {
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

/// Checks every legal move that a lesson lists as wrong, and calls `told` with its step, end square, resulting view and verdict.
fn each_wrong_try(mut told: impl FnMut(&Step, &str, &View, &VerdictView)) {
    let registry = Registry::built_in();
    for game in games_taught() {
        for (_, text) in lessons_of(game) {
            let lesson = Lesson::read(text).unwrap();
            let opened = registry.open(&lesson.spec(game)).unwrap();
            let open = OpenLesson::new(lesson, opened).unwrap();
            for (index, step) in open.lesson().steps.iter().enumerate() {
                for wrong in &step.wrong {
                    let mut after = open.start(index).unwrap().copy();
                    let moves = after.view(Language::English).moves;
                    let end = moves.iter().find(|one| one.text == wrong.text).and_then(|one| one.legs.last());
                    if after.play(&wrong.text).is_ok() {
                        let verdict =
                            open.judge(index, &wrong.text, Notation::Ours, Language::English).unwrap();
                        told(step, end.map_or("", String::as_str), &after.view(Language::English), &verdict);
                    }
                }
            }
        }
    }
}

#[test]
fn a_try_that_ends_the_game_is_explained_by_the_ending() {
    let mut ends = 0;
    each_wrong_try(|_, _, after, verdict| {
        if after.ended.is_some() {
            ends += 1;
            assert_eq!(verdict.reasons[0].sentence, format!("{}.", after.status_text));
        }
    });
    assert!(ends > 0);
}

#[test]
fn a_piece_moved_to_an_unsafe_square_is_explained_by_its_captors() {
    let mut taken = 0;
    each_wrong_try(|step, end, after, verdict| {
        let standing = |square: &String| after.pieces.iter().any(|piece| piece.square == *square);
        let missed = step
            .goal
            .iter()
            .any(|(_, condition)| matches!(condition, Condition::Safe(square) if !standing(square)));
        if missed && after.moves.iter().any(|one| one.captures.iter().any(|square| square == end)) {
            taken += 1;
            let mut told = verdict.reasons.iter();
            assert!(told.any(|reason| reason.squares.len() > 1 && reason.squares[0] == end));
        }
    });
    assert!(taken > 0);
}

#[test]
fn every_card_has_a_lesson() {
    let registry = Registry::built_in();
    for game in games_taught() {
        let lessons = lessons_of(game).iter().map(|(_, text)| Lesson::read(text).unwrap());
        let taught: Vec<Subject> =
            lessons.flat_map(|lesson| lesson.teaches).map(|(_, subject)| subject).collect();
        let catalogue = registry.open(game).unwrap().info(Language::English).catalogue;
        for card in catalogue.map_or_else(Vec::new, |catalogue| catalogue.cards) {
            assert!(taught.contains(&Subject::Power(card.code.clone())), "{game}: {}", card.code);
        }
    }
}

#[test]
fn captures_without_landing_are_not_explained_by_refused_steps() {
    let registry = Registry::built_in();
    for game in games_taught() {
        let lessons = lessons_of(game).iter().map(|(name, text)| (name, Lesson::read(text).unwrap()));
        let opened: Vec<(&&str, OpenLesson)> = lessons
            .map(|(name, lesson)| {
                let under = registry.open(&lesson.spec(game)).unwrap();
                (name, OpenLesson::new(lesson, under).unwrap())
            })
            .collect();
        let steps = |open: &OpenLesson| 0..open.lesson().steps.len();
        let lands = opened.iter().any(|(_, open)| {
            let views = steps(open).map(|step| open.start(step).unwrap().view(Language::English));
            views
                .into_iter()
                .flat_map(|view| view.moves)
                .any(|one| one.legs.last().is_some_and(|end| one.captures.contains(end)))
        });
        for (name, open) in opened.iter().filter(|_| !lands) {
            for step in steps(open) {
                for wrong in &open.lesson().steps[step].wrong {
                    let Ok(verdict) = open.judge(step, &wrong.text, Notation::Ours, Language::English) else {
                        continue;
                    };
                    let captures = open.lesson().steps[step]
                        .goal
                        .iter()
                        .any(|(_, goal)| matches!(goal, Condition::Capture(_)));
                    let told = verdict.reasons.iter().all(|reason| reason.code.starts_with("lesson-"));
                    assert!(!captures || told, "{game}, {name}: {:?}", verdict.reasons);
                }
            }
        }
    }
}
