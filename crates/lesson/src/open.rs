use entourage_registry::kernel::{Language, Metadata, TextError};
use entourage_registry::view::{LessonView, Phrase, ReasonView, StepView, VerdictView};
use entourage_registry::{AnyGame, AnyMatch, Notation, PlayError};

use crate::deed::Deed;
use crate::scene::Scene;
use crate::why::{Why, reason};
use crate::{Condition, Fault, Lesson, LessonError, Step, Target, Words};

pub struct OpenLesson {
    lesson: Lesson,
    game: Box<dyn AnyGame>,
    starts: Vec<Box<dyn AnyMatch>>,
}

impl OpenLesson {
    pub fn new(lesson: Lesson, game: Box<dyn AnyGame>) -> Result<Self, LessonError> {
        let mut starts: Vec<Box<dyn AnyMatch>> = Vec::new();
        for (index, step) in lesson.steps.iter().enumerate() {
            check_names(step, game.as_ref())?;
            let start = match &step.position {
                Some((line, text)) => game.begin(Some(text)).map_err(|error| at(*line, error))?,
                None => continued(&lesson.steps[index - 1], starts[index - 1].as_ref(), step.line)?,
            };
            if start.status().outcome().is_some() {
                return Err(LessonError { line: step.line, fault: Fault::Impossible });
            }
            for (line, text) in step.moves.iter() {
                after(start.as_ref(), [(*line, text.as_str())])?;
            }
            starts.push(start);
        }
        Ok(Self { lesson, game, starts })
    }

    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    pub fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
    }

    pub fn start(&self, step: usize) -> Option<&dyn AnyMatch> {
        self.starts.get(step).map(AsRef::as_ref)
    }

    /// Renders the lesson. Fails if a text mentions a piece or square that is not on the board.
    pub fn view(&self, notation: Notation, language: Language) -> Result<LessonView, LessonError> {
        let tell = |scene: &Scene<'_>, words: &Words| -> Result<Vec<Phrase>, LessonError> {
            let told = scene.tell(words.get(language));
            told.map_err(|fault| LessonError { line: words.line, fault })
        };
        let scene = |begun: &dyn AnyMatch| Scene::new(self.game.as_ref(), begun, notation, language);
        let mut steps = Vec::new();
        for (step, start) in self.lesson.steps.iter().zip(&self.starts) {
            let before = scene(start.as_ref());
            let done = self.done(step, start.as_ref());
            steps.push(StepView {
                position: start.position_text(),
                fresh: step.position.is_some(),
                part: self.part(step),
                unplaced: step
                    .moves
                    .iter()
                    .any(|(_, text)| self.game.move_squares(text).is_some_and(|squares| squares.is_empty())),
                task: tell(&before, &step.task)?,
                hints: step.hints.iter().map(|hint| tell(&before, hint)).collect::<Result<_, _>>()?,
                praise: tell(&scene(done.as_ref()), &step.praise)?,
            });
        }
        let title = tell(&scene(self.starts[0].as_ref()), &self.lesson.title)?;
        Ok(LessonView { spec: self.game.spec(), title, steps })
    }

    pub(crate) fn done(&self, step: &Step, start: &dyn AnyMatch) -> Box<dyn AnyMatch> {
        let mut done = start.copy();
        let any = || start.legal_moves().into_iter().find(|text| self.reaches(step, start, text));
        if let Some(text) = step.moves.first().map(|(_, text)| text.clone()).or_else(any) {
            // Accepted moves are legal, so the result can be ignored.
            let _ = done.play(&text);
        }
        done
    }

    pub(crate) fn reaches(&self, step: &Step, start: &dyn AnyMatch, text: &str) -> bool {
        let accepted: Vec<String> = step.moves.iter().map(|(_, text)| text.clone()).collect();
        let deed = Deed::new(start, text, Language::English);
        deed.is_ok_and(|deed| step.goal.iter().all(|(_, condition)| condition.holds(&deed, &accepted)))
    }

    pub fn judge(
        &self,
        step: usize,
        text: &str,
        notation: Notation,
        language: Language,
    ) -> Result<VerdictView, PlayError> {
        let (Some(start), Some(step)) = (self.starts.get(step), self.lesson.steps.get(step)) else {
            let problem =
                entourage_registry::kernel::Text::new("there is no such step", "cette étape n'existe pas");
            return Err(PlayError::Text(TextError::new(text, 0, problem)));
        };
        let mut start = start.copy();
        start.set_notation(notation);
        let deed = Deed::new(start.as_ref(), text, language)?;
        let accepted: Vec<String> = step.moves.iter().map(|(_, text)| text.clone()).collect();
        if step.goal.iter().all(|(_, condition)| condition.holds(&deed, &accepted)) {
            let replies = step.replies.iter().map(|(_, text)| text.clone()).collect();
            return Ok(VerdictView { right: true, reasons: Vec::new(), replies });
        }
        let game = self.game.as_ref();
        let [before, after] =
            [start.as_ref(), deed.game.as_ref()].map(|begun| Scene::new(game, begun, notation, language));
        let because =
            step.wrong.iter().find(|wrong| wrong.text == text).and_then(|wrong| wrong.because.as_ref());
        if let Some(phrases) = because.and_then(|words| after.tell(words.get(language)).ok()) {
            return Ok(VerdictView { right: false, reasons: vec![told(phrases)], replies: Vec::new() });
        }
        let why = Why { game, deed: &deed, before, after, notation, language };
        Ok(VerdictView { right: false, reasons: why.reasons(&step.goal, &accepted), replies: Vec::new() })
    }

    /// Returns the displayed part of the board, taken from the step itself or from an earlier step with the same position.
    pub(crate) fn part(&self, step: &Step) -> Option<Vec<String>> {
        let known = self.lesson.steps.iter().take_while(|one| one.line <= step.line);
        let board: Vec<&Step> = known.collect();
        let begins = board.iter().rposition(|one| one.position.is_some()).unwrap_or_default();
        board[begins..].iter().rev().find_map(|one| one.part.as_ref().map(|(_, part)| part.clone()))
    }
}

