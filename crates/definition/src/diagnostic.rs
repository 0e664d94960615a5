use std::fmt::{self, Write};

use entourage_kernel::{Language, Problem};

use crate::source::{Source, Span};

/// What kind of fault a diagnostic tells of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Code {
    /// The text is too long, too deep, or holds a sign that no sentence has.
    Text,
    /// A sentence is not one of the language.
    Syntax,
    /// A word names nothing.
    UnknownName,
    /// Something is named, or said, twice.
    Twice,
    /// Something that every game says is not said.
    Missing,
    /// Something is where the board, or the kernel, has no room for it.
    Size,
    /// Powers wait for one another, or ask what only a later stratum knows.
    Stratum,
    /// A word has no meaning where it is.
    Meaning,
    /// Two moves could have one text, or one text two meanings.
    Notation,
    /// Something is remembered that no position tells.
    Memory,
    /// The start breaks the game's own rules.
    Start,
    /// A position could cost too much.
    Cost,
    /// The language has the sentence, and this reader does not yet play it.
    Unsupported,
    /// Something is said that changes nothing.
    Idle,
    /// It is not said whether what cannot capture gives check.
    Check,
    /// It is not said whether what is pinned threatens.
    Pinned,
    /// What an author says of a power is not what it does.
    Saying,
}

impl Code {
    /// Returns the word for data, such as `unknown-name`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Syntax => "syntax",
            Self::UnknownName => "unknown-name",
            Self::Twice => "twice",
            Self::Missing => "missing",
            Self::Size => "size",
            Self::Stratum => "stratum",
            Self::Meaning => "meaning",
            Self::Notation => "notation",
            Self::Memory => "memory",
            Self::Start => "start",
            Self::Cost => "cost",
            Self::Unsupported => "unsupported",
            Self::Idle => "idle",
            Self::Check => "check",
            Self::Pinned => "pinned",
            Self::Saying => "says",
        }
    }

    pub(crate) fn at(self, span: Span) -> Fault {
        Fault { code: self, span }
    }
}

/// A fault of which nothing is said yet.
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

/// How bad a fault is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The game can be played.
    Warning,
    /// It cannot.
    Error,
}

/// How a text is changed by an answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// A line is put below one of the text, counted from 1.
    Below {
        /// The line above.
        line: u32,
        /// What is put there, with its indentation.
        text: String,
    },
    /// The sentence meant goes, with all that is indented below it.
    Without,
    /// A comment on its line says that it is meant so.
    Meant,
}

/// Offers an answer to what a warning asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The answer, as a short sentence.
    pub said: Problem,
    /// What it does to the text.
    pub edit: Edit,
}

impl Answer {
    /// Creates an answer of an English and a French sentence.
    pub fn new(edit: Edit, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { said: Problem::new(en, fr), edit }
    }

    /// Creates the answer that all is meant as it is.
    pub fn meant() -> Self {
        Self::new(Edit::Meant, "That is meant", "C'est voulu")
    }
}

/// What is wrong with a definition, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The kind of fault.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// Where it is.
    pub span: Span,
    /// What is wrong, as a sentence.
    pub problem: Box<Problem>,
    /// What would help, as a sentence, if anything is known to.
    pub help: Option<Box<Problem>>,
    /// What may be answered; nothing to an error.
    pub answers: Vec<Answer>,
}

impl Diagnostic {
    /// Creates an error of an English and a French sentence.
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

    /// Creates a warning of an English and a French sentence, which may be answered by its being meant.
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

    /// Returns the same with a sentence that helps.
    pub fn with_help(mut self, en: impl Into<String>, fr: impl Into<String>) -> Self {
        self.help = Some(Box::new(Problem::new(en, fr)));
        self
    }

    /// Shows the fault with its place: a heading, the line, a mark below the words meant, and what would help.
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

/// Writes `LINE:COLUMN: CODE: SENTENCE`, in English.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { line, column, .. } = self.span;
        write!(f, "{line}:{column}: {}: {}", self.code.word(), self.problem.get(Language::English))
    }
}

/// Returns what was read, or keeps the fault.
pub(crate) fn kept<T>(read: Result<T, Diagnostic>, faults: &mut Vec<Diagnostic>) -> Option<T> {
    read.map_err(|fault| faults.push(fault)).ok()
}

/// Finds the nearest of some words to one that is none of them, if any is near.
pub(crate) fn nearest<'w>(word: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let near = words.into_iter().map(|other| (distance(word, other), other));
    near.filter(|(far, other)| *far <= 1 + other.chars().count() / 4)
        .min_by_key(|(far, _)| *far)
        .map(|near| near.1)
}

/// Counts the letters to add, leave out, change or exchange with the next between two words; words are cut after 40 letters.
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
