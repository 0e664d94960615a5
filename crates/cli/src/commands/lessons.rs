use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use entourage_kernel::Language;
use entourage_lesson::{Fault, Lesson, LessonError, OpenLesson, check, games_taught, lessons_of};
use entourage_registry::view::Phrase;
use entourage_registry::{Notation, PlayError, Registry};

use crate::arguments::Lessons;
use crate::board::{self, Paint};
use crate::failure::{Console, Failure, Outcome, number_of};
use crate::input;

pub fn run(console: &mut Console<'_>, options: &Lessons) -> Outcome {
    let registry = console.registry;
    if let Some(game) = &options.game {
        input::open(registry, game)?;
    }
    match (&options.game, &options.lesson) {
        (Some(game), _) if !options.check.is_empty() => check_files(console, game, &options.check),
        (Some(game), Some(name)) => {
            let found = lessons_of(game).iter().find(|(known, _)| known == name);
            let (_, text) = found.ok_or_else(|| {
                let en = format!("{game} has no lesson \"{name}\"");
                Failure::about("LESSON", en, format!("{game} n'a pas de leçon «\u{a0}{name}\u{a0}»"))
            })?;
            let open = open(registry, game, text).map_err(|error| lesson_error(name, &error))?;
            match &options.attempt {
                Some(text) => judge(console, &open, options.step, text),
                None => show(console, &open),
            }
        }
        (Some(game), None) => list(console, game),
        (None, _) => games_taught().try_for_each(|game| list(console, game)),
    }
}

fn open(registry: &Registry, game: &str, text: &str) -> Result<OpenLesson, LessonError> {
    let lesson = Lesson::read(text)?;
    let spec = lesson.spec(game);
    let opened = registry.open(&spec);
    let opened = opened.map_err(|error| LessonError { line: 1, fault: Fault::Text(error.into()) })?;
    OpenLesson::new(lesson, opened)
}

fn lesson_error(name: &str, error: &LessonError) -> Failure {
    let [en, fr] = [Language::English, Language::French].map(|language| error.message(language));
    Failure::about(name, en, fr)
}

fn joined(phrases: &[Phrase]) -> String {
    phrases.iter().map(|phrase| phrase.text.as_str()).collect()
}

fn list(console: &mut Console<'_>, game: &str) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    for (name, text) in lessons_of(game) {
        let open = open(registry, game, text).map_err(|error| lesson_error(name, &error))?;
        let view = open.view(Notation::Ours, language).map_err(|error| lesson_error(name, &error))?;
        writeln!(out, "{game}  {name}  {}", joined(&view.title))?;
    }
    Ok(())
}

fn show(console: &mut Console<'_>, open: &OpenLesson) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let view = open.view(Notation::Ours, language).map_err(|error| lesson_error("LESSON", &error))?;
    let game = open.game();
    let info = game.info(language);
    writeln!(out, "{}", joined(&view.title))?;
    for (index, step) in view.steps.iter().enumerate() {
        writeln!(out, "\n{}. {}\n", index + 1, joined(&step.task))?;
        if let Some(start) = open.start(index) {
            for row in board::draw(game.topology(), &info, &start.view(language), Paint::Plain) {
                writeln!(out, "{row}")?;
            }
        }
        writeln!(out, "{}", step.position)?;
    }
    Ok(())
}

fn judge(console: &mut Console<'_>, open: &OpenLesson, step: usize, text: &str) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let verdict = open.judge(step - 1, text, Notation::Ours, language).map_err(|error| match error {
        PlayError::Text(error) => Failure::invalid("MOVE", &error),
        PlayError::Refused(refusal) => {
            let reasons = |start| input::refusal_reasons(start, &refusal);
            let [en, fr] = open.start(step - 1).map(reasons).unwrap_or_default();
            Failure::about("MOVE", en, fr)
        }
        PlayError::Ended(_) | PlayError::Hand(_) => {
            Failure::about("MOVE", "the game is over", "la partie est finie")
        }
    })?;
    let praise = open.view(Notation::Ours, language).map_err(|error| lesson_error("LESSON", &error))?;
    match (verdict.right, praise.steps.get(step - 1)) {
        (true, Some(step)) => writeln!(out, "correct: {}", joined(&step.praise))?,
        _ => writeln!(out, "wrong")?,
    }
    for reason in &verdict.reasons {
        writeln!(out, "- {}", input::reason(reason))?;
    }
    Ok(())
}

fn check_files(console: &mut Console<'_>, game: &str, files: &[PathBuf]) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let mut faults = 0_u64;
    for file in files {
        let found = match open(registry, game, &read(file)?) {
            Ok(open) => check(&open),
            Err(error) => vec![error],
        };
        faults += found.len() as u64;
        for error in found {
            writeln!(out, "{}: {}", file.display(), error.message(language))?;
        }
    }
    if faults == 0 {
        return Ok(writeln!(
            out,
            "{}",
            number_of(language, files.len() as u64, ["file", "files", "fichier", "fichiers"])
        )?);
    }
    out.flush()?;
    let en = number_of(Language::English, faults, ["error", "errors", "", ""]);
    Err(Failure::about("FILE", en, number_of(Language::French, faults, ["", "", "erreur", "erreurs"])))
}

fn read(file: &Path) -> Outcome<String> {
    fs::read_to_string(file).map_err(|error| Failure::at(&file.display().to_string(), error.to_string()))
}