/// Converts the lesson author's explanation to a reason.
fn told(phrases: Vec<Phrase>) -> ReasonView {
    let sentence = phrases.iter().map(|phrase| phrase.text.as_str()).collect();
    reason("lesson-goal", phrases.into_iter().filter_map(|phrase| phrase.square).collect(), sentence)
}

pub(crate) fn after<'t>(
    begun: &dyn AnyMatch,
    moves: impl IntoIterator<Item = (usize, &'t str)>,
) -> Result<Box<dyn AnyMatch>, LessonError> {
    let mut game = begun.copy();
    for (line, text) in moves {
        game.play(text).map_err(|error| match error {
            PlayError::Text(error) => at(line, error),
            _ => LessonError { line, fault: Fault::Refused(text.to_owned()) },
        })?;
    }
    Ok(game)
}

/// Returns the game in progress from which a step without a position continues.
fn continued(last: &Step, start: &dyn AnyMatch, line: usize) -> Result<Box<dyn AnyMatch>, LessonError> {
    let [(at, text)] = &last.moves[..] else { return Err(LessonError { line, fault: Fault::Astray }) };
    let replies = last.replies.iter().map(|(line, text)| (*line, text.as_str()));
    let game = after(start, std::iter::once((*at, text.as_str())).chain(replies))?;
    match game.side_to_move() == start.side_to_move() {
        true => Ok(game),
        false => Err(LessonError { line, fault: Fault::Astray }),
    }
}

fn at(line: usize, error: TextError) -> LessonError {
    LessonError { line, fault: Fault::Text(error) }
}

fn check_names(step: &Step, game: &dyn AnyGame) -> Result<(), LessonError> {
    let (metadata, topology) = (game.metadata(), game.topology());
    let unknown = |line: usize, name: &str| LessonError { line, fault: Fault::Unknown(name.to_owned()) };
    let square = |line: usize, name: &str| match topology.find(name) {
        Some(_) => Ok(()),
        None => Err(unknown(line, name)),
    };
    let letter = |line: usize, letter: char| match metadata.piece_of(letter) {
        Some(_) => Ok(()),
        None => Err(unknown(line, &letter.to_string())),
    };
    let target = |line: usize, target: &Target| match target {
        Target::Square(name) => square(line, name),
        Target::Letter(found) => letter(line, *found),
    };
    if let Some((line, rim)) = &step.part {
        rim.iter().try_for_each(|name| square(*line, name))?;
    }
    for (line, condition) in &step.goal {
        let line = *line;
        match condition {
            Condition::Capture(Some(found)) | Condition::With(found) => target(line, found)?,
            Condition::To(squares) => squares.iter().try_for_each(|name| square(line, name))?,
            Condition::Stands(found, name) => {
                letter(line, *found)?;
                square(line, name)?;
            }
            Condition::Begin(power, on) | Condition::End(power, on) => {
                if !metadata.relations.iter().any(|kind| kind.code == *power) {
                    return Err(unknown(line, power));
                }
                on.iter().try_for_each(|name| square(line, name))?;
            }
            Condition::Safe(name) | Condition::Attack(name) => square(line, name)?,
            Condition::Becomes(found) => letter(line, *found)?,
            Condition::Mark(mark, on) => {
                if Metadata::named(&metadata.marks, mark).is_none() {
                    return Err(unknown(line, mark));
                }
                on.iter().try_for_each(|name| square(line, name))?;
            }
            Condition::Manner(manner) => {
                let known = ["move", "capture", "leap", "swap", "stages", "change", "pass"];
                if !known.contains(&manner.as_str()) {
                    return Err(unknown(line, manner));
                }
            }
            Condition::Alert if metadata.alerts.is_empty() => return Err(unknown(line, "alert")),
            _ => {}
        }
    }
    Ok(())
}
