use crate::words::Bilingual;
use crate::words::{Entry, entries};
use crate::{Condition, Fault, LessonError, Words};

#[derive(Clone, Debug)]
pub struct Lesson {
    /// The game in which the lesson is played, if different from the game that it belongs to.
    pub game: Option<String>,
    pub options: String,
    pub title: Words,
    pub teaches: Vec<(usize, Subject)>,
    pub steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    Piece(char),
    /// The code of a power, card, alert (such as check), mark, condition or cause of a game ending.
    Power(String),
}

#[derive(Clone, Debug)]
pub struct Step {
    pub line: usize,
    /// The position and its line number; `None` if the step continues the previous one.
    pub position: Option<(usize, String)>,
    /// Squares, at least two, that span the displayed part of the board; `None` displays the whole board.
    pub part: Option<(usize, Vec<String>)>,
    pub task: Words,
    pub goal: Vec<(usize, Condition)>,
    /// The accepted moves and their line numbers; empty if any move that reaches the goal is accepted.
    pub moves: Vec<(usize, String)>,
    pub replies: Vec<(usize, String)>,
    pub wrong: Vec<Try>,
    pub hints: Vec<Words>,
    pub praise: Words,
}

#[derive(Clone, Debug)]
pub struct Try {
    pub line: usize,
    pub text: String,
    /// The code of the reason for refusal; `None` if the move is legal but misses the goal.
    pub code: Option<String>,
    /// Why the move misses the goal, if the automatic explanation is not enough.
    pub because: Option<Words>,
}

impl Lesson {
    pub const LONGEST: usize = 1 << 14;

    pub fn read(text: &str) -> Result<Self, LessonError> {
        if text.len() > Self::LONGEST {
            return Err(LessonError { line: 1, fault: Fault::Long });
        }
        let entries = entries(text)?;
        let last = entries.last().map_or(1, |entry| entry.line);
        let missing = |what| LessonError { line: last, fault: Fault::Missing(what) };
        let mut parts = entries.split(|entry| entry.word == "step" && entry.rest.is_empty());
        let (mut game, mut options) = (None, None);
        let (mut title, mut teaches) = (Bilingual::default(), Vec::new());
        for entry in parts.next().unwrap_or_default() {
            match entry.word.as_str() {
                "game" => set(&mut game, entry)?,
                "options" => set(&mut options, entry)?,
                "title" => title.take(entry)?,
                "teaches" => teaches.push((entry.line, subject(entry)?)),
                _ => return Err(entry.wrong(Fault::Word(entry.word.clone()))),
            }
        }
        if teaches.is_empty() {
            return Err(missing("teaches"));
        }
        let title = title.one(1, "title")?;
        let begins = entries.iter().filter(|entry| entry.word == "step" && entry.rest.is_empty());
        let steps = parts.zip(begins.map(|entry| entry.line)).map(|(entries, line)| step(entries, line));
        let steps = steps.collect::<Result<Vec<_>, _>>()?;
        match steps.first() {
            None => return Err(missing("step")),
            Some(first) if first.position.is_none() => {
                return Err(LessonError { line: first.line, fault: Fault::Missing("position") });
            }
            Some(_) => {}
        }
        let options = options.map_or_else(String::new, |(_, options)| options);
        let game = game.map(|(_, game)| game);
        Ok(Self { game, options, title, teaches, steps })
    }

    pub fn spec(&self, game: &str) -> String {
        let game = self.game.as_deref().unwrap_or(game);
        if self.options.is_empty() { game.to_owned() } else { format!("{game}:{}", self.options) }
    }
}

fn step(entries: &[Entry], line: usize) -> Result<Step, LessonError> {
    let (mut position, mut part) = (None, None);
    let (mut task, mut hints, mut praise) = (Bilingual::default(), Bilingual::default(), Bilingual::default());
    let (mut goal, mut moves, mut replies) = (Vec::new(), Vec::new(), Vec::new());
    let mut wrong: Vec<(Try, Bilingual)> = Vec::new();
    for entry in entries {
        let texts = || entry.words().into_iter().map(|text| (entry.line, text.to_owned()));
        match entry.word.as_str() {
            "position" => set(&mut position, entry)?,
            "part" => {
                let rim: Vec<String> = entry.words().into_iter().map(str::to_owned).collect();
                if rim.len() < 2 {
                    return Err(entry.wrong(Fault::Missing("square square")));
                }
                if part.replace((entry.line, rim)).is_some() {
                    return Err(entry.wrong(Fault::Twice("part".to_owned())));
                }
            }
            "task" => task.take(entry)?,
            "hint" => hints.take(entry)?,
            "praise" => praise.take(entry)?,
            "goal" => goal.push((entry.line, Condition::read(entry)?)),
            "move" if entry.rest.is_empty() => return Err(entry.wrong(Fault::Missing("move"))),
            "move" => moves.extend(texts()),
            "reply" => replies.extend(texts()),
            "wrong" => wrong.push((read_try(entry)?, Bilingual::default())),
            "because" => match wrong.last_mut() {
                Some((_, because)) => because.take(entry)?,
                None => return Err(entry.wrong(Fault::Missing("wrong"))),
            },
            _ => return Err(entry.wrong(Fault::Word(entry.word.clone()))),
        }
    }
    let missing = |what| LessonError { line, fault: Fault::Missing(what) };
    if goal.is_empty() {
        return Err(missing("goal"));
    }
    // `move any` accepts every move that reaches the goal.
    if let [(_, any)] = &moves[..]
        && any == "any"
    {
        moves.clear();
    } else if moves.is_empty() {
        return Err(missing("move"));
    }
    let hints = hints.all()?;
    if hints.is_empty() {
        return Err(missing("hint"));
    }
    let wrong = wrong.into_iter().map(|(found, because)| Ok(Try { because: because.any("because")?, ..found }));
    let wrong = wrong.collect::<Result<_, _>>()?;
    Ok(Step {
        line,
        position,
        part,
        task: task.one(line, "task")?,
        goal,
        moves,
        replies,
        wrong,
        hints,
        praise: praise.one(line, "praise")?,
    })
}

fn read_try(entry: &Entry) -> Result<Try, LessonError> {
    let (text, code) = match entry.words()[..] {
        [text] => (text, None),
        [text, code] => (text, Some(code.to_owned())),
        _ => return Err(entry.wrong(Fault::Missing("move"))),
    };
    Ok(Try { line: entry.line, text: text.to_owned(), code, because: None })
}

fn subject(entry: &Entry) -> Result<Subject, LessonError> {
    let word = |word: &str| entry.wrong(Fault::Word(word.to_owned()));
    match entry.words()[..] {
        ["piece", letter] if letter.chars().count() == 1 => {
            letter.chars().next().map(Subject::Piece).ok_or_else(|| word(letter))
        }
        ["power", code] => Ok(Subject::Power(code.to_owned())),
        _ => Err(word(&entry.rest)),
    }
}

fn set(kept: &mut Option<(usize, String)>, entry: &Entry) -> Result<(), LessonError> {
    if entry.rest.is_empty() {
        return Err(entry.wrong(Fault::Missing("…")));
    }
    match kept.replace((entry.line, entry.rest.clone())) {
        Some(_) => Err(entry.wrong(Fault::Twice(entry.word.clone()))),
        None => Ok(()),
    }
}
