use std::collections::BTreeMap;

use crate::refusal::{Note, Reason, Refusal, shortened};
use crate::rules::Rules;
use crate::{options, write};

const BUILT_IN: &str = include_str!("../../../variants/fairy-stockfish.ini");

#[derive(Clone, Default, Debug)]
pub struct Configuration {
    variants: BTreeMap<String, Variant>,
    names: Vec<String>,
    ignored: Vec<Refusal>,
}

#[derive(Clone, Debug)]
struct Variant {
    rules: Rules,
    faults: Vec<Refusal>,
    notes: Vec<Note>,
    /// The line of the section's heading; `None` if the variant is built in.
    line: Option<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The game's identifier, which is also the name of the definition file.
    pub id: String,
    pub text: String,
    /// For each kind of piece, the capital letter in the definition, and the notation in Fairy-Stockfish: `Q`, or `+P`.
    pub letters: Vec<(char, String)>,
    pub notes: Vec<Note>,
}

impl Configuration {
    /// Parses a configuration; errors in a section are reported only when its variant is imported.
    pub fn read(text: &str) -> Result<Self, FileError> {
        let sections = sections(text)?;
        let mut configuration = Self::built_in();
        configuration.ignored = sections.ignored;
        for section in sections.found {
            configuration.add(section, false);
        }
        Ok(configuration)
    }

    pub fn built_in() -> Self {
        let mut configuration = Self::default();
        for section in sections(BUILT_IN).into_iter().flat_map(|sections| sections.found) {
            configuration.add(section, true);
        }
        configuration
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    pub fn built_in_names(&self) -> impl Iterator<Item = &str> {
        let is_own = |name: &&String| !name.starts_with('.') && !self.names.contains(name);
        self.variants.keys().filter(is_own).map(String::as_str)
    }

    /// Returns the parts that are ignored: lines before the first section, and sections without a name or with a duplicate name.
    pub fn ignored(&self) -> &[Refusal] {
        &self.ignored
    }

    pub fn line(&self, name: &str) -> Option<u32> {
        self.variants.get(name)?.line
    }

    pub fn has(&self, name: &str) -> bool {
        !name.starts_with('.') && self.variants.contains_key(name)
    }

    fn add(&mut self, section: Section, is_built_in: bool) {
        let line = (!is_built_in).then_some(section.line);
        // If two variants have the same name, the first one takes precedence.
        let other = self.variants.get(&section.name).map(|other| other.line);
        let reason = match other {
            _ if section.name.trim().is_empty() => Some(Reason::NoName),
            Some(None) => Some(Reason::BuiltIn),
            Some(Some(line)) => Some(Reason::Again(line)),
            None => None,
        };
        if let Some(reason) = reason {
            self.ignored.push(Refusal::new(&section.name, line, reason));
            return;
        }
        let mut faults = section.faults;
        let parent = section.parent.as_deref();
        let known = parent.map(|name| (name, self.variants.get(name)));
        let mut rules = match known {
            None => Rules::new(),
            Some((_, Some(variant))) => variant.rules.clone(),
            Some((name, None)) => {
                faults.push(Refusal::new(
                    &section.name,
                    line,
                    Reason::NoParent(name.chars().take(60).collect()),
                ));
                Rules::new()
            }
        };
        if let Some((name, Some(variant))) = known
            && !variant.faults.is_empty()
        {
            faults.push(Refusal::new(&section.name, line, Reason::Parent(name.to_owned())));
        }
        options::apply(&mut rules, &section.options, is_built_in, &mut faults);
        if !is_built_in {
            self.names.push(section.name.clone());
        }
        self.variants.insert(section.name, Variant { rules, faults, notes: section.notes, line });
    }

    /// Converts a variant to a definition, or returns every option that cannot be read or expressed.
    pub fn import(&self, name: &str) -> Result<Imported, Vec<Refusal>> {
        let Some(variant) = self.variants.get(name).filter(|_| self.has(name)) else {
            return Err(vec![Refusal::new(name, None, Reason::NoVariant)]);
        };
        if !variant.faults.is_empty() {
            return Err(variant.faults.clone());
        }
        let written = write::write(name, &variant.rules)?;
        let hand = written.lacks_room_in_hand.then_some(Note::Hand);
        let turned = written.is_upside_down.then_some(Note::UpsideDown);
        let notes = variant.notes.iter().cloned().chain(hand).chain(turned).collect();
        Ok(Imported { id: write::identifier(name), text: written.text, letters: written.letters, notes })
    }
}

pub const MAX_BYTES: usize = 512 * 1024;
pub const MAX_SECTIONS: usize = 2_000;

pub(crate) struct Sections {
    pub(crate) found: Vec<Section>,
    pub(crate) ignored: Vec<Refusal>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Section {
    pub(crate) name: String,
    pub(crate) parent: Option<String>,
    pub(crate) line: u32,
    pub(crate) options: Vec<Setting>,
    pub(crate) faults: Vec<Refusal>,
    pub(crate) notes: Vec<Note>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Setting {
    pub(crate) key: String,
    pub(crate) value: String,
    pub(crate) line: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileError {
    TooLong,
    TooManySections,
    NoSection,
}

impl FileError {
    pub fn problem(self) -> entourage_kernel::Problem {
        use entourage_kernel::Problem;
        match self {
            Self::TooLong => Problem::new(
                format!("a configuration can have at most {MAX_BYTES} bytes"),
                format!("une configuration peut avoir au plus {MAX_BYTES} octets"),
            ),
            Self::TooManySections => Problem::new(
                format!("a configuration can have at most {MAX_SECTIONS} sections"),
                format!("une configuration peut avoir au plus {MAX_SECTIONS} sections"),
            ),
            Self::NoSection => Problem::new(
                "no line begins a section, such as [name] or [name:parent]",
                "aucune ligne ne commence une section, comme [nom] ou [nom:parent]",
            ),
        }
    }
}

pub(crate) fn sections(text: &str) -> Result<Sections, FileError> {
    if text.len() > MAX_BYTES {
        return Err(FileError::TooLong);
    }
    let mut found: Vec<Section> = Vec::new();
    let mut ignored = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(heading) = line.strip_prefix('[') {
            if found.len() == MAX_SECTIONS {
                return Err(FileError::TooManySections);
            }
            found.push(section(heading, number));
        } else if let Some(section) = found.last_mut() {
            read(section, line, number);
        } else if has_content(line) {
            let option = line.split_once('=').map_or(line, |(key, _)| key).trim();
            ignored.push(Refusal::new(option, Some(number), Reason::NoSection));
        }
    }
    if found.is_empty() { Err(FileError::NoSection) } else { Ok(Sections { found, ignored }) }
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

/// Returns whether a line has content. Comments begin with `;` or `#` in the first column.
fn has_content(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with([';', '#'])
}

fn read(section: &mut Section, line: &str, number: u32) {
    if !has_content(line) {
        return;
    }
    let found = line.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
    match found.filter(|(key, value)| !key.is_empty() && !value.is_empty()) {
        Some((key, value)) => {
            // If an option is set twice, the last value applies.
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
