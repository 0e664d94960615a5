use std::collections::BTreeMap;

use crate::ini::{self, FileError, Section};
use crate::note::Note;
use crate::options;
use crate::refusal::{Reason, Refusal};
use crate::rules::Rules;
use crate::write;

/// The variants that are known before any configuration.
const BUILT_IN: &str = include_str!("../../../variants/fairy-stockfish.ini");

/// Holds the variants of a configuration, and those that are built in.
#[derive(Clone, Default, Debug)]
pub struct Configuration {
    variants: BTreeMap<String, Variant>,
    /// The names of those of the configuration, in its order.
    names: Vec<String>,
    passed_over: Vec<Refusal>,
}

/// Holds a variant with what of it could not be read.
#[derive(Clone, Debug)]
struct Variant {
    rules: Rules,
    faults: Vec<Refusal>,
    notes: Vec<Note>,
    /// The line of its heading; none where it is built in.
    line: Option<u32>,
}

/// Holds a variant that was written as a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The name of the game, which is that of its file, too.
    pub id: String,
    /// The definition.
    pub text: String,
    /// The capital letter of each kind of piece, with how Fairy-Stockfish writes that kind on a board: `Q`, or `+P`.
    pub letters: Vec<(char, String)>,
    /// What it is good to know.
    pub notes: Vec<Note>,
}

impl Configuration {
    /// Reads a configuration; a section that cannot be read is refused when its variant is asked for.
    ///
    /// # Errors
    /// A text that is too long, or has no section or too many.
    pub fn read(text: &str) -> Result<Self, FileError> {
        let sections = ini::sections(text)?;
        let mut configuration = Self::built_in();
        configuration.passed_over = sections.passed_over;
        for section in sections.found {
            configuration.add(section, false);
        }
        Ok(configuration)
    }

    /// Returns the variants that are built in, which is what a configuration that says nothing comes to.
    pub fn built_in() -> Self {
        let mut configuration = Self::default();
        for section in ini::sections(BUILT_IN).into_iter().flat_map(|sections| sections.found) {
            configuration.add(section, true);
        }
        configuration
    }

    /// Lists the variants of the configuration, in its order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Lists the variants that are built in, in the order of the alphabet.
    pub fn built_in_names(&self) -> impl Iterator<Item = &str> {
        let is_own = |name: &&String| !name.starts_with('.') && !self.names.contains(name);
        self.variants.keys().filter(is_own).map(String::as_str)
    }

    /// Lists what of the configuration makes no variant: lines before the first section, sections without a name or with that of another.
    pub fn passed_over(&self) -> &[Refusal] {
        &self.passed_over
    }

    /// Returns the line in which the section of a variant begins, from 1; `None` where it is built in or unknown.
    pub fn line(&self, name: &str) -> Option<u32> {
        self.variants.get(name)?.line
    }

    /// Tells whether a variant has this name.
    pub fn has(&self, name: &str) -> bool {
        !name.starts_with('.') && self.variants.contains_key(name)
    }

    fn add(&mut self, section: Section, is_built_in: bool) {
        let line = (!is_built_in).then_some(section.line);
        // Of two variants of one name the first counts.
        let other = self.variants.get(&section.name).map(|other| other.line);
        let reason = match other {
            _ if section.name.trim().is_empty() => Some(Reason::NoName),
            Some(None) => Some(Reason::BuiltIn),
            Some(Some(line)) => Some(Reason::Again(line)),
            None => None,
        };
        if let Some(reason) = reason {
            self.passed_over.push(Refusal::new(&section.name, line, reason));
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

    /// Writes a variant as a game.
    ///
    /// # Errors
    /// Every option that cannot be read or said, with its line.
    pub fn import(&self, name: &str) -> Result<Imported, Vec<Refusal>> {
        let Some(variant) = self.variants.get(name).filter(|_| self.has(name)) else {
            return Err(vec![Refusal::new(name, None, Reason::NoVariant)]);
        };
        if !variant.faults.is_empty() {
            return Err(variant.faults.clone());
        }
        let written = write::write(name, &variant.rules)?;
        let hand = written.lacks_room_in_hand.then_some(Note::Hand);
        let notes = variant.notes.iter().cloned().chain(hand).collect();
        Ok(Imported { id: write::identifier(name), text: written.text, letters: written.letters, notes })
    }
}
