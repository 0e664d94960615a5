use entourage_lesson::{LessonError, OpenLesson};
use entourage_registry::PlayError;
use entourage_registry::kernel::{Language, Problem, TextError};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::Failure;
use crate::{REGISTRY, json, language_of, notation_of};

/// A lesson whose positions have been set up with the rules of its game.
#[wasm_bindgen]
pub struct Lesson(OpenLesson);

#[wasm_bindgen]
impl Lesson {
    /// Parses the source of a game's lesson and sets it up.
    #[wasm_bindgen(constructor)]
    pub fn new(game: &str, text: &str) -> Result<Self, Failure> {
        let lesson = entourage_lesson::Lesson::read(text)?;
        let opened = REGISTRY.open(&lesson.spec(game))?;
        Ok(Self(OpenLesson::new(lesson, opened)?))
    }

    /// Returns the lesson as JSON; `courier` selects Game Courier's square names.
    pub fn view(&self, courier: bool, language: &str) -> Result<String, Failure> {
        Ok(json(&self.0.view(notation_of(courier), language_of(language))?))
    }

    /// Checks an attempt at a step (numbered from 0); returns as JSON whether the attempt solves the step, and if not, why.
    pub fn judge(&self, step: usize, text: &str, courier: bool, language: &str) -> Result<String, Failure> {
        let language = language_of(language);
        let verdict = self.0.judge(step, text, notation_of(courier), language);
        verdict.map(|verdict| json(&verdict)).map_err(|error| self.refused(step, error, language))
    }
}

impl Lesson {
    fn refused(&self, step: usize, error: PlayError, language: Language) -> Failure {
        let start = self.0.start(step);
        let ended = || start.map_or_else(String::new, |start| start.view(language).status_text);
        let reasons =
            |refusal: &_| start.map_or_else(Vec::new, |start| start.refusal_sentences(refusal, language));
        Failure::of_play(error, ended, reasons)
    }
}

impl From<LessonError> for Failure {
    fn from(error: LessonError) -> Self {
        let [english, french] = Language::ALL.map(|language| error.message(language));
        TextError::new("", 0, Problem::new(english, french)).into()
    }
}
