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
    pub fn new(game: &str, text: &str) -> Result<Self, String> {
        let lesson = entourage_lesson::Lesson::read(text).map_err(failure)?;
        let opened = REGISTRY.open(&lesson.spec(game)).map_err(|error| Failure::from(error).into_json())?;
        OpenLesson::new(lesson, opened).map(Self).map_err(failure)
    }

    /// Returns the lesson as JSON; `courier` selects Game Courier's square names.
    pub fn view(&self, courier: bool, language: &str) -> Result<String, String> {
        let view = self.0.view(notation_of(courier), language_of(language));
        view.map(|view| json(&view)).map_err(failure)
    }

    /// Checks an attempt at a step (numbered from 0); returns as JSON whether the attempt solves the step, and if not, why.
    pub fn judge(&self, step: usize, text: &str, courier: bool, language: &str) -> Result<String, String> {
        let language = language_of(language);
        let verdict = self.0.judge(step, text, notation_of(courier), language);
        verdict.map(|verdict| json(&verdict)).map_err(|error| self.refused(step, error, language))
    }
}

impl Lesson {
    fn refused(&self, step: usize, error: PlayError, language: Language) -> String {
        let start = self.0.start(step);
        let ended = || start.map_or_else(String::new, |start| start.view(language).status_text);
        let reasons =
            |refusal: &_| start.map_or_else(Vec::new, |start| start.refusal_sentences(refusal, language));
        Failure::of_play(error, ended, reasons).into_json()
    }
}

fn failure(error: LessonError) -> String {
    let [english, french] = Language::ALL.map(|language| error.message(language));
    Failure::from(TextError::new("", 0, Problem::new(english, french))).into_json()
}
