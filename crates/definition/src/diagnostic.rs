use std::fmt::{self, Write};

use entourage_kernel::{Language, Problem};

use crate::source::{Source, Span};

entourage_kernel::words! {
    /// The kind of problem a diagnostic reports; `word` is its stable identifier, such as `unknown-name`.
    pub enum Code: word {
        /// The source is too long, nested too deeply, or contains an invalid character.
        Text = "text",
        /// The sentence does not match the grammar.
        Syntax = "syntax",
        /// The name is not defined.
        UnknownName = "unknown-name",
        /// A name or sentence occurs twice.
        Twice = "twice",
        /// A required sentence is missing.
        Missing = "missing",
        /// The definition exceeds a limit of the board or the kernel.
        Size = "size",
        /// A sentence depends on its own effect, or on a result that is computed later.
        Stratum = "stratum",
        /// The sentence is grammatical, but not valid in its context.
        Meaning = "meaning",
        /// A notation is invalid, or two moves could have the same notation.
        Notation = "notation",
        /// The position notation omits something that the game remembers.
        Memory = "memory",
        /// The starting position breaks the game's own rules.
        Start = "start",
        /// Evaluating a position could take too many steps.
        Cost = "cost",
        /// The sentence is part of the language, but this version does not support it yet.
        Unsupported = "unsupported",
        /// The sentence has no effect.
        Idle = "idle",
        /// The sentence or clause changed nothing in the games played to test it.
        Unused = "unused",
        /// The author should confirm whether pieces that cannot capture give check.
        Check = "check",
        /// The author should confirm whether pinned pieces count as threatening.
        Pinned = "pinned",
        /// The author's description of a power contradicts the power's effect.
        Description = "says",
    }
}

impl Code {
    pub(crate) fn at(self, span: Span) -> Fault {
        Fault { code: self, span }
    }
}

/// A diagnostic's code and location, before its message is added.
#[derive(Clone, Copy)]
pub(crate) struct Fault {
    code: Code,
    span: Span,
}

impl Fault {
    pub(crate) fn error(self, en: impl Into<String>, fr: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.code, self.span, en, fr)
    }

    pub(crate) fn warning(self, en: impl Into<String>, fr: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(self.code, self.span, en, fr)
    }
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The game can still be played.
    Warning,
    /// The game cannot be played.
    Error,
}

/// How an answer to a warning changes the definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Inserts text below a line.
    Below {
        /// The number of the line above the insertion, from 1.
        line: u32,
        /// The text to insert, with its indentation.
        text: String,
    },
    /// Deletes the sentence and everything indented below it.
    Without,
    /// Adds a comment that accepts the warning.
    Meant,
}

/// A suggested answer to a warning: a fix, or a confirmation that the sentence is intended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The answer's label in English and French.
    pub said: Problem,
    /// The resulting change to the definition.
    pub edit: Edit,
}

impl Answer {
    /// Creates an answer with an English and a French label.
    pub fn new(edit: Edit, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { said: Problem::new(en, fr), edit }
    }

    /// Creates the answer that accepts the warning.
    pub fn meant() -> Self {
        Self::new(Edit::Meant, "Yes, this is intended", "C'est voulu")
    }
}

/// An error or warning about a definition, with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    /// Whether this is an error or a warning.
    pub severity: Severity,
    /// The location in the source.
    pub span: Span,
    /// What is wrong, in English and French.
    pub problem: Box<Problem>,
    /// How to fix the problem, if known.
    pub help: Option<Box<Problem>>,
    /// Suggested answers; empty for errors.
    pub answers: Vec<Answer>,
}

