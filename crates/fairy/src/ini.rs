//! The text of a configuration: sections, and options with their lines.

use crate::note::Note;
use crate::refusal::{Reason, Refusal, shortened};

/// Bounds the length of a configuration in bytes.
pub const MOST_BYTES: usize = 512 * 1024;
/// Bounds the sections of a configuration.
pub const MOST_SECTIONS: usize = 2_000;

/// Holds what a configuration comes to.
pub(crate) struct Sections {
    pub(crate) found: Vec<Section>,
    /// The lines that belong to none.
    pub(crate) passed_over: Vec<Refusal>,
}

/// Holds a section: a variant, the one that it is like, and what differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Section {
    pub(crate) name: String,
    pub(crate) parent: Option<String>,
    pub(crate) line: u32,
    pub(crate) options: Vec<Setting>,
    /// The lines that say nothing.
    pub(crate) faults: Vec<Refusal>,
    /// Options that are set again further down.
    pub(crate) notes: Vec<Note>,
}

/// Holds an option with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Setting {
    pub(crate) key: String,
    pub(crate) value: String,
    pub(crate) line: u32,
}

/// Says why a text is no configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileError {
    /// It has more than [`MOST_BYTES`].
    TooLong,
    /// It has more than [`MOST_SECTIONS`].
    TooManySections,
    /// No line begins a section, `[name]` or `[name:parent]`.
    NoSection,
}

impl FileError {
    /// Says in every language what is wrong.
    pub fn problem(self) -> entourage_kernel::Problem {
        use entourage_kernel::Problem;
        match self {
            Self::TooLong => Problem::new(
                format!("a configuration has at most {MOST_BYTES} bytes"),
                format!("une configuration a au plus {MOST_BYTES} octets"),
            ),
            Self::TooManySections => Problem::new(
                format!("a configuration has at most {MOST_SECTIONS} sections"),
                format!("une configuration a au plus {MOST_SECTIONS} sections"),
            ),
            Self::NoSection => Problem::new(
                "no line of this begins a section, such as [name] or [name:parent]",
                "aucune ligne n'y commence une section, comme [nom] ou [nom:parent]",
            ),
        }
    }
}

/// Cuts a configuration into sections.
///
/// # Errors
/// A text that is too long, or has no section or too many.
pub(crate) fn sections(text: &str) -> Result<Sections, FileError> {
    if text.len() > MOST_BYTES {
        return Err(FileError::TooLong);
    }
    let mut found: Vec<Section> = Vec::new();
    let mut passed_over = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(heading) = line.strip_prefix('[') {
            if found.len() == MOST_SECTIONS {
                return Err(FileError::TooManySections);
            }
            found.push(section(heading, number));
        } else if let Some(section) = found.last_mut() {
            read(section, line, number);
        } else if says_something(line) {
            let option = line.split_once('=').map_or(line, |(key, _)| key).trim();
            passed_over.push(Refusal::new(option, Some(number), Reason::NoSection));
        }
    }
    if found.is_empty() { Err(FileError::NoSection) } else { Ok(Sections { found, passed_over }) }
}

fn section(heading: &str, line: u32) -> Section {
    let (name, is_closed) = match heading.split_once(']') {
        Some((name, _)) => (name, true),
        None => (heading, false),
    };
    let (name, parent) = match name.split_once(':') {
        Some((name, parent)) => (name, Some(parent)),
        None => (name, None),
    };
    let mut faults = Vec::new();
    if !is_closed {
        faults.push(Refusal::new(heading, Some(line), Reason::Heading));
    }
    let parent = parent.filter(|parent| !parent.is_empty()).map(str::to_owned);
    Section { name: name.to_owned(), parent, line, options: Vec::new(), faults, notes: Vec::new() }
}

/// Tells whether a line is more than space; only a sign at its very beginning makes it a comment.
fn says_something(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with([';', '#'])
}

/// Reads a line below a heading.
fn read(section: &mut Section, line: &str, number: u32) {
    if !says_something(line) {
        return;
    }
    let found = line.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
    match found.filter(|(key, value)| !key.is_empty() && !value.is_empty()) {
        Some((key, value)) => {
            // Of an option that is set twice, the last counts.
            if let Some(at) = section.options.iter().position(|setting| setting.key == key) {
                let before = section.options.remove(at);
                section.notes.push(Note::SetAgain { option: shortened(key), line: before.line, again: number });
            }
            section.options.push(Setting { key: key.to_owned(), value: value.to_owned(), line: number });
        }
        None => {
            let shown = found.map_or(line.trim(), |(key, _)| key);
            section.faults.push(Refusal::new(shown, Some(number), Reason::Unread));
        }
    }
}