impl Diagnostic {
    /// Creates an error with an English and a French message.
    pub fn error(code: Code, span: Span, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            span,
            problem: Box::new(Problem::new(en, fr)),
            help: None,
            answers: Vec::new(),
        }
    }

    /// Creates a warning that the author can accept, with an English and a French message.
    pub fn warning(code: Code, span: Span, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, answers: vec![Answer::meant()], ..Self::error(code, span, en, fr) }
    }

    pub(crate) fn with_answers(mut self, answers: impl IntoIterator<Item = Answer>) -> Self {
        self.answers.splice(0..0, answers);
        self
    }

    pub(crate) fn without_meant(mut self) -> Self {
        self.answers.retain(|answer| answer.edit != Edit::Meant);
        self
    }

    /// Adds a help text in English and French.
    pub fn with_help(mut self, en: impl Into<String>, fr: impl Into<String>) -> Self {
        self.help = Some(Box::new(Problem::new(en, fr)));
        self
    }

    /// Renders the diagnostic as text: heading, source line, underline and help.
    pub fn render(&self, sources: &[Source], language: Language) -> String {
        let Span { file, line, column, length } = self.span;
        let (severity, help) = match (self.severity, language) {
            (Severity::Error, Language::English) => ("error", "help: "),
            (Severity::Error, Language::French) => ("erreur", "aide\u{a0}: "),
            (Severity::Warning, Language::English) => ("warning", "help: "),
            (Severity::Warning, Language::French) => ("avertissement", "aide\u{a0}: "),
        };
        let source = sources.get(usize::from(file));
        let name = source.map_or("", |source| source.name.as_str());
        let problem = self.problem.get(language);
        let mut text = format!("{name}:{line}:{column}: {severity}[{}]: {problem}\n", self.code.word());
        let shown = source.and_then(|source| source.text.lines().nth((line as usize).saturating_sub(1)));
        if let Some(shown) = shown {
            let shown: String = shown.chars().map(|c| if c == '\t' { ' ' } else { c }).collect();
            let before = " ".repeat((column as usize).saturating_sub(1));
            let room = (shown.chars().count() + 1).saturating_sub(before.len()).max(1);
            let marks = "^".repeat((length as usize).clamp(1, room));
            let _ = write!(text, "{line:5} | {shown}\n      | {before}{marks}\n");
        }
        if let Some(sentence) = &self.help {
            let _ = writeln!(text, "      = {help}{}", sentence.get(language));
        }
        text
    }
}

/// Writes `LINE:COLUMN: CODE: MESSAGE` in English.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { line, column, .. } = self.span;
        write!(f, "{line}:{column}: {}: {}", self.code.word(), self.problem.get(Language::English))
    }
}

/// Returns the value, or `None` after appending the error to `faults`.
pub(crate) fn kept<T>(read: Result<T, Diagnostic>, faults: &mut Vec<Diagnostic>) -> Option<T> {
    read.map_err(|fault| faults.push(fault)).ok()
}

/// Returns the known word that is most similar to an unknown one, if any is similar enough.
pub(crate) fn nearest<'w>(word: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let near = words.into_iter().map(|other| (distance(word, other), other));
    near.filter(|(far, other)| *far <= 1 + other.chars().count() / 4)
        .min_by_key(|(far, _)| *far)
        .map(|near| near.1)
}

/// Returns the known names that are most similar to an unknown one, the nearest first, or that it is part of; at most three.
pub fn near_names(word: &str, names: &[String]) -> Vec<String> {
    let is_part = |name: &str| word.chars().count() > 2 && name.contains(&word.to_lowercase());
    let far = |name: &String| if is_part(name) { 0 } else { distance(word, name) };
    let mut near: Vec<&String> = names
        .iter()
        .filter(|name| far(name) <= name.chars().count() / 4 + usize::from(name.len() > 2))
        .collect();
    near.sort_by_key(|name| far(name));
    near.into_iter().take(3).cloned().collect()
}

/// Returns the edit distance, including transpositions, between the first 40 letters of two words, ignoring case.
fn distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|word| word.to_lowercase().chars().take(40).collect::<Vec<char>>());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let mut least = (rows[i - 1][j] + 1).min(row[j - 1] + 1);
            least = least.min(rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}
